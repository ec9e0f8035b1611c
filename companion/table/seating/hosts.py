"""Who hosts: handed over, lost and stood in for, taken over, and back again."""

from __future__ import annotations

from flask import g

from companion.storage.connections import writing
from companion.table.log import FREED, HOST_BACK, ONE_PHONE, STAND_IN, NotYours, Refusal
from companion.table.play import push, tell
from companion.table.seating import seats, seats_store
from companion.table.seating.presence import HOSTED
from companion.table.seating.seats import changed, find_me, find_seats, find_version, renew_keys, take, watch


def hand_over(code: str, seat: int) -> None:
    """Make the phone on a seat the host, for good: no link that the old host has seen is valid any more.

    That phone says so. Refuse while no phone sits there.
    """
    with writing(code) as db:
        if seats_store.is_host(db, code, seat) is None:
            raise Refusal("That seat has no phone yet. Have one join first, then hand over.")
        seats_store.tell_of_host(db, code, seat)
        seats_store.hand_over(db, code, seat)
        renew_keys(code)
    changed(code)


def is_lost(code: str) -> bool:
    """Say whether the host's phone is gone for ten minutes, so that a seat may stand in."""
    return bool(find_version(code).here & HOSTED)


def find_heir(code: str) -> int | None:
    """Find the seat that offers to host in place of a phone that is gone; None if nobody does who still sits there."""
    heir = seats.find_heir(code)
    return next((seat.number for seat in find_seats(code) if seat.number == heir and seat.taken), None)


def take_over(code: str, *, phone: str | None, heir: int | None, told: str) -> bool:
    """Offer to host in place of a phone that is gone, or agree with the seat that offers it, which is `heir` then.

    Two who sit here make it so, or the only one: a host's dead battery must lock nobody out, and nobody becomes the
    host against the others. All phones say so, and the host's has its rights back when it returns. The log
    notes it as what is `told`. Return whether somebody else hosts now.
    """
    with writing(code) as db:
        me = find_me(code, phone)
        if not me.plays:
            raise NotYours("Only someone at this table can take over. Take a seat first, then tap.")
        if me.host:
            return False
        g.pop("version", None)
        if me.seat is None or not is_lost(code):
            raise Refusal("The host's phone is back or someone else became the host, so nothing changed.")
        offered = find_heir(code)
        if offered not in (None, me.seat) and offered != heir:
            raise Refusal("Someone else has offered to host. See who, then tap again.")
        if seats_store.count_seated(db, code) > 1 and offered in (None, me.seat):
            seats_store.choose_heir(db, code, me.seat)
            changed(code)
        else:
            _stand_in(code, me.seat if offered is None else offered, told)
    if find_heir(code) is not None:
        return False
    push().visited(code)
    return True


def is_left(code: str) -> bool:
    """Say whether a table waits for one phone to serve all: nobody sits there, and its host's phone is gone."""
    nobody_hosts = seats.find_heir(code) == seats_store.ANYBODY
    return not any(seat.taken for seat in find_seats(code)) and (nobody_hosts or is_lost(code))


def serve_all(code: str, *, phone: str, former: str | None) -> None:
    """Let a phone that lost its id, or another one, serve everybody at a table that one phone served.

    It takes a seat, stands in for the host and leaves the seat, by the checks of each: a lock keeps strangers out, and
    nobody takes the table from a phone that is there, or from others who sit. `phone` and `former` as for a seat.
    """
    with writing(code):
        g.pop("version", None)
        if not is_left(code):
            raise Refusal(
                "The phone that runs this table was here within the last ten minutes, or somebody has a seat. Take a "
                "seat, or try again later."
            )
        take(code, find_seats(code)[0].number, phone=phone, former=former)
        take_over(code, phone=phone, heir=None, told=ONE_PHONE)
        watch(code, phone=phone)


def _stand_in(code: str, seat: int, told: str) -> None:
    """Make the phone on a seat the host until the one that is away is back."""
    with writing(code) as db:
        seats_store.remember_host(db, code)
        hand_over(code, seat)
        seats_store.tell_of_host(db, code)
        tell(code, told, seat=seat if told == STAND_IN else None)


def host_again(code: str, *, phone: str | None) -> None:
    """Give the host that was away its rights back; no link that the stand-in has seen is valid any more."""
    with writing(code) as db:
        me = find_me(code, phone)
        if me.stood_down:
            seats_store.host_again(db, code, phone)
            renew_keys(code)
            tell(code, HOST_BACK, seat=me.seat)
            changed(code)


def free_all(code: str) -> list[str]:
    """Take every seat and the host from a table, whose phones nobody has any more; return who sat there.

    Whoever sits down first then hosts it. Raise `NoTable` for an unknown code.
    """
    with writing(code) as db:
        find_version(code)
        names = seats_store.free_all(db, code)
        renew_keys(code)
        tell(code, FREED, seat=None)
        changed(code)
    return names


def heard(code: str, *, phone: str | None) -> None:
    """Note that a phone has read who took over, or does not want to read that the host is away."""
    with writing(code) as db:
        seats_store.heard(db, code, phone, lost=is_lost(code))
