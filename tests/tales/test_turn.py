"""The turn: how far, where to, the card, the row, the paragraph."""

from random import Random

import pytest

from companion.games.tales.facts import events as ev
from companion.games.tales.facts.wealth import Rates
from companion.games.tales.play import turn
from companion.games.tales.play.ending import end_turn
from companion.games.tales.scoring.hero_sheet import headings
from companion.games.tales.state import Encounter, left_of, order, right_of, time_of
from companion.games.tales.state.heroes import Place
from companion.games.tales.state.house_rules import NO_FLOOR, TIME_ROUNDS
from companion.games.tales.text.legacy_arguments import CHOICES
from companion.table.log import Refusal, changed
from tests.tales.conftest import fold, hero


@pytest.mark.parametrize(("players", "book", "matrix"), [(1, 0, 0), (2, 1, 1), (3, 1, 2), (6, 1, 5)])
def test_the_left_reads_the_book_and_the_right_the_matrix(game, players, book, matrix):
    """Rules, Turn 1."""
    state = game(players)
    assert (left_of(state, 0), right_of(state, 0)) == (book, matrix)


def test_turns_go_clockwise_from_the_first_player(game, after):
    state = changed(game(), first=1, turn=1)
    assert order(state) == (1, 2, 0)
    seats = []
    for _ in range(4):
        seats.append(state.turn)
        state = after(state, end_turn, seat=state.turn)
    assert seats == [1, 2, 0, 1]
    assert state.rounds == 1


# How far


def test_a_hero_goes_as_far_as_wealth_skills_and_statuses_let(game):
    state = game(statuses={"crippled": 0}, skills={"seamanship": "talent"})
    assert turn.rates(state, hero(state)) == (2, 3)
    assert turn.rates(state, hero(state), free=True) == (3, 4)
    held = game(skills={"seamanship": "talent"}, held={"grief_stricken": ("seamanship",)})
    assert turn.rates(held, hero(held)) == (3, 2)
    bad = {"wealth": "fabulous", "statuses": {"crippled": 0, "diseased": 0}}
    assert turn.rates(game(**bad), hero(game(**bad))).land == 1
    assert turn.rates(game(rules=[NO_FLOOR], **bad), hero(game(**bad))).land == 0


@pytest.mark.parametrize(
    ("limit", "routes"),
    [
        ((2, 3), ("LLS", "LSS", "SSS")),
        ((3, 2), ("LLL", "LLS", "LSS")),
        ((2, 6), ("LLSSSS", "LSSSSS", "SSSSSS")),
        ((1, 1), ("L", "S")),
        ((0, 0), ()),
    ],
)
def test_the_fullest_routes(limit, routes):
    assert turn.fullest(Rates(*limit)) == routes


def test_a_hero_moves_once_a_turn(game, after):
    state = after(game(), turn.move_hero, kind="city", route="LL", number=2, place="Basra")
    assert (hero(state).place, state.moved) == (Place("city", 2, "Basra"), True)
    with pytest.raises(Refusal, match="already moved this turn"):
        turn.move_hero(state, kind="other")
    carried = after(state, turn.move_hero, kind="other", carried=True)
    assert hero(carried).place == Place("other")


@pytest.mark.parametrize(
    ("form", "why"),
    [
        ({"kind": "moon"}, "where you are"),
        ({"kind": "city", "number": -1}, "printed in the space's icon."),
        ({"kind": "city", "number": 10_000}, "printed in the space's icon."),
        ({"kind": "city", "place": "x" * 41}, "printed in the space's icon."),
        ({"kind": "city", "route": "LLSS"}, "That is too far: 3 by land, 2 by sea, 3 in all.$"),
        ({"kind": "power"}, "needs your destination marker"),
    ],
)
def test_a_way_that_nobody_goes(game, form, why):
    with pytest.raises(Refusal, match=why):
        turn.move_hero(game(), **form)


@pytest.mark.parametrize(("number", "place"), [(0, ""), (9_999, "x" * 40)])
def test_a_space_has_any_number_and_name(game, after, number, place):
    state = after(game(), turn.move_hero, kind="city", number=number, place=place)
    assert hero(state).place == Place("city", number, place)


def test_what_a_status_forbids_stands_if_nobody_noticed(game):
    """Rules, Statuses."""
    state = game(statuses={"crippled": 0})
    with pytest.raises(Refusal, match=r"2 by land, 1 by sea, 2 in all\. \(Crippled\)"):
        turn.move_hero(state, kind="city", route="LLS")
    assert turn.move_hero(state, kind="city", route="LLS", override=True)[0].stands
    with pytest.raises(Refusal, match="too far"):
        turn.move_hero(state, kind="city", route="LLSS", override=True)


def test_who_is_too_slow_hears_by_which_statuses(game):
    """One that leaves only so many paths slows, too; one that says nothing of them does not."""
    state = game(statuses={"lost": 0, "married": 0})
    with pytest.raises(Refusal) as refused:
        turn.move_hero(state, kind="baghdad", route="LLL")
    assert "(Lost)" in str(refused.value)


def test_who_is_imprisoned_stays(game):
    state = game(statuses={"imprisoned": 0}, place=Place("city", 1, "Basra"))
    with pytest.raises(Refusal, match="Imprisoned: you stay"):
        turn.move_hero(state, kind="baghdad")
    assert turn.move_hero(state, kind="city", number=1, place="Basra")
    assert turn.move_hero(state, kind="baghdad", override=True)


def test_whoever_is_carried_off_is_free(game, after):
    """FAQ, Magical movement."""
    state = after(game(statuses={"imprisoned": 0, "lost": 0, "married": 0}), turn.move_hero, kind="other", carried=True)
    assert [*hero(state).statuses] == ["married"]


@pytest.mark.parametrize(
    ("place", "stays"), [("Stonehenge", True), ("city of brass", False), ("", False)], ids=["other", "same", "unnamed"]
)
def test_who_is_carried_to_another_place_of_power_keeps_the_opportunity(game, after, place, stays):
    """Rules, Places of Power: one is lost when another is gained, or by going there."""
    state = game(markers={"destination": "City of Brass"})
    state = after(state, turn.move_hero, kind="power", place=place, carried=True)
    assert ("destination" in hero(state).markers) == stays


def test_a_place_of_power_takes_the_marker_and_is_no_place_to_stay(game, after):
    """Rules, Places of Power."""
    state = after(game(markers={"destination": "City of Brass"}), turn.move_hero, kind="power", route="LL")
    assert (hero(state).place.kind, hero(state).markers) == ("power", {})
    with pytest.raises(Refusal, match="can't end your turn there: follow the arrow"):
        end_turn(state, seat=0)
    with pytest.raises(Refusal, match="In a Place of Power, don't draw"):
        turn.draw_card(state, card="terrain")
    assert after(state, turn.move_hero, kind="city", carried=True).heroes[0].place.kind == "city"


# The deck


def test_the_third_reshuffle_finds_night_still(game, after):
    """Rules, Setup: morning, noon, night."""
    state, times = game(), []
    for _ in range(4):
        times.append(time_of(state))
        state = changed(state, deck=0, drawn_card=False)
        state = after(state, turn.draw_card, card="character")
    assert times == [0, 1, 2, 2]
    assert (state.deck, state.reshuffles, state.encounter) == (54, 4, Encounter("character"))


def test_kept_city_cards_are_not_shuffled_in(game):
    state = changed(game(cards={"Basra": 0, "Mecca": 0}), deck=0)
    assert turn.draw_card(state, card="city") == [ev.DeckReshuffled(53), ev.CardDrawn(0, "city")]


def test_one_card_a_turn(game, after):
    state = after(game(), turn.draw_card, card="city")
    assert state.deck == 54
    with pytest.raises(Refusal, match="already drawn a card this turn"):
        turn.draw_card(state, card="city")
    with pytest.raises(Refusal, match="which kind of card"):
        turn.draw_card(game(), card="tarot")


def test_time_may_move_every_round(game):
    state = game(rules=[TIME_ROUNDS])
    assert [time_of(changed(state, rounds=rounds)) for rounds in range(4)] == [0, 1, 2, 0]


def test_alone_the_last_deck_ends_the_game(game):
    state = changed(game(1, options={"decks": 2}), deck=0)
    assert [turn.is_through(changed(state, reshuffles=times)) for times in range(2)] == [False, True]
    assert not turn.is_through(changed(state, reshuffles=1, deck=1))
    assert not turn.is_through(changed(game(1), deck=0, reshuffles=9))
    assert turn.draw_card(state, card="city") == [ev.DeckReshuffled(55), ev.CardDrawn(0, "city")]
    assert turn.draw_card(changed(state, reshuffles=1), card="city") == [ev.GameEnded(())]


# Row, number, paragraph


def test_the_row_is_rolled_or_told(game, rng):
    """Rules, Encounters 1."""
    state = game(destiny=3, place=Place("city", 2))
    assert turn.roll_row(state, rng=rng, die=4) == [ev.RowRolled(0, 4, 2, 1, 7, by_hand=True)]
    (rolled,) = turn.roll_row(state, rng=rng)
    assert rolled == ev.RowRolled(0, rolled.die, 2, 1, rolled.die + 3)


def test_the_same_roll_comes_again_after_an_undo(game, rng):
    state = changed(game(), secret="7", commitment="x")
    once, again = (turn.roll_row(state, rng=rng)[0].die for _ in range(2))
    assert once == again
    assert fold(state, turn.roll_row(state, rng=rng)).drawn == {"chart": 1}
    assert fold(state, turn.roll_row(state, rng=rng, die=3)).drawn == {}


@pytest.mark.parametrize(("face", "paragraph"), [(-1, 841), (0, 842), (1, 843)])
def test_the_destiny_die_finds_the_paragraph(game, after, rng, face, paragraph):
    """Rules, Encounters 3."""
    state = after(game(), turn.give_number, number=842, rng=Random(7))
    assert after(state, turn.roll_destiny, rng=rng, face=face).encounter.paragraph == paragraph
    assert after(state, turn.roll_destiny, rng=rng).encounter.paragraph in (841, 842, 843)


def test_the_destiny_die_may_be_rolled_with_the_number(game, rng):
    given, rolled = turn.give_number(game(), number=842, rng=rng, roll=True)
    assert (given.number, rolled.paragraph) == (842, 842 + rolled.face)
    _, told = turn.give_number(game(), number=842, rng=rng, face=-1)
    assert (told.paragraph, told.by_hand) == (841, True)
    assert len(turn.give_number(game(skills={"luck": "master"}), number=842, rng=rng, roll=True)) == 1


def test_whether_the_die_was_rolled_with_the_number_is_read_from_what_happened(game, rng):
    state = game()
    assert CHOICES["give_number"](turn.give_number(state, number=842, rng=rng)) == {"roll": False, "face": None}
    assert CHOICES["give_number"](turn.give_number(state, number=842, rng=rng, roll=True)) == {
        "roll": True,
        "face": None,
    }
    assert CHOICES["give_number"](turn.give_number(state, number=842, rng=rng, face=0)) == {"roll": True}


def test_the_destiny_die_has_each_of_its_faces(game):
    rolled = [turn.give_number(game(), number=842, rng=Random(seed), roll=True)[1].face for seed in range(60)]
    assert all(10 < rolled.count(face) < 30 for face in (-1, 0, 1))


def test_what_a_reader_reads_out_says_which_skill_is_at_master(game):
    hero = game(skills={"luck": "master", "magic": "talent"}, statuses=("lost",)).heroes[0]
    assert headings(hero) == (("Luck", True), ("Magic", False), ("Lost", False))


def test_a_number_comes_before_the_destiny_die(game, rng):
    with pytest.raises(Refusal, match="type the number that the matrix"):
        turn.roll_destiny(game(), rng=rng)
    for number in (1, 10_000):
        with pytest.raises(Refusal, match="up to four digits"):
            turn.give_number(game(), number=number, rng=rng)
    for number in (2, 9_999):
        assert turn.give_number(game(), number=number, rng=rng)


def test_a_master_goes_straight_to_the_paragraph(game, after):
    """Rules, Master skills."""
    state = after(game(skills={"luck": "master", "magic": "talent"}), turn.give_number, number=842, rng=Random(7))
    assert turn.masters(hero(state)) == ("luck",)
    assert after(state, turn.use_master, skill="luck", paragraph=843).encounter.paragraph == 843
    with pytest.raises(Refusal, match="three paragraphs"):
        turn.use_master(state, skill="luck", paragraph=844)
    for skill in ("magic", "piety"):
        with pytest.raises(Refusal, match="use as a Master"):
            turn.use_master(state, skill=skill, paragraph=842)
    held = changed(state, heroes=(changed(hero(state), held={"wounded": ("luck",)}), *state.heroes[1:]))
    assert turn.masters(hero(held)) == ()
    with pytest.raises(Refusal, match="A status blocks Luck"):
        turn.use_master(held, skill="luck", paragraph=843)
    assert turn.use_master(held, skill="luck", paragraph=843, override=True) == [ev.MasterUsed(0, "luck", 843, True)]


@pytest.mark.parametrize(
    ("change", "why"), [({"turn": None, "winners": (0,)}, "is over"), ({"turn": None}, "begun. Begin")]
)
def test_nobody_moves_before_the_game_or_after_it(game, change, why):
    with pytest.raises(Refusal, match=why):
        turn.move_hero(changed(game(), **change), kind="city")
