"""Load what the first request of each page would otherwise wait for: templates, texts and dates."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import cast

from flask import Flask
from jinja2 import BaseLoader, Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from companion import web


class Compiled(FileSystemBytecodeCache):
    """A folder of compiled templates; where the disk is full, templates are compiled anew."""

    def has(self, environment: Environment, name: str) -> bool:
        """Say whether a template is kept as it is now."""
        source, filename, _ = cast(BaseLoader, environment.loader).get_source(environment, name)
        return self.get_bucket(environment, name, filename, source).code is not None

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template if the disk allows it."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Address(Rule):
    """A rule that compiles its builder of addresses at first use: all of them at once are half of a start."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compiled = cache(super()._compile_builder)
        return lambda rule, /, **values: compiled(append_unknown)(rule, **values)


def init_app(app: Flask) -> None:
    """Keep compiled templates from one start to the next, and load those now; another is compiled at its first use."""
    folder = app.config["STATIC_CACHE"].with_name("compiled")
    with suppress(OSError):
        folder.mkdir(mode=0o700, exist_ok=True)
    app.jinja_env.bytecode_cache = kept = Compiled(str(folder))
    for template in app.jinja_env.list_templates(extensions=["html", "svg"]):
        if kept.has(app.jinja_env, template):
            app.jinja_env.get_template(template)
    for language in web.LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            web.catalogue(language)
            web.when(time.time()), web.when(0), web.day(0)
