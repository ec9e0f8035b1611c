import subprocess
import sys

import pytest

SCRIPT = """
from gevent import monkey
monkey.patch_all()
import socket, threading, time
from companion.files import give_way
here, there = socket.socketpair()
heard = []
threading.Thread(target=lambda: heard.append(there.recv(1)), daemon=True).start()
time.sleep(0.01)
here.send(b"x")
for _ in range(3):
    end = time.perf_counter() + 0.002
    while time.perf_counter() < end:
        pass
    give_way()
print(heard)
"""


@pytest.mark.thorough
def test_giving_way_hears_what_others_ask_for():
    """Something long that gives way lets new requests in at every step, not only what was ready before."""
    said = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout.strip() == "[b'x']"
