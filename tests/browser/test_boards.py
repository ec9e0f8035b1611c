"""A screen in the middle of the table: it stays there whatever the table does, and is read from two metres."""

import pytest

from tests.browser import cases_tales, shown
from tests.browser.cases_war_game import FIGHT, SIDES, begun as besieged
from tests.browser.moves import ALONE, AT_ROUND, BEGIN, MARCH, djinn, do, emperor, make, open_table, war
from tests.browser.test_lost_connections import BROKEN

pytestmark = pytest.mark.browser

FALL, AGAIN = do("out", seats="3"), do("rematch")
"""The Emperor of the second team falls: the duel is over."""
EVENINGS = {
    "emperor": (emperor(BEGIN), [do("out", seats="4"), do("next", team="0"), BEGIN]),
    "efreet_war": (war(do("deal"), BEGIN), [do("break-off"), AGAIN]),
}
"""A table as it begins, and the moves from there to the next game; a rematch is at a table of its own."""


def follow(phone, code):
    """Find the table that a rematch has opened."""
    answer = phone.context.request.get(f"t/{code}/board", max_redirects=9)
    return answer.url.split("/")[4]


@pytest.mark.parametrize("game", EVENINGS)
def test_a_board_stays_a_board_through_three_rematches_and_a_restart(own_server, phone, game):
    """A duel's end made a phone's page of it, and a rematch asked a television who it was."""
    ann, screen = phone(at=own_server), phone(at=own_server, width=1920, height=1080)
    opened, moves = EVENINGS[game]
    code = open_table(ann, *opened)
    screen.forgive(*BROKEN)
    screen.go(f"t/{code}/board").at(f"/{game}/{code}/board")
    for time in range(3):
        for move, choices in moves:
            make(ann, opened[0], code, move, choices)
            screen.quiet()
            screen.sees("#board")
        code = follow(ann, code)
        screen.at(f"/{game}/{code}/board")
        if time == 1:
            own_server.kill()
            own_server.start()
        if game == "efreet_war":
            make(ann, game, code, *BEGIN)
        screen.reads("#board h1", "turn")


def test_a_board_that_slept_through_rematches_wakes_at_the_latest_one(phone):
    """Its old address leads there, too: it may have been turned off and on."""
    ann, screen = phone(), phone(width=1024, height=768)
    code = first = open_table(ann, *war(do("deal"), BEGIN))
    for _ in range(2):
        make(ann, "efreet_war", code, "break-off", {})
        make(ann, "efreet_war", code, "rematch", {})
        code = follow(ann, code)
        make(ann, "efreet_war", code, *BEGIN)
    screen.go(f"efreet_war/{first}/board?lying=1").at(rf"/efreet_war/{code}/board\?lying=1")


HURT = [do("life", seat=str(seat), by="-1") for seat in range(6)]
POISONED = [do("life", seat="4", by="6", counter="poison"), do("life", seat="1", by="2", counter="energy")]
TABLES = {
    "emperor": emperor(BEGIN, MARCH, *HURT, *POISONED, do("time", on="y")),
    "a fall": emperor(BEGIN, MARCH, *HURT, *POISONED, do("out", seats="2")),
    "emperor of 14": ("emperor", 14, {}, (do("first", team="0"), BEGIN, *HURT, *POISONED)),
    "war": war(do("deal"), BEGIN, *HURT, *POISONED, count=6, mode="emperor"),
    "war of nine": war(do("deal"), BEGIN, count=9),
    "war not begun": war(do("first", seat="0"), count=6, mode="emperor"),
    "war of each for themselves": war(do("deal"), BEGIN, do("attack", resource="king"), count=4),
    "war game": besieged(*FIGHT),
    "war game of three": besieged(*SIDES, count=3),
    "war game of four": besieged(do("supply", die="6"), count=4),
    "djinn": djinn(*AT_ROUND, count=4),
    "tom": djinn(BEGIN, do("reveal"), **ALONE),
    "tales": cases_tales.begun(),
}
CROWDED = ("emperor of 14", "war of nine")
"""Where a ring on an upright phone is too narrow for totals as large as elsewhere."""
SIZES = ((1024, 768), (1366, 768), (1920, 1080), (844, 390), (768, 1024), (390, 844))
LOOK = """() => {
    const found = [], {scrollWidth, scrollHeight} = document.documentElement;
    if (scrollWidth > innerWidth || scrollHeight > innerHeight) found.push("scrolls");
    const inside = ({top, left, right, bottom}) =>
        top >= -1 && left >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    for (const it of document.querySelectorAll(".sitter, #corner, #stage > svg, #stage .field, #board h1"))
        if (!inside(it.getBoundingClientRect())) found.push(`is cut off: ${it.id || it.localName}`);
    for (const it of document.querySelectorAll(".total")) {
        const {x, y, width, height} = it.getBoundingClientRect();
        const seen = document.elementsFromPoint(x + width / 2, y + height / 2);
        const above = seen.slice(0, seen.indexOf(it.parentElement)).filter((one) => !it.parentElement.contains(one));
        if (above.length) found.push(`is covered: ${it.parentElement.innerText} by ${above[0].className}`);
        if (width > it.parentElement.clientWidth) found.push(`is wider than its disc: ${it.innerText}`);
    }
    const words = (it) => {
        const range = document.createRange();
        range.selectNodeContents(it);
        return range.getBoundingClientRect();
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    for (const [it, sitter] of all("#centre > *").flatMap((it) => all(".sitter").map((one) => [it, one]))) {
        const said = words(it), disc = sitter.getBoundingClientRect();
        const [x, y] = [disc.x + disc.width / 2, disc.y + disc.height / 2];
        const near = [Math.min(Math.max(x, said.left), said.right), Math.min(Math.max(y, said.top), said.bottom)];
        if (Math.hypot(near[0] - x, near[1] - y) < disc.width / 2)
            found.push(`lies over ${sitter.id}: ${it.innerText}`);
    }
    const frame = document.querySelector("#beside").getBoundingClientRect();
    const seen = ({left, bottom}) => left < frame.right && bottom <= frame.bottom + 1;
    for (const it of document.querySelectorAll("#beside h2")) {
        const [above, below] = [it, it.nextElementSibling].map((one) => one.getBoundingClientRect());
        if (seen(above) && (!seen(below) || below.top < above.bottom - 1))
            found.push(`has nothing below it: ${it.innerText}`);
    }
    const told = all("#beside .news").some((it) => seen(it.getBoundingClientRect()));
    if (!told && document.querySelector("#round, .field")) found.push("what happened last is unseen");
    for (const it of all(".race .row")) {
        const high = it.querySelector("svg").clientHeight;
        if (high && it.offsetHeight > 2 * high) found.push("a number lies below its race");
    }
    return found;
}"""
"""Says what is not as it should be on a screen in the middle of the table."""
HIGH = """() => [...document.querySelectorAll(".total")]
    .map((it) => parseFloat(getComputedStyle(it).fontSize) / innerHeight)"""
CONTRAST = """() => {
    const channels = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255);
    const bright = (colour) => channels(colour)
        .map((one) => (one <= .04045 ? one / 12.92 : ((one + .055) / 1.055) ** 2.4))
        .reduce((sum, one, n) => sum + one * [.2126, .7152, .0722][n], 0);
    return [...document.querySelectorAll(".sign")].map((it) => {
        const {color, backgroundColor} = getComputedStyle(it);
        const [dark, light] = [bright(color), bright(backgroundColor)].sort((a, b) => a - b);
        return (light + .05) / (dark + .05);
    });
}"""


@pytest.mark.parametrize("name", TABLES)
def test_a_board_fills_every_screen_and_nothing_is_cut_off(phone, name):
    screen = phone(scheme="light", locale="de-DE")
    code = open_table(phone(), *TABLES[name])
    screen.go(f"t/{code}/board").sees("#board")
    found = set()
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        found |= {f"{width}x{height}: {one}" for one in screen.page.evaluate(LOOK)}
        large = width > 390 or name not in CROWDED
        found |= {
            f"{width}x{height}: life at {high:.1%}" for high in screen.page.evaluate(HIGH) if large and high < 0.08
        }
    assert not found, "\n".join(sorted(found))


def test_every_life_total_is_told_in_a_small_picture_of_a_television(phone):
    """In 480x270 pixels a digit is 26 high: a camera across the room sees as much. Signs stand out in both schemes."""
    screen = phone(width=1920, height=1080)
    code = open_table(screen, *TABLES["emperor of 14"])
    screen.go(f"t/{code}/board").sees(".total", count=14)
    assert min(screen.page.evaluate(HIGH)) * 270 > 25
    for scheme in ("dark", "light"):
        screen.page.emulate_media(color_scheme=scheme)
        assert min(screen.page.evaluate(CONTRAST)) >= 3
    assert (
        screen.page.evaluate("new Set([...document.querySelectorAll('.sign use')].map((it) => it.href.baseVal)).size")
        == 14
    )


def test_a_board_says_how_to_join_until_all_sit(phone):
    ann, bob, screen = phone(), phone(), phone(width=1024, height=768)
    code = ann.open_table("first_game", names=("Ann", "Bob"))
    ann.sit(code, 0)
    screen.go(f"t/{code}/board").sees("#corner .qr svg")
    bob.sit(code, 1)
    screen.misses("#corner .qr")
    screen.reads("#corner .code", code)


def test_a_board_that_lies_faces_each_player_and_counts_for_who_may(phone):
    """A tablet that hosts counts what is tapped on it, and stays the board; one that only watches has no buttons."""
    tablet, screen = phone(width=1024, height=768), phone(width=1024, height=768)
    code = open_table(tablet, *emperor(BEGIN))
    tablet.go(f"t/{code}/board").tap("#lay")
    tablet.sees("#sits-3.above")
    assert tablet.page.evaluate("getComputedStyle(document.querySelector('#sits-3')).rotate") == "180deg"
    tablet.tap("#less-3")
    tablet.reads("#sits-3 .total", "19")
    tablet.tap("#more-0")
    tablet.reads("#sits-0 .total", "21")
    tablet.at(rf"/{code}/board\?lying=1")
    screen.go(f"t/{code}/board?lying=1").reads("#sits-3 .total", "19")
    screen.misses(".sitter form")
    tablet.tap("#lay")
    tablet.misses(".turned")


def test_quick_taps_on_a_board_all_count(phone):
    """The second of a double tap was taken for an impatient finger's."""
    tablet = phone(width=1024, height=768)
    code = open_table(tablet, *emperor(BEGIN))
    tablet.go(f"t/{code}/board?lying=1").sees("#less-3")
    for _ in range(2):
        tablet.page.dblclick("#less-3")
    tablet.reads("#sits-3 .total", "16")


TOUCHED = """() => [...document.querySelectorAll(".sitter form button")].map((it) => {
    const {width, height, left, top} = it.getBoundingClientRect();
    const own = document.elementFromPoint(left + width / 2, top + height / 2) === it;
    return own ? Math.min(it.offsetWidth, it.offsetHeight) : 0;
})"""
"""How large the buttons are that a finger finds on a board, in pixels."""


@pytest.mark.parametrize("name", ["emperor", "emperor of 14", "war"])
def test_a_board_that_asks_counts_while_the_host_allows_it(phone, name):
    """It shows letters, and the host's menu names them; what was allowed is there at once, and gone as soon."""
    host, screen = phone(), phone(width=1024, height=768)
    code = open_table(host, *TABLES[name])
    screen.go(f"t/{code}/board?lying=1").misses(".sitter form")
    screen.tap("#ask-to-count button")
    screen.at(rf"/{code}/board\?lying=1")
    letters = screen.find("#letters strong").inner_text()
    host.go(f"t/{code}").reads("#host", f"Big screen {letters} wants to count life")
    host.tap("#host a")
    host.at("/menu#screens")
    host.misses("#host")
    host.reads("#screens", f"{letters} wants to count life")
    host.tap("#screens [name=counts]")
    host.reads("#screens", f"{letters} counts life")
    screen.sees("#less-3")
    host.go(f"t/{code}").sees("h1")
    host.misses("#host")
    before = int(screen.find("#life-3").inner_text())
    for _ in range(2):
        screen.page.dblclick("#less-3")
    screen.reads("#life-3", str(before - 4))
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(LOOK) == []
        if name == "emperor of 14" and min(width, height) < 600:
            screen.misses("#less-3:visible")
        else:
            assert min(screen.page.evaluate(TOUCHED)) >= 44, (width, height)
    host.go(f"t/{code}/menu").tap("#screens button")
    screen.misses(".sitter form")
    screen.misses("#letters")


def test_the_cursor_goes_from_a_board_until_it_is_moved(phone):
    screen = phone(width=1920, height=1080)
    code = screen.open_table("first_game", names=("Ann", "Bob"))
    screen.go(f"t/{code}/board").sees("body.idle")
    shown.look()  # sooner than it would by itself
    screen.page.mouse.move(300, 300)
    screen.sees("body:not(.idle)")


def test_a_board_seats_any_number_and_shows_an_attack_and_a_long_number(phone):
    screen = phone(width=1366, height=768)
    long = do("life", seat="0", value="-999"), do("life", seat="1", value="120")
    attack = do("attack", resource="lamp")
    for count in range(2, 15):
        code = open_table(screen, *war(do("deal"), BEGIN, *long, attack, count=count))
        screen.go(f"t/{code}/board").sees(f".of-{count}")
        screen.sees(".total.long")
        screen.sees(".total.longest")
        screen.sees("#resources .attack")
        assert screen.page.evaluate(LOOK) == []


UNSEEN = """() => [...document.querySelectorAll("#resources :is(strong, small)")].filter((it) => {
    const {top, bottom, right} = it.getBoundingClientRect(), frame = it.closest("#beside").getBoundingClientRect();
    return it.checkVisibility() && (top < frame.top || bottom > frame.bottom + 1 || right > innerWidth);
}).map((it) => it.textContent)"""
"""Lists the Resources that are cut off."""


@pytest.mark.parametrize("count", [4, 14])
def test_a_board_of_the_war_shows_every_resource_and_how_strong_guardians_are(phone, count):
    """On a tablet that stood, a third of them had no room, on a phone none; the race of many took all there was."""
    screen = phone(width=1024, height=768, locale="de-DE")
    code = open_table(phone(), *war(do("deal"), BEGIN, do("attack", resource="king"), count=count))
    screen.go(f"t/{code}/board").sees("#resources strong", count=12)
    told = " ".join(screen.page.locator("#resources small").all_inner_texts())
    assert "Shivan Dragon 5/5" in told
    assert "Scryb Sprites 1/1" in told
    for width, height in SIZES:
        screen.page.set_viewport_size({"width": width, "height": height})
        assert screen.page.evaluate(UNSEEN) == [], (width, height)


@pytest.mark.parametrize(("count", "teams"), [(9, 3), (12, 4)])
def test_a_board_joins_the_players_of_each_team_by_a_line_of_its_own(phone, count, teams):
    screen = phone(width=1366, height=768)
    code = open_table(screen, "emperor", count, {"teams": str(teams)}, (do("first", team="0"), BEGIN))
    screen.go(f"t/{code}/board").sees("#round")
    for team in range(teams):
        assert screen.page.locator(f".lines .team-{team}").count() >= 2


def test_a_board_of_tales_says_the_paragraph_that_is_read(phone):
    screen = phone(width=1366, height=768)
    code = open_table(screen, *cases_tales.begun(*cases_tales.NUMBER, do("destiny", roll="1")))
    screen.go(f"t/{code}/board").sees("#paragraph-read")
