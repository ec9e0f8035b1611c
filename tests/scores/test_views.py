import html
import io
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.language.texts import Text
from companion.scores.charts import PAINT
from companion.scores.stores import play_store
from companion.table.finished import Line, Player
from tests.pages import Page, post

pytestmark = pytest.mark.usefixtures("empty")

SVG = "{http://www.w3.org/2000/svg}"
STYLE = Path(__file__).parents[2] / "static" / "css" / "theme.css"
KEYS = Line("keys", Text("Keys"), 80, Text("Keys: %(count)s", count=3))
ANN = Player("Ann", "red", 1, 80, 3, (KEYS,))
BOB = Player("Bob", "blue", 2, 60, 5, (replace(KEYS, points=60),))
FIELDS = {
    "players-0-name": "Ann",
    "players-0-points": "80",
    "players-1-name": "Bob",
    "players-1-points": "95",
    "note": "counted again",
}


@pytest.fixture
def client(ann, table):
    """Give a phone that has sat at a table here: only such a one changes scores."""
    return ann.http


@pytest.fixture
def stranger(app):
    return app.test_client()


@pytest.fixture
def save(app):
    def save(*players, game="djinn", code=None, at=1000.0):
        with app.app_context():
            return play_store.save(game, code=code, played_at=at, options={}, players=players or (ANN, BOB))

    return save


def edit(client, id, **values):
    """Correct a play on its page."""
    return post(client, f"/scores/{id}/edit", f"/scores/{id}/edit", **FIELDS | values)


def test_an_empty_list_says_what_to_do(client):
    text = client.get("/scores/").text
    assert "finish the game" in text
    assert "Score, import, restore" in text
    assert 'href="/djinn/just-score"' in text
    assert "plays.csv" not in text


def test_the_list_shows_plays_and_summaries(client, save):
    save()
    text = client.get("/scores/").text
    assert re.search(r"Ann .*80.* Bob .*60", re.sub(r"<[^>]+>|\s+", " ", text))
    assert 'href="/scores/1"' in text
    assert 'href="/scores/player/Bob"' in client.get("/scores/players").text


def test_a_play_is_drawn_as_a_picture_that_needs_nothing_else(client, save):
    text = client.get(f"/scores/{save(ANN, replace(BOB, name='<b>Bob'))}.svg").text
    root = ElementTree.fromstring(text)
    words = [node.text for node in root.iter(f"{SVG}text")]
    assert {"Djinn", "Ann", "80", "1.", "<b>Bob", "60", "Keys"} <= set(words)
    bars = [float(node.get("width")) for node in root.iter(f"{SVG}rect") if node.get("height") == "26"]
    assert bars == [960, 720]
    assert not re.findall(r"(?:href|url)[=(]\W*(?!#name)\w+:?//|class=|var\(", text)


def test_a_picture_of_a_game_without_points_says_who_won(client, save):
    without = [replace(player, points=None, tie_break=None, lines=()) for player in (ANN, BOB)]
    text = client.get(f"/scores/{save(*without)}.svg").text
    words = [node.text for node in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert words[2:] == ["A", "Ann", "won", "B", "Bob", "lost"]


def test_who_has_no_score_has_no_bar(client, save):
    cem = Player("Cem", "green", 3, None, None, ())
    bars = client.get(f"/scores/{save(ANN, BOB, cem)}").text.partition("Where the points come from")[2]
    assert "<bdi>Bob</bdi>" in bars
    assert "<bdi>Cem</bdi>" not in bars
    assert "None" not in bars


def test_the_palette_of_pictures_is_the_style_sheets():
    _, dark, seats = STYLE.read_text().split("@media (prefers-color-scheme: dark)")
    told = dict(re.findall(r"--([\w-]+): (#\w+)", dark.split("}")[0]))
    told |= re.findall(r"\.seat-(\w+) {\s*--seat: (#\w+)", seats)
    assert {name: told[name.replace("_", "-")] for name in PAINT} == PAINT


def test_the_list_filters_by_game_and_player(client, save):
    djinn, tales = save(), save(ANN, game="tales")
    by_game, by_player = client.get("/scores/?game=tales").text, client.get("/scores/?player=Bob").text
    assert (f"/scores/{tales}" in by_game, f"/scores/{djinn}" in by_game) == (True, False)
    assert (f"/scores/{tales}" in by_player, f"/scores/{djinn}" in by_player) == (False, True)
    assert "No plays match" in client.get("/scores/?game=tales&player=Bob").text


@pytest.mark.parametrize("query", ["", "?player=Bob"])
def test_where_nothing_was_played_one_card_says_so(client, query):
    text = client.get(f"/scores/{query}").text
    assert "No finished games yet" in text
    assert "No plays match" not in text


def follow(client, page, words):
    """Follow the link with these words, if the page has it."""
    link = re.search(rf'href="([^"]+)">{words}<', page)
    return client.get(html.unescape(link[1])).text if link else None


def listed(page):
    return [int(id) for id in re.findall(r'<li>\s*<a class="row" href="/scores/(\d+)"', page)]


def test_a_long_list_comes_in_pages(client, save):
    ids = [save(ANN, BOB, at=at) for at in range(70)]
    for query in ("", "?all=1", "?game=djinn", "?player=Bob", "?game=djinn&player=Ann"):
        first = client.get(f"/scores/{query}").text
        second = follow(client, first, "Earlier plays")
        third = follow(client, second, "Earlier plays")
        assert [*listed(first), *listed(second), *listed(third)] == ids[::-1], query
        assert follow(client, third, "Earlier plays") is None
        assert listed(follow(client, third, "Back to the latest plays")) == ids[:-31:-1]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("before", ["0", "-1", "9" * 400, "x", "", "777"])
def test_a_list_that_goes_on_after_nothing_is_the_latest(client, save, before):
    id = save()
    assert f'href="/scores/{id}"' in client.get(f"/scores/?before={before}").text
    assert client.get(f"/scores/players?from={before}").status_code == 200


def test_many_players_come_in_pages(client, save):
    for number in range(35):
        save(replace(ANN, name=f"N{number:02}", points=None), at=number)
    assert "N00" not in client.get("/scores/players").text
    first = client.get("/scores/players?count=solo").text
    second = follow(client, first, "More players")
    for number in range(35):
        assert (f"/scores/player/N{number:02}" in first) != (f"/scores/player/N{number:02}" in second)
    assert follow(client, second, "More players") is None


def test_where_nobody_played_alone_no_others_are_spoken_of(client, save):
    save()
    assert "No plays match." in client.get("/scores/players?count=solo").text


def test_a_players_page_shows_the_latest_plays_and_leads_to_all(client, save):
    ids = [save(ANN, at=at) for at in range(7)]
    page = client.get("/scores/player/Ann").text
    assert listed(page) == ids[:1:-1]
    assert listed(follow(client, page, "All of these plays")) == ids[::-1]


def test_a_play_explains_its_points(client, save):
    text = client.get(f"/scores/{save()}").text
    assert "Keys: 3" in text
    assert 'aria-label="Ann: Keys 80"' in text
    assert "style=" not in text


@pytest.mark.parametrize("path", ["/scores/7", "/scores/7/edit", "/scores/99999999999999999999", "/scores/player/Zoe"])
def test_what_is_unknown_is_not_found(client, path):
    assert client.get(path).status_code == 404


def test_averages_and_bests_never_mix_games(client, save):
    save()
    save(ANN, BOB, game="tales", at=2000.0)
    assert "Best" not in client.get("/scores/players").text
    assert "Best 80" in re.sub(r"<[^>]+>|\s+", " ", client.get("/scores/players?game=djinn").text)


@pytest.mark.parametrize(("place", "said"), [(1, "won"), (2, "lost"), (0, "draw")])
def test_who_played_alone_has_won_or_lost(client, save, place, said):
    """A lost solo play read "2. Cora 132 alone"."""
    id = save(replace(ANN, place=place))
    for path in ("", f"{id}", f"{id}.svg", "player/Ann"):
        shown = re.sub(r"<[^>]+>|\s+", " ", client.get(f"/scores/{path}").text)
        assert re.search(rf"\b{said}\b", shown), path
        assert not re.search(r"\b[12]\. |place \d", shown), path


@pytest.mark.parametrize("game", ["long_gone", "not a\nslug/x"])
def test_the_player_of_an_unknown_game_still_has_a_page(client, save, game):
    save(game=game)
    assert client.get("/scores/player/Ann").status_code == 200


def test_a_play_of_an_unknown_game_still_shows(client, save):
    text = re.sub(r"<[^>]+>|\s+", " ", client.get(f"/scores/{save(game='long_gone')}").text)
    assert "long_gone" in text
    assert re.search(r"Ann .*80.* Bob .*60", text)


def test_a_correction_leads_back_and_leaves_a_trace(client, save):
    id = save()
    assert "Save" in client.get(f"/scores/{id}/edit").text
    response = edit(client, id)
    assert (response.status_code, response.location) == (303, f"/scores/{id}")
    text = client.get(f"/scores/{id}").text
    assert "What was changed" in text
    assert "counted again" in text
    assert "the lines above give 60" in text


def test_an_earlier_correction_goes_back_with_those_after_it_and_says_so(client, save):
    """Who took the first of two back lost the second, too: the button said "this change" for both."""
    id = save()
    edit(client, id, note="")
    edit(client, id, note="late")
    page = client.get(f"/scores/{id}").text
    assert re.findall(r"Undo this[\w ]*", page) == ["Undo this change", "Undo this and later changes"]
    *_, (action, fields) = [(to["action"], own) for to, own in Page(page).forms if "/edits/" in to["action"]]
    client.post(action, data=fields)
    page = client.get(f"/scores/{id}").text
    assert ("late" in page.partition("What was changed")[0], "no longer" in page) == (False, True)


def ranking(page):
    """Read how a play ended for each of its players."""
    rows = re.findall(r"<summary>(.*?)</summary>", page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows if 'class="disc' in row]


def test_points_of_tales_never_rank_and_the_page_says_so(client, save):
    """A loser of Tales was set to 30 points and became first: goals decide it, and who is in Baghdad."""
    id = save(game="tales")
    assert edit(client, id).status_code == 303
    assert ranking(client.get(f"/scores/{id}").text) == ["A Ann won 80", "B Bob lost 95"]


def test_points_for_one_of_a_duel_leave_who_won(client, save):
    """In Emperor "1. Lou 5" made everybody else "no score", the winning team-mates too."""
    names = {"Lou": 1, "Mia": 1, "Ned": 2}
    id = save(
        *(replace(ANN, name=name, place=place, points=None, lines=()) for name, place in names.items()), game="emperor"
    )
    assert ranking(client.get(f"/scores/{id}").text) == ["L Lou won", "M Mia won", "N Ned lost"]
    for points, last in (("players-0-points", "N Ned lost"), ("players-2-points", "N Ned lost 5")):
        path = f"/scores/{id}/edit"
        assert post(client, path, path, **{points: "5"}).status_code == 303
        page = client.get(f"/scores/{id}").text
        assert ranking(page) == ["L Lou won 5", "M Mia won", last]
    for path in (f"/scores/{id}", f"/scores/{id}.svg", "/scores/", "/scores/player/Mia", f"/scores/{id}/delete"):
        assert "no score" not in client.get(path).text, path
    assert "Lou&#39;s points: now 5." in " ".join(re.sub(r"<[^>]+>", "", page).split())


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("players-1-name", "x" * 25, "24 characters at most"),
        ("players-1-name", "Ann", "same name"),
        ("players-1-points", "many", "whole numbers"),
        ("players-1-points", "10000", "whole numbers"),
        ("day", "2100-01-01", "not one in the future"),
        ("time", "25:61", "time"),
        ("minutes", "0", "1 and 10000"),
        ("location", "x" * 61, "60 characters"),
        ("note", "x" * 201, "200 characters"),
    ],
)
def test_a_correction_that_does_not_fit_is_refused(client, save, field, value, sentence):
    response = edit(client, save(), **{field: value})
    assert response.status_code == 422
    assert sentence in response.text


def test_a_correction_of_an_old_screen_is_refused(client, save):
    id = save()
    edit(client, id)
    response = edit(client, id, seen="0", **{"players-0-points": "1"})
    assert response.status_code == 409
    [play] = client.get("/scores/plays.json").json
    assert sorted((one["name"], one["points"]) for one in play["players"]) == [("Ann", 80), ("Bob", 95)]


def test_a_correction_of_an_unknown_play_is_not_found(client):
    assert client.post("/scores/7/edit", data=FIELDS).status_code == 404


@pytest.mark.parametrize("name", ["Ann", "אבי", "👩‍👩‍👧", "a/b//c", "100% <b>?&#"])
def test_a_player_of_any_name_has_a_page(app, client, save, name):
    save(replace(ANN, name=name))
    save(replace(ANN, name=name, points=90), at=2000.0)
    with app.test_request_context():
        path = app.url_for("scores.player", name=name)
    response = client.get(path)
    assert response.status_code == 200
    assert 'aria-label="Points, first play to latest: 80, 90"' in response.text


def test_json_holds_every_line(client, save):
    save()
    response = client.get("/scores/plays.json")
    assert response.json[0]["players"][0]["lines"][0]["label"] == {"message": "Keys", "values": {}}
    assert "attachment" in response.headers["Content-Disposition"]


# Deleting, and adding from a file


def test_a_play_of_today_that_was_deleted_is_named_by_its_day(client, save):
    page = client.post(f"/scores/{save(at=time.time())}/delete", follow_redirects=True).text
    assert re.search(r"The play from (?:\d|\w|[ ,])+\d{4} was deleted\.", page)


def test_deleting_asks_first_and_can_be_undone(client, save):
    id = save()
    assert "Delete this play?" in client.get(f"/scores/{id}/delete").text
    assert client.get(f"/scores/{id}").status_code == 200
    list_page = client.post(f"/scores/{id}/delete", follow_redirects=True)
    assert "was deleted" in list_page.text
    for again in (
        client.get(f"/scores/{id}"),  # the back button
        client.get(f"/scores/{id}/delete"),
        client.post(f"/scores/{id}/delete"),  # a second tap
        client.post(f"/scores/{id}/edit", data={"seen": 0}),
    ):
        assert (again.status_code, again.location) == (303, f"/scores/?deleted={id}")
    assert client.get("/scores/999").status_code == 404
    assert client.post(f"/scores/{id}/restore", follow_redirects=True).status_code == 200
    assert client.get(f"/scores/{id}").status_code == 200


def send(client, data):
    data = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client.post("/scores/import", data={"file": (io.BytesIO(data), "plays.json")}, follow_redirects=True)


def test_an_export_comes_in_elsewhere_once(client, save, new_app, phone, open_djinn):
    save(code="K7QFM")
    exported = client.get("/scores/plays.json").json
    owner = phone(new_app())
    open_djinn(owner)
    elsewhere = owner.http
    assert "New plays: 1. Already known: 0." in send(elsewhere, exported).text
    assert "New plays: 0. Already known: 1." in send(elsewhere, exported).text
    strip = [{**play, "id": 0} for play in exported]
    assert [{**play, "id": 0} for play in elsewhere.get("/scores/plays.json").json] == strip


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"{}", b"[" * 5000, b"[1]", b'[{"id": 1}]', b'"NaN"', b"[NaN]"])
def test_a_file_that_is_no_list_of_plays_is_refused(client, data):
    answer = send(client, data)
    assert answer.status_code == 422
    assert "file" in answer.text
    assert client.get("/scores/plays.json").json == []


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("game", "<b>"),
        ("code", "lower"),
        ("played_at", -1),
        ("options", {"a": {"message": "<b>", "values": {}}}),
        ("note", "x" * 201),
        ("players", []),
        ("name", " "),
        ("colour", "nothing"),
        ("place", -1),
        ("points", 10_000_000),
        ("lines", [{"id": "a", "label": {"message": "<i>", "values": {}}, "points": 1, "why": "w"}]),
    ],
)
def test_a_wrong_entry_is_named_and_nothing_is_added(client, save, entry, value):
    save()
    (play,) = client.get("/scores/plays.json").json
    good = {**play, "played_at": 77.0}
    wrong = {**play, entry: value} if entry in play else {**play, "players": [{**play["players"][0], entry: value}]}
    answer = send(client, [good, wrong])
    assert answer.status_code == 422
    assert f"“{entry}”" in html.unescape(answer.text)
    assert "Play 2" in answer.text
    assert len(client.get("/scores/plays.json").json) == 1


def test_a_game_without_points_says_who_won_and_what_was_drawn(client, save):
    won, lost, drawn = (replace(ANN, place=place, points=None, lines=()) for place in (1, 2, 0))
    save(won, replace(lost, name="Bob"), code="K7QFM/2")
    save(drawn, replace(drawn, name="Bob"))
    listed = re.sub(r"<[^>]+>|\s+", " ", client.get("/scores/").text)
    assert re.search(r"Djinn: *won *Ann *lost *Bob", listed)
    assert re.search(r"Djinn: *draw *Ann *, *Bob", listed)
    assert "1 draw" in client.get("/scores/player/Ann").text
    assert 'href="/t/K7QFM"' in client.get("/scores/1").text


@pytest.mark.parametrize(
    ("language", "plays", "best", "layouts"), [("en", "5,000", "1,200", "14,400"), ("de", "5.000", "1.200", "14.400")]
)
def test_large_numbers_are_written_as_the_language_does(client, save, language, plays, best, layouts):
    save(replace(ANN, points=1200), BOB)
    asked = {"headers": {"Accept-Language": language}}
    assert f": {plays}." in client.get("/scores/?added=5000&known=5000", **asked).text
    for path in ("/scores/players?game=djinn", "/scores/player/Ann"):
        assert best in client.get(path, **asked).text
    assert f": {layouts}." in client.get("/djinn/box", **asked).text


def test_a_team_is_named_only_where_somebody_shared_one(client, save):
    save(replace(ANN, team="1"), replace(BOB, team="2"))
    save(replace(ANN, team="1"), replace(BOB, team="1"))
    assert ">Team<" not in client.get("/scores/1").text
    assert client.get("/scores/2").text.count(">Team<") == 2


def test_plays_of_one_day_name_it_once(client, save):
    save(at=1000.0)
    assert "January 1, 1970 –" not in client.get("/scores/statistics").text
    save(at=2 * 86_400.0)
    assert "January 1, 1970 – January 3, 1970" in client.get("/scores/statistics").text


def test_who_has_no_score_among_others_has_not_lost(client, save):
    cem = Player("Cem", "green", 3, None, None, ())
    id = save(ANN, BOB, cem)
    for path in ("", f"{id}", f"{id}.svg", f"{id}/delete", "player/Cem"):
        shown = re.sub(r"<[^>]+>|\s+", " ", client.get(f"/scores/{path}").text)
        assert "no score" in shown, path
        assert "lost" not in shown, path
        if path in ("", f"{id}"):  # the words stand where points would, so that names stay in their column
            assert re.search(r"– [ C]*Cem *no score", shown), shown
    client.post(f"/scores/{id}/delete")
    assert re.search(r"2\. *Bob .* no score *Cem", re.sub(r"<[^>]+>|\s+", " ", client.get("/scores/trash").text))


def test_a_draw_of_a_tables_second_game_comes_back_from_a_file(client, save):
    drawn = replace(ANN, place=0, points=None, lines=())
    save(drawn, code="K7QFM/2")
    exported = client.get("/scores/plays.json").data
    assert "known=1" in client.post("/scores/import", data={"file": (io.BytesIO(exported), "plays.json")}).location
    client.post("/scores/1/delete")
    assert client.get("/scores/plays.json").json == []
    client.post("/scores/1/restore")
    [play] = client.get("/scores/plays.json").json
    assert (play["code"], play["players"][0]["place"]) == ("K7QFM/2", 0)


# Who may change what


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize(
    "path", ["{}/edit", "{}/delete", "{}/restore", "import", "import/1/delete", "import/1/restore"]
)
def test_a_stranger_reads_but_changes_nothing(stranger, client, save, path):
    id = save()
    answer = stranger.post(f"/scores/{path.format(id)}", data=FIELDS)
    assert answer.status_code == 403
    assert "Open or join a table first" in answer.text
    assert stranger.get(f"/scores/{id}").status_code == 200
    assert client.get(f"/scores/{id}").text.count("counted again") == 0


@pytest.mark.thorough(one_in=2)
@pytest.mark.parametrize("path", ["{}", "{}/edit", "{}/delete", "import", "trash", "import/1"])
def test_a_stranger_is_offered_nothing_that_does_not_work(stranger, client, save, path):
    id, other = save(), save(at=2000.0)
    client.post(f"/scores/{other}/delete")
    exported = client.get("/scores/plays.json").json[0] | {"played_at": 3000.0, "identity": "0" * 32}
    send(client, [exported])
    page = stranger.get(f"/scores/{path.format(id)}").text
    assert "Open or join a table first" in page
    assert not re.findall(r'<button(?! class="chip")[^>]*>|href="/scores/\d+/(?:edit|delete)"', page)
    assert "Open or join a table first" not in client.get(f"/scores/{path.format(id)}").text


def test_who_only_watches_is_no_more_than_a_stranger(bob, save, table):
    bob.post(f"/t/{table}/watch")
    assert bob.post(f"/scores/{save()}/delete").status_code == 403
    assert len(bob.get("/scores/plays.json").json) == 1


def test_who_gave_the_seat_back_still_may(bob, save, table):
    bob.post(f"/t/{table}/sit", seat=1)
    bob.post(f"/t/{table}/watch")
    assert bob.post(f"/scores/{save()}/delete").status_code == 303
    assert bob.get("/scores/plays.json").json == []


# The trash, and files taken back


def test_what_is_deleted_lies_in_the_trash_until_it_is_brought_back(client, save):
    first, second = save(), save(ANN, at=2000.0)
    for id in (first, second):
        client.post(f"/scores/{id}/delete")
    trash = client.get("/scores/trash").text
    assert re.findall(r"/scores/(\d+)/restore", trash) == [str(second), str(first)]
    client.post(f"/scores/{first}/restore")
    assert re.findall(r"/scores/(\d+)/restore", client.get("/scores/trash").text) == [str(second)]
    assert client.get(f"/scores/{first}").status_code == 200
    assert 'href="/scores/trash"' in client.get("/scores/").text


def test_a_full_trash_has_pages(client, save):
    for at in range(31):
        client.post(f"/scores/{save(ANN, at=float(at))}/delete")
    first, second = client.get("/scores/trash").text, client.get("/scores/trash?page=1").text
    assert (first.count("/restore"), second.count("/restore")) == (30, 1)
    assert "page=1" in first
    assert "Back to the latest" in second
    for page in ("-1", "999999999999999999999", "x", "9" * 5000):
        assert client.get(f"/scores/trash?page={page}").status_code == 200


def test_what_a_file_brought_is_taken_back_as_one(client, save):
    kept = save(code="K7QFM")
    play = client.get("/scores/plays.json").json[0] | {"code": None}
    rows = [play | {"played_at": float(at), "identity": f"{at:032}"} for at in range(3)]
    answer = client.post("/scores/import", data={"file": (io.BytesIO(json.dumps(rows).encode()), "plays.json")})
    link = re.search(r'href="(/scores/import/\d+)"', client.get(answer.location).text)[1]
    assert "3 plays from this file are" in client.get(link).text
    assert link in client.get("/scores/import").text
    assert len(client.get("/scores/plays.json").json) == 4
    client.post(f"{link}/delete")
    assert [play["id"] for play in client.get("/scores/plays.json").json] == [kept]
    assert client.get("/scores/trash").text.count("/restore") == 3
    client.post(f"{link}/restore")
    assert len(client.get("/scores/plays.json").json) == 4


def test_a_file_that_brings_nothing_new_is_no_batch(client, save):
    save(code="K7QFM")
    send(client, client.get("/scores/plays.json").json)
    assert client.get("/scores/import/1").status_code == 404
    assert "Imported files" not in client.get("/scores/import").text
