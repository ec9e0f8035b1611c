"""Build Companion for one tab, and play a short evening in it: `make test-lite`.

Where npm reaches no registry nothing can be built: that is said, and is no failure.
"""

import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).parents[2]
UNREACHED = 69
"""The exit status of a build that could fetch nothing."""


def main():
    built = subprocess.run([sys.executable, HOME / "deploy" / "lite" / "build.py"]).returncode
    if built == UNREACHED:
        print("NOT ASKED: Companion in one tab, since npm could not fetch Pyodide.")
        return 0
    return built or (played() and played())


def played():
    """Play the evening; on a busy machine it is tried once more, whole: most of it goes on with what was before."""
    return subprocess.run([sys.executable, "-m", "pytest", "tests/lite", "-q"], cwd=HOME).returncode


if __name__ == "__main__":
    sys.exit(main())
