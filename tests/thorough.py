"""How much is tried at random: a little in the suite, several times as much by `make thorough`."""

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "house")


def tries(usual, thorough):
    """Choose how often to try something at random."""
    return thorough if PROFILE == "thorough" else usual


def share(cases, number, of):
    """Choose what to try the n-th time: one in so many of the cases, the next time those after them; or all."""
    return cases if PROFILE == "thorough" else cases[number % of :: of]
