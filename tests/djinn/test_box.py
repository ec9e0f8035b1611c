"""What the owner of a box puts right: read, written and checked."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import Box, ColourNote, TrophyNote, from_toml, to_toml
from companion.games.djinn.facts import COLOURS, SLOTS, TILES, TROPHIES
from companion.games.djinn.facts.city import CITY, doubts, first_game_layouts
from companion.games.djinn.facts.events import TilesDrawn
from companion.games.djinn.pages.box_forms import of_box
from companion.games.djinn.setup.deal import open_game
from companion.games.djinn.state.model import CAPACITIES, State
from companion.table.log import Refusal
from tests.djinn.boxes import HEAD, TWELVE
from tests.thorough import tries

pytestmark = pytest.mark.usefixtures("empty")

line = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=24)

ends = st.sampled_from(sorted(SLOTS))

boxes = st.builds(
    Box,
    paths=st.frozensets(st.frozensets(ends, min_size=2, max_size=2), max_size=30),
    place=st.dictionaries(
        st.sampled_from(sorted(SLOTS.keys() - {"S"})), st.tuples(st.floats(-2.5, 2.5), st.floats(-2.5, 2.5))
    ),
    colours=st.dictionaries(
        st.sampled_from(list(COLOURS)), st.builds(ColourNote, line, st.sampled_from(corrections.SWATCHES))
    ),
    tom=st.dictionaries(st.sampled_from(corrections.CARD_NUMBERS), st.none()).map(
        lambda numbers: {number: TWELVE[number] for number in numbers}
    ),
    trophies=st.dictionaries(
        st.sampled_from(list(TROPHIES)),
        st.builds(TrophyNote, st.sampled_from(corrections.ROWS), st.sampled_from((30, 36)), st.just("") | line),
    ),
    tiles=st.dictionaries(st.sampled_from([tile.id for tile in TILES.values() if tile.known != "whole"]), line),
    scrolls=st.dictionaries(st.sampled_from(CAPACITIES), st.integers(0, 20)),
    tents=st.dictionaries(st.sampled_from(corrections.TENTS), line),
    sides=st.dictionaries(
        st.sampled_from([tile.id for tile in TILES.values() if tile.known != "whole"][:4]),
        st.sampled_from(corrections.SIDES),
    ),
)


def may_stand(known):
    """Say whether the names of the colours differ."""
    names = [known.colours[id].name if id in known.colours else colour.label for id, colour in COLOURS.items()]
    return len({name.casefold() for name in names}) == len(names)


@given(boxes.filter(may_stand))
@settings(max_examples=tries(4, 300))
def test_a_box_comes_back_from_its_file(known):
    assert from_toml(to_toml(known)) == known


def test_colours_without_a_name_are_called_as_we_call_them():
    known = Box(colours={"brown": ColourNote("", "grey"), "blue": ColourNote("", "black")})
    assert from_toml(to_toml(known)) == known
    assert known.noted.names == {}
    assert known.noted.swatches == {"brown": "grey", "blue": "black"}


def test_an_empty_box_is_what_the_facts_say():
    assert from_toml(to_toml(Box())) == Box()
    assert (Box().city, Box().deck, Box().noted) == (CITY, (), None)


@pytest.mark.parametrize(
    ("text", "entry", "reason"),
    [
        ('paths = "R1"', "paths", "n't a list"),
        ('paths = [["R1", "a12"], ["R1", "nowhere"]]', "paths, 2", "a path must join two of"),
        ('paths = [["R1", "R1"]]', "paths, 1", "a path must join two of"),
        ("place = 1", "place", "n't a table"),
        ("place.S = [0, 0]", "place.S", "known ones are"),
        ("place.R1 = [0, 99]", "place.R1", "needs two numbers"),
        ("place.R1 = [true, 0]", "place.R1", "needs two numbers"),
        ("place.R1 = [nan, 0]", "place.R1", "needs two numbers"),
        ('colours.mauve = {name = "a", swatch = "blue"}', "colours.mauve", "known ones are"),
        ('colours.blue = {name = "a"}', "colours.blue", "this needs name, swatch"),
        ('colours.blue = {name = "a", swatch = "url(x)"}', "colours.blue.swatch", "known ones are"),
        ('colours.blue = {name = " ", swatch = "blue"}', "colours.blue.name", "1 to 24"),
        ('tom.13 = {first = "market"}', "tom.13", "known ones are"),
        ('tom.1 = {first = "zoo", second = "tavern", payment = "coin_1", bottom = "coin_1"}', "tom.1.first", "known"),
        ('tom.1 = {first = "market", second = "market", payment = "coin_1", bottom = "coin_1"}', "tom.1", "differ"),
        (
            'tom.1 = {first = "market", second = "tavern", payment = "coin_1", bottom = [1]}',
            "tom.1",
            "text and numbers",
        ),
        (
            f'tom.1 = {{first = "market", second = "tavern", payment = "{"x" * 61}", bottom = "coin_1"}}',
            "tom.1.payment",
            "1 to 60",
        ),
        ('trophies.I-1 = {row = "IV", points = 30, bonus = ""}', "trophies.I-1.row", "known ones are"),
        ('trophies.I-1 = {row = "I", points = 31, bonus = ""}', "trophies.I-1.points", "30 or 36"),
        ('tiles.start_gift = "more"', "tiles.start_gift", "in full"),
        ("tiles.green_10 = 7", "tiles.green_10", "1 to 200"),
        ("scrolls.9 = 1", "scrolls.9", "known ones are"),
        ("scrolls.5 = 2.5", "scrolls.5", "whole number"),
        ('tents.1 = "two\\nlines"', "tents.1", "one line"),
        ("dragons = 3", "dragons", "no such entry"),
    ],
)
def test_a_wrong_entry_is_named_with_its_reason(text, entry, reason):
    with pytest.raises(Refusal) as refused:
        from_toml(HEAD + text)
    assert f"“{entry}”" in refused.value.text
    assert reason in refused.value.text


@pytest.mark.parametrize("text", ["", "x", "= 1", "companion_djinn_box = 2", "[" * 9999, "\x00", "a = 1\na = 2"])
def test_a_file_that_is_no_box_is_refused(text):
    with pytest.raises(Refusal):
        from_toml(text)


def test_a_path_is_added_and_taken_away():
    shorter = corrections.toggle_path(Box(), "R1", "a12")
    assert len(shorter.paths) == len(CITY.paths) - 1
    assert corrections.toggle_path(shorter, "a12", "R1") == Box()


def test_the_reconstruction_fits_every_known_rule():
    assert doubts(CITY) == ()
    assert first_game_layouts(CITY) == 14_400


@pytest.mark.parametrize(
    ("one", "other", "doubt"),
    [
        ("R1", "O12", "must join a round space and a square one"),
        ("S", "O12", "Source should have 3 paths, not 4"),
        ("O12", "b1", "Outer ring, top right: needs 3 or 4 paths, not 2"),
    ],
)
def test_what_breaks_a_rule_is_marked_not_forbidden(one, other, doubt):
    city = corrections.toggle_path(Box(), one, other).city
    assert any(doubt in sentence for sentence in doubts(city))


def test_a_city_may_leave_no_layout_for_a_first_game():
    known = Box(paths=frozenset(frozenset((one, other)) for one in CITY.round for other in CITY.square))
    assert first_game_layouts(known.city) == 0


def test_a_slot_moves_but_not_off_the_picture():
    known = Box()
    for _ in range(20):
        try:
            known = corrections.move_slot(known, "R1", 0.25, 0.0)
        except Refusal:
            break
    assert known.city.place["R1"] == (2.5, -1.0)
    with pytest.raises(Refusal, match="stays in the middle"):
        corrections.move_slot(Box(), "S", 1, 0)


@pytest.mark.parametrize("same", ["Brown", "brown", "Blue"])
def test_two_colours_have_two_names(same):
    """Refuse it in a file as on the page, a name that only we gave included."""
    named = {"third": ColourNote("Lime", "third"), "fourth": ColourNote(same, "fourth")}
    with pytest.raises(Refusal, match="same name"):
        from_toml(to_toml(Box(colours=named)))


def test_a_tile_changes_its_colour_where_the_text_does_not_tell_it():
    """Deal and draft by the side the owner has read off; the rulebook's own sides stand."""
    known = from_toml(HEAD + '[sides]\ngreen_note_no_djinn = "red"\n')
    assert corrections.tiles(known.noted)["green_note_no_djinn"].side == "red"
    offers = [
        event
        for n in range(60)
        for event in open_game(State(), players=4, first_game=False, longer=False, rng=Random(n), noted=known.noted)
        if isinstance(event, TilesDrawn)
    ]
    assert any("green_note_no_djinn" in offer.red for offer in offers)
    assert not any("green_note_no_djinn" in offer.green for offer in offers)
    with pytest.raises(Refusal, match="gives the side"):
        from_toml(HEAD + f'[sides]\n{next(id for id, tile in TILES.items() if tile.known == "whole")} = "red"\n')


def test_a_renamed_colour_keeps_its_sign():
    renamed = corrections.colours(Box(colours={"third": ColourNote("Red", "grey")}).noted)["third"]
    assert (renamed.label, renamed.css, renamed.sign) == ("Red", "grey", COLOURS["third"].sign)


def test_the_page_of_the_box_says_what_is_known_and_what_comes_next():
    ours = of_box(Box())
    assert (ours["printed"], ours["next_card"], any(ours["says"].values())) == (True, "1", False)
    other = Box(paths=frozenset({frozenset({"R1", "S"})}), tom=TWELVE)
    assert (of_box(other)["printed"], of_box(other)["next_card"]) == (False, None)
