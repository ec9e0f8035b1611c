"""Moves by HTTP: how they go, to which page they lead, and who may."""

import pytest

from companion.games.djinn.facts import CARDS, TILES, TROPHIES
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import side_of
from companion.table.play import find_table

ANN, BOB, CEM = 0, 1, 2

# Moves: how they go, and to which page they lead


def tiles(state):
    sides = ([tile for tile in TILES if side_of(state, tile) == side] for side in ("green", "red"))
    return [tile for side in sides for tile in side[: state.players + 1]]


MOVES = [
    ("setup", "reroll", "setup", lambda state: {"element": "djinn"}),
    ("setup", "reroll", "setup", lambda state: {"element": "all"}),
    ("setup", "swap", "setup?drew=layout", lambda state: {"one": "R1", "other": "R2"}),
    ("alone", "set-deck", "setup", lambda state: {"printed": "y"}),
    ("setup", "set-djinn", "setup", lambda state: {}),
    ("dealing", "drew", "setup", lambda state: {"colour": "blue"}),
    ("hunt", "we-draw", "hunt", lambda state: {}),
    ("dealing", "app-draws", "setup", lambda state: {}),
    ("setup", "set-passages", "setup", lambda state: {"locations": ["market", "tavern"]}),
    ("setup", "set-start", "setup", lambda state: {"seat": CEM}),
    (
        "setup",
        "set-trophies",
        "setup",
        lambda state: {"trophies": [id for id in TROPHIES if id[-1] in "1234"]},
    ),
    ("setup", "set-cards", "setup", lambda state: {"cards": [*CARDS][:3]}),
    ("setup", "set-tiles", "setup", lambda state: {"tiles": tiles(state)}),
    ("setup", "tick", "setup", lambda state: {"step": "djinn"}),
    ("ticked", "untick", "setup", lambda state: {"step": "board"}),
    ("setup", "pick", "draft", lambda state: {"seat": state.start_seat, "tile": draft.turn(state)[1][0]}),
    ("setup", "begin", "hunt", lambda state: {}),
    ("hunt", "stand", "hunt", lambda state: {"seat": state.turn.seat, "slot": "S", "anyway": "y"}),
    ("hunt", "end-turn", "hunt", lambda state: {"seat": state.turn.seat}),
    ("hunt", "pause", "hunt", lambda state: {}),
    ("paused", "resume", "hunt", lambda state: {}),
    (
        "hunt",
        "catch",
        "hunt",
        lambda state: {
            "seat": state.turn.seat,
            "slot": "R1",
            "djinn": list(state.spaces["R1"].djinn),
            "boss": "y",
            "anyway": "y",
        },
    ),
    ("hunt", "flee", "hunt", lambda state: {"seat": state.turn.seat, "slot": "R2"}),
    (
        "hunt",
        "remove",
        "hunt",
        lambda state: {"seat": state.turn.seat, "slot": "R3", "djinn": state.spaces["R3"].djinn[0]},
    ),
    ("hunt", "draw", "hunt", lambda state: {"seat": CEM, "anyway": "y"}),
    ("hunt", "trophy", "hunt", lambda state: {"seat": state.turn.seat, "trophy": "I/36", "anyway": "y"}),
    ("hunt", "passage", "hunt", lambda state: {"seat": state.turn.seat}),
    ("source", "supply-boss", "hunt", lambda state: {"seat": ANN}),
    ("setup", "count", "score?seat=2", lambda state: {"seat": CEM, "box": "coins", "by": 2}),
    ("setup", "count", "score?seat=2", lambda state: {"seat": CEM, "box": "other", "value": -5}),
    (
        "setup",
        "private",
        "score?seat=1",
        lambda state: {"seat": BOB, "card": next(card for card in CARDS if card not in state.cards)},
    ),
    ("setup", "private", "score?seat=1", lambda state: {"seat": BOB, "card": ""}),
    ("counted", "finish", "result", lambda state: {}),
    ("counted", "done", "score?seat=0", lambda state: {"seat": ANN}),
    ("counted", "done", "score?seat=1", lambda state: {"seat": BOB, "stands": "y"}),
]

SETS = {
    "swap",
    "set-deck",
    "set-djinn",
    "we-draw",
    "app-draws",
    "set-passages",
    "set-start",
    "set-trophies",
    "set-cards",
    "set-tiles",
}
ONCE = SETS | {
    "stand",
    "reroll",
    "pick",
    "begin",
    "end-turn",
    "catch",
    "flee",
    "remove",
    "draw",
    "supply-boss",
    "trophy",
    "passage",
    "finish",
}

FOR_SEAT = {"pick", "stand", "end-turn", "catch", "flee", "remove", "draw", "supply-boss", "count", "private", "done"}
FOR_SEAT |= {"trophy", "passage"}


@pytest.mark.thorough(one_in=3)
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
    """Fill in the form of a move in its right shape."""
    with app.app_context():
        state = find_table(code).state
    shapes = {
        "reroll": {"element": "all"},
        "drew": {"colour": "blue"},
        "swap": {"one": "R1", "other": "R2"},
        "tick": {"step": "djinn"},
        "untick": {"step": "djinn"},
        "pick": {"seat": ANN, "tile": state.green[0]},
        "count": {"seat": ANN, "box": "coins", "by": 1},
        "private": {"seat": ANN, "card": ""},
        "trophy": {"seat": ANN, "trophy": "I/30"},
    }
    space = {"seat": ANN, "slot": "R1", "djinn": state.spaces["R1"].djinn[0]}
    seat = {"seat": ANN} if path in FOR_SEAT | {"set-start"} else {}
    return {"op": f"op {path}", "seen": 3} | shapes.get(
        path, space if path in ("catch", "flee", "remove", "stand") else seat
    )


PATHS = sorted({path for _, path, _, _ in MOVES})


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("path", PATHS)
def test_a_watcher_makes_no_move(app, evening, seq, path):
    code, _, _, cem = evening
    before = seq(code)
    for watcher in (cem, app.test_client()):
        answer = watcher.post(f"/djinn/{code}/{path}", data=valid(app, code, path))
        assert answer.status_code == 403
        assert "only watching" in answer.text
    assert seq(code) == before


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("path", sorted(FOR_SEAT))
def test_a_seat_makes_no_move_for_another(app, evening, path):
    code, _, bob, _ = evening
    answer = bob.post(f"/djinn/{code}/{path}", data=valid(app, code, path))
    assert answer.status_code == 403
    assert "belongs to another player" in answer.text


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("path", sorted(ONCE))
def test_a_once_only_move_says_what_screen_it_was_tapped_on(app, evening, seq, path):
    code, host, _, _ = evening
    form, before = valid(app, code, path), seq(code)
    answer = host.post(f"/djinn/{code}/{path}", data=form | {"seen": 2})
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    del form["seen"]
    assert host.post(f"/djinn/{code}/{path}", data=form).status_code == 422
    assert seq(code) == before


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("path", PATHS)
def test_a_move_needs_its_op_id(app, evening, seq, path):
    code, host, _, _ = evening
    form, before = valid(app, code, path), seq(code)
    del form["op"]
    assert host.post(f"/djinn/{code}/{path}", data=form).status_code == 422
    assert seq(code) == before


def other_tile(state):
    return next(tile for tile in TILES if tile not in (*state.green, *state.red))


REFUSALS = [
    ("hunt", "reroll", lambda state: {"element": "all"}, "The hunt has already begun"),
    ("ticked", "tick", lambda state: {"step": "board"}, "already ticked"),
    ("hunt", "tick", lambda state: {"step": "cards"}, "This game skips this step"),
    ("setup", "untick", lambda state: {"step": "board"}, "ticked. Tick it"),
    ("setup", "pick", lambda state: {"seat": state.start_seat, "tile": other_tile(state)}, "on offer"),
    (
        "setup",
        "pick",
        lambda state: {"seat": (state.start_seat + 1) % 3, "tile": state.green[0]},
        "up yet",
    ),
    ("hunt", "pick", lambda state: {"seat": state.start_seat, "tile": "start_gift"}, "no tiles to take"),
    ("hunt", "begin", lambda state: {}, "already begun"),
    ("setup", "end-turn", lambda state: {"seat": ANN}, "Begin it first"),
    ("source", "end-turn", lambda state: {"seat": ANN}, "The last round is over"),
    ("paused", "pause", lambda state: {}, "already paused"),
    ("hunt", "resume", lambda state: {}, "already running"),
    ("hunt", "catch", lambda state: {"seat": state.turn.seat, "slot": "R1"}, "Choose the Djinn"),
    (
        "hunt",
        "catch",
        lambda state: {"seat": state.turn.seat, "slot": "R1", "djinn": [*state.spaces["R1"].djinn, "brown"] * 2},
        "Not at the round",
    ),
    (
        "hunt",
        "catch",
        lambda state: {"seat": state.turn.seat, "slot": "R1", "djinn": state.spaces["R1"].djinn[0]},
        "The first turn is at a square space",
    ),
    ("source", "flee", lambda state: {"seat": ANN, "slot": "R1"}, "The last round is over"),
    ("hunt", "remove", lambda state: {"seat": state.turn.seat, "slot": "R1"}, "Choose the Djinn"),
    ("setup", "draw", lambda state: {"seat": ANN}, "Begin it first"),
    ("setup", "supply-boss", lambda state: {"seat": ANN}, "Begin it first"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys", "by": 13}, "must be 0 to 12"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys", "value": -1}, "must be 0 to 12"),
    ("setup", "count", lambda state: {"seat": ANN, "box": "keys"}, "Enter a number first"),
    ("finished", "count", lambda state: {"seat": ANN, "box": "keys", "by": 1}, "The game is finished"),
    ("setup", "private", lambda state: {"seat": ANN, "card": state.cards[0]}, "is on the table for everyone"),
    ("finished", "finish", lambda state: {}, "The game is finished"),
    ("setup", "finish", lambda state: {}, "nothing to score"),
    ("setup", "done", lambda state: {"seat": ANN}, "Nothing is entered on this sheet yet"),
]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(("scene", "path", "form", "sentence"), REFUSALS)
def test_a_refused_move_says_why_and_changes_nothing(ann, at, tap, seq, state, scene, path, form, sentence):
    code = at(scene)
    before = seq(code)
    answer = tap(ann, code, path, **form(state(code)))
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&#39;", "'")
    assert seq(code) == before


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("path", ["catch", "draw", "supply-boss", "count", "private", "done"])
def test_nothing_happens_to_a_seat_that_the_table_has_not(ann, at, tap, state, seq, path):
    """Who serves all seats may mistype one; the log would then name a player that nobody is."""
    code = at("hunt", players=2)
    form = {"slot": "R1", "djinn": state(code).spaces["R1"].djinn[0], "box": "coins", "by": 1, "card": "keys"}
    before = seq(code)
    assert tap(ann, code, path, seat=CEM, **form).status_code == 422
    assert seq(code) == before


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
        for button in ("Catch these", "Take</button>", "End turn", "Capacity above 8", "Move my Mage here"):
            assert button not in page


def test_the_private_card_can_be_chosen_where_nobody_told_who_took_which_tile(ann, table, tap, state):
    """Of tiles that the table named itself it is known whether one brings the card."""
    red = ["start_poor", "start_weak", "mages_once", "red_10"]
    green = ["start_gift", "market_free", "tavern_key"]
    for last in ("green_10", "private_scoring"):
        tap(ann, table, "set-tiles", tiles=[*green, last, *red])
        assert last in state(table).green
        assert ('id="private"' in ann.get(f"/djinn/{table}/score").text) == (last == "private_scoring")


@pytest.mark.parametrize(
    ("move", "chosen"),
    [
        ("end-turn", {}),
        ("catch", {"slot": "R1", "boss": "y", "anyway": "y"}),
        ("flee", {"slot": "R1"}),
        ("remove", {"slot": "R1"}),
    ],
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
