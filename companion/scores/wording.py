"""What a play says of itself in words: the facts that were kept of it, and what a correction changed. Pure."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from companion.language.texts import Text, listed
from companion.scores.charts import Segment, band
from companion.table.finished import Play, Player, ScoreField, Won

NONE: tuple[Any, ...] = (None, "", False, [])
"""What an option holds that says nothing."""
STOPS = (".", "!", "?", "…")
"""How a sentence ends."""


def duration(seconds: float) -> Text:
    """Say a span of time in hours and minutes."""
    hours, minutes = divmod(round(seconds / 60), 60)
    if hours:
        return Text("%(hours)s h %(minutes)s min", hours=hours, minutes=minutes)
    return Text("%(minutes)s min", minutes=minutes)


SECONDS = ScoreField("seconds", Text("Duration"), duration)
WHY = ScoreField("why", Text("Why"))
ENTERED = (WHY, ScoreField("location", Text("Location")), ScoreField("expansion", Text("Expansion or variant")))
"""What may be known of the plays of any game besides who began and how long they took."""
USUAL = (*ENTERED[1:], ScoreField("started", Text("Starting player")), SECONDS)
"""What is told of the plays of any game after what is the game's own."""


def facts(play: Play, kept: Sequence[ScoreField]) -> list[tuple[Text, Any]]:
    """List what was kept of a play that says something, each with its label."""
    found = [(fact.label, say(fact, play.options)) for fact in (WHY, *kept, *USUAL)]
    return [(label, said) for label, said in found if said is not None]


def bands(play: Play, kept: Sequence[ScoreField]) -> dict[Text, list[Segment]]:
    """Draw the facts that say who had something from which turn on, by their labels."""
    colours = {player.name: player.colour for player in play.players}
    drawn = [fact for fact in kept if fact.turns]
    return {fact.label: band(play.options.get(fact.id), play.options.get(fact.turns), colours) for fact in drawn}


def say(fact: ScoreField, options: Mapping[str, Any]) -> Any:
    """Say an option; None if it says nothing, or nothing that we can say: a file may hold anything."""
    value = options.get(fact.id)
    if value in NONE or (fact.id == "turns" and value == 0):  # nobody counted them, or the first one ended it
        return None
    try:
        if fact.parts:
            return _listed(fact, value if isinstance(value, list) else [value])
        return fact.say(value)
    except (LookupError, TypeError, ValueError):
        return str(value)


def _text(said: str) -> Text:
    return said if isinstance(said, Text) else Text("%(said)s", said=said)


def changes(before: Play, after: Play, kept: Sequence[ScoreField], won: Won) -> list[Text]:
    """Say in sentences what differs between two versions of a play, whose game is `won` so."""
    numbered = [play.is_numbered(won) for play in (before, after)]
    said = [sentence for pair in _pairs(before.players, after.players) for sentence in _of_player(*pair, *numbered)]
    said += _came_and_went(before.players, after.players)
    said += changed(Text("Note"), before.note, after.note)
    for fact in (WHY, *kept, *USUAL):
        if fact.parts:
            said += _of_parts(fact, before.options.get(fact.id), after.options.get(fact.id))
        else:
            said += changed(fact.label, say(fact, before.options), say(fact, after.options))
    return said


def _pairs(before: Sequence[Player], after: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Pair players by name, and the renamed by order."""
    kept = {player.name: player for player in before}
    renamed = iter([player for player in before if player.name not in {other.name for other in after}])
    for player in after:
        earlier = kept.get(player.name) or next(renamed, None)
        if earlier:
            yield earlier, player


def _came_and_went(before: Sequence[Player], after: Sequence[Player]) -> Iterator[Text]:
    """Say who was added to a play, and who was taken out of it."""
    paired = [*_pairs(before, after)]
    for player in after:
        if player not in [later for _, later in paired]:
            yield Text("%(name)s was added.", name=player.name)
    for player in before:
        if player not in [earlier for earlier, _ in paired]:
            yield Text("%(name)s was removed.", name=player.name)


def _of_player(before: Player, after: Player, was_numbered: bool, is_numbered: bool) -> Iterator[Text]:
    name = after.name
    if before.name != name:
        yield Text("%(before)s is now called %(name)s.", before=before.name, name=name)
    if before.points != after.points and None not in (before.points, after.points):
        yield Text("%(name)s has %(now)s points, not %(before)s.", name=name, now=after.points, before=before.points)
    elif before.points != after.points:
        yield from changed(Text("%(name)s's points", name=name), before.points, after.points)
    if before.place != after.place:
        was, now = _ended(before, was_numbered), _ended(after, is_numbered)
        yield Text("%(name)s: %(now)s, not %(before)s.", name=name, now=now, before=was)
    yield from changed(Text("%(name)s's tie-break", name=name), before.tie_break, after.tie_break)
    yield from changed(Text("%(name)s's seat", name=name), before.seat, after.seat)
    yield from changed(Text("Team of %(name)s", name=name), before.team, after.team)
    yield from changed(Text("%(name)s's role", name=name), Text(before.role), Text(after.role))
    yield from changed(Text("%(name)s's colour", name=name), Text(before.colour), Text(after.colour))
    earlier, later = ({line.id: line for line in player.lines} for player in (before, after))
    for id, line in (earlier | later).items():
        had, has = ((one[id].points or None) if id in one else None for one in (earlier, later))
        if id != "corrected":  # the points themselves say it
            yield from changed(Text("%(name)s, %(line)s", line=line.label, name=name), had, has)


def _ended(player: Player, numbered: bool) -> Text:
    """Say how a play ended for a player; `numbered` if places are told by their numbers."""
    if player.place == 0:
        return Text("draw")
    if not numbered:
        return Text("won") if player.place == 1 else Text("lost")
    if player.points is None:
        return Text("no score")
    return Text("place %(place)s", place=player.place)


def changed(what: Text, before: Any, after: Any) -> Iterator[Text]:
    """Say what something was and is, if it differs."""
    if before == after:
        return
    if str(before).endswith(STOPS) or str(after).endswith(STOPS):
        yield _quoted(what, before, after)
    elif _is_nothing(before):
        yield Text("%(what)s: now %(now)s.", what=what, now=after)
    elif _is_nothing(after):
        yield Text("%(what)s: no longer %(before)s.", what=what, before=before)
    else:
        yield Text("%(what)s: %(now)s, not %(before)s.", what=what, now=after, before=before)


def _is_nothing(value: Any) -> bool:
    """Say whether there was nothing: 0 points are something, though they equal False."""
    return value in NONE and type(value) is not int


def _quoted(what: Text, before: Any, after: Any) -> Text:
    """Say what a sentence was and is: it brings its own full stop."""
    if before in NONE:
        return Text("%(what)s: now “%(now)s”", what=what, now=after)
    if after in NONE:
        return Text("%(what)s: no longer “%(before)s”", what=what, before=before)
    return Text("%(what)s: “%(now)s” instead of “%(before)s”", what=what, now=after, before=before)


def _of_parts(fact: ScoreField, before: Any, after: Any) -> Iterator[Text]:
    """Say what came to a list of facts, and what went."""
    was, now = (set(held if isinstance(held, list) else ()) for held in (before, after))
    if now - was:
        yield Text("%(what)s: now also %(parts)s.", what=fact.label, parts=_listed(fact, now - was))
    if was - now:
        yield Text("%(what)s: no longer %(parts)s.", what=fact.label, parts=_listed(fact, was - now))


def _listed(fact: ScoreField, parts: Container[Any]) -> Text:
    return listed([_text(fact.say(part)) for part in fact.parts if part in parts])
