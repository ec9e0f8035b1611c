"""What a phone has of https: its page, the certificate, the icon on its home screen, and the files it keeps."""

import re
from datetime import UTC, datetime
from ipaddress import ip_address

import pytest

from companion.serving.certificates import Machine, Secured
from tests.pages import open_table, post

HTTPS = "https://192.168.1.5:8001"


def at(*addresses):
    return Machine(frozenset({"localhost"}), tuple(map(ip_address, addresses)))


@pytest.fixture
def secured(app, tmp_path):
    """Let the app speak https too, on port 8001."""
    app.extensions["secured"] = Secured(tmp_path, at("192.168.1.5"), datetime.now(UTC))
    app.config["SECURE_PORT"] = 8001
    yield app.extensions["secured"]
    del app.extensions["secured"]
    app.config["SECURE_PORT"] = None


@pytest.fixture
def ann(app):
    return app.test_client()


def test_the_certificate_goes_without_its_key(ann, secured, tmp_path):
    answer = ann.get("/awake/companion.crt")
    assert answer.content_type == "application/x-x509-ca-cert"
    assert answer.data == secured.at("").authority.public
    assert b"PRIVATE" not in answer.data
    for path in tmp_path.iterdir():
        assert ann.get(f"/awake/{path.name}").status_code == 404


def test_without_https_there_is_none_and_the_page_says_how(ann):
    assert ann.get("/awake/companion.crt").status_code == 404
    assert "companion --https" in ann.get("/awake").text
    code = open_table(ann)
    assert "/awake" not in ann.get(f"/t/{code}/menu").text


def test_by_http_a_page_leads_to_the_certificate_and_to_the_same_host_by_https(ann, secured):
    code = open_table(ann)
    assert 'href="/awake"' in ann.get(f"/t/{code}/menu").text
    text = ann.get("/awake", base_url="http://192.168.1.5:8000").text
    assert f'href="{HTTPS}/awake"' in text
    assert 'href="/awake/companion.crt"' in text
    assert text.index(secured.at("").authority.fingerprint) < text.index("companion.crt")  # one compares first
    assert "personal link" not in text
    assert "A phone that has a different one" not in text
    assert "It works" not in re.sub("“It works”", "", text)


def test_a_phone_that_calls_the_machine_otherwise_is_led_to_where_the_certificate_holds(ann, secured):
    text = ann.get("/awake", base_url="http://192.168.9.9:8000").text
    assert f'href="{HTTPS}/awake"' in text
    assert "personal link" in text


def test_in_another_network_a_phone_is_told_to_install_what_holds_there(ann, secured):
    secured.renew(at("192.168.1.5", "10.42.0.1"), datetime.now(UTC))
    for host in ("192.168.1.5", "10.42.0.1"):
        text = ann.get("/awake", base_url=f"http://{host}:8000").text
        assert "A phone that has a different one needs this one too." in text
        assert secured.at(host).authority.fingerprint in text
        answer = ann.get("/awake/companion.crt", base_url=f"http://{host}:8000")
        assert answer.data == secured.at(host).authority.public
    name = {"base_url": "http://localhost:8000", "environ_base": {"SERVER_ADDR": "10.42.0.1"}}
    assert ann.get("/awake/companion.crt", **name).data == secured.at("10.42.0.1").authority.public


def test_by_https_a_page_says_so_claims_no_more_and_leads_back(ann, secured):
    code = open_table(ann)
    text = ann.get("/awake", base_url="https://localhost:8001").text
    assert "This page uses https" in text
    assert all("hidden" in tag for tag in re.findall(r'id="(?:awake|untried|refused|asleep|in-vain)"([^>]*)>', text))
    assert text.index('id="awake"') < text.index("It works")  # which only the script can know
    assert f'href="/t/{code}"' in text
    assert "companion.crt" not in text


def test_only_by_https_a_page_is_heavier(ann):
    assert not {"awake.js", "manifest", "theme-color", "apple-touch"} & set(re.findall(r"[\w.-]+", ann.get("/").text))
    text = ann.get("/", base_url=HTTPS).text
    for needed in ("awake.js", 'rel="manifest"', "theme-color", "apple-touch-icon"):
        assert needed in text


def test_the_icon_opens_the_table_one_is_at(ann):
    assert ann.get("/now").location == "/"
    first, second = open_table(ann), open_table(ann)
    assert ann.get("/now").location == f"/t/{second}"
    post(ann, "/", f"/t/{second}/forget")
    assert ann.get("/now").location == f"/t/{first}"


def test_the_manifest_makes_an_app(ann):
    answer = ann.get("/companion.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    told = answer.json
    assert (told["start_url"], told["display"], told["scope"]) == ("/now", "standalone", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    for icon in told["icons"]:
        picture = ann.get(icon["src"], buffered=True)
        assert (picture.status_code, picture.mimetype) == (200, "image/png")
        size = int.from_bytes(picture.data[16:20])
        assert icon["sizes"] == f"{size}x{size}"


def kept(answer):
    return re.findall(r'"(/[^"]*)"', re.search(r"const files = (\[.*?\]);", answer.text)[1])


def test_the_worker_keeps_static_files_and_one_page(ann):
    answer = ann.get("/worker.js")
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    *files, page = kept(answer)
    assert page == "/offline"
    assert all(re.fullmatch(r"/static/[\w.]+\?v=\w{6}", path) for path in files)
    for path in (*files, page):
        assert ann.get(path, buffered=True).status_code == 200, path


def test_the_worker_is_another_in_another_language(ann):
    first = ann.get("/worker.js").text
    assert ann.get("/worker.js").text == first
    post(ann, "/", "/language", language="de")
    assert ann.get("/worker.js").text != first


def test_a_page_that_says_it_is_out_of_reach_goes_once_it_is_not(ann):
    answer = ann.get("/offline", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
