"""After the encounter: selling, giving, city cards, quests, markers, lines, corrections."""

from functools import partial
from random import Random

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.play import end_of_turn as moves
from companion.games.tales.play.award import award
from companion.games.tales.play.ending import end_turn, stop
from companion.games.tales.state.heroes import Place
from companion.games.tales.state.house_rules import GIFT_CAP
from companion.games.tales.text.describe import outcome
from companion.table.log import Refusal, changed
from tests.tales.conftest import hero

LAMP = {"treasures": ("Lamp",)}
THINGS = tuple(f"{n}th" for n in range(30))


def test_a_treasure_is_sold_in_a_city(game, after):
    """Rules, Selling Treasures."""
    state = after(game(wealth="respectable", **LAMP), moves.sell, treasure="Lamp", by=2, limit="rich")
    assert (hero(state).wealth, hero(state).treasures) == ("rich", ())
    state = after(game(wealth="princely", **LAMP), moves.sell, treasure="Lamp", by=1, limit="rich")
    assert hero(state).wealth == "princely"


@pytest.mark.parametrize("level", ["fabulous", "princely"])
def test_the_sultan_sells_the_only_treasure_and_stays_fabulous(game, after, level):
    """As when it loses it; logs of earlier hold that it dropped."""
    state, sale = game(wealth=level, statuses={"sultan": 0}, **LAMP), {"treasure": "Lamp", "by": 1, "limit": "rich"}
    assert hero(after(state, moves.sell, **sale, strict=True)).wealth == "fabulous"
    assert hero(after(state, moves.sell, **sale)).wealth == "princely"
    assert hero(after(game(wealth=level, **LAMP), moves.sell, **sale, strict=True)).wealth == "princely"


@pytest.mark.parametrize(
    ("has", "form", "why"),
    [
        ({}, {}, "have this treasure"),
        (LAMP, {"by": 0}, "how many levels"),
        (LAMP, {"limit": ""}, "how many levels"),
        (LAMP | {"place": Place("other")}, {}, "Only in a city"),
        (LAMP | {"statuses": {"imprisoned": 0}}, {}, "Imprisoned: you can't sell or play a city card"),
    ],
)
def test_what_is_not_sold(game, has, form, why):
    with pytest.raises(Refusal, match=why):
        moves.sell(game(**has), **{"treasure": "Lamp", "by": 1, "limit": "rich"} | form)


@pytest.mark.parametrize(
    ("move", "choices"),
    [
        (moves.sell, {"treasure": "Lamp", "by": 1, "limit": "rich"}),
        (moves.give, {"seat": 0, "to": 1}),
        (moves.keep_card, {"card": "Mecca"}),
        (moves.play_card, {"card": "Basra", "rng": Random(7)}),
        (moves.end_quest, {"seat": 0, "done": True, "quest": ""}),
        (moves.place_marker, {"seat": 0, "marker": "origin", "place": "Basra"}),
        (moves.name_master, {"seat": 0, "master": 1}),
        (moves.set_time, {"time": 2}),
        (moves.tell_line, {"seat": 0, "line": "So."}),
    ],
)
def test_nothing_comes_after_the_end(game, move, choices):
    state = game(wealth="rich", quest="The Roc", cards={"Basra": -1}, **LAMP)
    assert move(state, **choices)
    with pytest.raises(Refusal, match="over"):
        move(changed(state, winners=(1,), turn=None), **choices)


def test_a_sale_that_nobody_noticed_stands(game):
    state = game(**LAMP, statuses={"imprisoned": 0})
    assert moves.sell(state, treasure="Lamp", by=1, limit="rich", override=True)


def test_wealth_is_given_in_one_space(game, after):
    """FAQ, Giving wealth to another player."""
    assert [one.wealth for one in after(game(), moves.give, seat=0, to=1).heroes[:2]] == ["penniless", "respectable"]
    capped = after(game(rules=[GIFT_CAP]), moves.give, seat=0, to=1)
    assert [one.wealth for one in capped.heroes[:2]] == ["penniless", "poor"]
    for choices, why in [({"to": 0}, "somebody else"), ({"to": 9}, "somebody else")]:
        with pytest.raises(Refusal, match=why):
            moves.give(game(), seat=0, **choices)
    assert moves.give(game(), seat=1, to=0)
    with pytest.raises(Refusal, match="give wealth on your own turn"):
        moves.give(game(), seat=1, to=2)
    with pytest.raises(Refusal, match="share a space"):
        moves.give(game(place=Place("other")), seat=0, to=1)
    with pytest.raises(Refusal, match="A Beggar has nothing"):
        moves.give(game(wealth="beggar"), seat=0, to=1)


# City cards


def test_a_kept_card_waits_for_the_next_turn(game, after, rng):
    """Rules, City encounter cards."""
    state = after(game(1), moves.keep_card, card="Basra")
    with pytest.raises(Refusal, match="from your next turn on"):
        moves.play_card(state, card="Basra", rng=rng)
    with pytest.raises(Refusal, match="card for this city"):
        moves.keep_card(state, card="Basra")
    state = after(after(state, end_turn, seat=0), moves.play_card, card="Basra", rng=rng, die=4)
    assert (hero(state).cards, state.played) == ({}, True)


@pytest.mark.parametrize(
    ("move", "has", "choices"),
    [
        (moves.keep_card, {"cards": dict.fromkeys(THINGS, 0)}, {"card": "Basra"}),
        (award, {"treasures": THINGS}, {"treasure": "Lamp"}),
        (moves.correct, {"treasures": THINGS}, {"seat": 0, "treasure": "Lamp"}),
    ],
)
def test_nobody_has_more_than_thirty(game, move, has, choices):
    ((name, things),) = has.items()
    one_less = tuple(things)[1:]
    less = dict.fromkeys(one_less, 0) if name == "cards" else one_less
    assert move(game(**{name: less}), **choices)
    with pytest.raises(Refusal, match="at most 30"):
        move(game(**has), **choices)


@pytest.mark.parametrize("move", [partial(award, gone="0th"), partial(moves.correct, seat=0, treasure="0th")])
def test_who_has_thirty_treasures_can_lose_one(game, after, move):
    assert hero(after(game(treasures=THINGS), move)).treasures == THINGS[1:]
    assert award(game(treasures=THINGS), story=1)


@pytest.mark.parametrize(
    ("has", "why"),
    [
        ({"cards": {}}, "have this card"),
        ({"place": Place("other")}, "Only in a city"),
        ({"statuses": {"imprisoned": 0}}, "Imprisoned: you can't sell or play"),
    ],
)
def test_a_card_that_is_not_played(game, rng, has, why):
    with pytest.raises(Refusal, match=why):
        moves.play_card(game(**{"cards": {"Basra": -1}} | has), card="Basra", rng=rng)


def test_a_city_card_is_played_in_its_city(game, rng):
    """Rules, City encounter cards; where nobody has said what the city is called, people know."""
    cards = {"cards": {"Basra": -1}}
    for place in (Place("city"), Place("city", name="basra"), Place("city", name="Basra")):
        assert moves.play_card(game(place=place, **cards), card="Basra", rng=rng)
    elsewhere = game(place=Place("city", name="Mecca"), **cards)
    with pytest.raises(Refusal, match="for Basra, but you're in Mecca"):
        moves.play_card(elsewhere, card="Basra", rng=rng)
    assert moves.play_card(elsewhere, card="Basra", rng=rng, override=True)


def test_baghdad_has_its_own_cards(game, rng):
    """Logs of earlier hold that any card was played there, as the place has no name."""
    state = game(cards={"Basra": -1, "Bagdad": -1, "The streets of Baghdad": -1})
    with pytest.raises(Refusal, match="for Basra, but you're in Baghdad"):
        moves.play_card(state, card="Basra", rng=rng, strict=True)
    assert moves.play_card(state, card="Basra", rng=rng, strict=True, override=True)
    assert moves.play_card(state, card="Basra", rng=rng)
    for card in ("Bagdad", "The streets of Baghdad"):
        assert moves.play_card(state, card=card, rng=rng, strict=True)


def test_one_city_card_a_turn(game, after, rng):
    state = game(cards={"Basra": -1, "Mecca": -1}, statuses={"imprisoned": 0})
    state = after(state, moves.play_card, card="Basra", rng=rng, override=True)
    with pytest.raises(Refusal, match="One city card a turn"):
        moves.play_card(state, card="Mecca", rng=rng, override=True)


# Quests and markers


def test_a_quest_begins_with_the_next_turn(game, after):
    """FAQ, When does a quest begin."""
    state = game(1, quest="The Roc", markers={"quest": "Mecca", "origin": "Basra"})
    state = after(state, moves.end_quest, done=True, quest="The Lamp")
    assert (hero(state).quest, hero(state).markers) == ("The Lamp", {"origin": "Basra"})
    with pytest.raises(Refusal, match="begins with your next turn"):
        moves.end_quest(state, done=True)
    assert moves.end_quest(state, done=False)
    assert moves.end_quest(after(state, end_turn, seat=0), done=True)


@pytest.mark.parametrize("status", ["lost", "imprisoned"])
def test_who_is_lost_or_imprisoned_has_no_success(game, status):
    """FAQ, Successful encounters."""
    state = game(statuses={status: 0}, quest="The Roc")
    with pytest.raises(Refusal, match="you can't fulfil quests here"):
        moves.end_quest(state, done=True)
    assert moves.end_quest(state, done=True, override=True)
    assert moves.end_quest(state, done=False)


def test_who_died_has_no_success_in_that_turn(game, after):
    """FAQ, Successful encounters; logs of earlier hold that it was one."""
    state = after(game(1, quest="The Roc"), award, died=True)
    with pytest.raises(Refusal, match="You died this turn"):
        moves.end_quest(state, done=True, strict=True)
    assert moves.end_quest(state, done=False, strict=True)
    assert moves.end_quest(state, done=True, strict=True, override=True)
    assert moves.end_quest(state, done=True)
    assert moves.end_quest(after(state, end_turn, seat=0), done=True, strict=True)


def test_a_marker_lies_in_one_place(game, after):
    """Rules, Places of Power: old opportunities are lost."""
    state = game(markers={"destination": "City of Brass"})
    placed = after(state, moves.place_marker, seat=0, marker="destination", place="Stonehenge")
    assert hero(placed).markers == {"destination": "Stonehenge"}
    assert hero(after(placed, moves.place_marker, seat=0, marker="destination", place="")).markers == {}
    with pytest.raises(Refusal, match="where the marker is"):
        moves.place_marker(game(), seat=0, marker="origin", place="")
    for choices in ({"seat": 0, "marker": "flag"}, {"seat": 5, "marker": "origin"}):
        with pytest.raises(Refusal, match="one of the markers"):
            moves.place_marker(state, place="Mecca", **choices)


# The tale, and what the table decides


def test_a_line_of_the_tale(game, after):
    for line in ("He fell asleep.", "x", "x" * 200):
        assert after(game(), moves.tell_line, seat=1, line=line).lines == {1: line}
    for choices in ({"line": "x" * 201}, {"line": ""}, {"line": "x", "seat": 3}):
        with pytest.raises(Refusal, match="1 to 200 characters"):
            moves.tell_line(game(), **{"seat": 0} | choices)


def test_a_line_is_about_the_turn_for_which_it_was_begun(game, after):
    state = after(game(), end_turn, seat=0)
    assert moves.tell_line(state, seat=0, line="So.", turn=1) == [ev.LineTold(0, "So.", 1)]
    assert after(state, moves.tell_line, seat=0, line="So.", turn=1).lines == {}
    assert moves.tell_line(state, seat=0, line="So.", turn=2) == moves.tell_line(state, seat=0, line="So.")
    for turn in (3, -1):
        with pytest.raises(Refusal, match="hasn't begun"):
            moves.tell_line(state, seat=0, line="So.", turn=turn)


def test_after_the_game_a_line_is_about_a_turn_that_ended(game, after):
    over = after(after(game(), end_turn, seat=0), stop)
    for turn in (None, 0, 1):
        assert moves.tell_line(over, seat=2, line="So.", turn=turn) == [ev.LineTold(2, "So.", 1)]
    for state, turn, why in ((over, 2, "hasn't begun"), (after(game(), stop), None, "nothing to tell")):
        with pytest.raises(Refusal, match=why):
            moves.tell_line(state, seat=0, line="So.", turn=turn)


def test_the_table_puts_right_what_a_hero_has(game, after):
    form = {"destiny": 4, "story": 2, "level": "rich", "gender": "man", "skill": "luck", "trained": "master"}
    state = after(game(), moves.correct, seat=1, status="wounded", treasure="Lamp", **form)
    bob = state.heroes[1]
    assert (bob.destiny, bob.story, bob.wealth, bob.gender) == (4, 2, "rich", "man")
    assert (bob.skills["luck"], [*bob.statuses], bob.treasures) == ("master", ["wounded"], ("Lamp",))
    assert bob.held == {"wounded": ("magic",)}
    back = after(state, moves.correct, seat=1, status="wounded", treasure="Lamp", skill="luck", trained="")
    assert (back.heroes[1].statuses, back.heroes[1].treasures, "luck" in back.heroes[1].skills) == ({}, (), False)
    assert moves.correct(game(), seat=0, destiny=0) == []
    assert moves.correct(game(), seat=0, destiny=1)[0] == ev.Corrected(0)
    assert moves.correct(game(), seat=0, story=99)
    assert moves.correct(game(), seat=0, destiny=99)


@pytest.mark.parametrize(
    ("choices", "why"),
    [({"seat": 9}, "one of the players"), ({"destiny": 100}, "99 points"), ({"story": -1}, "99 points")],
)
def test_what_cannot_be_put_right(game, choices, why):
    with pytest.raises(Refusal, match=why):
        moves.correct(game(), **{"seat": 0} | choices)
    with pytest.raises(Refusal, match="is over"):
        moves.correct(changed(game(), turn=None, winners=(0,)), seat=0, destiny=1)


def test_a_treasure_that_is_put_right_is_one_thing(game, after):
    """However it is typed, and whoever has it; logs of earlier hold that it came twice."""
    state = game(wealth="fabulous", **LAMP)
    assert hero(after(state, moves.correct, seat=0, treasure="lamp", strict=True)).treasures == ()
    taken = after(state, moves.correct, seat=1, treasure="lamp", strict=True)
    assert [one.treasures for one in taken.heroes] == [(), ("Lamp",), ()]
    assert hero(taken).wealth == "princely"
    assert [one.treasures for one in after(state, moves.correct, seat=1, treasure="Lamp").heroes][:2] == [("Lamp",)] * 2


def test_where_it_is_shown_whom_a_hero_serves(game):
    """Nobody is asked any more once a hero that serves nobody has no status that makes it serve."""
    named = [ev.MasterNamed(0, None)]
    assert outcome(game(), named) == "now"
    assert outcome(game(statuses={"enslaved": 0}), named) == "serving"
