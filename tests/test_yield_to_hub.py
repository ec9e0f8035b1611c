import subprocess
import sys

import pytest

SCRIPT = """
from gevent import monkey
monkey.patch_all()
import socket, threading, time
from companion.files.safe_readers import yield_to_hub
here, there = socket.socketpair()
heard = []
threading.Thread(target=lambda: heard.append(there.recv(1)), daemon=True).start()
time.sleep(0.01)
here.send(b"x")
for _ in range(3):
    end = time.perf_counter() + 0.002
    while time.perf_counter() < end:
        pass
    yield_to_hub()
print(heard)
"""


@pytest.mark.thorough
def test_giving_way_hears_what_others_ask_for():
    """Something long that gives way lets new requests in at every step, not only what was ready before."""
    said = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=60, check=True)
    assert said.stdout.strip() == "[b'x']"


SEARCHED = """
from gevent import monkey; monkey.patch_all()
import sys, time
from pathlib import Path
import gevent
from companion import create_app
from companion.kit.rules import book as rules
from companion.web.assets import prewarm

app = create_app(Path(sys.argv[1]))
parsed, parse, gaps = [], rules.parse, [0.0]
rules.parse = lambda *of: parsed.append(of[0]) or parse(*of)

def tick():
    while True:
        before = time.thread_time()
        gevent.sleep(0.0005)
        gaps.append(time.thread_time() - before)

def ask(path):
    return app.test_client().get(path).status_code

prewarm.load_ahead()
for path in ("/", "/scores/"):
    ask(path)  # what all pages need
app.jinja_env.get_template("kit/rules/ask.html")
gevent.spawn(tick)
gevent.sleep(0.01)
asked = [gevent.spawn(ask, f"/{game}/ask?q=win") for game in ("djinn", "djinn", "tales", "war_game")]
gevent.joinall(asked)
gevent.sleep(0.01)
print([one.value for one in asked], 3 <= len(parsed) == len({*parsed}), max(gaps) < 0.1 or max(gaps))
"""
"""Four phones search the rules of three games for the first time, two the same; some also in the other language."""


@pytest.mark.thorough
def test_a_first_search_keeps_nobody_waiting_and_is_prepared_once(tmp_path):
    """Four at once took 220 ms without a break, now 40; what is counted is processor time."""
    given = [sys.executable, "-c", SEARCHED, str(tmp_path)]
    said = subprocess.run(given, capture_output=True, text=True, timeout=60, check=False)
    assert said.returncode == 0, said.stderr
    assert said.stdout.strip() == "[200, 200, 200, 200] True True"
