"""What a move did is in view between the bars and has focus: every move of every game, on a large and a small phone."""

import re
from typing import NamedTuple

import pytest

from tests.browser.phones import Phone
from tests.browser.test_looks import SLOTS

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (320, 568))
NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
TOP = "h1"
"""The outcome of a move that leads to another page or phase: that it begins at its top."""
PLACE = """() => {
    const {outcome} = document.documentElement.dataset;
    const it = document.getElementById(outcome) ?? document.querySelector("main h1");
    const {top, bottom} = it.getBoundingClientRect(), nav = document.querySelector("#nav");
    const fields = [...it.querySelectorAll("input, select")].map((field) => field.value);
    return {
        id: outcome,
        under: document.querySelector("#top").getBoundingClientRect().bottom - top,
        over: bottom - nav.getBoundingClientRect().top,
        text: [it.innerText, ...fields].join(" ").replace(/\\s+/g, " "),
        said: it.contains(document.activeElement) || it.matches("[role=status]"),
        scrolled: scrollY,
        tab: nav.querySelector("[aria-current]")?.getAttribute("href"),
        title: document.title,
    };
}"""


class Case(NamedTuple):
    """A move: its route, the table it is made at, the page and the taps, and where it shows what it did."""

    route: str
    table: tuple
    page: str
    taps: tuple[str, ...]
    outcome: str
    words: str
    left: str = ""
    """The page that the move leads to, if it is another."""
    fill: tuple[tuple[str, str], ...] = ()
    needs: str = ""


def djinn(*moves, count=3, **options):
    return "djinn", count, options, moves


def emperor(*moves, **options):
    return "emperor", 6, options, (do("first", team="0"), *moves)


def war(*moves, count=3, **options):
    return "efreet_war", count, {"mode": "free", "emperor_ends": "y"} | options, moves


def do(move, **form):
    return move, form


BEGIN = do("begin")
MARCH = do("march", name="Sorcerer", owner="2", to="1")
ALONE = {"count": 1, "deck": "12"}
FIRST = {"first_game": "y"}
SAID = (("#word [name=word]", "Karneol"),)


def won(count):
    """Catch the Bosses of the first spaces."""
    return [do("catch", seat="0", slot=slot, boss="y") for slot in SLOTS[:count]]


def killed(resource):
    """Attack a Resource and see its Guardians dead."""
    return do("attack", resource=resource), do("kill", resource=resource)


SPACE = ".spaces a >> nth=-1"
CASES = [
    # The set-up of Djinn
    *(
        Case("djinn.reroll", djinn(), "setup", taps, outcome, words)
        for taps, outcome, words in (
            (("#reroll > button",), "map", ""),
            (("#reroll-one summary", "#reroll-one button[value=layout]"), "map", ""),
            (("#reroll-one summary", "#reroll-one button[value=djinn]"), "map", ""),
            (("#reroll-one summary", "#reroll-one button[value=passages]"), "players-2", "Secret Passages"),
            (("#reroll-one summary", "#reroll-one button[value=start]"), "players-3", "dragon"),
            (("#reroll-one summary", "#reroll-one button[value=cards]"), "step-cards", "Scoring Cards"),
            (("#reroll-one summary", "#reroll-one button[value=tiles]"), "tiles-1", "Character Tiles"),
        )
    ),
    Case("djinn.tick", djinn(), "setup", ("#tick-tiles button",), "tick-tiles", "tiles"),
    Case("djinn.untick", djinn(do("tick", step="tiles")), "setup", ("#tick-tiles button",), "tick-tiles", "tiles"),
    Case("djinn.pick", djinn(), "draft", ("[id^=pick-] button >> nth=-1",), "tile-", "·"),
    Case("djinn.begin", djinn(), "hunt", ("#begin button",), TOP, "turn"),
    Case("djinn.begin", djinn(**ALONE), "hunt", ("#begin button",), TOP, "Ann's turn"),
    # The hunt
    Case("djinn.end_turn", djinn(BEGIN, **FIRST), "hunt", ("#end-turn button",), "told", "ends the turn"),
    Case(
        "djinn.end_turn",
        djinn(BEGIN, *won(6), *[do("end-turn", seat=seat) for seat in "012"], count=3, **FIRST),
        "hunt",
        ("#end-turn button",),
        "told",
        "",
    ),
    Case("djinn.pause", djinn(BEGIN, **FIRST), "hunt", ("#pause button",), "pause", "0:0"),
    Case("djinn.resume", djinn(BEGIN, do("pause"), **FIRST), "hunt", ("#pause button",), "pause", "0:0"),
    Case(
        "djinn.catch",
        djinn(BEGIN, **FIRST),
        "hunt",
        (SPACE, "#catching label:has([name=boss])", "#catching button.go"),
        "told",
        "From the bag to the round",
    ),
    Case(
        "djinn.catch",
        djinn(BEGIN, **FIRST),
        "hunt",
        (SPACE, "#catching label:has([name=djinn]) >> nth=0", "#catching button.go"),
        "told",
        "catches 1 ",
    ),
    Case(
        "djinn.catch",
        djinn(BEGIN, *won(5), **FIRST),
        "hunt",
        (SPACE, "#catching label:has([name=boss])", "#catching button.go"),
        "told",
        "The last Boss is gone",
    ),
    Case(
        "djinn.catch",
        djinn(BEGIN, *won(5), **ALONE),
        "hunt",
        (SPACE, "#catching [name=at_once] >> nth=0"),
        "told",
        "you win!",
    ),
    Case(
        "djinn.flee",
        djinn(BEGIN, **FIRST),
        "hunt",
        (SPACE, "#catching summary", "#catching button:has-text('The Boss flees')"),
        "told",
        "flees to the supply",
    ),
    Case(
        "djinn.remove",
        djinn(BEGIN, **FIRST),
        "hunt",
        (
            SPACE,
            "#catching label:has([name=djinn]) >> nth=0",
            "#catching summary",
            "#catching button:has-text('The chosen Djinn leave')",
        ),
        "told",
        "Set aside",
    ),
    Case("djinn.draw", djinn(BEGIN, **FIRST), "rarer", ("[id^=draw-] button",), "caught-", ""),
    Case(
        "djinn.supply_boss",
        djinn(
            BEGIN, do("flee", seat="0", slot="R1"), *won(6)[1:], *[do("end-turn", seat=s) for s in "012012"], **FIRST
        ),
        "rarer",
        ("[id^=supply-] button >> nth=-1",),
        "caught-",
        "",
    ),
    # Against Tom
    Case("djinn.reveal", djinn(BEGIN, **ALONE), "hunt", ("#reveal button",), "told", ""),
    Case(
        "djinn.reveal",
        djinn(BEGIN, *[do("reveal")] * 11, **ALONE),
        "hunt",
        ("#reveal button",),
        "told",
        "Tom has won",
    ),
    Case(
        "djinn.reveal_printed",
        djinn(BEGIN, printed="y", **ALONE | {"deck": "15"}),
        "hunt",
        ("#reveal label:has([name=nothing])", "#reveal button.go"),
        "told",
        "Nothing",
    ),
    Case("djinn.flip", djinn(BEGIN, *won(6), **ALONE), "hunt", ("#flip button",), "told", "flipped"),
    # The score of Djinn
    Case("djinn.count", djinn(), "score?all=1", ("#count-hats button[value='1']",), "row-hats", "1"),
    Case("djinn.count", djinn(), "score", ("#box-coins",), "row-coins", "7", fill=(("#box-coins", "7"),)),
    Case("djinn.private", djinn(), "score", ("#private button",), "private", "", needs="private"),
    Case("djinn.finish", djinn(), "score", ("#finish button",), TOP, "", left="result"),
    # Emperor
    Case("emperor.mix", emperor(), "seats", ("#mix button",), "sitting", "Ann"),
    Case("emperor.swap", emperor(), "seats", ("#swapping summary", "#swap button"), "sitting", "Ann"),
    Case(
        "emperor.range",
        emperor(),
        "seats",
        ("#ranging summary", "#range label >> nth=1", "#range button"),
        "range-now",
        "Range",
    ),
    Case("emperor.first", emperor(), "seats", ("#first button >> nth=1",), "team-1", "plays first"),
    Case("emperor.draw_first", emperor(), "seats", ("#draw-first button",), "team-", "plays first"),
    Case(
        "emperor.ante",
        emperor(ante="y"),
        "seats",
        ("#ante-5 button",),
        "ante-5",
        "Lotus",
        fill=(("#ante-5 [name=card]", "Lotus"),),
    ),
    Case("emperor.begin", emperor(), "seats", ("#begin button",), TOP, "turn", left="ring"),
    Case("emperor.end_turn", emperor(BEGIN), "ring", ("#end-turn button",), "turn", "turn"),
    Case("emperor.life", emperor(BEGIN), "ring?seat=3", ("#life-3 button:nth-of-type(2)",), "life-3", "15"),
    Case("emperor.life", emperor(BEGIN), "ring?seat=3", ("#life",), "life-3", "7", fill=(("#life", "7"),)),
    Case(
        "emperor.out",
        emperor(BEGIN),
        "ring",
        ("#doing-out summary", "#out label >> nth=0", "#out button"),
        "told",
        "Out: ",
    ),
    Case(
        "emperor.out",
        emperor(BEGIN),
        "ring",
        ("#doing-out summary", "#out label:has-text('Bob')", "#out button"),
        TOP,
        "The team of Eve wins",
        left="result",
    ),
    Case(
        "emperor.march",
        emperor(BEGIN),
        "ring",
        ("#doing-march summary", "#do-march button"),
        "creature-1",
        "Sorcerer",
        fill=(("#do-march [name=name]", "Sorcerer"), ("#do-march [name=to]", "1")),
    ),
    Case(
        "emperor.steal",
        emperor(BEGIN),
        "ring",
        ("#doing-steal summary", "#do-steal button"),
        "creature-1",
        "Sorcerer",
        fill=(("#do-steal [name=name]", "Sorcerer"),),
    ),
    Case(
        "emperor.force",
        emperor(BEGIN),
        "ring?seat=1",
        ("#doing-force summary", "#do-force button"),
        "creature-1",
        "Sorcerer",
        fill=(("#do-force [name=name]", "Sorcerer"),),
    ),
    Case(
        "emperor.deploy",
        emperor(BEGIN, range="official"),
        "ring",
        ("#doing-deploy summary", "#do-deploy button"),
        "creature-1",
        "Sorcerer",
        fill=(("#do-deploy [name=name]", "Sorcerer"), ("#do-deploy [name=to]", "0")),
    ),
    Case("emperor.tap", emperor(BEGIN, MARCH), "ring?creature=1", ("#tapping button",), "creature-1", "Sorcerer"),
    Case(
        "emperor.untap",
        emperor(BEGIN, MARCH, do("tap", creature="1")),
        "ring?creature=1",
        ("#tapping button",),
        "creature-1",
        "Sorcerer",
    ),
    Case("emperor.bury", emperor(BEGIN, MARCH), "ring?creature=1", ("#bury button",), "away", "No creature"),
    Case(
        "emperor.give_back",
        emperor(BEGIN, do("steal", name="Sorcerer", owner="3", by="2")),
        "ring?creature=1",
        ("#give-back button",),
        "creature-1",
        "Sorcerer",
    ),
    Case(
        "emperor.divide",
        emperor(do("ante", seat="0", card="Lotus"), BEGIN, do("out", seats="1"), ante="y"),
        "result",
        ("#divide button",),
        "shares",
        "Lotus",
    ),
    Case(
        "emperor.next",
        emperor(BEGIN, do("out", seats="1")),
        "result",
        ("#next button >> nth=0",),
        TOP,
        "Who sits where",
        left="seats",
    ),
    # The war
    Case("efreet_war.deal", war(), "deal", ("#redeal button",), TOP, "The deal"),
    Case("efreet_war.deal", war(), "deal", ("#lists summary", "#own button"), TOP, "The deal"),
    Case("efreet_war.mix", war(), "deal", ("#mix button",), "sitting", "A"),
    Case("efreet_war.swap", war(), "deal", ("#swapping summary", "#swap button"), "sitting", "A"),
    Case("efreet_war.first", war(), "deal", ("#starting summary", "#first button"), "sits-", "starts"),
    Case("efreet_war.begin", war(), "deal", ("#begin button",), TOP, "turn", left="war"),
    Case("efreet_war.attack", war(BEGIN), "war?resource=ring", ("#attack button",), "attacked", "attacks"),
    Case(
        "efreet_war.kill",
        war(BEGIN, do("attack", resource="ring")),
        "war?resource=ring",
        ("#kill button >> nth=0",),
        "dead",
        "",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, *killed("ring")),
        "war?resource=ring",
        ("#resolve button.go",),
        "uncovered-ring",
        "lay",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, *killed("ring")),
        "war?resource=ring",
        ("#resolve button:not(.go)",),
        "resource",
        "It lies open",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, do("attack", resource="ring")),
        "war?resource=ring",
        ("#resolve button",),
        "resource",
        "",
    ),
    Case(
        "efreet_war.king",
        war(BEGIN, *killed("king"), do("resolve", resource="king", survived="yes")),
        "war?resource=king",
        ("#king button:has-text('Leave')",),
        "resource",
        "It lies open",
    ),
    Case(
        "efreet_war.out",
        war(BEGIN),
        "war",
        ("#doing-out summary", "#out button"),
        "told",
        "Eliminated: Ann",
        fill=(("#out select >> nth=0", "-1"),),
    ),
    Case(
        "efreet_war.out",
        war(BEGIN, count=2),
        "war",
        ("#doing-out summary", "#out button"),
        TOP,
        "Victory",
        left="points",
        fill=(("#out select >> nth=0", "-1"),),
    ),
    Case("efreet_war.end_turn", war(BEGIN), "war", ("#end-turn button",), "turn", "turn"),
    Case(
        "efreet_war.uncover_rest",
        war(BEGIN, do("out", by_0="1"), count=2),
        "points",
        ("#uncover button",),
        "rest",
        "What nobody uncovered",
    ),
    Case(
        "efreet_war.mix_sealed",
        war(BEGIN),
        "war",
        ("#mixing summary", "#mix button"),
        "told",
        "mixed",
    ),
    # Fair draws
    Case("djinn.word", djinn(), "fair", ("#word button",), "words", "Karneol", fill=SAID),
    Case("emperor.word", emperor(), "fair", ("#word button",), "words", "Karneol", fill=SAID),
    Case("efreet_war.word", war(), "fair", ("#word button",), "words", "Karneol", fill=SAID),
    Case("djinn.tell_secret", djinn(do("finish")), "fair", ("#tell button",), "secret", "The secret"),
    Case(
        "emperor.tell_secret",
        emperor(BEGIN, do("out", seats="1")),
        "fair",
        ("#tell button",),
        "secret",
        "The secret",
    ),
    Case(
        "efreet_war.tell_secret",
        war(BEGIN, do("out", by_0="1"), count=2),
        "fair",
        ("#tell button",),
        "secret",
        "The secret",
    ),
    # What is taken back, and restored
    Case(
        "table.take_back",
        djinn(BEGIN, do("flee", seat="0", slot="R1"), **FIRST),
        "hunt",
        ("#undo button",),
        "did",
        "Taken back: The Boss",
    ),
    Case(
        "table.take_back",
        djinn(do("count", seat="0", box="hats", by="1")),
        "score",
        ("#undo button",),
        "did",
        "Taken back: Ann, Hats",
    ),
    Case("table.take_back", emperor(BEGIN), "ring", ("#undo button",), "did", "Taken back: The duel begins."),
    Case("table.take_back", war(BEGIN), "war", ("#undo button",), "did", "Taken back: The war begins."),
    Case(
        "table.restore",
        djinn(do("tick", step="tiles"), do("undo")),
        "setup",
        ("#redo button",),
        "did",
        "Restored: Setup: step 11",
    ),
]


def open_table(phone, game, count, options, moves):
    """Open a table as somebody new, since a phone opens only so many, and make the moves on it; give its code."""
    phone.context.clear_cookies()
    phone.token = None
    form = {"count": str(count), **options}
    for n in range(count):
        form |= {f"players-{n}-name": NAMES[n], f"players-{n}-colour": "red"}
    code = phone.post(f"{game}/new", **form).headers["location"].split("/")[2]
    for move, choices in moves:
        make(phone, game, code, move, choices)
    return code


def make(phone, game, code, move, choices):
    """Make a move without a page; "kill" kills every Guardian of a Resource, "undo" takes back the last move."""
    path, forms = f"{game}/{code}/{move}", [choices]
    if move == "kill":
        page = phone.context.request.get(f"{game}/{code}/war?resource={choices['resource']}").text()
        forms = [{**choices, "guardian": name} for name in re.findall(r'name="guardian" value="([^"]+)"', page)]
    if move == "undo":
        page = phone.context.request.get(f"t/{code}/log").text()
        path, forms = f"t/{code}/undo", [{"entry": re.search(r'id="undo-(\d+)"', page)[1]}]
    for form in forms:
        answer = phone.post(path, seen="9999", **form)
        assert answer.status == 303, re.search(r'role="alert"[^>]*>(.+?)<', answer.text())[1]


def made(phone, case):
    """Make the move of a case on a page, as a thumb does; give where its outcome is."""
    game, *table = case.table
    code = open_table(phone, game, *table)
    for _ in range(60 if case.needs else 0):  # chance decides whether such a table has it
        if f'id="{case.needs}"' in phone.context.request.get(f"{game}/{code}/{case.page}").text():
            break
        code = open_table(phone, game, *table)
    phone.go(f"{game}/{code}/{case.page}")
    phone.quiet()  # the first live update has come
    for n, tap in enumerate(case.taps):
        if n + 1 == len(case.taps):
            for selector, value in case.fill:
                field = phone.find(selector)
                field.select_option(value) if field.evaluate("it => it.localName") == "select" else field.fill(value)
        if n:
            phone.breathe()
        phone.tap(tap)
        if tap == SPACE:
            phone.sees("#catching")
    if case.fill and case.taps[-1] == case.fill[0][0]:
        phone.page.keyboard.press("Enter")
    phone.find("[data-outcome]").first.wait_for(state="attached")
    phone.quiet()
    return code, phone.page.evaluate(PLACE)


@pytest.fixture(scope="module", params=SIZES, ids=["large", "small"])
def hand(request, browser, server):
    """Give a phone for all cases: each opens a table of its own."""
    width, height = request.param
    phone = Phone(browser, server, width=width, height=height)
    yield phone
    phone.context.close()
    assert not phone.unforgiven


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.route)
def test_what_a_move_did_is_in_view_and_has_focus(hand, case):
    code, it = made(hand, case)
    game = case.table[0]
    assert it["id"].startswith(case.outcome), it
    assert case.words in it["text"] or it["id"] == TOP, it
    assert it["under"] <= 1, it
    assert it["over"] <= 1, it
    assert it["said"], it
    if case.left:
        hand.at(f"/{game}/{code}/{case.left}")
    if it["id"] == TOP:
        hand.reads("#main", case.words)
        assert it["scrolled"] == 0
        assert it["tab"] or case.left == "result"
        lit = f"/{game}/{code}/{case.left or case.page}".split("?")[0]
        assert it["tab"] == (lit.replace("/result", "/score") if game == "djinn" else lit), it
        assert hand.page.title() == it["title"]


def test_no_move_is_left_out(new_app):
    """Every route by which a table moves is among the cases."""
    rules = new_app().url_map.iter_rules()
    games = {case.table[0] for case in CASES}
    posts = {rule.endpoint for rule in rules if "POST" in rule.methods and "code" in rule.arguments}
    moves = {endpoint for endpoint in posts if endpoint.split(".")[0] in games}
    assert moves | {"table.take_back", "table.restore"} == {case.route for case in CASES}


def test_a_late_answer_of_the_old_page_changes_nothing_on_the_new_one(hand):
    """The stream tells of the move before its answer is there, and the old block then asks for itself once more."""
    case = next(case for case in CASES if case.route == "emperor.begin")
    held = []
    hand.page.route("**/seats?since=*", lambda route: held.append((route, route.fetch())))
    code, it = made_but_for(hand, case, held)
    assert (it["id"], it["scrolled"]) == (TOP, 0)
    for route, answer in held:
        route.fulfill(response=answer)
    hand.page.unroute("**/seats?since=*")
    hand.quiet()
    it = hand.page.evaluate(PLACE)
    assert it["tab"] == f"/emperor/{code}/ring"
    assert it["title"].startswith("Ring")
    hand.sees("#ring")
    hand.misses("#seats")


def made_but_for(phone, case, held):
    """Make a move while the live update of its page is held back."""
    game, *table = case.table
    code = open_table(phone, game, *table)
    phone.go(f"{game}/{code}/{case.page}")
    phone.until(lambda: len(held) > 0, True)
    phone.tap(case.taps[0])
    phone.sees("#ring")
    phone.page.wait_for_timeout(100)
    return code, phone.page.evaluate(PLACE)


def test_who_only_looks_on_is_not_moved(hand, browser, server):
    """What one phone did comes into view there, and the pages of the others move without scrolling."""
    bob = Phone(browser, server, width=390, height=600)
    code = open_table(hand, *djinn(BEGIN, **FIRST))
    bob.post(f"t/{code}/sit", seat="1")
    bob.go(f"djinn/{code}/hunt").quiet()
    bob.page.evaluate("scrollTo(0, 400)")
    hand.post(f"djinn/{code}/flee", seat="0", slot="R1", seen="9999")
    bob.reads("#told", "flees to the supply")
    bob.quiet()
    assert abs(bob.page.evaluate("scrollY") - 400) < 120  # what came above pushes down at most
    assert bob.page.evaluate("document.activeElement === document.body")
    bob.misses("[data-outcome]")
    bob.context.close()


def test_without_scripts_the_page_comes_back_at_what_the_move_did(browser, server):
    ann = Phone(browser, server, width=320, height=568, js=False)
    code = open_table(ann, *djinn(BEGIN, **FIRST))
    ann.go(f"djinn/{code}/hunt").tap(SPACE)
    ann.tap("#catching label:has([name=boss])")
    ann.tap("#catching button.go")
    ann.at(f"/djinn/{code}/hunt#told")
    ann.reads("#told", "catches 1 Boss")
    ann.context.close()
