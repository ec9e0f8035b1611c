"""What one may say on the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from companion.serving import score_commands
from companion.serving.listening import LAST_PORT

MOST_PROXIES = 9


def parse(argv: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="companion", description="A companion on the phones around a tabletop game.")
    parser.add_argument("--version", action="store_true", help="say which version this is, and end")
    _add_options(parser)
    _add_commands(parser)
    arguments = parser.parse_args(argv)
    if arguments.version:
        print(f"companion {version('companion')}")
        parser.exit()
    if arguments.https and arguments.behind_proxy:
        parser.error("behind a proxy it is the proxy that serves by https")
    return arguments


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add what a server may be told."""
    parser.add_argument("--host", default="", help="the interface to listen on (default: all)")
    parser.add_argument("--port", type=port_number, help="the port (default: 8000, or the next free one)")
    parser.add_argument(
        "--name",
        type=called,
        action="append",
        default=[],
        help="a name that phones may use for this machine; give each of several; one in .local is announced",
    )
    parser.add_argument(
        "--behind-proxy",
        type=proxies,
        default=0,
        metavar="N",
        help="trust what N proxies in front say of a request; then by https only (default: none)",
    )
    parser.add_argument(
        "--https",
        action="store_true",
        help="serve by https as well, on the next port, with a certificate that phones may trust",
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("COMPANION_DATABASE"),
        metavar="postgresql://…",
        help="keep tables and scores there, shared by several processes (default: in a file of its own)",
    )
    parser.add_argument(
        "--metrics",
        type=measuring,
        metavar="[HOST:]PORT",
        help="answer /healthz and /metrics there (default: nowhere; without a host to this machine alone)",
    )
    parser.add_argument(
        "--public",
        action="store_true",
        help="serve many houses: each phone sees the tables and scores of its own only",
    )
    parser.add_argument(
        "--no-photos", action="store_true", help="let nobody photograph the things in a box; photos that are here stay"
    )
    parser.add_argument("--look-up", action="store_true", help="with --public, let houses keep what they look up")
    parser.add_argument(
        "--keep-questions",
        action="store_const",
        const={"KEEP_QUESTIONS": True},
        default={},
        help="with --public, let houses keep what they asked and did not find",
    )
    parser.add_argument("--access-log", action="store_true", help="write every request into access.log, without names")
    parser.add_argument(
        "--debug", action="store_true", help="also show, at /gallery, what pages are made of: for who builds Companion"
    )


def _add_commands(parser: argparse.ArgumentParser) -> None:
    """Add what is done instead of serving."""
    known = parser.add_subparsers(dest="command", metavar="backup | restore | merge | move | free | photos | scores")
    saving = known.add_parser("backup", help="copy tables and scores to a file, also while the server runs")
    saving.add_argument("file", type=Path)
    loading = known.add_parser("restore", help="bring a backup back")
    loading.add_argument("file", type=Path)
    loading.add_argument("--force", action="store_true", help="replace the tables and scores that are here")
    merging = known.add_parser("merge", help="add all that another installation has, or a phone without a server")
    merging.add_argument("file", type=Path)
    moving = known.add_parser("move", help="copy everything to PostgreSQL, or back, into an empty database")
    where = moving.add_mutually_exclusive_group(required=True)
    where.add_argument("--to", metavar="postgresql://…", help="copy what is here into that database")
    where.add_argument("--from", dest="source", metavar="postgresql://…", help="copy what is there into the file here")
    freeing = known.add_parser("free", help="free all seats of a table, also while the server runs")
    freeing.add_argument("code", help="the table's code; whoever sits down there first hosts it then")
    album = known.add_parser("photos", help="say how many photos of its boxes each house has, also while it runs")
    album.add_argument("--remove", type=int, metavar="HOUSE", help="remove those of the house of this number first")
    score_commands.add_to(known)


def port_number(text: str) -> int:
    """Read a port; 0 stands for any free one."""
    number = int(text)
    if not 0 <= number <= LAST_PORT:
        raise ValueError(text)
    return number


def called(text: str) -> str:
    """Read a name that phones call this machine by, as their browsers send it."""
    from companion.addresses import is_name

    name = text.lower().rstrip(".")
    if not is_name(name):
        raise argparse.ArgumentTypeError(
            f"no browser sends “{text}”: a name has letters from a to z, digits and hyphens, and dots between its parts"
        )
    return name


def measuring(text: str) -> tuple[str, int]:
    """Read a port, and before it the interface if others than this machine may ask."""
    host, _, port = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port_number(port)


def proxies(text: str) -> int:
    """Read how many proxies stand in front."""
    number = int(text)
    if not 0 <= number <= MOST_PROXIES:
        raise ValueError(text)
    return number
