"""Renew the golden files, and say what changed: `python -m tests.golden`, or of some sessions alone, by their names."""

import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tests import apps
from tests.golden import files, house, sessions


def looked_at(folder, wanted):
    """Look at the wanted sessions, old databases and the empty house, one after the other."""
    static = folder / "static"
    app = sessions.still(apps.make(folder / "app", static))
    for name in filter(wanted, sessions.FILES):
        yield name, sessions.looks(app, name, files.steps_of(name))
    if wanted(house.HOUSE):
        yield house.HOUSE, house.house_looks(apps.anew(app))
    apps.close(app)
    for name in filter(wanted, house.OLD):
        (folder / name).mkdir()
        house.unpack(house.OLD[name], folder / name)
        app = sessions.still(apps.make(folder / name, static))
        yield name, house.old_looks(app, house.OLD[name])
        apps.close(app)


def main():
    """Renew what is named, or all."""
    named = sys.argv[1:]
    seen, changed = defaultdict(dict), []
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "app").mkdir()
        for name, looks in looked_at(Path(folder), lambda name: not named or name.startswith(tuple(named))):
            new = files.changes(name, looks)
            print(f"{name}: {len({look for look, *_ in new})} of {len(looks)} looks changed", flush=True)
            changed += new
            seen[files.group_of(name)][name] = looks
    print(files.report(changed) or "Nothing changed.")
    for group in {files.group_of(look) for look, *_ in changed}:
        files.write(group, ({} if not named else files.read_words(group)) | seen[group])


if __name__ == "__main__":
    main()
