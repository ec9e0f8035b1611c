"""The recorded sessions as golden files have them: brought to a table step by step, and looked at from all sides."""

import json
import re
import time
from contextlib import contextmanager
from hashlib import sha256
from html import unescape
from importlib import import_module
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

from companion import GAMES
from companion.storage.connections import writing
from companion.table import store
from companion.table.log import fold_log
from companion.table.play import find_table
from companion.table.seating import lifecycle
from tests import apps, copies, record
from tests.golden import names
from tests.golden.words import lines

HERE = Path(__file__).parent.parent
FILES = {f"{game}-{path.stem}": path for game in GAMES for path in sorted((HERE / game / "logs").glob("*.json*"))}
"""The recorded sessions by game and name."""
LANGUAGES = ("en", "de")
ALONE, APART = "AAAAA", "BBBBB"
"""The codes of a session's two tables: one phone plays for all at the first, each seat has its own at the other."""
MOST_CHANGES, MIDDLES, LINKS = 3, 2, 4
"""How many changes of a game's page are looked at, how many steps between, and how many forms that a link opens."""
LATER = 5.0
"""How many seconds after its last entry a table is looked at."""
LEFT_OUT = {"ask", "rules"}
"""Pages of a table that say the same at every step, and much: they are looked at once, without a table."""
BAR = re.compile(r'<nav id="nav".*?</nav>', re.DOTALL)
LINK = re.compile(r'<a [^>]*?href="(/[^"]*)"')
FORM = re.compile(r'href="(/(?!t/)\w+/\w{5}/[^"#]*\?[^"#]*)')
MOMENTS = ("day", "month", "weekday", "when")
"""The filters that say a moment: in the time zone of the machine, as the version of Babel writes it."""


def still(app):
    """Let the pages of an app name no moment."""
    app.jinja_env.filters |= dict.fromkeys(MOMENTS, lambda _: "(moment)")
    return apps.quiet(app)


@contextmanager
def clock_at(moment):
    """Stop the clock at a moment."""
    real, time.time = time.time, lambda: moment
    try:
        yield
    finally:
        time.time = real


# Sessions


def read(path):
    """Read a session: the first line of its file, the rows of its log, and its table."""
    if path.suffix == ".jsonl":
        head, *rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        return head, rows, record.read(path)[1]
    head = json.loads(path.read_text(encoding="utf-8"))
    game = import_module(f"companion.games.{head['game']}").game
    entries = [record.read_entry(game, row) for row in head["log"]]
    return head, head["log"], fold_log(game, head["code"], entries)


def choose_steps(table):
    """Choose after which entries a session is looked at: the first, where its page changes, some between, the last."""
    game, state, shown, changes = table.game, table.game.start(), None, []
    for entry in table.moves:
        state = fold_log(game, "", [entry]).state if state is None else _after(game, state, entry)
        page = game.pages.current(state)
        changes += [entry.seq] if page != shown else []
        shown = page
    last = table.seq
    middles = [last * n // (MIDDLES + 1) for n in range(1, MIDDLES + 1)]
    return sorted({1, last, *evenly(changes[1:], MOST_CHANGES), *middles} - {0})


def _after(game, state, entry):
    for event in entry.events:
        state = game.evolve(state, event)
    return state


def evenly(many, most):
    """Choose some of many, evenly spread."""
    return many if len(many) <= most else [many[n * (len(many) - 1) // (most - 1)] for n in range(most)]


def looks(app, name, steps=(), *, some=None):
    """Look at a session; give what is seen, line by line, by step and look.

    Only `some` of it is looked at if that is a number: two of the steps, by three phones, with another number others.
    """
    head, rows, table = read(FILES[name])
    apps.anew(app)
    it, found, steps = Session(app, name, head, table), {}, steps or choose_steps(table)
    for step in steps if some is None else sorted({steps[some % len(steps)], steps[-1]}):
        with clock_at(table.entries[step - 1].at + LATER):
            it.come_to(step)
            found |= {(str(step), look): shown for look, shown in it.looks(step, some)}
    with clock_at(table.entries[-1].at + LATER):
        found |= {("end", look): shown for look, shown in it.end(rows)}
    return found


class Session:
    """A recorded session at the two tables of an app, and the phones that look at them."""

    def __init__(self, app, name, head, table):
        self.app, self.name, self.whole, self.done = app, name, table, 0
        self.players = [(seat["name"], seat["colour"]) for seat in head["seats"]]
        self.phones = {}

    @property
    def slug(self):
        return self.whole.game.slug

    def come_to(self, step):
        """Write the log of both tables up to a step."""
        rows = [store.to_row(one, op=f"{self.name}-{one.seq}") for one in self.whole.entries[self.done : step]]
        opened = not self.phones
        with self.app.app_context():
            if opened:
                self.open()
            for code in (ALONE, APART):
                with writing(code) as db:
                    store.write_rows(db, code, rows)
        self.done = step
        if opened:
            self.sit()

    def open(self):
        """Open the tables, each hosted by a phone of its own."""
        for look, code, seat in (("all", ALONE, None), ("0", APART, 0)):
            self.phones[look] = code, self.app.test_client()
            phone = copies.phone_of(self.phones[look][1])
            assert lifecycle.open_table(self.whole.game, self.players, phone=phone, code=code, seat=seat) == code

    def sit(self):
        """Give each other seat a phone, and let one watch."""
        for seat in range(1, len(self.players)):
            self.phones[f"{seat}"] = APART, self.come_as(f"/t/{APART}/sit", seat=seat)
        self.phones["watcher"] = APART, self.come_as(f"/t/{APART}/watch")

    def come_as(self, path, **form):
        """Come to a table with a new phone."""
        phone = self.app.test_client()
        answer = phone.post(path, data=form)
        assert answer.status_code == 303, answer.text
        return phone

    def looks(self, step, some=None):
        """Look at a step with every phone in every language, or with `some`, and at the state."""
        chosen = {"all", "watcher", f"{(some or 0) % len(self.players)}"}
        for look, (code, phone) in self.phones.items():
            if some is not None and look not in chosen:
                continue
            for language in LANGUAGES:
                pages = Pages(phone, language)
                pages.walk(code)
                if look == "all":
                    pages.open_forms(f"{self.name} {step}")
                yield f"{look}.{language}", pages.lines
        with self.app.app_context():
            table = find_table(ALONE)
        yield "state", came_to(table)

    def end(self, rows):
        """Look once more at the end: at the whole log, all pages, fair draws, the file, and what the scores keep."""
        code, phone = self.phones["watcher"]
        others = [path for path in self.paths(code) if path.rpartition("/")[2] not in LEFT_OUT]
        for language in LANGUAGES:
            pages = Pages(phone, language)
            for path in others:
                pages.open(path)
            yield f"others.{language}", pages.lines
            pages = Pages(phone, language)
            for before in range(self.whole.seq + 1, 1, -60):
                pages.open(f"/t/{code}/log?before={before}")
            yield f"log.{language}", pages.lines
        code, phone = self.phones["all"]
        file = phone.get(f"/t/{code}/export.json").data
        yield "file", file_lines(json.loads(file), rows)
        yield from self.scores(file)

    def paths(self, code):
        """List the addresses of a game's pages at a table that need nothing else."""
        begin = f"/{self.slug}/<code>/"
        rules = [rule for rule in self.app.url_map.iter_rules() if "GET" in rule.methods and rule.arguments == {"code"}]
        return sorted(rule.rule.replace("<code>", code) for rule in rules if rule.rule.startswith(begin))

    def scores(self, file):
        """Bring the file to an empty app; see how it comes in, and what the scores keep of it."""
        phone = apps.anew(self.app).test_client()
        answer = phone.post("/import", data={"file": (BytesIO(file), "table.json"), "copied": "yes"})
        yield "import", [f"{answer.status_code} {answer.location}"]
        yield from play_looks(phone)


def play_looks(phone):
    """Look at the plays that an app keeps: their rows, their files, their pages."""
    plays = json.loads(phone.get("/scores/plays.json").data)
    yield "rows", [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in play_lines(plays)]
    if plays:
        yield "csv", phone.get("/scores/plays.csv").text.splitlines()
        for language in LANGUAGES:
            pages = Pages(phone, language)
            for play in plays:
                pages.open(f"/scores/{play['id']}")
                pages.open(f"/scores/{play['id']}.svg")
            yield f"plays.{language}", pages.lines


def play_lines(plays):
    """List the parts of plays; their players each by itself, their ids not at all."""
    for play in plays:
        yield from ((key, value) for key, value in play.items() if key not in ("id", "players"))
        yield from (("player", player) for player in play["players"])


def came_to(table):
    """Say what a table came to: its result, and its state."""
    game, state = table.game, table.state
    results = [
        f"result = {one.place} {one.points} {one.tie_break} {[(line.id, line.points) for line in one.lines]}"
        for one in game.result(state) or ()
    ]
    return [*results, *names.state_lines(state)]


def file_lines(file, rows):
    """Write of an export what its rows have otherwise than those that were recorded."""
    head = {key: value for key, value in file.items() if key != "log"}
    recorded, now = map(names.row, rows), map(names.row, file["log"])
    other = [json.dumps(new, ensure_ascii=False) for new, old in zip(now, recorded, strict=True) if new != old]
    return [json.dumps(head, ensure_ascii=False), f"{len(rows)} rows of {[*file['log'][0]]}", *other]


# Pages


class Pages:
    """The pages that a phone opens, and what they show."""

    def __init__(self, phone, language):
        self.phone, self.lines, self.html = phone, [], {}
        phone.set_cookie("language", language)

    def open(self, path):
        """Open a page, or the one it leads to; write down what it shows."""
        answer = self.phone.get(path)
        if answer.location:
            self.lines.append(f"# {path} leads to {place(answer.location)}")
            return self.open(place(answer.location))
        self.lines.append(f"# {path}{'' if answer.status_code == 200 else f' {answer.status_code}'}")
        self.lines += lines(answer.text)
        self.html[path] = answer.text
        return answer.text

    def walk(self, code):
        """Open the page where a table is now, and all others of its bar."""
        [bar] = BAR.findall(self.open(f"/t/{code}"))
        for path in LINK.findall(bar):
            if path not in self.html:
                self.open(path)

    def open_forms(self, which):
        """Open some forms that stand behind a link; `which` are chosen stays the same while their addresses do."""
        own = {unescape(path) for html in self.html.values() for path in FORM.findall(html)}
        own = {path for path in own if urlsplit(path).path.rpartition("/")[2] not in LEFT_OUT}
        for path in sorted(own, key=lambda path: sha256(f"{which} {path}".encode()).digest())[:LINKS]:
            self.open(path)


def place(location):
    """Read from an address what does not name the server."""
    url = urlsplit(location or "")
    return f"{url.path}?{url.query}" if url.query else url.path
