"""What a page asks the players to do with their things once a catch or a gain is told."""

from dataclasses import replace

import pytest

from companion.games.djinn.facts.events import ExtraCaught, SupplyBossCaught, TrophyTaken
from companion.games.djinn.play import hunt
from companion.games.djinn.play.on_table import to_do
from companion.games.djinn.state.model import Space
from companion.language.texts import Text
from tests.djinn.test_hunt import BOB, HUNT, after

R1 = replace(HUNT, spaces=HUNT.spaces | {"R1": Space(True, ("blue", "blue", "brown"))})


def told(state, **chosen):
    events = hunt.catch(state, seat=BOB, slot="R1", **chosen)
    return [str(one) for one in to_do(after(state, events), events)]


@pytest.mark.parametrize(
    ("djinn", "boss", "strength"),
    [(["blue"], False, 4), (["blue", "brown"], False, 8), ([], True, 10), (["blue"], True, 10)],
)
def test_a_catch_says_what_it_takes(djinn, boss, strength):
    """Rulebook, Catch Djinn and Additional Rules Boss Djinn: one comes free with a Boss."""
    assert told(R1, djinn=djinn, boss=boss)[0] == f"That takes {strength} Magic Power, your own and that of Mages."


def test_a_catch_says_what_the_app_took_off_instead():
    events = hunt.catch(R1, seat=BOB, slot="R1", djinn=["blue"], boss=False)
    assert to_do(after(R1, events), events, paid=[Text("Paid.")]) == [Text("Paid.")]


def test_what_a_gain_asks_is_said():
    """Rulebook, Magic Source, Receive a Trophy, Player Board 1b."""
    events = [SupplyBossCaught(BOB), TrophyTaken(BOB, "I", 30, "I/30"), ExtraCaught(BOB, "blue")]
    boss, trophy, extra = [str(one) for one in to_do(HUNT, events)]
    assert "6 Magic Power" in boss
    assert "Take the bonus" in trophy
    assert "Capacity Marker over" in extra
    assert to_do(HUNT, hunt.end_turn(HUNT, at=1.0)) == []
