"""Mutants of the rules: `python -m tests.mutants --seed 7 --count 150` changes one thing at a time and runs the tests.

A mutant that no test kills shows a missing test, or a line that says more than it does. All is done in a copy of the
tree. A mutant takes a few seconds, as the tests nearest to it come first and the others only if these pass; --only
takes those of modules whose path has the words.

With --pages the faults of `browser/faults.toml` are planted instead, and each is looked for by what `make test` runs,
and by what `make test-all` runs besides: the first should find at least four in five of those that the second finds.
"""

import argparse
import ast
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from copy import deepcopy
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parent.parent
OF_THE_HOUSE = [f"kit/{name}.py" for name in ("box/pages", "facts", "house_rules", "moves", "new_table", "ring/circle")]
OF_THE_HOUSE += [f"kit/fairness/{name}.py" for name in ("committed_random", "log_check", "log_checkpoint")]
OF_THE_HOUSE += [f"kit/rules/{name}.py" for name in ("questions", "search", "situations")]
OF_THE_HOUSE += [f"table/{name}.py" for name in ("log", "play", "replay", "undo")]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "build", "dist", "instance"
)
"""What a copy of the tree does not need."""
SECONDS = 300
"""After which a mutant that never ends counts as killed."""
OTHER = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.Continue: ast.Pass, ast.Break: ast.Pass, ast.Raise: ast.Pass,
}  # fmt: skip
"""What takes the place of an operator or a statement."""


def has_rules(path):
    """Say whether a module of a game decides anything: none of its pages does, and no package of them alone."""
    return path.parent.name != "pages" and path.stem not in ("describe", "store") and path.stat().st_size > 0


def modules():
    """List the modules of the rules."""
    games = [path for path in (ROOT / "companion" / "games").glob("*/*/*.py") if has_rules(path)]
    return sorted([*games, *(ROOT / "companion" / name for name in OF_THE_HOUSE)])


def places(node, hidden=False):
    """Find everything in a tree that can be changed: what holds it, by which field, and at which place in a list."""
    for field, value in ast.iter_fields(node):
        beside = hidden or field in ("annotation", "returns")
        for number, one in enumerate(value if isinstance(value, list) else [value]):
            if not isinstance(one, ast.AST) or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)):
                continue
            if not beside and changed(one) is not None:
                yield node, field, number if isinstance(value, list) else None
            yield from places(one, beside)


def changed(one):
    """Say what takes the place of a part of a tree, None if it stays."""
    match one:
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            return operand
        case ast.BoolOp(_, [_, *rest]) if len(rest) > 1:
            return ast.BoolOp(one.op, rest)
        case ast.Return(ast.Constant(None)):
            return None
        case ast.Return(ast.expr()):
            return ast.Return(ast.Constant(None))
        case ast.Expr(ast.Call(ast.Name("assert_never"))):
            return None  # what it says, mypy checks
        case ast.Expr(ast.Call()):
            return ast.Pass()
        case ast.comprehension(target, iterable, [_, *rest]):
            return ast.comprehension(target, iterable, rest, one.is_async)
    return OTHER[type(one)]() if type(one) in OTHER else None


def mutant(tree, number):
    """Make a copy of a tree in which one thing is another."""
    tree = deepcopy(tree)
    holder, field, place = list(places(tree))[number]
    held = getattr(holder, field)
    if place is None:
        setattr(holder, field, changed(held))
    else:
        held[place] = changed(held[place])
    return ast.fix_missing_locations(tree)


def tests(module):
    """List the tests that see a module, in rounds: those of its game, or of kit and table, then all others."""
    game = module.parent.parent.name if module.parent.parent.parent.name == "games" else ""
    house = (
        "tests/kit",
        "tests/table",
        "tests/test_undone_sessions.py",
        "tests/test_immutable_data.py",
        "tests/test_bazaar.py",
    )
    near = (f"tests/{game}",) if game else house
    return [near, ("tests", *(f"--ignore={path}" for path in near))]


def passes(copy, paths):
    """Run tests in a copy of the tree; say whether they pass, and in time."""
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--assert=plain", "-m", "not browser"]
    known = {"cwd": copy, "capture_output": True, "timeout": SECONDS, "env": {**os.environ, "PYTHONPATH": "."}}
    try:
        return subprocess.run([*run, *paths], **known).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def survives(copy, module, text):
    """Say whether all tests pass with another text of a module."""
    path = copy / module.relative_to(ROOT)
    path.write_text(text, encoding="utf-8")
    try:
        return all(passes(copy, paths) for paths in tests(module))
    finally:
        shutil.copyfile(module, path)


# Faults of pages

NEAR = dict.fromkeys(("id", "focus", "outcome"), ("outcomes", "focus"))
"""Which browser tests find most of a kind of fault, if not those that look at whole pages."""


def faults(only):
    """Read the faults of pages whose words have the words of `only`."""
    with (ROOT / "tests" / "browser" / "faults.toml").open("rb") as file:
        return [one for one in tomllib.load(file)["fault"] if only in f"{one['kind']}: {one['what']}"]


def plant(copy, fault):
    """Change a file as a fault says, and make what browsers are given of it."""
    path = copy / fault["file"]
    text = path.read_text(encoding="utf-8")
    if "old" in fault:
        assert text.count(fault["old"]) == 1, fault
        text = text.replace(fault["old"], fault["new"])
    else:
        text = f"{text}\n{fault['new']}\n"
    path.write_text(text, encoding="utf-8")
    if fault["file"].startswith("static/"):
        subprocess.run([sys.executable, "-m", "tests.assets"], cwd=copy, check=True)


def finder(copy, kind):
    """Say which tests find a fault of a kind in the pages of a copy of the tree, and the first of them by name."""
    spread = ("-p", "xdist", "-n", "3")
    near = [f"tests/browser/test_{name}.py" for name in NEAR.get(kind, ("page_layout", "games", "rare_pages"))]
    rounds = (
        ("the tier", (*near, "--tier", *spread)),
        ("the tier", ("tests/browser", "--tier", *spread)),
        ("without browsers", ("tests", "-m", "not browser")),
        ("test-all alone", ("tests/browser", "--rest", *spread)),
    )
    run = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    known = {"cwd": copy, "env": {**os.environ, "PYTHONPATH": "."}, "capture_output": True, "encoding": "utf-8"}
    for name, words in rounds:
        done = subprocess.run([*run, *words], check=False, **known)
        if done.returncode not in (0, 5):  # 5: no test of the tier is near
            return name, re.findall("(?m)^(?:FAILED|ERROR) (.*)", done.stdout) or [done.stdout[-500:]]
    return "none", [""]


def try_pages(only):
    """Plant each fault of pages in a copy of the tree, and say what finds it."""
    found = Counter()
    for fault in faults(only):
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "tree"
            shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
            plant(copy, fault)
            who, by = finder(copy, fault["kind"])
        found[who] += 1
        print(f"{fault['kind']}: {fault['what']}: found by {who}: {by[0][:200]}", flush=True)
    soon, late = found["the tier"] + found["without browsers"], found["test-all alone"]
    print(f"`make test` finds {soon} of the {soon + late} that `make test-all` finds, of {found.total()} faults")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--only", default="")
    parser.add_argument("--pages", action="store_true")
    asked = parser.parse_args()
    if asked.pages:
        try_pages(asked.only)
    else:
        try_rules(asked)


def try_rules(asked):
    """Change rules in a copy of the tree, one thing at a time, and print what no test finds."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in modules() if asked.only in path.as_posix()}
    every = [(path, number) for path, tree in trees.items() for number, _ in enumerate(places(tree))]
    sample = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        if not passes(copy, ("tests",)):
            raise SystemExit("tests fail without a mutant")
        for path, number in sorted(sample):
            before, after = ast.unparse(trees[path]), ast.unparse(mutant(trees[path], number))
            if survives(copy, path, after):
                survived += 1
                lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
                print(path.relative_to(ROOT), *[line for line in lines if line[:3] not in ("---", "+++")], sep="\n")
    print(f"{len(sample) - survived} of {len(sample)} mutants killed, of {len(every)} that there are")


if __name__ == "__main__":
    main()
