"""Rules of Djinn at their edges: what no table has, and all of what a table may have."""

from dataclasses import replace

import pytest

from companion.games.djinn.scoring.scoring import tell_secret
from companion.games.djinn.solo.tom_game import reveal_printed
from companion.games.djinn.state import check
from companion.games.djinn.state.house_rules import HOUSE_RULES
from companion.games.djinn.state.model import State
from companion.table.log import Refusal
from tests.checks import wrong
from tests.djinn.solo import PRINTED
from tests.djinn.test_impossible_states import HUNT


def test_where_no_game_is_open_nothing_is_told():
    with pytest.raises(Refusal, match="no game yet"):
        tell_secret(State())


def test_a_card_shows_two_symbols():
    with pytest.raises(Refusal, match="two symbols on a card must differ"):
        reveal_printed(PRINTED, first="market", second="market", at=0.0)
    with pytest.raises(KeyError, match="zoo"):
        reveal_printed(PRINTED, first="market", second="zoo", at=0.0)


def test_all_house_rules_may_be_on_and_no_others():
    assert wrong(check, replace(HUNT, rules_on=frozenset(HOUSE_RULES)), 3) == []
    assert wrong(check, replace(HUNT, rules_on=frozenset({"camel"})), 3) == ["house"]
