"""What a house asked of the rules and did not find, and its own answers: kept at home, in that house alone."""

import html
import io
import json
import re
import time
import zipfile
from contextlib import closing

import pytest

from companion.games.djinn.pages.views import book
from companion.kit.rules import own_store
from companion.kit.rules.own_answers import ALIKE, fitting
from companion.kit.rules.own_store import MOST_ANSWERS, MOST_ASKED, Own
from companion.language.player_names import UNSAFE
from companion.membership import enter
from companion.storage.connections import get_db
from companion.storage.schema import migrations
from companion.storage.sqlite import connect
from tests.apps import anew, embedded, row_counts
from tests.conftest import seated

HOW = "Who eats a gnorf?"
NEW = seated(2) | {"players-0-name": "Ann", "players-1-name": "Bob"}


@pytest.fixture(autouse=True)
def unasked(app):
    """Let nothing be asked yet."""
    anew(app)


@pytest.fixture
def kept(app):
    """List the questions that are kept, with how often they were asked."""

    def kept(game="djinn"):
        with app.app_context():
            enter(0)
            return [(one.question, one.times) for one in own_store.find_asked(game, limit=MOST_ASKED)]

    return kept


def ask(phone, question, path="/djinn/ask", **headers):
    """Ask a question as the form sends it."""
    return phone.get(path, query_string={"q": question}, headers=headers)


def own(*questions):
    return [Own(number, "en", question, "So.", 0, 0) for number, question in enumerate(questions, 1)]


# What is kept


def test_a_question_for_which_nothing_fits_is_kept_with_how_often_it_was_asked(app, kept):
    phone = app.test_client()
    for typed in (HOW, "  who EATS a gnorf ", "Who eats a gnorf", "Xyzzy plugh?"):
        ask(phone, typed)
    assert kept() == [("Xyzzy plugh?", 1), (HOW, 3)]
    assert kept("tales") == []


def test_neither_who_asked_nor_where_is_kept(app, owner):
    code = owner.get("/").text.partition("/t/")[2][:5]
    assert ask(owner.http, HOW, f"/djinn/{code}/ask").status_code == 200
    with app.app_context():
        cursor = get_db().execute("SELECT * FROM asked")
        [row] = cursor.fetchall()
    assert code not in str(row)
    assert len(row) == len(("id", "house", "game", "language", "question", "folded", "answer", "at", "times"))


@pytest.mark.parametrize("more", [{"HX-Target": "found"}, {"HX-History-Restore-Request": "true"}])
def test_what_is_only_typed_so_far_is_not_kept(app, kept, more):
    ask(app.test_client(), HOW, **{"HX-Request": "true"} | more)
    assert kept() == []


def test_what_is_found_for_sure_or_says_nothing_is_not_kept(app, kept):
    phone = app.test_client()
    first = next(iter(book("en").answers.by_id.values())).ask
    for typed in (first, "", "ab", "12345 ???", "a 1 b 2"):
        ask(phone, typed)
    phone.head("/djinn/ask", query_string={"q": HOW})
    phone.get("/djinn/rules", query_string={"q": HOW})
    assert kept() == []


def test_a_question_takes_the_place_of_its_beginning_that_was_sent_too_early(app, kept, monkeypatch):
    phone = app.test_client()
    for typed in ("gnorf", "gnorf eats", "gnorf eats whom"):
        ask(phone, typed)
    assert kept() == [("gnorf eats whom", 1)]
    later = time.time() + own_store.UNFINISHED + 1
    monkeypatch.setattr(own_store.time, "time", lambda: later)
    ask(phone, "gnorf eats whom today")
    assert kept() == [("gnorf eats whom today", 1), ("gnorf eats whom", 1)]


def test_the_oldest_questions_give_way(app, kept):
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.1"}):
        app.extensions["guard"]._config = app.config | {
            f"QUESTIONS_PER_{unit}": "100000/hour" for unit in ("PHONE", "ADDRESS")
        }
        try:
            for number in range(MOST_ASKED + 5):
                own_store.keep(("djinn", "tales")[number % 2], "en", f"{number} gnorfs")
        finally:
            app.extensions["guard"]._config = app.config
    assert len(kept()) + len(kept("tales")) == MOST_ASKED
    assert ("204 gnorfs", 1) in kept()
    assert ("4 gnorfs", 1) not in kept()


def test_who_asks_too_much_is_answered_still(app, kept):
    """Thousands in a row write only so many."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.2"}):
        for number in range(10_000):
            own_store.keep("djinn", "en", f"gnorf {number}")
        written = get_db().execute("SELECT sum(times) FROM asked").fetchone()[0]
    assert 0 < written <= 600
    assert ask(app.test_client(), "gnorf").status_code == 200


@pytest.mark.parametrize(
    "typed",
    ["gnorf " * 20_000, "gnorf\x01\x1b[31m\u202e\ufeff\x7f", "<script>gnorf</script>{{7*7}}", "'; DROP TABLE asked; --",
     "\U0001f9ffgnorf" * 60, "ŉΐß" * 200, "%", "\ud7ff\ue000gnorf"],
)  # fmt: skip
def test_whatever_is_asked_is_answered_and_kept_short_and_escaped(app, owner, kept, typed):
    answer = ask(owner.http, typed)
    assert answer.status_code in (200, 414)
    for question, _ in kept():
        assert len(question) <= 300
        assert not UNSAFE & {*question}
        assert not re.search(r"[\x00-\x1f\x7f]", question)
    page = owner.get("/djinn/asked").text
    assert "<script>gnorf" not in page


@embedded
def test_a_disk_that_is_full_or_read_only_does_not_stop_an_answer(new_app):
    app = anew(new_app())
    phone = app.test_client()
    ask(phone, "before gnorf")
    (database,) = app.extensions["db_pool"]

    def count():
        return database.execute("SELECT count(*) FROM asked").fetchone()[0]

    for pragma in (f"max_page_count = {database.execute('PRAGMA page_count').fetchone()[0]}", "query_only = 1"):
        database.execute(f"PRAGMA {pragma}")
        before = count()
        for number in range(20):
            assert ask(phone, f"{number} " + "g" * 290).status_code == 200
        assert count() < before + 20
        database.execute("PRAGMA query_only = 0")
        database.execute("PRAGMA max_page_count = 1000000")
    before = count()
    ask(phone, "after gnorf")
    assert count() == before + 1


# Who decides


@pytest.mark.parametrize(
    ("config", "is_kept"),
    [
        ({}, True),
        ({"KEEP_QUESTIONS": False}, False),
        ({"PUBLIC": True}, False),
        ({"PUBLIC": True, "KEEP_QUESTIONS": True}, True),
        ({"ALONE": True}, True),
    ],
    ids=["at home", "off at home", "public", "on in public", "without a server"],
)
def test_it_is_kept_at_home_and_elsewhere_as_the_operator_wants(new_app, config, is_kept):
    app = anew(new_app(**config))
    phone = app.test_client()
    phone.post("/djinn/new", data=NEW)
    phone.get("/")
    assert ask(phone, HOW).status_code == 200
    with app.app_context():
        assert row_counts(get_db())["asked"] == is_kept
    page = phone.get("/djinn/asked").text
    assert (HOW in page) == is_kept
    assert ("kept here. That" in page) == (not is_kept)


def test_a_house_switches_it_off_and_on(owner, kept):
    assert owner.post("/djinn/asked/keeping").status_code == 303
    ask(owner.http, HOW)
    assert kept() == []
    assert "Start keeping questions" in owner.get("/tales/asked").text
    assert owner.post("/djinn/asked/keeping").status_code == 303
    assert owner.post("/tales/asked/keeping", on="y").status_code == 303
    ask(owner.http, HOW)
    assert kept() == [(HOW, 1)]


def test_only_who_may_change_the_box_is_led_there_and_sees_them(app, owner, bob):
    ask(owner.http, HOW)
    for path in ("/djinn/ask", "/djinn/ask?q=gnorf+eats+who"):
        assert "Unanswered questions (1)" in owner.live(path, "found").text
        assert "/djinn/asked" not in bob.live(path, "found").text
    assert HOW in owner.get("/djinn/asked").text
    assert HOW not in bob.get("/djinn/asked").text
    assert "Open or join a table first" in bob.get("/djinn/asked").text


def test_a_guest_at_a_table_keeps_and_sees_and_changes_nothing(new_app):
    """A guest's phone has the code of a table, and is in no house; nor does another house's phone."""
    app = anew(new_app(PUBLIC=True, KEEP_QUESTIONS=True))
    host, guest, other = (app.test_client() for _ in range(3))
    code = host.post("/djinn/new", data=NEW).location.split("/")[2]
    other.post("/djinn/new", data=NEW)
    guest.post(f"/t/{code}/sit", data={"seat": 1})
    for phone in (host, other, guest):
        phone.get("/")
    ask(host, HOW)
    host.post("/djinn/asked/answer", data={"question": "Can a schmurgel swim?", "answer": "It can."})
    ask(guest, "Who eats a frotz?", f"/djinn/{code}/ask")

    def rows():
        with app.app_context():
            return [tuple(row) for row in get_db().execute("SELECT * FROM asked ORDER BY id").fetchall()]

    before = rows()
    assert [row[4] for row in before] == [HOW, "Can a schmurgel swim?"]
    for phone in (guest, other):
        for id in (row[0] for row in before):
            phone.post("/djinn/asked/remove", data={"id": id})
            sent = {"id": id, "question": "Is it mine?", "answer": "Yes."}
            assert phone.post("/djinn/asked/answer", data=sent).status_code in (403, 422)
            assert "gnorf" not in phone.get("/djinn/asked/answer", query_string={"id": id}).text
        phone.post("/djinn/asked/all")
        phone.post("/djinn/asked/keeping")
        assert "It can." not in ask(phone, "Can a schmurgel swim?", f"/djinn/{code}/ask").text
        assert "gnorf" not in phone.get("/djinn/asked").text + phone.get("/djinn/asked/answers").text
    assert rows()[:2] == before
    assert "It can." in ask(host, "Can a schmurgel swim?", f"/djinn/{code}/ask").text
    assert host.post("/house/delete", data={"sure": "yes"}).status_code == 303
    assert {row[1] for row in rows()}.isdisjoint({before[0][1]})


# Own answers


def test_an_own_answer_comes_first_and_says_whose_it_is(owner, kept):
    ask(owner.http, HOW)
    page = owner.get("/djinn/asked").text
    path = html.unescape(re.search(r'href="(/djinn/asked/answer\?id=\d+)"', page)[1])
    assert f'value="{HOW}"' in owner.get(path).text
    sent = {"id": path.partition("=")[2], "question": "Who eats <b>gnorfs</b>?", "answer": "The <i>frotz</i> & all."}
    assert owner.post("/djinn/asked/answer", **sent).status_code == 303
    assert kept() == []
    for typed in ("Who eats <b>gnorfs</b>?", "eats gnorfs", "gnorf eats"):
        page = ask(owner.http, typed).text
        assert '<bdi lang="en">The &lt;i&gt;frotz&lt;/i&gt; &amp; all.</bdi>' in page
        assert page.index('class="rule answer"') == page.index('class="rule answer" id="own-')
        assert "your house&#39;s answer" in page
        assert "Nothing fits for sure" not in page
    assert "Antwort eures Hauses" in owner.get("/djinn/ask?q=gnorfs+eats", headers={"Accept-Language": "de"}).text
    assert "own-" not in ask(owner.http, "Who swims with a xyzzy?").text
    assert kept() == [("Who swims with a xyzzy?", 1)]
    assert "own-" not in ask(owner.http, "Who eats gnorfs?", "/tales/ask").text


def test_an_own_answer_is_changed_and_removed(owner):
    owner.post("/djinn/asked/answer", question=HOW, answer="The frotz.")
    id = re.search(r"answer\?id=(\d+)", owner.get("/djinn/asked/answers").text)[1]
    assert owner.post("/djinn/asked/answer", id=id, question=HOW, answer="The xyzzy.").status_code == 303
    assert "The xyzzy." in ask(owner.http, HOW).text
    assert owner.post("/djinn/asked/answer", question=HOW, answer="The xyzzy.").status_code == 303  # sent twice
    answer = owner.post("/djinn/asked/answer", question=f" {HOW.upper()} ", answer="Nobody.")
    assert (answer.status_code, "already has an answer to this question" in answer.text) == (422, True)
    assert owner.post("/djinn/asked/remove", id=id).status_code == 303
    assert owner.post("/djinn/asked/answer", id=id, question=HOW, answer="Gone.").status_code == 422
    assert "own-" not in ask(owner.http, HOW).text


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"question": HOW, "answer": ""}, 422),
        ({"question": HOW, "answer": " \x01\u200b"}, 422),
        ({"question": "ab", "answer": "So."}, 422),
        ({"question": "", "answer": "So."}, 422),
        ({"question": "x" * 301, "answer": "So."}, 422),
        ({"question": HOW, "answer": "x" * 401}, 422),
        ({"question": HOW, "answer": "x" * 200_000}, 413),
        ({"question": HOW, "answer": "x" * 30_000}, 422),
        ({"question": HOW, "answer": "So.", "id": 999}, 422),
        ({"question": HOW, "answer": "So.", "id": 10**30}, 422),
        ({"question": HOW, "answer": "So.", "id": "x"}, 422),
        ({"question": "x" * 300, "answer": "y" * 400}, 303),
        ({"question": "\U0001f9ff 可以吗", "answer": "是"}, 303),
    ],
)
def test_an_answer_is_neither_empty_nor_too_long(owner, sent, status):
    assert owner.post("/djinn/asked/answer", **sent).status_code == status
    assert owner.get("/djinn/asked/answers").status_code == 200


def test_a_house_writes_only_so_many_answers(app, owner):
    for number in range(MOST_ANSWERS):
        with app.test_request_context():
            own_store.answer("djinn", "en", f"gnorf number {number}", "So.")
    answer = owner.post("/djinn/asked/answer", question="One more gnorf", answer="So.")
    assert (answer.status_code, "100 answers" in answer.text) == (422, True)
    assert owner.post("/tales/asked/answer", question="One more gnorf", answer="So.").status_code == 303
    pages = [owner.get(f"/djinn/asked/answers?page={number}").text for number in (*range(6), 10**9, -1, "x")]
    assert [page.count('id="asked-') for page in pages] == [20, 20, 20, 20, 20, 0, 0, 20, 20]


def test_questions_are_removed_one_by_one_and_all_at_once_and_answers_stay(owner, kept, lines):
    for typed in (HOW, "xyzzy plugh", "frotz plover"):
        ask(owner.http, typed)
    owner.post("/djinn/asked/answer", question="Can it swim?", answer="So.")
    id = re.search(r'name="id" value="(\d+)"', owner.get("/djinn/asked").text)[1]
    assert owner.post("/djinn/asked/remove", id=id).status_code == 303
    assert [question for question, _ in kept()] == ["xyzzy plugh", HOW]
    assert "Remove all questions?" in owner.get("/djinn/asked/all").text
    assert owner.post("/djinn/asked/all").status_code == 303
    assert kept() == []
    assert "Can it swim?" in owner.get("/djinn/asked/answers").text
    assert not re.search("xyzzy|gnorf", str(lines()))


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Can a Wall attack?", True),
        ("wall attack", True),
        ("attacking walls", True),
        ("schmurgl", True),
        ("can a dragon attack", False),
        ("may i", False),
        ("how many coins do I get", False),
        ("x" * 300, False),
        ("?!", False),
    ],
)
def test_an_own_answer_is_found_by_other_words_and_not_by_any(typed, found):
    known = own("Can a Wall attack?", "What beats a schmurgel?", "May I take back a coin?")
    assert bool(fitting(typed, known, book("en").rules.speech, ALIKE[False])) == found


def test_among_many_long_answers_a_question_is_answered_soon():
    speech = book("en").rules.speech
    words = [word for one in book("en").answers.by_id.values() for word in one.say.split()]
    known = own(*(" ".join(words[40 * number : 40 * number + 40])[:300] for number in range(MOST_ANSWERS)))
    typed = " ".join(f"{word}x" for word in words[::7])[:300]
    fitting(typed, known, speech, ALIKE[False])
    began = time.process_time()
    fitting(typed, known, speech, ALIKE[False])
    assert time.process_time() - began < 0.5


def test_every_game_leads_to_its_own_questions(owner):
    for game in ("djinn", "tales"):
        ask(owner.http, HOW, f"/{game}/ask")
        page = owner.get(f"/{game}/asked").text
        assert f'action="/{game}/asked/remove"' in page
        assert f'href="/{game}/asked/answer?id=' in page


# Where it goes


def test_a_house_takes_its_answers_along(new_app):
    app = anew(new_app(PUBLIC=True, KEEP_QUESTIONS=True))
    host = app.test_client()
    host.post("/djinn/new", data=NEW)
    host.get("/")

    def names():
        with zipfile.ZipFile(io.BytesIO(host.get("/house/export.zip").data)) as file:
            return {name: file.read(name) for name in file.namelist()}

    assert "answers.json" not in names()
    ask(host, HOW)
    host.post("/tales/asked/answer", data={"question": "Can it swim?", "answer": "So."})
    said = json.loads(names()["answers.json"])
    assert [(one["game"], one["question"], one["answer"]) for one in said] == [
        ("djinn", HOW, ""),
        ("tales", "Can it swim?", "So."),
    ]


def answers_of(app, game="djinn"):
    with app.app_context():
        enter(0)
        return [(one.language, one.question, one.answer) for one in own_store.find_answers(game, limit=MOST_ANSWERS)]


def bring(phone, said, path="/djinn/asked/import"):
    data = said if isinstance(said, bytes) else json.dumps(said).encode()
    return phone.post(path, data={"file": (io.BytesIO(data), "answers.json")})


def row(question, answer="So.", **changes):
    return {"game": "djinn", "language": "en", "question": question, "answer": answer, "at": 1.5, "times": 3} | changes


def test_what_is_exported_comes_in_again_and_nothing_twice(app, owner):
    phone = owner.http
    phone.post("/djinn/asked/answer", data={"question": HOW, "answer": "The frotz."})
    phone.post("/tales/asked/answer", data={"question": "Can it swim?", "answer": "Ja, “schon”.\nOft."})
    answer = phone.get("/djinn/asked/answers.json")
    file = answer.data
    assert answer.mimetype == "application/json"
    before = answers_of(app), answers_of(app, "tales")
    assert bring(phone, file).location.endswith("/djinn/asked/answers?added=0")
    with app.app_context():
        enter(0)
        for game in ("djinn", "tales"):
            own_store.remove(game, own_store.find_answers(game, limit=1)[0].id)
    assert answers_of(app) == answers_of(app, "tales") == []
    assert bring(phone, file).location.endswith("/djinn/asked/answers?added=2")
    assert (answers_of(app), answers_of(app, "tales")) == before
    assert "2 answers came in." in phone.get("/djinn/asked/answers?added=2").text
    assert "Nothing new" in phone.get("/djinn/asked/answers?added=0").text
    assert "The frotz." in ask(phone, "who eats gnorfs").text
    assert phone.get("/djinn/asked/answers.json").data == file


def test_an_own_answer_stays_and_what_was_asked_gets_one(app, owner, kept):
    phone = owner.http
    phone.post("/djinn/asked/answer", data={"question": HOW, "answer": "Mine."})
    ask(phone, "Xyzzy plugh?")
    rows = [row("who eats a GNORF"), row("xyzzy plugh"), row("Unknown game?", game="chess"), row("Asked alone", "")]
    assert bring(phone, [*rows, *rows]).location.endswith("added=1")
    assert {(question, answer) for _, question, answer in answers_of(app)} == {(HOW, "Mine."), ("xyzzy plugh", "So.")}
    assert kept() == []


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"[",
        b"{}",
        b"PK\x03\x04",
        b"[1]",
        b"\xff",
        [[]],
        [row("ab")],
        [row("x" * 301)],
        [row(HOW, "x" * 401)],
        [row(HOW, "\u2800")],
        [row(HOW, "a\nb")],
        [row(HOW, None)],
        [row("a \u202eb c")],
        [row(HOW, language="fr")],
        [row(HOW, game="../x")],
        [row(HOW, at=-1)],
        [row(HOW, at=True)],
        [row(HOW, times=2**40)],
        [row(HOW, more=1)],
        [{"game": "djinn"}],
        [row("Fine?"), row("ab")],
        [row(f"{number} gnorfs") for number in range(MOST_ANSWERS + 1)],
        [row(f"{number} gnorfs", "") for number in range(2001)],
    ],
)
def test_a_file_that_no_house_wrote_is_refused_whole(app, owner, said):
    answer = bring(owner.http, said)
    assert answer.status_code in (413, 422)
    assert answers_of(app) == []


def test_a_stranger_brings_in_no_answers_and_takes_none(app, owner):
    owner.http.post("/djinn/asked/answer", data={"question": HOW, "answer": "The frotz."})
    stranger = app.test_client()
    assert bring(stranger, [row("Can it swim?")]).status_code == 403
    assert stranger.get("/djinn/asked/answers.json").status_code == 403
    assert "answers-file" not in stranger.get("/djinn/asked/answers").text


def test_answers_come_into_the_house_of_the_phone_alone(new_app):
    app = anew(new_app(PUBLIC=True))
    ann, bob = app.test_client(), app.test_client()
    for phone in (ann, bob):
        phone.post("/djinn/new", data=NEW)
        phone.get("/")
    bring(ann, [row(HOW)])
    assert HOW in ann.get("/djinn/asked/answers").text
    assert HOW not in bob.get("/djinn/asked/answers").text


@embedded
def test_a_database_of_before_gets_its_table(tmp_path):
    with closing(connect(tmp_path / "companion.db")) as db:
        migrations.apply(db, stop_before="asked")
        assert "asked" not in db.table_names()
        db.execute("INSERT INTO kept_things (house, kind, key, thing) VALUES (0, 'game', 'a', '{}')")
        migrations.apply(db)
        assert db.execute("SELECT count(*) FROM asked").fetchone() == (0,)
        assert db.execute("SELECT count(*) FROM kept_things").fetchone() == (1,)


def test_a_stranger_reads_no_question_by_its_number(owner):
    ask(owner.http, HOW)
    id = re.search(r"answer\?id=(\d+)", owner.get("/djinn/asked").text)[1]
    assert "gnorf" in owner.get(f"/djinn/asked/answer?id={id}").text
    stranger = owner.http.application.test_client().get(f"/djinn/asked/answer?id={id}")
    assert (stranger.status_code, "gnorf" in stranger.text) == (403, False)
