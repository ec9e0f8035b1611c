"""Hold who may import whom (the design's "Who may import whom")."""

import ast
import gzip
import re
import sys
from collections import Counter, defaultdict
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from companion.kit.moves import Move
from companion.table.log import Game
from companion.web.assets.static_files import joined, sources
from tests.assets import shortened
from tests.sources import nodes

PACKAGE = Path(__file__).parent.parent / "companion"
MODULES = sorted(PACKAGE.rglob("*.py"))
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").exists())
SHARED = (
    "files.safe_readers",
    "kit.box.file",
    "kit.box.things",
    "kit.creatures.printed",
    "kit.facts",
    "kit.fairness.committed_random",
    "kit.fairness.log_check",
    "kit.house_rules",
    "kit.ring.away",
    "kit.ring.ring_events",
    "kit.ring.circle",
    "kit.ring.counters",
    "kit.ring.creatures",
    "kit.ring.dice_and_timer",
    "kit.ring.reach",
    "kit.rules.whose_turn",
    "language.player_names",
    "language.texts",
    "refusal",
    "table.finished",
    "table.replay",
)
"""What rules of any game may use, pure itself."""


def is_impure(path):
    """Say whether a module of a game needs a request or the database."""
    return path.parent.name == "pages" or path.name == "store.py" or path.name.endswith("_store.py")


def name(path):
    return path.relative_to(PACKAGE.parent).as_posix()


def game_of(path):
    """Name the game that a module belongs to, if it does."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""


@cache
def imports(path):
    """List what a module imports when it is loaded, type-checking blocks left out."""
    return list(found(path))


def found(path):
    every = nodes(path.read_text(encoding="utf-8"))
    blocks = [one for one in every if isinstance(one, ast.If) and getattr(one.test, "id", "") == "TYPE_CHECKING"]
    hidden = {node for block in blocks for node in block.body}
    for node in every:
        if node in hidden:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def dotted(path):
    return name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


KNOWN = {dotted(path) for path in MODULES}


def package(imported):
    """Name the package of what is imported: a folder, a game, a module at the top, or `companion` itself."""
    while imported not in KNOWN:
        imported = imported.rpartition(".")[0]
    parts = imported.split(".")
    return ".".join(parts[1:3] if parts[1:2] == ["games"] else parts[1:2]) or "companion"


def graph():
    """Map each package to those it imports, each with where: in functions too, and for types alone."""
    found = defaultdict(lambda: defaultdict(list))
    for path in MODULES:
        own = package(dotted(path))
        for node in nodes(path.read_text(encoding="utf-8")):
            if isinstance(node, ast.ImportFrom):
                assert not node.level, f"{name(path)}:{node.lineno}"  # who reads a name sees whose it is
                modules = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for other in {package(module) for module in modules if module.split(".")[0] == "companion"} - {own}:
                found[own][other].append(f"{name(path)}:{node.lineno}")
    return found


def cycles(imported):
    """List the packages that import each other, directly or by way of others, those of one cycle together."""
    reached = {}
    for start in imported:
        seen, left = set(), [start]
        while left:
            new = set(imported.get(left.pop(), ())) - seen
            seen |= new
            left += new
        reached[start] = seen
    return {tuple(sorted(b for b in seen if a in reached.get(b, ()))) for a, seen in reached.items() if a in seen}


def test_no_package_imports_one_that_imports_it():
    imported = graph()
    assert {"games.djinn", "houses", "scores", "storage", "table", "web"} <= imported.keys()
    found = cycles(imported)
    inner = {(a, b): imported[a][b] for cycle in found for a in cycle for b in cycle if b in imported[a]}
    assert (found, inner) == (set(), {})


def test_a_cycle_is_found():
    """Find one of two packages and one of three, and take what only leads to one for none."""
    imported = {"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"e"}, "e": {"c"}, "f": {"a"}, "g": {}}
    assert cycles(imported) == {("a", "b"), ("c", "d", "e")}


def of_layer(layers, paths):
    """List what the modules at these paths import of some layers, by module."""
    found = {name(path): [module for module in imports(path) if module.startswith(layers)] for path in paths}
    return {path: modules for path, modules in found.items() if modules}


def pure():
    rules = [path for path in PACKAGE.glob("games/*/*/*.py") if not is_impure(path)]
    own = [PACKAGE / path for path in ("storage/protocol.py", "table/log.py", "table/undo.py")]
    return sorted([*rules, *own, *(PACKAGE / f"{name.replace('.', '/')}.py" for name in SHARED)])


PARENTS = {f"companion.{one.rpartition('.')[0]}." for one in SHARED}
"""The packages of what is shared, by which it is imported: they hold nothing themselves."""


def test_rules_are_pure():
    """Let rules import the standard library, their own package, the log and what is shared; nothing of HTTP or SQL."""
    others = "companion.table.log", "confusable_homoglyphs", "tomli_w"
    shared, found = (*others, *(f"companion.{name}" for name in SHARED)), []
    for path in pure():
        own = f"companion.games.{game_of(path)}" if game_of(path) else "companion.language.texts"
        for module in imports(path):
            allowed = module.split(".")[0] in sys.stdlib_module_names or module.startswith((own, *shared))
            found += [] if allowed or f"{module}." in PARENTS else [(name(path), module)]
    assert not found


WEB = [
    PACKAGE / "refusal.py",
    *(path for room in ("files", "language", "web") for path in PACKAGE.glob(f"{room}/**/*.py")),
]
ABOVE = ("houses", "table", "scores", "kit", "games")


def test_what_every_page_needs_knows_nothing_above_it():
    assert of_layer(tuple(f"companion.{layer}" for layer in ABOVE), WEB) == {}
    for path in WEB:
        endpoints = re.findall(r"[\"'](\w+)\.\w+[\"']", path.read_text(encoding="utf-8"))
        assert not set(endpoints) & {*ABOVE, *GAMES}, path  # nor the addresses of anything there


def test_the_table_knows_nothing_of_the_scores():
    assert of_layer("companion.scores", PACKAGE.glob("table/**/*.py")) == {}


@pytest.mark.parametrize("layer", ["table", "scores", "kit"])
def test_what_lies_below_the_games_knows_none(layer):
    assert of_layer("companion.games", PACKAGE.glob(f"{layer}/**/*.py")) == {}


def test_only_games_and_the_app_use_the_kit():
    others = [path for path in MODULES if not game_of(path)]
    above = (PACKAGE / "__init__.py", PACKAGE / "__main__.py", PACKAGE / "gallery.py")
    others = [path for path in others if "kit" not in path.parts and path not in above]
    assert of_layer("companion.kit", others) == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game(game):
    others = tuple(f"companion.games.{other}" for other in GAMES if other != game)
    assert of_layer(others, PACKAGE.glob(f"games/{game}/**/*.py")) == {}


ROOMS = ("facts", "state", "setup", "box", "play", "scoring", "solo", "text", "pages")
"""The folders of a game in the order of play; none imports one that stands after it."""


@pytest.mark.parametrize("game", GAMES)
def test_the_folders_of_a_game_stand_in_the_order_of_play(game):
    home, found = f"companion.games.{game}", []
    for path in PACKAGE.glob(f"games/{game}/*/*.py"):
        assert path.parent.name in ROOMS, path
        later = ROOMS[ROOMS.index(path.parent.name) + 1 :]
        found += [
            (name(path), one) for one in imports(path) if one.startswith(tuple(f"{home}.{room}" for room in later))
        ]
    assert sorted(found) == []


def test_no_folder_holds_more_than_fifteen_files_and_no_file_more_than_four_hundred_lines():
    """What is longer tells nobody where to look."""
    modules = [*PACKAGE.rglob("*.py")]
    shown = [path for path in (PACKAGE.parent / "templates").rglob("*") if path.is_file()]
    folders = Counter(path.parent for path in (*modules, *shown))
    assert {folder.name: count for folder, count in folders.items() if count > 15} == {}
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules}
    assert [name(path) for path, count in lines.items() if count > 400] == []


def test_a_game_and_a_move_are_told_in_few_fields():
    """What a game does not have it does not name, and a move is read in one look."""
    assert len(fields(Game)) <= 16
    assert len(fields(Move)) <= 10


def test_functions_are_short():
    """Nine of ten have fifteen lines or fewer, with their docstrings; the longest is a match over a game's events."""
    lengths = sorted(
        node.end_lineno - node.lineno + 1
        for path in PACKAGE.rglob("*.py")
        for node in nodes(path.read_text(encoding="utf-8"))
        if isinstance(node, ast.FunctionDef)
    )
    assert lengths[len(lengths) * 9 // 10] <= 15
    assert lengths[-1] <= 60


@pytest.mark.parametrize(("game", "most"), [("djinn", 630), ("efreet_war", 222), ("emperor", 241)])
def test_pages_of_a_game_hold_little_but_http(game, most):
    """Keep what pages show in modules that need no request; these three have half of the lines that they once had."""
    paths = PACKAGE.glob(f"games/{game}/pages/*views.py")
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths) <= most


def test_a_view_is_at_most_fifteen_lines_over_what_a_page_shows():
    """Its body, besides the docstring: what it works out stands in functions of the table."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        for view in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(view, ast.FunctionDef) and any("bp." in ast.unparse(one) for one in view.decorator_list):
                found[f"{name(path)}.{view.name}"] = (
                    view.end_lineno - view.body[bool(ast.get_docstring(view))].lineno + 1
                )
    assert len(found) > 100
    assert {view: lines for view, lines in found.items() if lines > 15} == {}


def test_only_forms_import_wtforms():
    found = of_layer("wtforms", [path for path in MODULES if not path.name.endswith("forms.py")])
    assert {path for path, modules in found.items() if "wtforms" in {one.split(".")[0] for one in modules}} == set()


def test_own_javascript_stays_small():
    """What browsers get of ours, as it goes over the wire, without what others wrote: together at most 12 kB."""
    files = joined(sources(PACKAGE.parent / "static"), shortened)
    script = files["companion.js"].split(b"\n(()=>", 1)[1]
    others = [files["awake.js"], files["photo.js"], (PACKAGE.parent / "templates" / "table/worker.js").read_bytes()]
    assert len(gzip.compress(b"".join([script, *others]), 9)) <= 12_000


def test_what_a_module_imports_another_gives():
    """A browser is given all modules as one, where a wrong name would do as well."""
    modules = {path.name: path.read_text() for path in (PACKAGE.parent / "static" / "js").glob("*.js")}
    made = re.findall(r"^(?:export )?(?:let|const|function) (\w+)", "\n".join(modules.values()), re.M)
    given = {one: name for name, text in modules.items() for one in re.findall(r"^export (?:\w+) (\w+)", text, re.M)}
    assert [one for one, times in Counter(made).items() if times > 1] == []
    for name, text in modules.items():
        imported = re.findall(r'^import \{ (.*) \} from "\./(\w+\.js)";', text, re.M)
        ours = {(one, of) for names, of in imported for one in names.split(", ")}
        code = re.sub(r'^import.*|//.*|"[^"\n]*"', "", text, flags=re.M)
        used = {*re.findall(r"(?<![.\w])[a-zA-Z]\w*(?!\w|:)", code)}
        assert ours == {(one, of) for one, of in given.items() if one in used and of != name}, name


@pytest.mark.parametrize(
    ("pattern", "most"), [("templates/**/*.*", 160), ("static/css/*.css", 140), ("static/js/*.js", 120)]
)
def test_no_line_is_too_long_to_edit(pattern, most):
    paths = sorted(PACKAGE.parent.glob(pattern))
    assert paths
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            assert len(line) <= most, f"{name(path)}:{number}"


def test_a_declaration_of_the_style_sheet_has_a_line_of_its_own():
    for path in (PACKAGE.parent / "static" / "css").rglob("*.css"):
        assert not re.findall(r".*;.*;.*|.*{.*;.*", re.sub(r'url\("[^"]*"\)', "", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("written", "page"),
    [
        ("<p>\n  {{ 1 }}\n</p>", "<p>1</p>"),
        ('<p\n  class="a"\n  {% if 1 %}\n    id="b"\n  {% endif %}\n>\n  x\n</p>', '<p class="a"  id="b" >x</p>'),
        ("<b>a</b>\n  <i>b</i>", "<b>a</b>\n<i>b</i>"),
        ("<input>\n  <span>a</span>", "<input>\n<span>a</span>"),
        ("a\n{% if 1 %}\n  · b\n{% endif %}\nc", "a\n · b\nc"),
        ("a\n{%- if 1 -%}\n  b\n{%- endif %}", "ab"),
        ("<p a={{ 2 <\n 3 }}>\n  x <b>y</b>\n</p>", "<p a=True>x <b>y</b></p>"),
    ],
)
def test_a_template_is_read_without_its_indentation(app, written, page):
    """Keep what a reader sees: a space between words stays one, wherever a formatter breaks the line."""
    assert app.jinja_env.from_string(written).render() == page


def test_a_traceback_counts_the_lines_of_a_template(app):
    text = '<p\n  class="a"\n>\n  x\n</p>\n{{ 1 // 0 }}'
    with pytest.raises(ZeroDivisionError) as found:
        app.jinja_env.from_string(text).render()
    assert found.traceback[-1].lineno == 5  # counted from 0
