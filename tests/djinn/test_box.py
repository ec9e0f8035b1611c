"""What the owner of a box puts right: read, written, checked, and used by the next table."""

import io
import re
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.db import connect, get_db, migrations, writing
from companion.games.djinn import box, box_store
from companion.games.djinn.box import Box, ColourNote, TrophyNote, from_toml, to_toml, tom_card
from companion.games.djinn.city import CITY, doubts, first_game_layouts
from companion.games.djinn.events import TilesDrawn
from companion.games.djinn.facts import COLOURS, LOCATIONS, PAYMENTS, SLOTS, TILES, TROPHIES
from companion.games.djinn.setup import open_game
from companion.games.djinn.state import CAPACITIES, State
from companion.kit import box_store as kit_store
from companion.table.log import Refusal
from companion.table.play import find_table

pytestmark = pytest.mark.usefixtures("empty")

HEAD = "companion_djinn_box = 1\n"
TWELVE = {
    number: tom_card(number, "market", "tavern", "coin_1", "nothing" if number == "1" else "key_1")
    for number in box.CARD_NUMBERS
}

line = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=24)
ends = st.sampled_from(sorted(SLOTS))
boxes = st.builds(
    Box,
    paths=st.frozensets(st.frozensets(ends, min_size=2, max_size=2), max_size=30),
    place=st.dictionaries(
        st.sampled_from(sorted(SLOTS.keys() - {"S"})), st.tuples(st.floats(-2.5, 2.5), st.floats(-2.5, 2.5))
    ),
    colours=st.dictionaries(st.sampled_from(list(COLOURS)), st.builds(ColourNote, line, st.sampled_from(box.SWATCHES))),
    tom=st.dictionaries(st.sampled_from(box.CARD_NUMBERS), st.none()).map(
        lambda numbers: {number: TWELVE[number] for number in numbers}
    ),
    trophies=st.dictionaries(
        st.sampled_from(list(TROPHIES)),
        st.builds(TrophyNote, st.sampled_from(box.ROWS), st.sampled_from((30, 36)), st.just("") | line),
    ),
    tiles=st.dictionaries(st.sampled_from([tile.id for tile in TILES.values() if tile.known != "whole"]), line),
    scrolls=st.dictionaries(st.sampled_from(CAPACITIES), st.integers(0, 20)),
    tents=st.dictionaries(st.sampled_from(box.TENTS), line),
    sides=st.dictionaries(
        st.sampled_from([tile.id for tile in TILES.values() if tile.known != "whole"][:4]), st.sampled_from(box.SIDES)
    ),
)


def may_stand(known):
    """Say whether the names of the colours differ."""
    names = [known.colours[id].name if id in known.colours else colour.label for id, colour in COLOURS.items()]
    return len({name.casefold() for name in names}) == len(names)


@given(boxes.filter(may_stand))
def test_a_box_comes_back_from_its_file(known):
    assert from_toml(to_toml(known)) == known


def test_an_empty_box_is_what_the_facts_say():
    assert from_toml(to_toml(Box())) == Box()
    assert (Box().city, Box().deck, Box().noted) == (CITY, (), None)


@pytest.mark.parametrize(
    ("text", "entry", "reason"),
    [
        ('paths = "R1"', "paths", "no list"),
        ('paths = [["R1", "a12"], ["R1", "nowhere"]]', "paths, 2", "a path joins two of"),
        ('paths = [["R1", "R1"]]', "paths, 1", "a path joins two of"),
        ("place = 1", "place", "no table"),
        ("place.S = [0, 0]", "place.S", "known are"),
        ("place.R1 = [0, 99]", "place.R1", "two numbers"),
        ("place.R1 = [true, 0]", "place.R1", "two numbers"),
        ("place.R1 = [nan, 0]", "place.R1", "two numbers"),
        ('colours.mauve = {name = "a", swatch = "blue"}', "colours.mauve", "known are"),
        ('colours.blue = {name = "a"}', "colours.blue", "this needs name, swatch"),
        ('colours.blue = {name = "a", swatch = "url(x)"}', "colours.blue.swatch", "known are"),
        ('colours.blue = {name = " ", swatch = "blue"}', "colours.blue.name", "1 to 24"),
        ('tom.13 = {first = "market"}', "tom.13", "known are"),
        ('tom.1 = {first = "zoo", second = "tavern", payment = "coin_1", bottom = "coin_1"}', "tom.1.first", "known"),
        ('tom.1 = {first = "market", second = "market", payment = "coin_1", bottom = "coin_1"}', "tom.1", "differ"),
        (
            'tom.1 = {first = "market", second = "tavern", payment = "gold", bottom = "coin_1"}',
            "tom.1.payment",
            "known",
        ),
        ('trophies.I-1 = {row = "IV", points = 30, bonus = ""}', "trophies.I-1.row", "known are"),
        ('trophies.I-1 = {row = "I", points = 31, bonus = ""}', "trophies.I-1.points", "30 or 36"),
        ('tiles.start_gift = "more"', "tiles.start_gift", "in full"),
        ("tiles.green_10 = 7", "tiles.green_10", "1 to 200"),
        ("scrolls.9 = 1", "scrolls.9", "known are"),
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


# The city


def test_a_path_is_added_and_taken_away():
    shorter = box.toggle_path(Box(), "R1", "a12")
    assert len(shorter.paths) == len(CITY.paths) - 1
    assert box.toggle_path(shorter, "a12", "R1") == Box()


def test_the_reconstruction_fits_every_known_rule():
    assert doubts(CITY) == ()
    assert first_game_layouts(CITY) == 14_400


@pytest.mark.parametrize(
    ("one", "other", "doubt"),
    [
        ("R1", "O12", "does not join a round space with a square one"),
        ("S", "O12", "Source has 4 paths"),
        ("O12", "b1", "O12 has 2 paths"),
    ],
)
def test_what_breaks_a_rule_is_marked_not_forbidden(one, other, doubt):
    city = box.toggle_path(Box(), one, other).city
    assert any(doubt in sentence for sentence in doubts(city))


def test_a_city_may_leave_no_layout_for_a_first_game():
    known = Box(paths=frozenset(frozenset((one, other)) for one in CITY.round for other in CITY.square))
    assert first_game_layouts(known.city) == 0


def test_a_slot_moves_but_not_off_the_picture():
    known = Box()
    for _ in range(20):
        try:
            known = box.move_slot(known, "R1", 0.25, 0.0)
        except Refusal:
            break
    assert known.city.place["R1"] == (2.5, -1.0)
    with pytest.raises(Refusal, match="stays in the middle"):
        box.move_slot(Box(), "S", 1, 0)


@pytest.mark.parametrize("same", ["Brown", "brown", "Blue"])
def test_two_colours_have_two_names(same):
    """Refuse it in a file as on the page, a name that only we gave included."""
    named = {"third": ColourNote("Lime", "third"), "fourth": ColourNote(same, "fourth")}
    with pytest.raises(Refusal, match="same name"):
        from_toml(to_toml(Box(colours=named)))


CALLED = ("Black", "Bronze", "Brown", "Lime", "Lilac", "Mint", "Magenta", "NLBM", "ß", "🎲")


@given(st.permutations(CALLED), st.sets(st.sampled_from(list(COLOURS))))
def test_no_two_discs_show_one_letter(names, ids):
    """Keep a Boss's letter free too, in English and German."""
    noted = Box(colours={id: ColourNote(name, "grey") for id, name in zip(sorted(ids), names, strict=False)}).noted
    letters = [colour.letter for colour in (box.colours(noted) if noted else COLOURS).values()]
    assert len({"B", "M", *letters}) == 6


def test_a_tile_changes_its_colour_where_the_text_does_not_tell_it():
    """Deal and draft by the side the owner has read off; the rulebook's own sides stand."""
    known = from_toml(HEAD + '[sides]\ngreen_note_no_djinn = "red"\n')
    assert box.tiles(known.noted)["green_note_no_djinn"].side == "red"
    offers = [
        event
        for n in range(60)
        for event in open_game(State(), players=4, first_game=False, longer=False, rng=Random(n), noted=known.noted)
        if isinstance(event, TilesDrawn)
    ]
    assert any("green_note_no_djinn" in offer.red for offer in offers)
    assert not any("green_note_no_djinn" in offer.green for offer in offers)
    with pytest.raises(Refusal, match="tells the side"):
        from_toml(HEAD + f'[sides]\n{next(id for id, tile in TILES.items() if tile.known == "whole")} = "red"\n')


def test_colours_have_letters_that_differ():
    known = Box(colours={"third": ColourNote("Blau", "teal"), "fourth": ColourNote("Braun", "grey")})
    assert len({colour.letter for colour in box.colours(known.noted).values()}) == 4
    renamed = box.colours(Box(colours={"third": ColourNote("Red", "third")}).noted)["third"]
    assert (renamed.label, renamed.letter) == ("Red", "R")


# Through the pages


@pytest.fixture
def ann(ann, open_djinn):
    """Let Ann have sat at a table: only such a phone changes the box."""
    open_djinn(ann)
    return ann


@pytest.fixture
def deal(app, ann):
    """Open a table and give its state."""

    def deal(players=1, **options):
        form = {"count": players, "deck": 12} | options
        for n, name in enumerate(("Ann", "Bob", "Cem")[:players]):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": "red"}
        code = ann.post("/djinn/new", **form).location.split("/")[2]
        with app.app_context():
            return code, find_table(code).state

    return deal


def enter_cards(phone, upto=12):
    for number in range(1, upto + 1):
        form = {"first": "market", "second": "tavern", "payment": "coin_1", "bottom": "key_1"}
        assert phone.post(f"/djinn/box/tom/{number}", **form).status_code == 303


def test_the_next_table_has_the_owners_city_and_a_running_one_keeps_its_own(app, ann, deal):
    before, _ = deal(2)
    ann.post("/djinn/box/path", first="R1", second="a12")
    ann.post("/djinn/box/move", slot="R1", step="left")
    _, state = deal(2)
    assert len(state.city.paths) == 20
    assert state.city.place["R1"] == (-0.25, -1.0)
    with app.app_context():
        assert find_table(before).state.city == CITY


def test_toms_own_cards_take_the_place_of_the_house_deck(ann, deal):
    enter_cards(ann, 11)
    code, state = deal()
    assert state.house
    enter_cards(ann, 12)
    code, state = deal()
    assert not state.house
    assert {card.id for card in state.deck} == {f"own_{number:02}" for number in range(1, 13)}
    assert "house" not in ann.get(f"/djinn/{code}/hunt").text
    assert ann.post(f"/djinn/{code}/begin", seen=99).status_code == 303
    assert ann.post(f"/djinn/{code}/reveal", seen=99).status_code == 303


def test_a_table_with_the_owners_box_is_exported_and_imported(ann, deal):
    enter_cards(ann)
    ann.post("/djinn/box/path", first="R1", second="a12")
    code, _ = deal()
    file = ann.get(f"/t/{code}/export.json").data
    answer = ann.http.post("/import", data={"file": (io.BytesIO(file), "table.json")})
    assert answer.status_code == 303, answer.text


def test_the_owners_colours_are_said_everywhere_but_seats_keep_theirs(ann, deal):
    ann.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    code, _ = deal(3)
    page = ann.get(f"/djinn/{code}/setup").text
    assert "Water" in page
    assert "djinn-disc teal" in page
    assert ">blue<" in ann.get("/djinn/new").text


def test_a_running_table_keeps_the_names_it_began_with(ann, deal):
    ann.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    code, _ = deal(3)
    ann.post("/djinn/box/colours", **{"name-blue": "Rain", "swatch-blue": "grey"})
    page = ann.get(f"/djinn/{code}/setup").text
    assert "Water" in page
    assert "Rain" not in page


def test_the_log_says_the_owners_names_too(ann, deal, state):
    form = {f"name-{id}": name for id, name in zip(COLOURS, ("Wood", "Water", "Fire", "Moss"), strict=True)}
    ann.post("/djinn/box/colours", **form, **{f"swatch-{id}": "teal" for id in COLOURS})
    code, _ = deal(2)
    ann.post(f"/djinn/{code}/begin", seen=99)
    slot, space = next(iter(state(code).spaces.items()))
    ann.post(f"/djinn/{code}/catch", seen=99, seat=state(code).turn.seat, slot=slot, djinn=space.djinn[0])
    name = form[f"name-{space.djinn[0]}"]
    assert f"1 {name}" in ann.get(f"/t/{code}/log").text
    assert f"1 {name}" in ann.get(f"/djinn/{code}/hunt").text


def test_trophies_prices_and_tents_are_shown_at_the_next_table(ann, deal):
    form = {f"points-{id}": "36" for id in TROPHIES} | {f"row-{id}": TROPHIES[id].row for id in TROPHIES}
    ann.post("/djinn/box/trophies", **form, **{f"bonus-{id}": f"bonus of {id}" for id in TROPHIES})
    ann.post("/djinn/box/numbers", **{"scrolls-8_flipped": "4", "tent-3": "1 Cork for 1 Coin"})
    code, state = deal(3)
    page = re.sub("<[^>]*>", "", ann.get(f"/djinn/{code}/setup").text)
    for ids in state.trophies.values():
        assert all(f"{id} (36 points, bonus of {id})" in page for id in ids)
    page = ann.get(f"/djinn/{code}/rarer").text
    assert "8, flipped" in page
    assert "1 Cork for 1 Coin" in page


def test_rows_of_trophies_may_be_as_long_as_the_owner_says(ann, deal):
    form = {f"row-{id}": "I" for id in TROPHIES} | {f"points-{id}": "30" for id in TROPHIES}
    ann.post("/djinn/box/trophies", **form)
    _, state = deal(3)
    assert {row: len(ids) for row, ids in state.trophies.items()} == {"I": 4}


def test_a_city_without_a_first_game_opens_no_table_for_one(app, ann):
    rounds, squares = CITY.round, CITY.square
    paths = [[one, other] for one in rounds for other in squares]
    assert load(ann, f"companion_djinn_box = 1\npaths = {paths}".replace("'", '"')).status_code == 303
    form = {"players-0-name": "Ann", "players-0-colour": "red", "players-1-name": "Bob", "players-1-colour": "red"}
    answer = ann.post("/djinn/new", count=2, first_game="y", **form)
    assert answer.status_code == 422
    assert "correct the paths" in answer.text
    with app.app_context():
        assert get_db().table("tables").count == 1  # the one that Ann sits at already
    assert ann.post("/djinn/new", count=2, **form).status_code == 303


def test_a_name_is_escaped_once(ann, deal, state):
    form = {f"name-{id}": f"{id} & co" for id in COLOURS} | {f"swatch-{id}": "teal" for id in COLOURS}
    ann.post("/djinn/box/colours", **form)
    code, _ = deal(2)
    ann.post(f"/djinn/{code}/begin", seen=99)
    slot, space = next(iter(state(code).spaces.items()))
    ann.post(f"/djinn/{code}/catch", seen=99, seat=state(code).turn.seat, slot=slot, djinn=space.djinn[0])
    for page in (f"/djinn/{code}/setup", f"/djinn/{code}/hunt", f"/t/{code}/log"):
        text = ann.get(page).text
        assert " &amp; co" in text
        assert "&amp;amp;" not in text


def test_a_name_stays_text(ann, deal):
    ann.post("/djinn/box/colours", **{"name-blue": "<b>x</b>", "swatch-blue": "teal"})
    code, _ = deal(2)
    for page in (f"/djinn/{code}/setup", "/djinn/box/colours", f"/t/{code}/log"):
        assert "<b>x" not in ann.get(page).text


def test_a_tiles_own_text_is_shown_in_the_draft(ann, deal):
    form = {tile.id: f"mine {tile.id}" for tile in TILES.values() if tile.known != "whole"}
    ann.post("/djinn/box/tiles", **form)
    code, state = deal(3)
    page = ann.get(f"/djinn/{code}/draft").text
    unknown = [id for id in (*state.green, *state.red) if TILES[id].known != "whole"]
    assert unknown
    assert all(f"mine {id}" in page for id in unknown)


def test_every_part_goes_back_to_what_we_know(ann):
    ann.post("/djinn/box/path", first="R1", second="a12")
    enter_cards(ann, 2)
    ann.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    ann.post("/djinn/box/trophies", **{"points-I-1": "36", "row-I-1": "I", "bonus-I-1": "1 Key"})
    ann.post("/djinn/box/tiles", green_10="Fly")
    ann.post("/djinn/box/numbers", **{"scrolls-5": "2", "tent-1": "Corks"})
    assert ann.get("/djinn/box.toml").text.count("\n") > 10
    for part in ("city", "tom", "colours", "trophies", "tiles", "numbers"):
        assert ann.post(f"/djinn/box/reset/{part}").status_code == 303
    assert ann.get("/djinn/box.toml").text == to_toml(Box())
    assert ann.post("/djinn/box/reset/everything").status_code == 422


def load(phone, text):
    data = text if isinstance(text, bytes) else text.encode()
    return phone.http.post("/djinn/box/import", data={"file": (io.BytesIO(data), "box.toml")})


def test_a_box_goes_to_another_owner_whole_or_not_at_all(ann):
    enter_cards(ann)
    ann.post("/djinn/box/numbers", **{"scrolls-5": "2"})
    file = ann.get("/djinn/box.toml").text
    for part in ("tom", "numbers"):
        ann.post(f"/djinn/box/reset/{part}")
    assert load(ann, file.replace('first = "market"', 'first = "zoo"', 1)).status_code == 422
    assert ann.get("/djinn/box.toml").text == to_toml(Box())
    assert load(ann, file).status_code == 303
    assert ann.get("/djinn/box.toml").text == file


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x = ", b"companion_djinn_box = 9", b""])
def test_a_bad_file_is_refused_in_words(ann, data):
    assert load(ann, data).status_code == 422


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("path", {"first": "R1", "second": "R1"}),
        ("path", {"first": "R1", "second": "Z9"}),
        ("move", {"slot": "S", "step": "left"}),
        ("move", {"slot": "R1", "step": "away"}),
        ("tom/1", {"first": "market", "second": "market", "payment": "coin_1", "bottom": "coin_1"}),
        ("tom/1", {"first": "market"}),
        ("colours", {"name-blue": "A", "swatch-blue": "teal", "name-brown": "A", "swatch-brown": "grey"}),
        ("colours", {"name-blue": "A", "swatch-blue": "red; background: url(x)"}),
        ("colours", {"name-blue": "A" * 25, "swatch-blue": "teal"}),
        ("trophies", {"points-I-1": "many"}),
        ("trophies", {"bonus-I-1": "points are missing"}),
        ("tiles", {"green_10": "x" * 201}),
        ("numbers", {"scrolls-5": "-1"}),
        ("numbers", {"scrolls-5": "99"}),
    ],
)
def test_what_cannot_be_is_refused_in_words(ann, path, form):
    answer = ann.post(f"/djinn/box/{path}", **form)
    assert answer.status_code == 422
    assert len(re.sub("<[^>]*>", " ", answer.text).split()) > 5
    assert ann.get("/djinn/box.toml").text == to_toml(Box())


def test_the_box_outlives_a_restart(ann, app, new_app):
    ann.post("/djinn/box/numbers", **{"scrolls-5": "2"})
    again = new_app(app.instance_path)
    assert again.test_client().get("/djinn/box.toml").text == to_toml(replace(Box(), scrolls={"5": 2}))


def test_cards_of_the_box_are_cards_of_the_game():
    assert {place for card in TWELVE.values() for place in (card.first, card.second)} <= LOCATIONS.keys()
    assert {card.bottom for card in TWELVE.values()} == {None, "key_1"} <= {None, *PAYMENTS}
    assert State().city == CITY


# Who may change it, and the way back


@pytest.mark.parametrize(
    "path",
    ["path", "move", "reset/tom", "tom/1", "colours", "tiles", "trophies", "numbers", "import", "history/1"],
)
def test_a_stranger_reads_the_box_but_changes_nothing(ann, phone, path):
    enter_cards(ann, 2)
    stranger, before = phone(), ann.get("/djinn/box.toml").text
    answer = stranger.post(f"/djinn/box/{path}", first="R1", second="a12", **{"scrolls-5": "2"})
    assert answer.status_code == 403
    assert "Open a table or sit down at one first" in answer.text
    assert stranger.get("/djinn/box.toml").text == before


@pytest.mark.parametrize(
    "path",
    ["", "?slot=R1", "/tom/1", "/colours", "/tiles", "/trophies", "/numbers", "/reset/tom", "/import", "/history"],
)
def test_a_stranger_is_offered_nothing_that_does_not_work(ann, phone, path):
    enter_cards(ann, 2)
    page, own = phone().get(f"/djinn/box{path}").text, ann.get(f"/djinn/box{path}").text
    assert "Open a table or sit down at one first" in page
    assert not re.findall(r'<button(?! class="chip")[^>]*>', page)
    assert "Open a table or sit down at one first" not in own


@pytest.mark.parametrize("path", ["new", "1"])
def test_a_stranger_enters_no_game_against_tom(ann, phone, path):
    form = {"name": "Ann", "day": "2026-01-02", "deck": "12", "won": "y", "points": "100"}
    assert ann.post("/djinn/solo/new", **form).status_code == 303
    stranger = phone()
    assert stranger.post(f"/djinn/solo/{path}", **form, seen=0).status_code == 403
    assert "Open a table or sit down at one first" in stranger.get(f"/djinn/solo/{path}").text


def test_going_back_to_what_we_know_asks_first(ann):
    enter_cards(ann, 2)
    page = ann.get("/djinn/box").text
    assert 'action="/djinn/box/reset' not in page
    assert 'href="/djinn/box/reset/tom"' in page
    assert 'action="/djinn/box/reset/tom"' in ann.get("/djinn/box/reset/tom").text
    assert ann.get("/djinn/box.toml").text.count("[tom.") == 2
    assert ann.get("/djinn/box/reset/everything").status_code == 422


def test_taking_over_a_box_says_what_it_takes_the_place_of(ann):
    enter_cards(ann, 12)
    assert "12 cards of Tom" in ann.get("/djinn/box/import").text


def history(phone):
    """Give the ids of the versions that one can go back to, the latest first."""
    return re.findall(r'action="/djinn/box/history/(\d+)"', phone.get("/djinn/box/history").text)


def test_everything_done_to_the_box_can_be_taken_back(ann):
    enter_cards(ann)
    whole = ann.get("/djinn/box.toml").text
    ann.post("/djinn/box/reset/tom")
    load(ann, HEAD + "[scrolls]\n5 = 2\n")
    imported = ann.get("/djinn/box.toml").text
    assert len(history(ann)) == 12 - 1 + 1 + 1  # the first and eleven more with cards, the empty one is the first again
    ids = history(ann)
    assert ann.post(f"/djinn/box/history/{ids[1]}").status_code == 303
    assert ann.get("/djinn/box.toml").text == whole
    assert ann.post(f"/djinn/box/history/{history(ann)[0]}").status_code == 303
    assert ann.get("/djinn/box.toml").text == imported
    assert ann.post("/djinn/box/history/999").status_code == 422


def test_no_version_is_kept_twice(ann):
    for _ in range(3):
        ann.post("/djinn/box/path", first="R1", second="a12")
    ann.post("/djinn/box/numbers")
    assert len(history(ann)) == 1


def test_the_history_is_bounded_and_keeps_what_stood_longest(app, ann, monkeypatch):
    monkeypatch.setattr(kit_store, "KEPT", 5)
    enter_cards(ann, 3)
    with app.app_context(), writing() as db:
        db.execute("UPDATE box_versions SET at = at - 86400 WHERE corrections NOT LIKE '%tom.2%'")
    for price in range(9):
        ann.post("/djinn/box/numbers", **{"scrolls-5": str(price)})
    with app.app_context():
        kept = [version.box for version in box_store.versions(limit=99)]
    assert len(kept) == 5
    assert kept[0].scrolls == {"5": 8}
    assert {"1": kept[0].tom["1"]} in [known.tom for known in kept]


def test_two_processes_have_one_box(ann, app, new_app):
    """Two apps on one file stand for two processes: nothing in memory may outlive what the other one changed."""
    other = new_app(app.instance_path)
    enter_cards(ann, 1)
    assert other.test_client().get("/djinn/box.toml").text == ann.get("/djinn/box.toml").text
    with other.app_context():
        box_store.change(lambda known: replace(known, scrolls={"5": 2}))
    ann.post("/djinn/box/numbers", **{"scrolls-5": "2", "scrolls-6": "3"})
    with other.app_context():
        assert (box_store.find().scrolls, len(box_store.find().tom)) == ({"5": 2, "6": 3}, 1)


def test_a_box_of_an_earlier_companion_begins_its_history(tmp_path):
    with closing(connect(tmp_path / "old.db")) as db:
        migrations.apply(db, stop_before="versions_of_boxes")
        db.table("boxes").insert({"game": "djinn", "corrections": HEAD})
        migrations.apply(db)
        assert [row["corrections"] for row in db.table("box_versions").rows] == [HEAD]
