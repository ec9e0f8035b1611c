"""Take the README's three pictures: `python -m tests.browser.pictures FOLDER`."""

import sys
import tempfile
from pathlib import Path

from tests.browser.phones import Phone, Server, chromium

LIMIT = 120_000
"""Bytes a picture may have."""


def set_up(ann, bob, code):
    for step in ("board", "players", "market"):
        bob.tap(f"#tick-{step} button")
        ann.sees(f"#tick-{step} [aria-pressed=true]")
    ann.go(f"djinn/{code}/setup")


def hunt(ann, bob, code):
    ann.post(f"djinn/{code}/begin", seen="99")
    ann.go(f"djinn/{code}/hunt")
    bob.go(f"djinn/{code}/hunt")
    ann.tap(".spaces a >> nth=2")
    ann.tap("#catching label:has([name=boss])")
    ann.tap("#catching label:has([name=djinn]) >> nth=0")
    ann.find("#catching").evaluate("it => it.scrollIntoView({block: 'end'})")


def score(ann, bob, code):
    sheets = (
        {
            "trophies_30": 1,
            "trophies_36": 1,
            "corked": 5,
            "circled": 1,
            "bottles": 3,
            "corks": 2,
            "coins": 7,
            "keys": 2,
        },
        {"trophies_30": 1, "corked": 7, "bottles": 1, "scrolls": 4},
        {"trophies_36": 1, "corked": 4, "corks": 4, "keys": 3},
    )
    for seat, boxes in enumerate(sheets):
        for box, value in boxes.items():
            assert ann.post(f"djinn/{code}/count", seat=str(seat), box=box, value=str(value)).status == 303
    ann.go(f"djinn/{code}/score")
    bob.go(f"djinn/{code}/score")


def take(folder):
    """Play an evening of Ann, Bob and Cem, always the same one, and take a picture now and then."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as house, chromium() as browser:
        Path(house, "config.py").write_text("import random\nRANDOM = random.Random(7)\n")
        server = Server(Path(house))
        ann, bob, cem = (Phone(browser, server) for _ in range(3))
        code = ann.open_table()
        for seat, phone in enumerate((ann, bob, cem)):
            phone.sit(code, seat)
        for moment in (set_up, hunt, score):
            moment(ann, bob, code)
            ann.sees(".who .disc:not(.away)", count=3)
            ann.quiet()
            path = folder / f"{moment.__name__.replace('_', '-')}.png"
            ann.page.screenshot(path=path, animations="disabled")
            print(f"{path}: {path.stat().st_size} bytes")
            assert path.stat().st_size < LIMIT
        server.stop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    take(Path(sys.argv[1]))
