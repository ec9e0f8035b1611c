"""Houses: circles of people who play together, each with its tables, plays and boxes; at home there is one, unseen."""

from __future__ import annotations

from flask import g

HOME = 0
"""The house of an installation that serves only one."""


def current() -> int:
    """Find the house whose tables, plays and boxes this request is about."""
    house: int = g.get("house", HOME)
    return house


def enter(house: int) -> None:
    """Let this request be about a house from now on."""
    g.house = house
