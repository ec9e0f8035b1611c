"""Guessing, names and quotas, through the app."""

import http.client
import io
import json
import re
import time
from threading import Semaphore

import pytest
from flask import g

from companion.addresses import lan_address
from companion.table.import_export import uploads
from companion.web.rate_limits import Guard
from tests import copies
from tests.conftest import seated
from tests.server import Server
from tests.thorough import share

WRONG = [f"2222{letter}" for letter in "ABCDEFGHJKMNPQRSTUVW"]


@pytest.fixture
def at(phone):
    """Give a phone at another address, so that what other tests did does not count."""

    def at(address, **where):
        it = phone(**where)
        it.http.environ_base["REMOTE_ADDR"] = address
        return it

    return at


@pytest.fixture
def limited(app, monkeypatch):
    """Let the app have other limits, and have counted nothing."""

    def limited(sleep=time.sleep, **limits):
        for name, limit in limits.items():
            monkeypatch.setitem(app.config, name, limit)
        app.extensions["guard"] = Guard(app.config, sleep)
        return app

    yield limited
    app.extensions["guard"] = Guard(app.config)


# Guessing codes


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    "guess",
    [
        lambda phone, code: phone.get(f"/t/{code}"),
        lambda phone, code: phone.get(f"/djinn/{code}/hunt"),
        lambda phone, code: phone.get(f"/t/{code}/log?since=1.0.0"),
        lambda phone, code: phone.get(f"/x/{code}?since=1.0.0"),
        lambda phone, code: phone.get(f"/t/{code}/events"),
        lambda phone, code: phone.post(f"/t/{code}/sit", seat=1),
        lambda phone, code: phone.post("/join", code=code),
        lambda phone, code: phone.post(f"/s/{code}"),
    ],
    ids=["page", "game", "poll", "poll of no page", "stream", "sit", "join", "link"],
)
def test_wrong_guesses_are_counted_wherever_they_are_made(at, guess, request):
    number = 10 + next(iter(request.node.callspec.indices.values()))
    guesser = at(f"10.1.0.{number}")
    answers = [guess(guesser, code).status_code for code in WRONG]
    assert set(answers) <= {404, 422}
    assert guesser.get("/t/22222").status_code == 429


def test_a_right_code_is_never_refused(at, table):
    """Neighbours share an address: what one of them guesses must not keep out another with the right code."""
    guesser = at("10.1.1.1")
    for code in WRONG * 3:
        guesser.get(f"/t/{code}")
    assert guesser.get("/t/22222").status_code == 429
    innocent = at("10.1.1.1")
    assert innocent.get(f"/t/{table}").status_code == 200
    assert innocent.post("/join", code=table).status_code == 303
    assert innocent.get(f"/t/{table}/log").status_code == 200
    assert innocent.post(f"/t/{table}/sit", seat=1).status_code == 303
    assert innocent.get(f"/djinn/{table}/hunt").status_code == 200


def test_a_right_link_is_never_refused(at, ann, table):
    link = re.search(r"/s/[\w-]+", ann.get(f"/t/{table}/share").text)[0]
    guesser = at("10.1.1.2")
    answers = [guesser.post(f"/s/{number}").status_code for number in range(22)]
    assert answers == [422] * 20 + [429] * 2
    assert guesser.post(link).status_code == 303


def test_who_guesses_on_and_on_gets_one_answer_in_two_seconds_and_a_right_code_waits_its_turn(limited, at, open_djinn):
    """Not to refuse a right code must not tell without limit which one is right."""
    slept = []
    app = limited(slept.append, WRONG_CODES_AT_ONCE="5 per 6000 seconds", WRONG_CODES_WAITING=1)
    code = open_djinn(at("10.1.1.3", at=app))
    guesser, innocent = at("10.1.1.4", at=app), at("10.1.1.4", at=app)
    for _ in range(25):
        guesser.get("/t/22222")
    assert slept == []
    assert guesser.get("/t/22222").status_code == 429
    assert innocent.get(f"/t/{code}").status_code == 200
    assert [round(seconds) for seconds in slept] == [0, 2]
    assert innocent.get(f"/t/{code}").status_code == 429  # only so many wait


def test_who_waits_for_a_turn_to_guess_holds_no_connection(limited, at):
    """There are only so many to a database that processes share: twenty guessers kept it from everybody."""
    held = []
    app = limited(lambda _: held.append("db" in g), WRONG_CODES_AT_ONCE="1 per 6000 seconds")
    guesser = at("10.1.1.8", at=app)
    for _ in range(23):
        guesser.get("/t/22222")
    assert held == [False, False]


class Slow(io.BytesIO):
    """A body that comes slowly; while one waits for it, the connection to the database may be `held`."""

    held = None

    def readinto(self, buffer):
        self.held = self.held or "db" in g
        return super().readinto(buffer)


@pytest.mark.parametrize(
    "path", ["/t/{code}/sit", "/t/22222/sit", "/djinn/{code}/count", "/import", "/djinn/box/import"]
)
def test_who_sends_slowly_holds_no_connection(new_app, at, path):
    """Sixteen bodies that trickled kept a database that processes share from everybody."""
    app = new_app(PUBLIC=True)
    ann = at("10.1.1.9", at=app)
    code = copies.open_table(ann.http, "djinn", seated(2))
    kept = [f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n1\r\n' for name in ("seat", "op")]
    body = Slow("".join([*kept, "--x--\r\n"]).encode())
    sent = {
        "input_stream": body,
        "content_type": "multipart/form-data; boundary=x",
        "content_length": len(body.getvalue()),
    }
    assert ann.http.post(path.format(code=code), **sent).status_code < 500
    assert body.held is False


def test_a_refused_form_is_shown_again_by_one_connection(app, at, table, monkeypatch):
    """Each held one while it waited for another: sixteen refused at once waited for each other."""
    place = app.extensions["db"]
    monkeypatch.setattr(place, "room", Semaphore(1))
    monkeypatch.setattr(place, "patience", 0.1)
    bob, cem = at("10.1.1.10"), at("10.1.1.10")
    assert bob.post(f"/t/{table}/sit", seat=1).status_code == 303
    sent = {"data": {"seat": 1, "op": "x"}, "headers": {"Referer": f"http://localhost/t/{table}"}}
    answer = cem.http.post(f"/t/{table}/sit", **sent)
    assert answer.status_code == 422
    assert "Who are you?" in answer.text


def test_a_phone_at_a_table_never_waits_for_turns(limited, at, open_djinn):
    slept = []
    app = limited(slept.append, WRONG_CODES_AT_ONCE="1 per 6000 seconds", WRONG_CODES_WAITING=0)
    ann = at("10.1.1.5", at=app)
    code = open_djinn(ann)
    for _ in range(21):
        at("10.1.1.5", at=app).get("/t/22222")
    for _ in range(5):
        assert ann.get(f"/djinn/{code}/setup").status_code == 200
    assert slept == []


def test_what_is_no_code_is_no_guess(at):
    guesser = at("10.1.1.6")
    assert {guesser.get(f"/t/{code}").status_code for code in ["x" * 9, "0OIL1", "💥", "ABCD"] * 6} == {404}
    assert guesser.get("/t/22222").status_code == 404


def test_files_tell_no_faster_which_codes_there_are(at, ann, table, open_djinn):
    """A file's code is kept if no table has it, which says something of it: each such file is a guess."""
    file = json.loads(ann.get(f"/t/{table}/export.json").text)
    guesser = at("10.1.1.7")

    def bring(code):
        data = io.BytesIO(json.dumps(file | {"code": code}).encode())
        return guesser.http.post("/import", data={"file": (data, "table.json")}).location.split("/")[2]

    codes = [f"3333{letter}" for letter in "ABCDEFGHJKMNPQRSTUVW"]
    assert [bring(code) for code in codes] == codes
    assert bring("44444") != "44444"
    assert bring(table) != table


# Behind a proxy, and the names of this machine


def forwarded(phone, client, path="/t/22222", **headers):
    return phone.get(path, headers={"X-Forwarded-For": client} | headers)


def test_behind_a_proxy_clients_are_counted_each_for_itself(new_app, phone):
    them = phone(new_app(BEHIND_PROXY=1))
    answers = [forwarded(them, "203.0.113.5").status_code for _ in range(21)]
    assert answers == [404] * 20 + [429]
    assert forwarded(them, "203.0.113.6").status_code == 404
    poll = forwarded(them, "203.0.113.5", "/t/22222/log?since=1.0.0")
    assert poll.status_code == 429


def test_without_a_proxy_nobody_is_believed_to_be_another(at):
    guesser = at("10.1.2.1")
    answers = [forwarded(guesser, f"203.0.113.{number}").status_code for number in range(21)]
    assert answers == [404] * 20 + [429]


def test_behind_a_proxy_cookies_go_by_https_only(new_app, phone, open_djinn):
    behind, bare = phone(new_app(BEHIND_PROXY=1)), phone(new_app())
    for it, secure in ((behind, True), (bare, False)):
        it.http.environ_base["wsgi.url_scheme"] = "https"
        answers = [it.post("/language", language="de"), it.post("/t/22222/watch")]
        form = {"count": 2, "players-0-name": "A", "players-1-name": "B"}
        colours = {"players-0-colour": "red", "players-1-colour": "blue"}
        answers.append(it.post("/djinn/new", **form, **colours))
        cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
        assert len(cookies) >= 2
        assert all(("Secure" in cookie) is secure for cookie in cookies)


@pytest.mark.thorough
def test_the_command_believes_as_many_proxies_as_it_was_told(tmp_path, static_cache):
    server = Server(tmp_path / "instance", "--behind-proxy", "1", "--name", "games.example", STATIC_CACHE=static_cache)
    try:
        server.launch()
        said = [server.process.stdout.readline() for _ in range(4)]
        port = int(re.search(r"The proxy finds it on port (\d+)", "".join(said))[1])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)

        def ask(path, client, host="games.example"):
            headers = {"X-Forwarded-For": client, "X-Forwarded-Host": host, "X-Forwarded-Proto": "https"}
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(), answer.headers

        answers = [ask("/t/22222/log?since=1.0.0", "203.0.113.5")[0] for _ in range(21)]
        assert answers == [404] * 20 + [429]
        assert ask("/t/22222", "203.0.113.6")[0] == 404
        assert ask("/", "203.0.113.5", "evil.example")[0] == 400
        status, _, headers = ask("/", "203.0.113.5")
        assert (status, "Secure" in headers["Set-Cookie"]) == (200, True)
        connection.close()
    finally:
        server.kill()


OURS = [
    "localhost",
    "127.0.0.1",
    "192.168.1.5:8001",
    "[::1]:8000",
    "[fe80::1]",
    "10.0.0.3",
    "LOCALHOST:1",
    "localhost.",
]


@pytest.mark.parametrize("host", OURS)
def test_literal_addresses_and_localhost_are_ours(ann, host):
    assert ann.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("suffix", ["", ".local", ".lan", ".home.arpa", ".fritz.box", ".local:8000"])
def test_the_machines_own_name_is_ours(ann, monkeypatch, suffix):
    from companion import addresses

    monkeypatch.setattr("socket.gethostname", lambda: "Tavern.example.org")
    addresses.own_names.cache_clear()
    try:
        assert ann.get("/", headers={"Host": f"tavern{suffix}"}).status_code == 200
        assert ann.get("/", headers={"Host": "TAVERN.example.org"}).status_code == 200
    finally:
        monkeypatch.undo()
        addresses.own_names.cache_clear()


FOREIGN = [
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil",
    "a@localhost",
    "[::1",
    "localhost:0",
    "localhost:00",
    "localhost:65536",
    "127.0.0.1:99999",
    "[::1]:0",
    "",
    "x" * 9000,
]


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("host", FOREIGN)
@pytest.mark.parametrize("path", ["/", "/t/{}/share", "/nowhere", "/t/22222"])
def test_any_other_name_is_refused_with_the_way_to_allow_it(ann, table, host, path):
    answer = ann.get(path.format(table), headers={"Host": host})
    assert answer.status_code == 400
    assert "--name" in answer.text
    assert "/s/" not in answer.text


def test_a_poll_by_another_name_is_refused_too(ann, table):
    version = re.search(r"since=([\d.]+)", ann.get(f"/t/{table}/log").text)[1]
    assert ann.get(f"/t/{table}/log?since={version}").status_code == 204
    assert ann.get(f"/t/{table}/log?since={version}", headers={"Host": "evil.example"}).status_code == 400


def test_a_name_that_was_given_is_ours(new_app, phone):
    ann = phone(new_app(NAMES=("Games.example", "den.example:8443")))
    for host in ("games.example", "games.example:81", "den.example", "GAMES.example."):
        assert ann.get("/", headers={"Host": host}).status_code == 200
    assert ann.get("/", headers={"Host": "other.example"}).status_code == 400


def test_behind_a_proxy_the_name_it_was_asked_by_counts(new_app, phone):
    ann = phone(new_app(BEHIND_PROXY=1, NAMES=("games.example",)))
    assert ann.get("/", headers={"X-Forwarded-Host": "games.example", "Host": "app:8000"}).status_code == 200
    assert ann.get("/", headers={"X-Forwarded-Host": "evil.example", "Host": "games.example"}).status_code == 400
    assert phone(new_app()).get("/", headers={"X-Forwarded-Host": "evil.example"}).status_code == 200


PROXIES = [
    {"Proto": "javascript"},
    {"Proto": "ftp"},
    {"Proto": "https:"},
    {"Host": "games.example:0"},
    {"Host": "games.example:99999"},
]


@pytest.mark.parametrize("path", ["/", "/scores", "/nowhere", "/t/22222"])
@pytest.mark.parametrize("said", PROXIES)
def test_what_cannot_be_is_not_believed_of_a_proxy_either(new_app, phone, said, path):
    """It was echoed in redirects, as javascript://games.example/scores/."""
    ann = phone(new_app(BEHIND_PROXY=1, NAMES=("games.example",)))
    usual = {"X-Forwarded-Host": "games.example", "X-Forwarded-Proto": "https"}
    assert ann.get(path, headers=usual).status_code != 400
    answer = ann.get(path, headers=usual | {f"X-Forwarded-{name}": value for name, value in said.items()})
    assert answer.status_code == 400
    assert "Location" not in answer.headers
    assert not {*said.values()} & {*re.split('["/<>]', answer.text)}


@pytest.mark.parametrize("host", ["localhost:9", "localhost:8001", "192.0.2.66:8001"])
def test_links_to_share_name_the_address_that_phones_reach(ann, table, host):
    """Whatever a request says of itself: who could choose the address would be sent the keys in these links."""
    text = ann.get(f"/t/{table}/share", base_url="http://localhost:8001/", headers={"Host": host}).text
    links = re.findall(r'href="(http[^"]+)"', text)
    assert len(links) == (1 if host.startswith("192") else 4)  # a cookie of localhost goes nowhere else
    assert all(link.startswith(f"http://{lan_address()}:8001/") for link in links)


STARTS = [
    ({"NAMES": ("games.example", "other.example")}, "http://games.example:80/"),
    ({"NAMES": ("djinn.local", "other.example"), "SILENT": ("djinn.local",)}, "http://other.example:80/"),
    ({"NAMES": ("games.example:8443",), "BEHIND_PROXY": 1}, "https://games.example:8443/"),
    ({"NAMES": ("games.example",), "BEHIND_PROXY": 2}, "https://games.example/"),
    ({"BEHIND_PROXY": 1}, f"https://{lan_address()}/"),
    ({"LISTENS": "192.168.7.7"}, "http://192.168.7.7:80/"),
    ({"LISTENS": "fd00::7"}, "http://[fd00::7]:80/"),
    ({"LISTENS": "127.0.0.1"}, "http://127.0.0.1:80/"),
    ({"LISTENS": "127.0.0.1", "BEHIND_PROXY": 1}, f"https://{lan_address()}/"),
    ({"LISTENS": "0.0.0.0"}, f"http://{lan_address()}:80/"),
]


@pytest.mark.parametrize(("config", "start"), share(STARTS, 1, of=4))
def test_links_to_share_follow_what_was_said_at_the_start(new_app, phone, open_djinn, config, start):
    ann = phone(new_app(**config))
    ann.http.environ_base["wsgi.url_scheme"] = "https"
    code = open_djinn(ann)
    text = ann.get(f"/t/{code}/share", base_url="https://localhost:80/").text
    assert f'href="{start}t/{code}"' in text


@pytest.mark.parametrize(
    ("config", "alone"),
    [
        ({"LISTENS": "127.0.0.1"}, True),
        ({"LISTENS": "localhost"}, True),
        ({"LISTENS": "::1"}, True),
        ({"LISTENS": "127.0.0.1", "NAMES": ("games.example",)}, False),
        ({"LISTENS": "127.0.0.1", "BEHIND_PROXY": 1}, False),
        ({"LISTENS": "::"}, False),
        ({}, False),
    ],
)
def test_a_server_of_one_machine_says_that_no_other_phone_gets_there(new_app, phone, open_djinn, config, alone):
    ann = phone(new_app(**config))
    ann.http.environ_base["wsgi.url_scheme"] = "https"
    text = ann.get(f"/t/{open_djinn(ann)}/share").text
    assert ("started for this computer only" in text) == alone
    assert ("without -&NoBreak;-&NoBreak;host" in text) == alone, "a line may break within the option"
    assert ("Point the camera" in text) == (not alone)


# How much one phone may do


def form():
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "Bob"))}
    return {"count": 2, "players-0-colour": "red", "players-1-colour": "blue"} | names


def test_a_phone_opens_so_many_tables_an_hour(limited, phone):
    app = limited(TABLES_PER_PHONE="3/hour")
    ann, bob = phone(app), phone(app)
    answers = [ann.post("/djinn/new", **form()) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303] * 3 + [429]
    assert "Too many new tables" in answers[-1].text
    assert ann.post("/djinn/new", **form(), htmx=True).text.startswith("Too many new tables")
    assert bob.post("/djinn/new", **form()).status_code == 303
    assert ann.get(answers[0].location).status_code == 200


def test_an_address_opens_so_many_tables_an_hour(limited, phone):
    app = limited(TABLES_PER_ADDRESS="3/hour")
    answers = [phone(app).post("/djinn/new", **form()).status_code for _ in range(4)]
    assert answers == [303] * 3 + [429]


def test_a_refused_table_is_not_counted(limited, phone):
    ann = phone(limited(TABLES_PER_PHONE="1/hour"))
    for _ in range(3):
        assert ann.post("/djinn/new", count=2).status_code == 422
    assert ann.post("/djinn/new", **form()).status_code == 303


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("path", ["/import", "/scores/import", "/djinn/box/import"])
def test_a_phone_brings_in_so_many_files_an_hour(limited, phone, open_djinn, path):
    ann = phone(limited(IMPORTS_PER_PHONE="2/hour"))
    code = open_djinn(ann)
    file = {"/import": f"/t/{code}/export.json", "/djinn/box/import": "/djinn/box.toml"}.get(path, "/scores/plays.json")
    data = ann.get(file).data
    answers = [ann.http.post(path, data={"file": (io.BytesIO(data), "file"), "copied": "yes"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "Too many files lately" in answers[-1].text


@pytest.mark.parametrize("path", ["/import", "/scores/import", "/djinn/box/import"])
def test_a_refused_file_is_an_attempt_too(limited, phone, open_djinn, path):
    """Ninety of ninety files that cost much were refused, and the next one read: only what came in was counted."""
    ann = phone(limited(IMPORTS_PER_PHONE="2/hour"))
    open_djinn(ann)
    answers = [ann.http.post(path, data={"file": (io.BytesIO(b"nonsense"), "file")}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert "Too many files lately" in answers[-1].text


class Unread(io.BytesIO):
    """What a phone sends, of which nothing may be read."""

    def read(self, *_):
        raise AssertionError("read")

    readinto = readline = read


def sends_unread(phone, path="/import"):
    """Send a long file of which nothing may be read."""
    how = {"content_type": "multipart/form-data; boundary=x", "content_length": 2**21}
    return phone.http.post(path, input_stream=Unread(), **how)


def test_too_many_files_are_refused_before_they_are_read(limited, phone):
    ann = phone(limited(IMPORTS_PER_ADDRESS="1/hour"))
    assert ann.http.post("/import", data={"file": (io.BytesIO(b"{}"), "x")}).status_code == 422
    answer = sends_unread(ann)
    assert answer.status_code == 429
    assert "Too many files lately" in answer.text


def test_an_address_sends_so_many_files_at_once(limited, phone, monkeypatch):
    """Forty files of 8 MB at once took 300 MB of memory; who comes later waits before anything is read."""
    monkeypatch.setattr(uploads, "PATIENCE", 0.1)
    app = limited(UPLOADS_PER_ADDRESS=2, UPLOADS=3)
    guard = app.extensions["guard"]
    ends = [guard.begin_upload("127.0.0.1"), guard.begin_upload("127.0.0.1")]
    answer = sends_unread(phone(app))
    assert answer.status_code == 429
    assert "Too many files at once" in answer.text
    ends.append(guard.begin_upload("127.0.0.2"))
    assert guard.begin_upload("127.0.0.3") is None
    for end in ends:
        end()
    for _ in range(5):
        assert phone(app).http.post("/import", data={"file": (io.BytesIO(b"{}"), "x")}).status_code == 422
    assert not guard._under_way


def test_so_many_look_on_at_a_table(limited, phone, open_djinn):
    app = limited(WATCHERS_PER_TABLE=2)
    code = open_djinn(phone(app))
    watchers = [phone(app) for _ in range(3)]
    answers = [each.post(f"/t/{code}/watch") for each in watchers]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert "No more phones can watch this table" in answers[-1].text
    assert watchers[0].post(f"/t/{code}/watch").status_code == 303
    assert watchers[2].post(f"/t/{code}/sit", seat=1).status_code == 303


def test_a_phone_that_only_looks_is_one_phone_too(phone, table):
    watcher = phone()
    watcher.get("/")
    answers = [listen(watcher, table) for _ in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 8 + [429]
    for answer in answers:
        answer.close()


def listen(phone, code):
    return phone.http.get(f"/t/{code}/events", buffered=False)


def test_a_phone_holds_eight_streams(ann, bob, table):
    bob.post(f"/t/{table}/sit", seat=1)
    open_ones = [listen(bob, table) for _ in range(8)]
    assert {answer.status_code for answer in open_ones} == {200}
    refused = listen(bob, table)
    assert (refused.status_code, "Too many pages are open" in refused.text) == (429, True)
    assert listen(ann, table).status_code == 200
    open_ones.pop().close()
    again = listen(bob, table)
    assert again.status_code == 200
    for answer in (*open_ones, again):
        answer.close()


def test_an_address_holds_so_many_streams(limited, phone, open_djinn):
    app = limited(STREAMS_PER_ADDRESS=3)
    code = open_djinn(phone(app))
    answers = [listen(phone(app), code) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    for answer in answers:
        answer.close()
    assert not app.extensions["guard"]._under_way
