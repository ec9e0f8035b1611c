"""How much is tried: a little in the suite; all of it, and the random several times as often, by `make thorough`.

What starts servers, fills a database or asks for every page is marked `thorough`, for `make thorough` alone; what says
the same of many cases is marked `thorough(one_in=4)`: one case in four is tried in the suite, all by `make thorough`.
Browser tests know no such marks: `make test` runs those that `tests/browser/tier.txt` names, `make test-all` all.
"""

import inspect
import os
import sys
from collections import Counter
from functools import cache

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "house")


def tries(usual, thorough):
    """Choose how often to try something at random."""
    return thorough if PROFILE == "thorough" else usual


def share(cases, number, of):
    """Choose what to try the n-th time: one in so many of the cases, the next time those after them; or all."""
    return cases if PROFILE == "thorough" else cases[number % of :: of]


def tried(tests):
    """Choose the tests that are tried now: what is left to `make thorough`, and what tries more then; or the rest."""
    cases, all_cases = Counter(), Counter(test.function for test in tests)
    for test in tests:
        left, case, of_all = test.get_closest_marker("thorough"), cases[test.function], all_cases[test.function]
        cases[test.function] += 1
        if test.get_closest_marker("browser") or "tests/cluster/" in test.nodeid:
            chosen = True  # whoever asks for these means all of them; tests/browser/tier.txt names a part
        elif PROFILE == "thorough":
            chosen = left or tries_more(test.module)
        else:
            chosen = not left or (left.kwargs and is_of_share(test, case, min(left.kwargs["one_in"], of_all)))
        if chosen:
            yield test


def is_of_share(test, case, one_in):
    """Say whether a test is the one in so many of its cases that the suite tries; every other test tries others."""
    return (case + len(test.originalname) % 2 * (one_in // 2)) % one_in == 0


@cache
def tries_more(module):
    """Say whether a module of tests tries more in `make thorough`: it, or one of the tests' that it imports from."""
    if module is sys.modules[__name__]:
        return True
    names = {one.__name__ if inspect.ismodule(one) else getattr(one, "__module__", "") for one in vars(module).values()}
    own = {name for name in names if isinstance(name, str) and name.startswith("tests.")} - {module.__name__}
    return any(tries_more(sys.modules[name]) for name in own)
