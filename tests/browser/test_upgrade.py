"""Pages kept open over an upgrade reload by themselves, and lose nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Server, another_version
from tests.browser.test_lost_connections import BROKEN, hide

pytestmark = pytest.mark.browser

LONG = 4000
"""Milliseconds in which a page that may reload does so."""
RELOADED = 12000


@pytest.fixture
def other_tree(tmp_path):
    """Make another version: this tree with one template changed."""
    tree = tmp_path / "other"
    tree.mkdir()
    return another_version(tree, "templates/base.html", lambda text: text.replace("<body", '<body data-other="1"'))


@pytest.fixture
def upgrade(own_server, other_tree):
    """Give a way to kill the server and start the other version at its address; `meanwhile` happens in between."""

    def upgrade(meanwhile=None):
        own_server.kill()
        if meanwhile:
            meanwhile()
        own_server.root = other_tree
        own_server.start()

    return upgrade


@pytest.fixture
def two(own_server, table):
    """Give phones of Ann and Bob at one table, their streams open."""
    _, ann, bob = table(phones=2, at=own_server)
    for each in (ann, bob):
        each.forgive(*BROKEN)
        each.sees(".who .disc:not(.away)", count=2)
        count_loads(each)
    return ann, bob


def count_loads(phone):
    """Count the pages that a phone loads from now on."""
    phone.loads = 0

    def count(request):
        phone.loads += request.is_navigation_request()

    phone.page.on("request", count)


def is_renewed(phone):
    """Wait until the page is the other version's."""
    phone.find("body[data-other]").wait_for(timeout=RELOADED)


def stays(phone):
    """See that the page is still that of the first version when it could have reloaded long since."""
    phone.page.wait_for_timeout(LONG)
    assert phone.find("body[data-other]").count() == 0


def test_an_open_page_reloads_by_itself_and_once(two, upgrade):
    upgrade()
    for each in two:
        is_renewed(each)
    for each in two:
        each.sees(".who .disc:not(.away)", count=2)
        each.page.wait_for_timeout(LONG)
        assert each.loads == 1


def test_a_restart_of_the_same_version_reloads_nothing(own_server, two):
    own_server.kill()
    two[0].sees("#offline")
    own_server.start()
    for each in two:
        each.sees(".who .disc:not(.away)", count=2)
        each.page.wait_for_timeout(LONG)
        assert each.loads == 0


def test_a_tap_made_while_the_server_was_down_counts_before_the_page_reloads(two, upgrade):
    ann, bob = two

    def tap():
        bob.sees("#offline")
        bob.tap("#tick-board button")
        bob.sees("body.keeping")

    upgrade(tap)
    ann.sees("#tick-board [aria-pressed=true]")
    is_renewed(bob)
    bob.sees("#tick-board [aria-pressed=true]")
    assert bob.log().count("Setup: step 1 is done.") == 1
    assert bob.loads == 1


def test_a_tap_that_still_waits_after_the_upgrade_keeps_the_page(two, upgrade):
    ann, bob = two
    broken = True
    bob.page.route("**/tick", lambda route: route.abort() if broken else route.continue_())
    bob.tap("#tick-board button")
    bob.sees("body.keeping")
    upgrade()
    is_renewed(ann)
    stays(bob)
    broken = False
    is_renewed(bob)
    bob.sees("#tick-board [aria-pressed=true]")
    assert bob.loads == 1


def test_a_tap_that_the_other_version_refuses_is_answered_in_words_until_they_are_read(two, upgrade):
    ann, bob = two
    bob.forgive("status of 422")

    def tap_both():
        for each in two:
            each.sees("#offline")
            each.tap("#tick-board button")
            each.sees("body.keeping")

    upgrade(tap_both)
    late, other = (bob, ann) if "already ticked" in said(bob, ann) else (ann, bob)
    late.forgive("status of 422")
    is_renewed(other)
    stays(late)
    late.reads("#refusal", "This step is already ticked")
    late.page.mouse.click(5, 300)
    is_renewed(late)


def said(phone, other):
    """Wait until one of two phones is refused; read what the first one says."""
    phone.until(lambda: bool(phone.find("#refusal").inner_text() + other.find("#refusal").inner_text()), True)
    return phone.find("#refusal").inner_text()


def test_a_half_typed_number_is_not_lost(two, upgrade):
    ann, bob = two
    bob.go(f"djinn/{bob.code}/score?all=1")
    bob.loads = 0
    bob.write("#box-corks", "5")
    upgrade()
    is_renewed(ann)
    stays(bob)
    assert bob.find("#box-corks").input_value() == "5"
    bob.find("#box-corks").press("Enter")
    is_renewed(bob)
    bob.has("corks", 5)
    assert bob.loads == 1


def test_a_refused_number_waits_for_another_one(two, upgrade):
    _, bob = two
    bob.forgive("status of 422")
    bob.go(f"djinn/{bob.code}/score?all=1")
    bob.fill("#box-corks", "99999")
    bob.sees("#fault")
    upgrade()
    bob.page.mouse.click(5, 300)  # takes the sentence away, not the number
    stays(bob)
    assert bob.find("#box-corks").input_value() == "99999"
    bob.fill("#box-corks", "7")
    is_renewed(bob)
    bob.has("corks", 7)


def test_choices_of_a_form_are_not_lost(phone, own_server, upgrade):
    ann = phone(own_server)
    ann.forgive(*BROKEN)
    code = ann.open_table("first_game")
    ann.post(f"djinn/{code}/begin", seen="1")
    ann.sit(code, 0, "hunt").tap(".spaces a >> nth=0")
    ann.tap("#stand button")
    ann.tap("#catching label:has([name=djinn]) >> nth=0")
    upgrade()
    stays(ann)
    expect(ann.find("#catching [name=djinn] >> nth=0")).to_be_checked()
    ann.tap("#catching button.go")
    ann.reads("#happened", "catches")
    is_renewed(ann)


def test_a_finger_that_rests_on_a_button_is_not_interrupted(two, upgrade):
    _, bob = two
    bob.go(f"djinn/{bob.code}/score?all=1")
    bob.aim(bob.find("#more-coins"))
    bob.page.mouse.move(*bob.spot)
    bob.page.mouse.down()
    upgrade()
    stays(bob)
    bob.page.mouse.up()
    is_renewed(bob)
    bob.has("coins", 1)


def test_a_page_in_a_pocket_reloads_when_it_is_looked_at(two, upgrade):
    ann, bob = two
    bob.page.mouse.move(5, 300)
    bob.page.mouse.down()
    upgrade()
    is_renewed(ann)
    hide(bob)
    bob.page.mouse.up()
    stays(bob)
    hide(bob, False)
    is_renewed(bob)
    assert bob.loads == 1


def test_a_phone_without_a_stream_hears_of_it_from_its_polls(two, upgrade):
    _, bob = two
    bob.page.route("**/events", lambda route: route.abort())
    upgrade()
    is_renewed(bob)
    assert bob.loads == 1


def test_where_one_was_on_the_page_one_is_again(two, upgrade):
    _, bob = two
    bob.go(f"djinn/{bob.code}/score?all=1")
    bob.page.evaluate("scrollTo(0, 500)")
    upgrade()
    is_renewed(bob)
    bob.until(lambda: bob.page.evaluate("scrollY"), 500)


@pytest.mark.parametrize("storage", ["works", "is blocked"])
def test_two_versions_at_one_address_never_send_a_phone_round(phone, own_server, other_tree, storage):
    """Every page comes from the first version, all else from the second: no reload ever helps."""
    own_server.stop()
    own_server.root = other_tree
    own_server.start()
    first = Server(own_server.folder)
    try:
        ann = phone(own_server)
        if storage == "is blocked":
            ann.context.add_init_script(
                "Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('no'); }})"
            )
        code = ann.open_table()
        ann.page.route(
            f"**/djinn/{code}/*",
            lambda route: (
                route.fulfill(response=route.fetch(url=route.request.url.replace(own_server.url, first.url)))
                if route.request.is_navigation_request()
                else route.continue_()
            ),
        )
        ann.sit(code, 0)
        count_loads(ann)
        for step in ("board", "players", "market"):
            ann.tap(f"#tick-{step} button")
            ann.sees(f"#tick-{step} [aria-pressed=true]")
            ann.page.wait_for_timeout(LONG)
        assert ann.loads == (storage == "works")
        assert ann.find("body[data-other]").count() == 0
    finally:
        assert first.stop() == 0


def test_with_storage_blocked_it_reloads_after_a_minute(two, upgrade):
    _, bob = two
    bob.context.add_init_script(
        "Object.defineProperty(window, 'sessionStorage', {get() { throw new DOMException('no'); }});"
        "const now = performance.now.bind(performance); performance.now = () => now() + 60000;"
    )
    bob.go(f"djinn/{bob.code}/setup")
    bob.loads = 0
    upgrade()
    is_renewed(bob)
    assert bob.loads == 1
