"""Menu, sharing, and the language of this phone."""

import re

import pytest
import segno

from companion.addresses import lan_address

ANN, BOB = 0, 1


# Menu and sharing


def test_the_menu_leads_everywhere(ann, table):
    text = ann.get(f"/t/{table}/menu").text
    for path in (f"/t/{table}/share", f"/t/{table}/log", f"/djinn/{table}/rules", f"/t/{table}/export.json", "/"):
        assert f'href="{path}"' in text
    assert "Lock new phones out" in text
    ann.post(f"/t/{table}/lock", locked="y")
    assert "Let new phones in" in ann.get(f"/t/{table}/menu").text


def test_who_shares_a_locked_table_reads_that_it_is(ann, bob, table):
    said, path = "new phones can only watch", f"/t/{table}/menu#lock"
    assert said not in ann.get(f"/t/{table}/share").text
    bob.post(f"/t/{table}/sit", seat=BOB)
    ann.post(f"/t/{table}/lock", locked="y")
    assert said in ann.get(f"/t/{table}/menu").text
    text = ann.get(f"/t/{table}/share").text
    assert said in text
    assert f'href="{path}"' in text
    text = bob.get(f"/t/{table}/share").text
    assert said in text
    assert path not in text


def test_the_menu_comes_back_to_what_was_changed(ann, bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    changes = [
        ("rename", {"seat": BOB, "name": "Bo", "colour": "pink"}),
        ("lock", {"locked": "y"}),
        ("hand-over", {"seat": BOB}),
    ]
    for change, form in changes:
        path, _, place = ann.post(f"/t/{table}/{change}", **form).location.partition("#")
        assert place == ("lock" if change == "lock" else f"seat-{BOB}")
        assert f'id="{place}"' in bob.get(path).text or change == "lock"
    assert bob.post(f"/t/{table}/free", seat=BOB).location.endswith(f"#seat-{BOB}")


def test_the_menu_offers_only_what_one_may(bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    text = bob.get(f"/t/{table}/menu").text
    assert "Lock new phones out" not in text
    assert "Make this seat the host" not in text
    assert text.count(f'action="/t/{table}/rename"') == 1


def test_only_seats_that_one_may_change_unfold(ann, bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    text = bob.get(f"/t/{table}/menu").text
    assert (text.count('<details id="seat-'), text.count('id="seat-')) == (1, 3)
    assert ann.get(f"/t/{table}/menu").text.count('<details id="seat-') == 3


def test_who_does_not_sign_out_comes_back_to_the_menu(bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    asked = re.search(r'href="(/sign-out[^"]*)"', bob.get(f"/t/{table}/menu").text)[1]
    assert f'href="/t/{table}/menu"' in bob.get(asked).text
    for nowhere in ("/sign-out", "/sign-out?table=//evil.example", "/sign-out?table="):
        assert re.search(r'class="go wide"[^>]* href="/"', bob.get(nowhere).text), nowhere


def test_who_finds_a_seat_taken_or_a_table_locked_learns_the_way_in(ann, bob, phone, table):
    guest = phone()
    assert "The host can free it." not in guest.get(f"/t/{table}").text
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert "The host can free it." in guest.get(f"/t/{table}").text
    ann.post(f"/t/{table}/lock", locked="y")
    assert "Ask the host to let you in" in guest.get(f"/t/{table}").text


def test_sharing_shows_the_address_as_text_and_picture(ann, table):
    text = ann.get(f"/t/{table}/share", base_url="http://192.168.1.5:8001/").text
    link = f"http://{lan_address()}:8001/t/{table}"
    assert f'<a href="{link}">{link}</a>' in text
    drawn = re.search(r'class="qrline" [^>]*d="([^"]+)"', text)[1]
    assert drawn in segno.make(link, error="m", boost_error=False).svg_inline(border=3)


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000"])
def test_sharing_never_says_localhost(ann, table, host):
    """The host often opens the page on the machine itself, where its address would lead other phones to themselves."""
    text = ann.get(f"/t/{table}/share", base_url=f"http://{host}/").text
    links = re.findall(r'href="(http://[^"]+)"', text)
    assert links
    assert not any("localhost" in link for link in links)


# The language of this phone


def test_the_browsers_language_is_taken_until_another_is_chosen(ann):
    assert '<html lang="en">' in ann.get("/", headers={"Accept-Language": "fr"}).text
    assert '<html lang="de">' in ann.get("/", headers={"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}).text
    answer = ann.post("/language", language="de")
    assert answer.status_code == 303
    assert '<html lang="de">' in ann.get("/", headers={"Accept-Language": "en"}).text
    ann.post("/language", language="en")
    assert '<html lang="en">' in ann.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("language", ["", "xx", "💥", "de\r\nSet-Cookie: a=b", "x" * 10_000])
def test_a_language_nobody_speaks_changes_nothing(ann, language):
    assert ann.post("/language", language=language).status_code in (303, 422)
    assert '<html lang="en">' in ann.get("/").text


def test_the_language_stays_on_this_phone(ann, bob):
    cookie = ann.post("/language", language="de").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert '<html lang="en">' in bob.get("/").text


@pytest.mark.parametrize(
    ("referrer", "back"),
    [
        (None, "/"),
        ("http://localhost/t/ABCDE/menu", "/t/ABCDE/menu"),
        ("http://localhost/scores/?q=Ann&count=solo", "/scores/?q=Ann&count=solo"),
        ("http://localhost/join", "/"),
        ("http://localhost/import", "/"),
        ("http://localhost/t/ABCDE/rename", "/t/ABCDE"),
        ("http://localhost/djinn/box/path", "/djinn/box"),
        ("http://localhost/tales/new", "/tales/new"),
        ("http://localhost/scores/7/edits/3", "/scores/7"),
        ("http://localhost//evil", "/evil"),
        ("http://localhost/\\evil", "/evil"),
        ("https://evil/there", "/there"),
        ("javascript:alert(1)", "/alert(1)"),
        ("http://[", "/"),
        ("💥", "/"),
    ],
)
def test_choosing_a_language_stays_on_the_site(ann, referrer, back):
    headers = {"Referer": referrer.encode().decode("latin-1")} if referrer else {}
    answer = ann.http.post("/language", data={"language": "de"}, headers=headers)
    assert answer.status_code == 303
    assert answer.location.startswith("/")
    assert not answer.location.startswith(("//", "/\\"))
    assert referrer == "💥" or answer.location == back


@pytest.mark.parametrize(("wish", "words"), [("de", "Keine gültige, ganze Zahl."), ("en", "Not a valid integer")])
def test_a_form_speaks_the_language_of_the_page(ann, table, wish, words):
    form = {"op": wish, "seat": "x", "box": "coins", "by": "1"}
    answer = ann.http.post(f"/djinn/{table}/count", data=form, headers={"Accept-Language": wish})
    assert answer.status_code == 422
    assert words in answer.text
