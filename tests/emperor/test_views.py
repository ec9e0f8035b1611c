"""Emperor's pages: whole for a browser, their block for htmx, moves by tap, refusals in words."""

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.emperor.facts import ARRANGEMENTS
from tests.emperor.conftest import COLOURS, NAMES


def test_a_table_opens_and_leads_to_its_seats(ann, open_seats, state):
    code = open_seats()
    answer = ann.get(f"/t/{code}")
    assert answer.location == f"/emperor/{code}/seats"
    assert state(code).order == (0, 1, 2, 3, 4, 5)


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"count": 4}, "6, 8, 9, 10, 12 or 14"),
        ({"count": ""}, "Choose how many"),
        ({"range": "three"}, "Not a valid choice"),
    ],
)
def test_a_wrong_table_is_refused_and_leaves_no_trace(ann, form, words):
    names = {f"players-{n}-name": name for n, name in enumerate(NAMES)}
    names |= {f"players-{n}-colour": colour for n, colour in enumerate(COLOURS)}
    answer = ann.post("/emperor/new", **({"count": 6} | names | form))
    assert answer.status_code == 422
    assert words in answer.text


def test_seats_are_swapped_mixed_and_given_rules(open_seats, tap, state):
    code = open_seats(ante="y")
    assert tap(code, "swap", one=0, other=4).status_code == 303
    assert state(code).order == (4, 1, 2, 3, 0, 5)
    assert tap(code, "range", range="mixed").status_code == 303
    assert tap(code, "first", team=1).status_code == 303
    assert tap(code, "draw-first").status_code == 303
    assert tap(code, "ante", seat=3, card="Mox").status_code == 303
    assert tap(code, "mix").status_code == 303
    assert (state(code).range_id, state(code).pool) == ("mixed", {3: "Mox"})


def test_range_rules_are_called_as_the_text_calls_them(ann, open_seats):
    """Limiting Range: one player for all, or one for spells and two for the rest."""
    for page in ("/emperor/new", f"/emperor/{open_seats()}/seats"):
        text = ann.get(page).text
        for name in ("Two seats", "Everything has a range of one", "Spells one player, everything else two"):
            assert f"{name}<br>" in text, (page, name)


def test_who_chose_the_team_that_begins_is_not_asked_again(ann, open_seats, tap):
    code = open_seats()
    assert "Drew lots yourselves?" in ann.get(f"/emperor/{code}/seats").text
    tap(code, "first", team=1)
    page = ann.get(f"/emperor/{code}/seats").text
    assert "You chose team 2." in page
    assert "Drew lots yourselves?" not in page


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("page", ["seats", "ring", "result"])
def test_a_page_is_whole_for_a_browser_and_a_block_for_htmx(ann, open_duel, page, seq):
    code = open_duel()
    assert ann.get(f"/emperor/{code}/{page}").text.startswith("<!doctype html>")
    block = ann.live(f"/emperor/{code}/{page}?since=1.0.0", page)
    assert block.text.lstrip().startswith(f'<section id="{page}"')
    since = re.search(r"since=([\d.]+)", block.text)[1]
    assert ann.live(f"/emperor/{code}/{page}?since={since}", page).status_code == 204


def test_life_counts_every_tap_of_every_phone(ann, bob, open_duel, state):
    code = open_duel()
    bob.post(f"/t/{code}/sit", seat=1)
    poison = bob.get(f"/emperor/{code}/ring?seat=2&counter=poison").text
    for phone in (ann, bob, ann):
        assert phone.post(f"/emperor/{code}/life?by=-1", seat=2).status_code == 303
    asked = html.unescape(re.search(r'<section id="ring"[^>]* hx-get="([^"]+)', poison)[1])
    assert "<bdi>Life</bdi> 17" in bob.live(asked, "ring").text
    assert ann.post(f"/emperor/{code}/life", seat=3, value=31).status_code == 303
    assert state(code).lives == (20, 20, 17, 31, 20, 20)
    assert "Enter a number" in ann.post(f"/emperor/{code}/life", seat=2).text
    text = ann.get(f"/emperor/{code}/ring?seat=2").text
    assert "Life so far" in text
    text = ann.get(f"/emperor/{code}/ring?seat=2&doing=life").text
    assert len(re.findall(r"<span>−1</span>", text)) == 3


def test_quick_taps_stand_as_one_in_log_and_history_and_are_taken_back_as_one(ann, open_duel, state, seq):
    code = open_duel()
    for by in (-5, -1, -1):
        ann.post(f"/emperor/{code}/life?by={by}", seat=0)
    assert ann.get(f"/t/{code}/log").text.count("Ann, life: −7.") == 1
    assert "<span>−7</span>" in ann.get(f"/emperor/{code}/ring?seat=0&doing=life").text
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    assert state(code).lives[0] == 20
    log = ann.get(f"/t/{code}/log").text
    assert log.count(">Ann, life: −7.") == 1
    assert log.count("Taken back: Ann, life: −7.") == 1


def test_a_watcher_only_looks(bob, open_duel, state):
    code = open_duel()
    before = state(code)
    assert bob.post(f"/emperor/{code}/life?by=-1", seat=2).status_code == 403
    assert state(code) == before
    text = bob.get(f"/emperor/{code}/ring").text
    assert "<form" not in text[text.index('id="ring"') :]


def test_a_turn_is_ended_by_its_own_seat(bob, open_duel, tap, state, seq):
    code = open_duel()
    bob.post(f"/t/{code}/sit", seat=1)
    assert bob.post(f"/emperor/{code}/end-turn", seat=2, seen=seq(code)).status_code == 403
    assert tap(code, "end-turn", seat=2).status_code == 303
    assert state(code).turn == 3


def test_a_host_ends_the_turn_of_another_phone_by_a_button_that_says_whose(ann, bob, open_duel):
    """A host who kept tapping "Done" once ended the turn of who came next."""
    code = open_duel()
    assert "Done" in ann.get(f"/emperor/{code}/ring").text.partition('id="end-turn"')[2].partition("</form>")[0]
    bob.post(f"/t/{code}/sit", seat=2)
    forms = [phone.get(f"/emperor/{code}/ring").text.partition('id="end-turn"')[2] for phone in (ann, bob)]
    words = [re.search(r"<button>(.*?)</button>", form, re.DOTALL)[1].strip() for form in forms]
    assert words == ["End Cem&#39;s turn", "Done"]


def test_a_turn_ended_twice_at_once_ends_once(ann, open_duel, state, seq):
    code = open_duel()
    seen = seq(code)
    assert ann.post(f"/emperor/{code}/end-turn", seat=2, seen=seen).status_code == 303
    answer = ann.post(f"/emperor/{code}/end-turn", seat=2, seen=seen)
    assert answer.status_code == 409
    assert "Somebody was faster" in answer.text
    assert state(code).turn == 3


def test_the_ring_says_whom_one_can_hit_and_why_not(ann, open_duel):
    text = ann.get(f"/emperor/{open_duel()}/ring?seat=2&why=1").text
    assert "Who can Cem hit?" in text
    assert "an enemy right beside it" in text
    assert "3 seats away; creatures can only attack the seats next to them" in text
    assert "distance 3, reach 2" in text


@pytest.mark.thorough(one_in=4)
@pytest.mark.parametrize("asked", ["seat=17", "seat=-1", "seat=x"])
def test_nonsense_in_the_address_shows_the_ring(ann, open_duel, asked):
    page = f"/emperor/{open_duel()}/ring"
    assert ids(ann.get(f"{page}?{asked}")) == ids(ann.get(page))


@pytest.mark.parametrize("asked", ["creature=5", "creature=x"])
def test_a_creature_that_is_not_there_is_named_as_gone(ann, open_duel, asked):
    assert "of-gone" in ids(ann.get(f"/emperor/{open_duel()}/ring?{asked}"))


def ids(answer):
    return re.findall(r' id="([^"]+)"', answer.text)


def test_a_creature_marches_and_is_refused_in_words(ann, open_duel, tap, state):
    code = open_duel()
    answer = tap(code, "march", name="Ogre <b>", owner=2, to=1)
    assert answer.location.endswith("/ring?seat=2#token-1-2")
    assert 'id="token-1-2"' in ann.get(answer.location).text
    text = ann.get(f"/emperor/{code}/ring?creature=1").text
    assert "Ogre &lt;b&gt;" in text
    assert "Summoning sick until Cem's next turn begins." in html.unescape(text)
    assert text.count("It has marched this turn already") == 1
    again = tap(code, "march", creature=1, to=0)
    assert again.status_code == 422
    assert "a creature marches once a turn" in again.text
    assert state(code).creatures[1].at == 1


def test_a_march_that_is_sent_again_after_another_move_leads_to_the_ring(ann, open_duel, tap, state):
    code = open_duel()
    form = {"op": "twice", "name": "Ogre", "owner": 2, "to": 1}
    assert tap(code, "march", **form).status_code == 303
    assert tap(code, "life", seat=0, by=-1).status_code == 303
    answer = tap(code, "march", **form)
    assert (answer.status_code, answer.location.startswith(f"/emperor/{code}/ring")) == (303, True)
    assert [one.name for one in state(code).creatures.values()] == ["Ogre"]


def test_creatures_that_stand_together_are_one_token_and_march_by_one_tap(ann, open_duel, tap, state):
    code = open_duel()
    for _ in range(2):
        tap(code, "march", owner=2, to=1)
    for seat in (2, 3, 4, 5, 0, 1):
        tap(code, "end-turn", seat=seat)
    text = ann.get(f"/emperor/{code}/ring").text
    assert "?of=2&amp;at=1" in text
    text = ann.get(f"/emperor/{code}/ring?of=2&at=1").text
    offered = text[text.index('id="go"') :]
    assert re.findall(r'name="to" value="(\d)"', offered[: offered.index("</form>")]) == ["0", "2"]
    assert text.count("hx-post") > 2
    assert tap(code, "march-together", creatures=[1, 2], to=0).location.endswith("/ring?seat=2#token-0-2")
    assert [one.at for one in state(code).creatures.values()] == [0, 0]
    assert "Choose which" in tap(code, "march-together", to=0).text


def test_who_has_the_turn_sends_a_creature_from_home_whoever_is_chosen_in_the_ring(ann, open_duel):
    code = open_duel()
    for chosen in (2, 3):
        assert "leave=1" in ann.get(f"/emperor/{code}/ring?seat={chosen}").text
    text = ann.get(f"/emperor/{code}/ring?leave=1").text
    assert f'action="/emperor/{code}/march"' in text
    assert 'name="owner" value="2"' in text


def test_no_button_beside_a_march_ends_the_turn_instead(ann, open_duel, tap, form):
    """Once "Done" stood there, and a player who had ticked a creature took it for the march."""
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    stuck = form(ann.get(f"/emperor/{code}/ring?creature=1").text, "go")
    assert 'form="end-turn">End turn</button>' in stuck
    for seat in (2, 3, 4, 5, 0, 1):
        tap(code, "end-turn", seat=seat)
    ready = form(ann.get(f"/emperor/{code}/ring?creature=1").text, "go")
    for panel in (ready, form(ann.get(f"/emperor/{code}/ring?leave=1").text, "go")):
        assert "end-turn" not in panel
    assert ">March Ogre</h1>" in ready
    assert re.findall(r">(To \w+)<", ready) == ["To Ann", "To Cem"]


def test_a_march_hides_what_the_marks_of_reach_mean(ann, open_duel):
    code = open_duel()
    assert "can be attacked" in ann.get(f"/emperor/{code}/ring").text
    assert "can be attacked" not in ann.get(f"/emperor/{code}/ring?leave=1").text


def test_every_move_of_a_creature(open_duel, tap, state):
    code = open_duel()
    assert tap(code, "steal", name="Wall", owner=3, wall="y", by=2).status_code == 303
    for move in ("tap", "untap", "give-back", "bury"):
        assert tap(code, move, creature=1).status_code == 303, move
    assert tap(code, "force", name="Elf", owner=4, source=2).status_code == 303
    assert [one.name for one in state(code).creatures.values()] == ["Elf"]
    assert tap(code, "tap", creature=1).status_code == 422
    assert tap(code, "tap").status_code == 422
    assert tap(code, "deploy", name="Elf", owner=2, to=1).status_code == 422
    official = open_duel(range="official")
    assert tap(official, "deploy", name="Elf", owner=1, to=2).status_code == 303


def test_what_a_march_lacks_is_said(open_duel, tap):
    code = open_duel()
    assert "Choose a player first" in tap(code, "march", name="Ogre", owner=2).text
    assert "1 to 40" in tap(code, "march", owner=2, to=1, name="x" * 41).text
    assert "Choose who is out" in tap(code, "out").text


def asks(page):
    """Find where the ring on a page asks for its next update."""
    return html.unescape(re.search(r'<section id="ring"[^>]* hx-get="([^"]+)', page)[1])


def test_a_card_that_a_phone_did_not_show_comes_whole(ann, open_seats, tap):
    """Before the duel there is no life to count; it comes when the duel begins."""
    code = open_seats()
    page = ann.get(f"/emperor/{code}/ring").text
    assert 'name="value"' not in page
    tap(code, "begin")
    assert 'name="value"' in ann.live(asks(page), "ring").text


@pytest.mark.parametrize("asked", ["creature=1", "of=2&at=1"])
def test_who_looks_at_a_creature_that_is_gone_then_is_told_so_and_gets_no_buttons(ann, open_duel, tap, asked):
    """A number that came into the middle of the ring would lie under the finger."""
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    page = ann.get(f"/emperor/{code}/ring?{asked}").text
    assert "t away from home any more" not in page
    tap(code, "bury", creature=1)
    update = ann.live(asks(page), "ring").text
    assert "This creature isn&#39;t away from home any more; look at the list." in update
    assert f'hx-get="/emperor/{code}/ring"' in update
    assert 'name="value"' not in update
    assert 'id="counters"' not in update
    assert 'id="blocking"' not in update


@pytest.mark.parametrize("asked", ["creature=1", "of=2&at=1"])
def test_a_watcher_of_a_creature_that_is_gone_is_told_so_only_if_it_was_shown(bob, open_duel, asked):
    text = bob.get(f"/emperor/{open_duel()}/ring?{asked}").text
    assert ("t away from home any more" in text) == (asked == "creature=1")


def test_a_code_leads_to_its_own_games_pages(ann, table, open_duel):
    code = open_duel()
    assert ann.get(f"/djinn/{code}/hunt").location == f"/t/{code}"
    assert ann.get(f"/emperor/{table}/ring").location == f"/t/{table}"
    assert ann.post(f"/djinn/{code}/begin", seen=99).location == f"/t/{code}"


def test_a_table_goes_out_and_comes_back(ann, open_duel, tap, app):
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    text = ann.get(f"/t/{code}/export.json").text
    from companion.table.import_export import export
    from companion.table.play import find_table

    with app.app_context():
        other = find_table(export.load(text, phone="other"))
        assert replace(other.state, secret=find_table(code).state.secret, copied=False) == find_table(code).state
    assert "This is a copy" in ann.get(f"/t/{other.code}/log").text


def test_the_log_tells_what_happened(ann, open_duel, tap):
    code = open_duel()
    tap(code, "march", name="Ogre", owner=2, to=1)
    tap(code, "out", seats=[1])
    text = ann.get(f"/t/{code}/log?all=1").text
    for sentence in (
        "Cem&#39;s Ogre leaves home.",
        "Ogre marches to Bob.",
        "Out: Bob. The ring closes.",
        "it dies with",
    ):
        assert sentence in text


def test_phones_on_a_page_are_led_to_the_next_phase_and_back(ann, open_seats, tap, seq):
    """Whoever looks at another page stays there."""
    code = open_seats()

    def asks(page):
        return html.unescape(
            re.search(r'<section id="\w+"[^>]* hx-get="([^"]+)', ann.get(f"/emperor/{code}/{page}").text)[1]
        )

    seats, result = asks("seats"), asks("result")
    tap(code, "begin")
    assert ann.live(seats, "seats").location.startswith(f"/emperor/{code}/ring?seen=")
    assert ann.live(result, "result").status_code == 200
    ring = asks("ring")
    assert ann.live(asks("seats"), "seats").status_code == 204
    ann.post(f"/t/{code}/undo", entry=seq(code))
    assert ann.live(ring, "ring").location.startswith(f"/emperor/{code}/seats?seen=")


def test_each_of_fourteen_has_a_sign_of_the_own():
    drawn = dict(re.findall(r'id="s(\d+)".* d="([^"]+)"', Path("static/ring.svg").read_text(encoding="utf-8")))
    assert {*map(int, drawn)} >= {*range(max(ARRANGEMENTS))}
    assert len({*drawn.values()}) == len(drawn)


def test_what_is_typed_as_a_reason_or_a_name_stays_text(ann, open_duel, tap):
    code = open_duel()
    tap(code, "life", seat=2, by=-7)
    tap(code, "why", seat=2, change=-7, by=3, why="<b>Fire")
    tap(code, "name-counter", name="<i>Doom")
    text = ann.get(f"/emperor/{code}/ring?seat=2&doing=life").text
    assert "by Dee <bdi>&lt;b&gt;Fire</bdi>" in text
    assert "&lt;i&gt;Doom" in text
    for path, form in (("why", {"seat": 2, "change": -7, "why": "x" * 999}), ("name-counter", {"name": "x" * 17})):
        assert tap(code, path, **form).status_code == 422
