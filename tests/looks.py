"""All that a phone can see of a table: every page, the file, the stream."""

import re

CHANCE = re.compile(r'name="op" value="[^"]*"|since=[\d.]+')
"""What differs from one look to the next: ids of taps, versions."""
ARGUMENTS = {
    "djinn.hunt_page": ["", "?space=R1"],
    "djinn.score_page": ["", "?seat=1"],
    "djinn.can_page": ["?magic=3&space=R1&djinn=brown&boss=y"],
    "efreet_war.war_page": ["", "?resource=valley", "?resource=bazaar"],
    "table.enter": ["?pick=1"],
    "table.log": ["?all=1"],
}


def every_page(app, code):
    """List the addresses that a phone can open at a table."""
    with app.test_request_context():
        return [
            app.url_for(rule.endpoint, code=code) + query
            for rule in app.url_map.iter_rules()
            if "GET" in rule.methods and rule.arguments == {"code"} and rule.endpoint != "table.events"
            for query in ARGUMENTS.get(rule.endpoint, [""])
        ]


def seen(app, phone, code):
    """Give all that a phone can see of a table, less what differs from one look to the next."""
    texts = {path: CHANCE.sub("", phone.get(path).text) for path in every_page(app, code)}
    stream = phone.http.get(f"/t/{code}/events", buffered=False)
    texts["events"] = next(iter(stream.response))
    stream.close()
    return texts
