"""Strongholds: who holds which after a turn, and who has won. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def control_after(control: Mapping[str, int], present: Mapping[str, Collection[int]]) -> dict[str, int]:
    """Find who holds each stronghold after a turn: who alone has creatures there takes it (text, How To Win).

    `control` maps strongholds to seats, `present` to the seats with creatures there. Raise KeyError for a stronghold
    that is none, or not in play.
    """
    if unknown := present.keys() - control.keys():
        raise KeyError(*unknown)
    alone = {one: {*seats}.pop() for one, seats in present.items() if len({*seats}) == 1}
    return {**control, **alone}


def winner(control: Mapping[str, int]) -> int | None:
    """Find who holds all strongholds; None if nobody does."""
    holders = {*control.values()}
    return holders.pop() if len(holders) == 1 else None
