"""A loudspeaker reads aloud, where the phone has a voice of its own; a board says each turn, once it was tapped."""

import pytest

from tests.browser.cases_tales import READY
from tests.browser.moves import ALONE, AT_ROUND, BEGIN, djinn, do, emperor, make, open_table, war

pytestmark = pytest.mark.browser

VOICES = """
const spoken = window.spoken = [];
const voices = %s.map(([name, lang, localService]) => ({ name, lang, localService, default: name === "Best" }));
let synth;
synth = {
  speaking: false,
  getVoices: () => voices,
  cancel() { synth.speaking = false; },
  speak({ text, lang, voice }) {
    synth.speaking = true;
    spoken.push([text.split(/\\s+/).join(" "), lang, voice.name]);
  },
};
Object.defineProperty(window, "speechSynthesis", { value: synth });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""
OWN = '[["Net", "en-US", false], ["Other", "en-US", true], ["Best", "en-GB", true], ["Deutsch", "de_DE", true]]'
NET = '[["Net", "en-US", false], ["Deutsch", "de-DE", true]]'
SPEAKER = ".speaker >> visible=true"


@pytest.fixture
def hearing(phone):
    """Take a phone with these voices; what it has said is in `spoken`."""

    def hearing(voices=OWN, **look):
        one = phone(**look)
        one.page.add_init_script(VOICES % voices)
        return one

    return hearing


def said(one):
    return one.page.evaluate("spoken")


def test_an_answer_is_read_aloud_when_it_is_tapped_and_a_second_tap_stops_it(hearing):
    ann = hearing()
    ann.go("djinn/ask?about=chest_key")
    assert said(ann) == []
    ann.tap("#about-chest_key .speaker")
    (answer,) = said(ann)
    assert answer[0] == ann.page.inner_text("#says-chest_key")
    assert answer[1:] == ["en-GB", "Best"]
    ann.tap("#about-chest_key .speaker")
    assert not ann.page.evaluate("speechSynthesis.speaking")
    assert len(said(ann)) == 1


def test_a_page_is_read_by_a_voice_of_its_language(hearing):
    ann = hearing(locale="de-DE")
    ann.go("djinn/ask?about=chest_key")
    ann.tap("#about-chest_key .speaker")
    assert [each[1:] for each in said(ann)] == [["de_DE", "Deutsch"]]


@pytest.mark.parametrize("voices", [NET, "[]"], ids=["net", "none"])
def test_no_loudspeaker_is_shown_without_a_voice_of_the_phones_own(hearing, voices):
    """A voice of the net would send what it says to somebody."""
    ann = hearing(voices)
    code = open_table(ann, *djinn(*AT_ROUND))
    for page in ("djinn/ask?about=chest_key", f"djinn/{code}/hunt", f"djinn/{code}/board"):
        ann.go(page)
        assert ann.page.locator(".speaker").count()
        ann.misses(SPEAKER)


def test_voices_that_come_late_bring_the_loudspeaker(hearing):
    ann = hearing("[]")
    ann.go("djinn/ask?about=chest_key")
    ann.misses(SPEAKER)
    ann.page.evaluate("""() => {
      speechSynthesis.getVoices = () => [{ name: "Late", lang: "en-GB", localService: true }];
      speechSynthesis.onvoiceschanged();
    }""")
    ann.sees("#about-chest_key .speaker")


def test_toms_card_is_read_aloud_with_its_reasons(hearing):
    ann = hearing()
    code = open_table(ann, *djinn(BEGIN, do("reveal"), **ALONE))
    ann.go(f"djinn/{code}/hunt").tap(".row:has(#deck) .speaker")
    (card,) = said(ann)
    assert card[0] == " ".join(ann.page.inner_text("#toms-card").split())
    assert "\u00ad" not in card[0]


def test_a_phone_says_whose_turn_it_is_only_when_it_is_tapped(hearing):
    ann = hearing()
    code = open_table(ann, *djinn(*AT_ROUND))
    ann.go(f"djinn/{code}/hunt").tap("#turn .speaker")
    assert [each[0] for each in said(ann)] == [ann.page.inner_text("#turn h1")]
    seat = ann.page.locator("#end-turn [name=seat]").first.input_value()
    make(ann, "djinn", code, "end-turn", {"seat": seat, "anyway": "y"})
    ann.quiet()
    assert len(said(ann)) == 1


def test_a_war_has_no_room_for_a_loudspeaker_beside_whose_turn_it_is(hearing):
    """Its board says each turn; on a phone it would push Done into a second line."""
    ann = hearing()
    code = open_table(ann, *war(do("deal"), BEGIN))
    ann.go(f"efreet_war/{code}/war").sees("#turn")
    ann.misses("#turn .speaker")


def test_a_paragraph_of_the_tale_is_read_aloud(hearing):
    ann = hearing()
    line = do("line", seat="0", line="It rained roses.")
    code = open_table(ann, "tales", 3, {"total": "20"}, [*READY, BEGIN, line])
    ann.go(f"tales/{code}/turn").tap("#whose .speaker")
    ann.go(f"tales/{code}/tale").tap(".chapter .speaker >> nth=0")
    assert "It rained roses." in said(ann)[0][0]


def test_a_board_says_each_turn_once_it_was_tapped_and_remembers_that(hearing):
    screen = hearing(width=1280, height=800)
    code = open_table(screen, *emperor(BEGIN))
    turns = ("#corner .speaker[aria-pressed=false]", "#corner .speaker[aria-pressed=true]")

    def end(seat):
        make(screen, "emperor", code, "end-turn", {"seat": seat})
        screen.quiet()

    screen.go(f"emperor/{code}/board").sees(turns[0])
    end("2")
    assert said(screen) == []
    screen.tap("#corner .speaker")
    screen.sees(turns[1])
    end("3")
    assert [each[0] for each in said(screen)] == ["Dee's turn", "Eve's turn"]
    make(screen, "emperor", code, "roll", {"what": "d6"})
    screen.quiet()
    assert len(said(screen)) == 2
    screen.sees(turns[1])
    screen.go(f"emperor/{code}/board").sees(turns[1])
    assert said(screen) == []
    end("4")
    assert [each[0] for each in said(screen)] == ["Fay's turn"]
    screen.tap("#corner .speaker")
    screen.sees(turns[0])
    end("5")
    assert len(said(screen)) == 1
