"""Read what a form sends: no more than any form of ours, and nothing that takes long to be no text."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import islice
from typing import IO, Any
from urllib.parse import unquote_to_bytes

import flask
from flask import Flask
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import FormDataParser

MOST = 1_000
"""How many fields a form may have, as Flask has it for those that bring files; the largest of ours has 100."""
ENCODED = "application/x-www-form-urlencoded"
ALONE, FEW = re.compile(rb"%(?![0-9A-Fa-f]{2})"), 100
"""A sign % that stands for nothing, and how many of them are still read."""


class Fields(FormDataParser):
    """A form without a file is read only if it has no more fields than it may, and is text.

    To repair what is none takes a microsecond a byte: 64 kB of %ff took as long as 30 pages, of % alone half of that.
    """

    def parse(
        self, stream: IO[bytes], mimetype: str, content_length: int | None, options: dict[str, str] | None = None
    ) -> Any:
        """Read the fields of a form; of one that is no text there are none."""
        if mimetype != ENCODED:
            return super().parse(stream, mimetype, content_length, options)
        sent = stream.read()
        if sent.count(b"&") >= MOST:
            raise RequestEntityTooLarge
        return super().parse(BytesIO(sent if _is_text(sent) else b""), mimetype, content_length, options)


class Request(flask.Request):
    """A request whose form is read so."""

    form_data_parser_class = Fields


def init_app(app: Flask) -> None:
    """Read all forms so."""
    app.request_class = Request


def _is_text(sent: bytes) -> bool:
    """Say whether what was sent is text as a browser writes it, which leaves no sign % alone; a few may be typed."""
    if next(islice(ALONE.finditer(sent), FEW, None), None):
        return False
    try:
        unquote_to_bytes(sent).decode()
    except UnicodeDecodeError:
        return False
    return True
