import json
import re

import pytest

from companion.games.djinn import draft
from companion.games.djinn.events import CardsDrawn, TilePicked, TilesDrawn
from companion.games.djinn.facts import CARDS, TILES
from companion.table.play import find_table, play
from tests.looks import seen

ANN, BOB, CEM = 0, 1, 2
GREEN = ("private_scoring", *(tile.id for tile in TILES.values() if tile.side == "green"))
RED = tuple(tile.id for tile in TILES.values() if tile.side == "red")


@pytest.fixture
def tap(seq):
    """Make a move like a page does that shows the latest."""

    def tap(phone, code, path, **form):
        return phone.post(f"/djinn/{code}/{path}", **{"seen": seq(code)} | form)

    return tap


@pytest.fixture
def setup(ann, open_djinn):
    return lambda: open_djinn(ann)


@pytest.fixture
def ticked(ann, open_djinn, tap):
    def ticked():
        code = open_djinn(ann)
        tap(ann, code, "tick", step="board")
        return code

    return ticked


@pytest.fixture
def hunt(ann, open_djinn, tap):
    def hunt(**options):
        code = open_djinn(ann, first_game="y", **options)
        tap(ann, code, "begin")
        return code

    return hunt


@pytest.fixture
def paused(ann, hunt, tap):
    def paused():
        code = hunt()
        tap(ann, code, "pause")
        return code

    return paused


@pytest.fixture
def source(ann, hunt, tap, state):
    """Drive all Bosses off and end two rounds, so that all gather at the Magic Source."""

    def source(**options):
        code = hunt(**options)
        for slot in state(code).spaces:
            tap(ann, code, "flee", seat=state(code).turn.seat, slot=slot)
        while not state(code).at_source:
            tap(ann, code, "end-turn", seat=state(code).turn.seat)
        return code

    return source


@pytest.fixture
def finished(ann, source, tap):
    def finished(**options):
        code = source(**options)
        for seat, coins in enumerate((3, 5)):
            tap(ann, code, "count", seat=seat, box="coins", value=coins)
        tap(ann, code, "finish")
        return code

    return finished


@pytest.fixture
def at(request):
    """Open a table and play it to a scene."""
    return lambda scene, **options: request.getfixturevalue(scene)(**options)


def since(page):
    """Find the version that a page's live block names."""
    return re.search(r"since=([\d.]+)", page.text)[1]


# Pages

PAGES = [
    ("setup", "setup", "setup", "Set up for three"),
    ("ticked", "setup", "setup", "1 of 11 done"),
    ("setup", "draft", "draft", "Green: an advantage"),
    ("hunt", "draft", "draft", "No draft in a first game"),
    ("setup", "hunt", "hunt", "Begin the hunt"),
    ("hunt", "hunt", "hunt", "6 Bosses left"),
    ("paused", "hunt", "hunt", "Let the clock run on"),
    ("setup", "rarer", "rarer", "Ann"),
    ("source", "rarer", "rarer", "a Boss of the supply"),
    ("source", "hunt", "hunt", "All gather at the Magic Source"),
    ("setup", "score", "score", "All sheets are filled"),
    ("finished", "score", "score", "To the result"),
    ("finished", "result", "result", "Bob wins"),
    ("finished", "hunt", "hunt", "City map"),
    ("finished", "setup", "setup", "Set up for three"),
]


@pytest.mark.parametrize(("scene", "path", "block", "words"), PAGES)
def test_a_page_comes_whole_as_a_block_or_not_at_all(ann, at, scene, path, block, words):
    """A browser gets the page, htmx its block and the bars, and 204 while nothing changed."""
    address = f"/djinn/{at(scene)}/{path}"
    whole, part = ann.get(address), ann.live(address, block)
    assert whole.text.startswith("<!doctype html>")
    assert words in whole.text
    assert part.text.lstrip().startswith(f'<section id="{block}"')
    assert words in part.text
    assert 'id="nav"' in part.text
    assert "<html" not in part.text
    unchanged = ann.live(f"{address}?since={since(whole)}", block)
    assert (unchanged.status_code, unchanged.data) == (204, b"")


def test_the_app_follows_the_game_from_page_to_page(ann, at):
    for scene, path in (("setup", "setup"), ("hunt", "hunt"), ("source", "hunt"), ("finished", "score")):
        code = at(scene)
        assert ann.get(f"/t/{code}").location == f"/djinn/{code}/{path}"


def test_a_result_comes_only_at_the_end(ann, at):
    code = at("hunt")
    assert ann.get(f"/djinn/{code}/result").location == f"/djinn/{code}/score"


def test_a_result_taken_back_leads_its_phones_to_the_score_page(ann, at):
    """The block that asked is on the result page only, so the other page's main part comes in place of the whole."""
    code = at("hunt")
    headers = {"HX-Request": "true", "HX-Target": "result", "HX-Trigger": "result"}
    answer = ann.get(f"/djinn/{code}/result?since=0", headers=headers, follow_redirects=True)
    assert answer.text.startswith(f'<title>Score · Djinn · {code}</title><main id="main" hx-swap-oob="morph">')
    assert 'id="did"' not in answer.text
    assert (answer.headers["HX-Reswap"], answer.headers["HX-Replace-Url"]) == ("none", f"/djinn/{code}/score")


def test_a_new_table_asks_who_plays(ann):
    page = ann.get("/djinn/new")
    assert page.status_code == 200
    assert page.text.count('name="count"') == 4


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"count": ""}, "Choose how many play"),
        ({"count": 5}, ""),
        ({"count": 1, "deck": 11}, ""),
        ({"count": 0}, ""),
        ({"count": -1}, ""),
        ({"count": "two"}, ""),
        ({"players-1-name": ""}, "1 to 24 characters"),
        ({"players-1-name": "Ann"}, "same name"),
        ({"players-1-colour": "mauve"}, ""),
        ({"count": 3}, "needs a name"),
        ({"players-²-name": "Cem"}, ""),
    ],
)
def test_a_table_that_cannot_be_is_refused(ann, change, words):
    form = {
        "count": 2,
        "players-0-name": "Ann",
        "players-0-colour": "red",
        "players-1-name": "Bob",
        "players-1-colour": "blue",
    }
    answer = ann.post("/djinn/new", **form | change)
    assert answer.status_code == 422 or change.keys() == {"players-²-name"}
    assert words in answer.text


def test_names_of_players_who_do_not_play_do_not_matter(ann, state):
    form = {f"players-{n}-{key}": value for n in range(4) for key, value in (("name", f"P{n}"), ("colour", "red"))}
    form |= {"players-3-name": "P0", "players-2-name": ""}
    answer = ann.post("/djinn/new", count=2, **form)
    assert answer.status_code == 303
    assert state(answer.location.split("/")[2]).players == 2


def test_the_rules_are_searched(ann):
    assert ann.get("/djinn/rules").text.startswith("<!doctype html>")
    found = ann.live("/djinn/rules?q=spell+circle", "found").text
    assert "Spell circles" in found
    assert "<html" not in found
    assert "Nothing found" in ann.live("/djinn/rules?q=xyzzy", "found").text
    assert "&lt;b&gt;" in ann.get("/djinn/rules?q=<b>").text


def test_the_tapped_space_opens_its_panel(ann, at, state):
    code = at("hunt")
    panel = ann.live(f"/djinn/{code}/hunt?space=R1", "space").text
    assert panel.lstrip().startswith('<section id="space"')
    assert panel.count('name="djinn"') == len(state(code).spaces["R1"].djinn)
    assert 'name="boss"' in panel


def test_the_calculator_answers(ann, at, state):
    code = at("hunt")
    colour = state(code).spaces["R1"].djinn[0]
    form = f"space=R1&djinn={colour}&magic=4&coins=0&circles=1&corks=0"
    page = ann.get(f"/djinn/{code}/can?{form}")
    assert "Yes, you can." in page.text
    assert "Not like this." in ann.live(f"/djinn/{code}/can?{form.replace('magic=4', 'magic=3')}", "answer").text
    assert ann.get(f"/djinn/{code}/can?magic=100").status_code == 422


def test_the_calculator_keeps_the_hand_for_the_next_space(ann, at):
    code = at("hunt")
    ann.get(f"/djinn/{code}/can?space=R1&magic=9&coins=8&mages-0-power=3")
    page = ann.get(f"/djinn/{code}/can?space=R2", follow_redirects=True).text
    assert 'name="space" value="R2"' in page
    for field, value in (("magic", 9), ("coins", 8), ("mages-0-power", 3)):
        assert re.search(rf'name="{field}"[^>]*value="{value}"|value="{value}"[^>]*name="{field}"', page)


def test_the_calculator_always_answers(ann, at):
    """What stands in the cookie must never send a phone in circles."""
    code = at("hunt")
    ann.get(f"/djinn/{code}/can?junk={'x' * 4000}&magic=3")
    answer = ann.get(f"/djinn/{code}/can", follow_redirects=True)
    assert answer.status_code == 200


def test_the_calculator_lays_out_one_more_mage(ann, at):
    code = at("hunt")
    page = ann.get(f"/djinn/{code}/can?magic=3&mages-0-power=1&mages-1-power=1&more=1").text
    assert 'name="mages-2-power"' in page
    assert 'name="mages-3-power"' not in page


# Moves: how they go, and to which page they lead

MOVES = [
    ("setup", "reroll", "setup", lambda state: {"element": "djinn"}),
    ("setup", "reroll", "setup", lambda state: {"element": "all"}),
    ("setup", "tick", "setup", lambda state: {"step": "djinn"}),
    ("ticked", "untick", "setup", lambda state: {"step": "board"}),
    ("setup", "pick", "draft", lambda state: {"seat": state.start_seat, "tile": draft.turn(state)[1][0]}),
    ("setup", "begin", "hunt", lambda state: {}),
    ("hunt", "end-turn", "hunt", lambda state: {"seat": state.turn.seat}),
    ("hunt", "pause", "hunt", lambda state: {}),
    ("paused", "resume", "hunt", lambda state: {}),
    (
        "hunt",
        "catch",
        "hunt",
        lambda state: {"seat": state.turn.seat, "slot": "R1", "djinn": list(state.spaces["R1"].djinn), "boss": "y"},
    ),
    ("hunt", "flee", "hunt", lambda state: {"seat": state.turn.seat, "slot": "R2"}),
    (
        "hunt",
        "remove",
        "hunt",
        lambda state: {"seat": state.turn.seat, "slot": "R3", "djinn": state.spaces["R3"].djinn[0]},
    ),
    ("hunt", "draw", "rarer", lambda state: {"seat": CEM}),
    ("source", "supply-boss", "rarer", lambda state: {"seat": ANN}),
    ("setup", "count", "score?seat=2", lambda state: {"seat": CEM, "box": "coins", "by": 2}),
    ("setup", "count", "score?seat=2", lambda state: {"seat": CEM, "box": "other", "value": -5}),
    (
        "setup",
        "private",
        "score?seat=1",
        lambda state: {"seat": BOB, "card": next(card for card in CARDS if card not in state.cards)},
    ),
    ("setup", "private", "score?seat=1", lambda state: {"seat": BOB, "card": ""}),
    ("setup", "finish", "result", lambda state: {}),
]
ONCE = {"reroll", "pick", "begin", "end-turn", "catch", "flee", "remove", "draw", "supply-boss", "finish"}
FOR_SEAT = {"pick", "end-turn", "catch", "flee", "remove", "draw", "supply-boss", "count", "private"}


@pytest.mark.parametrize(("scene", "path", "page", "form"), MOVES)
def test_a_move_is_written_and_leads_to_its_page(ann, at, tap, seq, state, scene, path, page, form):
    code = at(scene)
    before = seq(code)
    answer = tap(ann, code, path, **form(state(code)))
    location, _, outcome = answer.location.partition("#")
    assert (answer.status_code, location) == (303, f"/djinn/{code}/{page}")
    assert seq(code) == before + 1
    shown = ann.get(location)
    assert shown.status_code == 200
    assert outcome in ("", "private") or f'id="{outcome}"' in shown.text  # nobody is told whose card is private
    assert ann.get(f"/t/{code}/log").status_code == 200


@pytest.fixture(scope="module")
def evening(app):
    """Give a table nobody changes: its code, Bob who sits, and Cem who watches."""
    host, bob, cem = (app.test_client() for _ in range(3))
    form = {"count": 3} | {f"players-{n}-name": name for n, name in enumerate(("Ann", "Bob", "Cem"))}
    form |= {f"players-{n}-colour": colour for n, colour in enumerate(("red", "blue", "green"))}
    code = host.post("/djinn/new", data=form).location.split("/")[2]
    bob.post(f"/t/{code}/sit", data={"seat": BOB})
    cem.post(f"/t/{code}/watch")
    host.post(f"/djinn/{code}/count", data={"op": "a", "seat": ANN, "box": "coins", "by": 1})
    host.post(f"/t/{code}/undo", data={"op": "b", "entry": 2})
    return code, host, bob, cem


def valid(app, code, path):
    """Give the form of a move in its right shape."""
    with app.app_context():
        state = find_table(code).state
    shapes = {
        "reroll": {"element": "all"},
        "tick": {"step": "djinn"},
        "untick": {"step": "djinn"},
        "pick": {"seat": ANN, "tile": state.green[0]},
        "count": {"seat": ANN, "box": "coins", "by": 1},
        "private": {"seat": ANN, "card": ""},
    }
    space = {"seat": ANN, "slot": "R1", "djinn": state.spaces["R1"].djinn[0]}
    seat = {"seat": ANN} if path in FOR_SEAT else {}
    return {"op": f"op {path}", "seen": 3} | shapes.get(path, space if path in ("catch", "flee", "remove") else seat)


PATHS = sorted({path for _, path, _, _ in MOVES})


@pytest.mark.parametrize("path", PATHS)
def test_a_watcher_makes_no_move(app, evening, path):
    code, _, _, cem = evening
    for watcher in (cem, app.test_client()):
        answer = watcher.post(f"/djinn/{code}/{path}", data=valid(app, code, path))
        assert answer.status_code == 403
        assert "only watching" in answer.text


@pytest.mark.parametrize("path", sorted(FOR_SEAT))
def test_a_seat_makes_no_move_for_another(app, evening, path):
    code, _, bob, _ = evening
    answer = bob.post(f"/djinn/{code}/{path}", data=valid(app, code, path))
    assert answer.status_code == 403
    assert "belongs to another player" in answer.text


@pytest.mark.parametrize("path", sorted(ONCE))
def test_a_once_only_move_says_what_screen_it_was_tapped_on(app, evening, path):
    code, host, _, _ = evening
    form = valid(app, code, path)
    answer = host.post(f"/djinn/{code}/{path}", data=form | {"seen": 2})
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    del form["seen"]
    assert host.post(f"/djinn/{code}/{path}", data=form).status_code == 422


@pytest.mark.parametrize("path", PATHS)
def test_a_move_needs_its_op_id(app, evening, path):
    code, host, _, _ = evening
    form = valid(app, code, path)
    del form["op"]
    assert host.post(f"/djinn/{code}/{path}", data=form).status_code == 422


def other_tile(state):
    return next(tile for tile in TILES if tile not in (*state.green, *state.red))


REFUSALS = [
    ("ticked", "reroll", lambda state: {"element": "all"}, "untick all steps first"),
    ("hunt", "reroll", lambda state: {"element": "all"}, "The hunt has begun"),
    ("ticked", "tick", lambda state: {"step": "board"}, "ticked already"),
    ("hunt", "tick", lambda state: {"step": "cards"}, "This game leaves this step out"),
    ("setup", "untick", lambda state: {"step": "board"}, "not ticked"),
    ("setup", "pick", lambda state: {"seat": state.start_seat, "tile": other_tile(state)}, "not on offer"),
    (
        "setup",
        "pick",
        lambda state: {"seat": (state.start_seat + 1) % 3, "tile": state.green[0]},
        "not this seat's turn",
    ),
    ("hunt", "pick", lambda state: {"seat": state.start_seat, "tile": "start_gift"}, "no tile to take"),
    ("hunt", "begin", lambda state: {}, "begun already"),
    ("setup", "end-turn", lambda state: {"seat": ANN}, "begin it first"),
    ("source", "end-turn", lambda state: {"seat": ANN}, "The last round is over"),
    ("paused", "pause", lambda state: {}, "paused already"),
    ("hunt", "resume", lambda state: {}, "running already"),
    ("hunt", "catch", lambda state: {"seat": state.turn.seat, "slot": "R1"}, "Nothing is chosen"),
    (
        "hunt",
        "catch",
        lambda state: {"seat": state.turn.seat, "slot": "R1", "djinn": [*state.spaces["R1"].djinn, "brown"] * 2},
        "Not at the round",
    ),
    ("source", "flee", lambda state: {"seat": ANN, "slot": "R1"}, "The last round is over"),
    ("hunt", "remove", lambda state: {"seat": state.turn.seat, "slot": "R1"}, "Nothing is chosen"),
    ("setup", "draw", lambda state: {"seat": ANN}, "begin it first"),
    ("setup", "supply-boss", lambda state: {"seat": ANN}, "begin it first"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys", "by": 13}, "only 0 to 12"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys", "value": -1}, "only 0 to 12"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys"}, "Enter a number first"),
    ("finished", "count", lambda state: {"seat": ANN, "box": "keys", "by": 1}, "The game is finished"),
    ("setup", "private", lambda state: {"seat": ANN, "card": state.cards[0]}, "lies on the table for everybody"),
    ("finished", "finish", lambda state: {}, "The game is finished"),
]


@pytest.mark.parametrize(("scene", "path", "form", "sentence"), REFUSALS)
def test_a_refused_move_says_why_and_changes_nothing(ann, at, tap, seq, state, scene, path, form, sentence):
    code = at(scene)
    before = seq(code)
    answer = tap(ann, code, path, **form(state(code)))
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&#39;", "'")
    assert seq(code) == before


@pytest.mark.parametrize("path", ["catch", "draw", "supply-boss", "count", "private"])
def test_nothing_happens_to_a_seat_that_the_table_has_not(ann, at, tap, state, seq, path):
    """Who serves all seats may mistype one; the log would then name a player that nobody is."""
    code = at("hunt", players=2)
    form = {"slot": "R1", "djinn": state(code).spaces["R1"].djinn[0], "box": "coins", "by": 1, "card": "keys"}
    assert tap(ann, code, path, seat=CEM, **form).status_code == 422
    assert ann.get(f"/djinn/{code}/hunt").status_code == 200
    assert ann.get(f"/t/{code}/log").status_code == 200


# Rights


def test_a_phone_fills_its_own_sheet_and_sees_the_others(ann, bob, at):
    code = at("setup")
    bob.post(f"/t/{code}/sit", seat=BOB)
    own, other = bob.get(f"/djinn/{code}/score").text, bob.get(f"/djinn/{code}/score?seat=0").text
    assert 'name="box"' in own
    assert 'name="box"' not in other
    assert "another player" in other.replace("&#39;", "'")
    assert 'name="box"' in ann.get(f"/djinn/{code}/score?seat=2").text


def test_a_watcher_sees_no_move(phone, at):
    code = at("hunt")
    for path in ("setup", "hunt", "hunt?space=R1", "score", "draft"):
        page = phone().get(f"/djinn/{code}/{path}").text
        for button in ("Caught</button>", "Take</button>", ">Done<", "Capacity beyond 8, draw"):
            assert button not in page


# Secrets


@pytest.fixture
def rewrite(app):
    """Change an event of a table behind everybody's back."""

    def rewrite(code, change):
        with app.app_context():
            from companion.db import get_db

            for row in list(get_db().query("SELECT seq, events FROM log WHERE code = ?", [code])):
                events = [change(event) or event for event in json.loads(row["events"])]
                get_db().execute(
                    "UPDATE log SET events = ? WHERE code = ? AND seq = ?", [json.dumps(events), code, row["seq"]]
                )
        app.extensions["tables"].clear()

    return rewrite


@pytest.fixture
def secret_table(app, ann, bob, phone, open_djinn, tap):
    """Play a game in which Bob has private Scoring Cards; give its code and the phones: host, Bob, Cem, a watcher."""
    code, cem, watcher = open_djinn(ann), phone(), phone()

    def drawn(state):
        cards = ("keys", "spare_stock", "few_passages")
        picks = [(BOB, "private_scoring"), (ANN, "market_free"), (CEM, "tavern_key")]
        picks += [(seat, RED[seat]) for seat in (ANN, BOB, CEM)]
        return [CardsDrawn(cards), TilesDrawn(GREEN[:4], RED[:4]), *(TilePicked(*pick) for pick in picks)]

    with app.app_context():
        play(code, drawn, tapped_by=None, op="drawn")
    for it, seat in ((ann, ANN), (bob, BOB), (cem, CEM)):
        it.post(f"/t/{code}/sit", seat=seat)
    watcher.post(f"/t/{code}/watch")
    tap(ann, code, "begin")
    tap(ann, code, "pause")
    assert tap(bob, code, "private", seat=BOB, card="high_base").status_code == 303
    tap(bob, code, "count", seat=BOB, box="base", value=2)
    return code, ann, bob, cem, watcher


def other_card(event):
    return event | {"card": "no_key_mage"} if event["event"] == "PrivateCardChosen" else None


def other_order(event):
    return event | {"bag": sorted(event["bag"])} if event["event"] == "DjinnDrawn" else None


def test_secrets_show_only_where_they_may(app, secret_table, rewrite):
    """Nothing that a phone can open may depend on the bag's order, nor on another seat's private card.

    That holds for the host's phone too.
    """
    code, ann, bob, cem, watcher = secret_table

    def looks():
        return [seen(app, phone, code) for phone in (ann, cem, watcher, bob)]

    def changed(before, after):
        pairs = zip(before, after, strict=True)
        return [[path for path in one if one[path] != other[path]] for one, other in pairs]

    first = looks()
    rewrite(code, other_order)
    second = looks()
    assert changed(first, second) == [[], [], [], []]
    rewrite(code, other_card)
    *others, bobs = changed(second, looks())
    assert others == [[], [], []]
    assert f"/djinn/{code}/score?seat=1" in bobs


def test_a_host_serves_seats_without_a_phone(secret_table):
    code, ann, bob, cem, _ = secret_table
    assert 'name="card"' not in ann.get(f"/djinn/{code}/score?seat=1").text
    bob.post(f"/t/{code}/free", seat=BOB)
    assert '<option value="high_base" selected>' in ann.get(f"/djinn/{code}/score?seat=1").text
    for phone in (bob, cem):
        assert 'name="card"' not in phone.get(f"/djinn/{code}/score?seat=1").text


def test_a_refusal_tells_no_secret(secret_table, tap):
    """Who tries all cards must not find out which one another player holds."""
    code, _, _, cem, _ = secret_table
    free = [card for card in CARDS if card not in ("keys", "spare_stock", "few_passages")]
    assert len({tap(cem, code, "private", seat=CEM, card=card).status_code for card in free}) == 1


def test_at_the_end_all_cards_are_open(secret_table, tap, seq):
    """The end shows a private card for its points, so it stays face up when the end is taken back, and says so."""
    code, ann, bob, cem, watcher = secret_table
    tap(ann, code, "finish")
    for phone in (cem, watcher):
        assert "Base Marker: 2" in phone.get(f"/djinn/{code}/result").text
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    for phone in (cem, watcher):
        assert "Base Marker: 2" in phone.get(f"/djinn/{code}/score?seat=1").text
        assert "they stay face up" in phone.get(f"/t/{code}/log").text
    assert "everybody has seen it at the end" in bob.get(f"/djinn/{code}/score?seat=1").text
    assert "high_base" in ann.get(f"/t/{code}/export.json").text


def test_a_guests_finish_opens_nothing(secret_table, tap, state):
    """Right after the start a guest cannot end the game, and the page says who can."""
    code, ann, bob, cem, _ = secret_table
    answer = tap(bob, code, "finish")
    assert (answer.status_code, "ask the host" in answer.text) == (422, True)
    assert not state(code).finished
    assert 'id="finish"' not in bob.get(f"/djinn/{code}/score").text
    assert "the host can ask for it at any time" in bob.get(f"/djinn/{code}/score").text
    assert 'id="finish"' in ann.get(f"/djinn/{code}/score").text
    for phone, seat in ((ann, ANN), (cem, CEM)):
        tap(phone, code, "count", seat=seat, box="coins", by=1)
    assert 'id="finish"' in bob.get(f"/djinn/{code}/score").text
    assert tap(bob, code, "finish").location == f"/djinn/{code}/result"


def test_what_was_drawn_and_taken_back_stands_in_the_log_for_all(ann, phone, open_djinn, tap, state, seq):
    """The same Djinn come again, so nobody may know alone which: the log goes on telling what the catch had drawn."""
    code = open_djinn(ann, first_game="y")
    tap(ann, code, "begin")
    before = state(code)
    tap(ann, code, "flee", seat=before.turn.seat, slot="R1")
    drawn = state(code).spaces["R1"].djinn[len(before.spaces["R1"].djinn) :]
    assert len(drawn) == 2
    (sentence,) = re.findall(r"From the bag to the round [^<]*", phone().get(f"/t/{code}/log").text)
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert state(code).bag[:2] == drawn
    assert f'<p class="done">{sentence}</p>' in phone().get(f"/t/{code}/log").text


# The result


def plays(phone):
    return phone.get("/scores/plays.json").json


def of(phone, code):
    return [play for play in plays(phone) if play["code"] == code]


def test_a_finished_game_is_saved_once(ann, finished, tap):
    code = finished()
    (play,) = of(ann, code)
    assert play["game"] == "djinn"
    assert play["options"] == {"players": 3, "first_game": True, "longer": False}
    assert [(one["place"], one["name"], one["tie_break"]) for one in play["players"]] == [
        (1, "Bob", 5),
        (2, "Ann", 3),
        (3, "Cem", 0),
    ]
    assert sum(line["points"] for line in play["players"][0]["lines"]) == play["players"][0]["points"]
    assert f'href="/scores/{play["id"]}"' in ann.get(f"/djinn/{code}/result").text


def test_the_result_tapped_twice_is_saved_once(ann, source, seq):
    code = source()
    for _ in range(2):
        answer = ann.post(f"/djinn/{code}/finish", op="the same tap", seen=seq(code))
        assert (answer.status_code, answer.location) == (303, f"/djinn/{code}/result")
    assert len(of(ann, code)) == 1


def test_a_corrected_result_replaces_the_saved_one_and_leaves_a_trace(ann, finished, tap, seq):
    code = finished()
    (before,) = of(ann, code)
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    tap(ann, code, "count", seat=CEM, box="corked", value=4)
    tap(ann, code, "finish")
    (after,) = of(ann, code)
    assert after["id"] == before["id"]
    assert (after["players"][0]["name"], after["players"][0]["points"]) == ("Cem", 40)
    assert "What was changed" in ann.get(f"/scores/{after['id']}").text


def test_a_result_asked_for_again_without_a_change_leaves_no_trace(ann, finished, tap, seq):
    code = finished()
    ann.post(f"/t/{code}/undo", entry=seq(code))
    tap(ann, code, "finish")
    (play,) = of(ann, code)
    assert "What was changed" not in ann.get(f"/scores/{play['id']}").text


def test_an_old_finish_sent_again_does_not_save_a_game_that_goes_on(ann, source, seq, tap):
    """The answer to a finish got lost, the finish was undone, and then the phone sends it again."""
    code = source()
    ann.post(f"/djinn/{code}/finish", op="finish", seen=seq(code))
    assert len(of(ann, code)) == 1
    ann.post(f"/t/{code}/undo", entry=seq(code))
    tap(ann, code, "count", seat=CEM, box="corked", value=4)
    ann.post(f"/djinn/{code}/finish", op="finish", seen=seq(code))
    assert of(ann, code) == []


def test_a_result_that_was_taken_back_leaves_the_scores_until_it_stands_again(ann, finished, seq):
    code = finished()
    end = seq(code)
    (before,) = of(ann, code)
    ann.post(f"/t/{code}/undo", entry=end)
    assert of(ann, code) == []
    ann.post(f"/t/{code}/redo", entry=end)
    assert of(ann, code) == [before]


def test_the_private_card_can_be_chosen_where_nobody_told_who_took_which_tile(ann, open_djinn, state):
    for _ in range(40):
        code = open_djinn(ann)
        offered = "private_scoring" in (*state(code).green, *state(code).red)
        assert ('id="private"' in ann.get(f"/djinn/{code}/score").text) == offered
        if offered:
            return
    raise AssertionError("the tile was never on offer")


def test_trophies_are_drawn_anew_where_the_owner_has_described_them(ann, open_djinn):
    button = 'name="element" value="trophies"'
    assert button not in ann.get(f"/djinn/{open_djinn(ann)}/setup").text
    ann.post("/djinn/box/trophies", **{"row-I-1": "I", "points-I-1": 30})
    code = open_djinn(ann)
    assert button in ann.get(f"/djinn/{code}/setup").text
    assert ann.post(f"/djinn/{code}/reroll", element="trophies", seen=1).status_code == 303
    ann.post("/djinn/box/reset/trophies")


@pytest.mark.parametrize(
    ("move", "chosen"),
    [("end-turn", {}), ("catch", {"slot": "R1", "boss": "y"}), ("flee", {"slot": "R1"}), ("remove", {"slot": "R1"})],
)
def test_out_of_turn_only_the_host_moves(ann, bob, open_djinn, state, seq, move, chosen):
    """A guest who is not on turn neither takes nor ends another player's turn; the host may act for everybody."""
    code = open_djinn(ann, first_game="y")
    ann.post(f"/djinn/{code}/begin", seen=1)
    turn = state(code).turn.seat
    other = (turn + 1) % 3
    bob.post(f"/t/{code}/sit", seat=other)
    chosen = {"djinn": list(state(code).spaces["R1"].djinn[:1]), **chosen} if move in ("catch", "remove") else chosen
    before = state(code)
    assert bob.post(f"/djinn/{code}/{move}", seen=seq(code), seat=other, **chosen).status_code == 422
    assert state(code) == before
    assert ann.post(f"/djinn/{code}/{move}", seen=seq(code), seat=turn, **chosen).status_code == 303
