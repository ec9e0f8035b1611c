"""The streams of phones that wait, written by one greenlet."""

from contextlib import closing
from socket import SO_SNDBUF, SOL_SOCKET

import gevent
import pytest
from gevent import socket

from companion.serving.streams import SLICE, Streams
from companion.web.sse import News, moved

OFTEN, NEVER = 0.02, 3600


class Answer:
    """Stands for what an app holds for an answer."""

    closed, fails = 0, False

    def close(self):
        self.closed += 1
        if self.fails:
            raise ValueError


@pytest.fixture
def streams():
    """Give the streams of a server, and what writes them."""
    found = Streams(gevent.get_hub().loop, NEVER)
    writer = gevent.spawn(found.write)
    yield found
    writer.kill()
    for stream in list(found.due):
        found.end(stream)


@pytest.fixture
def wait(streams):
    """Let a phone wait; give it, what it is told, and what the app holds for it."""
    phones = []

    def phone(chunked=True):
        mine, other = socket.socketpair()
        mine.settimeout(5)
        phones.append(mine)
        news, answer = News(), Answer()
        streams.take(other, news, answer, chunked=chunked)
        return mine, news, answer

    yield phone
    for one in phones:
        one.close()


def chunk(piece):
    return f"{len(piece):x}\r\n{piece}\r\n".encode()


def soon(holds):
    with gevent.Timeout(5):
        while not holds():
            gevent.sleep(0.005)


def test_what_was_told_before_and_after_is_sent(streams):
    mine, other = socket.socketpair()
    with closing(mine):
        news = News()
        news.put(5)
        streams.take(other, news, Answer(), chunked=False)
        assert mine.recv(999) == moved(5).encode()
        news.put(6)
        news.put(7)
        assert mine.recv(999) == moved(7).encode()  # the newest says it all


def test_all_phones_are_told_a_slice_at_a_time(wait):
    phones = [wait() for _ in range(SLICE + 1)]
    for _, news, _ in phones:
        news.put(3)
    assert {mine.recv(999) for mine, _, _ in phones} == {chunk(moved(3))}


def test_a_silent_phone_gets_its_beat(streams, wait):
    streams.beats = OFTEN
    mine, news, _ = wait()
    other, _, _ = wait()
    news.put(2)
    heard = b""
    while heard.count(b"event: beat") < 2:
        heard += mine.recv(999)
    assert heard.startswith(chunk(moved(2)))
    assert b"event: beat" in other.recv(999)


def test_the_end_ends_the_answer(streams, wait):
    mine, news, answer = wait()
    news.put(None)
    news.put(8)  # others were ended first, and that is news
    assert mine.recv(999) == b"0\r\n\r\n"
    assert mine.recv(999) == b""
    assert (len(streams), answer.closed) == (0, 1)


def test_a_phone_that_goes_is_noticed_at_once(streams, wait):
    mine, news, answer = wait()
    kept, _, _ = wait()
    kept.sendall(b"GET / HTTP/1.1")  # what it says besides is nobody's business
    mine.close()
    soon(lambda: answer.closed)
    news.put(4)  # told too late
    gevent.sleep(0)
    assert (len(streams), answer.closed) == (1, 1)


def test_a_phone_that_takes_nothing_is_let_go(streams):
    mine, other = socket.socketpair()
    with closing(mine):
        other.setsockopt(SOL_SOCKET, SO_SNDBUF, 1)
        news, answer = News(), Answer()
        streams.take(other, news, answer, chunked=True)

        def told():
            news.put(1)
            return answer.closed

        soon(told)
        assert len(streams) == 0


def test_an_answer_that_fails_when_it_is_closed_keeps_no_other_waiting(wait, capsys):
    (mine, news, answer), (other, others, _) = wait(), wait()
    answer.fails = True
    news.put(None)
    others.put(6)
    assert other.recv(999) == chunk(moved(6))
    assert mine.recv(999) == b"0\r\n\r\n"
    assert "ValueError" in capsys.readouterr().err
