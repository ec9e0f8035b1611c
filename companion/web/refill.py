"""Fill in the form of a page as it was sent, and say what is wrong beside its fields. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

from markupsafe import Markup, escape

Sent = Mapping[str, list[str]]
"""What a form sent: the values of each field, by its name."""
MAIN = re.compile(r'<main id="main"[^>]*>')
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
OWN = ("csrf_token", "op", "seen", "page")
"""Hidden fields that a page makes anew."""


def refill(html: str, path: str, page: str, sent: Sent, faults: Mapping[str, str], sentence: str) -> str:
    """Show the form that was sent to `path` filled in on its page, with the `sentence` that refuses it.

    `faults` map the names of fields to what is wrong with them. The form remembers its `page`.
    """
    head = Markup('\n  <p class="card bad" role="alert">{}</p>').format(sentence)
    html = MAIN.sub(lambda main: f"{main[0]}{head}", html, count=1)
    for found in FORM.finditer(html):
        form = _Form(path, page, sent, faults)
        form.feed(found.group())
        form.close()
        if form.is_it:
            return _opened(html[: found.start()]) + "".join(form.out) + html[found.end() :]
    return html


def _opened(html: str) -> str:
    """Open the details element that `html` ends in, if it is closed."""
    start = html.rfind("<details")
    if start < 0 or "</details>" in html[start:] or re.match(r"<details[^>]* open", html[start:]):
        return html
    return f"{html[:start]}<details open{html[start + len('<details') :]}"


class _Form(HTMLParser):
    """A form, written out again filled in; its hidden fields tell whether it is the one that was sent."""

    def __init__(self, path: str, page: str, sent: Sent, faults: Mapping[str, str]) -> None:
        super().__init__(convert_charrefs=False)
        self.path, self.page, self.sent, self.faults = path, page, sent, dict(faults)
        self.all_faults = len(faults)
        self.out: list[str] = []
        self.is_it = True
        self.select = ""
        self.label = self.silent = False
        self.notes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Fill a field in, and mark it if it is at fault."""
        own = dict(attrs)
        fill = getattr(self, f"_{tag}", None)
        self.out.append(fill(own) if fill else self.get_starttag_text() or "")
        if tag in ("input", "select", "textarea"):
            self._mark(own)
        if tag == "textarea" and own.get("name") in self.sent:
            self.silent = True
            self.out.append("\n" + escape(self.sent[own["name"] or ""][0]))
        if tag == "input" and not self.label:
            self._note()

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag: str) -> None:
        """Say what is wrong after a field, or after the label around it."""
        self.label = self.label and tag != "label"
        self.silent = self.silent and tag != "textarea"
        self.out.append(f"</{tag}>")
        if not self.label:
            self._note()

    def handle_data(self, data: str) -> None:
        """Keep the text, except that of a field with another one now."""
        if not self.silent:
            self.out.append(data)

    def handle_entityref(self, name: str) -> None:
        """Keep a named character."""
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep a numbered character."""
        self.handle_data(f"&#{name};")

    def _form(self, own: dict[str, str | None]) -> str:
        self.is_it = (own.get("action") or "").split("#")[0] == self.path
        page = Markup('<input type="hidden" name="page" value="{}">').format(self.page)
        return f"{self.get_starttag_text()}{page}"

    def _label(self, own: dict[str, str | None]) -> str:
        self.label = True
        return self.get_starttag_text() or ""

    def _details(self, own: dict[str, str | None]) -> str:
        return _tag("details", own | {"open": None})

    def _input(self, own: dict[str, str | None]) -> str:
        name, kind = own.get("name") or "", own.get("type", "text")
        sent = self.sent.get(name, [])
        if kind == "hidden":
            self.is_it &= name in OWN or own.get("value") in sent
        elif kind in ("checkbox", "radio"):
            own = {key: value for key, value in own.items() if key != "checked"}
            own |= {"checked": None} if own.get("value", "on") in sent else {}
        elif sent and kind != "file":
            own = own | {"value": sent[0]}
        return _tag("input", self._faulty(own))

    def _select(self, own: dict[str, str | None]) -> str:
        self.select = own.get("name") or ""
        return _tag("select", self._faulty(own))

    def _textarea(self, own: dict[str, str | None]) -> str:
        return _tag("textarea", self._faulty(own))

    def _option(self, own: dict[str, str | None]) -> str:
        if self.select in self.sent:
            own = {key: value for key, value in own.items() if key != "selected"}
            own |= {"selected": None} if own.get("value") in self.sent[self.select] else {}
        return _tag("option", own)

    def _faulty(self, own: dict[str, str | None]) -> dict[str, str | None]:
        if own.get("name") not in self.faults or own.get("type") == "hidden":
            return own
        described = " ".join(filter(None, (own.get("aria-describedby"), f"fault-{own['name']}")))
        first = {"autofocus": None} if len(self.faults) == self.all_faults else {}
        return own | {"aria-invalid": "true", "aria-describedby": described} | first

    def _mark(self, own: dict[str, str | None]) -> None:
        name = own.get("name") or ""
        if name in self.faults and own.get("type") != "hidden":
            note = Markup('<small id="fault-{}" class="bad fault">{}</small>')
            self.notes.append(note.format(name, self.faults.pop(name)))

    def _note(self) -> None:
        self.out += self.notes
        self.notes = []


def _tag(tag: str, own: Mapping[str, str | None]) -> str:
    """Write a start tag."""
    values = (
        Markup(" {}").format(key) if value is None else Markup(' {}="{}"').format(key, value)
        for key, value in own.items()
    )
    return f"<{tag}{''.join(values)}>"
