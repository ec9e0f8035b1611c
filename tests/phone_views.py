"""What a phone can see of a table."""

import re

from companion.table.play import find_table
from tests.thorough import share

CHANCE = re.compile(r'name="op" value="[^"]*"|since=[\d.]+')
"""What differs from one look to the next: ids of taps, versions."""
ARGUMENTS = {
    "djinn.hunt_page": ["", "?space=R1", "?gain=1"],
    "djinn.setup_page": ["", "?drew=cards", "?drew=layout&from=R1", "?name=1"],
    "djinn.draft_page": ["", "?tile=green_10"],
    "djinn.score_page": ["", "?seat=1"],
    "djinn.can_page": ["?magic=3&space=R1&djinn=brown&boss=y"],
    "efreet_war.war_page": ["", "?resource=valley", "?resource=bazaar"],
    "table.enter": ["?pick=1"],
    "table.log": ["?all=1"],
}


FURTHER = {
    frozenset(): [{}],
    frozenset({"seat"}): [{"seat": 1}],
    frozenset({"kind"}): [{"kind": "txt"}, {"kind": "svg"}],
}
"""What an address of a table names besides its code."""


def everything(app, game, code):
    """List the addresses that a phone can open at a table: every page of its game, its files and the stream."""
    with app.test_request_context():
        others = {*app.extensions["games"]} - {game}
        return [
            app.url_for(rule.endpoint, code=code, **further) + query
            for rule in app.url_map.iter_rules()
            if "GET" in rule.methods and "code" in rule.arguments and rule.endpoint.split(".")[0] not in others
            for further in FURTHER[frozenset(rule.arguments - {"code"})]
            for query in ARGUMENTS.get(rule.endpoint, [""])
        ]


def look(phone, path):
    """Read what a phone sees at an address, of the stream its first words, less what differs each time."""
    answer = phone.get(path, buffered=False)
    text = str(next(iter(answer.response))) if path.endswith("/events") else answer.text
    answer.close()
    return CHANCE.sub("", text)


def seen(app, phone, code, number=0, of=1):
    """Read what a phone can see of a table, by address: all, or in the suite the n-th share of so many."""
    with app.app_context():
        game = find_table(code).game.slug
    return {path: look(phone, path) for path in share(everything(app, game, code), number, of)}


def readable(phone, code):
    """Say whether the pages of a table of Djinn can be read, and those of no table."""
    paths = ("/", "/scores/", "/djinn/rules", f"/djinn/{code}/setup", f"/djinn/{code}/score", f"/t/{code}/log")
    return {phone.get(path).status_code for path in (*paths, f"/t/{code}/export.json")} == {200}


def coins(page, box="coins"):
    """Read the Coins, or another box, on a score page."""
    return int(re.search(rf'id="box-{box}"[^>]*value="(\d+)"|id="box-{box}">(\d+)<', page)[1])
