"""The `companion` command: serve, backup, restore, merge, move, free, photos, scores."""

from __future__ import annotations

import argparse
import gc
import signal
import socket
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import instance
from companion.command_line import parse
from companion.instance import Unusable, make
from companion.serving import commands, score_commands
from companion.serving.listening import listen, listen_all
from companion.storage.protocol import StorageError

if TYPE_CHECKING:
    from filelock import FileLock
    from flask import Flask

    from companion.serving.server import Room, Server

PORT = 8000
BLOCK = "\N{FULL BLOCK}"
"""What a QR code in a terminal is made of."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status."""
    with suppress(AttributeError):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr] # a file on Windows takes few signs
    arguments = parse(argv)
    try:
        if arguments.command == "move":
            return move(arguments.to, arguments.source)
        if arguments.command in ("free", "merge"):
            return done(commands.run(arguments, database()))
        if arguments.command == "photos":
            return photos(arguments.remove, arguments.database)
        if arguments.command == "scores":
            return scores(arguments)
        if arguments.command and arguments.database:
            raise Unusable("Tables and scores are in PostgreSQL: save and restore them by pg_dump and pg_restore.")
        if arguments.command == "backup":
            return backup(arguments.file)
        if arguments.command == "restore":
            return restore(arguments.file, force=arguments.force)
        wished = {
            "ACCESS_LOG": arguments.access_log,
            "BEHIND_PROXY": arguments.behind_proxy,
            "DATABASE": arguments.database,
            "GALLERY": arguments.debug,
            "LOOK_UP": arguments.look_up,
            "METRICS": arguments.metrics,
            "NAMES": tuple(arguments.name),
            "NO_PHOTOS": arguments.no_photos,
            "PUBLIC": arguments.public,
            "SECURE": arguments.https,
        }
        return serve(arguments.host, arguments.port, wished | arguments.keep_questions)
    except Unusable as reason:
        return fail(str(reason))
    except (OSError, StorageError) as error:
        return fail(f"That failed: {error}.")


def serve(host: str, chosen: int | None, wished: Mapping[str, Any]) -> int:
    """Serve until Ctrl-C or SIGTERM; requests under way are answered, and waiting phones sent elsewhere."""
    from gevent import monkey

    monkey.patch_all()  # before all other imports: a lock or a socket taken earlier from the library stops every phone
    import gevent
    from gevent.event import Event

    from companion import create_app
    from companion.serving.beside import compile_ahead, write_beside
    from companion.serving.lan import House
    from companion.serving.server import Room, Server, descriptors
    from companion.table.upkeep import change_feed
    from companion.web.assets import prewarm
    from companion.web.journal import write

    listeners = listen_all(host, PORT) if chosen is None else listen_all(host, chosen, tried=1)
    port = listeners[0].getsockname()[1]
    known = instance.announce(make(database().parent), port)
    app = create_app(LISTENS=host, **{key: value for key, value in wished.items() if value})
    app.config["PORT"] = port
    write_beside(app)
    prewarm.load_ahead()
    room = Room(app.extensions["push"], descriptors())
    asked = measured(app, room) if app.config["METRICS"] else None
    servers = [Server(listener, app, room=room, log=None) for listener in listeners]
    if app.config["SECURE"]:
        servers += secured(app, listen_all(host, port + 1), room)
    watcher = gevent.spawn(change_feed.other_processes, app)
    house = House(app, port)
    stopped = Event()

    def stop() -> None:
        if not room.stopping:  # asked twice, it does not wait
            room.stopping = True
            for server in servers:
                server.close()
            watcher.kill(timeout=0.5)  # it says to other processes that who is here goes, while they are here
            room.close()
            house.close()
            room.drain()
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        gevent.signal_handler(number, stop)
    room.open()
    for server in servers if asked is None else (*servers, asked):
        server.start()
    house.open()
    announce(app, port, house.told())
    compile_ahead(app)
    gc.freeze()  # what is here stays: to look through it for garbage again and again stops all phones
    write(app.extensions["journal"], f"started on port {port}")
    stopped.wait()
    watcher.join(timeout=0.5)
    leave(app, known)
    print("\nCompanion has stopped.")
    return 0


def leave(app: Flask, known: FileLock | None) -> None:
    """Let go of the folder, with all that was written in the one file."""
    from companion.storage import connections
    from companion.web.journal import write

    connections.close(app)
    write(app.extensions["journal"], "stopped")
    if known:
        known.release()


def secured(app: Flask, listeners: Iterable[socket.socket], room: Room) -> list[Server]:
    """Make servers by https, whose certificates follow the addresses of this machine."""
    from datetime import UTC, datetime

    from companion.serving.certificates import Secured, machine
    from companion.serving.server import Server

    shown = app.extensions["secured"] = Secured(Path(app.instance_path), machine(app.config), datetime.now(UTC))
    servers = [Server(listener, app, room=room, log=None, secured=shown) for listener in listeners]
    app.config["SECURE_PORT"] = servers[0].address[1]
    return servers


def measured(app: Flask, room: Room) -> Server:
    """Make a server on a port of its own, for those who look after this one."""
    from companion.serving.metrics import Metrics
    from companion.serving.server import Server, small_room

    metrics = Metrics(app, room)
    app.extensions["saw"] = metrics.saw
    host, port = app.config["METRICS"]
    listener = listen(host, port, tried=1)
    host, port = listener.getsockname()[:2]
    print(f"Metrics are at http://{f'[{host}]' if ':' in host else host}:{port}/metrics")
    return Server(listener, app, room=small_room(), answers=metrics.answer, log=None)


def announce(app: Flask, port: int, warnings: Iterable[str]) -> None:
    """Print where phones find the server, as an address and a QR code; where none comes, where this machine does."""
    import segno

    from companion.addresses import announced, is_alone, is_offline
    from companion.storage.connections import place

    address, *others = (f"{way}/" for way in announced(app.config, str(port)))
    print(f"Companion keeps its tables and scores in {place(app).name}")
    if app.config["BEHIND_PROXY"] and not app.config["NAMES"]:
        print("Say by --name what phones call the proxy: requests by that name and links to share need it.")
    if app.config["BEHIND_PROXY"]:
        print(f"The proxy finds it on port {port}.")
    for sentence in warnings:
        print(sentence)
    if app.config["READ_ONLY"]:
        print("The disk allows reading only: nothing can be saved.")
    nobody = is_alone(app.config) or is_offline(app.config)
    if not nobody and BLOCK.encode(sys.stdout.encoding or "utf-8", "ignore"):
        segno.make(address, error="l").terminal(compact=True)
    if app.config["SECURE_PORT"]:
        print(f"By https on port {app.config['SECURE_PORT']}, to phones that trust this certificate (SHA-256):")
        print(*app.extensions["secured"].fingerprints(), sep="\n")
    elsewhere = f" Where that does not open: {' '.join(others)}" if others else ""
    where = "on this computer" if nobody else "on the phones around the table"
    print(f"Open {address} {where}. Ctrl-C stops.{elsewhere}", flush=True)


def database() -> Path:
    """Find the file that holds tables and scores."""
    from companion import PACKAGE, default_instance

    home = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
    return default_instance(home) / "companion.db"


def backup(file: Path) -> int:
    """Copy the database, whole as of this moment, even while the server writes."""
    from companion.serving.backup import save

    save(database(), file)
    print(f"Saved to {file}.")
    return 0


def restore(file: Path, *, force: bool) -> int:
    """Bring a backup back, and keep what was there before."""
    from companion.serving.backup import load

    kept = load(file, make(database().parent) / database().name, force=force)
    print(f"Restored from {file}.")
    if kept:
        print(f"What was here before is kept in {kept}.")
    return 0


def move(target: str | None, source: str | None) -> int:
    """Copy everything into an empty database of the other kind, and say what is left to do."""
    from companion.storage.connections import driver

    driver()
    from companion.storage.move import from_postgres, to_postgres
    from companion.web import journal as log

    file = make(database().parent) / database().name
    counts = to_postgres(file, target) if target else from_postgres(source or "", file)
    log.write(log.journal(file.parent), f"everything copied {'to' if target else 'from'} PostgreSQL")
    for table, count in counts.items():
        print(f"{table:>14} {count:>10,}")
    print("All of this was copied, and compared row by row. Where it came from, it is still as it was.")
    if target:
        print(
            "Start Companion by --database from now on. Phones keep their seats if each process has the key of this"
            f" installation: what is in {file.with_name('secret_key')}, as SECRET_KEY in its config.py."
        )
    else:
        print(
            "Start Companion without --database from now on. Phones keep their seats if it has the key that was used"
            f" there: SECRET_KEY in {file.with_name('config.py')}."
        )
    return 0


def photos(removed: int | None, url: str | None) -> int:
    """Remove the photos of a house, if one is named, and say how many each has."""
    from companion import create_app
    from companion.kit.box import photo_store

    if not (url or database().exists()):
        return fail("There are no photos here yet.")
    config: dict[str, Any] = {"DATABASE": url} if url else {}
    with create_app(**config).app_context():
        if removed is not None:
            photo_store.remove_of(removed)
        lines = [
            f"House {house}: {count} photos, {size / 10**6:.1f} MB" for house, count, size in photo_store.count_all()
        ]
    return done(lines or ["There are no photos here."])


def scores(arguments: argparse.Namespace) -> int:
    """Export, import or merge finished plays."""
    from companion import create_app

    config: dict[str, Any] = {"DATABASE": arguments.database} if arguments.database else {}
    make(database().parent)
    print(score_commands.run(arguments, create_app(**config)))
    return 0


def done(sentences: Iterable[str]) -> int:
    """Print what was done; return the exit status of success."""
    for sentence in sentences:
        print(sentence)
    return 0


def fail(sentence: str) -> int:
    """Print why it failed; return the exit status of a failure."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    raise SystemExit(main())
