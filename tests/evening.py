"""An evening of every game in every state, and the forms that its pages hold."""

import copy
import io
import json
import re
from functools import cached_property
from itertools import count, product
from random import Random

from selectolax.lexbor import LexborHTMLParser

from companion.games.djinn.box import store as box_store
from companion.games.djinn.box.mages import MageNote
from companion.games.djinn.box.table_notes import UNTOLD
from companion.games.djinn.facts.events import CardsDrawn, TilePicked, TilesDrawn
from companion.games.djinn.play import hunt
from companion.games.djinn.scoring import scoring
from companion.games.djinn.setup.by_hand import CHANGES
from companion.games.djinn.setup.challenges import new_seed
from companion.games.djinn.solo import tom_game
from companion.games.efreet_war.facts.events import CardUncovered, ResourceClaimed
from companion.games.efreet_war.play import rules
from companion.games.emperor.play import duel
from companion.games.war_game.facts.board import LANDS_AT
from companion.games.war_game.facts.events import TerrainsDealt, TerrainSet
from companion.kit.box import photo_store
from companion.kit.house_rules import RuleSwitched
from companion.kit.rules import own_store
from companion.storage.connections import get_db
from companion.table.play import find_table, play
from companion.table.seating import seats_store
from tests import scenes
from tests.colours import colour
from tests.pages import at_box, fields_of
from tests.photos import drawn, written
from tests.war_game import scenes as war_game

NAMES = ("Ann", "Bob", "Cem")


class Page:
    """The elements, the text and the forms of a page: address, and the names and values of the fields."""

    def __init__(self, text):
        tree = LexborHTMLParser(text)
        self.elements = [(node.tag, node.attributes) for node in tree.css("*")]
        self.text = tree.root.text()
        self.forms = [one for form in tree.css("form") for one in forms_of(tree, form)]


def forms_of(tree, form):
    """Read a form, and what else its buttons make of it: address, and the fields with all that may be in them."""
    action, fields = form.attributes["action"], {}
    yield action, fields
    for node in fields_of(tree, form):
        if node.tag == "select":
            values = (option.attributes.get("value", option.text()) for option in node.css("option"))
            fields[node.attributes["name"]] = next(filter(None, values), "")
            continue
        if name := node.attributes.get("name"):
            fields.setdefault(name, node.attributes.get("value") or "")
        if address := node.attributes.get("formaction"):
            yield address, fields


OVER, ALONE, TO_DELETE, DELETED = 1, 2, 3, 4
"""The plays in the scores list, by what they are for."""

TILES_OUT = (
    *("green_10", "start_gift", "market_free", "tavern_key"),
    *("start_poor", "start_weak", "mages_once", "red_10"),
)
"""Character Tiles that a table of three has laid out itself."""


class Evening:
    """Tables of one host in every state of the game, and the forms that its pages hold."""

    def __init__(self, app):
        self.app, self.host, self.guest = app, app.test_client(), app.test_client()
        self.taps = count()
        self.tables = [self.open() for _ in range(6)]
        _, self.draft, self.hunt, self.pause, self.source, self.over = self.tables
        self.tap(self.draft, "set-tiles", tiles=[*TILES_OUT])
        self.tap(self.draft, "tick", step="board")
        self.tap(self.draft, "count", seat=0, box="coins", by=1)
        self.host.post(f"/t/{self.draft}/undo", data={"op": "undo", "entry": 4})
        self.guest.post(f"/t/{self.hunt}/sit", data={"seat": 1})
        for code in (self.hunt, self.pause, self.source, self.over):
            self.deal(code)
            self.tap(code, "begin")
        self.tap(self.pause, "pause")
        self.tap(self.pause, "stand", seat=self.turn(self.pause), slot="R1", anyway="y")
        self.tap(self.tables[0], "set-djinn")
        self.gather(self.source)
        self.tap(self.over, "count", seat=0, box="corks", by=1)
        self.tap(self.over, "finish")
        self.play_alone()
        self.enter_plays()
        self.rings = [self.open_ring(move) for move in ("seats", "score", "steal", "tap", "deploy", "out", "life")]
        app.test_client().post(f"/t/{self.rings[2]}/ask-to-count")
        self.wars = [
            self.open_war(move)
            for move in (
                "deal",
                "lay-face-down",
                "steal",
                "march",
                "end-turn",
                "attack",
                "kill",
                "resolve",
                "out",
                "end-turn",
            )
        ]
        self.tales = [self.open_tales(stage) for stage in ("setup", "ready", "turn", "met", "over")]
        stages = (
            "new",
            "supplying",
            "healing",
            "march",
            "carrying",
            "splitting",
            "at a stronghold",
            "three sides",
            "cast",
        )
        self.marches = [self.open_war_game(stage) for stage in (*stages, "over")]
        self.bazaars = [self.open_bazaar(stage) for stage in ("new", "begun", "counted", "told")]
        with self.app.app_context():  # two results that were not saved
            play(self.rings[-1], "fall", duel.fall, tapped_by=None, op="over", seats=[1])
            play(self.rings[-2], "divide_ante", duel.divide_ante, tapped_by=None, op="divide", rng=Random(7))
            play(self.wars[-1], "eliminate", rules.eliminate, tapped_by=None, op="over", seats=[0, 1], by=[None, None])
            seats_store.tell_of_host(get_db(), self.source)
        self.host.post("/djinn/box/numbers", data={"scrolls-5": 3})
        with self.app.test_request_context():  # one photo is told, one is not
            small = written(drawn(), "WEBP")
            box_store.learn_mages([MageNote(3, 2), MageNote(3, 3)])  # of which one may be a slip
            for game in scenes.GAMES:  # of each two are answered, and one is not
                for question in ("Can a schmurgel swim?", "May a frotz fly?"):
                    own_store.answer(game, "en", question, "Ours can.")
                own_store.keep(game, "en", "Who eats a gnorf?")
            photo_store.keep("djinn", [("start_gift", small, small), ("", small, small)], group="green")

    def at(self, app):
        """Give this evening at another app, whose folder is a copy of this one's."""
        there = copy.copy(self)
        there.app, there.host, there.guest = app, app.test_client(), app.test_client()
        there.host._cookies, there.guest._cookies = dict(self.host._cookies), dict(self.guest._cookies)
        return there

    def gather(self, code):
        """Drive off all Bosses, and play on until all gather at the Magic Source."""
        with self.app.app_context():
            for slot in find_table(code).state.spaces:
                play(code, "flee", hunt.flee, tapped_by=None, op=slot, slot=slot)
            while not find_table(code).state.at_source:
                play(code, "end_turn", hunt.end_turn, tapped_by=None, op=f"turn {next(self.taps)}", at=1.0)

    def play_alone(self):
        """Open games against Tom: for his cards, printed ones, a flip and the counting; one is not saved."""
        *_, won, beaten, unsaved = alone = [self.open_alone(printed) for printed in ("", "y", "", "", "")]
        self.tables += alone
        for code in alone:
            self.tap(code, "begin")
        with self.app.app_context():
            for code, slot in product((won, beaten), find_table(won).state.spaces):
                play(code, "flee", hunt.flee, tapped_by=None, op=slot, slot=slot)
            play(beaten, "flip", tom_game.flip, tapped_by=None, op="flip", at=1.0)
            play(unsaved, "set_box", scoring.set_box, tapped_by=None, op="corks", seat=0, box="corks", value=1)
            play(unsaved, "end", scoring.end, tapped_by=None, op="finish", at=1.0)

    def open_ring(self, move):
        """Open a table of Emperor, and leave it where a move of its own has brought it."""
        form = {"count": 6, "ante": "y", "range": "official" if move == "deploy" else "text"}
        form |= {"just_score": "y"} if move == "score" else {}
        for n in range(6):
            form |= {f"players-{n}-name": f"{n}", f"players-{n}-colour": colour(n)}
        code = self.host.post("/emperor/new", data=form).location.split("/")[2]
        self.tap(code, "ante", game="emperor", seat=0, card="Mox")
        if move not in ("seats", "score"):
            self.tap(code, "first", game="emperor", team=0)
            self.tap(code, "begin", game="emperor")
        if move in ("steal", "tap"):
            wall = {"wall": "y"} if move == "tap" else {}
            self.tap(code, "steal", game="emperor", name="Ogre", owner=3, by=2, **wall)
            self.tap(code, "life", game="emperor", seat=1, by=-7)
        self.tap(code, move, game="emperor", creature=1, seats=1, owner=1, to=2, name="Ogre")
        return code

    def open_war(self, move):
        """Open a table of the war, and leave it where a move of its own has brought it."""
        form = {"count": 6, "mode": "emperor"} if move in ("steal", "march") else {"count": 3, "mode": "free"}
        for n in range(form["count"]):
            form |= {f"players-{n}-name": f"{n}", f"players-{n}-colour": colour(n)}
        code = self.host.post("/efreet_war/new", data=form).location.split("/")[2]
        if move == "deal":
            return code
        if move == "lay-face-down":
            self.tap(code, move, game="efreet_war")
        self.tap(code, "first", game="efreet_war", seat=0)
        self.tap(code, "begin", game="efreet_war")
        if move in ("steal", "march"):
            return self.go_away(code, move)
        if move == "attack":
            self.tap(code, "house-rule", game="efreet_war", rule="partial", on="y")
        if move in ("lay-face-down", "attack", "kill", "resolve"):
            self.tap(code, "attack", game="efreet_war", resource="king")
        if move in ("lay-face-down", "kill", "resolve"):
            with self.app.app_context():
                guardians = find_table(code).state.resources["king"].guardians
            for guardian in guardians:
                self.tap(code, "kill", game="efreet_war", resource="king", guardian=guardian)
        last = "resolve" if move == "lay-face-down" else move
        self.tap(code, last, game="efreet_war", resource="king", survived="yes", seat=0, by_0=1, by_1=-1)
        return code

    def go_away(self, code, move):
        """Let creatures be away from home: a stolen Wall, or two that march."""
        if move == "steal":
            self.tap(code, "steal", game="efreet_war", name="Wall", wall="y", owner=5, by=0)
            found = [CardUncovered("lamp", 0, "Brass Man", None), ResourceClaimed("valley", 0, 0)]
            with self.app.app_context():  # it lay under a Resource of hers
                rules_on = [RuleSwitched(rule, True) for rule in ("lost_points", "steal_resource")]
                play(code, "found", lambda _: [*rules_on, *found], tapped_by=None, op="found")
        for name in ("Elf", "Ogre") if move == "march" else ():
            self.tap(code, "march", game="efreet_war", name=name, owner=0, to=1)
        self.tap(code, "life", game="efreet_war", seat=0, by=-3)
        for seat in range(6) if move == "march" else ():
            self.tap(code, "end-turn", game="efreet_war", seat=seat)
        if move == "march":
            self.tap(code, "tap", game="efreet_war", creature=2)
        return code

    def open_tales(self, stage):
        """Open a table of Tales, and leave it at a stage of the game, Ann on the move."""
        names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
        colours = {f"players-{n}-colour": colour(n) for n in range(3)}
        form = {"count": 3, "total": 20, **names, **colours}
        code = self.host.post("/tales/new", data=form).location.split("/")[2]
        goals = [("goal", {"seat": seat, "destiny": 3}) for seat in range(3)]
        ready = [*goals, ("first", {"seat": 0}), ("draw-skills", {})]
        turn = [
            ("begin", {}),
            ("award", {"seat": 0, "treasure": "Lamp", "mastered": "magic", "statuses": ["lost", "enslaved"]}),
            ("keep-card", {"seat": 0, "card": "Baghdad"}),
            ("card", {"seat": 0, "card": "city", "name": "Old Beggar"}),
            ("row", {"die": 4}),
            ("number", {"number": 842, "matrix": "C", "adjective": "Wicked", "reaction": "Court"}),
        ]
        met = [
            ("begin", {}),
            ("card", {"seat": 0, "card": "city", "name": "Old Beggar"}),
            ("number", {"number": 77, "straight": "y"}),
            ("headings", {"seat": 0, "headings": ["luck", "lost"]}),
            ("award", {"seat": 0, "destiny": 3, "story": 17}),
        ]
        last = [("declare", {"seat": 0}), ("end-turn", {"seat": 1}), ("end-turn", {"seat": 2})]
        stages = {"setup": [], "ready": ready, "turn": ready + turn, "met": ready + met, "over": ready + met + last}
        for path, choices in stages[stage]:
            self.tap(code, path, game="tales", **choices)
        return code

    def open_war_game(self, stage):
        """Open a table of the War Game, and leave it at a scene."""
        scene = war_game.SCENES[stage]
        form = dict(scene.opening)
        for n in range(form["count"]):
            form |= {f"players-{n}-name": NAMES[n], f"players-{n}-colour": colour(n)}
        code = self.host.post("/war_game/new", data=form).location.split("/")[2]
        with self.app.app_context():
            lands = [TerrainsDealt(tuple(war_game.EVEN)), TerrainSet("23", war_game.EVEN[LANDS_AT.index("23")])]
            play(code, "laid", lambda _: lands, tapped_by=None, op="laid")
        for path, choices in scene.taps:
            if path != "terrain":
                self.tap(code, path, game="war_game", **choices)
        if stage == "new":  # two who would like the same stronghold
            for seat in (0, 1):
                self.tap(code, "choose-stronghold", game="war_game", seat=seat, place="D")
        if stage == "march":  # two that one could carry
            path, choices = war_game.correct(2, "23", power=1, toughness=1)
            self.tap(code, path, game="war_game", **choices)
        return code

    def open_bazaar(self, stage):
        """Open a table of Bazaar, and leave it at a scene."""
        scene = scenes.of("bazaar").SCENES[stage]
        return scenes.Evening(self.app, "bazaar", scene.opening, scene.taps, phone=self.host, copied=False).code

    def enter_plays(self):
        """Enter plays: one that is corrected, one to delete, one that is deleted, and one of a renamed player."""
        for day in ("2026-01-02", "2026-01-03", "2026-01-04"):
            form = {"name": "Ann", "day": day, "deck": 12, "won": "y", "points": 100}
            assert self.host.post("/djinn/solo/new", data=form).status_code == 303
        assert self.host.post(f"/djinn/solo/{ALONE}", data=form | {"points": 101, "seen": 0}).status_code == 303
        self.host.post(f"/scores/{DELETED}/delete")
        play = self.host.get("/scores/plays.json").json[0] | {"code": None}
        del play["identity"]  # they are to be other plays
        rows = [play | {"played_at": float(at)} for at in range(2)]
        file = {"file": (io.BytesIO(json.dumps(rows).encode()), "plays.json")}
        self.host.post("/scores/import", data=file)
        oldest = self.host.get("/scores/plays.json").json[-1]["id"]
        self.host.post(f"/scores/{oldest}/delete")
        tale = {"players-0-name": "Zoe", "winners": "0", "day": "2026-01-05"}
        assert self.host.post("/scores/new?game=tales", data=tale).status_code == 303
        self.host.post("/scores/players/rename", data={"before": "Zoe", "name": "Zoë"})
        self.door = re.search(r"/scores/in/([\w-]+)", self.host.post("/scores/let-in").text)[1]

    def open_alone(self, printed):
        form = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "deck": 12}
        form |= {"printed": "y"} if printed else {}
        return self.host.post("/djinn/new", data=form).location.split("/")[2]

    def open(self):
        names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
        colours = {f"players-{n}-colour": colour(n) for n in range(3)}
        return self.host.post("/djinn/new", data={"count": 3, **names, **colours}).location.split("/")[2]

    def deal(self, code):
        """Let Ann have the private Scoring Cards."""
        green, red = ("private_scoring", "market_free", "tavern_key"), ("start_poor", "start_weak", "red_10")
        picks = [TilePicked(seat, tile) for tiles in (green, red) for seat, tile in enumerate(tiles)]
        with self.app.app_context():
            events = [CardsDrawn(("keys", "spare_stock", "few_passages")), TilesDrawn(green, red), *picks]
            play(code, "deal", lambda state: events, tapped_by=None, op="deal")

    def turn(self, code):
        """Find whose turn it is at a table."""
        with self.app.app_context():
            return find_table(code).state.turn.seat

    def tap(self, code, path, *, game="djinn", **form):
        with self.app.app_context():
            seen = (
                {}
                if path in ("count", "pause") or (game, path) == ("djinn", "tick")
                else {"seen": find_table(code).seq}
            )
        return self.host.post(f"/{game}/{code}/{path}", data={"op": f"tap-{next(self.taps)}", **seen, **form})

    def pages(self):
        """List the addresses of all pages, those of a table for every table."""
        with self.app.test_request_context():
            for rule in self.app.url_map.iter_rules():
                id = {"djinn.edit_alone": ALONE, "scores.delete": TO_DELETE}.get(rule.endpoint, OVER)
                known = {"id": id, "key": "any", "name": "Ann", "seed": new_seed(7, deck=13, first_game=False)}
                known |= {"part": "trophies", "number": 1, "seat": 0, "kind": "txt", "year": 2026} | at_box(
                    rule.endpoint
                )
                known["secret"] = self.door
                if "GET" in rule.methods and rule.endpoint not in ("table.events", "awake.certificate", "djinn.photo"):
                    own = {"emperor": self.rings, "efreet_war": self.wars, "tales": self.tales}
                    own |= {"war_game": self.marches, "bazaar": self.bazaars}
                    tables = own.get(rule.endpoint.split(".")[0], self.tables)
                    for code in tables if "code" in rule.arguments else (None,):
                        values = {key: known.get(key, code) for key in rule.arguments}
                        yield self.app.url_for(rule.endpoint, **values)
        yield f"/scores/?deleted={DELETED}"
        yield f"/scores/{ALONE}"
        yield "/tales/box/learned?number=77"
        yield from (f"/djinn/asked/answer?id={id}" for id in range(1, 4))
        yield "/djinn/ask?q=frotz+fly"
        yield from ("/scores/new?game=tales", "/scores/new?game=emperor", "/scores/new?title=Azul")
        yield f"/?forgotten={self.hunt}"
        yield "/djinn/box?slot=R1"
        for code in self.tables:
            yield from (
                f"/djinn/{code}/hunt?space=R1",
                f"/djinn/{code}/hunt?gain=1",
                f"/djinn/{code}/setup?name=1",
                f"/djinn/{code}/draft?tile=green_10",
                f"/t/{code}?pick=1",
            )
            yield f"/djinn/{code}/can?space=R1&boss=y&magic=99&circles=4"
            yield f"/djinn/{code}/ask?about=boss_colour"
        yield from (f"/djinn/{self.tables[0]}/setup?drew={element}" for element in CHANGES)
        yield from (f"/djinn/{self.tables[0]}/draft?tile={tile}" for tile in UNTOLD)
        yield f"/djinn/{self.tables[-4]}/setup?drew=deck"
        yield f"/t/{self.rings[2]}/menu"
        for code in self.rings:
            yield f"/emperor/{code}/board?lying=1"
            yield from (f"/emperor/{code}/ring?{one}" for one in ("seat=1", "creature=1", "leave=1"))
            yield from (f"/emperor/{code}/ring?doing={one}" for one in ("force", "steal", "out", "why&seat=1", "name"))
            yield from (
                f"/emperor/{code}/ask?about=stolen_attacks",
                f"/emperor/{code}/seats?seat=0",
                f"/emperor/{code}/seats?begin",
            )
        for code in self.wars:
            yield from (f"/efreet_war/{code}/war?{one}" for one in ("resource=king", "resource=valley"))
            chosen = ("creature=1", "creature=2", "of=0&at=1", "leave=1", "counter=own&doing=name")
            yield from (f"/efreet_war/{code}/war?{one}" for one in chosen)
            yield from (f"/efreet_war/{code}/war?doing={one}" for one in ("why", "force", "steal", "out", "mix"))
            yield f"/efreet_war/{code}/deal?doing=drew"
            yield f"/efreet_war/{code}/board?lying=1"
            yield f"/efreet_war/{code}/ask?about=reach_teams"
        for code in self.tales:
            yield from (
                f"/tales/{code}/turn?doing={one}"
                for one in ("move", "card", "row", "number", "master", "destiny", "award", "more", "headings", "later")
            )
            yield f"/tales/{code}/turn?doing=number&of=0-0&matrix=C&adjective=Wicked"
            yield f"/tales/{code}/ask?about=gift_cap"
            yield f"/tales/{code}/heroes?doing=putting-0"
        for code in self.marches:
            yield from (f"/war_game/{code}/war?{one}" for one in ("at=23", "at=33", "creature=1&why=1"))
            yield from (f"/war_game/{code}/army?creature=1", f"/war_game/{code}/land?at=21")
            yield f"/war_game/{code}/ask?about=walls_enter"

    @cached_property
    def forms(self):
        """Find one form for each address that takes one: by endpoint, the address and its fields."""
        addresses, found = self.app.url_map.bind("localhost"), {}
        for path in list(self.pages()):
            tree = LexborHTMLParser(self.host.get(path, follow_redirects=True).text)
            for action, fields in [one for form in tree.css("form") for one in forms_of(tree, form)]:
                if addresses.test(action.split("?")[0], "POST"):
                    endpoint, _ = addresses.match(action.split("?")[0], "POST")
                    if endpoint not in found or len(fields) > len(found[endpoint][1]):
                        found[endpoint] = action, fields
        action, fields = found["table.heard"]
        of_others = {"table.take_over": "take-over", "table.one_phone": "one-phone"}  # no host's page has these
        asking = {"table.ask_to_count": (f"/t/{self.rings[2]}/ask-to-count", {})}
        return (
            found | {endpoint: (action.replace("heard", path), fields) for endpoint, path in of_others.items()} | asking
        )
