"""The forms of a table's pages, each with what it holds before anybody types."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from flask import request, url_for
from werkzeug.datastructures import MultiDict

from companion.games.djinn.box import store as box_store
from companion.games.djinn.box.corrections import Box, colours
from companion.games.djinn.box.disputes import disputes
from companion.games.djinn.facts import BOSS, CARDS
from companion.games.djinn.facts.gains import BOTTLING, IN_WORDS, KINDS, MAGE_CARDS, TELLING, TROPHY
from companion.games.djinn.facts.sheet import Row
from companion.games.djinn.pages import forms, hand_store, score_forms
from companion.games.djinn.pages.catch_forms import CHOSEN, CanForm, act_first, keys_needed, ticked
from companion.games.djinn.play import bonus, calculator, gains, options, prices
from companion.games.djinn.play.held import to_bottle
from companion.games.djinn.play.rewards import may_place
from companion.games.djinn.setup.by_hand import Group
from companion.games.djinn.state.model import State, against_tom
from companion.language.texts import Text
from companion.table.screen import Screen
from companion.table.seating import devices
from companion.web import gettext, phone_id
from companion.web.forms import SpokenForm, checked, shown

SPEED = "quick"
"""The cookie of a phone whose player knows the game: the hunt leads no more, and shows what is tapped only."""
SETTING = {
    "cards": forms.CardsForm,
    "passages": forms.PassagesForm,
    "tiles": forms.TilesForm,
    "trophies": forms.TrophiesForm,
}
"""The forms in which a table chooses what lies out, by the element that it sets."""


def challenging(challenge: str) -> forms.NewForm:
    """Make the form that opens the table of a challenge: it asks only who plays, as the phone knows its latest name."""
    name, colour = next(iter(devices.last_names(phone_id())), ("", "red"))
    fixed = {"count": 1, "challenge": challenge, "players-0-colour": colour}
    return shown(forms.NewForm, url_for("djinn.open_table"), fixed, players=[{"name": name, "colour": colour}])


def naming(code: str, state: State, ids: Iterable[str]) -> dict[str, forms.ColourForm]:
    """Make the forms that name the colours of these ids."""
    action, now = url_for("djinn.name_colour", code=code), colours(state.noted)
    names = state.noted.names
    return {
        id: shown(forms.ColourForm, action, {"colour": id}, name=names.get(id, ""), swatch=now[id].css) for id in ids
    }


def setting(code: str, element: str, groups: Iterable[Group]) -> SpokenForm | None:
    """Make the form in which a table chooses what of an element lies out; None for one that is set by a button."""
    kind = SETTING.get(element)
    if kind is None:
        return None
    lie: dict[str, Any] = {}
    for group in groups:
        lie.setdefault(group.field, []).extend(group.lie)
    return shown(kind, url_for(f"djinn.set_{element}", code=code), **lie)


def describing(code: str, state: State, tile: str) -> forms.TileForm | None:
    """Make the form that says what a Character Tile does, if one is asked for."""
    if not tile:
        return None
    action, text = url_for("djinn.describe_tile", code=code), state.noted.tiles.get(tile, "")
    return shown(forms.TileForm, action, {"tile": tile}, text=text)


def turn_now(state: State) -> str:
    """Name the turn that an address with chosen Djinn belongs to."""
    return f"{state.turn.round}-{state.turn.seat}" if state.turn else ""


def meant_for_now(state: State) -> MultiDict[str, str]:
    """Read what the address of the hunt asks for; nothing if its Djinn were chosen in another turn."""
    asked = request.args
    return asked if asked.get("turn", turn_now(state)) == turn_now(state) else MultiDict()


def hunting(screen: Screen, state: State, slot: str, asked: MultiDict[str, str]) -> dict[str, Any]:
    """Make the form of a catch at the round space that is shown, and that of a card of Tom's which the player flips.

    `apart` says that the phone has a seat of its own and taps for another one with a phone of its own.
    """
    me, seat = screen.me.seat, state.turn.seat if state.turn else None
    shared: dict[str, Any] = {
        "quick": SPEED in request.cookies,
        "noted": seat is not None and hand_store.has_noted(screen, seat),
        "apart": seat is not None and me not in (None, seat) and screen.seats[seat].taken,
    }
    shared |= taking(state)
    if seat is not None and any(place == "market" for place, _ in shared["takes"]):
        events = [event for entry in screen.table.moves for event in entry.events]
        shared["last_tent"] = prices.last_tent(events, seat)
    tom = {"flipping": flipping(screen.code)} if against_tom(state) else {}
    return (
        shared
        | tom
        | (
            catching(screen.code, state, slot, asked) | pricing(screen, state, slot, asked)
            if slot in state.spaces
            else {}
        )
    )


def taking(state: State) -> dict[str, Any]:
    """Offer what the player whose turn it is may take where the Mage is, with what is known of the box."""
    offered = options.offered(state, state.here[-1]) if state.here and not state.at_source else []
    kinds = [one.id for one in offered if one.id in IN_WORDS]
    untold = bonus.untold(state, state.turn.seat) if state.turn else ""
    box = box_store.find() if kinds or untold else Box()
    here = {number: find for number, find in box.finds.items() if find.kind in kinds}
    grouped = [(place, [*ones]) for place, ones in groupby(offered, key=lambda one: one.place)]
    return {
        "takes": [one for one in grouped if one[0]],
        "forfeits": [one for one in grouped if not one[0]],
        "to_tell": [(kind, KINDS[kind]) for kind in kinds],
        "finds": [*here.values()],
        "disputed": bool(disputes(replace(box, finds=here, mages={}, retold={}))),
        "telling": tuple(TELLING.values()),
        "bottled": gains.BOTTLED,
        "any_time": gains.any_time(state, state.turn.seat) if state.turn and not state.at_source else [],
        "may_boss": [seat for seat in range(state.players) if gains.may_catch_boss(state, seat)],
        "last": [last_of(state, seat) for seat in range(state.players)],
        "bottling": BOTTLING,
        "to_bottle": [to_bottle(state, seat) for seat in range(state.players)],
        "to_pay": gains.pay_the_way(state),
        "in_tent": gains.pay_in_tent(state),
        "note_mages": _note_mages(state),
        "may_place": may_place(state) and not state.at_source,
        "untold": untold,
        "bonuses": [find for find in box.finds.values() if find.kind == TROPHY],
    }


def last_of(state: State, seat: int) -> dict[str, list[gains.Take]]:
    """Offer what a seat may tell of the last action of the game, by where it stands."""
    sorted_out: dict[str, list[gains.Take]] = {"source": [], "keys": [], "bottles": [], "forfeits": []}
    for one in [*gains.takes_last(state, seat), *(gains.any_time(state, seat) if state.at_source else ())]:
        place = "source" if one.place else "forfeits" if one.id in gains.FORFEITS else "keys"
        sorted_out["bottles" if one.id in gains.BOTTLED else place].append(one)
    return {place: ones for place, ones in sorted_out.items() if ones}


def _note_mages(state: State) -> Text | None:
    """Say what there is to type of Mages: at a Tavern and after a Mage was taken, or once some were turned back."""
    at_tavern = state.here and state.layout.get(state.here[-1]) == "tavern"
    if at_tavern or not {"mage", "mage_key"}.isdisjoint(state.acted):
        return Text("Note a Mage")
    return None if MAGE_CARDS.keys().isdisjoint(state.acted) else Text("Note which Mages are used")


def pricing(screen: Screen, state: State, slot: str, asked: MultiDict[str, str]) -> dict[str, Any]:
    """Answer what it takes to catch whom the address names, by the hand that the seat has noted, if it has."""
    seat = state.turn.seat if state.turn else -1
    wanted = [(name, one) for name in CHOSEN[1:] for one in asked.getlist(name)]
    chosen = checked(CanForm, formdata=MultiDict(wanted))
    noted = hand_store.has_noted(screen, seat)
    held = CanForm(formdata=hand_store.find(screen, seat)).held if noted else CanForm().held
    there = [*state.spaces[slot].djinn, *[BOSS] * state.spaces[slot].boss]
    answer = calculator.can(chosen.wanted, there=there, house=state.rules_on, **held) if chosen.wanted else None
    lacks = noted and answer is not None and not answer.possible
    by_keys = keys_needed(state, seat, slot, chosen.wanted, held) if lacks else None
    first = act_first(state, seat, slot, chosen.wanted, held) if lacks and slot in state.here else None
    free = chosen.wanted == [BOSS] and len(there) > 1
    return {"priced": answer, "noted": noted, "free": free, "by_keys": by_keys, "act_first": first}


def catching(code: str, state: State, slot: str, asked: MultiDict[str, str]) -> dict[str, Any]:
    """Make the form of a catch at a round space, and say whom of those who stand there it has chosen."""
    seat = {"seat": state.turn.seat} if state.turn else {}
    wanted = {"djinn": asked.getlist("djinn"), "boss": "boss" in asked}
    form = shown(forms.CatchForm, url_for("djinn.catch", code=code), seat | {"slot": slot}, **wanted)
    return {
        "catching": form,
        "choosable": ticked(state.spaces[slot].djinn, form.djinn.data or ()),
        "turn_now": turn_now(state),
    }


def flipping(code: str) -> forms.PrintedCardForm:
    """Make the form of a card of Tom's that the player flips."""
    return shown(forms.PrintedCardForm, url_for("djinn.reveal_printed", code=code))


def shown_besides() -> dict[str, Any]:
    """Read what a sheet shows besides what it needs: all its rows, and the two cards of a player's own to compare."""
    return {name: request.args.get(name) for name in ("all", "one", "two")}


def scoring(code: str, state: State, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Make the forms of the `sheet` that a page shows: one a row, and that of a private Scoring Card."""
    action = url_for("djinn.count", code=code, **shown_besides())
    counting = {row.id: _row(action, sheet, row) for row in sheet["rows"]} if sheet["mine"] else {}
    private = _private(code, state, sheet) if sheet["private"] else None
    return {"counting": counting, "private": private, "besides": shown_besides()}


def _row(action: str, sheet: Mapping[str, Any], row: Row) -> score_forms.RowForm:
    fixed = {"seat": sheet["seat"], "box": row.id}
    return shown(score_forms.RowForm, action, fixed, value=getattr(sheet["sheet"], row.id))


def _private(code: str, state: State, sheet: Mapping[str, Any]) -> score_forms.PrivateForm:
    seat, card = sheet["seat"], sheet["sheet"].private_card
    form = shown(score_forms.PrivateForm, url_for("djinn.private", code=code), {"seat": seat}, card=card)
    others = [(card, gettext(CARDS[card].text)) for card in CARDS if card not in state.cards]
    form.card.choices = [("", gettext("none")), *others]
    return form
