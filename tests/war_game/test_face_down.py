"""A land that lies face down reaches no page, stream, file, log or refusal of a phone that does not serve its seat."""

import json
from dataclasses import replace

import pytest

from companion.games.war_game.facts.events import LandKept
from companion.storage.connections import writing
from companion.table import store
from tests import scenes
from tests.phone_views import seen

BOB = 1


@pytest.fixture
def evening(app):
    """Lay the table out for a war in which Bob, who sits, has a land face down."""
    return scenes.Evening(app, "war_game", {"count": 3}, [("keep-land", {"seat": BOB, "land": "island"})])


@pytest.fixture
def phones(evening):
    """Give every kind of phone there is at the table besides Bob's: the host's, a guest's and a watcher's."""
    bob, cem, watcher = (evening.app.test_client() for _ in range(3))
    bob.post(f"/t/{evening.code}/sit", data={"seat": BOB})
    cem.post(f"/t/{evening.code}/sit", data={"seat": 2})
    watcher.post(f"/t/{evening.code}/watch")
    return {"host": evening.host, "cem": cem, "watcher": watcher, "bob": bob}


def elsewise(evening, land):
    """Let Bob's land be another one, behind everybody's back."""
    with evening.app.app_context(), writing() as db:
        for entry in evening.table.entries:
            events = [replace(one, land=land) if isinstance(one, LandKept) else one for one in entry.events]
            rows = json.dumps(store.to_json(events))
            db.execute("UPDATE log SET events = ? WHERE code = ? AND seq = ?", [rows, evening.code, entry.seq])
    evening.app.extensions["tables"].clear()
    assert land in {one.land for one in evening.state.strongholds.values()}


def test_only_bobs_phone_shows_his_land(evening, phones):
    """Whatever it is, all others see the same, to the letter."""
    before = {who: seen(evening.app, phone, evening.code) for who, phone in phones.items()}
    elsewise(evening, "swamp")
    after = {who: seen(evening.app, phone, evening.code) for who, phone in phones.items()}
    differing = {(who, path) for who in phones for path in before[who] if before[who][path] != after[who][path]}
    assert differing
    assert {who for who, _ in differing} == {"bob"}


def test_only_bobs_phone_turns_it_up(evening, phones):
    """The page offered it to nobody else, but a host's form turned it up for all to see."""
    form = {"seat": BOB, "land": "swamp"}
    tapped = [
        phones[who].post(f"/war_game/{evening.code}/turn-land", data=form | {"op": who}).status_code
        for who in ("host", "cem", "watcher", "bob")
    ]
    assert tapped == [403, 403, 403, 303]
    assert [one.land for one in evening.state.strongholds.values() if one.up] == ["island"]
