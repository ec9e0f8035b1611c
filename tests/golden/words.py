"""What a reader sees of a page, line by line: its words, and what its fields show."""

import re
from functools import lru_cache
from html import unescape

UNSEEN = re.compile(
    r'<(script|style|template|noscript)\b.*?</\1>|<p id="stale">.*?</p>|<!--.*?-->|<!doctype[^>]*>', re.DOTALL
)
TAG = re.compile(r"""(<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>)""")
NAME = re.compile(r"</?([\w-]+)")
ATTRIBUTE = re.compile(r"""([\w:-]+)(?:="([^"]*)"|='([^']*)')?""")
INLINE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "code",
    "em",
    "i",
    "input",
    "kbd",
    "mark",
    "part",
    "q",
    "s",
    "small",
    "span",
    "strong",
}
INLINE |= {"sub", "sup", "time", "tspan", "u", "use", "wbr", "path", "svg", "circle", "rect", "line", "g"}
"""Elements that go on with the line they stand in."""
SAID = ("aria-label", "alt", "title", "placeholder", "data-waiting", "data-failed")
"""Attributes that are shown or read out."""
ON = {"aria-checked": "true", "aria-pressed": "true", "aria-selected": "true"}
MOMENTS = {"date", "datetime-local", "month", "time"}
GROUPED = re.compile(r"(?<=\d)[.,\u00a0\u202f](?=\d{3}(?!\d))")
"""What stands between thousands: the version of Babel decides that."""


def lines(html):
    """List the lines that a page shows."""
    pieces = TAG.split(UNSEEN.sub("", html.replace("\n", " ")))
    pieces[1::2] = map(shown, pieces[1::2])
    found = (" ".join(line.split()) for line in unescape("".join(pieces)).split("\n"))
    return [GROUPED.sub("", line) for line in found if line]


@lru_cache(20_000)
def shown(tag):
    """Say what a tag shows itself, still escaped: what it says, and whether it begins another line."""
    begins = "" if NAME.match(tag)[1] in INLINE else "\n"
    if tag.startswith("</"):
        return begins
    values = {name: double or single for name, double, single in ATTRIBUTE.findall(tag[1:])}
    words = [f"({values[name]}) " for name in SAID if values.get(name)]
    if tag.startswith("<input"):
        words.append(field(values))
    elif tag.startswith(("<progress", "<meter")):
        words.append(f"[{values.get('value', '')}] ")
    marked = "selected" in values or any(values.get(name) == on for name, on in ON.items())
    return "".join((begins, *words, "[x] " if marked else "", "[off] " if "disabled" in values else ""))


def field(values):
    """Say what a field shows: a tick or none, or its value."""
    kind = values.get("type", "text")
    if kind in ("checkbox", "radio"):
        return "[x] " if "checked" in values else "[ ] "
    return "" if kind in MOMENTS | {"hidden"} else f"[{values.get('value', '')}] "
