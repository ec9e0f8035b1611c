"""Build the wheel, install it in an environment of its own, and fetch the home page and its style sheet from it."""

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.request import urlopen

from tests.browser.phones import free_port

ROOT = Path(__file__).parent.parent
LOCK = str(ROOT / "requirements.lock")
LOCKED = {"PIP_CONSTRAINT": LOCK, "PIP_BUILD_CONSTRAINT": LOCK, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def main():
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        run("-m", "build", "--wheel", "--outdir", work, ROOT)
        (wheel,) = work.glob("*.whl")
        venv.create(work / "venv", with_pip=True)
        own = work / "venv" / ("Scripts" if os.name == "nt" else "bin")
        run("-m", "pip", "install", "--quiet", wheel, python=own / "python")
        port, data = free_port(), work / "data"
        command = [own / "companion", "--host", "127.0.0.1", "--port", str(port)]
        known = {"cwd": work, "env": os.environ | {"XDG_DATA_HOME": str(data)}, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(command, **known) as server:
            try:
                address = next(found[1] for line in server.stdout if (found := re.match(r"Open (\S+) ", line)))
                page = urlopen(address, timeout=10).read().decode()
                style = re.search(r'href="/(static/style\.css[^"]*)"', page)[1]
                assert "Djinn" in page
                assert urlopen(address + style, timeout=10).status == 200
            finally:
                server.terminate()
                server.wait(10)
        assert (data / "companion" / "companion.db").exists()
    print("The installed wheel serves its home page and its style sheet.")


def run(*arguments, python=sys.executable):
    """Run Python with the locked versions; nothing of this tree is on its path."""
    known = {"env": os.environ | LOCKED, "cwd": tempfile.gettempdir(), "check": True}
    subprocess.run([python, *arguments], stdout=subprocess.DEVNULL, **known)


if __name__ == "__main__":
    main()
