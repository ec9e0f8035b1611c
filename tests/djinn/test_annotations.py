"""What a running table learns about its box: names of colours, and what a Character Tile does."""

from functools import reduce

import pytest

from companion.games.djinn.box import store, table_notes
from companion.games.djinn.box.corrections import Box, colours, tiles
from companion.games.djinn.box.words import says
from companion.games.djinn.facts import TILES
from companion.games.djinn.facts.events import ColourNamed, GameFinished, Opened
from companion.games.djinn.state import evolve
from companion.games.djinn.state.model import State
from companion.games.djinn.text.describe import tell
from companion.table.log import Refusal

TABLE = State(players=2)


def fold(state, *events):
    return reduce(evolve, events, state)


def test_two_colours_have_no_name_yet():
    """The rulebook's example of a catch tells two of the four."""
    assert table_notes.unnamed(TABLE) == ["third", "fourth"]


def test_a_colour_is_named_and_shown_so():
    (event,) = table_notes.name_colour(TABLE, colour="third", name="Violet", swatch="purple")
    assert tell(event, ()) == "Colour 3 is called Violet."
    state = fold(TABLE, event)
    assert table_notes.unnamed(state) == ["fourth"]
    assert [(one.label, one.css) for one in colours(state.noted).values()][2] == ("Violet", "purple")


@pytest.mark.parametrize("name", ["Brown", "violet"])
def test_two_colours_have_two_names(name):
    state = fold(TABLE, ColourNamed("fourth", "Violet", "purple"))
    with pytest.raises(Refusal, match="already has that name"):
        table_notes.name_colour(state, colour="third", name=name, swatch="third")
    assert table_notes.name_colour(state, colour="fourth", name="violet", swatch="purple")


def test_two_colours_look_different_but_in_older_logs():
    choices = {"colour": "third", "name": "Pink", "swatch": "fourth"}
    with pytest.raises(Refusal, match="looks like that"):
        table_notes.name_colour(TABLE, **choices, strict=True)
    assert table_notes.name_colour(TABLE, **choices)
    assert table_notes.name_colour(TABLE, **choices | {"swatch": "third"}, strict=True)


def test_what_a_tile_does_is_shown_from_then_on():
    (event,) = table_notes.describe_tile(TABLE, tile="green_10", text="Gain 1 Coin.")
    state = fold(TABLE, event)
    assert table_notes.untold(TABLE, ["green_10", "start_gift"]) == ["green_10"]
    assert table_notes.untold(state, ["green_10", "start_gift"]) == []
    assert tiles(state.noted)["green_10"].text == "Gain 1 Coin."


def test_a_tile_that_the_rulebook_tells_stays_as_it_is():
    with pytest.raises(Refusal, match="nothing to add"):
        table_notes.describe_tile(TABLE, tile="start_gift", text="Gain 1 Coin.")


@pytest.mark.parametrize("state", [State(), fold(State(), Opened(2, True, False), GameFinished(1.0))])
def test_nothing_is_named_before_a_game_or_after_it(state):
    with pytest.raises(Refusal):
        table_notes.name_colour(state, colour="third", name="Violet", swatch="purple")


def test_a_tile_without_words_is_found_by_what_the_rulebook_shows():
    """The rulebook's chapter Character Tiles shows a picture each, and words or a note beside most."""
    assert "this note" in table_notes.where_found(TILES["red_note_bosses"])
    assert "no words" in table_notes.where_found(TILES["red_10"])


def test_the_box_keeps_what_a_table_names(app, ann, at, tap):
    code = at("setup")
    assert tap(ann, code, "name-colour", colour="third", name="Violet", swatch="purple").status_code == 303
    assert tap(ann, code, "name-tile", tile="red_10", found="red_10").status_code == 303
    assert tap(ann, code, "describe-tile", tile="red_10", text="Pay 1 Coin.").status_code == 303
    with app.app_context():
        known = store.find()
    assert (known.colours["third"].name, known.tiles) == ("Violet", {"red_10": "Pay 1 Coin."})


@pytest.mark.usefixtures("empty")
def test_a_box_holds_an_emoji_of_several(app, ann, at, tap):
    code, text = at("setup"), "a family 👩\u200d👧"
    assert tap(ann, code, "name-tile", tile="red_10", found="red_10").status_code == 303
    assert tap(ann, code, "describe-tile", tile="red_10", text=text).status_code == 303
    with app.app_context():
        assert store.find().tiles == {"red_10": text}


@pytest.mark.parametrize("text", ["\x00", "x" * 201])
def test_what_no_box_can_hold_is_refused_and_the_box_stays_readable(ann, at, tap, seq, text):
    code = at("setup")
    before = seq(code)
    assert tap(ann, code, "describe-tile", tile="red_10", text=text).status_code == 422
    assert seq(code) == before
    assert ann.get("/djinn/box").status_code == 200


def test_a_name_that_another_colour_has_in_the_box_stays_at_the_table():
    known = table_notes.note(Box(), ColourNamed("third", "Violet", "purple"))
    assert known.colours["third"].name == "Violet"
    assert table_notes.note(known, ColourNamed("third", "violet", "orange")).colours["third"].swatch == "orange"
    assert table_notes.note(known, ColourNamed("fourth", "violet", "purple")) == known


def test_a_box_says_of_a_tile_what_its_owner_has_entered():
    assert says(Box())["tiles"] == []
    assert len(says(Box(tiles={"green_10": "Gain 1 Coin."}))["tiles"]) == 1
    assert len(says(Box(sides={"green_10": "red"}))["tiles"]) == 1


def test_the_forms_of_the_colours_stay_open_until_all_have_names(ann, at, tap, state):
    code = at("setup")
    names = [("third", "Violet", "purple"), ("fourth", "Black", "black")]
    pages = []
    for colour, name, swatch in names:
        answer = tap(ann, code, "name-colour", colour=colour, name=name, swatch=swatch)
        pages.append(ann.get(answer.location.partition("#")[0]).text)
    assert ['id="name-fourth"' in page for page in pages] == [True, False]
    again = {"colour": "third", "name": "Violet", "swatch": "black"}
    assert tap(ann, code, "name-colour", **again).status_code == 422
    assert state(code).noted.swatches == {"third": "purple", "fourth": "black"}
