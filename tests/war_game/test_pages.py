"""The pages of a war: what a tap on the map shows, whose moves are whose, and what stays hidden."""

import gzip
import json
import re

import pytest

from companion.games.war_game import game
from companion.games.war_game.pages.place import ways_of, why_nots
from companion.games.war_game.play import cards_store
from companion.games.war_game.play.fight import sides
from companion.games.war_game.state import cards
from companion.games.war_game.state.model import ABILITIES, COLOURS, LONGEST, MOST_NUMBER, Card
from companion.games.war_game.text.describe import outcome
from companion.table.import_export.serialize import to_json
from companion.table.log import changed
from companion.table.play import ended
from tests import scenes
from tests.scenes import HTMX, Evening, stage
from tests.test_upload_limits import read_here
from tests.war_game.scenes import BEAR, BIRD, DONE, FOUR, SCENES, TWO, correct, first_turns, march
from tests.weigh import LIGHT

ROUND_23 = ("22", "24", "13", "33", "22", "24", "13")
"""Where opponents stand round 23, some two in a place."""


def test_a_tapped_place_shows_where_its_creatures_may_go_and_why_not_elsewhere(app):
    evening = stage(app, "war_game", "march")
    page = evening.host.get(f"/war_game/{evening.code}/war?at=23").text
    assert re.findall(r'<button name="to" value="(\w+)"', page) == ["13", "22", "24", "33"]
    assert 'aria-label="22, a fight"' in page
    assert page.count("may go there") == 4
    assert "A: 3 steps on foot, 3 flying." in page
    assert "A: 1 step on foot, 1 flying." in evening.host.get(f"/war_game/{evening.code}/war?at=21").text
    assert "Not 12, 14, 32, 34: That&#39;s diagonal; only flyers go that way." in page
    assert evening.tap(*march("24", 1)) == 303
    assert "has already marched this turn" in evening.host.get(f"/war_game/{evening.code}/war?at=24").text


def test_of_several_the_place_names_the_one_that_marches(app):
    """Without scripts nothing else in view says which of them was chosen."""
    evening = stage(app, "war_game", "march")
    assert evening.tap(*correct(2, "23", power=1, toughness=1)) == 303
    one, all_of = (evening.host.get(f"/war_game/{evening.code}/war?{query}").text for query in ("creature=2", "at=23"))
    assert "<p>Bird can move to:</p>" in one
    assert "<p>They can move to:</p>" in all_of


def test_a_landwalker_is_told_of_two_steps_why_not(war, creature):
    """Movement Phase: two steps on foot, the first of them into its own land."""
    walker = creature("21", abilities="swampwalk")
    state = war("move", walker, at22="forest", at31="island")
    said = why_nots(state, [walker], ways_of(state, [walker]))
    assert said["For a second step, the first must be into this land: Swamp."] == ["23", "32"]
    assert said["Only flyers and islandhome creatures enter Islands. Others must be carried."] == ["31"]
    assert {place for places in said.values() for place in places} == {"23", "31", "32"}
    assert why_nots(state, [], ()) == {}


@pytest.mark.parametrize(("scene", "page"), [("march", "war"), ("laid", "land")])
def test_without_scripts_a_tapped_place_leads_to_what_is_said_of_it(app, scene, page):
    """Below the whole map it once lay out of view, and the squares alone looked like an answer."""
    evening = stage(app, "war_game", scene)
    (href,) = re.findall(r'href="(\?at=23#\w+)"', evening.host.get(f"/war_game/{evening.code}/{page}").text)
    query, id = href.split("#")
    assert f'id="{id}"' in evening.host.get(f"/war_game/{evening.code}/{page}{query}").text


def test_a_place_with_others_or_nobody_shows_no_way(app):
    evening = stage(app, "war_game", "march")
    for place in ("22", "35", "B", "x"):
        page = evening.host.get(f"/war_game/{evening.code}/war?at={place}")
        assert page.status_code == 200
        assert 'name="to"' not in page.text


def test_who_is_carried_is_set_down_by_a_tap(app):
    evening = stage(app, "war_game", "march")
    moved = {"owner": 0, "power": 1, "toughness": 1, "damage": 0}
    assert evening.tap("correct", {"creature": 2, "at": "23"} | moved) == 303
    page = evening.host.get(f"/war_game/{evening.code}/war?at=23").text
    bearing = page.partition('id="carrying"')[2].partition("</form>")[0]
    ways = re.findall(r'name="to" value="(\w+)"', bearing)
    assert {"12", "14", "32", "34"} <= {*ways}  # the Bird flies across corners, with the Bear
    assert evening.tap("carry", {"creature": 2, "rider": 1, "to": "33"}) == 303
    page = evening.host.get(f"/war_game/{evening.code}/war?at=33").text
    assert "Set the rider down:" not in page
    assert "has already marched this turn" in page
    assert (
        "has already marched this turn"
        in evening.host.post(
            f"/war_game/{evening.code}/drop", data={"creature": 2, "to": "33"} | evening.op(), headers=HTMX
        ).text
    )


def test_where_a_rider_may_be_set_down_is_offered_and_nothing_else(app):
    evening = stage(app, "war_game", "carrying")
    page = evening.host.get(f"/war_game/{evening.code}/war?at=33").text.partition('action="/war_game')[2]
    offered = re.findall(r'name="to" value="(\w+)"', page.partition("Set the rider down:")[2].partition("</form>")[0])
    assert sorted(offered) == ["23", "32", "33", "34"]
    assert [evening.tap("drop", {"creature": 2, "to": to}) for to in ("22", "32")] == [422, 303]


def test_who_may_march_is_listed_for_who_may_let_them(app):
    evening = stage(app, "war_game", "march")
    guest, base = app.test_client(), f"/war_game/{evening.code}/war"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})

    def listed(phone, query=""):
        return re.findall(r'id="one-(\d)"', phone.get(base + query).text)

    assert (listed(evening.host), listed(guest)) == (["1", "2"], [])
    page = evening.host.get(f"{base}?creature=2").text
    assert re.search(r'id="one-2"[^>]+aria-pressed', page)
    assert not re.search(r'id="one-1"[^>]+aria-pressed', page)
    assert evening.tap(*march("24", 1)) == 303
    assert listed(evening.host) == ["2"]
    evening.tap("end-movement", {})
    assert listed(evening.host, "?creature=2") == []


def test_of_those_who_can_go_nowhere_together_each_is_a_tap_where_that_is_said(app):
    evening = stage(app, "war_game", "march")
    assert evening.tap(*correct(2, "11", power=1, toughness=1)) == 303
    assert evening.tap(*correct(1, "11")) == 303
    page = evening.host.get(f"/war_game/{evening.code}/war?at=11").text
    assert re.findall(r'class="grow" +href="\?creature=(\d)#place"', page) == ["1", "2"]
    page = evening.host.get(f"/war_game/{evening.code}/war?creature=1").text
    assert not re.search(r'class="grow" +href', page)


def test_a_fight_is_split_by_its_own_player(app):
    evening = stage(app, "war_game", "march")
    whole = {"owner": 1, "at": "22", "power": 1, "toughness": 3, "damage": 0}
    assert evening.tap("correct", {"creature": 4} | whole) == 303
    assert [evening.tap(*tap) for tap in (march("22", 1), ("end-movement", {}))] == [303, 303]
    page = evening.host.get(f"/war_game/{evening.code}/war").text
    assert 'id="hit-4"' in page
    assert 'id="hit-1"' not in page
    assert "Ann hits for 2" in page
    assert evening.tap("split", {"creature": 4, "by": 1}) == 303
    assert evening.tap("split", {"creature": 3, "by": 5}) == 303  # more than is left of it
    assert evening.tap("split", {"creature": 3, "value": 1}) == 303
    assert evening.tap("split", {"creature": 4, "value": 9}) == 422
    assert evening.tap("settle", {"place": "22"}) == 303
    assert {id: one.damage for id, one in evening.state.creatures.items()} == {2: 0, 3: 1, 4: 1}


def test_who_is_left_is_fought_if_the_opponent_that_was_named_is_gone(app):
    """Only settling was offered: the fight was over, and the third side could not be fought in that turn."""
    evening = stage(app, "war_game", "three sides")

    def offered():
        page = evening.host.get(f"/war_game/{evening.code}/war").text
        return "Who to fight?" in page, re.findall(r'name="seat" value="(\d)"', page), 'id="settle-22"' in page

    assert offered() == (True, ["1", "2"], False)
    assert evening.tap("name-fight", {"place": "22", "seat": 1}) == 303
    assert offered() == (False, [], True)
    assert evening.tap("remove", {"creature": 2}) == 303
    assert offered() == (True, ["2"], True)
    assert evening.tap("name-fight", {"place": "22", "seat": 2}) == 303
    assert evening.tap("settle", {"place": "22"}) == 303
    assert [*evening.state.creatures] == []


def test_a_land_face_down_is_read_by_its_phone_only(app):
    """It stands on no page, in no update and in no file of anybody else."""
    evening = scenes.Evening(app, "war_game", FOUR)
    guest, code = app.test_client(), evening.code
    guest.post(f"/t/{code}/sit", data={"seat": 1})
    guest.post(f"/war_game/{code}/keep-land", data={"seat": 1, "land": "island", "op": "kept"})
    assert evening.state.strongholds["B"].land == "island"
    assert "only you know: Island" in guest.get(f"/war_game/{code}/land").text
    for path in (f"/war_game/{code}/land", f"/war_game/{code}/war", f"/t/{code}/log", f"/t/{code}/export.json"):
        text = evening.host.get(path).text
        assert "only you know" not in text
        assert '"land": "island"' not in text
    assert evening.tap("keep-land", {"seat": 1, "land": "swamp"}) == 403


def test_the_scores_draw_who_held_what_turn_by_turn(app):
    evening = scenes.Evening(app, "war_game", TWO)
    for tap in SCENES["over"].taps:
        evening.tap(*tap)
    play = evening.host.get(f"/war_game/{evening.code}/result").text
    assert play.count('class="bar"') == 2
    page = evening.host.get(re.search(r'href="(/scores/\d+)"', play)[1]).text
    assert page.count('class="bar"') == 2
    assert "<dd><bdi>Bob from turn 1</bdi><br><bdi>Ann from turn 3</bdi></dd>" in page


def test_a_long_war_of_long_names_leaves_with_the_scores_and_comes_back(war):
    held = tuple((turn % 4, 1, turn % 3, 3) for turn in range(60))
    state = changed(war(players=4), held=held, turns=60, over=True, winner=0)
    at_table = [(letter * 24, "red") for letter in "ABCD"]
    play = to_json(ended(game, "ABCDE", state, at_table, 1_790_000_000.0))
    assert [to_json(one) for one in read_here(json.dumps([play]).encode())] == [play]


def test_a_phone_that_is_led_to_the_map_as_the_war_ends_comes_to_the_result(app):
    evening = stage(app, "war_game", "new")
    guest, headers = app.test_client(), HTMX | {"HX-Target": "land", "HX-Trigger": "land"}
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    page = guest.get(f"/war_game/{evening.code}/land").text
    again = re.search(r'id="land"[^>]*hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    evening.tap("begin", {})
    led = guest.get(again, headers=headers).location
    assert led.startswith(f"/war_game/{evening.code}/war?")
    evening.tap("draw", {})
    assert guest.get(led, headers=headers).location.startswith(f"/war_game/{evening.code}/result?")


def test_a_war_that_ends_before_its_first_turn_is_over_says_no_turn_is_awaited(app):
    evening = stage(app, "war_game", "new")
    evening.tap("begin", {})
    path = f"/war_game/{evening.code}/result"
    assert "No turn is over yet." in evening.host.get(path).text
    evening.tap("draw", {})
    assert "No turn is over yet." not in evening.host.get(path).text
    assert "Turns: 0" not in evening.host.get(path).text
    assert evening.host.get(f"/war_game/{evening.code}/board").text.count("a draw") == 1


def test_who_has_lost_the_stronghold_is_told_who_holds_it(app):
    evening = stage(app, "war_game", "taken")
    said = "Ann holds your stronghold: no new supply, no new creatures, other spells only."
    page = evening.host.get(f"/war_game/{evening.code}/war").text
    assert said in page
    assert "Ann holds the stronghold: no new supply, no new creatures" in page
    form = {"name": "Elf", "power": 1, "toughness": 1, "cost": 1, "seen": evening.table.seq} | evening.op()
    assert evening.host.post(f"/war_game/{evening.code}/cast", data=form, headers=HTMX).text == said


def test_supply_says_how_it_adds_up_until_some_is_spent(app):
    """Supply Phase: what was left, the die, and what creatures are tapped for."""
    evening = stage(app, "war_game", "supplying")
    had, war = evening.state.supply[0], f"/war_game/{evening.code}/war"
    assert evening.tap("supply", {"die": 5, "creatures": [2], "more": 1}) == 303
    assert f"{had} + die 5 + 2" in evening.host.get(war).text
    assert evening.tap("spend", {"seat": 0, "points": 1}) == 303
    assert "+ die 5" not in evening.host.get(war).text


@pytest.mark.parametrize(("scene", "seat"), [("healing", 0), ("taken", 1), ("cast", 0)])
def test_points_for_upkeep_and_other_spells_are_a_tap_away(app, scene, seat):
    """Upkeep Phase and How To Win: supply points pay for upkeep, and for spells where no creature may come."""
    evening = stage(app, "war_game", scene)
    base, link = f"/war_game/{evening.code}", f"army#paying-{seat}"
    assert f'href="{link}"' in evening.host.get(f"{base}/war").text
    assert f'id="paying-{seat}"' in evening.host.get(f"{base}/army").text
    assert evening.tap("spend", {"seat": seat, "points": evening.state.supply[seat]}) == 303
    assert link not in evening.host.get(f"{base}/war").text


def test_who_gets_no_supply_is_told_to_draw_too(app):
    """Draw Phase: one card each turn, also without the stronghold."""
    evening = stage(app, "war_game", "taken")
    page = f"/war_game/{evening.code}/war"
    assert "Draw a card" not in evening.host.get(page).text
    assert [evening.undo(evening.table.seq), evening.state.phase] == [303, "move"]
    assert "Draw a card" in evening.host.get(page).text


def test_who_is_healed_stays_where_the_next_one_is_healed(app):
    """Upkeep/Heal Phase: once a tap led down to the map, away from the others who are hurt."""
    evening = stage(app, "war_game", "healing")
    assert evening.tap("heal", {"creature": 1, "points": 1}) == 303
    events = evening.table.entries[-1].events
    assert outcome(evening.state, events) == "hurt-1"
    healing = evening.host.get(f"/war_game/{evening.code}/war").text.partition('id="healing"')[2]
    assert re.search(r'id="hurt-1".*?damage 0', healing, re.DOTALL)


def test_a_guest_chooses_a_stronghold_for_the_own_seat_alone(app):
    """And the host for each, since a seat may have no phone."""
    evening = stage(app, "war_game", "laid")
    guest, base = app.test_client(), f"/war_game/{evening.code}"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})

    def offered(phone):
        return re.findall(r'id="places-(\d)"', phone.get(f"{base}/land").text)

    assert (offered(guest), offered(evening.host)) == (["1"], [*"0123"])
    other, own = ({"seat": seat, "place": "D", "op": f"to D {seat}"} for seat in (0, 1))
    assert guest.post(f"{base}/choose-stronghold", data=other, headers=HTMX).status_code == 403
    assert evening.state.strongholds["D"].owner == 3
    assert guest.post(f"{base}/choose-stronghold", data=own, headers=HTMX).status_code == 303
    assert evening.tap("choose-stronghold", {"seat": 2, "place": "D"}) == 303
    assert [evening.state.strongholds[id].owner for id in "BCD"] == [3, 2, 1]
    swap = {"seat": 1, "other": 2, "op": "swap"}
    assert "Cem asks for D and offers C" in guest.get(f"{base}/land").text
    assert evening.host.post(f"{base}/agree-swap", data=swap, headers=HTMX).status_code == 403
    assert guest.post(f"{base}/agree-swap", data=swap, headers=HTMX).status_code == 303
    assert [evening.state.strongholds[id].owner for id in "BCD"] == [3, 1, 2]


def test_the_opening_hand_is_told_where_the_land_is_laid(app):
    evening = stage(app, "war_game", "laid")
    page = " ".join(evening.host.get(f"/war_game/{evening.code}/land").text.split())
    assert "Everybody shuffles a deck of 40 cards or more and draws 5." in page


def test_a_guest_marches_only_in_the_own_turn(app):
    evening = stage(app, "war_game", "march")
    guest, base = app.test_client(), f"/war_game/{evening.code}"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    tapped = guest.post(f"{base}/march", data={"creatures": [1], "to": "22", "op": "m"}, headers=HTMX)
    assert tapped.status_code == 403
    before = evening.state
    gone = guest.post(f"{base}/remove", data={"creature": 1, "op": "r"}, headers=HTMX)
    assert gone.status_code == 422
    assert evening.state == before
    assert guest.post(f"{base}/boost", data={"creature": 3, "power": 1, "op": "b"}, headers=HTMX).status_code == 303
    assert evening.state.creatures[3] != before.creatures[3]


def test_in_anothers_turn_a_guest_boosts_only_the_own_creatures(app):
    """Combat Phase: players respond with fast effects; what they do to creatures of others is tapped for those."""
    evening = stage(app, "war_game", "fight")
    guest, base = app.test_client(), f"/war_game/{evening.code}"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    foe = next(one.id for one in evening.state.creatures.values() if one.owner == 0)
    own = next(one.id for one in evening.state.creatures.values() if one.owner == 1)
    sent = [
        guest.post(f"{base}/boost", data={"creature": one, "power": 1, "op": f"b{one}"}, headers=HTMX).status_code
        for one in (foe, own)
    ]
    assert sent == [422, 303]
    page = guest.get(f"{base}/war").text
    assert (f"army?creature={foe}" in page, f"army?creature={own}" in page) == (False, True)
    assert 'id="boost"' not in guest.get(f"{base}/army?creature={foe}").text
    assert 'id="boost"' in guest.get(f"{base}/army?creature={own}").text


def test_what_of_a_strike_is_lost_stands_in_the_fight(app):
    """Combat Phase: no creature is dealt more than what is left of it; the rest of the strike is lost."""
    evening = stage(app, "war_game", "fight")
    assert evening.tap("boost", {"creature": 1, "power": 9}) == 303
    both = sides(evening.state, next(iter(evening.state.fights)))
    lost = [side.struck - sum(side.split.values()) for side in both]
    page = evening.host.get(f"/war_game/{evening.code}/war").text
    assert lost[1] >= 9 > lost[0]
    assert f"takes {both[1].struck - lost[1]} of {both[1].struck} ({lost[1]} excess)" in " ".join(page.split())
    assert page.count("excess)") == 1


def test_a_creature_is_named_once_for_all_tables_of_the_house(app):
    stage(app, "war_game", "cast")
    other = scenes.Evening(app, "war_game", {"count": 2})
    for tap in (("begin", {}), ("supply", {"die": 6}), ("end-movement", {})):
        assert other.tap(*tap) == 303
    page = other.host.get(f"/war_game/{other.code}/war?known").text
    assert 'name="like" value="Bear &lt;b&gt;"' in page
    assert other.tap("cast", {"like": "Bear <b>"}) == 303
    assert [one.power for one in other.state.creatures.values()] == [2]


def test_kept_cards_are_read_as_they_were_written_and_the_oldest_are_forgotten():
    known = {f"{number}": Card(number % 90, 1, 2, ("red",), ("flying",), wall=True) for number in range(120)}
    assert cards.from_toml(cards.to_toml(known)) == known
    longest = {"x" * LONGEST: Card(0, MOST_NUMBER, 0, tuple(COLOURS), tuple(ABILITIES))}
    assert cards.from_toml(cards.to_toml(longest)) == longest
    assert cards.from_toml(cards.to_toml({"x" * (LONGEST + 1): Card(1, 1, 1)})) == {}
    learnt = cards.learn(known, {"5": Card(9, 9, 9), "Ogre": Card(3, 3, 3)})
    assert (len(learnt), [*learnt][-2:], "0" in learnt) == (120, ["5", "Ogre"], False)


@pytest.fixture
def earlier(app):
    """Let earlier tables of this house have known some cards, and no others."""

    def known(cast):
        with app.app_context():
            cards_store.change(lambda _: cards.learn({}, cast))

    yield known
    known({})


def test_the_cards_cast_last_are_offered_at_once_and_all_the_others_by_one_more_tap(app, earlier):
    """Only this table's own are offered at once; those of earlier tables pushed the map away."""
    evening = stage(app, "war_game", "cast")
    base = f"/war_game/{evening.code}/war"
    earlier({f"C{n}": Card(1, 1, 1) for n in range(9, 48)})

    def offered(query, form):
        page = evening.host.get(base + query).text.partition(f'id="{form}"')[2].partition("</form>")[0]
        return re.findall(r'name="like" value="([^"]+)"', page)

    last = ["Bear &lt;b&gt;"]
    assert offered("", "cast-again") == last == offered("?known", "cast-again")
    assert offered("", "cast-rarer") == []
    assert offered("?known", "cast-rarer") == [f"C{n}" for n in [*range(10, 48), 9]]
    assert evening.tap("cast", {"like": "C9"}) == 303
    assert offered("", "cast-again")[:2] == ["C9", last[0]]
    assert "to-rarer" in evening.host.get(base).text


def test_three_letters_find_a_creature_of_two_sets_the_house_or_the_table(app, earlier):
    evening = stage(app, "war_game", "cast")
    earlier({"Savage Ox": Card(2, 2, 1)})
    base = f"/war_game/{evening.code}/war"

    def found(letters):
        page = evening.host.get(base, query_string={"new": "", "find": letters}).text
        return re.findall(r'name="like" value="([^"]+)"', page.partition('id="found"')[2].partition("</form>")[0])

    assert found("sav") == ["Savage Ox", "Savannah Lions"]
    assert found("juz") == ["Juzám Djinn"]
    assert found("bear") == ["Bear &lt;b&gt;", "Grizzly Bears"]
    assert found("sa") == found("zzz") == []
    supply = evening.state.supply[evening.state.turn]
    assert evening.tap("cast", {"like": "Savannah Lions"}) == 303
    assert evening.state.supply[evening.state.turn] == supply - 1
    lions = [one for one in evening.state.creatures.values() if one.name == "Savannah Lions"]
    assert [(one.power, one.toughness, {*one.colours}) for one in lions] == [(2, 1, {"white"})]


def test_a_creature_whose_card_leaves_its_strength_open_is_asked(app):
    evening = stage(app, "war_game", "cast")
    base = f"/war_game/{evening.code}/war"
    page = evening.host.get(f"{base}?new&find=night").text
    assert 'href="?new&amp;like=Nightmare#cast"' in page
    assert evening.tap("cast", {"like": "Nightmare"}) == 422
    page = evening.host.get(f"{base}?new&like=Nightmare").text
    assert 'value="Nightmare"' in page.partition('id="cast"')[2]


def test_letters_are_typed_at_once_only_where_a_new_creature_was_asked_for(app):
    """Nothing is known in a house's first war: its form comes by itself, and a keyboard would cover the page."""
    evening = Evening(app, "war_game", TWO, [("begin", {}), ("supply", {"die": 4}), *DONE])
    base = f"/war_game/{evening.code}/war"
    assert 'name="find"' in evening.host.get(base).text
    assert "autofocus" not in evening.host.get(base).text
    assert "autofocus" in evening.host.get(f"{base}?new").text


def test_of_few_known_creatures_no_more_are_offered(app, earlier):
    evening = stage(app, "war_game", "cast")
    earlier({})
    assert "to-rarer" not in evening.host.get(f"/war_game/{evening.code}/war?known").text


def test_all_that_is_known_of_creatures_loads_light(app, earlier):
    evening = stage(app, "war_game", "cast")
    earlier({f"{n} {LONGEST * 'x'}"[:LONGEST]: Card(n % 9, 9, 1) for n in range(120)})
    base = f"/war_game/{evening.code}/war"
    few, all_of = (len(gzip.compress(evening.host.get(base + query).data, 6)) for query in ("", "?known"))
    assert all_of - few < 3_000


@pytest.mark.parametrize(
    ("scene", "tap"),
    [
        ("march", march("22", 1)),
        ("march", march("24", 1)),
        ("march", ("end-movement", {})),
        ("fight", ("settle", {"place": "22"})),
        ("cast", ("end-turn", {"seat": 0})),
    ],
)
def test_a_move_costs_who_looks_on_little(app, scene, tap):
    """Over plain http, as gzip: the host's phone, which may make every move, and another one."""
    evening = stage(app, "war_game", scene)
    guest, base = app.test_client(), f"/war_game/{evening.code}/war"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 1})
    phones = evening.host, guest
    blocks = [re.search(r'id="war"[^>]*hx-get="([^"]+)"', phone.get(base).text)[1] for phone in phones]
    assert evening.tap(*tap) == 303
    for phone, block in zip(phones, blocks, strict=True):
        asked = block.replace("&amp;", "&")
        update = phone.get(asked, headers={"HX-Request": "true", "HX-Target": "war"}).data
        assert len(gzip.compress(update, 6)) <= LIGHT


def crowd():
    """Give the taps to a march with five of Ann's in 23, all round them opponents."""
    yield from first_turns(
        4,
        ("cast", BIRD),
        ("cast", BEAR | {"name": "Dryad", "abilities": ["forestwalk"]}),
    )
    yield from (correct(one, "23", owner=0) for one in (1, 2, 3, 4, 5))
    yield from (correct(one, place, owner=1) for one, place in zip(range(6, 13), ROUND_23, strict=True))
    yield "supply", {"die": 6}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("chosen", ["", "?at=23", "?at=22", "?creature=1", "?creature=3"])
def test_a_march_costs_a_phone_little_whatever_it_has_chosen(app, chosen, language):
    evening = Evening(app, "war_game", FOUR, [*crowd()])
    phone, wish = evening.host, {"Accept-Language": language}
    page = phone.get(f"/war_game/{evening.code}/war{chosen}", headers=wish).text
    block = re.search(r'id="war"[^>]*hx-get="([^"]+)"', page)[1].replace("&amp;", "&")
    token = re.search(r'"X-CSRFToken": "([^"]+)', page)[1]
    assert evening.tap(*march("22", 1)) == 303
    update = phone.get(block, headers=HTMX | {"HX-Target": "war", "X-CSRFToken": token} | wish).data
    assert 500 < len(gzip.compress(update, 6)) <= LIGHT


def test_a_creature_is_chosen_until_it_has_marched(app):
    """Another phone that had chosen it is not shown where it went instead."""
    evening = stage(app, "war_game", "march")
    page = f"/war_game/{evening.code}/war?creature=1"
    assert 'id="place"' in evening.host.get(page).text
    assert evening.tap(*march("24", 1)) == 303
    assert 'id="place"' not in evening.host.get(page).text


def test_of_two_marches_either_can_be_taken_back(app):
    """Single marches commute."""
    evening = stage(app, "war_game", "march")
    assert [evening.tap(*tap) for tap in (march("13", 1), march("21", 2))] == [303, 303]
    assert evening.undo(evening.table.seq - 1) == 303
    assert [evening.state.creatures[id].at for id in (1, 2)] == ["23", "21"]


def test_the_attackers_phone_waits_for_whoever_holds_the_stronghold_or_the_host(app):
    evening = stage(app, "war_game", "at a stronghold")
    guest, base = app.test_client(), f"/war_game/{evening.code}"
    guest.post(f"/t/{evening.code}/sit", data={"seat": 0})
    page = guest.get(f"{base}/war").text
    assert 'id="waits-C"' in page
    assert 'id="settle-C"' not in page
    spare = {"place": "C", "op": "spare"}
    assert guest.post(f"{base}/spare-attackers", data=spare, headers=HTMX).status_code == 422
    assert evening.tap("spare-attackers", {"place": "C"}) == 303
    assert 'id="settle-C"' in guest.get(f"{base}/war").text


def test_a_landwalker_is_led_to_its_second_step(app):
    evening = stage(app, "war_game", "second step")
    assert 'id="ways"' in evening.host.get(f"/war_game/{evening.code}/war?at=13").text
    assert evening.tap("march", {"to": "12", "creatures": [3]}) == 303
    assert evening.state.creatures[3].at == "12"


def test_a_player_without_creatures_reads_how_to_get_one(app):
    """Without a word about it the march of the first turn shows a map and nothing to tap."""
    evening = stage(app, "war_game", "begun")
    assert evening.tap("supply", {"die": 3}) == 303
    war, army = (f"/war_game/{evening.code}/{page}" for page in ("war", "army"))
    assert "Tap Done, then cast one." in evening.host.get(war).text
    assert "Creatures cast at the end of a turn" in evening.host.get(army).text
    for tap in (*DONE, ("cast", BEAR)):
        assert evening.tap(*tap) == 303
    assert "Creatures cast at the end of a turn" not in evening.host.get(army).text
