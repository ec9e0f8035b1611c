"""Say what happened, one sentence per event, for the log that everybody reads; name the element that shows it. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.djinn.facts import BOSS, NAMES, TILES, events as ev, handful, named
from companion.games.djinn.facts.city import CITY, place_names
from companion.games.djinn.facts.events import Event
from companion.games.djinn.facts.sheet import ROWS
from companion.games.djinn.play.hunt import phase
from companion.games.djinn.setup.checklist import NUMBERS
from companion.games.djinn.setup.draws import LABELS
from companion.games.djinn.solo.tom_game import payment
from companion.games.djinn.state.house_rules import HOUSE_RULES
from companion.games.djinn.state.model import State
from companion.games.djinn.text.taken import taken
from companion.kit import house_rules
from companion.kit.fairness import committed_random
from companion.language.texts import Text, everybody, listed, with_sign
from companion.table.log import dispatch_by_type

PLACES = place_names(CITY)
_ROW_LABELS = {row.id: row.label for row in ROWS}


def tell(event: Event, names: Sequence[str]) -> Text:
    """Say an event in one sentence that reveals no secret, and whether the table drew it; `names` are the seats'."""
    sentence = ROOMS[type(event)](event, names)
    return by_table(sentence) if getattr(event, "by_hand", False) else sentence


def by_table(sentence: Text) -> Text:
    """Say of what came that the table drew it, not the app."""
    return Text("%(sentence)s (Drawn by the table.)", sentence=sentence)


def _any_game(event: ev.SharedEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.DrawnAnew():
            return Text(
                "This is a copy: the rest of the bag and of Tom's deck has been reshuffled, and any private "
                "Scoring Cards nobody had seen must be chosen again."
            )
        case ev.RuleSwitched():
            return house_rules.tell(event, HOUSE_RULES)
    return committed_random.tell(event, names)


def _set_up(event: ev.SetUpEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.Opened(players, _, _, _, True):
            return Text("The score sheets for %(count)s players are open.", count=players)
        case ev.Opened(1, _, _, deck):
            return Text("A game against Tom's deck of %(count)s cards is open.", count=deck)
        case ev.Opened(players, _, _):
            return Text("A game for %(count)s players is open.", count=players)
        case ev.CityCorrected():
            return Text("The map shows the paths that the owner of the box entered.")
        case ev.BoxNoted():
            return Text("Colours and tiles have the names that the owner of the box entered.")
        case ev.ColourNamed(colour, name):
            return Text("%(colour)s is called %(name)s.", colour=NAMES[colour], name=name)
        case ev.DrawsLeft(elements):
            return Text("Yours to draw: %(what)s.", what=listed([LABELS[one] for one in elements]))
        case ev.PathsConfirmed():
            return Text("The map shows this board's paths.")
        case ev.TileNamed(_, tile) if TILES[tile].known == "none":
            return Text("There's a face-up Character Tile without text.")
        case ev.TileNamed(_, tile):
            return Text("This Character Tile is face up: %(tile)s.", tile=named([tile]))
        case ev.TileDescribed(tile, text):
            return Text("The tile %(tile)s: %(text)s", tile=named([tile]), text=text)
        case ev.LayoutDrawn():
            return Text("The Action Spaces have been drawn.")
        case ev.SpacesSwapped(one, other):
            return Text(
                "These spaces are swapped on the table: %(one)s and %(other)s.",
                one=PLACES[one],
                other=PLACES[other],
            )
        case ev.PassagesRemoved(locations):
            passages = listed([NAMES[location] for location in locations])
            return Text("Secret Passages back to the box: %(passages)s.", passages=passages)
        case ev.StartDrawn(seat):
            return Text("%(name)s has the dragon and starts.", name=names[seat])
        case ev.DjinnDrawn(_, _, True):
            return Text("All Djinn go back into the bag; you draw them yourselves.")
        case ev.DjinnDrawn():
            return Text("The Djinn on the board have been drawn.")
        case ev.TrophiesDrawn():
            return Text("The Trophies have been drawn.")
        case ev.CardsDrawn(cards):
            return Text("Scoring Cards: %(cards)s.", cards=named(cards))
        case ev.TilesDrawn():
            return Text("The Character Tiles on offer have been drawn.")
        case ev.StepTicked(step, _):
            return Text("Setup: step %(number)s is done.", number=NUMBERS[step])
        case ev.StepUnticked(step):
            return Text("Setup: step %(number)s isn't done after all.", number=NUMBERS[step])
        case ev.TilePicked(seat, tile) if TILES[tile].known != "whole":
            return Text("%(name)s takes a tile that you revealed.", name=names[seat])
        case ev.TilePicked(seat, tile):
            return Text("%(name)s takes the tile %(tile)s.", name=names[seat], tile=named([tile]))


def _hunt(event: ev.HuntEvent, names: Sequence[str]) -> Text:  # noqa: C901 - one case an event
    match event:
        case ev.HuntBegun():
            return Text("The hunt begins.")
        case ev.TurnEnded(seat, _):
            return Text("%(name)s has finished.", name=names[seat])
        case ev.ClockPaused():
            return Text("The clock is paused.")
        case ev.ClockResumed():
            return Text("The clock is running again.")
        case ev.SpaceEntered(seat, _, ""):
            return Text("%(name)s is at the Magic Source.", name=names[seat])
        case ev.SpaceEntered(seat, slot, location):
            at = NAMES[location]
            if slot in CITY.round:
                return Text("%(name)s goes to the round %(location)s.", name=names[seat], location=at)
            return Text("%(name)s goes to the square %(location)s.", name=names[seat], location=at)
        case ev.DjinnCaught(seat, _, location, djinn, boss):
            caught = handful((BOSS, *djinn) if boss else djinn)
            place = NAMES[location]
            return Text(
                "%(name)s catches %(djinn)s at the round %(location)s.", name=names[seat], djinn=caught, location=place
            )
        case ev.NoneCaught(seat):
            return Text("%(name)s catches no Djinn and loses 1 Magic Power, if there is any.", name=names[seat])
        case ev.BossFled(_, location):
            return Text("The Boss at the round %(location)s flees to the supply.", location=NAMES[location])
        case ev.DjinnRemoved(_, location, djinn):
            return Text(
                "Removed from the round %(location)s: %(djinn)s.", location=NAMES[location], djinn=handful(djinn)
            )
        case ev.ExtraCaught(seat, colour):
            return Text("%(name)s catches %(djinn)s from the bag.", name=names[seat], djinn=handful([colour]))
        case ev.SupplyBossCaught(seat):
            return Text("%(name)s catches a Boss from the supply.", name=names[seat])
        case ev.TrophyTaken(seat, row, points):
            return Text(
                "%(name)s takes a Trophy from row %(row)s: %(points)s points.", name=names[seat], row=row, points=points
            )
        case ev.ActionTaken():
            return taken(event, names)
        case ev.PassagePlaced():
            return _passage(event, names[event.seat])


def _passage(event: ev.PassagePlaced, name: str) -> Text:
    """Say what a player's new Secret Passage shows and beside which square space it lies, as far as somebody told."""
    match event:
        case ev.PassagePlaced(_, _, "", ""):
            return Text("%(name)s places a Secret Passage.", name=name)
        case ev.PassagePlaced(_, _, symbol, ""):
            return Text("%(name)s places a Secret Passage: %(location)s.", name=name, location=NAMES[symbol])
        case ev.PassagePlaced(_, _, "", location):
            at = NAMES[location]
            return Text("%(name)s places a Secret Passage beside the square %(location)s.", name=name, location=at)
    return Text(
        "%(name)s places a Secret Passage, %(symbol)s, beside the square %(location)s.",
        name=name,
        symbol=NAMES[event.symbol],
        location=NAMES[event.location],
    )


def _bag(event: ev.BagEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.BagTaken():
            return Text("From now on, the table draws from its own bag.")
        case ev.BagShuffled():
            return Text("From now on, the app draws from the bag.")
        case ev.DjinnPutBack(djinn):
            return Text("Back into the bag: %(djinn)s.", djinn=handful(djinn))
        case ev.DrawAwaited(count, _, _, int(seat)):
            return Text("%(name)s draws from your bag: %(count)s.", name=names[seat], count=count)
        case ev.DrawAwaited(count, _, location, _, missing):
            to_come = Text(
                "Draw from your bag for the round %(location)s: %(count)s.",
                location=NAMES[location],
                count=count,
            )
            short = Text("%(sentence)s Now the bag is empty: %(missing)s short.", sentence=to_come, missing=missing)
            return short if missing else to_come
        case ev.DjinnRefilled(_, location, djinn, 0):
            return Text(
                "From the bag to the round %(location)s: %(djinn)s.", location=NAMES[location], djinn=handful(djinn)
            )
        case ev.DjinnRefilled(_, location, djinn, missing):
            return Text(
                "From the bag to the round %(location)s: %(djinn)s; the bag is empty, %(missing)s short.",
                location=NAMES[location],
                djinn=handful(djinn),
                missing=missing,
            )


def _score(event: ev.ScoreEvent, names: Sequence[str]) -> Text:
    match event:
        case ev.SheetCounted(seat, row, by):
            change = with_sign(by)
            return Text("%(name)s, %(row)s: %(change)s.", name=names[seat], row=_ROW_LABELS[row], change=change)
        case ev.SheetSet(seat, row, value):
            return Text("%(name)s, %(row)s: %(value)s.", name=names[seat], row=_ROW_LABELS[row], value=value)
        case ev.PrivateCardChosen(seat, _):
            return Text("%(name)s chooses a private Scoring Card.", name=names[seat])
        case ev.SheetDone(seat):
            return Text("%(name)s's sheet is done.", name=names[seat])
        case ev.TieFound(seats):
            tied = everybody(seats, names)
            return Text("%(names)s are tied on points: Coins, Scrolls and Keys break the tie.", names=tied)
        case ev.GameFinished(_, ()):
            return Text("The game is finished.")
        case ev.GameFinished(_, unscored):
            empty = everybody(unscored, names)
            return Text("The game is finished, without a score for %(names)s.", names=empty)
        case ev.PrivateCardsShown():
            return Text("Everyone has seen the private Scoring Cards, so they stay face up.")


def _tom(event: ev.TomEvent, _: Sequence[str]) -> Text:
    match event:
        case ev.TomEntered():
            return Text("Tom's twelve Location Cards are the ones the owner of the box entered.")
        case ev.TomPrinted():
            return Text("Tom plays with the printed cards.")
        case ev.TomShuffled(_, True):
            return Text("Tom's house deck is shuffled.")
        case ev.TomShuffled():
            return Text("Tom's deck is shuffled.")
        case ev.TomRevealed():
            return _revealed(event)
        case ev.TomFlipped(card):
            bottom = payment(card.bottom if card else "as_shown")
            return Text("Tom's next card is flipped for its bottom line. %(payment)s", payment=bottom)
        case ev.GameLost():
            return Text("Tom's last card is revealed: the game is lost.")


ROOMS = dispatch_by_type(
    (ev.SetUpEvent, _set_up),
    (ev.HuntEvent, _hunt),
    (ev.BagEvent, _bag),
    (ev.ScoreEvent, _score),
    (ev.TomEvent, _tom),
    (ev.SharedEvent, _any_game),
)


def spell(event: Event, names: Sequence[str]) -> Text:
    """Say an event with all that chance gave, including what `tell` keeps secret or leaves to a picture."""
    match event:
        case ev.LayoutDrawn(layout):
            places = [Text("%(slot)s %(location)s", slot=slot, location=NAMES[id]) for slot, id in layout.items()]
            return Text("Action Spaces: %(spaces)s.", spaces=listed(places))
        case ev.DjinnDrawn(spaces, bag):
            beside = [Text("%(slot)s %(djinn)s", slot=slot, djinn=handful(djinn)) for slot, djinn in spaces.items()]
            return Text(
                "Djinn beside the Bosses: %(spaces)s; in the bag, in drawing order: %(bag)s.",
                spaces=listed(beside),
                bag=listed([NAMES[colour] for colour in bag]),
            )
        case ev.BagShuffled(bag):
            order = listed([NAMES[colour] for colour in bag])
            return Text("%(sentence)s In the bag, in drawing order: %(bag)s.", sentence=tell(event, names), bag=order)
        case ev.TrophiesDrawn(rows):
            said = Text("Trophies: %(trophies)s.", trophies=", ".join(id for ids in rows.values() for id in ids))
            return by_table(said) if event.by_hand else said
        case ev.TilesDrawn(green, red):
            said = Text("Character Tiles: %(tiles)s.", tiles=named([*green, *red]))
            return by_table(said) if event.by_hand else said
        case ev.TomShuffled(cards):
            return Text("Tom's deck, from the top: %(cards)s.", cards=listed([_card(card) for card in cards]))
        case ev.TomRevealed(card) | ev.TomFlipped(ev.TomCard() as card):
            return Text("%(sentence)s The card: %(card)s.", sentence=tell(event, names), card=_card(card))
        case _:
            return tell(event, names)


def _card(card: ev.TomCard) -> Text:
    if card.first is None or card.second is None:
        return Text("nothing happens")
    return Text(
        "%(first)s before %(second)s (%(payment)s %(bottom)s)",
        first=NAMES[card.first],
        second=NAMES[card.second],
        payment=payment(card.payment),
        bottom=payment(card.bottom),
    )


def _revealed(event: ev.TomRevealed) -> Text:
    if event.line == 0:
        return Text("Tom's card: nothing happens.")
    if event.location is None:
        return Text("Tom's card: no Boss at either location. %(payment)s", payment=payment(event.card.payment))
    location = NAMES[event.location]
    if not event.djinn and not event.missing:
        return Text("Tom's card: 1 Djinn comes to the round %(location)s.", location=location)
    if event.missing:
        return Text("Tom's card: the bag is empty, so no Djinn comes to the round %(location)s.", location=location)
    return Text(
        "Tom's card, from the bag to the round %(location)s: %(djinn)s.",
        location=location,
        djinn=handful(event.djinn),
    )


def outcome(state: State, events: Sequence[ev.Event]) -> str:  # noqa: C901 - one case an event
    """Name the element of the page that shows what a move's events did."""
    match events[-1]:
        case ev.GameFinished() | ev.GameLost() | ev.TieFound() | ev.SheetDone():
            return ""
    match events[1] if isinstance(events[0], ev.SpaceEntered) and len(events) > 1 else events[0]:
        case ev.DjinnDrawn(_, _, True):
            return "bag"
        case ev.SpacesSwapped():
            return "laid"
        case ev.SpaceEntered():
            return "arrived"
        case ev.PathsConfirmed():
            return "city"
        case ev.TomPrinted() | ev.TomShuffled():
            return "step-tom"
        case ev.BagTaken() | ev.BagShuffled() | ev.DjinnRefilled() | ev.DrawAwaited() | ev.ExtraCaught(_, _, True):
            return "bag" if state.awaited else "happened" if state.turn else "dealt"
        case ev.DjinnCaught() | ev.BossFled() | ev.DjinnRemoved() | ev.TurnEnded() | ev.SupplyBossCaught() if (
            state.awaited
        ):
            return "bag"
        case ev.StepTicked(step, _) | ev.StepUnticked(step):
            return "" if phase(state) == "draft" else f"tick-{step}"  # the draft has begun, on its page
        case ev.LayoutDrawn() | ev.DjinnDrawn():
            return "map"
        case ev.TilePicked(_, tile) | ev.TileDescribed(tile, _) | ev.TileNamed(_, tile):
            return f"tile-{tile}"
        case ev.ColourNamed():
            return "colours"
        case ev.ClockPaused() | ev.ClockResumed():
            return "pause"
        case ev.SheetSet() if len(events) > 1:
            return "met"
        case ev.SheetCounted(_, row, _) | ev.SheetSet(_, row, _):
            return f"row-{row}"
        case ev.PrivateCardChosen():
            return "private"
        case ev.SecretTold():
            return "secret"
        case ev.RuleSwitched(rule, _):
            return f"house-{rule}"
        case ev.WordSaid():
            return "words"
        case ev.HuntBegun():
            return ""
        case ev.StartDrawn(_, by_hand=False):
            return "did"  # the line may say the same as before: of three players often the same one is drawn again
        case drawn if type(drawn) in REDRAWN:
            return REDRAWN[type(drawn)]
        case _:
            return "happened"


REDRAWN = {
    ev.PassagesRemoved: "players-2",
    ev.StartDrawn: "players-3",
    ev.TrophiesDrawn: "step-trophies",
    ev.CardsDrawn: "step-cards",
    ev.TilesDrawn: "pile-green",
}
"""The line of the set-up that shows what was drawn anew alone."""
