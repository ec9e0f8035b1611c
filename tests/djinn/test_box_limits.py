"""How much an owner may enter, to the last character: on this side of the limit it comes in, beyond it does not."""

import pytest

from companion.games.djinn.box import corrections
from companion.games.djinn.box.corrections import (
    Box,
    ColourNote,
    from_toml,
    move_slot,
    parse,
    to_toml,
    toggle_path,
    tom_card,
)
from companion.games.djinn.facts import COLOURS, TILES
from companion.games.djinn.facts.events import BoxNoted, TomCard
from companion.table.log import Refusal
from tests.djinn.boxes import HEAD, TWELVE

TURNED = next(id for id, tile in TILES.items() if tile.side == "green" and tile.certainty != "printed")


@pytest.mark.parametrize(
    ("inside", "beyond"),
    [
        ("scrolls.5 = 0", "scrolls.5 = -1"),
        ("scrolls.8_flipped = 20", "scrolls.8_flipped = 21"),
        ("scrolls.5 = 1", "scrolls.5 = true"),
        ("place.R1 = [2.5, -2.5]", "place.R1 = [2.6, 0]"),
        ("place.R1 = [0, 2]", "place.R1 = [0, -2.6]"),
        ("place.R1 = [0.5, 0]", "place.R1 = [0.5]"),
        ("place.R1 = [0.5, 1]", "place.R1 = [0.5, 1, 2]"),
        (f'tents.1 = "{"x" * 200}"', f'tents.1 = "{"x" * 201}"'),
        ('tents.8 = "x"', 'tents.8 = ""'),
        ('tents.8 = "x y"', 'tents.8 = "x  y"'),
        ('tents.1 = "x"', 'tents.9 = "x"'),
        (f'tiles.green_10 = "{"x" * 200}"', f'tiles.green_10 = "{"x" * 201}"'),
        (
            f'colours.blue = {{name = "{"x" * 24}", swatch = "black"}}',
            f'colours.blue = {{name = "{"x" * 25}", swatch = "black"}}',
        ),
        (
            'trophies.I-1 = {row = "III", points = 36, bonus = ""}',
            'trophies.I-1 = {row = "III", points = 36.0, bonus = ""}',
        ),
        (
            f'trophies.I-1 = {{row = "II", points = 30, bonus = "{"x" * 200}"}}',
            f'trophies.I-1 = {{row = "II", points = 30, bonus = "{"x" * 201}"}}',
        ),
        (
            'trophies.I-1 = {row = "II", points = 30, bonus = "x"}',
            'trophies.I-1 = {row = "II", points = 30, bonus = "x", more = 1}',
        ),
        (
            'tom.12 = {first = "market", second = "tavern", payment = "nothing", bottom = "coin_1"}',
            'tom.12 = {first = "market", second = "tavern", payment = "nothing", bottom = [1]}',
        ),
        (
            'tom.1 = {first = "market", second = "tavern", payment = "coin_1", bottom = "nothing"}',
            'tom.1 = {first = "market", second = "zoo", payment = "coin_1", bottom = "nothing"}',
        ),
        (
            'tom.1 = {first = "market", second = "tavern", payment = "coin_1", bottom = "nothing"}',
            'tom.1 = {first = "market", second = "tavern", payment = "coin_1", bottom = 1}',
        ),
        (f"paths = {[['R1', 'a12']] * 100}", f"paths = {[['R1', 'a12']] * 101}"),
        ('paths = [["R1", "a12"]]', 'paths = [["R1", "a12", "b1"]]'),
        ("paths = []", 'paths = [["R1", 7]]'),
        ("paths = []", "paths = [7]"),
        ("paths = []", 'paths = [["R1", ["a12"]]]'),
        (f'sides.{TURNED} = "red"', f'sides.{TURNED} = "blue"'),
    ],
)
def test_a_file_comes_in_up_to_its_limits(inside, beyond):
    assert from_toml(HEAD + inside) != Box()
    with pytest.raises(Refusal, match="Nothing was"):
        from_toml(HEAD + beyond)


@pytest.mark.parametrize("side", corrections.SIDES)
def test_five_tiles_of_each_colour_are_left_whatever_the_owner_turns(side):
    """Four players lay out five of each (rulebook, Setup 11); the rulebook tells the side of at least so many."""
    assert sum(tile.side == side and tile.certainty == "printed" for tile in TILES.values()) >= 5


def test_what_two_entries_make_together_is_not_looked_at_where_they_are_kept():
    same = HEAD + 'colours.blue = {name = "Brown", swatch = "black"}'
    assert parse(same).colours["blue"].name == "Brown"
    with pytest.raises(Refusal, match="same name"):
        from_toml(same)


def test_an_empty_file_of_paths_takes_them_all_away():
    assert parse(f"{HEAD}paths = []").paths == frozenset()
    assert parse(to_toml(Box(paths=frozenset()))) == Box(paths=frozenset())
    assert parse(HEAD) == Box()
    assert to_toml(Box()) == "companion_djinn_box = 1\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scrolls = {}", "n't a box for Djinn"),
        ("companion_djinn_box = 2", "another version"),
        ("companion_djinn_box = 0", "another version"),
        ("companion_djinn_box =", "n't a TOML file"),
    ],
)
def test_a_file_says_what_it_is(text, words):
    with pytest.raises(Refusal, match=words):
        parse(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + "[tents]\n1 = Wind\n", 3),
        (HEAD + '[tents]\n1 = "Wind\n', 3),
        (HEAD + '[tents]\r\n1 = "a"\r\n1 = "b"\r\n', 4),
        ("companion_djinn_box =\n\n\n", 1),
        ('{"companion": 1, "log": [{"events": [{"a": {}}]}]}', 1),
        (f"\n{HEAD}\n[tents", 4),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line_in_our_own_words(text, line):
    with pytest.raises(Refusal) as refused:
        parse(text)
    assert str(refused.value) == f"This isn't a TOML file: line {line} can't be read. Nothing was imported."


@pytest.mark.parametrize("version", ["true", "1.0", '"1"', "2"])
def test_a_version_is_a_whole_number(version):
    with pytest.raises(Refusal, match="another version"):
        parse(f"companion_djinn_box = {version}")


def test_tom_has_a_deck_when_all_twelve_cards_are_entered():
    eleven = dict(list(TWELVE.items())[:-1])
    assert Box(tom=eleven).deck == ()
    deck = Box(tom=TWELVE).deck
    assert [card.id for card in deck] == [f"own_{number:02}" for number in range(1, 13)]
    assert {(card.first, card.second) for card in deck} == {("market", "tavern")}


def test_a_card_shows_two_symbols_and_perhaps_no_payment():
    card = tom_card("3", "market", "tavern", "nothing", "coin_1")
    assert card == TomCard("own_03", "market", "tavern", None, "coin_1")
    with pytest.raises(Refusal, match="differ"):
        tom_card("3", "market", "market", "coin_1", "coin_1")


def test_a_path_joins_two_spaces_of_the_board():
    with pytest.raises(Refusal, match="joins two spaces"):
        toggle_path(Box(), "R1", "R1")
    for ends in (("R1", "Z9"), ("Z9", "R1")):
        with pytest.raises(KeyError):
            toggle_path(Box(), *ends)


@pytest.mark.parametrize(("dx", "dy"), [(1, 0), (-1, 0), (0, 1), (0, -1)])
def test_a_space_moves_to_the_edge_of_the_picture(dx, dy):
    known, steps = Box(place={"R1": (0.0, 0.0)}), 0
    while steps < 99:
        try:
            known = move_slot(known, "R1", dx * 0.25, dy * 0.25)
        except Refusal:
            break
        steps += 1
    assert (steps, known.place["R1"]) == (10, (dx * 2.5, dy * 2.5))
    assert known.own_city
    assert not Box().own_city


def test_a_space_is_placed_to_a_thousandth_of_a_step():
    known = move_slot(Box(place={"R1": (0.0, 0.0)}), "R1", 0.12345, -0.12345)
    assert known.place["R1"] == (0.123, -0.123)


def test_a_card_without_payments_comes_back_from_its_file():
    known = Box(tom={"7": tom_card("7", "market", "tavern", "nothing", "nothing")})
    assert from_toml(to_toml(known)) == known


def test_what_an_owner_has_noted_goes_to_the_table():
    known = Box(
        colours={"blue": ColourNote("Azure", "teal")},
        trophies={"I-1": corrections.TrophyNote("II", 36, "a Key")},
        tiles={"green_10": "text"},
        scrolls={"5": 2},
        tents={"1": "tea"},
        sides={"red_10": "green"},
    )
    assert known.noted == BoxNoted(
        {"blue": "Azure"},
        {"blue": "teal"},
        {"green_10": "text"},
        {"I-1": ("II", 36, "a Key")},
        {"5": 2},
        {"1": "tea"},
        {"red_10": "green"},
    )
    azure = corrections.colours(known.noted)["blue"]
    assert (azure.label, azure.css, azure.sign) == ("Azure", "teal", COLOURS["blue"].sign)
    assert corrections.tiles(known.noted)["green_10"].text == "text"
    assert corrections.tiles(known.noted)["red_10"].side == "green"
    assert corrections.names(known.noted) == {"Blue": "Azure"}
