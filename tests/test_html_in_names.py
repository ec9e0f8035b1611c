"""Names and searches that look like HTML."""

from tests.colours import colour
from tests.evening import Page

NASTY = ("<b>x</b><!--", "\"><img src=x><i class='", "{{7*7}}%(name)s{% raw")


def test_html_in_a_name_stays_text(app, ann):
    names = {f"players-{n}-name": name for n, name in enumerate(NASTY)}
    colours = {f"players-{n}-colour": colour(n) for n in range(3)}
    code = ann.post("/djinn/new", count=3, first_game="y", **names, **colours).location.split("/")[2]
    for seat in range(3):
        ann.post(f"/djinn/{code}/count", seat=seat, box="coins", by=1)
    pages = [f"/t/{code}?pick=1", f"/t/{code}/log", f"/t/{code}/menu", f"/t/{code}/share", "/", "/djinn/new"]
    pages += [f"/djinn/{code}/{page}" for page in ("setup", "draft", "hunt", "score")]
    ann.post(f"/djinn/{code}/begin", seen=4)
    texts = {path: ann.get(path).text for path in pages}
    ann.post(f"/djinn/{code}/end-turn", seen=5, seat=0)
    ann.post(f"/djinn/{code}/finish", seen=6)
    play = next(play["id"] for play in ann.get("/scores/plays.json").json if play["code"] == code)
    pages = [f"/djinn/{code}/result", f"/djinn/{code}/hunt", "/scores/", f"/scores/{play}", f"/scores/{play}/edit"]
    with app.test_request_context():
        pages += [app.url_for("scores.player", name=name) for name in NASTY]
    texts |= {f"{path} at the end": ann.get(path).text for path in pages}
    for path, text in texts.items():
        page = Page(text)
        assert not [tag for tag, its in page.elements if tag in ("b", "i") or its.get("src") == "x"], path
        assert "49%" not in page.text, path
    assert all(name in Page(texts[f"/t/{code}/log"]).text for name in NASTY)


def test_html_in_a_search_stays_text(ann):
    page = Page(ann.get("/djinn/rules?q=<b>%22><img src=x>").text)
    assert not [tag for tag, _ in page.elements if tag in ("b", "img")]
