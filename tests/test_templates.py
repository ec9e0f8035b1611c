"""How templates are written and compiled: short, flat, without rules, of macros that are told what they show."""

import re
from functools import cache
from pathlib import Path

import pytest
from jinja2 import meta, nodes

ROOT = Path(__file__).parent.parent / "templates"
FOLDERS = sorted({path.parent.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.*")})
STEPS = (nodes.Block, nodes.CallBlock, nodes.For, nodes.If, nodes.Macro, nodes.With)
SUMS = (nodes.Add, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Mul, nodes.Pow, nodes.Sub)
LONGEST, DEEPEST = 200, 6
LAID_OUT = re.compile(r'<fieldset[^>]* class="[^"]*\b(?:stack|row|choices|search)\b')


@cache
def trees(env, folder):
    """Read a folder's templates."""
    return {path: env.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / folder).glob("*.*"))}


def known(env, tree):
    """Collect the names that every macro of a template knows: those of all templates, and what stands beside it."""
    names = {"caller", "loop", *env.globals}
    for node in tree.find_all((nodes.Assign, nodes.FromImport, nodes.Macro)):
        if isinstance(node, nodes.Macro):
            names.add(node.name)
        elif isinstance(node, nodes.FromImport):
            names |= {each if isinstance(each, str) else each[1] for each in node.names}
        elif node in tree.body and isinstance(node.target, nodes.Name):
            names.add(node.target.name)
    return names


def depth(node):
    return isinstance(node, STEPS) + max((depth(inner) for inner in node.iter_child_nodes()), default=0)


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_macro_reads_no_name_of_its_callers(app, folder):
    read = {}
    for path, tree in trees(app.jinja_env, folder).items():
        for macro in tree.find_all(nodes.Macro):
            alone = nodes.Template([macro], lineno=1).set_environment(app.jinja_env)
            if needed := meta.find_undeclared_variables(alone) - known(app.jinja_env, tree):
                read[f"{path.name}: {macro.name}"] = needed
        for call in tree.find_all((nodes.FromImport, nodes.Import)):
            if call.with_context:
                read[f"{path.name}:{call.lineno}"] = "with context"
    assert not read


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_template_is_short_and_flat(app, folder):
    for path, tree in trees(app.jinja_env, folder).items():
        assert path.read_text(encoding="utf-8").count("\n") <= LONGEST, path
        assert depth(tree) <= DEEPEST, path


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_template_adds_nothing_up(app, folder):
    """Numbers and places are worked out in Python; words and numbers are joined by `~`."""
    sums = {
        f"{path.name}:{node.lineno}": type(node).__name__
        for path, tree in trees(app.jinja_env, folder).items()
        for node in tree.find_all(SUMS)
    }
    assert not sums


def test_a_fieldset_leaves_its_layout_to_what_is_in_it():
    """WebKit puts the legend of one that is a grid or flexible on its upper border."""
    assert [path.name for path in ROOT.rglob("*.html") if LAID_OUT.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            "<ul>\n  {% for one in [1, 2] %}\n    <li>{{ one }}</li>\n  {% endfor %}\n</ul>\n",
            "<ul> <li>1</li>\n <li>2</li>\n</ul>",
        ),
        ("<p>\n  A\n</p>\n<p>\n  <b>B</b>\n  <i>C</i>\n</p>\n", "<p>A</p>\n<p><b>B</b>\n<i>C</i></p>"),
        (
            '<g>\n  <g id="a">\n      <circle r="1" />\n    </g>\n</g>\n',
            '<g><g id="a"><circle r="1" /></g></g>',
        ),
    ],
)
def test_a_page_has_no_indentation_and_no_space_where_one_would_show(app, source, lines):
    made = app.jinja_env.from_string(source)
    assert made.render().strip() == lines
