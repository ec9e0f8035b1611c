"""No secret of any game reaches anybody: not while it runs, nor when it has ended and nobody has told."""

import html
import json
from dataclasses import replace
from random import Random

import pytest

from companion.games.djinn.facts import TILES
from companion.games.djinn.facts.events import CardsDrawn, PrivateCardChosen, TilePicked, TilesDrawn
from companion.kit.fairness.committed_random import SecretDrawn
from companion.storage.connections import writing
from companion.table import store
from companion.table.play import find_table, play
from tests.colours import colour
from tests.phone_views import seen

pytestmark = pytest.mark.usefixtures("empty")

BOB = 1
PRIVATE, OTHER = "high_base", "no_key_mage"
"""The Scoring Card that Bob holds, and one that he might hold."""


@pytest.fixture
def phones(ann, bob, phone):
    """Give the phones of a table whose code is given: its host, a guest with a seat, and a watcher."""

    def phones(code):
        watcher = phone()
        bob.post(f"/t/{code}/sit", seat=BOB)
        watcher.post(f"/t/{code}/watch")
        return {"host": ann, "guest": bob, "watcher": watcher}

    return phones


@pytest.fixture
def tap(ann, seq):
    def tap(code, game, move, **form):
        answer = ann.post(f"/{game}/{code}/{move}", **{"seen": seq(code)} | form)
        assert answer.status_code == 303, answer.text

    return tap


@pytest.fixture
def hunt(app, open_djinn, ann, bob, tap, state, seq):
    """Play a hunt for three in which Bob holds a private card, and something was drawn, and drawn and taken back."""
    red = tuple(tile.id for tile in TILES.values() if tile.side == "red")[:4]
    green = ("private_scoring", "market_free", "tavern_key")

    def drawn(_):
        picks = [TilePicked(seat, tiles[n]) for tiles in (green, red) for n, seat in enumerate((BOB, 0, 2))]
        return [CardsDrawn(("keys", "spare_stock", "few_passages")), TilesDrawn(green, red), *picks]

    code = open_djinn(ann)
    with app.app_context():
        play(code, "drawn", drawn, tapped_by=None, op="drawn")
        play(code, "private", lambda _: [PrivateCardChosen(BOB, PRIVATE)], tapped_by=BOB, op="private")
    tap(code, "djinn", "begin")
    tap(code, "djinn", "pause")
    for slot in ("R1", "R2"):
        tap(code, "djinn", "flee", seat=state(code).turn.seat, slot=slot)
    ann.post(f"/t/{code}/undo", entry=seq(code))
    return code


@pytest.fixture
def alone(open_djinn, ann, tap):
    """Play against Tom's house deck for a while."""
    code = open_djinn(ann, players=1, deck=13)
    tap(code, "djinn", "begin")
    tap(code, "djinn", "pause")
    for _ in range(3):
        tap(code, "djinn", "reveal")
    return code


@pytest.fixture
def war(ann, tap, state, seq):
    """Play a war in which one card is taken, and another seen and taken back."""
    form = {"count": 3, "mode": "free", "emperor_ends": "y", "traps": "Snare One\nSnare Two\nSnare Three"}
    for n, name in enumerate(("Ann", "Bob", "Cem")):
        form |= {f"players-{n}-name": name, f"players-{n}-colour": ("red", "blue", "green")[n]}
    code = ann.post("/efreet_war/new", **form).location.split("/")[2]
    tap(code, "efreet_war", "begin")
    for resource in ("lamp", "valley"):
        tap(code, "efreet_war", "attack", resource=resource)
        for guardian in state(code).resources[resource].guardians:
            tap(code, "efreet_war", "kill", resource=resource, guardian=guardian)
        tap(code, "efreet_war", "resolve", resource=resource, survived="yes")
    ann.post(f"/t/{code}/undo", entry=seq(code))
    return code


@pytest.fixture
def ring(ann):
    """Open a table of Emperor, which hides nothing but what decides its draws."""
    form = {"count": 6}
    for n in range(6):
        form |= {f"players-{n}-name": f"Player {n}", f"players-{n}-colour": colour(n)}
    return ann.post("/emperor/new", **form).location.split("/")[2]


@pytest.fixture
def end(tap, state):
    """End a game by hand, without telling anything."""

    def end(code, kind):
        if kind == "hunt":
            tap(code, "djinn", "count", seat=0, box="corks", value=1)
            tap(code, "djinn", "finish")
        elif kind == "war":
            tap(code, "efreet_war", "out", by_1="-1", by_2="-1")
        elif kind == "alone":
            while not state(code).finished:
                tap(code, "djinn", "reveal")
        else:
            tap(code, "emperor", "begin")
            tap(code, "emperor", "out", seats=1)

    return end


@pytest.fixture
def elsewise(app):
    """Let everything that is hidden at a table be something else, behind everybody's back."""

    def other(event):
        if isinstance(event, SecretDrawn):
            return replace(event, secret=f"{'0' * 32}{event.secret[32:]}")
        if isinstance(event, PrivateCardChosen) and event.card == PRIVATE:
            return replace(event, card=OTHER)
        return event

    def elsewise(code):
        with app.app_context():
            table = find_table(code)
            game, state = table.game, table.state
            hidden = [
                replace(e, events=tuple(game.secrets.redact(state, event) for event in e.events)) for e in table.entries
            ]
            drawn = game.secrets.redraw_hidden(hidden, Random(1))
            with writing() as db:
                for was, entry in zip(table.entries, drawn, strict=True):
                    kept = {type(one): one for one in was.events if isinstance(one, SecretDrawn | PrivateCardChosen)}
                    events = [other(kept.get(type(one), one)) for one in entry.events[: len(was.events)]]
                    rows = json.dumps(store.to_json(events))
                    db.execute("UPDATE log SET events = ? WHERE code = ? AND seq = ?", [rows, code, entry.seq])
            app.extensions["tables"].clear()
            assert find_table(code).state != state

    return elsewise


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("ended", [False, True], ids=["running", "ended"])
@pytest.mark.parametrize("kind", ["hunt", "alone", "war", "ring"])
def test_nothing_that_a_phone_sees_tells_what_is_hidden(app, request, phones, end, elsewise, state, kind, ended):
    """Find no secret on any page, stream, file or log; and let all that is hidden be other than it is: none changes.

    A private card is its owner's until the end, and everybody's then; the code of a challenge is open from its end on.
    """
    code = request.getfixturevalue(kind)
    if ended:
        end(code, kind)
    sitting = phones(code)
    everybody = list(enumerate(sitting.items(), start=ended))
    before = {who: seen(app, phone, code, number, of=6) for number, (who, phone) in everybody}
    for who, texts in before.items():
        for path, text in texts.items():
            read = html.unescape(str(text))
            if not path.endswith("/rules"):  # what is printed stands there for everybody, whatever was dealt
                assert not [secret for secret in secrets(kind, state(code)) if secret in read], (who, path)
    told = kind == "hunt" and ended
    assert not told or PRIVATE in sitting["host"].get(f"/t/{code}/export.json").text
    elsewise(code)
    after = {who: seen(app, phone, code, number, of=6) for number, (who, phone) in everybody}
    differing = {(who, path) for who, texts in before.items() for path in texts if texts[path] != after[who][path]}
    own = {(who, path) for who, path in differing if (who, kind, ended) == ("guest", "hunt", False)}
    if told:
        differing = {(who, path) for who, path in differing if path.split("?")[0].split("/")[-1] not in SCORED}
    assert differing - own == set()


SCORED = ("score", "result", "export.json")
"""Where a private card shows at the end, for the points that it gives."""


def secrets(kind, state):
    """List what no phone may see of a table, as it would be written."""
    hidden = [state.secret, state.secret[:32]]
    if kind == "war":
        hidden += [card for card in state.sealed.values() if not card.startswith("Snare")]
    elif kind != "ring":
        hidden += [json.dumps(state.bag), ", ".join(map(repr, state.bag))]
        hidden += [json.dumps([card.id for card in state.deck])] if state.deck else []
    assert all(hidden)
    assert len(hidden) > 3 or kind == "ring"
    return hidden


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("kind", ["hunt", "alone", "war", "ring"])
def test_what_is_told_at_last_can_be_seen_by_all(app, request, phones, end, tap, state, kind):
    """The host tells, once: the file is then whole, and the end stands."""
    code = request.getfixturevalue(kind)
    end(code, kind)
    if kind == "war":
        tap(code, "efreet_war", "uncover-rest")
        hidden = [state(code).secret, *state(code).sealed.values()]
    elif kind == "ring":
        tap(code, "emperor", "tell-secret")
        hidden = [state(code).secret]
    else:
        tap(code, "djinn", "tell-secret")
        hidden = [state(code).secret, *state(code).bag]
    for phone in phones(code).values():
        told = json.dumps(json.loads(phone.get(f"/t/{code}/export.json").text))
        assert [secret for secret in hidden if secret not in told] == []
