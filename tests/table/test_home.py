"""Home, joining and entering; guessing codes is slow."""

import pytest

from companion.games.djinn.scoring import scoring
from companion.table.play import find_table, play, undo
from tests.table.files import played
from tests.table.pages import count, since

ANN, BOB = 0, 1


@pytest.fixture
def address(phone):
    """Give a phone at another address, so that wrong codes of other tests do not count."""

    def address(host):
        it = phone()
        it.http.environ_base["REMOTE_ADDR"] = host
        return it

    return address


# Home, joining and entering


def test_home_shows_games_and_where_to_type_a_code(ann):
    page = ann.get("/")
    assert page.status_code == 200
    assert 'name="code"' in page.text
    assert 'href="/djinn/new"' in page.text
    assert "Tables in play" not in page.text
    assert "not affiliated with or endorsed by the publishers" in page.text


def kinds(phone):
    """Split what home says into the tables in play and those that are over."""
    playing, _, done = phone.get("/").text.partition('id="done"')
    return playing, done


def test_tables_in_play_come_first_and_those_that_are_over_are_folded(app, ann, table):
    with app.app_context():
        finished = played(finished=False)
        play(finished, "end", scoring.end, tapped_by=None, op="over", at=2000.0)
    ann.post(f"/t/{finished}/sit", seat=ANN)
    playing, done = kinds(ann)
    assert playing.index(table) < playing.index("New table")
    assert finished not in playing
    assert finished in done
    with app.app_context():
        undo(finished, struck=find_table(finished).moves[-1].seq, seat=None, host=True, op="not over")
    assert finished in kinds(ann)[0]


def test_of_many_tables_in_play_the_older_ones_are_folded(app, ann):
    with app.app_context():
        codes = [played(finished=False) for _ in range(5)]
    for code in codes:
        ann.post(f"/t/{code}/sit", seat=ANN)
    page = ann.get("/").text
    above, _, folded = page.partition("Older tables")
    assert sum(f"/t/{code}" in above for code in codes) == 4
    assert sum(f"/t/{code}" in folded for code in codes) == 1


def test_a_phone_forgets_a_table_and_remembers_it(ann, bob, table, me):
    bob.post(f"/t/{table}/sit", seat=BOB)
    answer = bob.post(f"/t/{table}/forget")
    assert answer.location == f"/?forgotten={table}"
    assert table not in bob.get("/").text
    assert table in ann.get("/").text
    assert me(bob, table) == (BOB, False)
    assert f'action="/t/{table}/remember"' in bob.get(answer.location).text
    bob.post(f"/t/{table}/remember")
    assert table in bob.get("/").text
    bob.post(f"/t/{table}/forget")
    bob.get(f"/t/{table}")  # who comes back by its code finds it again
    assert table in bob.get("/").text
    assert "<script>" not in bob.get("/?forgotten=<script>").text


@pytest.mark.parametrize("change", [str, str.lower, lambda code: f"  {code[:2]} {code[2:]}\n"])
def test_joining_leads_to_the_table_however_the_code_is_typed(bob, table, change):
    answer = bob.post("/join", code=change(table))
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")


@pytest.mark.parametrize("code", ["", "ABCD", "ABCDEF", "ABCD0", "ABCD1", "ABCDO", "ABCDI", "ABCDL", "💥" * 5, "../.."])
def test_what_is_no_code_is_refused(bob, code):
    answer = bob.post("/join", code=code)
    assert answer.status_code == 422
    assert "5 letters or digits" in answer.text


def test_a_new_phone_is_asked_who_it_is(bob, table):
    page = bob.get(f"/t/{table}")
    assert page.status_code == 200
    assert "Who are you?" in page.text
    assert "I am Bob" in page.text


def test_an_address_may_be_typed_in_small_letters(bob, table):
    assert "Who are you?" in bob.get(f"/t/{table.lower()}").text


def test_a_known_phone_goes_where_the_game_is(ann, bob, table):
    assert ann.get(f"/t/{table}").location == f"/djinn/{table}/setup"
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert bob.get(f"/t/{table}").location == f"/djinn/{table}/setup"
    assert "Who are you?" in bob.get(f"/t/{table}?pick=1").text


@pytest.mark.parametrize("page", ["/t/22222", "/t/22222/log", "/djinn/22222/setup", "/t/22222/events", "/djinn/x/hunt"])
def test_an_unknown_code_is_told_with_a_way_home(address, page):
    answer = address("10.0.0.1").get(page)
    assert answer.status_code == 404
    assert "No table has this code" in answer.text
    assert "<h1>No such table</h1>" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/djinn", "/s", "/../etc/passwd", "/%00", "/djinn/"])
def test_an_unknown_page_is_told_with_a_way_home(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 404
    assert "no page at this address" in answer.text
    assert "<h1>Page not found</h1>" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize(
    "path", ["/t/%00", "/djinn/a%00b/hunt", "/t/a%00b/log?since=1", "/scores/player/%00", "/s/%00"]
)
def test_what_no_database_can_be_asked_is_no_page(ann, path):
    """PostgreSQL keeps no NUL in a text, and fails where it is asked for one."""
    assert ann.get(path).status_code == 404


@pytest.mark.parametrize("page", ["/scores/", "/djinn/solo", "/djinn/rules", "/", "/djinn/box"])
def test_a_question_with_what_no_database_keeps_is_refused(ann, page):
    assert ann.get(f"{page}?player=%00&q=a%00b").status_code == 400


def test_a_page_is_no_move(ann, table):
    answer = ann.post(f"/djinn/{table}/setup")
    assert answer.status_code == 405
    assert "work this way" in answer.text


# Guessing codes


def test_guessing_codes_is_slow(ann, bob, table, address):
    """Codes are short: an address has 20 wrong ones a minute; a right one opens all the same."""
    guesser = address("10.0.0.2")
    answers = [guesser.get(f"/t/2222{letter}").status_code for letter in "ABCDEFGHJKMNPQRSTUVW"]
    assert answers == [404] * 20
    answer = guesser.get("/t/22222")
    assert answer.status_code == 429
    assert "Wait a minute" in answer.text
    assert guesser.get(f"/t/{table}").status_code == 200
    assert guesser.post("/join", code=table).status_code == 303
    assert bob.get(f"/t/{table}").status_code == 200


def test_a_phone_at_a_table_never_waits(address, open_djinn):
    """A whole table may share one address: only failures count, and only for phones nobody knows."""
    ann = address("10.0.0.3")
    code = open_djinn(ann)
    for _ in range(30):
        ann.get("/t/22222")
    assert ann.get("/t/22222").status_code == 429
    assert ann.get(f"/djinn/{code}/setup").status_code == 200
    assert count(ann, code).status_code == 303


def test_a_phone_at_a_table_is_still_spared_what_it_has(address, open_djinn):
    """Somebody's guessing must not cost the others at this address: nothing new stays 204."""
    ann = address("10.0.0.8")
    code = open_djinn(ann)
    version = since(ann.get(f"/t/{code}/log"))
    for _ in range(21):
        ann.get("/t/22222")
    assert ann.live(f"/t/{code}/log?since={version}", "entries").status_code == 204


def test_right_codes_are_not_counted(address, table):
    guest = address("10.0.0.4")
    assert {guest.get(f"/t/{table}").status_code for _ in range(30)} == {200}


def test_moves_guess_codes_no_faster(address):
    guesser = address("10.0.0.5")
    answers = [count(guesser, "22222").status_code for _ in range(21)]
    assert answers == [404] * 20 + [429]
