"""Weigh, as gzip, what phones are sent: `python -m tests.weigh`; `--first` weighs first loads, `--game` one game alone.

Over all games, their scenes, the pages that lead from one to another there, and each move that these offer: what is
sent to a phone that waits on the page of the move, to one on the page for the phase, to a guest and to a watcher.
"""

import argparse
import gzip
import html
import re
import tempfile
from collections import Counter, defaultdict
from itertools import product
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from selectolax.lexbor import LexborHTMLParser

from companion import GAMES
from companion.web import LANGUAGES
from tests import copies, scenes
from tests.apps import close, make
from tests.assets import BUILT
from tests.pages import fields_of

LIGHT, FIRST, REQUESTS = 6_000, 60_000, 10
"""What a live update may weigh, a first load, and how many requests that may take."""
DEEP, WIDE, ALIKE = 2, 8, 2
"""How many links away from a page in the bar, how many pages of one kind, how many moves to one address are tried."""
GZIP = {"Accept-Encoding": "gzip, deflate"}
LIVE = re.compile(r'<(?:section|div) id="([\w-]+)"[^>]* hx-get="([^"]+)" hx-trigger="moved')
ASKED = re.compile(r'\b(?:href|src)="/static/([^"#?]+)')
HOUSE = ("/", "/awake", "/scores/", "/scores/players", "/scores/trash", "/scores/import")


class Update(NamedTuple):
    """A live update: the game, the move, who is sent it at which page, and how many bytes."""

    game: str
    move: str
    who: str
    page: str
    weight: int

    @property
    def kind(self):
        return urlsplit(self.page).path.replace("/CODE", "")


def pages_of(evening):
    """Find the pages of a table, from those in its bar on: text by address."""
    place, game, found = f"/{evening.game}/{evening.code}/", evening.table.game, {}
    with evening.app.test_request_context():
        ahead = [(evening.app.url_for(page, code=evening.code), 0) for page, *_ in game.pages.in_bar(evening.state)]
    for page, deep in ahead:
        kind = page.partition("?")[0]
        if page in found or sum(other.partition("?")[0] == kind for other in found) >= WIDE:
            continue
        answer = evening.host.get(page)
        if answer.status_code != 200 or answer.mimetype != "text/html":
            continue
        found[page] = answer.text
        links = map(html.unescape, re.findall(r'(?:href|hx-get)="([^"#]+)', answer.text))
        whole = [kind + link if link.startswith("?") else link for link in links]
        ahead += [(link, deep + 1) for link in whole if deep < DEEP and link.startswith(place) and "since=" not in link]
    return found


def moves_on(page):
    """List the moves that a page offers, a few of each form: address and fields."""
    tree = LexborHTMLParser(page)
    for form in tree.css("form[method=post]"):
        fields, buttons, many = {}, [], defaultdict(list)
        for node in fields_of(tree, form):
            name, value = node.attributes.get("name"), node.attributes.get("value") or ""
            if node.tag == "button":
                buttons.append(({name: value} if name else {}, node.attributes.get("formaction")))
            elif node.tag == "select" and name:
                many[name] = [one.attributes.get("value") or "" for one in node.css("option")]
                chosen = node.css_first("option[selected]")
                fields[name] = (chosen.attributes.get("value") if chosen else many[name][0]) or ""
            elif node.attributes.get("type") in ("checkbox", "radio"):
                many[name].append(value)
            elif name:
                fields[name] = value
        choices = [{}, *({name: one} for name, values in many.items() for one in values[:ALIKE])]
        made = [*product(buttons or [({}, None)], choices)]
        for (button, address), choice in made[:: max(1, len(made) // ALIKE)]:
            yield address or form.attributes["action"], fields | choice | button


def updates(app, game, scene, language="en"):
    """Weigh the live updates of a scene."""
    evening = scenes.stage(app, game, scene)
    found, kept, made = pages_of(evening), copies.kept(app, evening.code), Counter()
    for page, text in found.items():
        for address, fields in moves_on(text):
            path = urlsplit(address).path
            if address.startswith(f"/{game}/") and made[path] < ALIKE:
                sent = [*updates_of(app, evening, kept, page, address, fields, language)]
                made[path] += bool(sent)
                yield from sent


def updates_of(app, evening, kept, page, address, fields, language):
    """Make one move at a copy of a table, and weigh what it sends to those who wait there."""
    host, guest, watcher = (app.test_client() for _ in range(3))
    code = copies.copy(host, *kept, None)
    with app.test_request_context():
        table = copies.find_table(code)
        here, phase = page.replace(evening.code, code), app.url_for(table.game.pages.current(table.state), code=code)
    looking = [("host", host, here), ("host", host, phase), ("watcher", watcher, phase)]
    if guest.post(f"/t/{code}/sit", data={"seat": min(1, evening.seats - 1)}).status_code == 303:
        looking += [("guest", guest, here), ("guest", guest, phase)]
    waiting = [(who, phone, at, asked(phone, at, language)) for who, phone, at in dict.fromkeys(looking)]
    sent = fields | {"op": "weighed"} | ({"seen": table.seq} if "seen" in fields else {})
    tap = host.post(address.replace(evening.code, code), data=sent, headers={"HX-Request": "true", "HX-Target": "main"})
    if tap.status_code != 303:
        return
    for who, phone, at, live in waiting:
        update = live and phone.get(live[0], headers=live[1] | GZIP)
        if update and update.status_code == 200:
            move = urlsplit(address).path.rpartition("/")[2]
            yield Update(evening.game, move, who, at.replace(code, "CODE"), len(update.data))


def asked(phone, page, language):
    """Open a page; give what its live block asks with: address and headers. None if it has none."""
    text = phone.get(page, headers={"Accept-Language": language}, follow_redirects=True).text
    if not (found := LIVE.search(text)):
        return None
    token = re.search(r'"X-CSRFToken": "([^"]+)', text)[1]
    live = {"HX-Request": "true", "HX-Target": found[1], "X-CSRFToken": token, "Accept-Language": language}
    return html.unescape(found[2]), live


def first_loads(app, games=tuple(GAMES), at=None, language="en"):
    """Weigh the first load of each page, at all tables or `at` those in some scenes: address, bytes by file."""
    phone, headers = app.test_client(), GZIP | {"Accept-Language": language}
    for page in (*HOUSE, *(f"/{game}/{page}" for game in games for page in ("new", "rules", "box"))):
        if (answer := phone.get(page, headers=headers)).status_code == 200:
            yield page, loaded(answer)
    for game, scene in at or [one for one in scenes.every() if one[0] in games]:
        evening = scenes.stage(app, game, scene)
        others = (f"/t/{evening.code}/{page}" for page in ("menu", "share", "log"))
        for page in (*pages_of(evening), *others):
            if (answer := evening.host.get(page, headers=headers)).status_code == 200:
                yield f"{page.replace(evening.code, 'CODE')} ({scene})", loaded(answer)


def loaded(answer):
    """List what a browser that has nothing loads for a page: bytes by name of file, of the page itself by none."""
    packed = answer.headers.get("Content-Encoding") == "gzip"
    text = gzip.decompress(answer.data).decode() if packed else answer.text
    return {"": len(answer.data)} | {name: weight(BUILT / name) for name in set(ASKED.findall(text))}


def weight(file):
    """Count the bytes of a static file as it is sent."""
    short = file.with_name(f"{file.name}.gz")
    return (short if short.exists() else file).stat().st_size


def show_updates(found):
    """Print how the weights of live updates are spread, by game, by page and by what is too heavy."""
    shares = (50, 75, 90, 95, 99, 100)
    print(f"{'':<34}{'all':>7}{'over':>7}" + "".join(f"{share:>6}%" for share in shares))
    by = {"all": [one.weight for one in found]}
    for one in found:
        for name in (one.game, one.kind):
            by.setdefault(name, []).append(one.weight)
    heavy = defaultdict(list)
    for one in found:
        if one.weight > LIGHT:
            heavy[f"{one.kind} {one.move}"].append(one.weight)
    worst = sorted(heavy.items(), key=lambda row: -len(row[1]))[:40]
    for name, weights in [*by.items(), ("too heavy:", []), *worst]:
        ordered, over = sorted(weights), sum(weight > LIGHT for weight in weights)
        parts = [ordered[min(len(ordered) - 1, len(ordered) * share // 100)] for share in shares if ordered]
        print(f"{name:<34}{len(weights):>7}{over:>7}" + "".join(f"{part:>7}" for part in parts))


def show_first(found):
    """Print the heaviest first load of each page, and what it is of."""
    most = {}
    for page, files in found:
        kind = page.partition(" ")[0].partition("?")[0]
        if sum(files.values()) > sum(most.get(kind, ("", {}))[1].values()):
            most[kind] = page, files
    for page, files in sorted(most.values(), key=lambda row: -sum(row[1].values())):
        parts = ", ".join(f"{name or 'page'} {size}" for name, size in sorted(files.items(), key=lambda one: -one[1]))
        print(f"{sum(files.values()):>6} {len(files):>2}  {page}: {parts}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=[*GAMES])
    parser.add_argument("--language", choices=[*LANGUAGES], default="en")
    parser.add_argument("--first", action="store_true")
    wanted = parser.parse_args()
    games = [wanted.game] if wanted.game else [*GAMES]
    with tempfile.TemporaryDirectory() as folder:
        app = make(folder, Path(folder) / "static")
        if wanted.first:
            show_first(first_loads(app, games, language=wanted.language))
        else:
            every = [(game, scene) for game, scene in scenes.every() if game in games]
            show_updates([one for game, scene in every for one in updates(app, game, scene, wanted.language)])
        close(app)


if __name__ == "__main__":
    main()
