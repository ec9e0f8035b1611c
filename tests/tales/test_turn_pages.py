"""The pages of a turn of Tales: what a form leaves out, and what a refusal offers."""

import re
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from companion.games.tales.box.corrections import Box
from companion.games.tales.facts import DECKS
from tests import scenes
from tests.tales.scenes import THREE, award, begun


def test_a_hero_moves_though_nobody_says_which_way(app):
    """Nor is there a way to say where an encounter carries somebody."""
    evening = scenes.Evening(app, "tales", THREE, begun())
    assert evening.tap("move", {"seat": 0, "kind": "city", "number": 2}) == 303
    page = evening.host.get(f"/tales/{evening.code}/turn?doing=later").text
    assert 'name="route"' not in page[page.index('id="carry-hero"') :]
    assert evening.tap("move", {"seat": 0, "kind": "baghdad", "carried": "y"}) == 303
    assert evening.tap("move", {"seat": 0, "kind": "city", "route": "north"}) == 422


def test_an_award_of_nothing_is_refused_and_no_award_leads_on(app):
    """It was a dead end: the page asked for the award again, and said nothing."""
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ])
    page, reader = f"/tales/{evening.code}/turn", as_seat(evening, 1)
    empty = sending(evening, {"seat": 0, "destiny": 0, "story": 0, "wealth": 0, "page": f"{page}?doing=more"})
    answer = reader.post(f"/tales/{evening.code}/award", data=empty)
    assert (answer.status_code, "First say what the award is" in answer.text) == (422, True)
    assert "No award</button>" in re.sub(r"\s+<", "<", reader.get(page).text)
    sent = sending(evening, {"seat": 0, "nothing": "y"})
    assert reader.post(f"/tales/{evening.code}/award", data=sent).location == f"{page}#now"
    shown = evening.host.get(page).text
    assert "Nothing changes for Ann." in shown
    assert "anything else?" in shown


def test_a_quest_without_a_reward_is_done_with_by_one_tap(app):
    """Its way on was an address: the next move asked for the reward again."""
    quest = [("quest", {"seat": 0, "done": "y"}), ("line", {"seat": 0, "line": "It rained."})]
    moves = [*begun(), *ROUND, *READ, award(story=1), *quest]
    evening = scenes.Evening(app, "tales", THREE, moves)
    page = f"/tales/{evening.code}/turn"
    assert "No reward" in evening.host.get(page).text
    assert evening.tap("award", sending(evening, {"seat": 0, "nothing": "y"})) == 303
    assert "No reward" not in evening.host.get(page).text
    assert "anything else?" in evening.host.get(page).text


def test_one_award_that_two_phones_enter_at_once_counts_once(app):
    """The mover had opened it, too, by another order, and points counted twice; a line in between hinders nobody."""
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ])
    page = as_seat(evening, 1).get(f"/tales/{evening.code}/turn").text
    form = page[page.index('id="usual-award"') :]
    sent = dict(re.findall(r'name="(seen|seat)" value="(\d+)"', form[: form.index("</form>")]), usual="d1s1")
    told = {"seat": 2, "line": "It rained."} | evening.op()
    assert as_seat(evening, 2).post(f"/tales/{evening.code}/line", data=told).status_code == 303
    assert [evening.tap("award", sent) for _ in range(2)] == [303, 409]
    assert evening.state.heroes[0].destiny == 1


def test_a_hero_goes_as_far_as_the_box_says(app):
    """Whatever rate its owner may set is a route that can be tapped."""
    with scenes.boxed(app, "tales", Box(rates={"rich": (9, 8)})):
        evening = scenes.Evening(app, "tales", THREE, [*begun(), award(wealth=2)], copied=False)
        page = evening.host.get(f"/tales/{evening.code}/turn?doing=move").text
        routes = re.findall(r'name="route"[^>]* value="(L+S*)"', page)
        assert routes[:2] == ["LLLLLLLLL", "LLLLLLLLS"]
        assert evening.tap("move", {"seat": 0, "kind": "city", "route": routes[0]}) == 303


def test_alone_one_is_warned_before_the_card_that_ends_the_tales(app):
    """A whole deck of encounters, a card a turn."""
    alone = {"count": 1, "total": 12, "decks": 1}
    cards = [("card", {"seat": 0, "card": "terrain"}), ("end-turn", {"seat": 0})] * DECKS.encounters
    evening = scenes.Evening(app, "tales", alone, [*begun(1), *cards[:-2]])
    warning = "The next card ends the tales."
    assert warning not in evening.host.get(f"/tales/{evening.code}/turn").text
    for move in cards[-2:]:
        evening.must(move)
    assert warning in evening.host.get(f"/tales/{evening.code}/turn").text
    evening.must(cards[0])
    assert evening.state.winners == ()


MET = {"destiny": 3, "story": 17}
ROUND = [("end-turn", {"seat": seat}) for seat in range(3)]
READ = [("card", {"seat": 0, "card": "terrain"}), ("number", {"number": 402, "straight": "y"})]
IMPRISONED = award(statuses="imprisoned", treasure="Lamp")
FORBIDDEN = [
    ("move", {"seat": 0, "kind": "city", "number": 3, "place": "Basra <b>"}, '<span id="where"><bdi>Basra &lt;b&gt;'),
    ("sell", {"seat": 0, "treasure": "Lamp", "by": 1, "limit": "rich", "early": "y"}, "Respectable"),
    ("quest", {"seat": 0, "done": "y", "quest": "The Roc", "early": "y"}, "Imprisoned"),
]


@pytest.fixture
def imprisoned(app):
    """Play an evening whose first hero is Imprisoned."""
    return scenes.Evening(app, "tales", THREE, [*begun(), IMPRISONED, *[("end-turn", {"seat": n}) for n in range(3)]])


def as_seat(evening, seat):
    """Give the phone of a player."""
    phone = evening.app.test_client()
    phone.post(f"/t/{evening.code}/sit", data={"seat": seat})
    return phone


def sending(evening, form):
    """Fill a form in as a page would."""
    return evening.op() | {"seen": evening.table.seq} | form


def sent_again(html):
    """Read the form that is offered: its address, and all its fields with the button."""
    offer = re.search(r'<div id="offer" class="card.*?</div>', html, re.DOTALL)[0]
    fields = re.findall(r'name="(\w+)"\s+value="([^"]*)"', offer)
    return re.search(r'action="([^"]+)"', offer)[1], MultiDict((name, unescape(value)) for name, value in fields)


@pytest.mark.parametrize(("path", "form", "shown"), FORBIDDEN)
@pytest.mark.parametrize("htmx", [{}, {"HX-Request": "true", "HX-Target": "tales-turn"}], ids=["plain", "htmx"])
def test_what_a_status_forbids_is_offered_once_more(imprisoned, path, form, shown, htmx):
    """Rules, Statuses: what nobody noticed stands; nothing that was sent is lost."""
    host, turn = imprisoned.host, f"/tales/{imprisoned.code}/turn"
    answer = host.post(
        f"/tales/{imprisoned.code}/{path}", data=sending(imprisoned, form) | {"page": turn}, headers=htmx
    )
    assert (answer.status_code, answer.headers.get("HX-Retarget")) == ((200, "#offer") if htmx else (422, None))
    address, again = sent_again(answer.text)
    assert {name: str(value) for name, value in form.items()}.items() <= dict(again.items()).items()
    assert host.post(address, data=again).status_code == 303
    assert shown in host.get(turn).text


def test_a_declaration_that_a_status_bars_is_offered_once_more(app):
    """Its button says what is in the way; only the phone that serves the hero has one."""
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(destiny=3, story=17, statuses="envious")])
    turn = f"/tales/{evening.code}/turn"
    page = evening.host.get(turn).text
    assert "Your goal is met, but you can&#39;t win with Envious." in page
    assert 'class="go wide"' not in page[page.index('id="declare"') : page.index('<section id="doing-')]
    answer = evening.host.post(
        f"/tales/{evening.code}/declare", data=sending(evening, {"seat": 0, "early": "y"}) | {"page": turn}
    )
    address, again = sent_again(answer.text)
    assert evening.host.post(address, data=again).status_code == 303
    assert evening.state.declared == (0,)


def test_what_no_status_forbids_is_not_offered(imprisoned):
    form = {"seat": 0, "kind": "power"}
    answer = imprisoned.host.post(f"/tales/{imprisoned.code}/move", data=sending(imprisoned, form))
    assert "Place of Power needs" in answer.text
    assert 'name="stands"' not in answer.text


def test_the_table_knows_of_a_declaration_that_was_taken_back(app):
    evening = scenes.stage(app, "tales", "met")
    pages = [f"/tales/{evening.code}/{page}" for page in ("turn", "heroes")]
    words = "Everyone already knows Ann met the goal."
    assert [words in evening.host.get(page).text for page in pages] == [False, False]
    assert evening.tap("declare", {"seat": 0, "early": "y"}) == 303
    assert evening.undo(evening.table.seq) == 303
    assert [words in evening.host.get(page).text for page in pages] == [True, True]
    assert evening.redo(evening.table.seq - 1) == 303
    assert [words in evening.host.get(page).text for page in pages] == [False, False]


def test_who_has_declared_is_told_to_all_as_long_as_the_last_turns_go_on(app):
    """The tap was seen by nobody else, and the table plays its last turns against somebody."""
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(destiny=3, story=17)])
    page, words = f"/tales/{evening.code}/turn", "Ann declares that the goal is met."
    looks = [words in evening.host.get(page).text]
    for move in (("declare", {"seat": 0, "early": "y"}), ("end-turn", {"seat": 1})):
        assert evening.tap(*move) == 303
        looks.append(words in app.test_client().get(page).text)
    assert looks == [False, True, True]


def test_the_declaration_stands_above_the_paragraph_that_met_the_goal(app):
    """On a small phone the number fills the screen, and nobody looks for more below it."""
    moves = [*begun(), ("number", {"number": 842}), ("destiny", {"face": 1}), award(destiny=3, story=17)]
    evening = scenes.Evening(app, "tales", THREE, moves)
    page = as_seat(evening, 0).get(f"/tales/{evening.code}/turn?doing=award").text
    assert page.index('id="declare"') < page.index('id="paragraph"')


@pytest.mark.parametrize(
    ("opening", "moves", "more"),
    [
        (THREE, [*READ, award(**MET)], True),
        (
            THREE,
            [*READ, award(**MET), ("declare", {"seat": 0}), ("correct", {"seat": 1, **MET})],
            False,
        ),
        ({"count": 1, "total": 20}, [*READ, award(**MET)], False),
    ],
    ids=["first", "in a last turn", "alone"],
)
def test_a_declaration_promises_more_turns_only_where_they_follow(app, opening, moves, more):
    evening = scenes.Evening(app, "tales", opening, [*begun(opening["count"]), *moves])
    page = as_seat(evening, evening.state.turn).get(f"/tales/{evening.code}/turn").text
    assert ("everyone else gets one more turn" in page) == more
    assert 'id="declare"' in page
    assert "once you have survived" not in page


def test_the_declaration_says_that_an_encounter_comes_before_it(app):
    """Rules, Game end: whoever begins a turn in Baghdad with the goal met has its encounter to survive first."""
    ends = [("end-turn", {"seat": seat}) for seat in range(3)]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(destiny=3, story=17), *ends])
    assert "once you have survived this turn" in as_seat(evening, 0).get(f"/tales/{evening.code}/turn").text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"destiny": 1, "wealth": 1}, None),
        ({"statuses": "beloved"}, "Ann gains Beloved."),
        ({"wealth": 1, "treasure": "Lamp"}, "Ann gains a treasure: Lamp."),
        ({"story": 3}, "Ann reaches story 3 and gains a reward."),
    ],
)
def test_what_an_award_gives_is_told_where_the_line_of_the_hero_does_not_show_it(app, given, told):
    evening = scenes.Evening(app, "tales", THREE, begun())
    answer = evening.host.post(
        f"/tales/{evening.code}/award",
        data=sending(evening, {"seat": 0} | given),
        headers={"HX-Request": "true", "HX-Target": "tales-turn"},
        follow_redirects=True,
    )
    shown = re.search(r'<p id="did" role="status" class="shown".*?</p>', answer.text, re.DOTALL)
    assert answer.headers["Outcome"] == ("did" if told else "now")
    assert told in shown[0] if told else shown is None


def test_a_gift_is_told_since_it_is_of_two(app):
    """The line of the hero on the move shows only what the giver has left."""
    evening = scenes.Evening(app, "tales", THREE, begun())
    answer = evening.host.post(
        f"/tales/{evening.code}/give",
        data=sending(evening, {"seat": 0, "to": 1}),
        headers={"HX-Request": "true", "HX-Target": "tales-turn"},
        follow_redirects=True,
    )
    assert answer.headers["Outcome"] == "did"
    assert "Ann is now Penniless. Bob is now Respectable." in " ".join(answer.text.split())


def test_a_line_that_was_added_is_told(app):
    """It stays in its field, to be changed; without a word nobody knows whether it counts."""
    evening = scenes.Evening(app, "tales", THREE, begun())
    answer = evening.host.post(
        f"/tales/{evening.code}/line",
        data=sending(evening, {"seat": 0, "line": "It rained roses."}),
        headers={"HX-Request": "true", "HX-Target": "tales-turn"},
        follow_redirects=True,
    )
    assert answer.headers["Outcome"] == "did"
    assert (
        "Ann: “It rained roses.”"
        in re.search(r'<p id="did" role="status" class="shown".*?</p>', answer.text, re.DOTALL)[0]
    )


def test_a_sale_goes_as_far_as_its_card_says_and_no_form_guesses_that(app):
    """With a level chosen already, who only taps the button sells for less than the card says, or for nothing."""
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(treasure="Never sold")])

    def offered():
        page = evening.host.get(f"/tales/{evening.code}/turn?doing=later").text
        form = page[page.index('id="sell-1"') :]
        return re.findall(r'<option value="(\w*)"( selected)?', form[: form.index("</form>")])

    assert offered()[:2] == [("", ""), ("penniless", "")]
    sale = {"seat": 0, "treasure": "Never sold", "by": 1, "early": "y"}
    answer = evening.host.post(f"/tales/{evening.code}/sell", data=sending(evening, sale))
    assert "the highest it allows" in answer.text
    assert evening.tap("sell", sale | {"limit": "rich"}) == 303
    assert evening.tap(*award(treasure="Never sold")) == 303
    assert [one for one in offered() if one[1] or not one[0]] == [("rich", " selected")]


# A city card, and a quest


PLAYED = [("keep-card", {"seat": 0, "card": "Baghdad"}), *ROUND, *READ, award(destiny=1)]


def shown_to(phone, evening, **asked):
    """Get the step of the turn as a phone shows it, in words."""
    page = phone.get(f"/tales/{evening.code}/turn", query_string=asked).text
    step = page[page.index('<section id="doing-') : page.index('<div id="looks"')]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", step)).split())


def test_a_city_card_shows_the_line_to_read_and_no_paragraph_of_before(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *PLAYED])
    assert evening.tap("play-card", {"seat": 0, "card": "Baghdad", "die": 4}) == 303
    mover, reader = as_seat(evening, 0), as_seat(evening, 1)
    assert "City card Baghdad: the die shows 4. Read line 4 of the card." in shown_to(mover, evening)
    assert "City card Baghdad: the die shows 4. Ann reads line 4" in shown_to(reader, evening)
    for phone in (mover, reader):
        assert "402" not in shown_to(phone, evening) + shown_to(phone, evening, doing="award")
    evening.must(award(story=1))
    assert "Ann, anything else?" in shown_to(mover, evening)


@pytest.mark.parametrize(("form", "step"), [({"straight": "y"}, "award"), ({}, "destiny")])
def test_a_line_of_a_city_card_leads_to_another_encounter(app, form, step):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *PLAYED, ("play-card", {"seat": 0, "card": "Baghdad"})])
    assert evening.tap("number", {"number": 900} | form) == 303
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    assert f'id="doing-{step}"' in page
    assert "900" in page[page.index(f'id="doing-{step}"') :]


def test_a_fulfilled_quest_leads_to_what_it_brings(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ, award(destiny=1)])
    sent = sending(evening, {"seat": 0, "done": "y"})
    answer = evening.host.post(f"/tales/{evening.code}/quest", data=sent, follow_redirects=True).text
    step = answer[answer.index('<section id="doing-award"') :]
    assert "What&#39;s the quest&#39;s reward?" in step
    assert "402" not in step
    evening.must(award(story=2))
    assert "402" in shown_to(evening.host, evening, doing="award")


@pytest.mark.parametrize("doing", ["more", "award", "row"])
def test_what_was_opened_before_a_step_or_in_another_turn_is_open_no_more(app, doing):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ])
    page = f"/tales/{evening.code}/turn"
    asked = re.search(r"doing=more&amp;of=0-0&amp;after=2", evening.host.get(page).text)[0]
    asked = unescape(asked).replace("more", doing)
    assert f'id="doing-{doing}"' in evening.host.get(f"{page}?{asked}").text
    evening.must(award(destiny=1))
    assert 'id="doing-later"' in evening.host.get(f"{page}?{asked}").text
    evening.must(("end-turn", {"seat": 0}))
    assert 'id="doing-move"' in evening.host.get(f"{page}?{asked}").text


def test_after_a_form_that_htmx_sent_the_address_is_the_plain_one(app):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ])
    htmx = {"HX-Request": "true", "HX-Target": "tales-turn"}
    form = sending(evening, {"seat": 0, "story": 1})
    answer = evening.host.post(f"/tales/{evening.code}/award", data=form, headers=htmx, follow_redirects=True)
    assert answer.headers["HX-Replace-Url"] == f"/tales/{evening.code}/turn"


# What is said where it matters


def test_a_place_of_power_with_the_marker_is_offered_and_kept_by_its_name(app):
    marker = ("marker", {"seat": 0, "marker": "destination", "place": "Magnetic Mountain"})
    evening = scenes.Evening(app, "tales", THREE, [*begun(), marker])
    assert "Magnetic Mountain (your marker)" in shown_to(evening.host, evening)
    evening.must(("move", {"seat": 0, "kind": "power"}))
    assert evening.state.heroes[0].place.name == "Magnetic Mountain"
    assert '<span id="where"><bdi>Magnetic Mountain' in evening.host.get(f"/tales/{evening.code}/turn").text


def test_who_is_imprisoned_is_not_told_to_play_a_city_card(app):
    """A card of a city says so in words that hold its name."""
    kept = [("keep-card", {"seat": 0, "card": "Basra: the Wise Merchant"}), *ROUND]
    there = ("move", {"seat": 0, "kind": "city", "place": "Basra"})
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *kept, there, *READ, award(story=1)])
    assert "you may play Basra: the Wise Merchant here" in shown_to(evening.host, evening)
    evening.must(("correct", {"seat": 0, "status": "imprisoned"}))
    said = shown_to(evening.host, evening)
    assert "no selling, no city cards" in said
    assert "you may play" not in said
    evening.must(("correct", {"seat": 0, "status": "imprisoned"}))
    evening.must(("play-card", {"seat": 0, "card": "Basra: the Wise Merchant"}))


def test_in_baghdad_its_own_city_card_is_told_of(app):
    kept = [("keep-card", {"seat": 0, "card": card}) for card in ("Baghdad", "Basra")]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *kept, *ROUND])
    said = shown_to(evening.host, evening)
    assert "you may play Baghdad here" in said
    assert "you may play Basra here" not in said


def test_in_the_last_turns_nobody_has_to_declare(app):
    moves = [*READ, award(**MET), ("declare", {"seat": 0}), ("correct", {"seat": 1, **MET})]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *moves])
    page = as_seat(evening, 1).get(f"/tales/{evening.code}/turn").text
    assert "in the running: end your turn in Baghdad." in unescape(page)
    assert f"/tales/{evening.code}/declare" not in page


def test_whom_a_treasure_carried_walks_on_or_stays(app):
    evening = scenes.Evening(app, "tales", THREE, begun())
    evening.must(("move", {"seat": 0, "kind": "city", "place": "Basra", "carried": "y"}))
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    assert "The treasure carried you to Basra. Walk on, or stay?" in page
    stay = page[page.index('id="stay"') : page.index('id="move-hero"')]
    assert 'class="go wide"' in stay
    assert 'value="Basra"' in stay


def test_on_another_phone_the_mover_is_named(app):
    """Whoever reads looks for a Master skill, and says who would rather roll."""
    number = [("card", {"seat": 0, "card": "terrain"}), ("number", {"number": 842})]
    evening = scenes.Evening(app, "tales", THREE, [*begun(), award(mastered="magic"), *number])
    assert "or Ann would rather roll" in shown_to(as_seat(evening, 1), evening)
    assert "or you would rather roll" in shown_to(as_seat(evening, 0), evening, doing="master")


@pytest.mark.parametrize(
    ("given", "brief"), [({"destiny": 1}, "D+1"), ({"story": 2}, "S+2"), ({"destiny": 1, "story": 1}, "D+1 S+1")]
)
def test_an_award_in_brief_says_what_it_gives(app, given, brief):
    evening = scenes.Evening(app, "tales", THREE, [*begun(), *READ, award(**given)])
    page = evening.host.get(f"/tales/{evening.code}/turn").text
    line = page[page.index('id="made-award"') :].partition("</summary>")[0]
    assert brief in line
    assert "+0" not in line
