"""Houses on a public host: opened by a table, joined by a link, closed to others, brought back on a new phone."""

import io
import zipfile

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("public"), "--public")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.errors


@pytest.fixture
def stranger(phone, public):
    """Give a maker of phones that no house knows yet."""
    return lambda **options: phone(public, **options)


def opened(phone, *names):
    """Open a table by hand, from the home page, and take the first seat; give its code."""
    phone.go("")
    phone.tap("a:has-text('New table') >> nth=0")
    phone.tap(f"label:has(.count-{len(names)})")
    for number, name in enumerate(names):
        phone.page.fill(f"input[name=players-{number}-name]", name)
    phone.tap("button.go")
    phone.at("/setup")
    return phone.code


def link(phone):
    """Read the path of the link that a page shows."""
    return phone.find(".card a[href^=http]").get_attribute("href").split("/", 3)[3]


def invite(phone):
    """Come from the home page to an invitation, and give its path."""
    phone.go("")
    phone.tap("#house a[href='/house/']")
    phone.tap("button:has-text('Make an invitation')")
    phone.reads("h1", "Join our house")
    phone.sees(".card a[href^=http]")
    return link(phone)


def test_three_phones_and_a_fourth_that_brings_the_house_back(stranger):
    ann, bob, cem, dee = (stranger() for _ in range(4))
    code = opened(ann, "Ann", "Bob")
    ann.go("")
    expect(ann.find("#house")).to_be_visible()
    shown = invite(ann)
    ann.go(shown)
    ann.tap("button:has-text('Open this house')")
    ann.reads("#house h2", "Ann's house")
    bob.go(shown)
    bob.reads("h1", "Join this house?")
    bob.page.fill("input[name=name]", "Bob")
    bob.tap("button.go")
    bob.reads("#house", code)
    own = opened(cem, "Cem", "Dee")
    cem.go("")
    assert own in cem.page.content()
    assert code not in cem.page.content()
    bob.tap("#house .lines a")
    bob.reads("h1", "Who are you?")
    bob.tap("#sit-1 button")
    bob.at("/setup")
    ann.go("house/")
    ann.tap("summary:has-text('Bob')")
    ann.tap("a:has-text('Remove this phone')")
    ann.tap("main form button")
    ann.reads("h1", "Ann's house")
    expect(ann.find("summary:has-text('Bob')")).to_have_count(0)
    bob.until(lambda: bob.find("#tick-board button").count(), 0)  # he only watches, without a tap of his
    bob.go("")
    assert code not in bob.page.content()
    expect(bob.find("#house")).to_have_count(0)
    ann.tap("a:has-text('Make recovery link')")
    ann.tap("main form button")
    ann.reads("h1", "Recovery link")
    shown = link(ann)
    ann.page.reload()  # a browser does so by itself when it has slept
    assert link(ann) == shown
    dee.go(shown)
    dee.page.fill("input[name=name]", "Dee")
    dee.tap("button.go")
    dee.reads("summary:has-text('Dee')", "this phone · host")
    dee.go("")
    dee.reads("#house", code)
    ann.go("house/")
    expect(ann.find("button:has-text('Make an invitation')")).to_have_count(0)


def test_a_phone_goes_from_one_house_to_another_and_deletes_its_own(stranger):
    ann, bob = stranger(), stranger()
    code, own = opened(ann, "Ann", "Bob"), opened(bob, "Bob", "Cem")
    bob.go(invite(ann))
    bob.page.fill("input[name=name]", "Bob")
    bob.tap("button.go")
    bob.reads("#house", code)
    bob.tap('main button:has-text("Bob\'s house")')
    bob.reads("#house h2", "Bob's house")
    assert code not in bob.page.content()
    bob.tap("#house a[href='/house/']")
    bob.tap("a:has-text('Delete this house')")
    bob.reads("h1", "Delete this house for good?")
    bob.tap("main form button")
    bob.reads("#house", code)
    assert own not in bob.page.content()


def test_a_house_gets_a_name_and_another_host_and_is_left(stranger):
    ann, bob, cem = (stranger() for _ in range(3))
    cem.go("house/").reads("main", "This phone isn't in a house yet.")
    code, shown = opened(ann, "Ann", "Bob"), invite(ann)
    bob.go(shown).page.fill("input[name=name]", "Bob")
    bob.tap("button.go")
    bob.reads("#house", code)
    ann.go("house/").tap("button:has-text('Cancel all invitations')")
    ann.misses("button:has-text('void')")
    cem.forgive("status of 404")
    cem.go(shown).reads("main [role=alert]", "or has expired")
    ann.fill("form[action='/house/name'] [name=name]", "Friday Round")
    ann.reads("h1", "Friday Round")
    ann.tap("summary:has-text('this phone')")
    ann.fill("#members [name=name]", "Anne")
    ann.reads("#members summary", "Anne")
    with zipfile.ZipFile(io.BytesIO(ann.download("a:has-text('Export the whole house')"))) as saved:
        assert any(code in name for name in saved.namelist()), saved.namelist()
    ann.go("house/").tap("summary:has-text('Bob')")
    ann.tap("a:has-text('Make host')")
    ann.reads("main", "Bob")
    ann.tap("main form button")
    ann.misses("button:has-text('Make an invitation')")
    bob.go("house/").reads("summary:has-text('Bob')", "this phone · host")
    ann.tap("a:has-text('Leave this house')")
    ann.reads("h1", "Leave this house?")
    ann.tap("main form button")
    ann.reads("[role=status]", "This phone has left the house.")
    bob.page.reload()
    bob.sees("#members summary", 1)


def test_a_recovery_link_is_printed_without_bars_and_buttons(stranger):
    ann = stranger()
    opened(ann, "Ann", "Bob")
    ann.page.emulate_media(media="print")
    ann.go("house/recovery").page.locator("main form button").click()
    ann.reads("h1", "Recovery link")
    ann.sees("main code")
    expect(ann.find("#top")).to_be_hidden()
    expect(ann.find("main [role=button]")).to_be_hidden()


def test_it_works_without_scripts(stranger):
    ann, bob = stranger(js=False), stranger(js=False)
    code = opened(ann, "Ann", "Bob")
    bob.go(invite(ann))
    bob.page.fill("input[name=name]", "Bob")
    bob.tap("button.go")
    bob.reads("#house", code)
