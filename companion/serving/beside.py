"""What a server does beside its answers: compile templates, and write where that takes long."""

from __future__ import annotations

import os
import signal

import gevent
from flask import Flask

from companion.storage.connections import place
from companion.storage.sqlite import Place

DESCRIPTORS = 65_536
"""More than a process has open."""


def write_beside(app: Flask) -> None:
    """Let a slow disk write in a thread beside the one that answers phones."""
    if isinstance(file := place(app), Place):
        file.beside = gevent.get_hub().threadpool.apply


def compile_ahead(app: Flask) -> None:
    """Compile what is not kept yet in a process beside the server: no page waits for it, and no memory stays taken.

    Where the system has no fork, a page's first reader waits as long as compiling it takes.
    """
    if not hasattr(os, "fork") or os.fork():
        return
    try:
        os.closerange(0, DESCRIPTORS)  # the server's port among them, which must be free when the server ends
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        for name in app.jinja_env.list_templates(extensions=["html", "svg"]):
            app.jinja_env.get_template(name)
    finally:
        os._exit(0)
