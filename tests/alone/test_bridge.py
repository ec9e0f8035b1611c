"""The app as a browser runs it: answered by the bridge, without a server and without a browser."""

import shutil
from urllib.parse import urlencode

import pytest
from selectolax.lexbor import LexborHTMLParser

from companion import create_app
from companion.alone.bridge import Bridge
from companion.storage.connections import writing
from companion.storage.protocol import LockTimeout
from tests.apps import close

HERE = "https://ann.example"
FORM = [("Content-Type", "application/x-www-form-urlencoded")]
NEW = {"count": 1, "players-0-name": "Ann", "players-0-colour": "red", "alone": "y"}


@pytest.fixture(params=["/", "/games/companion/"])
def bridge(request, tmp_path, static_cache):
    made = Bridge(create_app(tmp_path, ALONE=True, NAMES=("ann.example",), STATIC_CACHE=static_cache), request.param)
    yield made
    made.sleep()
    close(made.app)


def get(bridge, path, **headers):
    """Open a page by its address on the host."""
    named = [(name.replace("_", "-"), value) for name, value in headers.items()]
    return bridge.answer("GET", HERE + path, named)


def post(bridge, path, form, page=""):
    sent = urlencode(form, doseq=True).encode()
    return bridge.answer("POST", HERE + path, [*FORM, ("Referer", HERE + (page or path))], sent)


def forms(answer):
    """List the forms of a page: address, and the hidden fields."""
    for form in LexborHTMLParser(answer.body.decode()).css("form"):
        hidden = form.css("input[type=hidden]")
        yield form.attributes["action"], {one.attributes["name"]: one.attributes["value"] for one in hidden}


def filled(bridge, page, action, **values):
    """Send one of a page's forms, filled in."""
    given = next(fields for address, fields in forms(get(bridge, page)) if address == action)
    return post(bridge, action, given | values, page)


def opened(bridge):
    """Open a table against Tom; give its address below the host."""
    new = f"{bridge.at}djinn/new"
    answer = filled(bridge, new, new, **NEW)
    assert answer.status == 303, answer.body.decode()
    return dict(answer.headers)["Location"]


def test_a_table_is_opened_by_the_forms_of_its_pages(bridge):
    where = opened(bridge)
    assert where.startswith(f"{bridge.at}djinn/")
    answer = get(bridge, where)
    assert answer.status == 200
    assert b"Ann" in answer.body


def test_every_address_of_a_page_lies_below_its_own(bridge):
    where = opened(bridge)
    for page in (bridge.at, where, f"{bridge.at}scores/", f"{bridge.at}djinn/rules"):
        tree = LexborHTMLParser(get(bridge, page).body.decode())
        named = ("action", "data-stream", "formaction", "href", "hx-get", "hx-post", "src")
        found = [node.attributes[name] for name in named for node in tree.css(f"[{name}]")]
        assert found
        assert [one for one in found if one.startswith("/") and not one.startswith(bridge.at)] == []


def test_a_shorter_address_leads_below_its_own(bridge):
    assert dict(get(bridge, f"{bridge.at}scores").headers)["Location"] == f"{HERE}{bridge.at}scores/"


def test_what_somebody_wrote_is_no_address(bridge):
    new = f"{bridge.at}djinn/new"
    answer = filled(bridge, new, new, **NEW | {"players-0-name": 'x href="/djinn'})
    page = get(bridge, dict(answer.headers)["Location"]).body.decode()
    assert "x href=&#34;/djinn" in page


def test_a_phone_keeps_its_seat_without_a_cookie_of_the_browser(bridge):
    where = opened(bridge)
    again = get(bridge, bridge.at)
    assert where.split("/")[-2] in again.body.decode()
    assert "set-cookie" not in {name.lower() for name, _ in again.headers}


def test_a_form_from_another_site_is_refused(bridge):
    new = f"{bridge.at}djinn/new"
    given = dict(forms(get(bridge, new)))[new]
    sent = urlencode(given | NEW).encode()
    answer = bridge.answer("POST", HERE + new, [*FORM, ("Referer", "https://eve.example/")], sent)
    assert answer.status == 400


def test_what_was_written_is_told_once_and_lies_in_one_file(bridge, tmp_path):
    bridge.has_written()
    get(bridge, f"{bridge.at}djinn/rules")
    bridge.has_written()
    get(bridge, f"{bridge.at}djinn/rules")
    assert not bridge.has_written()
    where = opened(bridge)
    assert bridge.has_written()
    assert not bridge.has_written()
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("companion.db", "secret_key", "cookies.json"):
        shutil.copy(tmp_path / name, copy)
    other = Bridge(create_app(copy, ALONE=True, NAMES=("ann.example",)), bridge.at)
    try:
        assert where.split("/")[-2] in get(other, bridge.at).body.decode()
    finally:
        other.sleep()
        close(other.app)


def test_what_cannot_be_gathered_is_no_answer(bridge):
    """Else a file would be saved that lacks the tap."""
    reader = bridge.place.open()
    held = reader.execute("SELECT name FROM sqlite_master")
    held.fetchone()
    opened(bridge)
    with pytest.raises(LockTimeout):
        bridge.has_written()
    held.close()
    reader.close()
    assert bridge.place.path.stat().st_size


def test_a_stream_tells_moves_until_it_is_closed(bridge):
    where, heard = opened(bridge), []
    code = where.split("/")[-2]
    with_stream = f"{HERE}{bridge.at}t/{code}/events"
    answer = bridge.answer("GET", with_stream, [], tell=heard.append)
    assert answer.status == 200
    assert answer.body.decode().startswith("event: moved\ndata: 1\n")
    del heard[:]
    assert filled(bridge, where, f"{bridge.at}djinn/{code}/tick", step="board").status == 303
    assert heard == ["event: moved\ndata: 2\n\n"]
    answer.close()
    assert bridge.app.extensions["push"].count == 0


def test_where_the_browser_is_full_a_tap_is_refused_and_counts_later(bridge, tmp_path):
    """The service worker lays what was saved last in place of what it could not save."""
    new = f"{bridge.at}djinn/new"
    get(bridge, new)
    bridge.has_written()
    names = ("companion.db", "secret_key", "cookies.json")
    saved = {name: (tmp_path / name).read_bytes() for name in names if (tmp_path / name).exists()}
    lost = opened(bridge).split("/")[-2]
    bridge.sleep()
    for name, content in saved.items():
        (tmp_path / name).write_bytes(content)
    bridge.wake(full=True)
    answer = filled(bridge, new, new, **NEW)
    assert answer.status == 503
    assert "disk is full" in answer.body.decode()
    assert lost not in get(bridge, bridge.at).body.decode()
    bridge.sleep()
    bridge.wake()
    assert opened(bridge)


def test_one_that_was_made_elsewhere_serves_here(tmp_path, static_cache):
    """A build makes the bridge, and an image of its memory; a browser lays its own files there and goes on."""
    app = create_app(tmp_path, ALONE=True, STATIC_CACHE=static_cache, SECRET_KEY="of nobody")
    bridge = Bridge(app)
    bridge.sleep()
    for path in [*tmp_path.iterdir()]:
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    bridge.move("ann.example", "/there/")
    bridge.wake()
    assert opened(bridge).startswith("/there/djinn/")
    assert app.secret_key == (tmp_path / "secret_key").read_text()
    bridge.sleep()
    close(app)


def test_a_table_of_before_is_forgotten_with_its_file(bridge, tmp_path):
    """A table that memory knows further than the file would refuse every tap, or count one twice."""
    where = opened(bridge)
    bridge.has_written()
    saved = (tmp_path / "companion.db").read_bytes()
    with bridge.app.app_context(), writing() as db:
        db.execute("DELETE FROM log")
        db.execute("DELETE FROM tables")
    assert get(bridge, where).status == 404
    bridge.sleep()
    (tmp_path / "companion.db").write_bytes(saved)
    bridge.wake()
    assert get(bridge, where).status == 200
