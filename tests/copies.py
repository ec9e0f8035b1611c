"""Tables that are played once by HTTP, and copied for every other test that needs one: that takes a tenth as long."""

import secrets
import time
from dataclasses import replace

from flask import current_app

from companion.storage.connections import get_db, writing
from companion.table import store
from companion.table.play import find_table, tables
from companion.table.seating import seats

KEPT = {}
"""The tables that were played in this process, by what they were played for: the rows of each, and its folded log."""
ROWS = ("tables", "seats", "phones", "log")
"""Where in the database a table stands; one whose game has ended would stand in the scores, too."""


def opened(host, game, form):
    """Let a client open a table; give its code."""
    return once(host, (game, *form.items()), lambda: open_table(host, game, form))


def open_table(host, game, form):
    """Let a client open a table by HTTP; give its code."""
    answer = host.post(f"/{game}/new", data=form | {"op": "open"})
    assert answer.status_code == 303, answer.text
    return answer.location.split("/")[2]


def once(host, key, make):
    """Give the code of a table that a client hosts, as `copied`: another one if owners have put something right."""
    with host.application.app_context():
        sql = "SELECT corrections FROM box_versions WHERE id IN (SELECT max(id) FROM box_versions GROUP BY game)"
        boxes = get_db().execute(f"{sql} ORDER BY game").fetchall()
    return copied(host, repr((key, *boxes)), make)  # a form may hold lists


def copied(host, key, make, names=None):
    """Give the code of a table that a client hosts: `make` plays the first one with this key; later ones are copies.

    A copy may have other `names`, one for each seat at least.
    """
    if key not in KEPT:
        rng = host.application.config["RANDOM"]
        before = rng.getstate()
        rng.seed(f"{key}")  # whatever was played before
        code = make()
        rng.setstate(before)
        KEPT[key] = kept(host.application, code)
        if names is None:
            return code
    return copy(host, *KEPT[key], names)


def kept(app, code):
    """Read what stands of a table in the database, and its folded log."""
    with app.app_context():
        db, table = get_db(), find_table(code)
        # a text of its own each time: what is asked often of PostgreSQL comes without its columns' names
        rows = {name: named(db.execute(f"SELECT * FROM {name} WHERE code = ? -- {code}", [code])) for name in ROWS}
    return rows, table


def named(rows):
    """List rows, each as a dictionary by the names of its columns."""
    columns = [column[0] for column in rows.description]
    return [dict(zip(columns, row, strict=True)) for row in rows.fetchall()]


def copy(host, rows, table, names):
    """Write a table down once more, under another code and with another host."""
    code, phone = free_code(host.application), phone_of(host)
    own = {"code": code}
    at_table = [one["name"] for one in rows["seats"]] if names is None else names[: len(rows["seats"])]
    seated = [{"key": secrets.token_urlsafe(9), "name": name} for name in at_table]
    new = {
        "tables": [{"opened_at": time.time()}],
        "seats": seated,
        "phones": [{"phone": phone, "opened_at": time.time()}],
    }
    with host.application.app_context(), writing() as db:
        for name, found in rows.items():
            changed = [one | own | other for one, other in zip(found, new.get(name, [{}] * len(found)), strict=True)]
            columns = ", ".join(changed[0])
            db.executemany(
                f"INSERT INTO {name} ({columns}) VALUES ({', '.join('?' * len(changed[0]))})",
                [[*one.values()] for one in changed],
            )
        tables()[code] = replace(table, code=code), (table.seq, rows["log"][-1]["op"])
    return code


def free_code(app):
    """Make a code that no table has: among some thousands of tables one in some dozens of runs would be taken."""
    with app.app_context():
        return next(code for code in iter(new_code, None) if store.find_game(get_db(), code) is None)


def new_code():
    """Make a code as the app does, which begins as those of its database do."""
    first = secrets.choice(current_app.config["CODES_BEGIN"])
    return first + "".join(secrets.choice(seats.ALPHABET) for _ in range(4))


def phone_of(client):
    """Read the id of a phone; it gets one, if it has none, in the cookie that it would have after its first move."""
    app = client.application
    cookies, name = app.session_interface.get_signing_serializer(app), app.config["SESSION_COOKIE_NAME"]
    cookie = client.get_cookie(name)
    session = cookies.loads(cookie.value) if cookie else {}
    if "phone" not in session:
        known = {"_permanent": True, "phone": secrets.token_urlsafe(12), "former": session.get("csrf_token")}
        session = session | known | {"counted": session.get("csrf_token") or secrets.token_urlsafe(6)}
        client.set_cookie(name, cookies.dumps(session))
    return session["phone"]
