"""The app as a host of many runs it: PostgreSQL, two processes that serve it, and haproxy in front of them."""

import secrets
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

from tests.bench import free_port
from tests.postgres import program, started
from tests.process.phones import dial
from tests.server import Server

FRONT = """
global
    maxconn 8000
defaults
    mode http
    timeout connect 1s
    timeout client 1m
    timeout server 1m
    timeout queue 5s
    option http-server-close
    option redispatch 1
    retries 3
frontend phones
    bind 127.0.0.1:{port}
{backends}"""
"""A process is up while it takes connections: one that has lost its database says so better than the front does."""
BACKEND = """
backend {name}
    {balance}
    http-request disable-l7-retry unless METH_GET
    retry-on conn-failure empty-response
    http-response set-header Served-By %s
    default-server check inter 200ms fall 2 rise 1
"""
"""What was sent to a process that takes nothing any more goes to another; a tap that may have arrived does not, but
comes again from its phone.
"""
BALANCE = {
    "freely": "balance roundrobin",
    "routed": "balance hash path,word(2,/)\n    hash-type consistent",
    "divided": "http-response add-header Set-Cookie kept_at={name};Path=/ unless {{ var(txn.kept_at) -m found }}",
}
"""Any process serves any phone, or each table is served by one of them, found by the code in the address, or each has a
database of its own, and there the tables whose codes begin with one half of the alphabet.
"""
DIVIDED = """
    acl table path_reg -i ^/[a-z_]+/[a-z2-9]{5}(/|$)
    acl scores path_beg /scores/
    acl link path_beg /s/
    acl house path_beg /house/join/ /house/recover/
    http-request set-var(txn.first) path,word(2,/),bytes(0,1) if link || table !scores
    http-request set-var(txn.first) path,word(3,/),bytes(0,1) if house
    http-request set-var(txn.kept_at) req.cook(kept_at)
    use_backend two if { var(txn.first) -m reg -i [n-z2-9] }
    use_backend one if { var(txn.first) -m found }
    use_backend two if { var(txn.kept_at) -m str two }
    use_backend one if { var(txn.kept_at) -m str one }
    use_backend two if { rand(2) eq 1 }
    default_backend one
"""
"""Whose address begins with no code and no link goes where it was first."""
HALVES = {"one": "ABCDEFGHJKM", "two": "NPQRSTUVWXYZ23456789"}
LIMITS = {"TABLES_PER_ADDRESS": "100000/hour", "TABLES_PER_PHONE": "100000/hour", "STREAMS_PER_ADDRESS": 100_000}
LIMITS |= {"STREAMS_PER_PHONE": 1000}
"""All phones of a test have one address, and many of them one cookie."""


def lacks():
    """Name the Debian package that is missing for a cluster; None if all is there."""
    return "haproxy" if not front_program() else None if program("initdb") else "postgresql"


def front_program():
    """Find haproxy; None without."""
    return shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")


class Front:
    """Haproxy before the ports of some processes."""

    def __init__(self, folder, ports, how):
        self.port = free_port()
        servers = {name: f"    server {name} 127.0.0.1:{port}\n" for name, port in ports.items()}
        if how != "divided":
            servers = {"apps": "".join(servers.values())}
        rules = DIVIDED if how == "divided" else "    default_backend apps"
        backends = [
            BACKEND.format(name=name, balance=BALANCE[how].format(name=name)) + those for name, those in servers.items()
        ]
        file = folder / "haproxy.cfg"
        file.write_text(FRONT.format(port=self.port, backends="\n".join([rules, *backends])))
        self.process = subprocess.Popen([front_program(), "-q", "-db", "-f", str(file)])
        wait(self)

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def wait(front):
    """Wait until somebody listens there."""
    for _ in range(100):
        try:
            dial(front).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the front does not start")


class Cluster:
    """A running cluster; `one` and `two` are its processes, by the names that the front gives them.

    The front sends phones to them `freely`, or `routed` by the tables' codes, or each has a database (`divided`). The
    `clocks` of some of them are wrong, by their names.
    """

    def __init__(self, folder, postgres, how="freely", clocks=None, **config):
        self.postgres = postgres
        self.urls = dict.fromkeys(("one", "two"), postgres.url)
        if how == "divided":
            self.ask("CREATE DATABASE second")
            self.urls["two"] = postgres.url.replace("/postgres?", "/second?")
        config = {"SECRET_KEY": secrets.token_hex(16), "STATIC_CACHE": folder / "static"} | LIMITS | config
        self.servers = {}
        for name, url in self.urls.items():
            own = {"CODES_BEGIN": HALVES[name]} if how == "divided" else {}
            arguments = ("--database", url, "--port", str(free_port()))
            clock = (clocks or {}).get(name, "")
            self.servers[name] = Server(folder / name, *arguments, clock=clock, **config, **own).start()
        self.one, self.two = self.servers.values()
        self.front = Front(folder, {name: server.port for name, server in self.servers.items()}, how)

    def ask(self, sql, *values, of="one"):
        """Ask the database, or that `of` a process; it may just be starting."""
        with psycopg.connect(self.urls[of], autocommit=True, connect_timeout=5) as connection:
            found = connection.execute(sql, values)
            return found.fetchall() if found.description else None

    def cut(self):
        """Cut every connection to the database, also those that listen."""
        self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    def log(self, code):
        """List the number and the tap of each entry of a table."""
        of = next(name for name, half in HALVES.items() if code[0] in half)
        return self.ask("SELECT seq, op FROM log WHERE code = %s ORDER BY seq", code, of=of)

    def mend(self):
        """Start what a test has left dead: phones go on until their taps are answered."""
        for server in self.servers.values():
            server.start()

    def stop(self):
        self.front.stop()
        for server in self.servers.values():
            server.kill()


@contextmanager
def running(how="freely", **config):
    """Run a cluster for a while; give it."""
    # A server that was killed leaves a process behind, which may still put compiled templates into its folder.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder, started() as postgres:
        cluster = Cluster(Path(folder), postgres, how, **config)
        try:
            yield cluster
        finally:
            cluster.stop()
