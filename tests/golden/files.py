"""The golden files: a short hash of every look in a .txt, line by line of sessions and steps, and its words in a .xz.

A test reads only hashes. Words are unpacked where some differ, to say which.
"""

import json
import lzma
from collections import defaultdict
from difflib import SequenceMatcher
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

HERE = Path(__file__).parent
MOST, MOST_LINES, LONG = 40, 8, 240
"""How many kinds of changes are reported, how many lines of each, and how many letters of a line."""


def group_of(name):
    """Name the files that hold a session: those of its game."""
    return name.partition("-")[0]


def digest(lines):
    """Make a short hash of what is read, however it is broken into lines."""
    return sha256(" ".join(lines).encode()).hexdigest()[:6]


def read(group):
    """Read the hashes of a group's looks, by session, step and look."""
    path, found = HERE / f"{group}.txt", defaultdict(dict)
    for row in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        name, step, *looks = row.split()
        found[name] |= {(step, look.partition(":")[0]): look.partition(":")[2] for look in looks}
    return dict(found)


@lru_cache(1)
def read_words(group):
    """Read what is seen in a group's looks, line by line, by session, step and look."""
    path = HERE / f"{group}.xz"
    words = json.loads(lzma.decompress(path.read_bytes())) if path.exists() else {}
    return {name: {tuple(key.split()): lines for key, lines in looks.items()} for name, looks in words.items()}


def write(group, words):
    """Write the files of a group, in the order of its sessions."""
    rows = []
    for name, looks in sorted(words.items()):
        steps = defaultdict(list)
        for (step, look), lines in looks.items():
            steps[step].append(f"{look}:{digest(lines)}")
        rows += [" ".join((name, step, *hashes)) for step, hashes in steps.items()]
    (HERE / f"{group}.txt").write_text("".join(f"{row}\n" for row in rows), encoding="utf-8", newline="\n")
    text = json.dumps(
        {name: {" ".join(key): lines for key, lines in looks.items()} for name, looks in sorted(words.items())},
        ensure_ascii=False,
    )
    (HERE / f"{group}.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    read_words.cache_clear()


def steps_of(name):
    """List the steps at which a session was looked at; none of a new one."""
    return sorted({int(step) for step, _ in read(group_of(name)).get(name, {}) if step.isdecimal()})


# What differs


def differing(name, seen, *, whole=True):
    """List the looks of a session that are not as they were; of a `whole` session also those that are gone."""
    golden = read(group_of(name)).get(name, {})
    now = {key: digest(lines) for key, lines in seen.items()}
    keys = [*now, *(key for key in golden if whole and key not in now)]
    return [key for key in keys if now.get(key) != golden.get(key)]


def changes(name, seen, *, whole=True):
    """List what differs in a session: the look, the page, the lines that left and those that came."""
    different = differing(name, seen, whole=whole)
    words = read_words(group_of(name)).get(name, {}) if different else {}
    return [
        (f"{name} {' '.join(key)}", *change) for key in different for change in between(words.get(key), seen.get(key))
    ]


def between(old, new):
    """List the changes between two looks, of which either may be missing, as `changed_lines` does."""
    if old is None or new is None:
        return [("", (), ("(a look more)",)) if old is None else ("", ("(a look less)",), ())]
    return changed_lines(tuple(old), tuple(new))


@lru_cache(512)
def changed_lines(old, new):
    """List what changed from old lines to new ones, each with the page where it is; what changed line by line apart."""
    found, page = [], ""
    for kind, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            pairs = zip(old[start:end], new[first:last], strict=False)
            one_by_one = end - start == last - first
            parts = [((was,), (now,)) for was, now in pairs] if one_by_one else [(old[start:end], new[first:last])]
            found += [(page, *part) for part in parts]
        page = next((line for line in reversed(new[first:last]) if line.startswith("# ")), page)
    return found


def report(changed):
    """Say what changed in words, what changed in most sessions first."""
    groups = defaultdict(list)
    for look, page, left, came in changed:
        groups[left, came].append((look, page))
    sessions = {change: len({look.partition(" ")[0] for look, _ in looks}) for change, looks in groups.items()}
    ordered = sorted(groups, key=lambda change: (-sessions[change], -len(groups[change])))
    said = [told(*change, groups[change], sessions[change]) for change in ordered[:MOST]]
    more = len(ordered) - MOST
    return "\n".join([*said, *([f"… and {more} more kinds of changes"] if more > 0 else [])])


def told(left, came, looks, sessions):
    """Say one change: in how many sessions, where first, and its lines."""
    look, page = looks[0]
    rows = [f"in {sessions} {'session' if sessions == 1 else 'sessions'}, {len(looks)} looks: {look} {page}"]
    if len(left) == len(came) == 1:
        left, came = clipped(left[0], came[0])
    for sign, lines in (("-", left), ("+", came)):
        rows += [f"  {sign} {line[:LONG]}" for line in lines[:MOST_LINES]]
        rows += [f"  {sign} … {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
    return "\n".join(rows)


def clipped(was, now):
    """Cut two long lines to where they differ, with some words before that."""
    if max(len(was), len(now)) < LONG:
        return (was,), (now,)
    same = next((place for place, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
    start = max(0, same - LONG // 4)
    return (f"{was[:20]} … {was[start:]}",), (f"{now[:20]} … {now[start:]}",)
