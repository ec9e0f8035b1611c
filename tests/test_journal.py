"""What every answer carries, and what is written down and counted for the owner."""

import io
import json
import re
import stat

import pytest

from companion import GAMES
from companion.serving.histogram import Histogram
from companion.web import HEADERS
from companion.web.journal import FILES, SIZE, Requests, journal, short, write
from tests.colours import colour
from tests.conftest import said

# Headers


def kinds(app, ann, code):
    """Ask for every kind of answer."""
    static = app.extensions["static"]["style.css"]
    since = ann.get(f"/djinn/{code}/score").text.partition("since=")[2].partition('"')[0]
    yield "page", ann.get("/"), 200
    yield "unchanged poll", ann.get(f"/djinn/{code}/score?since={since.split('&')[0]}"), 204
    yield "redirect", ann.post(f"/djinn/{code}/count", seat=0, box="coins", by=1), 303
    yield "refusal", ann.post(f"/djinn/{code}/count", seat=9, box="coins", by=1), 422
    yield "unknown page", ann.get("/nowhere"), 404
    yield "unknown table", ann.get("/t/22222"), 404
    yield "wrong way", ann.post("/scores/"), 405
    yield "too much", ann.post("/join", code="x" * 9_000_000), 413
    yield "file", ann.get(static, buffered=True), 200
    yield (
        "unchanged file",
        ann.get(static, headers={"If-None-Match": ann.get(static, buffered=True).headers["ETag"]}),
        304,
    )
    yield "no file", ann.get("/static/nothing"), 404
    yield "export", ann.get("/scores/plays.csv", buffered=True), 200
    stream = ann.get(f"/t/{code}/events", buffered=False)
    yield "stream", stream, 200
    stream.close()


def test_every_answer_carries_the_headers(app, ann, table):
    for kind, answer, status in kinds(app, ann, table):
        assert answer.status_code == status, kind
        for name, value in HEADERS.items():
            assert answer.headers.getlist(name) == [value], (kind, name)
        assert "Strict-Transport-Security" not in answer.headers, kind


def test_behind_a_proxy_a_browser_is_told_to_stay_with_https(new_app, tmp_path):
    phone = new_app(tmp_path, BEHIND_PROXY=1, NAMES=("localhost",)).test_client()
    for path in ("/", "/nowhere"):
        answer = phone.get(path, headers={"X-Forwarded-Proto": "https"})
        assert "max-age" in answer.headers["Strict-Transport-Security"]


def test_by_https_of_our_own_a_browser_may_go_back_to_http(ann):
    for path in ("/", "/nowhere"):
        answer = ann.get(path, base_url="https://localhost")
        assert "Strict-Transport-Security" not in answer.headers
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


# The journal


LINES = {
    "djinn.correct_alone": "play corrected",
    "djinn.go_back": "box put back: djinn",
    "djinn.import_box": "box imported: djinn",
    "djinn.reset": "box reset in part: djinn",
    **{f"{game}.import_answers": "answers imported: 1" for game in GAMES},
    **{f"{game}.remove_asked": f"question removed: {game}" for game in GAMES},
    **{f"{game}.remove_all_asked": f"questions removed: {game}" for game in GAMES},
    "djinn.remove_photo": "photos removed: djinn",
    "djinn.remove_photos": "photos removed: djinn",
    "djinn.save_alone": "play entered by hand",
    "djinn.take_photo": "photos taken: djinn",
    "houses.delete": "house deleted",
    "houses.hand_on": "house handed on",
    "houses.invite": "invitation to a house made",
    "houses.join": "phone joined a house",
    "houses.leave": "phone left a house",
    "houses.recover": "house brought back by its recovery link",
    "houses.recovery": "recovery link of a house made",
    "houses.remove": "phone removed from a house",
    "houses.revoke": "invitations to a house made void",
    "bg_stats.save_numbers": "numbers of games kept",
    "scores.come_in": "phone let in",
    "scores.hide": "player hidden or shown",
    "scores.import_json": "plays imported: 1",
    "scores.let_in": "link made that lets a phone in",
    "scores.really_delete": "play deleted",
    "scores.rename": "player renamed",
    "scores.restore": "play brought back",
    "scores.restore_batch": "import of plays brought back",
    "scores.save_edit": "play corrected",
    "scores.save_play": "play entered by hand",
    "scores.take_back": "correction of a play taken back",
    "scores.take_back_batch": "import of plays taken back",
    "scores.take_back_rename": "rename of a player taken back",
    "table.free": "seat freed at XX…",
    "table.hand_over": "host handed over at XX…",
    "table.let_count": "screen may count life at XX…",
    "table.load_file": "table imported at XX…",
    "table.lock": "table locked at XX…",
    "table.one_phone": "host replaced while away at XX…",
    "table.personal_sit": "seat taken by link at XX…",
    "table.sign_out": "phone signed out",
    "table.take_over": "host replaced while away at XX…",
    "tales.go_back": "box put back: tales",
    "tales.import_box": "box imported: tales",
    "tales.reset": "box reset in part: tales",
}
"""What each form writes down once it has done something."""
SILENT = {
    "table.join": "leads to a table",
    "table.sit": "the page of the seats tells it",
    "table.ask_to_count": "the host's menu tells it",
    "table.watch": "anybody with the code may",
    "table.forget": "of this phone only",
    "table.remember": "of this phone only",
    "table.heard": "of this phone only",
    "table.rename": "the name stands at the table",
    "table.take_back": "the log of the table tells it",
    "table.restore": "the log of the table tells it",
    "table.language": "of this phone only",
    "table.still": "of this phone only",
    "djinn.save_part": "the history of the box tells it",
    "djinn.toggle_path": "the history of the box tells it",
    "djinn.move_slot": "the history of the box tells it",
    "djinn.tell_photo": "the photo was written down when it came",
    "djinn.know_paths": "the history of the box tells it",
    "djinn.settle": "the history of the box tells it",
    "djinn.speed": "a setting of the phone, in its cookie",
    "tales.explain": "a setting of the phone, in its cookie",
    "djinn.save_card": "the history of the box tells it",
    "tales.save_part": "the history of the box tells it",
    "tales.save_status": "the history of the box tells it",
    **{f"{game}.save_answer": "the answer stands on its page" for game in GAMES},
    **{f"{game}.keep_asked": "the page of questions tells it" for game in GAMES},
    "houses.choose": "of this phone only",
    "houses.rename": "the name stands at the house",
    "houses.call_me": "the name stands at the house",
}
"""What writes nothing down besides moves and new tables, and why."""
BOXES = {
    "djinn": ("numbers", b'companion_djinn_box = 1\n[tents]\n1 = "Zaph"\n'),
    "tales": ("rewards", b"companion_tales_box = 1\n[rewards]\n1 = 1\n"),
}
"""A part of each game's box, and a file that fills it."""


def test_every_form_is_known_to_write_something_down_or_not(new_app, tmp_path):
    app = new_app(tmp_path, PUBLIC=True)
    moves = tuple(f"/{game}/<code>/" for game in app.extensions["games"])
    asked = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and not rule.rule.startswith(moves) and ".open_" not in rule.endpoint
    }
    assert {*LINES, *SILENT} == asked
    assert not {*LINES} & {*SILENT}


@pytest.mark.parametrize("game", BOXES)
def test_the_box_of_every_game_writes_down_imports_resets_and_ways_back(ann, table, lines, game):
    part, file = BOXES[game]
    sent = {"file": (io.BytesIO(file), "box.toml")}
    assert ann.http.post(f"/{game}/box/import", data=sent).status_code == 303
    assert ann.post(f"/{game}/box/reset/{part}").status_code == 303
    versions = re.findall(rf"/{game}/box/history/(\d+)", ann.get(f"/{game}/box/history").text)
    assert ann.post(f"/{game}/box/history/{versions[0]}").status_code == 303
    assert said(lines) == [LINES[f"{game}.{one}"] for one in ("import_box", "reset", "go_back")]
    assert "Zaph" not in str(lines())


def test_what_is_refused_at_the_box_is_not_written_down(ann, table, lines):
    for data in (b"companion_tales_box = 9\n", b"[[[", b"companion_djinn_box = 1\n"):
        sent = {"file": (io.BytesIO(data), "box.toml")}
        assert ann.http.post("/tales/box/import", data=sent).status_code == 422
    assert ann.post("/tales/box/history/999999").status_code == 422
    assert ann.post("/tales/box/reset/nothing").status_code == 422
    assert lines() == []


def test_plays_that_are_entered_and_corrected_are_written_down(ann, table, lines):
    form = {"name": "Zaph", "day": "2026-01-02", "deck": 12, "won": "y", "points": 100}
    assert ann.post("/djinn/solo/new", **form).status_code == 303
    id = ann.get("/scores/plays.json", buffered=True).json[0]["id"]
    for seen in range(2):  # the second time it is so already
        assert ann.post(f"/djinn/solo/{id}", **form | {"points": 101, "seen": seen}).status_code == 303
    edit = {"players-0-name": "Zaph", "players-0-points": "102", "note": "secret", "seen": 1}
    for _ in range(2):
        assert ann.post(f"/scores/{id}/edit", **edit).status_code == 303
    [last, *_] = re.findall(rf"/scores/{id}/edits/(\d+)", ann.get(f"/scores/{id}").text)
    assert ann.post(f"/scores/{id}/edits/{last}", seen=2).status_code == 303
    endpoints = ("djinn.save_alone", "djinn.correct_alone", "scores.save_edit", "scores.take_back")
    assert said(lines) == [LINES[one] for one in endpoints]
    assert not re.search("Zaph|secret", str(lines()))


def test_players_renamed_and_phones_let_in_are_written_down(ann, bob, table, lines):
    form = {"players-0-name": "Zaph", "day": "2026-01-02", "winners": "0"}
    assert ann.post("/scores/new?game=tales", **form).status_code == 303
    assert ann.post("/scores/players/rename", before="Zaph", name="Trill").status_code == 303
    [link] = re.findall(r"/scores/players/renames/\d+", ann.get("/scores/players?count=solo").text)
    assert ann.post(link).status_code == 303
    assert ann.post("/scores/players/hide", before="Zaph", hidden="y").status_code == 303
    door = re.search(r"/scores/in/[\w-]+", ann.post("/scores/let-in").text)[0]
    assert bob.post(door).status_code == 303
    endpoints = ("save_play", "rename", "take_back_rename", "hide", "let_in", "come_in")
    assert said(lines) == [LINES[f"scores.{one}"] for one in endpoints]
    assert not re.search("Zaph|Trill", str(lines()))


def test_answers_that_come_in_are_written_down(ann, table, lines):
    asked = {"game": "tales", "language": "en", "question": "Zaph?", "answer": "secret", "at": 1, "times": 0}
    sent = {"file": (io.BytesIO(json.dumps([asked]).encode()), "answers.json")}
    assert ann.http.post("/djinn/asked/import", data=sent).status_code == 303
    assert said(lines) == [LINES["djinn.import_answers"]]
    assert not re.search("Zaph|secret", str(lines()))


def test_imports_of_plays_and_their_ways_back_are_written_down(ann, table, lines):
    player = {"name": "Zaph", "colour": "red", "place": 1, "points": 80, "tie_break": None, "lines": []}
    play = {"game": "tales", "code": None, "played_at": 1e9, "options": {}, "note": "secret", "players": [player]}
    sent = {"file": (io.BytesIO(json.dumps([play]).encode()), "plays.json")}
    place = ann.http.post("/scores/import", data=sent).location
    batch = re.search(r"batch=(\d+)", place)[1]
    for way in ("delete", "restore"):
        assert ann.post(f"/scores/import/{batch}/{way}").status_code == 303
    endpoints = ("scores.import_json", "scores.take_back_batch", "scores.restore_batch")
    assert said(lines) == [LINES[one] for one in endpoints]
    assert not re.search("Zaph|secret", str(lines()))


def test_what_becomes_of_a_table_is_written_down(ann, bob, table, lines):
    [link] = re.findall(r"/s/([\w-]+)", ann.get(f"/t/{table}/share").text)[:1]
    bob.post(f"/t/{table}/sit", seat=1)
    ann.post(f"/t/{table}/lock", locked="y")
    ann.post(f"/t/{table}/lock")
    ann.post(f"/t/{table}/free", seat=1)
    ann.post(f"/t/{table}/free", seat=1)
    assert bob.post(f"/s/{link}").status_code == 303
    bob.post("/sign-out", sure="yes")
    assert said(lines) == [
        "table locked at XX…",
        "table unlocked at XX…",
        "seat freed at XX…",
        "seat taken by link at XX…",
        "phone signed out",
    ]
    assert not re.search(f"{table}|{link}", str(lines()))


def test_screens_that_may_count_are_written_down_without_their_letters(ann, bob, lines):
    names = {f"players-{n}-name": str(n) for n in range(6)} | {f"players-{n}-colour": colour(n) for n in range(6)}
    code = ann.post("/emperor/new", count=6, **names).location.split("/")[2]
    bob.post(f"/t/{code}/ask-to-count")
    [letters] = re.findall(r'name="letters" value="(..)"', ann.get(f"/t/{code}/menu").text)
    for counts in ("y", ""):
        assert ann.post(f"/t/{code}/let-count", letters=letters, counts=counts).status_code == 303
    assert said(lines) == [LINES["table.let_count"], "screen may not count life at XX…"]


def test_a_table_that_comes_in_a_file_is_written_down(ann, table, lines, new_app, phone):
    file = ann.get(f"/t/{table}/export.json", buffered=True).data
    for copied, status in (("", 409), ("y", 303)):
        data = {"file": (io.BytesIO(file), "table.json"), "copied": copied}
        assert ann.http.post("/import", data=data).status_code == status
    assert said(lines) == [LINES["table.load_file"]]


def test_a_hand_over_is_written_down_without_names_and_codes(app, ann, bob, table, lines):
    bob.post(f"/t/{table}/sit", seat=1)
    assert ann.post(f"/t/{table}/hand-over", seat=1).status_code == 303
    (line,) = lines()
    assert line.endswith(f"127.0.0.1 host handed over at {table[:2]}…")
    assert table not in line


def test_what_was_refused_is_not_written_down(bob, ann, table, lines, app):
    ann.post(f"/t/{table}/lock", locked="y")
    assert bob.post(f"/t/{table}/hand-over", seat=1).status_code in (403, 422)
    assert len(lines()) == 1


def test_wrong_codes_are_written_down(ann, lines):
    ann.get("/t/ZZ222")
    assert lines()[-1].endswith("127.0.0.1 wrong code at ZZ…")


def test_imports_and_deletions_are_written_down(ann, table, lines):
    ann.post(f"/djinn/{table}/count", seat=0, box="corks", value=1)
    ann.post(f"/djinn/{table}/finish", seen=2)
    export = ann.get("/scores/plays.json", buffered=True).data
    ann.http.post("/scores/import", data={"file": (io.BytesIO(export), "plays.json")})
    ann.post("/scores/1/delete")
    ann.post("/scores/1/restore")
    assert said(lines) == ["plays imported: 0", "play deleted", "play brought back"]


def test_a_line_can_hold_nothing_foul(tmp_path):
    log = journal(tmp_path)
    write(log, f"127.0.0.1 wrong code at {short('A' + chr(10) + 'B')}, {short('<b>')}, {short('ABCDE')}")
    assert (tmp_path / "companion.log").read_text(encoding="utf-8").endswith(" wrong code at …, …, AB…\n")


def test_the_journal_is_bounded_and_for_its_owner_only(tmp_path):
    log = journal(tmp_path)
    for _ in range(6):
        write(log, "x" * (SIZE // 2))
    files = sorted(tmp_path.iterdir())
    assert 2 <= len(files) <= FILES + 1
    assert all(file.stat().st_size <= SIZE for file in files)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_a_full_disk_does_not_stop_what_is_written_down(tmp_path, capsys):
    log = journal(tmp_path / "nowhere")
    write(log, "lost")
    assert capsys.readouterr().err == ""


# Requests


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        ("/", "/"),
        ("/djinn/ABCDE/hunt?since=1.2.3&name=Ann", "/djinn/…/hunt"),
        ("/s/a-secret_key", "/s/…"),
        ("/scores/player/Ann", "/scores/player/…"),
        ("/scores/player/Ann%20Smith", "/scores/player/…"),
        (f"/scores/{'9' * 99}", "/scores/…"),
        ("/scores/17", "/scores/17"),
        ("/static/style.css?v=1", "/static/style.css"),
        ("/\x00\x1b[31m/é", "/…/…"),
    ],
)
def test_an_address_is_written_without_codes_keys_and_names(app, asked, written):
    assert Requests(app).path(asked) == written


@pytest.fixture
def requests(app, tmp_path):
    """Keep a log of requests in a folder of its own, and what stands in it."""
    log = Requests(app)
    log.log = journal(tmp_path, "access.log", "%(message)s")

    def written():
        return [json.loads(line) for line in (tmp_path / "access.log").read_text(encoding="utf-8").splitlines()]

    yield log, written
    for handler in log.log.handlers:
        handler.close()


def test_a_request_is_a_line_without_its_code_by_which_its_table_is_known(requests):
    log, written = requests
    for address in ("/djinn/ABCDE/hunt?name=Ann", "/t/ABCDE", "/t/ABCDF", "/scores/"):
        log.write({"REMOTE_ADDR": "192.0.2.7"}, "-", f"GET {address} HTTP/1.1", "200", 1234, 0.0121)
    hunt, menu, other, scores = written()
    assert hunt.items() >= {"from": "192.0.2.7", "method": "GET", "status": "200", "bytes": 1234, "ms": 12}.items()
    assert hunt["table"] == menu["table"] != other["table"]
    assert "table" not in scores
    assert "ABCD" not in str(written())


def test_another_installation_has_other_hashes(app, requests, monkeypatch):
    known = requests[0].table("/t/ABCDE")
    assert Requests(app).table("/t/ABCDE") == known
    monkeypatch.setattr(app, "secret_key", "another")
    assert Requests(app).table("/t/ABCDE") != known


@pytest.mark.parametrize("named", ["", "a b", "<b>", "x" * 65, "é", "a\nb"])
def test_a_request_is_named_by_a_proxy_that_is_trusted_alone(requests, named):
    log, _ = requests
    log.behind_proxy = 0
    assert log.name({"HTTP_X_REQUEST_ID": "one-2.3"}) != "one-2.3"
    log.behind_proxy = 1
    assert log.name({"HTTP_X_REQUEST_ID": "one-2.3"}) == "one-2.3"
    assert re.fullmatch(r"[0-9a-f]{16}", log.name({"HTTP_X_REQUEST_ID": named}))


def test_what_cannot_be_read_has_a_line_too(requests):
    log, written = requests
    log.write(None, "192.0.2.7", "\x00\x1b[31m", "400", 10, 0.0)
    (line,) = written()
    assert (line["method"], line["path"], line["status"]) == ("?", "", "400")
    assert line["id"]


# Metrics


def test_a_histogram_counts_what_took_no_longer_than_each_bound():
    times = Histogram()
    for seconds in (0.0001, 0.001, 0.3, 99.0):
        times.observe(seconds)
    lines = dict(line.rsplit(" ", 1) for line in times.lines("x"))
    assert [lines[f'x_bucket{{le="{bound}"}}'] for bound in ("0.001", "0.25", "0.5", "10.0", "+Inf")] == [*"22334"]
    assert (lines["x_sum"], lines["x_count"]) == ("99.301100", "4")
