"""Slow and many connections, and few descriptors."""

import time
from contextlib import ExitStack, suppress

import pytest

from companion.files import safe_readers
from companion.serving import server as limits
from companion.web import HEADERS
from tests.process.phones import count, dial, rest, say


@pytest.fixture
def dialled():
    """Open many bare connections, and close them in the end."""
    with ExitStack() as stack:

        def dialled(server, many, request=b""):
            connections = []
            for _ in range(many):
                connections.append(stack.enter_context(dial(server)))
                connections[-1].sendall(request)
            return connections

        yield dialled


def hears(connection, words):
    """Read a stream until it says something."""
    said = ""
    while words not in said:
        more = connection.recv(65536).decode()
        assert more, said
        said += more


def test_a_header_has_ten_seconds():
    assert limits.HEADER == 10


HALVES = {"nothing": b"", "a line": b"GET / HT", "headers": b"GET / HTTP/1.1\r\nHost: x\r\nCookie: a=b"}


@pytest.mark.thorough
@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_half_sent_headers_are_closed(server, browser, dialled, half):
    connections = dialled(server, 100, half)
    assert browser().get("/")[0] == 200
    answers = {rest(connection)[:12] for connection in connections}
    assert answers == {"HTTP/1.1 408" if "\r" in half.decode() else ""}


@pytest.mark.thorough
def test_headers_that_trickle_are_closed(server):
    assert say(server, b"GET / HTTP/1.1\r\n", *(b"A: b\r\n" for _ in range(12))).startswith("HTTP/1.1 408")


@pytest.mark.thorough
def test_a_connection_without_requests_is_closed(server):
    with dial(server) as connection:
        connection.sendall(b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n")
        answer = rest(connection)
    assert answer.startswith("HTTP/1.1 404")


@pytest.mark.thorough
def test_a_body_that_trickles_is_given_up_and_does_nothing(server, browser):
    ann = browser()
    code = ann.open_table()
    cookies = "; ".join(f"{key}={value}" for key, value in ann.cookies.items())
    body = f"csrf_token={ann.token}&op=slow&seat=0&box=corks&by=1".encode()
    head = (
        f"POST /djinn/{code}/count HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\nContent-Length: {len(body)}\r\n"
    )
    head += "Content-Type: application/x-www-form-urlencoded\r\n\r\n"
    answer = say(server, head.encode(), *(body[n : n + 1] for n in range(12)))
    assert answer.startswith("HTTP/1.1 400")
    assert "be read. Go back" in answer
    assert "corks: +1" not in ann.get(f"/t/{code}/log")[1].lower()
    assert say(server, head.encode() + body + b"GET /nowhere HTTP/1.0\r\n\r\n").startswith("HTTP/1.1 303")


@pytest.mark.thorough
def test_a_body_that_nobody_reads_is_given_up(server):
    head = b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n"
    began = time.monotonic()
    assert say(server, head).startswith("HTTP/1.1 404")
    assert time.monotonic() - began < 10


GARBAGE = {
    "400": b"\xff\xfe nonsense\r\n\r\n",
    "414": b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\n\r\n",
    "431": b"GET / HTTP/1.1\r\n" + b"".join(b"A%d: %s\r\n" % (n, b"x" * 8000) for n in range(9)) + b"\r\n",
}


@pytest.mark.thorough
@pytest.mark.parametrize(("status", "request_"), GARBAGE.items(), ids=GARBAGE)
def test_what_is_no_request_is_refused_in_words_with_all_headers(server, status, request_):
    head, _, body = say(server, request_).partition("\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status}")
    assert set(HEADERS) <= {line.split(":")[0] for line in head.splitlines()}
    assert "Companion" in body or "be read. Go back" in body or "too much at once" in body


HEAD = b"GET /nowhere HTTP/1.1\r\n"
UNCLEAR = {
    "no host": HEAD,
    "two hosts": HEAD + b"Host: localhost\r\nHost: localhost\r\n",
    **{
        f"a length of {length.decode()!r}": HEAD + b"Host: localhost\r\nContent-Length: " + length + b"\r\n"
        for length in (b"1_0", b"+10", b"", b"10, 10", b"10\r\nContent-Length: 11")
    },
    **{
        f"a body that is {way.decode()!r}": HEAD + b"Host: localhost\r\nTransfer-Encoding: " + way + b"\r\n"
        for way in (
            *(b"identity", b"gzip, chunked", b"chunked, chunked", b"xchunked", b"chunked;q=1", b'"chunked"'),
            *(b"", b"Chunked"),
            *(b"\x0bchunked", b"chunked\r\nTransfer-Encoding: identity", b"chunked\r\nContent-Length: 10"),
        )
    },
    "a line without a name": HEAD + b"Host: localhost\r\n: chunked\r\n",
    "a line that goes on before the first": HEAD + b" Host: localhost\r\nHost: localhost\r\n",
    "a line that is no header": HEAD + b"Host: localhost\r\nTransfer-Encoding : chunked\r\n",
    "a line within a line": HEAD + b"Host: localhost\r\nA: b\rTransfer-Encoding: gzip\r\n",
    "a length within a line": HEAD + b"Host: localhost\r\nX: a\rContent-Length: 39\r\n",
    "a line that ends in CR twice": HEAD + b"Host: localhost\r\nX: a\r\r\n",
    "CR before the host": HEAD + b"\rHost: localhost\r\n",
    "NUL in a header": HEAD + b"Host: localhost\r\nX: a\0b\r\n",
    "NUL in a name": HEAD + b"Host: localhost\r\nX\0: a\r\n",
    "CR in the first line": b"GET /nowhere\r HTTP/1.1\r\nHost: localhost\r\n",
    "NUL in the first line": b"GET /nowhere\0 HTTP/1.1\r\nHost: localhost\r\n",
    "chunks before 1.1": b"POST /nowhere HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n",
}


@pytest.mark.parametrize("head", UNCLEAR.values(), ids=UNCLEAR)
def test_a_request_that_can_be_read_in_two_ways_is_refused(server, head):
    assert say(server, head + b"\r\n0123456789GET /nowhere HTTP/1.0\r\n\r\n").startswith("HTTP/1.1 400")


@pytest.mark.thorough
@pytest.mark.parametrize("line", [b"X: a\rContent-Length: 39\r\n", b"X: a\0\r\n"])
def test_it_is_refused_too_where_headers_come_in_parts(server, line):
    assert say(server, HEAD + b"Host: localhost\r\n", line, b"\r\n").startswith("HTTP/1.1 400")


CLEAR = {
    "a length": HEAD + b"Host: localhost\r\nContent-Length: 10\r\n\r\n0123456789",
    "a length and a space": HEAD + b"Host: localhost\r\nContent-Length: 10 \r\n\r\n0123456789",
    "a form with a file": HEAD + b"Host: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\n\r\n",
    "chunks": HEAD + b"Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "no host before 1.1": b"GET /nowhere HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
}


@pytest.mark.parametrize("request_", CLEAR.values(), ids=CLEAR)
def test_a_request_that_can_be_read_in_one_way_is_answered(server, request_):
    answers = say(server, request_ + b"GET /nowhere HTTP/1.0\r\n\r\n")
    assert answers.count("HTTP/1.1 404") == 2


FORM = b"POST /language HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKS = FORM + b"Transfer-Encoding: chunked\r\n\r\n"
FORGED = [b"0x5", b"+5", b"5 ", b" 5", b"1_0", b"-5", b"", b"5\n", b"00000000000000005", b"5\t;x"]


@pytest.mark.parametrize("size", FORGED)
def test_a_chunk_whose_size_can_be_read_in_two_ways_is_refused(server, size):
    answers = say(server, CHUNKS + size + b"\r\nabcde\r\n0\r\n\r\nGET /nowhere HTTP/1.0\r\n\r\n")
    assert answers.startswith("HTTP/1.1 400")
    assert answers.count("HTTP/1.1") == 1


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_in_chunks_may_be_as_long_as_one_with_a_length(server, chunked):
    """Without a length to look at, it is counted while it is read."""
    data = b"x" * (safe_readers.FORM + 1)
    long = CHUNKS + b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (data[:9999], data[9999:])) + b"0\r\n\r\n"
    answer = say(server, long if chunked else FORM + b"Content-Length: %d\r\n\r\n" % len(data) + data)
    assert answer.startswith("HTTP/1.1 413")


def test_a_body_in_tiny_chunks_has_no_longer_than_any_other(server):
    """Who sends fast enough never lets anybody wait, and had as long as the body was: half a minute for a megabyte."""
    began = time.monotonic()
    with dial(server) as connection, suppress(ConnectionError, TimeoutError):
        connection.sendall(CHUNKS.replace(b"/language", b"/import"))
        while time.monotonic() < began + 12:
            connection.sendall(b"1\r\na\r\n" * 2000)
    assert time.monotonic() < began + 6


@pytest.mark.thorough
def test_a_phone_that_leaves_is_gone_at_once(server, browser):
    """At the next beat only, somebody who turns pages quickly would have too many streams."""
    ann = browser()
    code = ann.open_table()
    for _ in range(20):
        phone = browser()
        phone.cookies = ann.cookies
        first, stream = phone.listen(code)
        assert first.startswith(b"event: moved")
        stream.close()
        phone.connection.close()
        ann.get(f"/t/{code}/menu")


@pytest.fixture(scope="module")
def small(start):
    """Start a server that may open 64 files."""
    return start(limit=64)


@pytest.mark.thorough
def test_with_few_descriptors_streams_end_before_the_pages_do(small, browser, dialled):
    ann = browser(small)
    code = ann.open_table()
    connections = dialled(small, 70, f"GET /t/{code}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    answers = [connection.recv(2000).decode() for connection in connections]
    streams = [answer for answer in answers if answer.startswith("HTTP/1.1 200")]
    crowded = [answer for answer in answers if answer.startswith("HTTP/1.1 503")]
    assert len(streams) >= 16
    assert len(streams) + len(crowded) == 70
    assert all("Retry-After" in answer for answer in crowded)
    for _ in range(5):
        new = browser(small)
        assert new.get(f"/djinn/{code}/score")[0] == 200
    ann.connection.close()  # it was closed to make room; http.client does not open another by itself
    assert count(ann, code)[0] == 303
    told = [c for c, answer in zip(connections, answers, strict=True) if answer in streams]
    for connection in told:
        hears(connection, "data: 2")


@pytest.mark.thorough
def test_with_few_descriptors_who_only_waits_makes_room(small, browser, dialled):
    dialled(small, 100)
    dialled(small, 100, b"GET / HTTP/1.1\r\nHost: half")
    for _ in range(20):
        assert browser(small).get("/scores/")[0] == 200


def test_streams_leave_room_for_pages_whatever_the_limit():
    for descriptors in (64, 256, 1024, 65_536):
        left = descriptors - limits.OWN - limits.streams(descriptors)
        assert limits.streams(descriptors) >= 16
        assert left >= 6 * limits.REQUEST
