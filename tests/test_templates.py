"""How templates are compiled and written."""

import re
from pathlib import Path

import pytest

LAID_OUT = re.compile(r'<fieldset[^>]* class="[^"]*\b(?:stack|row|choices|search)\b')


def test_a_fieldset_leaves_its_layout_to_what_is_in_it():
    """WebKit puts the legend of one that is a grid or flexible on its upper border."""
    templates = Path(__file__).parent.parent / "templates"
    assert [path.name for path in templates.rglob("*.html") if LAID_OUT.search(path.read_text())] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (
            "<ul>\n  {% for one in [1, 2] %}\n    <li>{{ one }}</li>\n  {% endfor %}\n</ul>\n",
            "<ul><li>1</li><li>2</li></ul>",
        ),
        ("<p>\n  A\n</p>\n<p>\n  <b>B</b>\n  <i>C</i>\n</p>\n", "<p>A</p><p><b>B</b>\n<i>C</i></p>"),
        (
            '<g>\n  <g id="a">\n      <circle r="1" />\n    </g>\n</g>\n',
            '<g><g id="a"><circle r="1" /></g></g>',
        ),
    ],
)
def test_no_space_is_sent_where_none_is_shown(app, source, lines):
    made = app.jinja_env.from_string(source)
    assert made.render().strip() == lines
