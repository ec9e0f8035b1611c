"""What phones say in the turn of a player who has one too; and what all of them read of a taken stronghold."""

import re

import pytest

from companion.games.war_game.facts import events as ev
from companion.games.war_game.text.aftermath import aftermath
from companion.games.war_game.text.describe import outcome
from tests.scenes import stage
from tests.war_game.conftest import fold
from tests.war_game.scenes import DONE, turn_of

NAMES = ("Ann", "Bob", "Cem")


@pytest.fixture
def of_bob(app):
    """Bring a war to a scene and on into Bob's turn; give the evening, the page's address, and Bob's own phone."""

    def of_bob(scene, *taps):
        evening = stage(app, "war_game", scene)
        bob = app.test_client()
        bob.post(f"/t/{evening.code}/sit", data={"seat": 1})
        for tap in taps:
            assert evening.tap(*tap) == 303
        return evening, f"/war_game/{evening.code}/war", bob

    return of_bob


def read(phone, url):
    return " ".join(phone.get(url).text.split())


def button(page, id):
    """Read the button of a form, and whether it stands among the phases at the top."""
    form = page.partition(f'id="{id}"')[2].partition("</form>")[0]
    words = re.search(r"<button[^>]*>(.*?)</button>", form)[1].strip()
    return words, f'id="{id}"' in page.partition('id="steps"')[2].partition('id="map"')[0]


def test_a_host_ends_the_turn_of_another_phone_only_by_a_button_that_says_so(of_bob):
    """A host who kept tapping "Done" once ended the turn of who came next."""
    evening, war, bob = of_bob("cast", ("end-turn", {"seat": 0}), ("supply", {"die": 3}))
    assert button(read(evening.host, war), "end-movement") == ("End March for Bob", False)
    assert button(read(bob, war), "end-movement") == ("Done", True)
    assert evening.tap(*DONE[0]) == 303
    assert button(read(evening.host, war), "end-turn") == ("End Bob&#39;s turn", False)
    assert button(read(bob, war), "end-turn") == ("Done", True)


def test_a_host_ends_the_turns_of_who_has_no_phone_as_the_own(app):
    evening = stage(app, "war_game", "begun")
    for tap in turn_of(0)[:-1]:
        evening.tap(*tap)
    assert button(read(evening.host, f"/war_game/{evening.code}/war"), "end-turn") == ("Done", True)


def test_only_a_phone_that_serves_the_player_says_your(of_bob):
    evening, war, bob = of_bob("cast", ("remove", {"creature": 2}), ("end-turn", {"seat": 0}))
    assert "Draw a card, then roll for supply." in read(bob, war)
    assert "Draw a card" not in read(evening.host, war)
    assert evening.tap("supply", {"die": 3}) == 303
    assert "No creature of yours can march." in read(bob, war)
    assert "Bob has no creature to march." in read(evening.host, war)
    assert evening.tap(*DONE[0]) == 303
    assert "In your stronghold:" in read(bob, war)
    assert "In Bob&#39;s stronghold:" in read(evening.host, war)
    assert "your" not in re.sub(r"<[^>]+>", "", read(evening.host, war).partition("<main")[2])


def test_what_is_taken_stands_on_all_phones_until_the_next_fight_or_turn(of_bob):
    evening, war, bob = of_bob("taken")
    said = "Ann takes stronghold B from Bob."
    assert said in read(bob, war)
    assert said in read(evening.host, war)
    assert evening.tap("end-turn", {"seat": 1}) == 303
    assert said not in read(bob, war)


def test_what_is_taken_is_the_outcome_of_the_turn_that_ends(war):
    state = fold(war(players=3), [ev.StrongholdTaken("B", 0), ev.TurnEnded(0)])
    assert outcome(state, [ev.StrongholdTaken("B", 0), ev.TurnEnded(0)]) == "settled"
    back = fold(state, [ev.StrongholdTaken("B", 1), ev.TurnEnded(1)])
    assert [str(line) for line in aftermath(back, NAMES)] == ["Bob takes stronghold B from Ann."]
    fought = fold(state, [ev.FightSettled("22", (), ())])
    assert [str(line) for line in aftermath(fought, NAMES)] == ["Fight in 22: nobody dies."]


def test_damage_is_labelled_with_who_splits_it(of_bob):
    evening, war, _ = of_bob("splitting")
    page = read(evening.host, war).partition('id="hit-4"')[0]
    assert "takes 2, <small>split by Ann:</small>" in page


def test_a_fight_is_settled_only_as_its_screen_showed_the_damage(of_bob):
    """Who settled once did so by what the other player's phone had split meanwhile."""
    evening, war, _ = of_bob("splitting")
    form = read(evening.host, war).partition('id="fight-22"')[2]
    shown = {name: re.findall(rf'name="{name}" value="(\d+)"', form) for name in ("creatures", "dealt")}
    assert evening.tap("split", {"creature": 4, "by": 1}) == 303
    assert evening.tap("settle", {"place": "22", "damage": ["0"] * len(shown["dealt"])} | shown) == 409
    assert evening.state.settled is None
    form = read(evening.host, war).partition('id="fight-22"')[2]
    shown = {name: re.findall(rf'name="{name}" value="(\d+)"', form) for name in ("creatures", "dealt")}
    assert evening.tap("settle", {"place": "22", "damage": ["0"] * len(shown["dealt"])} | shown) == 303


def test_who_has_laid_no_land_yet_is_said_beside_the_button(app):
    evening = stage(app, "war_game", "new")
    land = f"/war_game/{evening.code}/land"
    said = "Still to lay a land face down, here or on the table: <bdi>Ann</bdi>, <bdi>Bob</bdi>"
    assert said in read(evening.host, land)
    for seat in (0, 1):
        assert evening.tap("keep-land", {"seat": seat, "land": "swamp"}) == 303
    assert "Still to lay" not in read(evening.host, land)


def test_who_is_the_last_one_in_a_war_has_won_since_the_others_left(app):
    evening = stage(app, "war_game", "begun")
    assert evening.tap("leave", {"seat": 0}) == 303
    assert "Everyone but Bob has left the war." in read(evening.host, f"/war_game/{evening.code}/result")


def test_a_march_says_what_to_tap(app):
    evening = stage(app, "war_game", "march")
    assert "Tap a creature" in read(evening.host, f"/war_game/{evening.code}/war")
