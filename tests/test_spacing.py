"""One scale of gaps: between things, and round them, are 4, 8, 12, 16 or 24 px; what else there is says why."""

import re

import pytest

from tests.assets import STATIC

GAP = re.compile(r"^\s+((?:margin|padding|gap|row-gap|column-gap)[a-z-]*): (.+);$", re.M)
STEP = re.compile(r"0|auto|(?:4|8|12|16|24)px|(?:\.25|\.5|\.75|1|1\.5)r?em|var\(--g\d+\)|env\([\w-]+\)")
MINUS = re.compile(r"calc\(-1 \* (var\(--g\d+\))\)")
ROOM, FULL, CLOSE, SPLIT, PAPER = (
    "room for what stands there",
    "as wide as the screen, past the page's own edges",
    "parts of one thing, which must fit beside each other on the smallest phone",
    "less where the screen is narrow: all phases lie in one line",
    "printed: paper is measured in millimetres",
)
ELSE = {
    ("base.css", "padding-inline-end: 2.5rem"): ROOM,
    ("pages.css", "padding-inline-start: 2.75rem"): ROOM,
    ("theme.css", "padding: var(--g8) var(--g16) 7rem"): ROOM,
    ("theme.css", "margin-right: 48px"): ROOM,
    ("theme.css", "padding-top: max(.5em, env(safe-area-inset-top))"): ROOM,
    ("pages.css", "padding-left: 2.5rem"): ROOM,
    ("setup.css", "margin-left: -3.5rem"): ROOM,
    ("war_game.css", "padding-inline-end: 31rem"): ROOM,
    ("efreet_war.css", "padding-inline: 10%"): ROOM,
    ("middle.css", "margin-inline: calc(50% - var(--wide) / 2)"): FULL,
    ("ring.css", "margin-inline: calc(50% - var(--wide) / 2)"): FULL,
    ("editor.css", "margin-inline: calc(50% - min(50vw - 4px, 17rem))"): FULL,
    ("war_game.css", "margin-inline: calc(50% - min(50vw - 4px, 15rem))"): FULL,
    ("war_game.css", "margin-inline: calc(50% - min(50vw - 12px, 12rem))"): FULL,
    ("pages.css", "padding: .125rem var(--g4)"): CLOSE,
    ("djinn.css", "padding: var(--g4) .125rem"): CLOSE,
    ("djinn.css", "gap: .1rem"): CLOSE,
    ("editor.css", "margin: 1px"): CLOSE,
    ("tom.css", "gap: .125rem"): CLOSE,
    ("djinn.css", "padding: var(--g8) .125rem"): CLOSE,
    ("theme.css", "gap: 2px"): CLOSE,
    ("efreet_war.css", "gap: 2px"): CLOSE,
    ("war_game.css", "gap: 0 2px"): CLOSE,
    ("war_game.css", "gap: 2px"): CLOSE,
    ("war_game.css", "gap: .1em"): CLOSE,
    ("war_game.css", "gap: 1px 3px"): CLOSE,
    ("war_game.css", "margin-top: 2px"): CLOSE,
    ("war_game.css", "padding: 3px 2px 2px 3px"): CLOSE,
    ("war_game.css", "padding: 1px 2px"): CLOSE,
    ("war_game.css", "padding: 0 .1em"): CLOSE,
    ("war_game.css", "padding: 3px"): CLOSE,
    ("war_game.css", "padding: var(--g4) min(var(--g8), .7vw)"): SPLIT,
    ("war_game.css", "padding-inline: min(var(--g8), 1.5vw)"): SPLIT,
    ("tale.css", "margin: 16mm"): PAPER,
    ("tale.css", "padding-top: 45mm"): PAPER,
}
"""What lies off the scale: sheet and declaration, and why."""


def off():
    """Find what lies off the scale in the sheets as they are written."""
    found = (
        (path.name, *gap) for path in sorted((STATIC / "css").rglob("*.css")) for gap in GAP.findall(path.read_text())
    )
    return {
        (sheet, f"{name}: {value}")
        for sheet, name, value in found
        if any(not STEP.fullmatch(one) for one in MINUS.sub(r"\1", value).split())
    }


def test_gaps_are_of_one_scale():
    assert off() == ELSE.keys()


@pytest.mark.parametrize("value", ["5px", "0 .6rem", "calc(-1 * 3px)", "var(--g8) 2px"])
def test_what_lies_off_the_scale_is_seen(value, tmp_path, monkeypatch):
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "one.css").write_text(f"a {{\n  margin: 0 var(--g4);\n  padding: {value};\n}}\n")
    monkeypatch.setattr("tests.test_spacing.STATIC", tmp_path)
    assert off() == {("one.css", f"padding: {value}")}
