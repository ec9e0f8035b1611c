"""What is kept in memory has a bound, whatever strangers ask for."""

import functools
import gc
import tracemalloc
from itertools import pairwise
from urllib.parse import clear_cache

import pytest

from companion import web
from companion.games.djinn.pages import svg
from tests.thorough import tries

MOST_KEPT = 4096
LONG = "x" * 2000
AGAIN = tries(7, 10)


def caches():
    """Find everything in our modules that remembers what it gave."""
    gc.unfreeze()
    found = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
    gc.freeze()
    named = {f"{getattr(one, '__module__', '')}.{getattr(one, '__qualname__', '')}": one for one in found}
    return {name: one for name, one in named.items() if name.startswith("companion.")}


@pytest.mark.thorough
def test_every_cache_has_a_bound(app):
    assert len(caches()) > 10
    assert {
        name for name, one in caches().items() if not 0 < (one.cache_parameters()["maxsize"] or 0) <= MOST_KEPT
    } == set()


def test_the_same_address_is_given_however_long_its_words(app):
    with app.test_request_context():
        for name in ("Ann", "A" * 250):
            assert web.address("scores.player", name=name) == f"/scores/player/{name}"


@pytest.mark.thorough
def test_requests_with_words_of_their_own_leave_nothing(ann, table):
    """Ask with ever new queries, names and languages of two kilobytes each; what stays is a fraction of them."""
    paths = (f"/t/{table}/log?before=2&x=", "/scores/?player=", "/scores/player/", "/t/")

    def ask(number):
        words = f"{number}{LONG}"
        for path in paths:
            answer = ann.get(f"{path}{words}", headers={"Accept-Language": f"de;q=0.{number},{words}"})
            assert answer.status_code < 500

    def used(numbers):
        for number in numbers:
            ask(number)
        clear_cache()  # Python itself keeps the last 128 addresses it has split
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    sizes = [used(range(start, start + AGAIN)) for start in (0, 1000, 2000)]
    tracemalloc.stop()
    grown = min(later - earlier for earlier, later in pairwise(sizes))  # a list that makes room does so once
    assert grown < AGAIN * len(paths) * 2000 / 4


@pytest.mark.thorough
def test_maps_of_ever_new_boards_are_no_more_than_so_many(app):
    """The largest thing kept: a city with its spaces is some ten kilobytes."""
    maps = [one for name, one in caches().items() if name.startswith(f"{svg.__name__}.")]
    assert maps
    assert max(one.cache_parameters()["maxsize"] for one in maps) <= 256
