"""What a seat holds, as it noted it in the catch calculator: for the phones that serve it alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl

from werkzeug.datastructures import MultiDict

from companion.games.djinn.facts import COLOURS, CONTENTS, START, events as ev
from companion.games.djinn.facts.gains import GAINS, KEYS_FOR, PLACES, TROPHY
from companion.games.djinn.pages import catch_forms
from companion.games.djinn.pages.forms import BossForm, CatchForm, TakeForm, TrophyForm
from companion.games.djinn.play import gains, prices
from companion.games.djinn.play.held import circled, held_after, kept_in
from companion.games.djinn.setup import draft
from companion.games.djinn.state.model import State
from companion.language.texts import Text, listed
from companion.table.log import Entry, Refusal, is_stale
from companion.table.play import find_table
from companion.table.screen import Screen, load_screen
from companion.table.seating import seats

COUNTED = ("magic", "coins", "corks", "circles", *(f"bottle_{colour}" for colour in COLOURS))
"""What of a hand follows what its seat takes."""
HAND = "hand"
"""What the note of a seat is called that holds its hand."""
PAID_KEPT = 6
"""Of how many catches it is kept what their seat held before."""


def keep(code: str, seat: int, hand: str, *, paid: int = 0, before: str = "") -> None:
    """Note what a seat holds; if it `paid` for a catch by this entry, what it held `before`, and so of former ones."""
    former = seats.note(code, seat, HAND).split(" ")[1:]
    note = [hand, f"{paid}", before, *former][: 1 + 2 * PAID_KEPT] if paid else [hand]
    while len(note) > 3 and len(" ".join(note)) > seats.LONGEST_NOTE:
        note = note[:-2]
    seats.keep_note(code, seat, HAND, " ".join(note))


@contextmanager
def paying(code: str, form: CatchForm) -> Iterator[None]:
    """Take off what a seat has noted what it takes to catch, once that is done; not at a table that notes nothing.

    Raise Refusal, which lets the same tap stand, if what is noted is not enough.
    """
    screen, seat, chosen = load_screen(code), form.seat.data, form.choices
    if is_stale(screen.table, form.seen.data):  # perhaps the same tap once more, which has paid
        yield
        return
    held, before = catch_forms.HoldForm(), ""
    if _told(screen, seat) or _noted(screen, seat):
        held = catch_forms.HoldForm(formdata=find(screen, seat))
        held.at.data = screen.table.seq
        before, wealth = held.noted, held.held
        held.turn(chosen["keys"], at=screen.table.seq + 1)
        answer = held.pay(screen.table.state, chosen["slot"], chosen["djinn"], boss=chosen["boss"])
        if not (answer.possible or form.override.data) and held.wanted and seat in screen.private_seats:
            by_keys = catch_forms.keys_needed(screen.table.state, seat, chosen["slot"], held.wanted, wealth)
            if by_keys:
                raise Refusal(
                    "You need %(strength)s Magic Power. %(keys)s", strength=answer.strength, keys=by_keys.words
                ).unless("keys", Text("Use Keys and catch"), by_keys.code)
            raise Refusal(
                "You need %(strength)s Magic Power. By the app's count you don't have that much.",
                strength=answer.strength,
            ).unless("anyway", Text("Allow anyway"))
    yield
    now = find_table(code).seq
    if before and now > screen.table.seq:  # the same tap once more brings nothing
        keep(code, seat, held.noted, paid=now, before=before)


def find(screen: Screen, seat: int | None) -> MultiDict[str, str]:
    """Read the hand that a seat has noted; at first what its tiles let it start with."""
    hand = _noted(screen, seat) or MultiDict(_start(screen.table.state, seat))
    return hand if seat is None else _with_gains(screen, seat, hand)


def has_noted(screen: Screen, seat: int) -> bool:
    """Say whether a seat that this phone serves has noted what it holds."""
    return seat in screen.private_seats and (_told(screen, seat) or bool(_noted(screen, seat)))


def _told(screen: Screen, seat: int) -> bool:
    """Say whether somebody told what a seat took; the bonus of a Trophy, which is asked or known, says of no more."""
    events = (one for entry in screen.table.moves for one in entry.events)
    taken = (one for one in events if isinstance(one, ev.ActionTaken) and one.seat == seat)
    return seat in screen.table.state.placed or any(one.action != TROPHY for one in taken)


def _counts(screen: Screen, seat: int) -> bool:
    """Say whether the app knows what a seat has: that is told or noted, or it is the first turn and nothing was."""
    first = screen.table.state.turn is not None and screen.table.state.turn.round == 1
    return has_noted(screen, seat) or (first and seat in screen.private_seats)


def on_sheet(screen: Screen, seat: int) -> dict[str, int]:
    """Read what a seat holds by the app's count as rows of its score sheet; on a phone that serves the seat alone."""
    if not has_noted(screen, seat):
        return {}
    hand, events = find(screen, seat), [event for entry in screen.table.moves for event in entry.events]
    rows = catch_forms.CanForm(formdata=hand).on_sheet
    inside = circled(screen.table.state, seat, {name: int(hand.get(name) or 0) for name in COUNTED}, events)
    return rows | _mages_at_least(rows, seat, events) | ({} if inside is None else {"circled": inside})


def _mages_at_least(rows: Mapping[str, int], seat: int, events: Sequence[Any]) -> dict[str, int]:
    """Count the Mages that a seat has noted, or those that it told of if these are more: no Mage ever goes away."""
    taken = Counter(one.action for one in events if isinstance(one, ev.ActionTaken) and one.seat == seat)
    told = {"mages": taken["mage"] + taken["mage_key"], "mages_with_key": taken["mage_key"]}
    return {row: max(rows[row], count) for row, count in told.items()}


def paid(screen: Screen, entry: Entry | None) -> list[Text]:
    """Say what an entry's catch took off the hand that its seat has noted, or where its Magic Marker is by now.

    Only a phone that serves the seat is told, and nothing where the app counts none.
    """
    caught = next((one for one in entry.events if isinstance(one, ev.DjinnCaught)), None) if entry else None
    if entry is None or caught is None:
        return _marker(screen, entry.events) if entry else []
    if caught.seat not in screen.private_seats:
        return []
    after, by, before = [*seats.note(screen.code, caught.seat, HAND).split(" "), "", ""][:3]
    if by != f"{entry.seq}":
        return []
    held, holds = (catch_forms.CanForm(formdata=MultiDict(parse_qsl(one))) for one in (before, after))
    return catch_forms.given(held, holds)


def _marker(screen: Screen, events: Sequence[Any]) -> list[Text]:
    """Say where the Magic Marker is of the seat whose Magic Power `events` have changed (rulebook, Player Board 1)."""
    seats_moved = [one.seat for one in events if isinstance(one, ev.ActionTaken | ev.NoneCaught) and _moves(one)]
    if not seats_moved or not has_noted(screen, seats_moved[0]):
        return []
    magic = int(find(screen, seats_moved[0]).get("magic") or 0)
    if magic < gains.most_magic(screen.table.state, seats_moved[0]):
        return [Text("By the app's count your Magic Marker is on %(magic)s.", magic=magic)]
    return [Text("By the app's count your Magic Marker is on %(magic)s, the most you can hold.", magic=magic)]


def _moves(event: ev.ActionTaken | ev.NoneCaught) -> bool:
    return isinstance(event, ev.NoneCaught) or "magic" in event.gains


def can_pay(screen: Screen) -> dict[str, Text]:
    """Answer what the seat of a phone can pay: what the place asks for, and by the app's count what it holds."""
    state: State = screen.table.state
    turn = state.turn.seat if state.turn else None
    seat = next((one for one in (screen.me.seat, turn) if one in screen.private_seats), None)
    if seat is None or turn is None:
        return {}
    has = _held(screen, seat)
    count = Text("By the app's count you have: %(things)s.", things=listed(has))
    if not has:
        count = Text("If you enter what you have under “Check a catch”, the app counts for you.")
    return {"pay_how": Text("%(price)s %(count)s", price=prices.asked_now(state), count=count)}


def _held(screen: Screen, seat: int) -> list[Text]:
    """List what can be paid with, as far as the app counts it."""
    if not has_noted(screen, seat):
        return []
    state, hand = screen.table.state, find(screen, seat)
    scrolls = draft.start_sheet(state, seat).scrolls + gains.total(state, seat, "scrolls")
    has = {name: int(hand.get(name) or 0) for name in ("magic", "coins")}
    has |= {"scrolls": max(0, scrolls), "keys": max(0, gains.total(state, seat, "keys"))}
    return [Text("%(what)s %(number)s", what=GAINS[name], number=number) for name, number in has.items()]


@contextmanager
def affordable(code: str, form: TakeForm | BossForm | TrophyForm) -> Iterator[None]:
    """Refuse what costs more than its seat has by the app's count, in which a Key is a Coin, a Scroll or Magic Power.

    Raise Refusal, which lets the same tap stand.
    """
    screen, seat = load_screen(code), form.seat.data
    state = screen.table.state
    stale = is_stale(screen.table, form.seen.data)  # perhaps the same tap once more, which has paid
    if not (stale or form.override.data) and _counts(screen, seat):
        held = find(screen, seat)
        has = {name: int(held.get(name) or 0) for name in COUNTED}
        has["scrolls"] = draft.start_sheet(state, seat).scrolls + gains.total(state, seat, "scrolls")
        events = [one for entry in screen.table.moves for one in entry.events]
        has |= kept_in(state, seat, has, events, colour=form.bottle)
        lacks = {what: -by for what, by in form.costs(state).items() if what in has and has[what] + by < 0}
        by_keys = sum(price - has[what] for what, price in lacks.items() if what in KEYS_FOR.values())
        too_much = lacks.get("magic", 0) > gains.most_magic(state, seat)  # no Key brings more than one can hold
        if too_much or by_keys > max(0, gains.total(state, seat, "keys")) or not lacks.keys() <= {*KEYS_FOR.values()}:
            what, price = next(iter(lacks.items()))
            raise Refusal(
                "%(what)s by the app's count: %(count)s. This costs %(price)s.",
                what=(GAINS | PLACES)[what],
                count=max(0, has[what]),
                price=price,
            ).unless("anyway", Text("Allow anyway"))
    yield


def _noted(screen: Screen, seat: int | None) -> MultiDict[str, str]:
    """Read what a seat has noted.

    If the catches it has paid for last were taken back, it holds again what it held before.
    """
    note = seats.note(screen.code, seat, HAND) if seat is not None else ""
    hand, *former = note.split(" ")
    made = {f"{entry.seq}" for entry in screen.table.moves} if former else set()
    for paid, before in zip(former[::2], former[1::2], strict=False):
        if paid in made:
            break
        hand = before
    return MultiDict(parse_qsl(hand))


def _with_gains(screen: Screen, seat: int, hand: MultiDict[str, str]) -> MultiDict[str, str]:
    """Add to a hand what was told of the seat after the entry at which it was noted; an older note tells of none."""
    if "at" not in hand:
        return hand
    events = [one for entry in screen.table.moves if entry.seq > int(hand["at"]) for one in entry.events]
    held = {name: int(hand.get(name) or 0) for name in COUNTED}
    after = held_after(screen.table.state, seat, held, events)
    limits = {"circles": CONTENTS.circles}
    now = {name: f"{min(limits.get(name, catch_forms.MOST_HELD), count)}" for name, count in after.items()}
    return MultiDict([*((name, one) for name, one in hand.items(multi=True) if name not in now), *now.items()])


def _start(state: State, seat: int | None) -> dict[str, str]:
    if seat is None:
        return {"magic": f"{START.magic}", "coins": f"{START.coins}", "circles": f"{START.active_circles}"}
    sheet = draft.start_sheet(state, seat)
    start = {"magic": sheet.magic, "coins": sheet.coins, "circles": START.active_circles - sheet.circles_covered}
    tile = {"crystal_only": "y"} if draft.has(state, seat, "crystal_only") else {}
    return {name: f"{number}" for name, number in start.items()} | tile | {"at": "0"}
