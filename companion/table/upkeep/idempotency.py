"""Forms outside the tables count once: if the answer to one got lost, its phone sends it again."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import blake2b

from flask import request

from companion.storage.connections import writing
from companion.table.upkeep import idempotency_store

KEPT = 24 * 60 * 60
"""For so many seconds a form is known again at least: as long as a phone may have slept over its tap."""


def once(phone: str | None, make: Callable[[], str]) -> str:
    """Make what a form asks for and return its name; if `phone` sent this very form before, only return the name.

    The answer may be lost on its way, and then the phone or a finger sends the form again: two tables would be open.
    `phone` is the id that it comes with. A form that was corrected since is another one; so is one without an op id.
    """
    if phone is None or not request.form.get("op"):
        return make()
    fields = sorted((name, value) for name, value in request.form.items(multi=True) if name != "csrf_token")
    key = blake2b(repr(fields).encode(), digest_size=16).hexdigest()
    with writing(key) as db:
        made = idempotency_store.find(db, key, phone)
        if made is None:
            made = make()
            idempotency_store.keep(db, key, phone, made, at=time.time())
    return made
