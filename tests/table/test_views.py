import re

import pytest
import segno

from companion.address import lan_address

ANN, BOB = 0, 1


@pytest.fixture
def address(phone):
    """Give a phone at another address, so that wrong codes of other tests do not count."""

    def address(host):
        it = phone()
        it.http.environ_base["REMOTE_ADDR"] = host
        return it

    return address


def test_a_page_that_is_ahead_of_a_restored_log_begins_anew(ann, table):
    """The script takes nothing that is older than what it shows."""
    answer = ann.live(f"/t/{table}/log?since=99.1.1.1", "entries")
    assert (answer.status_code, answer.headers["HX-Refresh"], answer.text) == (200, "true", "")
    answer = ann.live(f"/t/{table}/log?since={since(ann.get(f'/t/{table}/log'))}0", "entries")
    assert "HX-Refresh" not in answer.headers


def since(page):
    """Find the version that a page's live block names."""
    return re.search(r"since=([\d.]+)", page.text)[1]


def count(phone, code, seat=ANN, by=1):
    return phone.post(f"/djinn/{code}/count", seat=seat, box="coins", by=by)


# Home, joining and entering


def test_home_shows_games_and_where_to_type_a_code(ann):
    page = ann.get("/")
    assert page.status_code == 200
    assert 'name="code"' in page.text
    assert 'href="/djinn/new"' in page.text
    assert "No table on this phone yet" in page.text


@pytest.mark.parametrize("change", [str, str.lower, lambda code: f"  {code[:2]} {code[2:]}\n"])
def test_joining_leads_to_the_table_however_the_code_is_typed(bob, table, change):
    answer = bob.post("/join", code=change(table))
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")


@pytest.mark.parametrize("code", ["", "ABCD", "ABCDEF", "ABCD0", "ABCD1", "ABCDO", "ABCDI", "ABCDL", "💥" * 5, "../.."])
def test_what_is_no_code_is_refused(bob, code):
    answer = bob.post("/join", code=code)
    assert answer.status_code == 422
    assert "5 letters or digits" in answer.text


def test_a_new_phone_is_asked_who_it_is(bob, table):
    page = bob.get(f"/t/{table}")
    assert page.status_code == 200
    assert "Who are you?" in page.text
    assert "I am Bob" in page.text


def test_an_address_may_be_typed_in_small_letters(bob, table):
    assert "Who are you?" in bob.get(f"/t/{table.lower()}").text


def test_a_known_phone_goes_where_the_game_is(ann, bob, table):
    assert ann.get(f"/t/{table}").location == f"/djinn/{table}/setup"
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert bob.get(f"/t/{table}").location == f"/djinn/{table}/setup"
    assert "Who are you?" in bob.get(f"/t/{table}?pick=1").text


@pytest.mark.parametrize("page", ["/t/22222", "/t/22222/log", "/djinn/22222/setup", "/t/22222/events", "/djinn/x/hunt"])
def test_an_unknown_code_is_told_with_a_way_home(address, page):
    answer = address("10.0.0.1").get(page)
    assert answer.status_code == 404
    assert "No table here has this code" in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/djinn", "/s", "/../etc/passwd", "/%00", "/djinn/"])
def test_an_unknown_page_is_told_with_a_way_home(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 404
    assert "There is no such page" in answer.text
    assert 'href="/"' in answer.text


def test_a_page_is_no_move(ann, table):
    answer = ann.post(f"/djinn/{table}/setup")
    assert answer.status_code == 405
    assert "cannot be done that way" in answer.text


# Guessing codes


def test_guessing_codes_is_slow(ann, bob, table, address):
    """Codes are short: an address has 20 wrong ones a minute; a right one opens all the same."""
    guesser = address("10.0.0.2")
    answers = [guesser.get(f"/t/2222{letter}").status_code for letter in "ABCDEFGHJKMNPQRSTUVW"]
    assert answers == [404] * 20
    answer = guesser.get("/t/22222")
    assert answer.status_code == 429
    assert "Wait a minute" in answer.text
    assert guesser.get(f"/t/{table}").status_code == 200
    assert guesser.post("/join", code=table).status_code == 303
    assert bob.get(f"/t/{table}").status_code == 200


def test_a_phone_at_a_table_never_waits(address, open_djinn):
    """A whole table may share one address: only failures count, and only for phones nobody knows."""
    ann = address("10.0.0.3")
    code = open_djinn(ann)
    for _ in range(30):
        ann.get("/t/22222")
    assert ann.get("/t/22222").status_code == 429
    assert ann.get(f"/djinn/{code}/setup").status_code == 200
    assert count(ann, code).status_code == 303


def test_a_phone_at_a_table_is_still_spared_what_it_has(address, open_djinn):
    """Somebody's guessing must not cost the others at this address: nothing new stays 204."""
    ann = address("10.0.0.8")
    code = open_djinn(ann)
    version = since(ann.get(f"/t/{code}/log"))
    for _ in range(21):
        ann.get("/t/22222")
    assert ann.live(f"/t/{code}/log?since={version}", "entries").status_code == 204


def test_right_codes_are_not_counted(address, table):
    guest = address("10.0.0.4")
    assert {guest.get(f"/t/{table}").status_code for _ in range(30)} == {200}


def test_moves_guess_codes_no_faster(address):
    guesser = address("10.0.0.5")
    answers = [count(guesser, "22222").status_code for _ in range(21)]
    assert answers == [404] * 20 + [429]


# Pages, blocks and 204


def test_a_browser_gets_the_whole_page_and_htmx_its_block(ann, table):
    whole, block = ann.get(f"/t/{table}/log"), ann.live(f"/t/{table}/log", "entries")
    assert whole.text.startswith("<!doctype html>")
    assert block.text.lstrip().startswith('<section id="entries"')
    assert "<html" not in block.text
    assert 'id="top" hx-swap-oob' in block.text
    assert 'id="nav"' in block.text
    assert "hx-swap-oob" not in whole.text


def test_a_history_restore_gets_the_whole_page(ann, table):
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true", "HX-Target": "entries"}
    assert ann.get(f"/t/{table}/log", headers=headers).text.startswith("<!doctype html>")


def test_an_unknown_target_gets_the_main_part(ann, table):
    assert ann.live(f"/t/{table}/log", "nowhere").text.startswith("<title>Log · ")


def test_nothing_new_is_204(ann, bob, table):
    version = since(ann.get(f"/t/{table}/log"))
    for _ in range(2):
        answer = ann.live(f"/t/{table}/log?since={version}", "entries")
        assert (answer.status_code, answer.data) == (204, b"")
    count(ann, table)
    answer = ann.live(f"/t/{table}/log?since={version}", "entries")
    assert answer.status_code == 200
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert ann.live(f"/t/{table}/log?since={since(answer)}", "entries").status_code == 200


def test_a_seat_taken_shows_on_the_seats_page(ann, bob, table):
    version = since(ann.get(f"/t/{table}?pick=1"))
    bob.post(f"/t/{table}/sit", seat=BOB)
    block = ann.live(f"/t/{table}?pick=1&since={version}", "sit")
    assert block.status_code == 200
    assert "taken" in block.text


@pytest.mark.parametrize("version", ["", "0", "1.2.3.4", "💥", "-1.-1.-1"])
def test_a_nonsense_version_gets_the_page(ann, table, version):
    assert ann.live(f"/t/{table}/log?since={version}", "entries").status_code == 200


def test_caches_keep_pages_and_blocks_apart(ann, table):
    page = ann.get(f"/t/{table}/log")
    assert {"HX-Request", "HX-Target", "Cookie", "Accept-Language"} <= set(page.vary)
    assert page.cache_control.no_store
    assert page.headers["Seq"] == "1"


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/{}/log", "/t/{}/export.json", "/djinn/new"])
def test_every_answer_has_the_strict_headers(ann, table, path):
    headers = ann.get(path.format(table)).headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert all(len(headers.getlist(name)) == 1 for name in ("Content-Security-Policy", "X-Frame-Options"))


# Refusals


def test_a_refusal_is_a_page_with_a_way_back(ann, table):
    answer = ann.http.post(f"/djinn/{table}/count", data={})
    assert answer.status_code == 422
    assert answer.text.startswith("<!doctype html>")
    assert f'href="/t/{table}"' in answer.text
    assert 'href="/"' in answer.text


def test_a_refusal_to_htmx_goes_into_the_refusal_line(ann, table):
    answer = ann.post(f"/djinn/{table}/count", htmx=True, seat=ANN, box="coins", by=-1)
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#refusal"
    assert answer.headers["HX-Reswap"] == "innerHTML"
    assert answer.text == "Coins: only 0 to 999; count again."


def test_a_stale_tap_makes_htmx_look_again(ann, table):
    ann.post(f"/djinn/{table}/reroll", element="all", seen=1)
    answer = ann.post(f"/djinn/{table}/reroll", htmx=True, element="all", seen=1)
    assert answer.status_code == 409
    assert "moved" in answer.headers["HX-Trigger"]
    assert "Somebody was faster" in answer.text


# The log, undo and redo


def test_the_log_says_who_did_what(ann, bob, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    count(bob, table, seat=BOB, by=3)
    text = bob.get(f"/t/{table}/log").text
    assert "<bdi>Bob</bdi>" in text
    assert "Bob, Coins: +3." in text
    assert "A game for 3 players is open." in text


def test_what_was_taken_back_stays_in_the_log(ann, table):
    count(ann, table)
    ann.post(f"/t/{table}/undo", entry=2)
    text = ann.get(f"/t/{table}/log").text
    assert '<p class="done">Ann, Coins: +1.</p>' in text
    assert "took back entry 2" in text
    ann.post(f"/t/{table}/redo", entry=2)
    text = ann.get(f"/t/{table}/log").text
    assert "restored entry 2" in text
    assert '<p class="done">' not in text


def shown(page):
    return [int(seq) for seq in re.findall(r'<small class="number">(\d+)</small>\s*<strong>', page)]


def follow(phone, page, words):
    """Follow the link with these words, if the page has it."""
    link = re.search(rf'href="([^"]+)">{words}<', page)
    return phone.get(link[1]).text if link else None


@pytest.mark.parametrize("query", ["", "?all=1"])
def test_a_long_log_comes_in_pages(ann, table, query):
    for n in range(124):
        count(ann, table, by=1 - 2 * (n % 2))
    first = ann.get(f"/t/{table}/log{query}").text
    second = follow(ann, first, "Earlier entries")
    third = follow(ann, second, "Earlier entries")
    assert [*shown(first), *shown(second), *shown(third)] == list(range(125, 0, -1))
    assert "A game for 3 players" in third
    assert follow(ann, third, "Earlier entries") is None
    assert shown(follow(ann, third, "Back to the latest entries")) == shown(first)


@pytest.mark.parametrize("before", ["0", "-7", "9" * 400, "9" * 5000, "x", ""])
def test_a_log_before_anything_is_a_page(ann, table, before):
    assert ann.get(f"/t/{table}/log?before={before}").status_code == 200


def test_what_is_taken_back_on_an_earlier_page_leads_back_there(ann, table):
    for _ in range(70):
        count(ann, table)
    page = follow(ann, ann.get(f"/t/{table}/log").text, "Earlier entries")
    assert 'id="undo-11"' in page
    back = re.search(r'id="undo-11".*?name="back" value="([^"]+)"', page, re.DOTALL)[1]
    assert ann.post(f"/t/{table}/undo", entry=11, back=back).location == f"/t/{table}/log?before=12"
    assert 'class="done"' in ann.get(back).text
    assert 'class="done"' not in ann.get(f"/t/{table}/log").text


def test_the_log_offers_to_take_back_what_one_may(ann, bob, phone, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    count(bob, table, seat=BOB)
    count(ann, table)
    undos = [re.findall(r'id="undo-(\d+)"', p.get(f"/t/{table}/log").text) for p in (ann, bob, phone())]
    assert undos == [["3", "2"], ["2"], []]


def test_a_watcher_takes_nothing_back(bob, ann, table):
    count(ann, table)
    bob.post(f"/t/{table}/watch")
    for move in ("undo", "redo"):
        answer = bob.post(f"/t/{table}/{move}", entry=2)
        assert answer.status_code == 403
        assert "only watching" in answer.text


def test_the_bars_undo_and_redo(ann, table):
    count(ann, table)
    assert 'id="undo"' in ann.get(f"/djinn/{table}/score").text
    assert ann.post(f"/t/{table}/undo", entry=2).status_code == 303
    page = ann.get(f"/djinn/{table}/score").text
    assert 'id="undo"' not in page
    assert 'id="redo"' in page


def test_an_undo_leads_back_to_its_page(ann, table):
    count(ann, table)
    assert ann.post(f"/t/{table}/undo", entry=2, back=f"/djinn/{table}/score").location == f"/djinn/{table}/score"
    assert ann.post(f"/t/{table}/redo", entry=2, back=f"/t/{table}/log").location == f"/t/{table}/log"


@pytest.mark.parametrize(
    "back",
    [
        "//evil",
        "//evil/{}",
        "http://evil",
        "http://evil/djinn/{}/hunt",
        "/\\evil",
        "/\\evil/{}",
        "\\\\evil\\{}",
        "/{}//evil",
        "/djinn/{}/hunt\n/evil",
        "/djinn/{}/hunt\r\nSet-Cookie: a=b",
        "javascript:alert(1)//{}",
        "evil",
        "/djinn/22222/hunt",
        "",
        "💥",
    ],
)
def test_an_undo_leads_nowhere_else(ann, table, back):
    count(ann, table)
    answer = ann.post(f"/t/{table}/undo", entry=2, back=back.format(table))
    assert (answer.status_code, answer.location) == (303, f"/t/{table}")


# Menu and sharing


def test_the_menu_leads_everywhere(ann, table):
    text = ann.get(f"/t/{table}/menu").text
    for path in (f"/t/{table}/share", f"/t/{table}/log", "/djinn/rules", f"/t/{table}/export.json", "/"):
        assert f'href="{path}"' in text
    assert "Lock the table" in text
    ann.post(f"/t/{table}/lock", locked="y")
    assert "Unlock the table" in ann.get(f"/t/{table}/menu").text


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
    assert "Lock the table" not in text
    assert "Make this seat the host" not in text
    assert text.count(f'action="/t/{table}/rename"') == 1


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


# The stream


def test_the_stream_tells_where_the_table_is(app, ann, table):
    answer = ann.http.get(f"/t/{table}/events", buffered=False)
    assert answer.mimetype == "text/event-stream"
    assert answer.cache_control.no_store
    stream = iter(answer.response)
    assert next(stream) in (b"event: moved\ndata: 1\n\n", "event: moved\ndata: 1\n\n")
    answer.close()
    assert app.extensions["push"].codes() == []


def test_a_phone_with_its_stream_open_is_here(bob, ann, table):
    bob.post(f"/t/{table}/sit", seat=BOB)
    assert "Bob: away" in ann.get(f"/t/{table}/log").text
    answer = bob.http.get(f"/t/{table}/events", buffered=False)
    next(iter(answer.response))
    assert "Bob: here" in ann.get(f"/t/{table}/log").text
    answer.close()
    assert "Bob: away" in ann.get(f"/t/{table}/log").text


@pytest.mark.parametrize(("wish", "words"), [("de", "Keine gültige, ganze Zahl."), ("en", "Not a valid integer")])
def test_a_form_speaks_the_language_of_the_page(ann, table, wish, words):
    form = {"op": wish, "seat": "x", "box": "coins", "by": "1"}
    answer = ann.http.post(f"/djinn/{table}/count", data=form, headers={"Accept-Language": wish})
    assert answer.status_code == 422
    assert words in answer.text
