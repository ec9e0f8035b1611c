"""How much is tried at random: a little each time, twelve times as much by HYPOTHESIS_PROFILE=thorough."""

import os

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "house")


def tries(usual, thorough):
    """Choose how often to try something at random."""
    return thorough if PROFILE == "thorough" else usual
