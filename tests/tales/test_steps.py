"""The steps of a turn: which is due, who does it, what was done; each on the phone of whoever does it."""

import re
from functools import partial

import pytest

from companion.games.tales.box.corrections import Box
from companion.games.tales.facts import events as ev
from companion.games.tales.play import steps
from companion.games.tales.state import Encounter
from companion.games.tales.state.heroes import Place
from companion.table.log import Entry, changed
from tests import scenes
from tests.tales.scenes import DRAWN, THREE, award, begun

MOVED = ("move", {"seat": 0, "kind": "city", "number": 2})
ROW, NUMBER, DIE = ("row", {"die": 4}), ("number", {"number": 842}), ("destiny", {"face": 1})
GIVEN = award(destiny=1, story=1)
TURN = [MOVED, DRAWN, ROW, NUMBER, DIE, GIVEN]


def entries(*moves):
    return [Entry(n, 0.0, 0, move, tuple(events)) for n, (move, *events) in enumerate(moves, start=1)]


# Which step is due


@pytest.mark.parametrize(
    ("changes", "has", "due"),
    [
        ({}, {}, "move"),
        ({"moved": True}, {}, "card"),
        ({"encounter": Encounter("city"), "drawn_card": True}, {}, "row"),
        ({"moved": True, "powered": True}, {"place": Place("power")}, "row"),
        ({"encounter": Encounter("terrain", row=7)}, {}, "number"),
        ({"encounter": Encounter("terrain", row=7, number=842)}, {}, "destiny"),
        ({"encounter": Encounter("terrain", number=842)}, {"skills": {"luck": "master"}}, "master"),
        ({"encounter": Encounter("terrain", number=842, paragraph=843)}, {"skills": {"luck": "master"}}, "award"),
        ({"encounter": Encounter("character", paragraph=1200)}, {}, "award"),
        ({"moved": True, "powered": True}, {}, "award"),
        ({"powered": True, "encounter": Encounter("terrain"), "drawn_card": True}, {}, "row"),
    ],
)
def test_the_step_that_is_due(game, changes, has, due):
    """A card may lead straight to a matrix or a paragraph; a Place of Power has none, and no second encounter."""
    state = changed(game(**has), **changes)
    assert steps.due(state, awarded=False) == due
    assert steps.due(state, awarded=True) == "later"


READ, GIVEN_ONE = ("roll_destiny", ev.DestinyRolled(0, 1, 402)), ("award", ev.PointsChanged(0, 1, 0))
POWER = ("move_hero", ev.HeroMoved(0, "", "power", carried=True))
CARD = ev.CityCardPlayed(0, "Alexandria", 4)
PLAYED = ("play_card", CARD)
QUEST = ev.QuestEnded(0, "", done=True)
FULFILLED = ("end_quest", QUEST)


def test_an_award_counts_for_the_encounter_before_it():
    assert steps.owed(entries(READ, GIVEN_ONE)).awarded
    assert steps.owed(entries(READ, GIVEN_ONE, ("move_hero", ev.HeroMoved(0, "", "city", carried=True)))).awarded
    for later in (READ, POWER, ("end_turn", ev.TurnEnded(0)), ("draw_card", ev.CardDrawn(0, "city"))):
        assert not steps.owed(entries(READ, GIVEN_ONE, later)).awarded
    assert not steps.owed([]).awarded


def test_a_city_card_or_a_quest_is_what_the_next_award_is_of(game):
    """Until then the line of the card is read; the paragraph of the encounter is over."""
    state = changed(game(), encounter=Encounter(paragraph=402))
    assert steps.owed(entries(READ, GIVEN_ONE, PLAYED)).source == CARD
    assert steps.owed(entries(READ, GIVEN_ONE, FULFILLED)).source == QUEST
    for after in (READ, GIVEN_ONE, ("end_turn", ev.TurnEnded(0))):
        assert steps.owed(entries(PLAYED, after)).source is None
    assert steps.owed(entries(READ, GIVEN_ONE)).source is None
    assert steps.owed(entries(("end_quest", ev.QuestEnded(0, "", done=False)))).source is None
    assert steps.due(state, awarded=True, source=CARD) == "city"
    assert steps.due(state, awarded=True, source=QUEST) == "award"
    assert steps.doer(state, "award", QUEST) == 0
    assert "city" not in {*steps.ahead(game(), "move"), *steps.others(game(), "move")}


def test_the_encounter_has_its_award_before_card_and_quest(game):
    """Rules, Turn 4 and 5: whatever was entered first."""
    assert steps.owed(entries(READ, FULFILLED, PLAYED)) == (False, None, False)
    assert steps.owed(entries(READ, FULFILLED, PLAYED, GIVEN_ONE)) == (True, CARD, False)
    assert steps.owed(entries(READ, FULFILLED, PLAYED, GIVEN_ONE, GIVEN_ONE)) == (True, QUEST, False)
    assert steps.owed(entries(READ, FULFILLED, PLAYED, *[GIVEN_ONE] * 3)) == (True, None, False)
    drawn = ("draw_card", ev.CardDrawn(0, "city"))  # and looked up without us
    assert steps.owed(entries(drawn, PLAYED)).source == CARD
    assert steps.owed(entries(drawn, PLAYED, GIVEN_ONE, FULFILLED)).source == QUEST
    state = changed(game(), encounter=Encounter(paragraph=402))
    assert steps.reading(state, entries(READ, FULFILLED)) == 402
    assert steps.reading(state, entries(READ, FULFILLED, GIVEN_ONE)) == 0


def test_a_place_of_power_that_an_encounter_leads_to_has_a_number_of_its_own(game):
    """Rules, Places of Power: it stands on the board, and the paragraph that was read is over."""
    state = changed(game(place=Place("power")), powered=True, encounter=Encounter(paragraph=402, row=4))
    log = entries(READ, GIVEN_ONE, POWER)
    owed = steps.owed(log)
    assert steps.due(state, awarded=owed.awarded, source=owed.source, over=owed.over) == "row"
    assert steps.reading(state, log) == 0
    assert steps.reading(state, entries(READ, GIVEN_ONE, POWER, READ)) == 402


def test_what_was_looked_up_before_a_city_card_led_on_is_over():
    """Its own matrix has no row of a chart."""
    row, number = ("roll_row", ev.RowRolled(0, 4, 0, 0, 4)), ("give_number", ev.NumberGiven(0, 842))
    before = [("draw_card", ev.CardDrawn(0, "city")), row, number, READ, GIVEN_ONE, PLAYED]
    assert [one.step for one in steps.done(entries(*before), "city")] == [
        "card", "row", "number", "destiny", "award"
    ]  # fmt: skip
    after = entries(*before, number)
    assert [one.step for one in steps.done(after, "destiny")] == ["card", "city", "number"]
    assert [one.step for one in steps.done(entries(*before, number, READ, GIVEN_ONE), "later")] == [
        "card", "city", "number", "destiny", "award"
    ]  # fmt: skip
    led = entries(*before[:-1], POWER, ("give_number", ev.NumberGiven(0, 77, straight=True)))
    assert [one.step for one in steps.done(led, "award")] == ["move", "card", "number"]


def test_each_step_is_somebodys(game):
    """Rules, Turn 1: the Book is on the left, the matrix on the right."""
    state = game(4)
    assert [steps.doer(state, step) for step in steps.STEPS] == [0, 0, 0, 3, 1, 0, 1, 0, 0]
    assert steps.readers(state) == (1,)
    assert steps.readers(changed(state, turn=None)) == ()


def test_masters_are_a_step_of_those_who_have_some(game):
    assert "master" not in steps.ahead(game(), "row")
    assert steps.ahead(game(skills={"luck": "master"}), "number") == ("master", "destiny", "award", "later")
    numbered = changed(game(skills={"luck": "master"}), encounter=Encounter(number=842))
    assert {"master", "destiny"} <= {*steps.others(numbered, "row")}
    assert not {"master", "destiny", "row"} & {*steps.others(game(), "row")}
    assert "move" not in steps.others(changed(game(), moved=True), "row")
    assert "card" not in steps.others(changed(game(), drawn_card=True), "row")


def test_what_was_done_in_this_turn_is_told_step_by_step():
    log = entries(
        ("draw_card", ev.CardDrawn(0, "city")),
        ("end_turn", ev.TurnEnded(0)),
        ("move_hero", ev.HeroMoved(1, "L", "city")),
        ("give_number", ev.NumberGiven(1, 842), ev.DestinyRolled(1, 1, 843)),
        ("award", ev.PointsChanged(1, 1, 0)),
        ("award", ev.StatusGained(1, "lost")),
    )
    found = steps.done(log, "later")
    assert [(one.step, one.seq, len(one.events)) for one in found] == [
        ("move", 3, 1),
        ("number", 4, 1),
        ("destiny", 4, 1),
        ("award", 6, 2),
    ]
    assert [one.step for one in steps.done(log, "destiny")] == ["move", "number"]


def test_a_skill_is_owed_until_one_is_learned(game):
    state = changed(game(), noted=Box(skills=("5",)).noted)
    reached = ("award", ev.PointsChanged(0, 0, 5), ev.RewardTaken(0, 3), ev.RewardTaken(0, 5))
    learned = ("award", ev.SkillTrained(0, "luck", "master"))
    assert steps.skill_owed(state, entries(reached)) == 5
    assert steps.skill_owed(state, entries(reached, learned)) == 0
    assert steps.skill_owed(state, entries(reached, ("end_turn", ev.TurnEnded(0)))) == 0
    assert steps.skill_owed(game(), entries(reached)) == 0


def test_what_was_told_of_the_turn_before_is_known():
    told, later = ("tell_line", ev.LineTold(0, "So.")), ("tell_line", ev.LineTold(0, "So it was.", 1))
    ended, next_one = ("end_turn", ev.TurnEnded(0)), ("tell_line", ev.LineTold(0, "Bob came."))
    assert steps.ended(entries(told)) is None
    assert (steps.ended(entries(ended, told)), steps.ended(entries(ended, ("end_turn", ev.TurnEnded(2))))) == (0, 2)
    assert steps.line_before(entries(told, ended, next_one), 0) == "So."
    assert steps.line_before(entries(told, ended, later, next_one), 0) == "So it was."
    assert steps.line_before(entries(told, ended, later), 1) == ""
    assert steps.line_before(entries(told, ended, ("end_turn", ev.TurnEnded(1))), 0) == ""


# On whose phone


@pytest.fixture
def seated(app):
    """Play an evening on three phones, the host's not sitting; give it with what each phone shows of the turn."""

    def seated(*moves, sitting=(0, 1, 2)):
        evening = scenes.Evening(app, "tales", THREE, [*begun(), *moves])
        phones = {}
        for seat in sitting:
            phones[seat] = app.test_client()
            phones[seat].post(f"/t/{evening.code}/sit", data={"seat": seat})
        return evening, phones

    return seated


def stepped(evening, phone, doing=""):
    """Read which step a phone shows, and whether it has its form."""
    page = phone.get(f"/tales/{evening.code}/turn" + (f"?doing={doing}" if doing else "")).text
    return re.search(r'<section id="doing-(\w+)"', page)[1], 'id="waiting"' not in page


@pytest.mark.parametrize(
    ("done", "step", "does"),
    [
        (0, "move", 0),
        (1, "card", 0),
        (2, "row", 0),
        (3, "number", 2),
        (4, "destiny", 0),
        (5, "award", 1),
        (6, "later", 0),
    ],
)
def test_a_step_stands_on_the_phone_of_whoever_does_it(seated, done, step, does):
    evening, phones = seated(*TURN[:done])
    assert {seat: stepped(evening, phone) for seat, phone in phones.items()} == {
        seat: (step, seat == does) for seat in phones
    }
    assert stepped(evening, evening.host) == (step, False)


def test_the_three_paragraphs_are_looked_at_on_the_phone_with_the_book(seated):
    evening, phones = seated(award(mastered="magic"), *TURN[:4])
    assert [stepped(evening, phones[seat]) for seat in range(3)] == [
        ("master", False),
        ("master", True),
        ("master", False),
    ]
    assert "look through all three paragraphs" not in phones[0].get(f"/tales/{evening.code}/turn").text
    assert "looks through all three paragraphs for your Master" in phones[0].get(f"/tales/{evening.code}/turn").text


@pytest.mark.parametrize("sitting", [(0,), (1,)])
def test_a_player_without_a_phone_has_the_step_on_the_one_that_serves_them(seated, sitting):
    """Cem reads the matrix, and the host's phone serves him: it is not the mover who does that."""
    evening, phones = seated(*TURN[:3], sitting=sitting)
    assert stepped(evening, phones[sitting[0]]) == ("number", False)
    assert stepped(evening, evening.host) == ("number", True)


def test_a_phone_of_two_heroes_reads_for_both(app):
    """Ann's phone serves Cem, too, who reads the Book for Bob."""
    first = [("card", {"seat": 1, "card": "terrain"}), ("number", {"number": 402, "straight": "y"})]
    evening = scenes.Evening(app, "tales", THREE, [*begun(first=1), *first])
    evening.host.post(f"/t/{evening.code}/sit", data={"seat": 0})
    bob = evening.app.test_client()
    bob.post(f"/t/{evening.code}/sit", data={"seat": 1})
    assert [stepped(evening, phone) for phone in (evening.host, bob)] == [("award", True), ("award", False)]
    shown, aside = (phone.get(f"/tales/{evening.code}/turn").text for phone in (evening.host, bob))
    assert ("Cem, read this paragraph:" in shown, '<div class="huge">402</div>' in shown) == (True, True)
    assert 'class="huge"' not in aside
    line = " ".join(re.sub("<[^>]+>", " ", shown[shown.index('id="readers"') :].partition("</p>")[0]).split())
    assert line.endswith("You read the matrix for Bob · Book: Cem")


def test_one_phone_for_all_shows_each_step_in_turn(app):
    evening = scenes.Evening(app, "tales", THREE, begun())
    shown = [stepped(evening, evening.host)]
    for move in TURN:
        evening.must(move)
        shown.append(stepped(evening, evening.host))
    assert shown == [(step, True) for step in ("move", "card", "row", "number", "destiny", "award", "later")]


def lined(evening, phone):
    """Read which line for the tale a phone offers: about which turn, and what it holds."""
    page = phone.get(f"/tales/{evening.code}/turn").text
    form = page[page.index('id="tell"') :].partition("</form>")[0] if 'id="tell"' in page else ""
    chosen = re.search(r'name="turn"[^>]*value="(\d)"[^>]*(?:checked|>\s*<p)', form) or re.search(
        r'<input[^>]*checked[^>]*name="turn"[^>]*value="(\d)"', form
    )
    about = re.findall(r"(?:Last turn|This turn): \w+", form)
    return (
        (int(chosen[1]) if chosen else None, about, re.search(r'id="line"[^>]*value="(\w*)', form)[1]) if form else None
    )


def test_a_line_written_after_the_turn_is_about_it_until_the_next_meets_something(seated):
    both = ["Last turn: Ann", "This turn: Bob"]
    evening, phones = seated(*TURN, ("line", {"seat": 0, "line": "Slept"}), ("end-turn", {"seat": 0}))
    assert lined(evening, phones[0]) == (1, both, "Slept")
    assert lined(evening, phones[1]) is None
    assert lined(evening, phones[2]) == (1, both, "")
    evening.must(("line", {"seat": 0, "line": "Woke", "turn": 1}))
    assert "Ann, about an earlier turn: “Woke”" in evening.host.get(f"/t/{evening.code}/log").text
    assert lined(evening, phones[0]) == (1, both, "Woke")
    evening.must(("card", {"seat": 1, "card": "terrain"}))
    assert lined(evening, phones[0]) == (2, both, "")


def test_on_a_phone_for_all_a_line_is_that_of_whose_turn_it_was(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *TURN, ("end-turn", {"seat": 0})])
    assert lined(evening, evening.host) == (1, ["Last turn: Ann"], "")
    evening.must(("card", {"seat": 1, "card": "terrain"}))
    assert lined(evening, evening.host) is None
    page = evening.host.get(f"/tales/{evening.code}/turn?doing=later").text
    assert "This turn: Bob" in page


def test_another_order_is_always_there(seated):
    evening, phones = seated()
    for step in ("card", "row", "number", "award", "later", "more"):
        assert stepped(evening, phones[0], step) == (step, True)
    assert stepped(evening, phones[2], "number") == ("number", True)
    assert stepped(evening, phones[2], "award") == ("move", False)
    assert stepped(evening, phones[1], "award") == ("award", True)
    assert stepped(evening, phones[1], "later") == ("move", False)
    page = partial(phones[0].get, f"/tales/{evening.code}/turn")
    assert 'id="to-award"' in page().text
    assert phones[2].get(f"/tales/{evening.code}/turn").text.count('id="to-number"') == 1
    assert "Current step" in page(query_string={"doing": "award"}).text


def test_who_holds_the_book_enters_the_award(seated):
    evening, phones = seated(*TURN[:5])
    form = partial(dict, seat=0, usual="d1s2")
    sent = [(seat, phones[seat].post(f"/tales/{evening.code}/award", data=form(op=f"a{seat}"))) for seat in (2, 1)]
    assert [(seat, answer.status_code) for seat, answer in sent] == [(2, 403), (1, 303)]
    hero = evening.state.heroes[0]
    assert (hero.destiny, hero.story) == (1, 2)
    other = phones[1].post(f"/tales/{evening.code}/award", data={"seat": 2, "story": 1, "op": "b"})
    assert (other.status_code, evening.state.heroes[2].story) == (422, 0)


def test_a_usual_award_is_one_tap_and_keeps_what_else_was_chosen(app):
    evening = scenes.Evening(app, "tales", THREE, begun())
    assert evening.tap(*award(usual="d2s1", story=3, wealth=1)) == 303
    hero = evening.state.heroes[0]
    assert (hero.destiny, hero.story, hero.wealth) == (2, 1, "respectable")
    assert evening.tap(*award(usual="d9")) == 422


def test_a_number_may_be_that_of_the_paragraph(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN])
    assert evening.tap("number", {"number": 1200, "straight": "y"}) == 303
    assert (evening.state.encounter.number, evening.state.encounter.paragraph) == (0, 1200)
    assert stepped(evening, evening.host) == ("award", True)
    assert "Straight to paragraph 1200." in evening.host.get(f"/t/{evening.code}/log").text


def test_who_stays_says_so_by_one_tap(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), MOVED, *[("end-turn", {"seat": n}) for n in range(3)]])
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    form = page[page.index('id="stay"') :]
    fields = dict(re.findall(r'name="(seat|kind|number|place)" value="([^"]*)"', form[: form.index("</form>")]))
    assert evening.tap("move", fields) == 303
    assert (evening.state.heroes[0].place, evening.state.moved) == (Place("city", 2), True)


# What is covered, explained, looked at


def test_a_phone_for_all_covers_whether_the_goal_is_met(app):
    """It is asked for after any encounter, wherever the hero is, so that asking tells nothing."""
    for story, said in ((17, "Your goal is met"), (2, "Your goal isn&#39;t met yet")):
        evening = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, award(destiny=3, story=story)])
        page = evening.host.get(f"/tales/{evening.code}/turn").text
        cover = page[page.index('<details id="victory"') :]
        assert said in cover[: cover.index("</details>")]
        assert page.count("Your goal is") == 1
    for story, said in (
        (17, "Goal met: come back to Baghdad to declare victory."),
        (2, "Your goal isn&#39;t met yet."),
    ):
        away = scenes.Evening(app, "tales", THREE, [*begun(), MOVED, DRAWN, award(destiny=3, story=story)])
        page = away.host.get(f"/tales/{away.code}/turn").text
        cover = page[page.index('<details id="victory"') :]
        assert said in cover[: cover.index("</details>")]


def test_a_phone_for_all_says_nothing_of_a_goal_at_a_place_of_power(app):
    power = ("move", {"seat": 0, "kind": "power", "carried": "y"})
    evening = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, award(destiny=3, story=17), power])
    page = evening.host.get(f"/tales/{evening.code}/turn?doing=later").text
    assert 'id="doing-later"' in page
    assert "oal" not in page[page.index('id="tales-turn"') :]


@pytest.mark.parametrize("own", [True, False])
def test_who_died_is_told_that_and_not_that_the_goal_is_not_met(app, own):
    moves = [*begun(), DRAWN, award(destiny=3, story=17, died="y")]
    evening = scenes.Evening(app, "tales", THREE, moves)
    phone = evening.app.test_client() if own else evening.host
    if own:
        phone.post(f"/t/{evening.code}/sit", data={"seat": 0})
    page = phone.get(f"/tales/{evening.code}/turn").text
    assert "You died this turn: survive an encounter, then declare victory." in page
    assert "met yet" not in page
    assert ('<details id="victory"' in page) != own


def test_only_ones_own_phone_says_that_one_has_to_come_back_to_baghdad(seated):
    evening, phones = seated(MOVED, DRAWN, award(destiny=3, story=17))
    pages = {seat: phone.get(f"/tales/{evening.code}/turn").text for seat, phone in phones.items()}
    pages["host"] = evening.host.get(f"/tales/{evening.code}/turn").text
    assert [who for who, page in pages.items() if "Goal met: come back to Baghdad" in page] == [0]


def test_goals_on_paper_are_never_said_to_be_met(app):
    evening = scenes.Evening(app, "tales", THREE | {"on_paper": "y"}, [*begun()[3:], MOVED, DRAWN, award(destiny=9)])
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    assert "oal met" not in page
    assert 'id="victory"' not in page


def test_ones_own_phone_covers_nothing(seated):
    evening, phones = seated(DRAWN, award(destiny=3, story=17))
    page = phones[0].get(f"/tales/{evening.code}/turn").text
    assert 'id="declare"' in page
    assert 'id="victory"' not in page
    assert "Your goal is" not in evening.host.get(f"/tales/{evening.code}/turn").text


def test_each_step_says_why_it_is_where_that_was_asked_for(app):
    evening = scenes.Evening(app, "tales", THREE, begun())
    turn = f"/tales/{evening.code}/turn"
    assert 'id="why"' not in evening.host.get(turn).text
    assert evening.host.post("/tales/explain", data={"explain": "y"}).status_code == 303
    for step in (*steps.STEPS, "more"):
        assert (
            steps.WHY["award" if step == "more" else step].split("’")[0][:20]
            in evening.host.get(f"{turn}?doing={step}").text
        )
    evening.host.post("/tales/explain")
    assert 'id="why"' not in evening.host.get(turn).text


def test_a_look_at_any_hero_says_what_its_statuses_do(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(statuses="imprisoned", treasure="Lamp <b>")])
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    looks = [page[page.index(f'<details id="look-{seat}"') :] for seat in range(3)]
    first = looks[0][: looks[0].index("</details>")]
    assert "<em>Imprisoned</em>: You stay where you are and can&#39;t sell or play a city card." in first
    assert "Lamp &lt;b&gt;" in first


def test_a_step_shows_what_matters_at_it(app):
    evening = scenes.Evening(
        app, "tales", THREE, [*begun(), award(statuses=["imprisoned", "envious"], treasure="Lamp")]
    )

    def matters(step):
        page = evening.host.get(f"/tales/{evening.code}/turn?doing={step}").text
        found = re.search(r'<div id="matters">(.*?)</ul>', page, re.DOTALL)
        return re.findall(r"<li>\s*(?:<svg.*?</svg>\s*)?(?:<bdi>)?(\w+)", found[1], re.DOTALL) if found else []

    assert matters("move") == ["Imprisoned", "Lamp"]
    assert matters("number") == ["Envious"]
    assert matters("destiny") == []
    assert matters("later")[0] == "Imprisoned"


def test_a_kept_city_card_matters_in_its_city_when_it_may_be_played(app):
    """From the next turn on, and once (rules, City encounter cards)."""
    there = ("move", {"seat": 0, "kind": "city", "place": "basra"})
    kept = ("keep-card", {"seat": 0, "card": "Basra"})
    ends = [("end-turn", {"seat": n}) for n in range(3)]
    played = ("play-card", {"seat": 0, "card": "Basra", "die": 4, "early": "y"})
    both = [there, kept, ("keep-card", {"seat": 0, "card": "Old Basra"}), *ends]
    for moves, step, said in (
        ([there, kept, *ends], "move", True),
        ([kept, *ends], "move", False),
        ([there, kept], "later", False),
        (both, "later", True),
        ([*both, played], "later", False),
    ):
        evening = scenes.Evening(app, "tales", THREE, [*begun(), *moves])
        page = evening.host.get(f"/tales/{evening.code}/turn?doing={step}").text
        assert ("Basra here after" in page) == said


def test_another_phone_says_of_whom_it_is_that_something_matters(seated):
    """It read "you may play Basra here" on the phone of somebody else."""
    given = award(statuses="imprisoned")
    evening, phones = seated(given, *[("end-turn", {"seat": n}) for n in range(3)])
    shown = {seat: phone.get(f"/tales/{evening.code}/turn").text for seat, phone in phones.items()}
    assert ["For Ann:" in shown[seat] for seat in range(3)] == [False, True, True]
    assert "For Ann:" not in evening.host.get(f"/tales/{evening.code}/turn").text


def test_what_a_quest_brings_has_no_headings(app):
    """Nor does it matter then which skills are blocked."""
    done = [DRAWN, GIVEN, ("quest", {"seat": 0, "done": "y"})]
    ends = [("end-turn", {"seat": n}) for n in range(3)]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(statuses="wounded"), *ends, *done])
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    assert "What&#39;s the quest&#39;s reward?" in page
    assert "are blocked" not in page


def test_in_a_place_of_power_the_board_leads(seated):
    """Whichever card led there."""
    there = ("move", {"seat": 0, "kind": "power", "carried": "y"})
    evening, phones = seated(("card", {"seat": 0, "card": "character"}), GIVEN, there)
    assert "Where does the board lead?" in phones[0].get(f"/tales/{evening.code}/turn").text
    assert "for each time of day" not in phones[0].get(f"/tales/{evening.code}/turn").text
    assert "Ann finds out where the board leads." in phones[2].get(f"/tales/{evening.code}/turn").text


def test_after_a_master_the_mover_only_listens(seated):
    """Rules, Master skills: the section of that skill is read, and no heading is left to choose."""
    evening, phones = seated(award(mastered="magic"), *TURN[:4], ("master", {"skill": "magic", "paragraph": 842}))
    page = phones[0].get(f"/tales/{evening.code}/turn").text
    assert "Bob reads out what your Master skill gets you" in page
    assert "choose one heading" not in page


def test_what_may_be_kept_of_a_paragraph_is_a_page_of_its_own(seated):
    """Unfolded in the award it made that taller than 1.5 screens."""
    evening, phones = seated(*TURN[:5])
    assert 'id="to-headings"' in phones[1].get(f"/tales/{evening.code}/turn").text
    assert 'id="tell-headings"' not in phones[1].get(f"/tales/{evening.code}/turn").text
    page = phones[1].get(f"/tales/{evening.code}/turn?doing=headings").text
    assert "Which headings does 843 offer?" in page
    assert 'id="tell-headings"' in page
    assert stepped(evening, phones[2], "headings") == ("award", False)


def test_no_two_steps_share_a_list_of_names(app):
    """Chromium crashed where a page morphed that kept one for other fields."""
    names = Box(treasures=("Lamp",), quests=("The Roc",), cities=("Basra",))
    with scenes.boxed(app, "tales", names):
        evening = scenes.Evening(app, "tales", THREE, begun(), copied=False)
        lists = []
        for step in ("more", "later", "award"):
            page = evening.host.get(f"/tales/{evening.code}/turn?doing={step}").text
            lists.append(re.findall(r'<datalist id="([\w-]+)"', page))
            assert {*re.findall(r' list="([\w-]+)"', page)} == {*lists[-1]}
    assert lists == [["known-treasures"], ["known-quests", "known-cities"], []]
