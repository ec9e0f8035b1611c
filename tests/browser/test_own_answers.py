"""What was asked and not found is seen by who may answer it, and the house's own answer comes first from then on."""

import re

import pytest

from companion import GAMES
from tests.browser.moves import open_table

pytestmark = pytest.mark.browser

HOW = "Who eats a gnorf?"


def begin(phone, game, **options):
    """Open a table somewhere nothing was asked or answered yet; give the phone."""
    open_table(phone, game, 2, options, [])
    phone.post(f"{game}/asked/all")
    page = phone.context.request.get(f"{game}/asked/answers").text()
    for id in re.findall(r'name="id" value="(\d+)"', page):
        phone.post(f"{game}/asked/remove", id=id)
    return phone


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "noscript"])
def test_a_house_answers_what_it_asked(phone, scripts):
    ann = begin(phone(js=scripts, width=320), "djinn")
    for asked in ("What does a frotz cost?", HOW):
        ann.go("djinn/ask").fill("#q", asked)
        ann.reads("#asked-here", "Unanswered questions")
    ann.tap("#asked-here")
    ann.tap(f"li:has-text('{HOW}') a")
    ann.write("[name=question]", "Who eats gnorfs?")
    ann.write("[name=answer]", "The frotz does, once in every round.")
    ann.tap("main form button")
    ann.reads("main li", "The frotz does")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320
    ann.go("djinn/ask").fill("#q", "eats gnorfs")
    ann.reads(".answer >> nth=0", "your house's answer")
    ann.go("djinn/asked").tap("li button")
    ann.reads("main li", "So far, every question has found an answer.")
    ann.tap("button:has-text('Stop keeping')")
    ann.tap("button:has-text('Start keeping questions')")
    ann.sees("button:has-text('Stop keeping')")


def test_answers_go_out_as_a_file_and_come_in_again(phone, tmp_path):
    ann = begin(phone(width=320), "djinn")
    ann.post("djinn/asked/answer", question=HOW, answer="The frotz.")
    ann.go("djinn/asked/answers").tap("summary")
    with ann.page.expect_download() as saved:
        ann.tap("#answers-file a")
    saved.value.save_as(tmp_path / "answers.json")
    ann.tap("li button")
    ann.reads("main li", "haven't written an answer")
    ann.tap("summary")
    ann.page.set_input_files("[name=file]", tmp_path / "answers.json")
    ann.tap("#answers-file form button")
    ann.reads("main [role=status] >> nth=0", "1 answer came in.")
    ann.reads("main li", "The frotz.")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_all_questions_go_at_once(phone):
    ann = begin(phone(), "tales", total="20")
    ann.go("tales/ask").fill("#q", HOW)
    ann.tap("#asked-here")
    ann.tap("a:has-text('Remove all')")
    ann.tap("main form button")
    ann.reads("main li", "So far, every question has found an answer.")


def test_every_game_keeps_what_is_asked(phone, tmp_path):
    ann, file = begin(phone(), "djinn"), tmp_path / "answers.json"
    for game in GAMES:
        for path in ("answers", "answer", "all", ""):
            ann.go(f"{game}/asked/{path}".rstrip("/")).sees("h1")
        ann.post(f"{game}/asked/answer", question=HOW, answer="The frotz.")
        ann.go(f"{game}/asked/answers").reads("main li", "The frotz.")
        file.write_bytes(ann.context.request.get(f"{game}/asked/answers.json").body())
        ann.tap("li button >> nth=0")
        ann.reads("main li", "haven't written an answer")
        ann.tap("summary")
        ann.page.set_input_files("[name=file]", file)
        ann.tap("#answers-file form button")
        ann.reads("main li", "The frotz.")
        ann.tap("li button >> nth=0")
        ann.reads("main li", "haven't written an answer")
        ann.post(f"{game}/asked/all")
        ann.post(f"{game}/asked/keeping", on="y")
