"""The page on fair draws, of every game: the commitment, the secret told, what was changed is named."""

import contextlib
import html
import io
import json
import re
from pathlib import Path

import pytest

from companion.kit.fairness.committed_random import SecretDrawn, WordSaid
from companion.storage.connections import writing
from companion.table import store
from companion.table.log import Refusal, fold
from companion.table.play import find_table
from tests import scenes
from tests.kit.finished_games import FAIR, OPENING, end, fair, seated
from tests.record import read_entry
from tests.scenes import GAMES


@pytest.mark.thorough(one_in=3)
def test_every_table_commits_before_its_first_draw(evening):
    first, *_ = evening.table.entries
    kinds = [type(event) for event in first.events]
    drawn = [kind for kind in kinds if kind.__name__.endswith(("Drawn", "Dealt", "Seated", "FirstChosen"))]
    assert drawn[0] is SecretDrawn
    assert kinds.count(SecretDrawn) == 1
    assert evening.state.drawn
    page = fair(evening)
    assert evening.state.commitment in page
    assert evening.state.secret not in page
    home = evening.host.get(f"/t/{evening.code}", follow_redirects=True)
    assert evening.state.commitment[:8] in home.text


@pytest.mark.thorough(one_in=3)
def test_once_the_secret_is_told_everything_is_found_to_follow_from_it(ended):
    secret = ended.state.secret
    assert FAIR not in fair(ended)
    assert ended.tap("tell-secret", {}) == 303
    for phone in (ended.host, seated(ended, 2), ended.app.test_client()):
        page = fair(ended, phone=phone)
        assert FAIR in page
        assert secret in page
        assert "match the secret" not in page
        assert "adds a word to the draws" in page[page.index('id="by-table"') :]
        assert not re.search(r"\{'|\[\('", page.split("<pre")[0])  # sentences, nothing of Python's
        short = html.unescape(phone.get(f"/{ended.game}/{ended.code}/fair").text)
        assert FAIR in short
        assert secret in short
        assert f'href="/{ended.game}/{ended.code}/fair?all=1#secret"' in short
        assert not re.search("<pre|adds a word to the draws", short)
    assert secret in ended.host.get(f"/t/{ended.code}/export.json").text
    assert 'id="undo"' not in ended.host.get(f"/{ended.game}/{ended.code}/fair").text
    assert ended.tap("tell-secret", {}) == 422


@pytest.mark.thorough(one_in=3)
def test_only_the_host_tells_and_only_at_the_end(evening):
    assert evening.tap("tell-secret", {}) == 422
    end(evening)
    bob = seated(evening, 1)
    sent = {"seen": 10_000} | evening.op()
    assert bob.post(f"/{evening.game}/{evening.code}/tell-secret", data=sent).status_code == 403
    assert "The host can show the secret." in fair(evening, phone=bob)


@pytest.mark.thorough(one_in=3)
def test_an_end_whose_secret_is_told_stands(ended):
    ended.tap("tell-secret", {})
    state = ended.state
    for entry in ended.table.entries:
        undo = ended.host.post(f"/t/{ended.code}/undo", data={"entry": entry.seq} | ended.op())
        assert undo.status_code in (303, 409, 422)
    assert ended.state.told
    assert (ended.state.secret, ended.state.words) == (state.secret, state.words)
    assert ended.table.game.over(ended.state)


def the_last(evening, kind):
    """Find the last event of a kind that counts."""
    return [event for one in evening.table.moves for event in one.events if type(event).__name__ == kind][-1]


def printed(evening):
    """Run the lines of Python on the page; give what they print."""
    lines = re.search(r"<pre[^>]*><code>(.*?)</code>", fair(evening), re.DOTALL)[1]
    assert len(lines.splitlines()) <= 12
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(lines, {})
    return out.getvalue().splitlines()


@pytest.mark.thorough(one_in=3)
def test_the_lines_of_python_print_what_the_table_drew(ended):
    ended.tap("tell-secret", {})
    state, lines = ended.state, printed(ended)
    if ended.game == "djinn":
        assert eval(lines[0]) == state.layout
    elif ended.game == "emperor":
        shares = [(to, of) for to, of in state.shares]
        assert [eval(lines[0]), lines[1], eval(lines[2])] == [[*state.order], f"team {state.first + 1}", shares]
    elif ended.game == "tales":
        assert eval(lines[1]) == [[*hero.skills] for hero in state.heroes]
        assert lines[2] == f"chart {[the_last(ended, 'RowRolled').die]}"
    elif ended.game == "war_game":
        assert eval(lines[0]) == state.lands
    elif ended.game == "bazaar":
        assert [*map(eval, lines)] == [[*state.street], state.first, [*state.orders]]
    else:
        dealt = the_last(ended, "Dealt")
        assert {id: tuple(guards) for id, guards in eval(lines[0]).items()} == dealt.guardians
        assert eval(lines[1]) == dealt.sealed


def test_the_next_duel_follows_from_a_new_secret_once_the_last_is_told(app):
    evening = scenes.Evening(app, "emperor", OPENING["emperor"])
    evening.tap("word", {"seat": 1, "word": "Karneol"})
    end(evening)
    first = evening.state
    evening.tap("tell-secret", {})
    assert evening.tap("next", {"team": 0}) == 303
    second = evening.state
    assert second.commitment != first.commitment
    assert (second.words, second.told, second.past) == ((), False, (first.commitment,))
    evening.tap("mix", {})
    page = fair(evening)
    assert (first.secret in page, second.secret in page) == (True, False)
    assert FAIR in page
    exported = evening.host.get(f"/t/{evening.code}/export.json").text
    assert (first.secret in exported, second.secret in exported) == (True, False)
    end(evening)
    evening.tap("tell-secret", {})
    page = fair(evening)
    assert (first.secret in page, second.secret in page, FAIR in page) == (True, True, True)
    assert "The secrets, one after the other" in page


def test_the_next_duel_keeps_a_secret_that_nobody_told(app):
    evening = scenes.Evening(app, "emperor", OPENING["emperor"])
    end(evening)
    first = evening.state
    evening.tap("next", {"team": 0})
    assert (evening.state.commitment, evening.state.drawn) == (first.commitment, first.drawn)
    evening.tap("mix", {})
    assert evening.state.drawn["seats"] == 2


def test_nothing_is_told_while_the_same_secret_still_decides_the_ante(app):
    evening = scenes.Evening(app, "emperor", OPENING["emperor"])
    evening.tap("ante", {"seat": 2, "card": "Mox"})
    evening.tap("begin", {})
    evening.tap("out", {"seats": [evening.state.order[1]]})
    answer = evening.host.post(f"/emperor/{evening.code}/tell-secret", data={"seen": evening.table.seq} | evening.op())
    assert (answer.status_code, "Divide the ante first" in answer.text) == (422, True)
    assert 'id="tell"' not in fair(evening)


@pytest.mark.thorough(one_in=3)
def test_a_copy_says_that_nobody_committed_to_what_it_draws(evening):
    """It draws by chance, like any table without a secret, and takes no word."""
    from companion.table.import_export import export

    text = evening.host.get(f"/t/{evening.code}/export.json").text
    assert evening.state.secret not in text
    with evening.app.app_context():
        code = export.load(text, phone="other")
        copy = find_table(code)
    assert (copy.state.secret, copy.state.copied) == ("", True)
    assert "This table is a copy of a game." in evening.host.get(f"/{evening.game}/{code}/fair").text
    with pytest.raises(Refusal, match="weren't fixed in advance"):
        scenes.module(evening.game).fairness.say_word(copy.state, seat=1, word="Karneol")


@pytest.mark.thorough(one_in=3)
def test_a_told_table_comes_back_exactly_and_is_checked_there(ended):
    from companion.table.import_export import export

    ended.tap("tell-secret", {})
    with ended.app.app_context():
        code = export.load(ended.host.get(f"/t/{ended.code}/export.json").text, phone="other")
        assert find_table(code).state == ended.state
    assert FAIR in ended.host.get(f"/{ended.game}/{code}/fair").text


LOGS = sorted(path for name in GAMES for path in (Path(__file__).parent.parent / name / "logs").glob("*.json"))


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_recorded_table_is_clean_or_says_that_it_did_not_commit(app, path):
    """Tables of every earlier Companion: with a short seed, with 128 bits, without any commitment."""
    file = json.loads(path.read_text(encoding="utf-8"))
    evening = scenes.Evening(app, file["game"], OPENING[file["game"]] | {"count": len(file["seats"])} | DECK)
    with app.app_context():
        game = find_table(evening.code).game
        with writing() as db:
            db.execute("DELETE FROM log WHERE code = ?", [evening.code])
            for row in file["log"]:
                store.write_entry(db, evening.code, read_entry(game, row), op=f"old-{row['seq']}")
    app.extensions["tables"].clear()
    committed = evening.state.commitment
    if not evening.state.told:
        evening.tap("tell-secret", {})
    page = fair(evening)
    assert "match the secret" not in page
    assert (FAIR if committed else "opened by an older Companion") in page


DECK = {"deck": 12}


@pytest.mark.thorough(one_in=3)
def test_a_table_that_did_not_commit_draws_by_chance_and_takes_no_word(evening):
    with evening.app.app_context():
        entry = find_table(evening.code).entries[0]
        events = [event for event in entry.events if not isinstance(event, SecretDrawn)]
        with writing() as db:
            db.execute("UPDATE log SET events = ? WHERE code = ?", [json.dumps(store.to_json(events)), evening.code])
    evening.app.extensions["tables"].clear()
    redraw = {"djinn": ("reroll", {"element": "all"}), "emperor": ("mix", {}), "efreet_war": ("deal", {})}
    redraw |= {"tales": ("roll-first", {}), "war_game": ("deal", {}), "bazaar": ("draw-street", {})}
    states = []
    for _ in range(3):
        assert evening.tap(*redraw[evening.game]) == 303
        states.append(fold(evening.table.game, evening.table.moves[-1:]))
    assert states[0] != states[1] != states[2]
    assert evening.tap("word", {"seat": 1, "word": "Karneol"}) == 422
    assert "opened by an older Companion" in fair(evening)
    assert 'name="word"' not in fair(evening)


@pytest.mark.thorough(one_in=3)
def test_the_page_speaks_german(ended):
    ended.tap("tell-secret", {})
    page = fair(ended, **{"Accept-Language": "de"})
    assert "Alles, was gezogen wurde, folgt aus dem Geheimnis" in page
    assert "gibt fürs Ziehen ein Wort dazu" in page


@pytest.mark.thorough(one_in=3)
def test_who_has_said_what_reads_in_the_table(evening):
    evening.tap("word", {"seat": 1, "word": "Karneol"})
    said = [event for entry in evening.table.moves for event in entry.events if isinstance(event, WordSaid)]
    assert evening.table.game.describe(said[0], evening.names) == "Bob adds a word to the draws: “Karneol”."
