"""Every page on small and large phones, light and dark, in English and German, in large type and with long names."""

import re
from datetime import date
from types import SimpleNamespace

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from tests.browser import layout_tales, layout_war_game
from tests.browser.moves import OUT, SLOTS, make
from tests.browser.phones import Phone
from tests.browser.rings import CROWDED
from tests.colours import colour

pytestmark = pytest.mark.browser

NAMES = ("Wolfeschlegelsteinhausen", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "عبد الرحمن بن محمد الأول")
SIZES = ((320, 568), (390, 844))
LEAST, AIM = 44, 48
"""Pixels a target must, and should, measure either way."""
CLEAR = 2
"""Pixels between the middle of a ring and what stands round it."""
WIDTHS = (320, 360, 390, 412)
CLOSE = ("import of a box", "deal", "alone entered", "one play")
"""Pages with a heading that just fits a line on some of these phones, or just does not."""
MOVED = 0.01
"""Of the layout shift that browsers measure, how much of a page may move while it comes."""
SCHEMES = {"en": ("light", None), "de": ("dark", ["color-contrast"])}
"""What each language is looked at in, and by which of axe's rules: all of them but once."""
PAGES = {
    "home": "",
    "new table": "djinn/new",
    "rules": "djinn/rules",
    "rules searched": "djinn/rules?q=boss",
    "ask": "djinn/{fresh}/ask",
    "asked": "djinn/{fresh}/ask?q=boss",
    "house rule": "djinn/{fresh}/ask?about=boss_colour",
    "rules at the table": "djinn/{fresh}/rules",
    "seats": "t/{fresh}?pick=1",
    "set-up": "djinn/{fresh}/setup",
    "set-up ticked": "djinn/{ticked}/setup",
    "colours named": "djinn/{ticked}/setup?name=1",
    "trophies laid out": "djinn/{ticked}/setup?drew=trophies",
    "draft": "djinn/{ticked}/draft",
    "tile described": "djinn/{ticked}/draft?tile=green_10",
    "draft done": "djinn/{drafted}/draft",
    "hunt not begun": "djinn/{drafted}/hunt",
    "hunt": "djinn/{hunted}/hunt",
    "hunt with open panel": "djinn/{hunted}/hunt?space=R3",
    "hunt with gains": "djinn/{hunted}/hunt?gain=1",
    "rarer things": "djinn/{hunted}/rarer",
    "can I": "djinn/{hunted}/can?space=R3",
    "can I answered": "djinn/{hunted}/can?space=R3&boss=y&magic=9&mages-0-power=3&mages-1-power=2&circles=2&coins=4",
    "score": "djinn/{hunted}/score?all=1",
    "another's score": "djinn/{watched}/score",
    "last round": "djinn/{ending}/hunt",
    "at the source": "djinn/{source}/hunt",
    "finished score": "djinn/{finished}/score",
    "result": "djinn/{finished}/result",
    "shared victory": "djinn/{shared}/result",
    "menu": "t/{hunted}/menu",
    "share": "t/{hunted}/share",
    "log": "t/{hunted}/log",
    "personal link": "s/nobody",
    "scores": "scores/",
    "chosen scores": "scores/?count=common&since=2026-01-01&player=" + NAMES[0],
    "players": "scores/players",
    "one play": "scores/{play}",
    "edited play": "scores/{edited}",
    "correct a play": "scores/{play}/edit",
    "player": "scores/player/" + NAMES[0],
    "delete a play": "scores/{play}/delete",
    "statistics": "scores/statistics?game=djinn&player=" + NAMES[0],
    "statistics of all": "scores/statistics",
    "statistics of two": "scores/statistics?player=" + NAMES[0] + "&other=" + NAMES[1],
    "a year": f"scores/year/{date.today().year}",
    "alone set-up": "djinn/{alone}/setup",
    "alone hunt": "djinn/{alone}/hunt?space=R3",
    "one card left": "djinn/{one_left}/hunt",
    "alone lost": "djinn/{lost}/hunt",
    "alone result": "djinn/{lost}/result",
    "commitment": "djinn/{alone}/fair",
    "secret": "djinn/{lost}/fair",
    "a word": "djinn/{said}/fair",
    "challenge": "djinn/challenge/{seed}",
    "alone log": "djinn/solo",
    "alone entered": "djinn/solo/new",
    "challenge of the day": "djinn/today",
    "box": "djinn/box",
    "box with a space": "djinn/box?slot=R1",
    "Tom's card": "djinn/box/tom/1",
    "box colours": "djinn/box/colours",
    "box tiles": "djinn/box/tiles",
    "box trophies": "djinn/box/trophies",
    "box numbers": "djinn/box/numbers",
    "import of a box": "djinn/box/import",
    "new ring": "emperor/new",
    "ring's rules": "emperor/rules",
    "ring's seats": "emperor/{seated}/seats",
    "ring's commitment": "emperor/{seated}/fair",
    "ring's secret": "emperor/{ring_told}/fair",
    "ring": "emperor/{ring}/ring?seat=2",
    "ring with a creature": "emperor/{ring}/ring?creature=1",
    "ring of eight": "emperor/{eight}/ring?seat=0",
    "ring of ten": "emperor/{ten}/ring?seat=1",
    "ring of twelve": "emperor/{twelve}/ring?seat=2",
    "ring of fourteen": "emperor/{fourteen}/ring",
    "ring's result": "emperor/{ring_over}/result",
    "new war": "efreet_war/new",
    "war's rules": "efreet_war/rules",
    "deal": "efreet_war/{dealt}/deal",
    "war": "efreet_war/{war}/war?resource=ring",
    "war with a space attacked": "efreet_war/{war}/war?resource=city",
    "war by a house rule": "efreet_war/{war_house}/war?resource=king",
    "war's curve": "efreet_war/{war_house}/war?seat=1&doing=life",
    "war's own counter": "efreet_war/{war_house}/war?counter=own&doing=name",
    "war's audience": "efreet_war/{audience}/war",
    "war's points": "efreet_war/{war}/points",
    "war's result": "efreet_war/{war_over}/points",
    "war's secret": "efreet_war/{war_told}/fair",
    "refusal": "t/ZZZZZ",
    "not found": "nowhere",
}
PAGES |= layout_tales.TALES | layout_war_game.WAR_GAME
LAYOUT = """([least, aim]) => {
    const shown = (it) => it.checkVisibility({visibilityProperty: true}) && !it.closest(".visually-hidden, .skip");
    const told = (it) => `<${it.localName}> `
        + (it.ariaLabel || it.name || it.title || it.textContent).trim().replace(/\\s+/g, " ").slice(0, 30);
    const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
    const place = (it) => ((/checkbox|radio/.test(it.type) && it.closest("label")) || it).getBoundingClientRect();
    const scrolls = (it) => it && (getComputedStyle(it).overflowX !== "visible" || scrolls(it.parentElement));
    const found = [], small = [];

    const over = document.documentElement.scrollWidth - innerWidth;
    const widest = (it) => (getComputedStyle(it).overflowX === "visible" && [...it.children].map(widest).find(Boolean))
        || (shown(it) && place(it).right > innerWidth + over - 1 ? told(it) : null);
    if (over > 0) found.push(`the page is too wide by ${over} px: ${widest(document.body)}`);

    const inText = (it) => it.localName === "a" && !it.ownerSVGElement && getComputedStyle(it).display === "inline"
        && it.parentElement.innerText.trim() !== it.innerText.trim();
    const targets = all("a[href], button, input:not([type=hidden]), select, summary").filter((it) => !inText(it));
    for (const it of targets) {
        const {width, height, left, right} = place(it);
        const size = `${told(it)}, ${Math.round(width)} x ${Math.round(height)} px`;
        if (Math.min(width, height) < least - 0.5) found.push(`too small to tap: ${size}`);
        else if (Math.min(width, height) < aim - 0.5) small.push(size);
        if ((left < -1 || right > innerWidth + 1) && !scrolls(it.parentElement)) found.push(`cut off: ${told(it)}`);
    }
    const counted = all("[inputmode=numeric]:not(#sheet *)"); // test_number_boxes.py knows the sheet's
    for (const it of counted) if (!it.min || it.min < 0) found.push(`no minus to type: ${told(it)}`);
    for (const it of all("a[role=button], button, .chip, .resources li, summary, h1, h2, label, #nav a"))
        if (it.scrollWidth > it.clientWidth + 2 && it.clientWidth) found.push(`does not fit its box: ${told(it)}`);

    for (const it of document.querySelectorAll("fieldset *")) // Chromium may draw nothing of it
        if (getComputedStyle(it).containerType !== "normal") found.push(`a container in a fieldset: ${told(it)}`);

    const bar = all("#top > :not(.here, #back), #back > *, .who li");
    for (const [n, one] of bar.entries()) for (const other of bar.slice(n + 1)) {
        const a = place(one), b = place(other);
        const apart = a.right < b.left + 2 || b.right < a.left + 2 || a.bottom < b.top + 2 || b.bottom < a.top + 2;
        if (!apart) found.push(`in the bar, ${told(one)} lies over ${told(other)}`);
    }
    const bars = all("#top, #nav").reduce((sum, it) => sum + place(it).height, 0);
    if (bars > innerHeight / 2) found.push(`the bars take ${Math.round(bars)} of ${innerHeight} px`);
    return {found, small};
}"""
STILL = """() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const all = [...document.querySelectorAll("a[href]:not(.skip), button, input, select, summary, textarea")];
    const places = () => all.map((it) => Object.values(it.getBoundingClientRect().toJSON()).join());
    document.activeElement.blur();
    const before = places().join();
    return all.filter((it) => { it.focus({preventScroll: true}); return places().join() !== before; })
        .map((it) => `${it.outerHTML.slice(0, 80)} moves the page when it is touched`);
}"""
BESIDES = (
    "focus-order-semantics",
    "label-content-name-mismatch",
    "p-as-heading",
    "table-fake-caption",
    "target-size",
    "td-has-header",
)
"""The rules of axe-core that it leaves out unless it is asked; those of best practice it tries by itself."""
AXE = """async ([only, besides]) => {
    const rules = Object.fromEntries(besides.map((rule) => [rule, {enabled: true}]));
    const endless = (it) => it.effect.getComputedTiming().iterations === Infinity;
    for (const it of document.getAnimations()) endless(it) ? it.cancel() : it.finish();  // what fades in is there
    scrollTo({top: 0, behavior: "instant"});
    const staying = [...document.body.querySelectorAll("*")].filter((it) => getComputedStyle(it).position === "sticky");
    for (const it of staying) it.style.position = "static";  // what it half covers can be scrolled from below it
    const {violations} = await axe.run({resultTypes: ["violations"], ...(only ? {runOnly: only} : {rules})});
    for (const it of staying) it.style.position = "";
    const told = (id) => ({target, failureSummary}) => `${id}: ${target} ${failureSummary.split("\\n").at(-1)}`;
    return violations.flatMap(({id, nodes}) => nodes.map(told(id)));
}"""


def draft(phone, code):
    """Take the tiles, the first one allowed each time."""
    for _ in range(2 * len(NAMES)):
        page = phone.context.request.get(f"djinn/{code}/draft").text()
        form = re.search(r'<form\s+id="pick".*?</form>', page, re.S)[0]
        values = {name: re.search(rf'name="{name}" value="(\w+)"', form)[1] for name in ("seat", "tile", "seen")}
        assert phone.post(f"djinn/{code}/pick", **values).status == 303


def play(phone, code, move, *, game="djinn", **form):
    answer = phone.post(f"{game}/{code}/{move}", seen="9999", **form)
    assert answer.status == 303, re.search(r'role="alert">(.+?)<', answer.text())[1]


def new(phone, *options, names=NAMES):
    return phone.open_table(*options, names=names)


def tick_all(phone, code):
    steps = re.findall(r'id="tick-(\w+)"', phone.context.request.get(f"djinn/{code}/setup").text())
    for step in steps:
        play(phone, code, "tick", step=step)


def end_turn(phone, code):
    """End the turn, if there is one; give whose turn it then is."""
    page = phone.context.request.get(f"djinn/{code}/hunt").text()
    turn = re.search(r'id="end-turn".*?name="seat" value="(\d)"', page, re.S)
    if turn:
        play(phone, code, "end-turn", seat=turn[1])
    return str((int(turn[1]) + 1) % len(NAMES)) if turn else None


def hunted(phone, spaces, *, turns=1):
    """Open a table and empty the first spaces, each by somebody else."""
    code = new(phone, "longer")
    play(phone, code, "begin")
    for n in range(spaces):
        seat = end_turn(phone, code)
        play(phone, code, "flee" if n > 2 else "catch", seat=seat, slot=SLOTS[n], boss="y", anyway="y")
    for _ in range(turns):
        end_turn(phone, code)
    return code


def finished(phone, **sheets):
    """Open a table, set boxes of its sheets, and finish it; give its code and the number of its play."""
    code = new(phone)
    for seat, boxes in enumerate(sheets.values()):
        for box, value in boxes.items():
            play(phone, code, "count", seat=str(seat), box=box, value=str(value))
    play(phone, code, "finish")
    page = phone.context.request.get(f"djinn/{code}/result").text()
    return code, re.search(r"/scores/(\d+)", page)[1]


def alone(phone, *, cards):
    """Open a game against Tom, reveal some of his cards, and give its code."""
    form = {"count": "1", "deck": "12", "players-0-name": NAMES[0], "players-0-colour": "red"}
    code = phone.post("djinn/new", **form).headers["location"].split("/")[2]
    play(phone, code, "begin")
    for _ in range(cards):
        play(phone, code, "reveal")
    return code


def ring(phone, *, count=6, moves=()):
    """Open a table of Emperor, make moves, and give its code."""
    form = {"count": str(count), "ante": "y"}
    for n in range(count):
        form |= {f"players-{n}-name": NAMES[n] if n < len(NAMES) else f"Player {n}", f"players-{n}-colour": colour(n)}
    code = phone.post("emperor/new", **form).headers["location"].split("/")[2]
    play(phone, code, "ante", game="emperor", seat="0", card="x" * 40)
    for move, choices in moves:
        play(phone, code, move, game="emperor", **choices)
    return code


def war(phone, *resources, count=6, **last):
    """Open a table of the war, win Resources, attack a last one or see players out, and give its code."""
    form = {"count": str(count), "mode": "emperor" if count == 6 else "free", "emperor_ends": "y"}
    for n in range(count):
        form |= {f"players-{n}-name": NAMES[n] if n < len(NAMES) else f"Player {n}", f"players-{n}-colour": colour(n)}
    code = phone.post("efreet_war/new", **form).headers["location"].split("/")[2]
    if resources or last:
        play(phone, code, "begin", game="efreet_war")
    for resource in resources:
        play(phone, code, "attack", game="efreet_war", resource=resource)
        page = phone.context.request.get(f"efreet_war/{code}/war?resource={resource}").text()
        for guardian in re.findall(r'name="guardian" value="([^"]+)"', page):
            play(phone, code, "kill", game="efreet_war", resource=resource, guardian=guardian)
        play(phone, code, "resolve", game="efreet_war", resource=resource, survived="yes")
    for move, choices in last.items():
        play(phone, code, move, game="efreet_war", **choices)
    return code


SHIFTS = """window.shifts = [];
new PerformanceObserver(found => shifts.push(...found.getEntries())).observe({type: "layout-shift", buffered: true});"""
SETTLED = """async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const told = ({node}) => node?.parentElement?.outerHTML.slice(0, 99);
    return shifts.map(({value, sources}) => [value, sources.map(told)]);
}"""


@pytest.fixture(scope="module")
def evening(browser, server):
    """Give two phones of one person, in English and in German, with tables in every state."""
    english = Phone(browser, server, bypass_csp=True)
    places = {"fresh": new(english), "ticked": new(english), "drafted": new(english)}
    english.sit(places["fresh"], 1)
    make(english, "djinn", places["ticked"], *OUT)
    tick_all(english, places["ticked"])
    tick_all(english, places["drafted"])
    draft(english, places["drafted"])
    places |= {"hunted": hunted(english, 2), "ending": hunted(english, 6), "source": hunted(english, 6, turns=7)}
    first = {"trophies_36": 2, "corked": 9, "bottles": 3, "coins": 12, "keys": 4, "other": -2}
    second = {"trophies_30": 1, "corked": 4, "circled": 1, "corks": 2, "scrolls": 5}
    places["finished"], places["play"] = finished(english, ann=first, bob=second, cem={"corked": 1})
    nothing = {"coins": 0, "mages": 1, "mages_with_key": 1, "passages": 2, "capacity": 8, "inactive_circles": 0}
    places["shared"], places["edited"] = finished(english, ann=nothing, bob=nothing, cem=nothing)
    names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
    points = {f"players-{n}-points": str(n) for n in range(3)}
    english.post(f"scores/{places['edited']}/edit", seen="0", note="x" * 200, **names, **points)
    places |= {"alone": alone(english, cards=1), "one_left": alone(english, cards=11), "lost": alone(english, cards=12)}
    page = english.context.request.get(f"djinn/{places['lost']}/result").text()
    places["seed"] = re.search(r"/djinn/challenge/(\w+)", page)[1]
    play(english, places["lost"], "tell-secret")
    for day, tasks in ((1, "ten_coins"), (2, "two_mages")):
        won = {"name": NAMES[0], "day": f"2026-01-0{day}", "deck": "12", "won": "y", "points": str(100 * day)}
        english.post("djinn/solo/new", **won, tasks=tasks)
    begin = [("first", {"team": "0"}), ("begin", {})]
    steal = ("steal", {"name": "x" * 40, "owner": "3", "by": "2"})
    places["seated"] = ring(english)
    places["ring"] = ring(english, moves=[*begin, steal, ("life", {"seat": "1", "value": "-999"})])
    for count, name in ((8, "eight"), (10, "ten"), (12, "twelve"), (14, "fourteen")):
        places[name] = ring(english, count=count, moves=begin)
    over = [*begin, ("out", {"seats": "1"}), ("divide", {})]
    places["ring_over"] = ring(english, moves=over)
    said = ("word", {"seat": "1", "word": "W" * 40})
    places["ring_told"] = ring(english, moves=[said, *over, ("tell-secret", {})])
    places["said"] = new(english)
    play(english, places["said"], *said[:1], **said[1])
    places["dealt"], places["war"] = war(english), war(english, "valley", "ring", attack={"resource": "city"})
    places["audience"] = war(english, "lamp", "king")
    switched = {"house-rule": {"rule": "partial", "on": "y"}, "attack": {"resource": "king"}, "time": {"on": "y"}}
    life, named = {"seat": "1", "by": "-19"}, {"name": "W" * 16}
    places["war_house"] = war(
        english, "lamp", **switched, life=life, roll={"what": "player"}, **{"name-counter": named}
    )
    out = {"by_0": "1", "by_2": "1"}
    places["war_over"] = war(english, "lamp", "queen", count=3, out=out)
    places["war_told"] = war(english, "lamp", "queen", count=3, out=out, **{"tell-secret": {}})
    places |= layout_tales.tables(english, play, NAMES) | layout_war_game.tables(english, play, NAMES)
    host = Phone(browser, server)
    places["watched"] = new(host)
    host.context.close()
    german = Phone(browser, server, locale="de-DE", bypass_csp=True, storage_state=english.context.storage_state())
    for phone in (english, german):
        phone.context.add_init_script(SHIFTS)
    yield SimpleNamespace(phones={"en": english, "de": german}, places=places)
    for phone in (english, german):
        phone.forgive("status of 404")
        phone.context.close()
    assert not english.unforgiven + german.unforgiven


def fits(phone, language):
    """Say what does not fit on the page that a phone shows, in every size and with large type."""
    found = set()
    for width, height in SIZES:
        phone.page.set_viewport_size({"width": width, "height": height})
        for size in ("100%", "200%"):
            phone.page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            layout = phone.page.evaluate(LAYOUT, [LEAST, AIM])
            crowded = phone.page.evaluate(CROWDED, CLEAR)
            found |= {f"{language} {width} {size}: {it}" for it in [*layout["found"], *crowded]}
            if layout["small"]:
                print(f"{language} {width} {size}: under {AIM} px: {'; '.join(layout['small'])}")
    phone.page.evaluate("document.documentElement.style.fontSize = ''")
    return found


def jumps(phone, language):
    """Say what moved while the page came that a phone shows."""
    found = phone.page.evaluate(SETTLED)
    return {f"{language}: moves by {value:.3f}: {what}" for value, what in found if value > MOVED}


def for_everybody(phone, scheme, only=None):
    """Say which rules of axe-core, or of `only` these, the page breaks that a phone shows."""
    phone.page.evaluate(AXE_SCRIPT)
    return {f"{scheme} {violation}" for violation in phone.page.evaluate(AXE, [only, BESIDES])}


def opened(evening, name, language):
    """Open a page on the phone of a language, in its colours."""
    phone = evening.phones[language]
    phone.page.emulate_media(color_scheme=SCHEMES[language][0])
    return phone.go(PAGES[name].format(**evening.places))


@pytest.mark.parametrize("language", SCHEMES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_every_phone(evening, name, language):
    phone = opened(evening, name, language)
    found = jumps(phone, language) | fits(phone, language) | set(phone.page.evaluate(STILL))
    assert not found, "\n" + "\n".join(sorted(found))


@pytest.mark.parametrize("language", SCHEMES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_for_everybody(evening, name, language):
    found = for_everybody(opened(evening, name, language), *SCHEMES[language])
    assert not found, "\n" + "\n".join(sorted(found))


@pytest.mark.parametrize("name", CLOSE)
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_nothing_moves_while_a_first_page_comes(evening, browser, server, name, locale):
    """The face of headings is there before they are drawn: in another they take more lines, or fewer."""
    known, found = evening.phones["en"].context.storage_state(), set()
    for width in WIDTHS:
        phone = Phone(browser, server, width=width, height=640, locale=locale, bypass_csp=True, storage_state=known)
        phone.context.add_init_script(SHIFTS)
        phone.go(PAGES[name].format(**evening.places))
        found |= jumps(phone, str(width))
        phone.context.close()
        assert not phone.unforgiven
    assert not found, "\n" + "\n".join(sorted(found))


def test_a_name_is_as_far_from_its_disc_whatever_else_its_row_shows(evening):
    phone = evening.phones["en"]
    phone.go(PAGES["rarer things"].format(**evening.places))
    left, right = (
        phone.find(f"#caught .row > {it}").evaluate_all(f"all => all.map((it) => it.getBoundingClientRect().{side})")
        for it, side in ((".disc", "right"), ("bdi", "left"))
    )
    assert len({name - disc for disc, name in zip(left, right, strict=True)}) == 1


def test_a_number_of_three_digits_stays_in_one_piece(evening):
    """A sum of 179 stood as 17 above 9."""
    phone = opened(evening, "result", "de")
    phone.page.set_viewport_size({"width": 320, "height": 568})
    heights = phone.find(".total td").evaluate_all("all => all.map((it) => it.clientHeight)")
    line = phone.find(".total td").first.evaluate("it => parseFloat(getComputedStyle(it).lineHeight)")
    assert len(heights) == 3
    assert max(heights) < 2 * line


def test_a_refusal_fits_every_phone_and_is_for_everybody(evening):
    phone = evening.phones["en"]
    phone.forgive("status of 422")
    phone.go(PAGES["score"].format(**evening.places))
    phone.page.fill("#box-keys", "13")
    phone.page.keyboard.press("Tab")
    phone.reads("#refusal", "Keys: must be 0 to 12")
    found = fits(phone, "en") | for_everybody(phone, "light")
    assert not found, "\n" + "\n".join(sorted(found))
