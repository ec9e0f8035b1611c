"""What an import costs, counted: every event is applied once, be its secrets drawn anew or told."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion import GAMES
from companion.table.import_export import export
from companion.table.log import effective, placed
from companion.table.play import find_table

pytestmark = pytest.mark.usefixtures("read_here")


def recorded(game):
    """Read the longest log of a game that takes nothing back."""
    files = sorted(
        (Path(__file__).parent.parent / game / "logs").glob("*.jsonl"), key=lambda file: -file.stat().st_size
    )
    logs = ([json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] for file in files)
    head, *rows = next(log for log in logs if not any("strikes" in row or "restores" in row for row in log[1:]))
    usual = {"seat": None, "events": [], "strikes": None, "restores": None, "once": False}
    return {key: head[key] for key in ("companion", "game", "code", "seats")} | {"log": [usual | row for row in rows]}


@pytest.mark.thorough(one_in=5)
@pytest.mark.parametrize("game", GAMES)
def test_an_import_applies_every_event_once(app, monkeypatch, game):
    """A file that an export has written, its secrets left out: more would cost more than 0.3 s per MB."""
    games, applied = app.extensions["games"], []

    def evolve(state, event):
        applied.append(event)
        return usual.evolve(state, event)

    with app.app_context():
        table = find_table(export.load(json.dumps(recorded(game)), phone="host"))
        text = json.dumps(export.dump(table, []) | {"seats": recorded(game)["seats"]})
        usual = games[game]
        monkeypatch.setitem(games, game, replace(usual, evolve=evolve))
        copy = export.load(text, phone="phone", keep_code=False)
        after_all = len([*placed(effective(table.entries))]) + 1
        assert 0 < len(applied) <= after_all + 1, (len(applied), after_all)
        assert find_table(copy).game.pages.current(find_table(copy).state) == usual.pages.current(table.state)
