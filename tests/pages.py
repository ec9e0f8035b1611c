"""Pages as a browser has them, and tables opened through them."""

import re

from selectolax.lexbor import LexborHTMLParser


class Page:
    """What a page consists of: its elements, its title, and its forms with what they send untouched."""

    def __init__(self, text):
        tree = LexborHTMLParser(text)
        self.text, self.title = text, tree.css_first("title").text()
        self.elements = [(node.tag, node.attributes) for node in tree.css("*")]
        self.forms = [(form.attributes, untouched(fields_of(tree, form))) for form in tree.css("form")]

    def all(self, tag):
        return [attributes for name, attributes in self.elements if name == tag]


def fields_of(tree, form):
    """List the fields of a form: in it, and beside it with its id."""
    beside = tree.css(f"[form='{form.attributes['id']}']") if form.attributes.get("id") else ()
    return [*form.css("button, input, select"), *beside]


def untouched(nodes):
    """Read the fields of a form as they are sent if nobody touches them."""
    fields = {}
    for node in nodes:
        attributes = node.attributes
        if node.tag == "select":
            chosen = node.css_first("option[selected]") or node.css_first("option")
            fields[attributes["name"]] = chosen.attributes.get("value", chosen.text())
        elif node.tag == "input" and (attributes.get("type") not in ("checkbox", "radio") or "checked" in attributes):
            name, value = attributes["name"], attributes.get("value") or ""
            ticked = fields.get(name, []) if attributes.get("type") == "checkbox" else []
            fields[name] = [*([ticked] if isinstance(ticked, str) else ticked), value] if ticked else value
    return fields


def post(phone, page, action, **values):
    """Fill in a form of a page and send it, as a browser does."""
    forms = Page(phone.get(page).text).forms
    to, fields = next((own["action"], own_fields) for own, own_fields in forms if own["action"].split("?")[0] == action)
    return phone.post(to, data=fields | values)


def open_table(host, **options):
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "<b>Bob</b>", "Cem"))}
    return post(host, "/djinn/new", "/djinn/new", count="3", **names, **options).location.split("/")[2]


def at_box(endpoint):
    """Say what addresses of some game's box name, where it is not what those of Djinn's name, and what photos do."""
    photos = {"group": "green", "hash": "0" * 32, "size": "small"}
    return photos | ({"part": "rates", "id": "diseased"} if endpoint in OF_TALES else {})


OF_TALES = {f"tales.{one}" for one in ("ask_reset", "part_page", "reset", "save_part", "save_status", "status_page")}


def open_tale(host):
    """Open a table of Tales."""
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "<b>Bob</b>", "Cem"))}
    return post(host, "/tales/new", "/tales/new", count="3", **names).location.split("/")[2]


def open_tales(host):
    """Open five tables of Tales: in the set-up, ready, begun, in a turn with something of everything, and over."""
    setting_up, ready, begun, running, over = (open_tale(host) for _ in range(5))
    for code in (ready, begun, running, over):
        place = f"/tales/{code}"
        for seat in range(3):
            post(host, f"{place}/setup", f"{place}/goal", seat=str(seat), destiny="17")
        post(host, f"{place}/setup", f"{place}/first", seat="0")
        post(host, f"{place}/setup", f"{place}/draw-skills")
    for code in (begun, running, over):
        place = f"/tales/{code}"
        post(host, f"{place}/setup", f"{place}/begin")
        given = {"destiny": "17", "story": "3", "treasure": "<b>Lamp", "mastered": "magic"}
        post(host, f"{place}/turn?doing=more", f"{place}/award", **given)
    post(host, f"/tales/{over}/turn?doing=card", f"/tales/{over}/card", card="terrain")
    post(host, f"/tales/{over}/turn?doing=later", f"/tales/{over}/declare")
    for _ in range(2):
        post(host, f"/tales/{over}/turn?doing=later", f"/tales/{over}/end-turn")
    place = f"/tales/{running}"
    post(host, f"{place}/turn?doing=more", f"{place}/award", statuses="lost")
    post(host, f"{place}/turn?doing=later", f"{place}/keep-card", card="Basra")
    post(host, f"{place}/turn?doing=card", f"{place}/card", card="city")
    post(host, f"{place}/turn", f"{place}/row", die="4")
    post(host, f"{place}/turn", f"{place}/number", number="842")
    return setting_up, ready, begun, running, over


def seat_ring(host):
    """Open a table of Emperor."""
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "<b>Bob</b>", "Cem", "Dee", "Eve", "Fay"))}
    answer = post(host, "/emperor/new", "/emperor/new", count="6", ante="y", **names)
    return answer.location.split("/")[2]


def open_ring(host):
    """Open three tables of Emperor: before the duel, in it with a creature away from home, and after it."""
    seated, running, over = (seat_ring(host) for _ in range(3))
    for code in (running, over):
        place = f"/emperor/{code}"
        post(host, f"{place}/seats", f"{place}/ante", card="Mox")
        post(host, f"{place}/seats?begin", f"{place}/begin")
        post(host, f"{place}/ring", f"{place}/life", value="0", seat="2")
    post(host, f"/emperor/{running}/ring?doing=steal", f"/emperor/{running}/steal", name="Ogre", owner="0", by="5")
    post(host, f"/emperor/{over}/ring", f"/emperor/{over}/out", seats=["1"])
    return seated, running, over


def open_war_game(host):
    """Open two tables of the War Game: before the war, and at its first turn."""
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "<b>Bob</b>"))}
    laid, begun = (
        post(host, "/war_game/new", "/war_game/new", count="2", **names).location.split("/")[2] for _ in range(2)
    )
    post(host, f"/war_game/{begun}/land", f"/war_game/{begun}/begin")
    return laid, begun


def deal_war(host):
    """Open a table of the war."""
    names = {f"players-{n}-name": name for n, name in enumerate(("Ann", "<b>Bob</b>", "Cem"))}
    answer = post(host, "/efreet_war/new", "/efreet_war/new", count="3", mode="free", **names)
    return answer.location.split("/")[2]


def open_war(host):
    """Open three tables of the war: before it, with the King's audience, and after it."""
    dealt, running, over = (deal_war(host) for _ in range(3))
    for code in (running, over):
        place = f"/efreet_war/{code}"
        post(host, f"{place}/deal", f"{place}/begin")
        for resource, guards in (("valley", 1), ("king", 3)):
            post(host, f"{place}/war?resource={resource}", f"{place}/attack", resource=resource)
            for _ in range(guards):
                page = host.get(f"{place}/war?resource={resource}").text
                guard = re.search(r'name="guardian" value="([^"]+)"', page)[1]
                post(host, f"{place}/war?resource={resource}", f"{place}/kill", guardian=guard)
            post(host, f"{place}/war?resource={resource}", f"{place}/resolve", survived="yes")
    post(host, f"/efreet_war/{over}/war?doing=out", f"/efreet_war/{over}/out", by_0="1", by_2="1")
    return dealt, running, over
