"""A server that speaks https beside http: streams, limits, and what it must not say."""

import http.client
import re
import socket
import ssl
import time
from contextlib import closing

import brotli
import pytest

from tests.process.phones import count, rest, soon
from tests.server import Browser

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def secured(start):
    """Share a server that speaks both."""
    return start(None, "--https")


def port(server):
    return int(re.search(r"By https on port (\d+)", server.said)[1])


def trusting(server):
    """Give what a browser knows that trusts the server's authority, fetched as phones do."""
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)) as plain:
        plain.request("GET", "/awake/companion.crt")
        answer = plain.getresponse()
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        data = answer.read()
    return ssl.create_default_context(cadata=data)


class Secure(Browser):
    """A phone that speaks https, and trusts the server's certificate."""

    def __init__(self, server, cookies=()):
        self.connection = http.client.HTTPSConnection("127.0.0.1", port(server), timeout=20, context=trusting(server))
        self.cookies = dict(cookies)
        self.token = re.search(r'name="csrf_token" value="([^"]+)"', self.get("/")[1])[1]

    def request(self, method, path, body=None, headers=None):
        referrer = {"Referer": f"https://127.0.0.1:{self.connection.port}/"}
        return super().request(method, path, body, referrer | (headers or {}))


@pytest.fixture
def phone(secured):
    """Give phones by https."""
    phones = []

    def phone(cookies=()):
        phones.append(Secure(secured, cookies))
        return phones[-1]

    yield phone
    for one in phones:
        one.connection.close()


def test_a_phone_is_told_by_https_what_another_does_by_http(secured, browser, phone):
    ann = browser(secured)
    code = ann.open_table()
    said, stream = phone().listen(code)
    assert b"event: moved" in said
    assert count(ann, code)[0] == 303
    with stream:
        heard = b""
        while b"data: 2" not in heard:
            heard += stream.readline()


def test_a_phone_keeps_its_seat_from_http_to_https(secured, browser, phone):
    ann = browser(secured)
    code = ann.open_table()
    assert ann.post(f"/t/{code}/sit", seat=1)[0] == 303
    moved = phone(ann.cookies)
    assert moved.request("GET", f"/t/{code}").status == 302  # to the page of its seat, not to the seats


def test_a_phone_that_closes_its_stream_is_not_here_any_more(secured, browser, phone):
    ann, bob = browser(secured), phone()
    code = ann.open_table()
    assert bob.post(f"/t/{code}/sit", seat=1)[0] == 303

    def here():
        return len(
            re.findall(r'class="disc seat-\w+"', ann.get(f"/djinn/{code}/setup")[1].partition('id="who"')[2][:900])
        )

    before = here()
    _, stream = bob.listen(code)
    soon(here, before + 1)
    stream.close()
    bob.connection.close()
    soon(here, before)


def test_https_does_not_take_http_away(secured, phone):
    with closing(http.client.HTTPSConnection("127.0.0.1", port(secured), context=trusting(secured))) as connection:
        connection.request("GET", "/")
        answer = connection.getresponse()
        assert answer.status == 200
        assert "Strict-Transport-Security" not in answer.headers
        assert "Secure" not in answer.headers["Set-Cookie"]


def test_a_page_goes_out_in_brotli_to_who_takes_it(secured, phone):
    answer = phone().request("GET", "/", headers={"Accept-Encoding": "gzip, deflate, br"})
    assert answer.headers["Content-Encoding"] == "br"
    assert b"Companion" in brotli.decompress(answer.read())


def test_a_strange_name_is_refused_by_https_too(secured, phone):
    assert phone().request("GET", "/", headers={"Host": "evil.example"}).status == 400


def test_links_to_share_are_by_http(secured, browser, phone):
    code = browser(secured).open_table()
    assert f":{secured.port}/t/{code}" in phone().get(f"/t/{code}/share")[1]


def test_who_speaks_http_there_is_told(secured):
    connection = socket.create_connection(("127.0.0.1", port(secured)), timeout=20)
    connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    answer = rest(connection)
    assert answer.startswith("HTTP/1.1 426")
    assert "https://" in answer


@pytest.mark.parametrize("said", [b"", b"\x16\x03\x01\x02\x00\x01"])
def test_who_does_not_greet_by_https_is_let_go(secured, said):
    connection, began = socket.create_connection(("127.0.0.1", port(secured)), timeout=20), time.monotonic()
    connection.sendall(said)
    rest(connection)
    assert time.monotonic() - began < 5  # here a header has one second


def test_who_asks_and_goes_without_a_word_is_no_fault(start):
    own = start(None, "--https")
    connection = socket.create_connection(("127.0.0.1", port(own)), timeout=20)
    with trusting(own).wrap_socket(connection, server_hostname="127.0.0.1") as secure:
        secure.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    ann = Secure(own)
    assert ann.get("/")[0] == 200
    ann.connection.close()
    own.stop()
    assert "Traceback" not in own.said


def test_old_tls_is_refused(secured):
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection(("127.0.0.1", port(secured)), timeout=20) as connection, pytest.raises(ssl.SSLError):
        old.wrap_socket(connection)


def test_it_stops_with_phones_that_wait(start):
    own = start(None, "--https")
    ann = Secure(own)
    code = ann.open_table()
    _, stream = ann.listen(code)
    status, took = own.stop()
    said = stream.read()
    stream.close()
    ann.connection.close()
    assert status == 0
    assert took < 3
    assert b"event: moved" not in said
    assert "Traceback" not in own.said
