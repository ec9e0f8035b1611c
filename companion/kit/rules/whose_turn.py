"""Whose turn it is, what there is to do now and who follows, in words: what every table can say of itself. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.language.texts import Text


def whose_turn(names: Sequence[str], seat: int, follows: int | None, now: Text | None = None) -> Text:
    """Say whose turn it is, what comes `now`, and who `follows`, None where nobody or nobody else does."""
    name = names[seat]
    if follows in (None, seat):
        after = now or Text("You have the next turn, too.")
        return Text("It's %(name)s's turn. %(now)s", name=name, now=after)
    follows_name = names[follows or 0]
    if now is None:
        return Text("It's %(name)s's turn. %(next)s is next, clockwise.", name=name, next=follows_name)
    return Text("It's %(name)s's turn. %(now)s %(next)s is next, clockwise.", name=name, now=now, next=follows_name)


def following(order: Sequence[int], seat: int) -> int:
    """Find who follows a seat in the order of those who still play."""
    return order[(order.index(seat) + 1) % len(order)]
