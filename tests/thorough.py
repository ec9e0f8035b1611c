"""How much is tried at random: a little in the suite, several times as much by `make thorough`."""

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "house")


def tries(usual, thorough):
    """Choose how often to try something at random."""
    return thorough if PROFILE == "thorough" else usual
