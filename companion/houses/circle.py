"""Who is in a house: it is opened, joined, handed on, left, brought back by its recovery link, and deleted.

A link holds a secret of which only a hash is kept. Every change is one writing block, in which the phone is
looked up once more: so of two at once one comes first, and a phone that was removed changes nothing.
"""

from __future__ import annotations

import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from hmac import compare_digest, digest

from flask import current_app, session

from companion import membership
from companion.files.safe_readers import yield_to_hub
from companion.houses import store
from companion.language.texts import Text
from companion.refusal import NotYours, Refusal, Stale
from companion.storage.connections import get_db, writing
from companion.storage.protocol import Database

BYTES = 24
"""How many random bytes a link has: 192 bits."""
NUMBERS = 2**31 - 1
"""Numbers of houses and members are below, by chance: from one nobody learns another."""
WEEK = 7 * 24 * 3600
"""Seconds for which an invitation holds."""
AT_ONCE = 20
"""How many tables or plays of a house are deleted before others have their turn: some milliseconds."""


class NoLink(Refusal):
    """An invitation or a recovery link that does not hold, or no longer."""

    status = 404


def key(house: int) -> str:
    """Name a house in a writing block."""
    return f"house {house}"


def number() -> int:
    """Choose a number that tells nothing."""
    return secrets.randbelow(NUMBERS) + 1


def new_secret() -> str:
    """Make the secret of a link."""
    first: str = secrets.choice(current_app.config["CODES_BEGIN"])
    return first + secrets.token_urlsafe(BYTES)


def hashed(secret: str) -> str:
    """Write of a secret what is kept."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def ids() -> list[str]:
    """List the ids by which the phone that asks may be known."""
    return [id for name in ("phone", "former") if (id := session.get(name))]


def open_house(*, phone: str, former: str | None, name: str) -> int:
    """Open a house for a phone that has none, which hosts it and is called `name` there; return its number.

    `former` is the id that the phone comes with: its answer may be lost.
    """
    house, now = number(), time.time()
    with writing(key(house)) as db:
        if not store.open_house(db, house, at=now):
            return open_house(phone=phone, former=former, name=name)
        store.add(db, house, phone=phone, member=number(), name=name, at=now, host=True, former=former)
    membership.forget()
    return house


def come_again(*, phone: str, former: str | None) -> int | None:
    """Let a phone whose answer was lost hold the house that it has opened under a new id; return that house."""
    found = store.find_lost(get_db(), former) if former else None
    if found:
        store.hold(get_db(), *found, phone)
        membership.forget()
    return found[0] if found else None


def hold_open(house: int) -> None:
    """Let nobody delete a house until the writing block ends; refuse if somebody does, or has removed this phone."""
    with writing(key(house)) as db:
        if store.find_member(db, house, ids()) is None:
            raise NotYours("This phone isn't in that house, or was removed. Ask its host for an invitation.")


@contextmanager
def changing(house: int, *, host: bool = True) -> Iterator[tuple[Database, int]]:
    """Change a house as its host, or as a member; yield the phone's number there, and refuse anybody else."""
    with writing(key(house)) as db:
        me = store.find_member(db, house, ids())
        if me is None:
            raise NotYours("This phone isn't in that house, or was removed. Ask its host for an invitation.")
        if host and not me[1]:
            raise NotYours("Only the host of this house can do this. Ask the host.")
        yield db, me[0]
    membership.forget()


def rename(house: int, name: str) -> None:
    """Give a house a name."""
    with changing(house) as (db, _):
        store.rename(db, house, name)


def call_me(house: int, name: str) -> None:
    """Say what this phone is called in a house."""
    with changing(house, host=False) as (db, me):
        store.call(db, house, me, name)


def require_room(plays: int) -> None:
    """Refuse more plays than a house on a public host may keep."""
    most = current_app.config["PLAYS_PER_HOUSE"]
    if membership.is_public() and store.count_plays(get_db(), membership.current_house()) + plays > most:
        raise Refusal("A house can keep %(most)s plays here; this file would take it over the limit.", most=most)


# Invitations


def invite(house: int) -> str:
    """Make an invitation that holds for a week and for anybody who has it; return its secret."""
    secret, now = new_secret(), time.time()
    with changing(house) as (db, _):
        if len(store.find_invitations(db, house, at=now)) >= current_app.config["INVITATIONS_PER_HOUSE"]:
            raise Refusal("This house already has many invitations. Use one of them, or cancel them all.")
        store.invite(db, house, hashed(secret), at=now, until=now + WEEK)
    return secret


def let_in() -> str:
    """Make a link by which a phone comes into the house at home, where nobody hosts, for a day; return its secret."""
    secret, now = new_secret(), time.time()
    with writing(key(membership.HOME)) as db:
        if len(store.find_invitations(db, membership.HOME, at=now)) >= current_app.config["INVITATIONS_PER_HOUSE"]:
            raise Refusal("You already have many links like this. Use one of them, or wait until tomorrow.")
        store.invite(db, membership.HOME, hashed(secret), at=now, until=now + membership.DAY)
    return secret


def revoke(house: int) -> None:
    """Make all invitations void."""
    with changing(house) as (db, _):
        store.revoke(db, house)


def invited(secret: str) -> int:
    """Find the house of an invitation; raise `NoLink` if it does not hold."""
    hash = hashed(secret)
    found = store.find_invitation(get_db(), hash, at=time.time())
    if found is None or not compare_digest(found[0], hash):
        raise NoLink("This invitation isn't valid or has expired. Ask the host of the house for a new one.")
    return found[1]


def join(secret: str, *, phone: str, former: str | None, name: str) -> int:
    """Let a phone into the house of an invitation, by its new id; return the house.

    A phone that is a member already, or whose answer was lost, goes on as the member it is.
    """
    with writing(key(invited(secret))) as db:
        house = invited(secret)  # it may have been made void while this waited
        member = _known(db, house, phone, former)
        if member is None:
            if store.count_members(db, house) >= current_app.config["MEMBERS_PER_HOUSE"]:
                raise Refusal("This house is full. Its host can remove phones that nobody uses any more.")
            _add(db, house, phone=phone, former=former, name=name)
        else:
            store.call(db, house, member, name)
    membership.forget()
    return house


def _known(db: Database, house: int, phone: str, former: str | None) -> int | None:
    """Find the member that a phone with a new id is; one whose answer was lost goes by its newest id from now on."""
    if found := store.find_former(db, house, former):
        store.hold(db, house, found[0], phone)
    else:
        found = store.find_member(db, house, ids())
    return found[0] if found else None


def _add(db: Database, house: int, *, phone: str, former: str | None, name: str) -> int:
    member = number()
    store.add(db, house, phone=phone, member=member, name=name, at=time.time(), former=former)
    return member


# Members


def remove(house: int, member: int) -> str | None:
    """Take a phone out of a house, and make all invitations void, since it may have one; return the phone's id."""
    with changing(house) as (db, me):
        if member == me:
            raise Refusal("To leave the house, use “Leave this house”.")
        phone = store.find_phone(db, house, member)
        store.remove(db, house, member)
        store.revoke(db, house)
    return phone


def hand_on(house: int, member: int) -> None:
    """Make another member the host; the recovery link that this phone may have kept is void then."""
    with changing(house) as (db, _):
        if store.find_phone(db, house, member) is None:
            raise Refusal("That phone is no longer in this house. Choose another one.")
        store.hand_on(db, house, member)
        store.keep_recovery(db, house, None)


def leave(house: int) -> None:
    """Take this phone out of a house; if it hosted, whoever has been in it longest does then."""
    with changing(house, host=False) as (db, me):
        _leave(db, house, me)


def _leave(db: Database, house: int, member: int) -> None:
    members = store.find_members(db, house)
    hosted = any(number == member and host for number, _, host, _ in members)
    store.remove(db, house, member)
    if hosted and (left := heir(members, member)):
        store.hand_on(db, house, left[0])
        store.keep_recovery(db, house, None)


def heir(members: Sequence[tuple[int, str, bool, float]], member: int) -> tuple[int, str, bool, float] | None:
    """Find who hosts when a member has gone: who has been in the house longest."""
    return min((one for one in members if one[0] != member), key=lambda one: (one[3], one[0]), default=None)


def sign_out(phone: str | None) -> None:
    """Take a phone out of all its houses."""
    for house in store.find_of(get_db(), phone) if phone else []:
        with writing(key(house)) as db:
            found = store.find_member(db, house, [phone] if phone else [])
            if found:
                _leave(db, house, found[0])
    membership.forget()


def renew(former: str, phone: str) -> None:
    """Let a phone be a member of its houses by its new id, once that was seen."""
    if store.is_renewing(get_db(), former, phone):
        with writing() as db:
            store.renew(db, former, phone)
        membership.forget()


# Recovery


def new_recovery(house: int, *, op: str, seen: str | None) -> str:
    """Make the recovery link of a house anew, which voids the one before; return its secret.

    A form that is sent again, by its `op`, makes the same one: a page that is loaded again voids nothing. `seen` is the
    mark of the one that was known when the form came; if there is another one now, nobody knows of it, and it stays.
    """
    secret = _same_secret(f"recovery {house} {op}")
    with changing(house) as (db, _):
        known = store.recovery_of(db, house)
        if known != hashed(secret):
            if seen not in (None, mark(known)):
                raise Stale("Someone made another recovery link in the meantime. If nobody printed it, make a new one.")
            store.keep_recovery(db, house, hashed(secret))
    return secret


def _same_secret(what: str) -> str:
    """Make the secret of a link, always the same for what it is for; nobody else can, without the app's key."""
    made = digest(str(current_app.secret_key).encode(), what.encode(), "sha256")
    begin: str = current_app.config["CODES_BEGIN"]
    return begin[made[-1] % len(begin)] + urlsafe_b64encode(made[:BYTES]).decode()


def mark(hash: str | None) -> str:
    """Tell one recovery link from another by a part of its hash; the mark of none is empty."""
    return (hash or "")[:12]


def recoverable(secret: str) -> int:
    """Find the house of a recovery link; raise `NoLink` if it does not hold."""
    hash = hashed(secret)
    found = store.find_recovery(get_db(), hash)
    if found is None or not compare_digest(found[0], hash):
        raise NoLink("This recovery link isn't valid. Only the latest one is.")
    return found[1]


def recover(secret: str, *, phone: str, former: str | None, name: str) -> int:
    """Make a phone the host of the house of a recovery link, by its new id; the host before is a member then."""
    with writing(key(recoverable(secret))) as db:
        house = recoverable(secret)
        member = _known(db, house, phone, former)
        if member is None:
            member = _add(db, house, phone=phone, former=former, name=name)
        else:
            store.call(db, house, member, name)
        store.hand_on(db, house, member)
    membership.forget()
    return house


# The end of a house


def delete(house: int) -> Iterator[list[str]]:
    """Delete a house with all that is in it, a little at a time; return the codes of the tables that have gone."""
    with changing(house) as (db, _):
        store.close(db, house)
    yield from clear(get_db(), house)


def clear(db: Database, house: int) -> Iterator[list[str]]:
    """Delete all that is in a house into which nobody comes any more, and the house."""
    while codes := [code for code, *_ in store.find_tables(db, house, limit=AT_ONCE)]:
        with db.writing(key(house), *codes):  # no move is under way there
            store.delete_tables(db, codes)
        yield codes
        yield_to_hub()
    left = AT_ONCE
    while left:
        with db.writing("scores"):
            left = store.delete_plays(db, house, limit=AT_ONCE)
        yield_to_hub()
    with db.writing(key(house), "scores"):
        store.delete_rest(db, house)


def sweep(db: Database, *, before: float) -> bool:
    """Delete a house that no member has opened since a moment, or whose deletion was interrupted, if there is one."""
    house = store.find_left(db, before=before)
    if house is None:
        return False
    with db.writing(key(house)):
        if not store.is_left(db, house, before=before):
            return False
        store.close(db, house)
    for _ in clear(db, house):
        pass
    return True


def title(house: int) -> str | Text:
    """Find what a house is called, for those who are not in it yet."""
    found = store.find_house(get_db(), house)
    name, hosted_by = found or ("", "")
    return membership.House(house, name, hosted_by, 0, "", False, 0.0).title
