"""Format the style sheets and the script: `python -m tests.beautify`; with `--check`, only say what is not."""

import sys
from pathlib import Path

import cssbeautifier
import jsbeautifier

STATIC = Path(__file__).parent.parent / "static"


def style(text):
    options = cssbeautifier.default_options()
    options.indent_size, options.end_with_newline, options.space_around_combinator = 2, True, True
    return cssbeautifier.beautify(text, options)


def script(text):
    options = jsbeautifier.default_options()
    options.indent_size, options.end_with_newline, options.brace_style = 2, True, "collapse,preserve-inline"
    return jsbeautifier.beautify(text, options)


def main(*, check):
    """Format all of them; give those that were not."""
    found = []
    patterns = ("*.css", "*.js", "css/**/*.css", "js/*.js")
    for path in sorted(path for pattern in patterns for path in STATIC.glob(pattern)):
        name, beautify = path.name, style if path.suffix == ".css" else script
        text = path.read_text(encoding="utf-8")
        if beautify(text) != text:
            found.append(name)
            if not check:
                path.write_text(beautify(text), encoding="utf-8")
    return found


if __name__ == "__main__":
    check = "--check" in sys.argv
    unformatted = main(check=check)
    if check and unformatted:
        raise SystemExit(f"Not formatted: {', '.join(unformatted)}. `make format` does it.")
