"""One form for a play of any game: to add one, and to correct one."""

import html
import re
from dataclasses import replace

import pytest

from companion.scores import own_games, slugs
from companion.scores.stores import list_store, play_store
from companion.table.finished import Line, Player
from tests.pages import Page, post
from tests.test_forms import fault

pytestmark = pytest.mark.usefixtures("empty")

ANN = Player("Ann", "red", 1, None, None, ())
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


@pytest.fixture
def client(ann, table):
    """Give a phone that has sat at a table here: only such a one changes scores."""
    return ann.http


@pytest.fixture
def save(app):
    def save(*players, game="djinn", options=(), at=1_700_000_000.0):
        with app.app_context():
            return play_store.save(game, code=None, played_at=at, options=dict(options), players=players)

    return save


@pytest.fixture
def kept(app):
    def kept(id):
        with app.app_context():
            return play_store.find(id)

    return kept


def named(*names):
    return {f"players-{number}-name": name for number, name in enumerate(names)}


def add(client, query, **values):
    """Enter a play; give its id."""
    answer = post(client, f"/scores/new?{query}", "/scores/new", **values)
    assert answer.status_code == 303, re.findall(r'role="alert">(.*?)<', answer.text)
    return int(answer.location.rpartition("/")[2])


def correct(client, id, **values):
    path = f"/scores/{id}/edit"
    return post(client, path, path, **values)


def said(client, path):
    words = re.sub(r"</?(bdi|b|em|strong)>", "", client.get(path).text)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", words)).split())


def test_the_first_question_is_which_game(client):
    page = client.get("/scores/new").text
    for slug in ("djinn", "emperor", "efreet_war", "tales", "war_game"):
        assert f'href="/scores/new?game={slug}"' in page
    assert 'href="/scores/new"' in client.get("/scores/").text


@pytest.mark.parametrize("game", ["tales", "war_game"])
def test_just_score_of_games_without_a_sheet_is_this_form(client, game):
    for path in ("/", "/scores/"):
        assert f'href="/scores/new?game={game}"' in client.get(path).text


def test_a_past_play_of_tales(client, kept):
    id = add(
        client, "game=tales", **named("Ümit", "Dora"), winners=["1"], day="2024-05-06", time="20:15", minutes="150"
    )
    play = kept(id)
    assert [(one.name, one.place, one.points) for one in play.players] == [("Ümit", 2, None), ("Dora", 1, None)]
    assert (play.game, play.seconds, play.code) == ("tales", 9000, None)
    shown = said(client, f"/scores/{id}")
    assert "D Dora won" in shown
    assert "2 h 30 min" in shown


def test_a_past_duel_of_emperor_is_won_by_a_team(client, kept):
    teams = {f"players-{number}-team": str(1 + number // 3) for number in range(6)}
    id = add(client, "game=emperor", **named(*NAMES), **teams, winner="4", **{"players-4-role": "Emperor"}, started="4")
    play = kept(id)
    assert [one.place for one in play.players] == [2, 2, 2, 1, 1, 1]
    assert (play.players[4].role, play.options["started"]) == ("Emperor", "Eve")
    correct(client, id, winner="0")
    assert [one.place for one in kept(id).players] == [1, 1, 1, 2, 2, 2]


def test_a_row_of_the_sheet_is_renamed_or_taken_out(client, kept):
    """Renamed, its points counted twice: as the old row, which the form did not show any more, and as the new one."""
    points = {"players-0-lines-0": "10", "players-0-lines-1": "7", "players-1-lines-0": "3"}
    rows = {"sheet-0": "Coins", "sheet-1": "Walls"}
    id = add(client, "title=Azul&won_by=points", **named("Ann", "Bob"), **rows, **points)
    correct(client, id, **{"sheet-0": "Gold"})
    ann, bob = kept(id).players
    assert (ann.points, [(line.label, line.points) for line in ann.lines]) == (17, [("Gold", 10), ("Walls", 7)])
    assert (bob.points, [str(line.label) for line in bob.lines]) == (3, ["Gold"])
    correct(client, id, **{"players-1-points": "5"})
    correct(client, id, **{"sheet-0": "Silver"})
    assert kept(id).players[1].points == 5  # as it was corrected
    correct(client, id, **{"sheet-1": "", "players-0-lines-1": "", "players-0-points": ""})
    assert (kept(id).players[0].points, [str(line.label) for line in kept(id).players[0].lines]) == (10, ["Silver"])


def test_the_trace_says_of_which_game_a_play_was_and_how_it_was_won(client, kept):
    """Once no play of it was left, Azul was "azul"; another way to win was told as other reasons for points."""
    id = add(client, "title=Azul&won_by=points", **named("Ann", "Bob"), **{"players-0-points": "3"})
    path = f"/scores/{id}/edit"
    post(client, f"{path}?title=Azul&won_by=declared", path)
    assert "Who wins: By the game's rules; several can win, not Most points." in said(client, f"/scores/{id}")
    post(client, f"{path}?title=azul", path)
    assert "Game: azul, not Azul." in said(client, f"/scores/{id}")
    post(client, f"{path}?game=tales", path)
    page = said(client, f"/scores/{id}")
    assert "Game: Tales of the Arabian Nights, not azul." in page
    assert "reasons" not in page


def test_rows_that_differ_in_a_sign_are_two(client, kept):
    """Both were the row of the last of them."""
    rows = {"sheet-0": "Cards +", "sheet-1": "Cards −", "sheet-2": "cards", "sheet-3": "Cards +"}
    points = {f"players-0-lines-{number}": own for number, own in enumerate(("9", "-4", "2", "1"))}
    id = add(client, "title=Azul&won_by=points", **named("Ann"), **rows, **points)
    lines = [("Cards +", 10), ("Cards −", -4), ("cards", 2)]
    assert [(line.label, line.points) for line in kept(id).players[0].lines] == lines
    correct(client, id, **{"sheet-3": "CARDS", "players-0-lines-3": "5"})
    assert [(line.label, line.points) for line in kept(id).players[0].lines] == [*lines, ("CARDS", 5)]
    assert kept(id).players[0].points == 13


def test_a_play_of_totals_alone_leaves_the_rows_for_the_next(client):
    """Rows that somebody had named were gone after one evening on which only totals were entered."""
    query = "title=Azul&won_by=points"
    add(client, query, **named("Ann", "Bob"), **{"sheet-0": "Coins", "players-0-lines-0": "10"})
    add(client, query, **named("Ann", "Bob"), **{"players-0-points": "30"})
    assert 'value="Coins"' in client.get("/scores/new?game=azul").text


def test_rows_that_are_called_alike_are_added_up(client, kept):
    points = {"players-0-lines-0": "10", "players-0-lines-1": "7", "players-0-lines-2": "-1"}
    id = add(
        client, "title=Azul&won_by=points", **named("Ann", "Bob"), **{f"sheet-{n}": "Coins" for n in range(3)}, **points
    )
    assert [(one.points, [line.points for line in one.lines]) for one in kept(id).players] == [(16, [16]), (None, [])]


@pytest.mark.parametrize(("game", "chosen"), [("war_game", {"winner": "2"}), ("tales", {"winners": ["2"]})])
def test_who_won_needs_a_name(client, kept, game, chosen):
    """All were kept as having lost where the winner's name was missing."""
    fields = named("Ann", "Bob") | chosen
    refused = post(client, f"/scores/new?game={game}", "/scores/new", **fields)
    assert (refused.status_code, fault(refused.text, "players-2-name")) == (422, "Who won? Enter a name.")
    id = add(client, f"game={game}", **fields | {"players-2-name": "Cem"})
    assert [one.place for one in kept(id).players] == [2, 2, 1]
    assert correct(client, id, **{"players-2-name": ""}).status_code == 422
    instead = {name: ["0"] if name == "winners" else "0" for name in chosen}
    assert correct(client, id, **{"players-2-name": ""} | instead).status_code == 303
    assert [(one.name, one.place) for one in kept(id).players] == [("Ann", 1), ("Bob", 2)]


def test_a_role_is_said_in_the_readers_language(client, save, kept):
    """Of roles the English word is kept: German pages showed that."""
    id = save(replace(ANN, role="Emperor"), replace(ANN, name="Bob", place=2, role="Lieutenant"), game="emperor")
    correct(client, id, **{"players-1-role": "Mole"})
    client.set_cookie("language", "de")
    assert "Rolle Imperator" in (page := said(client, f"/scores/{id}"))
    assert "Rolle von Bob: Mole, nicht Leutnant." in page
    assert 'value="Imperator"' in client.get(f"/scores/{id}/edit").text
    correct(client, id, note="spät")
    assert (kept(id).players[0].role, kept(id).note) == ("Emperor", "spät")


def test_a_play_in_another_language_keeps_what_it_says(client, kept, save):
    """A role and a reason are shown translated; sent back untouched they stay as they are."""
    id = save(ANN, replace(ANN, name="Bob", place=2, role="General"), game="emperor")
    german = {"Accept-Language": "de"}
    fields = next(
        fields for _, fields in Page(client.get(f"/scores/{id}/edit", headers=german).text).forms if "day" in fields
    )
    answer = client.post(f"/scores/{id}/edit", data=fields | {"note": "spät"}, headers=german)
    assert answer.status_code == 303
    assert (kept(id).players[1].role, kept(id).note) == ("General", "spät")


def test_nothing_changes_if_nothing_was_changed(client, kept, save):
    """Of any game, with points, teams, a draw, and a moment between two minutes."""
    plays = [
        save(replace(ANN, points=80, tie_break=3), replace(ANN, name="Bob", place=2, points=60)),
        save(replace(ANN, points=8), options={"deck": 12, "result": "won"}),
        save(ANN, replace(ANN, name="Bob"), replace(ANN, name="Cem", place=2), game="emperor"),
        save(replace(ANN, place=0), replace(ANN, name="Bob", place=0), game="war_game"),
        save(ANN, replace(ANN, name="Bob", place=3), replace(ANN, name="Cem", place=2), game="war_game"),
        save(replace(ANN, points=3), replace(ANN, name="Bob", points=9, place=2), game="tales", at=1_700_000_033.7),
        save(ANN, replace(ANN, name="Bob"), game="long_gone", options={"seconds": 3601, "zone": "Asia/Tokyo"}),
    ]
    for id in plays:
        before = kept(id)
        assert correct(client, id).status_code == 303
        assert replace(kept(id), options=before.options) == before
        assert {**kept(id).options, "why": None} == {**before.options, "why": None} or before.game == "long_gone"


def test_day_and_time_are_those_of_the_place(client, kept, save):
    id = save(ANN, game="tales", options={"zone": "Asia/Tokyo"}, at=1_700_000_000.0)
    page = client.get(f"/scores/{id}/edit").text
    assert 'value="2023-11-15"' in page
    assert 'value="07:13' in page
    correct(client, id, time="08:13")
    assert kept(id).played_at == 1_700_003_580.0
    assert kept(id).zone == "Asia/Tokyo"
    assert "Time: " in said(client, f"/scores/{id}")


def test_any_other_game_has_a_name_a_way_to_win_and_a_sheet_that_is_kept(client, kept, app):
    sheet = {"sheet-0": "Walls", "sheet-1": "Rows & columns"}
    points = {"players-0-lines-0": "12", "players-0-lines-1": "30", "players-1-lines-0": "50"}
    id = add(client, "title=Azul%21&won_by=points", **named("Ann", "Bob"), **sheet, **points)
    play = kept(id)
    assert (play.options["title"], play.options["won_by"], play.game) == ("Azul!", "points", "azul")
    assert [(one.place, one.points, [line.label for line in one.lines]) for one in play.players] == [
        (2, 42, ["Walls", "Rows & columns"]),
        (1, 50, ["Walls"]),
    ]
    assert "1. Bob" in said(client, "/scores/") or "1. Bob" in said(client, "/scores/").replace("  ", " ")
    again = client.get("/scores/new?game=azul").text
    assert 'value="Walls"' in again
    assert "Azul!" in again
    for path in ("/scores/", f"/scores/{id}", "/scores/players?game=azul", "/scores/player/Ann", "/scores/new"):
        assert "Azul!" in html.unescape(client.get(path).text), path
    second = add(client, "game=azul", **named("Ann", "Bob"), **{"players-0-points": "9", "players-1-points": "7"})
    assert kept(second).options["title"] == "Azul!"
    correct(client, id, **{"players-1-lines-0": "20"})
    assert [one.place for one in kept(id).players] == [1, 2]


def test_two_rows_of_one_label_are_two(client, kept, save):
    """What was typed into the first of them was lost."""
    goals = [Line(f"goal-{number}", "Goal", points, "") for number, points in ((1, 5), (2, 4))]
    ann, bob = replace(ANN, points=9, lines=goals), replace(ANN, name="Bob", place=2, points=5, lines=goals[:1])
    id = save(ann, bob, game="own", options={"title": "Own", "won_by": "points"})
    assert correct(client, id, **{"players-0-lines-0": "7", "sheet-2": "Goal"}).status_code == 303
    assert [[(line.id, line.points) for line in one.lines] for one in kept(id).players] == [
        [("goal-1", 7), ("goal-2", 4)],
        [("goal-1", 5)],
    ]
    assert [one.points for one in kept(id).players] == [11, 5]


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Djinn", "djinn"),
        ("Tales of the arabian nights", "tales"),
        ("7 Wonders", "_7_wonders"),
        ("Ubongo 3D", "ubongo_3d"),
    ],
)
def test_a_game_is_known_by_its_title(app, title, slug):
    with app.test_request_context():
        assert own_games.slug_of(title) == slug


@pytest.mark.parametrize("title", ["🎲", "アズール", "x" * 60, "!!", "if"])
def test_every_title_has_a_slug_of_its_own(app, title):
    with app.test_request_context():
        slug = own_games.slug_of(title)
        assert slug.isidentifier()
        assert len(slug) <= slugs.LONGEST
        assert slug == own_games.slug_of(title) != own_games.slug_of(title + "!")[:-1] + "?"


def test_a_play_can_have_been_another_game(client, kept, save):
    id = save(replace(ANN, points=8), replace(ANN, name="Bob", points=9, place=2), game="tales")
    page = client.get(f"/scores/{id}/game").text
    assert f'href="/scores/{id}/edit?game=djinn"' in page
    path = f"/scores/{id}/edit"
    post(client, f"{path}?game=djinn", path)
    assert kept(id).game == "djinn"
    assert [one.place for one in kept(id).players] == [2, 1]
    assert "Game: Djinn, not Tales" in said(client, f"/scores/{id}")
    trail = re.search(rf'action="(/scores/{id}/edits/\d+)"', client.get(f"/scores/{id}").text)[1]
    client.post(trail, data={"seen": "1"})
    assert (kept(id).game, [one.place for one in kept(id).players]) == ("tales", [1, 2])


def test_a_game_against_tom_is_won_or_lost_as_somebody_says(client, kept, save):
    id = save(replace(ANN, points=80), options={"deck": 12, "result": "won", "tasks": ["ten_coins"]})
    correct(client, id, winner="nobody")
    assert (kept(id).options["result"], kept(id).options["tasks"], kept(id).players[0].points) == ("lost", [], None)


@pytest.mark.parametrize(
    ("query", "values", "sentence"),
    [
        ("game=djinn", {}, "at least one player"),
        ("game=tales", named("Ann") | {"day": ""}, "Enter the day of the game"),
        ("game=djinn", named("Ann", "ann"), "same name"),
        ("game=djinn", named("Ann", "Bob"), "Points decide"),
        ("game=tales", named("Ann") | {"day": "1850-01-01"}, "too long ago"),
        ("game=tales", named("Ann") | {"day": "2999-01-01"}, "not one in the future"),
        ("title=Azul", named("Ann") | {"players-0-lines-0": "5"}, "Name the score sheet row"),
        ("game=emperor", named("Ann") | {"players-0-team": "999"}, "between 1 and 20"),
    ],
)
def test_what_cannot_be_is_refused_in_words(client, query, values, sentence):
    answer = post(client, f"/scores/new?{query}", "/scores/new", **values)
    assert answer.status_code == 422
    assert sentence in html.unescape(answer.text)
    assert client.get("/scores/plays.json").json == []


@pytest.mark.parametrize("counted", ["points", "tie_break", "lines-0"])
def test_points_of_nobody_are_asked_for_a_name(client, counted):
    values = {"players-1-name": "Cora", "players-1-points": "3", f"players-0-{counted}": "85"}
    answer = post(client, "/scores/new?title=Azul", "/scores/new", **values)
    assert answer.status_code == 422
    assert fault(answer.text, "players-0-name") == "Whose points are these? Enter a name."
    assert client.get("/scores/plays.json").json == []


def test_a_player_who_is_known_is_removed_by_emptying_the_name(client, kept, save):
    id = save(replace(ANN, points=80), replace(ANN, name="Bob", place=2, points=60))
    assert correct(client, id, **{"players-1-name": ""}).status_code == 303
    assert [one.name for one in kept(id).players] == ["Ann"]


@pytest.mark.parametrize("path", ["/scores/new?game=tales", "/scores/{}/edit", "/djinn/solo/new"])
def test_a_phone_that_may_not_save_is_told_so_in_place_of_the_form(app, client, save, path):
    path = path.format(save(ANN))
    page = app.test_client().get(path).text
    assert "Open or join a table first" in page
    assert 'name="day"' not in page
    assert 'name="day"' in client.get(path).text


@pytest.mark.parametrize("query", ["game=long_gone", "title=" + "x" * 61, "title=%20"])
def test_a_game_that_is_none_is_not_found(client, query):
    assert client.get(f"/scores/new?{query}").status_code == 404


@pytest.mark.parametrize("title", ["Catan+", "+Catan", "Ticket++to", "Catan%0A"])
def test_a_title_may_come_with_blanks(client, kept, title):
    """As a phone's keyboard adds one after each word it guesses."""
    id = add(client, f"title={title}&won_by=points", **{"players-0-points": "3"}, **named("Ann"))
    assert kept(id).options["title"] == " ".join(title.replace("%0A", "").replace("+", " ").split())


@pytest.mark.parametrize("query", ["game=long_gone", "game=not%0Aa%20slug/x"])
def test_a_play_was_of_a_game_that_there_is(client, kept, save, query):
    """One could be any text: the page of its player was broken, and no file with it was ours."""
    path = f"/scores/{save(ANN)}/edit"
    assert client.get(f"{path}?{query}").status_code == 404
    assert client.post(f"{path}?{query}", data=named("Ann")).status_code == 404
    gone = save(ANN, game="long_gone")
    assert correct(client, gone, note="Late").status_code == 303
    assert (kept(gone).game, kept(gone).note) == ("long_gone", "Late")


def test_the_same_form_sent_twice_adds_one_play(client):
    form = named("Ann", "Bob") | {"winners": "0", "day": "2024-05-06", "op": "once"}
    places = [client.post("/scores/new?game=tales", data=form).location for _ in range(2)]
    assert places[0] == places[1]
    assert len(client.get("/scores/plays.json").json) == 1


def test_a_play_before_others_counts_in_the_streaks_at_once(client, app):
    """It did not before somebody changed another play: a form that counts once writes in a block of its own."""
    for day, winner in (("1", "0"), ("3", "0"), ("2", "1")):
        form = named("Ann", "Bob") | {"winner": winner, "day": f"2024-05-0{day}", "op": day}
        assert client.post("/scores/new?title=Chess&won_by=last", data=form).status_code == 303
    with app.app_context():
        [ann, _] = list_store.summaries("chess/common", limit=2)
    assert (ann.name, ann.wins, ann.streak, ann.longest) == ("Ann", 2, 1, 1)
