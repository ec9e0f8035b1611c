"""What a move did is in view between the bars and has focus: every move of every game, on a large and a small phone."""

import pytest

from tests.browser.cases import CASES
from tests.browser.cases_tales import CARD, GOALS, NUMBER, award, begun, tales
from tests.browser.moves import ANYWAY, BEGIN, FIRST, SPACE, TOP, Case, djinn, do, open_table
from tests.browser.phones import Phone

pytestmark = pytest.mark.browser

SIZES = ((390, 844), (320, 568))
OTHERS = {
    "djinn.hold",
    "efreet_war.count_on_board",
    "emperor.count_on_board",
    "djinn.rematch",
    "efreet_war.rematch",
    "tales.not_so",
    "tales.rematch",
    "war_game.rematch",
}
"""What changes no table: a seat's own note, what a house has learned, and another table that is opened; and what is
tapped on no phone but on a board."""
PLACE = """() => {
    const {outcome} = document.documentElement.dataset;
    const it = document.getElementById(outcome) ?? document.querySelector("main h1");
    const {top, bottom} = it.getBoundingClientRect(), nav = document.querySelector("#nav");
    const fields = [...it.querySelectorAll("input, select, button")].map((field) => field.value);
    return {
        id: outcome,
        under: document.querySelector("#top").getBoundingClientRect().bottom - top,
        over: bottom - nav.getBoundingClientRect().top,
        text: [it.ariaLabel, it.innerText, ...fields].join(" ").replace(/\\s+/g, " "),
        said: it.contains(document.activeElement) || it.matches("[role=status]"),
        scrolled: scrollY,
        tab: nav.querySelector("[aria-current]")?.getAttribute("href"),
        title: document.title,
    };
}"""


def opened(phone, case):
    """Open the table of a case; give its game and code."""
    game, *table = case.table
    code = open_table(phone, game, *table)
    if case.route == "djinn.confirm_paths":
        phone.post("djinn/box/reset/city")  # the box keeps what another test told, and would not ask
        code = open_table(phone, game, *table)
    for _ in range(60 if case.needs else 0):  # chance decides whether such a table has it
        if f'id="{case.needs}"' in phone.context.request.get(f"{game}/{code}/{case.page}").text():
            break
        code = open_table(phone, game, *table)
    return game, code


def made(phone, case):
    """Make the move of a case on a page, as a thumb does; give where its outcome is."""
    game, code = opened(phone, case)
    phone.go(f"{game}/{code}/{case.page}")
    phone.quiet()  # the first live update has come
    for n, tap in enumerate(case.taps):
        if tap != "#offer button" and case.taps[n + 1 :] in ((), ("#offer button",)):
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
    phone.until(lambda: phone.page.evaluate(PLACE)["said"], True)  # for a moment a live update may hold the focus
    place = phone.page.evaluate(PLACE)
    if case.route == "djinn.confirm_paths":
        phone.post("djinn/box/reset/city")  # the box keeps it, and no later table would ask
    return code, place


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
        hand.sees(hand.find(f'#main:has-text("{case.words}"), #main [aria-label*="{case.words}"]').first)
        assert it["scrolled"] == 0
        assert it["tab"] or case.left == "result"
        lit = f"/{game}/{code}/{case.left or case.page}".split("?")[0]
        assert it["tab"] == (lit.replace("/result", "/score") if game == "djinn" else lit), it
        assert hand.page.title() == it["title"]


READY_ALONE = [do("goal", seat="0", destiny="3"), do("first", seat="0"), do("draw-skills")]
NEXT = {
    "the number, once the row is known": (
        Case("tales.row", begun(CARD), "turn", ("#roll button >> nth=0",), "row", "Row "),
        "#give-number button >> nth=0",
    ),
    "the die, once the number is known": (
        Case(
            "tales.number",
            begun(*NUMBER[:2]),
            "turn",
            ("#give-number button >> nth=0",),
            "gives",
            "842",
            fill=(("#given", "842"),),
        ),
        "#destiny .all",
    ),
    "the next one's goal, once one is set": (
        Case(
            "tales.goal", tales(*GOALS[:1]), "setup", ("#goal-1 summary", "#goal-1 button >> nth=20"), "before", "tale"
        ),
        "#goal-2 summary",
    ),
    "the first skills, once the goals are set": (
        Case(
            "tales.goal", tales(*GOALS[:2]), "setup", ("#goal-2 summary", "#goal-2 button >> nth=20"), "before", "tale"
        ),
        "#pick button >> nth=0",
    ),
    "the next one's skill, once one is picked": (
        Case("tales.skill", tales(*GOALS), "setup", ("#pick button >> nth=10",), "before", "tale"),
        "#pick button >> nth=0",
    ),
    "declaring, once an award has met the goal": (
        Case(
            "tales.award",
            tales(*READY_ALONE, BEGIN, award(destiny="2", story="17"), count=1),
            "turn?doing=more",
            ("#award label:has([name=destiny][value='1'])", "#award button.go"),
            "declare",
            "gains Beloved",
            fill=(("#usual [name=statuses]", "beloved"),),
        ),
        "#declare button",
    ),
}
IN_VIEW = """it => {
    const {top, bottom} = it.getBoundingClientRect();
    const [above, below] = ["top", "nav"].map((id) => document.getElementById(id).getBoundingClientRect());
    return above.bottom <= top && bottom <= below.top;
}"""


@pytest.mark.parametrize(("case", "following"), NEXT.values(), ids=NEXT)
def test_what_comes_next_is_in_view_too(hand, case, following):
    _, it = made(hand, case)
    assert it["id"] == case.outcome
    assert case.words in it["text"]
    assert it["said"]
    assert hand.find(following).evaluate(IN_VIEW)


LARGE = "addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; });"


@pytest.mark.parametrize("size", SIZES, ids=["large", "small"])
@pytest.mark.parametrize("name", [*NEXT][:2])
def test_what_comes_next_pushes_nothing_out_of_view_in_large_type(phone, name, size):
    hand = phone(width=size[0], height=size[1], locale="de-DE")
    hand.page.add_init_script(LARGE)
    case, _ = NEXT[name]
    _, it = made(hand, case)
    assert it["id"] == case.outcome
    assert it["under"] <= 1, it
    assert it["over"] <= 1, it


def test_no_move_is_left_out(new_app):
    """Every route by which a table moves is among the cases."""
    rules = new_app().url_map.iter_rules()
    games = {case.table[0] for case in CASES}
    posts = {rule.endpoint for rule in rules if "POST" in rule.methods and "code" in rule.arguments}
    moves = {endpoint for endpoint in posts - OTHERS if endpoint.split(".")[0] in games}
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


def test_an_answer_after_the_live_update_shows_what_the_tap_did(hand):
    """The stream tells of the move first, and the map no longer says what it said when it was tapped."""
    code = open_table(hand, *djinn(BEGIN, *[do("end-turn", seat=seat) for seat in "012"], count=3, **FIRST))
    hand.go(f"djinn/{code}/hunt").quiet()
    held = []
    hand.page.route("**/stand?*", lambda route: held.extend((route, route.fetch())))
    space = hand.find("#at-taps > g:has(circle) >> nth=0").element_handle()
    hand.tap("#at-taps > g:has(circle) >> nth=0")
    hand.sees("#here")
    assert not space.evaluate("it => it.isConnected"), "the answer to one space would be shown as another's"
    hand.until(lambda: len(held), 2)
    held[0].fulfill(response=held[1])
    hand.sees("#arrived")
    hand.quiet()
    it = hand.page.evaluate(PLACE)
    hand.page.unroute("**/stand?*")
    assert (it["id"], it["said"]) == ("arrived", True)
    assert max(it["under"], it["over"]) <= 1, it


def made_but_for(phone, case, held):
    """Make a move while the live update of its page is held back."""
    game, *table = case.table
    code = open_table(phone, game, *table)
    if case.route == "djinn.confirm_paths":
        phone.post("djinn/box/reset/city")  # the box keeps what another test told, and would not ask
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
    bob.reads("#happened", "flees to the supply")
    bob.quiet()
    assert abs(bob.page.evaluate("scrollY") - 400) < 200  # what came above pushes down at most
    assert bob.page.evaluate("document.activeElement === document.body")
    bob.misses("[data-outcome]")
    bob.context.close()


def test_without_scripts_the_page_comes_back_at_what_the_move_did(browser, server):
    ann = Phone(browser, server, width=320, height=568, js=False)
    code = open_table(ann, *djinn(BEGIN, **FIRST))
    ann.go(f"djinn/{code}/hunt").tap(SPACE)
    ann.tap(ANYWAY)
    ann.tap("#catching label:has([name=boss])")
    ann.tap("#catching button.go")
    ann.at(f"/djinn/{code}/hunt#happened")
    ann.reads("#happened", "catches 1 Boss")
    ann.context.close()
