"""What a phone may do at a table: as a player, as the host, for whom, and from which machine."""

from __future__ import annotations

from collections.abc import Iterable

from companion import membership
from companion.table.log import NotYours
from companion.table.play import find_table
from companion.table.seating import devices, seats
from companion.table.seating.seats import Me, Seat
from companion.web import phone_id


def require(me: Me, seat: int | None = None) -> None:
    """Refuse a phone that only watches, and one that acts for another's seat."""
    if not me.plays:
        raise NotYours("You're only watching. Take a seat first, then tap.")
    if seat is not None and not me.can_act_for(seat):
        raise NotYours("This belongs to another player. Only that player or the host can do it.")


def require_counting(me: Me) -> None:
    """Refuse a phone that neither plays nor is a screen in the middle that the host lets count life."""
    if not me.counts:
        require(me)


def served(at_table: Iterable[Seat], me: Me) -> frozenset[int]:
    """List the seats whose private things a phone shows: its own, and for a host those without a phone."""
    return frozenset(one.number for one in at_table if one.number == me.seat or (me.host and not one.taken))


def require_served(code: str, seat: int) -> None:
    """Refuse a phone that does not show a seat's private things."""
    me = seats.find_me(code, phone_id())
    require(me)
    if seat not in served(seats.find_seats(code), me):
        raise NotYours("This is secret: it only works on that player's own phone.")


def require_host(code: str) -> None:
    """Refuse everybody but the host."""
    find_table(code)
    if not seats.find_me(code, phone_id()).host:
        raise NotYours("Only the host can do this. Ask the host.")


def require_known() -> None:
    """Refuse a phone that has never sat at a table here: reading is free, changing what outlives a table is not.

    On a public host a phone changes only what its own house has, and not in the next one what was meant for another.
    """
    if membership.is_public() and membership.is_out():
        raise NotYours("This phone isn't in that house, or was removed. Ask its host for an invitation.")
    if membership.is_public() and membership.current_house() == membership.NOBODY:
        raise NotYours("This phone isn't in a house yet. Open a table first, then you can change scores and boxes.")
    if not membership.is_public() and not devices.is_known(phone_id()):
        raise NotYours(
            "Open or join a table first, then come back: only phones that have played here can change scores and boxes."
        )
