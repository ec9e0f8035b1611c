"""Keep hashes of what publishers wrote, so that a test sees whether we wrote the same.

`python -m tests.own_words FILE ...` reads the rules as their publishers have them, and nothing of our own. The texts
themselves are theirs and no part of the project.
"""

import re
import sys
from hashlib import blake2s
from pathlib import Path

HASHES = Path(__file__).with_suffix(".bin")
RUN, SIZE = 8, 5
"""How many words in a row are too many; bytes of a hash: fewer, and runs that are ours would look like theirs."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


def words(text):
    """List the words of a text as they are compared."""
    return WORD.findall(text.lower().replace("’", "'"))


def runs(text):
    """Yield each run of words in a text, with its hash."""
    found = words(text)
    for start in range(len(found) - RUN + 1):
        run = " ".join(found[start : start + RUN])
        yield run, blake2s(run.encode(), digest_size=SIZE).digest()


def hashes(texts):
    """Collect the hashes of all runs in some texts."""
    return {hashed for text in texts for _, hashed in runs(text)}


def kept():
    """Read the hashes that were kept."""
    content = HASHES.read_bytes()
    return {content[start : start + SIZE] for start in range(0, len(content), SIZE)}


if __name__ == "__main__":
    HASHES.write_bytes(b"".join(sorted(hashes(Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]))))
