"""Choose the browser tier: `make tier` runs all browser tests, notes what each shows, and chooses.

The tier is a greedy cover: again and again the test that shows most of what is still missing, for the time it takes,
and then without those of which the others show everything.
What a test is for counts: a template or a style rule is best shown by a test that looks at the whole page, a move by
one that looks at its outcome. Of two tests that differ only in language or size the one chosen less often is taken.
With a FOLDER, in which `pytest tests/browser --measure FOLDER` wrote, nothing is run.
"""

import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.browser import shown

LOOKING = re.compile(r"test_a_page_fits|test_every_page_fits")
OUTCOME = re.compile(r"test_what_a_move_did_is_in_view.*\[(?:small|large)-(\w+\.[a-z_]+)\d*\]")
TWINS = ({"small", "large"}, {"en", "de"}, {"en-GB", "de-DE"})
ALWAYS = (
    "test_a_page_is_for_everybody[encounter-en]",
    "test_a_page_is_for_everybody[score-de]",
    "test_a_page_is_for_everybody[seats-en]",
    "test_a_long_list_comes_as_one_scrolls",
    "test_a_tap_whose_answer_got_lost_counts_once",
    "test_an_open_page_reloads_by_itself",
    "test_focus_never_falls_to_the_body[djinn-in play]",
    "test_focus_never_falls_to_the_body[tales",
    "test_taps_made_out_of_reach_are_kept_and_arrive_once",
    "test_the_cursor_goes_from_a_board_until_it_is_moved",
    "test_the_server_is_killed_and_comes_back",
    "test_two_thumbs_on_one_sheet_all_count",
)
"""Parts of the names of tests that are in the tier whatever they show: they are about what goes wrong."""
FEW = 6
"""How few tests show what a moment may hide from the measuring: a second one makes sure."""
HEAD = """# The browser tier of `make test`: chosen by `make tier`, never edited by hand.
"""


def measured(folder):
    """Read what each test showed, and how many seconds it took."""
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return {one["test"]: (one["seconds"], use(one["test"], one["shown"])) for one in map(json.loads, lines)}


def use(test, what):
    """List what a test shows; what it is there to check stands apart."""
    found = {one for one in what if not one.startswith("all ")}
    if LOOKING.search(test):
        found |= {f"looked at {one}" for one in found if one.startswith(("template", "rule"))}
    outcome = OUTCOME.search(test)
    return found | ({f"outcome of {outcome[1]}"} if outcome else set())


def wanted(tests):
    """Count how often the tier has to show what any test shows: a style rule or template that few show twice."""
    shows = Counter(one for _, found in tests.values() for one in found)
    checked = {one.removeprefix("looked at ") for one in shows if one.startswith("looked at ")}
    seldom = {
        one for one, times in shows.items() if 1 < times <= FEW and ("rule " in one or one.startswith("template "))
    }
    return Counter({one: 2 if one in seldom else 1 for one in shows.keys() - checked})


def chosen(tests):
    """Choose tests until nothing is missing; what came and went in a moment is best shown twice."""
    always = {test for test in tests if any(part in test for part in ALWAYS)}
    tier, missing, taken = set(always), wanted(tests), Counter()
    for one in tier:
        missing = missing - Counter(tests[one][1])
    while missing:
        best = max(sorted(tests.keys() - tier), key=lambda test: len(missing.keys() & tests[test][1]) / tests[test][0])
        best = min(
            (test for test in twins(best, tests) if test not in tier),
            key=lambda test: (-len(missing.keys() & tests[test][1]), taken[sort(test)]),
        )
        tier.add(best)
        taken[sort(best)] += 1
        missing = missing - Counter(tests[best][1])
    return sorted(pruned(tier, always, tests))


def pruned(tier, always, tests):
    """Leave out, the dearest first, what all others together show as often as it is wanted."""
    shows, want = Counter(one for test in tier for one in tests[test][1]), wanted(tests)
    kept = set(tier)
    for test in sorted(tier - always, key=lambda test: (-tests[test][0], test)):
        if all(shows[one] > want[one] for one in tests[test][1]):
            kept.remove(test)
            shows.subtract(tests[test][1])
    return kept


def twins(test, tests):
    """List the tests that differ from one only in language or size, itself among them."""
    names = {test}
    for pair in TWINS:
        names |= {re.sub(rf"(?<=[\[-]){a}(?=[\]-])", b, name) for name in names for a in pair for b in pair}
    return sorted(name for name in names if name in tests)


def sort(test):
    """Say which function a test is a case of, in which language and size."""
    return test.split("[")[0], *sorted(set(re.split(r"[\[\]-]", test)) & set().union(*TWINS))


def main(folder=None):
    if folder is None:
        folder = tempfile.mkdtemp()
        run = [sys.executable, "-m", "pytest", "tests/browser", "-p", "xdist", "-n", "3", "-q"]
        subprocess.run([*run, "--measure", folder], check=True)
    tests = measured(Path(folder))
    tier = chosen(tests)
    shown.TIER.write_text(HEAD + "".join(f"{test}\n" for test in tier), encoding="utf-8")
    print(f"{len(tier)} of {len(tests)} tests, {sum(tests[test][0] for test in tier):.0f} s one after the other")


if __name__ == "__main__":
    main(*sys.argv[1:])
