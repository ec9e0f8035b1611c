"""What browser tests show: which templates, routes, forms and style rules a real server and its phones have used.

With `--tier` only the tests that `tier.txt` names are run, and together they must show everything but what `UNSHOWN`
names. With `--measure FOLDER` each test's seconds, and what it showed, are written there, for tests/browser/choose.py.
"""

import os
from contextlib import suppress
from pathlib import Path
from weakref import WeakSet

ROOT = Path(__file__).parents[2]
TIER = Path(__file__).parent / "tier.txt"
UNSHOWN = Path(__file__).parent / "unshown.txt"
NOTES = "COMPANION_SHOWN_IN"
"""The variable of the environment that names the file in which a server notes what it uses."""
RULES = """(() => {
    const passing = /:(hover|active|focus(-visible|-within)?|visited|target|autofill|-[a-z-]+)\\b/g;
    const lasting = (one) => one.replace(/::[a-z-]+/g, "").replace(passing, ":is(*)").replace(/(^|[ >+~])$/, "$1*");
    const meets = (selector) => {
        try {
            return [selector, lasting(selector)].some((one) => document.querySelector(one) !== null);
        } catch { return true; }
    };
    function* rulesOf(rules, place, media) {
        for (const rule of rules) {
            if (rule instanceof CSSStyleRule) {
                yield {label: place + rule.selectorText, selector: rule.selectorText, media};
            } else if (rule.cssRules && !(rule instanceof CSSKeyframesRule)) {
                const more = rule instanceof CSSMediaRule ? [rule.conditionText] : [];
                const where = rule.conditionText?.replace(/:\\s*/g, ": ") ?? ""; // as written or as shortened
                yield* rulesOf(rule.cssRules, `${place}${where} `, [...media, ...more]);
            }
        }
    }
    const holds = (media) => media.every((one) => matchMedia(one).matches);
    let known = 0, unmet = [];
    const look = () => {
        const found = [], sheets = [...document.styleSheets].filter((sheet) => sheet.href);
        for (const sheet of sheets.slice(known)) {
            const rules = [...rulesOf(sheet.cssRules, "", [])];
            found.push(`sheet ${new URL(sheet.href).pathname.split("/").at(-1)}`);
            found.push(...rules.map(({label}) => `all rule ${label}`));
            unmet.push(...rules);
        }
        known = sheets.length;
        const met = new Set(unmet.filter(({selector, media}) => holds(media) && meets(selector)));
        unmet = unmet.filter((rule) => !met.has(rule));
        found.push(...[...met].map(({label}) => `rule ${label}`));
        if (found.length) window.showing(found);
    };
    window.lookOnceMore = look;
    let timer;
    const soon = () => { timer ??= setTimeout(() => { timer = null; look(); }, 150); };
    for (const what of ["change", "toggle"]) addEventListener(what, soon, true);
    addEventListener("resize", look);
    addEventListener("pagehide", look);
    addEventListener("load", () => {
        look();
        new MutationObserver(soon).observe(document, {subtree: true, childList: true, attributes: true});
    });
})();"""
"""Tells, for each style rule of a page's sheets, that it is there, and that something on the page meets it."""

watched = WeakSet()
seen = set()
"""What the phones of this process have shown since the last test ended."""


def watch(context):
    """Let a browser context tell which style rules its pages show."""
    context.expose_binding("showing", lambda _, found: seen.update(found))
    context.add_init_script(RULES)
    watched.add(context)


def look():
    """Look once more at the pages that are open: the last change of a page may be a moment old."""
    from playwright.sync_api import Error  # no server that notes what it uses needs it

    for page in [page for context in watched for page in context.pages]:
        with suppress(Error):  # it is being left
            page.evaluate("window.lookOnceMore?.()")


def since():
    """Give what was shown since this was asked last."""
    with Path(os.environ[NOTES]).open("r+", encoding="utf-8") as notes:
        found = seen | {line.rstrip("\n") for line in notes if line.endswith("\n")}
        notes.truncate(0)
    seen.clear()
    return found


def listed(path):
    """Read a list: one a line, with comments."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.split("  #")[0].rstrip() for line in lines if not line.startswith("#")]


def parts():
    """List the templates and the style sheets that there are."""
    templates = {path.relative_to(ROOT / "templates").as_posix() for path in (ROOT / "templates").rglob("*.html")}
    sheets = {path.name for path in (ROOT / "static" / "built").glob("*.css")}
    return {f"all template {name}" for name in templates} | {f"all sheet {name}" for name in sheets}


OUTSIDE = "bazaar."
"""The routes of a game that is kept beside its tests: the tier shows only what is ours, the other tests those, too."""


def missing(shown):
    """List what is there and was not shown, of what phones and servers told of."""
    every = {one.removeprefix("all ") for one in shown | parts() if one.startswith("all ")}
    return sorted(every - shown)


def note():
    """Note what this process, which becomes a server, uses, in the file that `NOTES` names."""
    from flask import current_app, request, request_started
    from jinja2 import Environment
    from wtforms import Form
    from wtforms.form import BaseForm

    file = Path(os.environ[NOTES]).open("a", buffering=1, encoding="utf-8")  # noqa: SIM115 - open as long as we run

    def named(form):
        return f"{form.__module__}.{form.__qualname__}".removeprefix("companion.")

    def below(form):
        return {form}.union(*map(below, form.__subclasses__()))

    def noting(function, told):
        def noted(self, *arguments, **options):
            print(*told(self, *arguments), file=file)
            return function(self, *arguments, **options)

        return noted

    def route(*_, **__):
        if not known:
            known.extend(["route", one] for one in sorted(current_app.view_functions) if not one.startswith(OUTSIDE))
            known.extend(["form", named(one)] for one in below(Form) if one.__module__.startswith("companion."))
            for one in known:
                print("all", *one, file=file)
        print("route", request.endpoint, file=file)

    known = []
    # both `get_template` and `select_template`, which tries some names, come by here
    Environment._load_template = noting(Environment._load_template, lambda _, name, *__: ("template", name))
    BaseForm.process = noting(BaseForm.process, lambda form, *_: ("form", named(type(form))))
    request_started.connect(route)
