"""What Emperor's draws should have been, and the lines of Python that print them."""

from dataclasses import replace

from companion.games.emperor.facts.events import AnteDivided, DuelOpened, TurnEnded
from companion.games.emperor.text.draw_replay import again, snippet


def test_no_other_event_of_emperor_is_a_draw(duel):
    assert again(duel(), TurnEnded(0)) is None
    opened_next = again(replace(duel(), result=0), DuelOpened(1))
    assert opened_next == (DuelOpened(1), True)


def test_the_lines_tell_the_ante_once_it_is_divided(duel):
    """Before, nobody has drawn it; the lines print what the table drew last."""
    drawn = {"seats": 2, "first": 3, "ante": 1}
    won = replace(duel(), result=1, pool={0: "Mox", 1: "Jet"}, secret="00", words=(), drawn=drawn)
    lines = snippet(replace(won, shares=((3, 0),)))
    assert [line.count('chance("') for line in lines].count(1) == 3
    assert any('chance("seats/1")' in line for line in lines)
    assert any('chance("first/2")' in line for line in lines)
    assert any('chance("ante/0")' in line for line in lines)
    for before in (won, replace(won, shares=((3, 0),), drawn={}), replace(won, shares=((3, 0),), result=None)):
        assert not any("ante" in line for line in snippet(before))
    assert again(won, AnteDivided(())).by_table is False
