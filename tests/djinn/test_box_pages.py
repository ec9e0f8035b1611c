"""What the owner of a box puts right, through the pages: used by the next table."""

import io
import re
from dataclasses import replace

import pytest

from companion.games.djinn.box import store
from companion.games.djinn.box.corrections import Box
from companion.games.djinn.facts import COLOURS, LOCATIONS, PAYMENTS, TILES, TROPHIES
from companion.games.djinn.facts.city import CITY
from companion.games.djinn.setup import challenges
from companion.games.djinn.state.model import State
from companion.storage.connections import get_db
from companion.table.play import find_table
from tests.apps import row_counts
from tests.colours import colour
from tests.djinn.boxes import TWELVE, enter_cards, held, load

pytestmark = pytest.mark.usefixtures("empty")


@pytest.fixture
def deal(app, owner):
    """Open a table and give its state."""

    def deal(players=1, **options):
        form = {"count": players, "deck": 12} | options
        for n, name in enumerate(("Ann", "Bob", "Cem")[:players]):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": colour(n)}
        code = owner.post("/djinn/new", **form).location.split("/")[2]
        with app.app_context():
            return code, find_table(code).state

    return deal


def test_the_next_table_has_the_owners_city_and_a_running_one_keeps_its_own(app, owner, deal):
    before, _ = deal(2)
    owner.post("/djinn/box/path", first="R1", second="a12")
    owner.post("/djinn/box/move", slot="R1", step="left")
    _, state = deal(2)
    assert len(state.city.paths) == 20
    assert state.city.place["R1"] == (-0.25, -1.0)
    with app.app_context():
        assert find_table(before).state.city == CITY


def test_toms_own_cards_take_the_place_of_the_house_deck(owner, deal):
    enter_cards(owner, 11)
    code, state = deal()
    assert state.house
    enter_cards(owner, 12)
    code, state = deal()
    assert not state.house
    assert {card.id for card in state.deck} == {f"own_{number:02}" for number in range(1, 13)}
    assert "house" not in owner.get(f"/djinn/{code}/hunt").text
    assert owner.post(f"/djinn/{code}/begin", seen=99).status_code == 303
    assert owner.post(f"/djinn/{code}/reveal", seen=99).status_code == 303


def test_a_table_with_the_owners_box_is_exported_and_imported(app, owner, deal):
    enter_cards(owner)
    owner.post("/djinn/box/path", first="R1", second="a12")
    code, before = deal()
    file = owner.get(f"/t/{code}/export.json").data
    answer = owner.http.post("/import", data={"file": (io.BytesIO(file), "table.json"), "copied": "yes"})
    with app.app_context():
        after = find_table(answer.location.split("/")[2]).state
    assert (after.city, after.tom, after.house) == (before.city, before.tom, False)
    assert after.city != CITY
    assert {card.id for card in after.deck} == {card.id for card in before.deck}


def test_the_owners_colours_are_said_everywhere_but_seats_keep_theirs(owner, deal):
    owner.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    code, _ = deal(3)
    page = owner.get(f"/djinn/{code}/setup").text
    assert "Water" in page
    assert "djinn-disc sign-blue teal" in page
    assert ">blue<" in owner.get("/djinn/new").text


def test_a_running_table_keeps_the_names_it_began_with(owner, deal):
    owner.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    code, _ = deal(3)
    owner.post("/djinn/box/colours", **{"name-blue": "Rain", "swatch-blue": "grey"})
    page = owner.get(f"/djinn/{code}/setup").text
    assert "Water" in page
    assert "Rain" not in page


def test_the_log_says_the_owners_names_too(owner, deal, state):
    form = {f"name-{id}": name for id, name in zip(COLOURS, ("Wood", "Water", "Fire", "Moss"), strict=True)}
    owner.post("/djinn/box/colours", **form, **{f"swatch-{id}": "teal" for id in COLOURS})
    code, _ = deal(2)
    owner.post(f"/djinn/{code}/begin", seen=99)
    slot, space = next(iter(state(code).spaces.items()))
    owner.post(f"/djinn/{code}/catch", seen=99, seat=state(code).turn.seat, slot=slot, djinn=space.djinn[0], anyway="y")
    name = form[f"name-{space.djinn[0]}"]
    assert f"1 {name}" in owner.get(f"/t/{code}/log").text
    assert f"1 {name}" in owner.get(f"/djinn/{code}/hunt").text


def test_trophies_prices_and_tents_are_shown_at_the_next_table(owner, deal):
    form = {f"points-{id}": "36" for id in TROPHIES} | {f"row-{id}": TROPHIES[id].row for id in TROPHIES}
    owner.post("/djinn/box/trophies", **form, **{f"bonus-{id}": f"bonus of {id}" for id in TROPHIES})
    owner.post("/djinn/box/numbers", **{"scrolls-8_flipped": "4", "tent-3": "1 Cork for 1 Coin"})
    code, state = deal(3)
    page = " ".join(re.sub("<[^>]*>", "", owner.get(f"/djinn/{code}/setup").text).split())
    for ids in state.trophies.values():
        assert all(f"36 points · bonus of {id} {id}" in page for id in ids)
    page = owner.get(f"/djinn/{code}/rarer").text
    assert "8, flipped" in page
    assert "1 Cork for 1 Coin" in page


def test_rows_of_trophies_may_be_as_long_as_the_owner_says(owner, deal):
    form = {f"row-{id}": "I" for id in TROPHIES} | {f"points-{id}": "30" for id in TROPHIES}
    owner.post("/djinn/box/trophies", **form)
    _, state = deal(3)
    assert {row: len(ids) for row, ids in state.trophies.items()} == {"I": 4}


def test_a_city_without_a_first_game_opens_no_table_for_one(app, owner):
    rounds, squares = CITY.round, CITY.square
    paths = [[one, other] for one in rounds for other in squares]
    assert load(owner, f"companion_djinn_box = 1\npaths = {paths}".replace("'", '"')).status_code == 303
    form = {"players-0-name": "Ann", "players-0-colour": "red", "players-1-name": "Bob", "players-1-colour": "blue"}
    answer = owner.post("/djinn/new", count=2, first_game="y", **form)
    assert answer.status_code == 422
    assert "Correct your board" in answer.text
    with app.app_context():
        assert row_counts(get_db())["tables"] == 1  # the one that Ann sits at already
    assert owner.post("/djinn/new", count=2, **form).status_code == 303


def test_a_disc_may_be_set_without_its_name(owner, deal):
    """The name stays ours, in the reader's language."""
    owner.post("/djinn/box/colours", **{"swatch-blue": "teal"})
    code, state = deal(2)
    assert (state.noted.names, state.noted.swatches) == ({}, {"blue": "teal"})
    page = owner.get(f"/djinn/{code}/setup").text
    assert "djinn-disc sign-blue teal" in page
    assert ">Blau<" in re.sub(r"\s", "", owner.get(f"/djinn/{code}/setup", headers={"Accept-Language": "de"}).text)


def test_a_file_says_what_its_entries_are_and_is_taken_over_with_a_byte_order_mark(owner):
    enter_cards(owner, 2)
    file = owner.get("/djinn/box.toml").text
    assert file.count("# Tom's twelve cards") == 1
    assert file.startswith("# A Djinn box")
    before = held(owner)
    owner.post("/djinn/box/reset/tom")
    assert load(owner, b"\xef\xbb\xbf" + file.encode()).status_code == 303
    assert held(owner) == before


def test_a_challenge_keeps_the_paths_and_cards_it_was_made_with(app, owner, deal):
    owner.post("/djinn/box/path", first="R1", second="a12")
    enter_cards(owner)
    _, first = deal()
    with app.app_context():
        challenge = challenges.seed_of(first.secret) + challenges.mark(first.city.paths, first.tom)
    owner.post("/djinn/box/path", first="R2", second="a12")
    owner.post("/djinn/box/reset/tom")
    _, again = deal(challenge=challenge)
    assert (again.city.paths, again.deck, again.spaces) == (first.city.paths, first.deck, first.spaces)


def test_rows_without_a_trophy_are_said(owner):
    assert "no Trophy in row" not in owner.get("/djinn/box").text
    owner.post("/djinn/box/trophies", **{f"{name}-{id}": value for id in TROPHIES for name, value in ALL_IN_ONE})
    assert "no Trophy in row II, III" in owner.get("/djinn/box").text


ALL_IN_ONE = (("row", "I"), ("points", "30"))


def test_the_box_says_what_each_card_tile_and_trophy_says(owner):
    enter_cards(owner, 1)
    owner.post("/djinn/box/tiles", green_10="Fly <b>")
    owner.post("/djinn/box/trophies", **{"points-I-1": "36", "row-I-1": "II", "bonus-I-1": "1 Key"})
    owner.post("/djinn/box/numbers", **{"scrolls-5": "2", "tent-1": "Corks"})
    owner.post("/djinn/box/colours", **{"name-blue": "Water"})
    page = " ".join(re.sub(r"<[^>]+>", " ", owner.get("/djinn/box").text).split())
    for words in (
        "1 Market, Tavern 1 Coin · 1 Key",
        "Fly &lt;b&gt;",
        "I-1 II · 36 1 Key",
        "Marker on 5 2",
        "Blue Water",
    ):
        assert words in page
    assert "Tent 1 Corks" in page


def test_a_name_is_escaped_once(owner, deal, state):
    form = {f"name-{id}": f"{id} & co" for id in COLOURS} | {f"swatch-{id}": "teal" for id in COLOURS}
    owner.post("/djinn/box/colours", **form)
    code, _ = deal(2)
    owner.post(f"/djinn/{code}/begin", seen=99)
    slot, space = next(iter(state(code).spaces.items()))
    owner.post(f"/djinn/{code}/catch", seen=99, seat=state(code).turn.seat, slot=slot, djinn=space.djinn[0], anyway="y")
    for page in (f"/djinn/{code}/setup", f"/djinn/{code}/hunt", f"/t/{code}/log"):
        text = owner.get(page).text
        assert " &amp; co" in text
        assert "&amp;amp;" not in text


def test_a_name_stays_text(owner, deal):
    owner.post("/djinn/box/colours", **{"name-blue": "<b>x</b>", "swatch-blue": "teal"})
    code, _ = deal(2)
    for page in (f"/djinn/{code}/setup", "/djinn/box/colours", f"/t/{code}/log"):
        assert "<b>x" not in owner.get(page).text
    assert "&lt;b&gt;x&lt;/b&gt;" in owner.get(f"/djinn/{code}/setup").text


def test_a_tiles_own_text_is_shown_in_the_draft(owner, deal):
    form = {tile.id: f"mine {tile.id}" for tile in TILES.values() if tile.known != "whole"}
    owner.post("/djinn/box/tiles", **form)
    code, state = deal(3)
    page = owner.get(f"/djinn/{code}/draft").text
    unknown = [id for id in (*state.green, *state.red) if TILES[id].known != "whole"]
    assert unknown
    assert all(f"mine {id}" in page for id in unknown)


@pytest.mark.parametrize(
    ("form", "kept"),
    [
        ({"payment": "coin_1", "bottom": "nothing"}, ("coin_1", None)),
        ({"payment_text": " 1 Coin  per Key ", "bottom_text": "<b>"}, ("1 Coin per Key", "<b>")),
        ({"payment": "key_1", "payment_text": "older words", "bottom_now": "key_1"}, ("key_1", "key_1")),
        ({"payment": "key_1", "payment_now": "key_1", "payment_text": "1 Hat"}, ("1 Hat", "as_shown")),
        ({"payment": "coin_1", "payment_now": "key_1", "payment_text": "1 Hat"}, ("coin_1", "as_shown")),
        ({"payment": "key_1", "payment_now": "key_1"}, ("key_1", "as_shown")),
        ({}, ("as_shown", "as_shown")),
    ],
)
def test_a_cards_payments_are_tapped_or_written(app, owner, form, kept):
    assert owner.post("/djinn/box/tom/1", pair="market tavern", **form).status_code == 303
    with app.app_context():
        card = store.find().tom["1"]
    assert (card.first, card.second, card.payment, card.bottom) == ("market", "tavern", *kept)
    assert "<b>" not in owner.get("/djinn/box/tom/1").text


def test_a_cards_page_holds_the_payment_that_was_known(owner):
    """Words of the owner's take its place although it is still marked."""
    owner.post("/djinn/box/tom/1", pair="market tavern", payment="key_1")
    assert 'name="payment_now" value="key_1"' in owner.get("/djinn/box/tom/1").text
    owner.post("/djinn/box/tom/2", pair="market tavern", payment_text="1 Hat")
    assert 'name="payment_now" value=""' in owner.get("/djinn/box/tom/2").text


def test_from_a_table_one_comes_back_to_it(owner):
    answer = owner.post("/djinn/box/tom/1", pair="market tavern", table="K7QFM")
    assert answer.location == "/djinn/K7QFM/hunt"


@pytest.mark.parametrize("part", ["colours", "tiles", "trophies", "numbers"])
def test_from_a_part_one_comes_back_to_it(owner, part):
    answer = owner.post(
        f"/djinn/box/{part}", **{"name-blue": "Water", "green_10": "Fly", "points-I-1": "36", "tent-1": "Corks"}
    )
    assert answer.location == f"/djinn/box#{part}"
    assert f'id="{part}"' in owner.get("/djinn/box").text


def test_every_part_goes_back_to_what_we_know(owner):
    owner.post("/djinn/box/path", first="R1", second="a12")
    enter_cards(owner, 2)
    owner.post("/djinn/box/colours", **{"name-blue": "Water", "swatch-blue": "teal"})
    owner.post("/djinn/box/trophies", **{"points-I-1": "36", "row-I-1": "I", "bonus-I-1": "1 Key"})
    owner.post("/djinn/box/tiles", green_10="Fly")
    owner.post("/djinn/box/numbers", **{"scrolls-5": "2", "tent-1": "Corks"})
    assert owner.get("/djinn/box.toml").text.count("\n") > 10
    for part in ("city", "tom", "colours", "trophies", "tiles", "numbers"):
        assert owner.post(f"/djinn/box/reset/{part}").status_code == 303
    assert held(owner) == Box()
    assert owner.post("/djinn/box/reset/everything").status_code == 422


def test_a_box_goes_to_another_owner_whole_or_not_at_all(owner):
    enter_cards(owner)
    owner.post("/djinn/box/numbers", **{"scrolls-5": "2"})
    file = owner.get("/djinn/box.toml").text
    for part in ("tom", "numbers"):
        owner.post(f"/djinn/box/reset/{part}")
    assert load(owner, file.replace('first = "market"', 'first = "zoo"', 1)).status_code == 422
    assert held(owner) == Box()
    assert load(owner, file).status_code == 303
    assert owner.get("/djinn/box.toml").text == file


@pytest.mark.parametrize("data", [b"\xff\xfe", b"x = ", b"companion_djinn_box = 9", b""])
def test_a_bad_file_is_refused_and_changes_nothing(owner, data):
    enter_cards(owner)
    before = held(owner)
    assert load(owner, data).status_code == 422
    assert held(owner) == before


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("path", {"first": "R1", "second": "R1"}),
        ("path", {"first": "R1", "second": "Z9"}),
        ("move", {"slot": "S", "step": "left"}),
        ("move", {"slot": "R1", "step": "away"}),
        ("tom/1", {"pair": "market market", "payment": "coin_1", "bottom": "coin_1"}),
        ("tom/1", {"payment": "coin_1"}),
        ("colours", {"name-blue": "A", "swatch-blue": "teal", "name-brown": "A", "swatch-brown": "grey"}),
        ("colours", {"name-blue": "A", "swatch-blue": "red; background: url(x)"}),
        ("colours", {"name-blue": "A" * 25, "swatch-blue": "teal"}),
        ("trophies", {"points-I-1": "many"}),
        ("trophies", {"bonus-I-1": "points are missing"}),
        ("tiles", {"green_10": "x" * 201}),
        ("trophies", {"row-I-1": "II"}),
        ("numbers", {"scrolls-5": "-1"}),
        ("numbers", {"scrolls-5": "99"}),
    ],
)
def test_what_cannot_be_is_refused_in_words(owner, path, form):
    answer = owner.post(f"/djinn/box/{path}", **form)
    assert answer.status_code == 422
    assert len(re.sub("<[^>]*>", " ", answer.text).split()) > 5
    assert held(owner) == Box()


def test_a_name_given_twice_is_refused_without_a_word_of_files(owner):
    same = {f"{what}-{id}": id if what == "swatch" else "A" for what in ("name", "swatch") for id in ("blue", "brown")}
    refusal = owner.post("/djinn/box/colours", **same).text
    assert "Two colours have the same name" in refusal
    assert "imported" not in refusal


def test_a_row_of_a_trophy_is_saved_with_its_points_or_refused(owner):
    assert "To save a row, also choose its Trophy" in owner.post("/djinn/box/trophies", **{"row-I-1": "II"}).text
    assert owner.post("/djinn/box/trophies", **{"row-I-1": "II", "points-I-1": "30"}).status_code == 303
    assert held(owner).trophies["I-1"].row == "II"


def test_no_name_is_given_to_a_second_colour_in_the_readers_language(owner):
    """Each form leaves our names of the other colours as they are."""
    german = {"Accept-Language": "de"}
    answer = owner.http.post("/djinn/box/colours", data={"name-blue": "braun"}, headers=german)
    assert answer.status_code == 422
    assert held(owner) == Box()
    assert owner.post("/djinn/box/colours", **{"name-blue": "braun"}).status_code == 303
    assert load(owner, owner.get("/djinn/box.toml").text).status_code == 303


def test_a_negative_price_is_called_so(owner):
    for price in ("-3", "−3"):
        assert "No negative numbers here" in owner.post("/djinn/box/numbers", **{"scrolls-5": price}).text


def test_the_box_outlives_a_restart(owner, app, new_app):
    owner.post("/djinn/box/numbers", **{"scrolls-5": "2"})
    again = new_app(app.instance_path)
    assert held(again.test_client()) == replace(Box(), scrolls={"5": 2})


def test_cards_of_the_box_are_cards_of_the_game():
    assert {place for card in TWELVE.values() for place in (card.first, card.second)} <= LOCATIONS.keys()
    assert {card.bottom for card in TWELVE.values()} == {None, "key_1"} <= {None, *PAYMENTS}
    assert State().city == CITY
