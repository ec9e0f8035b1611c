"""Networks of this machine's own, in which a server and phones are machines of theirs: Linux's network namespaces."""

import ctypes
import os
import re
import shutil
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

TUNNEL = """
import fcntl, struct, sys
with open("/dev/net/tun", "r+b", 0) as tun:
    fcntl.ioctl(tun, 0x400454ca, struct.pack("16sH", sys.argv[1].encode(), 0x1001))
    print("open", flush=True)
    sys.stdin.read()
"""
"""Holds one end of a tunnel open, as a VPN's program does: else its interface is down."""
NETWORK = 0x40000000
"""What setns(2) is to change: CLONE_NEWNET."""


def missing():
    """Say what stands in the way of networks of one's own, if anything does."""
    if sys.platform != "linux" or os.geteuid():
        return "only root on Linux makes networks of its own"
    if not shutil.which("ip"):
        return "iproute2 is not installed"
    probe = f"companion-{os.getpid()}-probe"
    try:
        run("ip", "netns", "add", probe)
        run("ip", "-n", probe, "link", "add", "one", "type", "veth", "peer", "name", "two")
    except subprocess.CalledProcessError as error:
        return f"this system makes no networks: {error.stderr.strip()}"
    finally:
        subprocess.run(["ip", "netns", "del", probe], check=False, capture_output=True)
    return "" if os.path.exists("/dev/net/tun") else "this system makes no tunnels"


def run(*command):
    subprocess.run(command, check=True, capture_output=True, text=True)


class Machine:
    """A machine with interfaces of its own, gone with all that it started when it is closed."""

    def __init__(self, name):
        self.name, self.running, self.said = f"companion-{os.getpid()}-{name}", [], []
        run("ip", "netns", "add", self.name)
        self.ip("link", "set", "lo", "up")

    def ip(self, *command):
        run("ip", "-n", self.name, *command)

    def wear(self, interface, address):
        """Give an interface an address."""
        self.ip("address", "add", address, "dev", interface, *(["nodad"] if ":" in address else []))
        self.ip("link", "set", interface, "up")

    def meet(self, interface, other):
        """Lay a cable between an interface and another machine, where it is called so, too."""
        self.ip("link", "add", interface, "type", "veth", "peer", "name", interface, "netns", other.name)

    def start(self, *command, **how):
        """Start a program on this machine."""
        inside = ["ip", "netns", "exec", self.name, *command]
        self.running.append(subprocess.Popen(inside, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **how))
        return self.running[-1]

    def tunnel(self, interface, address):
        """Open a tunnel as a VPN does, which takes all routes by two halves."""
        assert self.start(sys.executable, "-c", TUNNEL, interface).stdout.readline() == "open\n"
        self.wear(interface, address)
        for half in ("0.0.0.0/1", "128.0.0.0/1"):
            self.ip("route", "add", half, "dev", interface)

    def serve(self, folder, *arguments, **config):
        """Start Companion; wait until it says where it is."""
        lines = [f"{key} = {value!r}" for key, value in config.items()]
        (folder / "config.py").write_text("\n".join([f"from pathlib import {type(folder).__name__}", *lines]))
        environment = os.environ | {"COMPANION_INSTANCE": str(folder), "PYTHONIOENCODING": "utf-8"}
        server = self.start(sys.executable, "-m", "companion", *arguments, env=environment, stderr=subprocess.STDOUT)
        for line in server.stdout:
            self.said.append(line)
            if line.startswith("Open http"):
                break
        threading.Thread(target=lambda: self.said.extend(server.stdout), daemon=True).start()
        found = re.match(r"Open (\S+) on", self.said[-1])
        assert found, "".join(self.said)
        self.port = urlsplit(found[1]).port

    @contextmanager
    def inside(self):
        """Be on this machine: what this thread connects meanwhile is in its networks."""
        with open("/proc/self/ns/net") as here, open(f"/run/netns/{self.name}") as there:
            enter(there)
            try:
                yield
            finally:
                enter(here)

    def close(self):
        for program in self.running:
            program.kill()
            program.wait(10)
            for stream in (program.stdin, program.stdout):
                with suppress(OSError, ValueError):
                    stream.close()
        subprocess.run(["ip", "netns", "del", self.name], check=False, capture_output=True)


def enter(network):
    """Let this thread be in another network."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.setns(network.fileno(), NETWORK):
        raise OSError(ctypes.get_errno(), "setns")
