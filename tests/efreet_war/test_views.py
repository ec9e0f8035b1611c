"""The war's pages: whole for a browser, their block for htmx, moves by tap, secrets kept, refusals in words."""

import html
import json
import re
from dataclasses import replace

import pytest

from companion.games.efreet_war.facts import CARDS
from companion.kit.creatures.printed import artifacts
from tests.colours import colour
from tests.copies import opened

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


@pytest.fixture
def dealt(ann):
    """Give the code of a table that Ann hosts."""

    def dealt(count=3, mode="free", **options):
        form = {"count": count, "mode": mode, "emperor_ends": "y", **options}
        for n, name in enumerate(NAMES[:count]):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": COLOURS[n]}
        return opened(ann.http, "efreet_war", form)

    return dealt


@pytest.fixture
def tap(ann, seq):
    """Tap as Ann, the host, on the latest screen; give the answer."""

    def tap(code, move, **form):
        return ann.post(f"/efreet_war/{code}/{move}", seen=seq(code), **form)

    return tap


@pytest.fixture
def war(dealt, tap, once):
    """Give the code of a war that has begun with Ann's turn."""

    def war(*args, **options):
        code = dealt(*args, **options)
        assert tap(code, "first", seat=0).status_code == 303
        assert tap(code, "begin").status_code == 303
        return code

    return once(war)


@pytest.fixture
def win(tap, state):
    """Attack a Resource, kill its Guardians, and take it."""

    def win(code, resource, survived="yes"):
        assert tap(code, "attack", resource=resource).status_code == 303
        for guardian in state(code).resources[resource].guardians:
            assert tap(code, "kill", resource=resource, guardian=guardian).status_code == 303
        answer = tap(code, "resolve", resource=resource, survived=survived)
        assert answer.status_code == 303
        return answer

    return win


def test_a_table_is_dealt_and_leads_to_it(ann, dealt):
    code = dealt()
    assert ann.get(f"/t/{code}").location == f"/efreet_war/{code}/deal"
    assert "Serra Angel" in ann.get(f"/efreet_war/{code}/deal").text


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"count": 15}, "2 to 14"),
        ({"mode": "chaos"}, "Not a valid choice"),
        ({"guardians": "Serra Angel\nAir Elemental"}, "need exactly 18"),
        ({"traps": "Oubliette"}, "exactly 3 different Traps"),
    ],
)
def test_a_wrong_table_is_refused_and_leaves_no_trace(ann, options, words):
    form = {"count": 2, "mode": "free", **options}
    for n in range(int(form["count"])):
        form |= {f"players-{n}-name": f"P{n}", f"players-{n}-colour": colour(n)}
    answer = ann.post("/efreet_war/new", **form)
    assert answer.status_code == 422
    assert words in answer.text
    assert "Tables in play" not in ann.get("/").text


@pytest.mark.parametrize("page", ["new", "just-score"])
def test_where_so_many_cannot_sit_as_in_emperor_all_play_for_themselves(ann, state, page):
    """The page chooses Emperor seating at first, and hides it once another number is chosen."""
    form = {"count": 3, "mode": "emperor"}
    for n in range(3):
        form |= {f"players-{n}-name": f"P{n}", f"players-{n}-colour": colour(n)}
    answer = ann.post(f"/efreet_war/{page}", **form)
    assert answer.status_code == 303
    assert state(answer.location.split("/")[2]).mode == "free"


def test_a_score_that_was_taken_back_stays_chosen(ann, tap, seq):
    """Once the sheet was empty again, and all had to be told anew to put one line right."""
    form = {"count": 3, "mode": "free"}
    for n in range(3):
        form |= {f"players-{n}-name": f"P{n}", f"players-{n}-colour": colour(n)}
    code = ann.post("/efreet_war/just-score", **form).location.split("/")[2]
    assert "selected" not in ann.get(f"/efreet_war/{code}/points").text
    told = {"owner_king": "1", "owner_lamp": "0", "by_0": "1", "by_2": "-1"}
    assert tap(code, "score", **told).status_code == 303
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    page = ann.get(f"/efreet_war/{code}/points").text
    selects = re.findall(r'<select name="(\w+)">(.+?)</select>', page, re.DOTALL)
    chosen = {name: re.search(r'value="(-?\d)" +selected', options) for name, options in selects}
    assert {name: found[1] for name, found in chosen.items() if found} == told
    assert "checked" not in page
    assert tap(code, "score", owner_king="0", broken_off="y").status_code == 303
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    page = ann.get(f"/efreet_war/{code}/points").text
    assert (page.count("selected"), page.count("checked")) == (1, 1)


def test_own_cards_are_dealt(dealt, tap, state):
    guards = "\r\n".join(f" Guard  {n} " for n in range(18))
    code = dealt(guardians=guards, traps="One\n\nTwo\nThree\n")
    assert {name for one in state(code).resources.values() for name in one.guardians} == {
        f"Guard {n}" for n in range(18)
    }
    assert state(code).traps == ("One", "Two", "Three")
    assert tap(code, "deal", traps="One\nTwo\nFour").status_code == 303
    assert state(code).traps == ("One", "Two", "Four")
    assert tap(code, "deal", guardians="One").status_code == 422


def test_seats_and_who_starts(dealt, tap, state):
    code = dealt(6, "emperor")
    assert tap(code, "swap", one=0, other=4).status_code == 303
    assert state(code).teams == ((4, 1, 2), (3, 0, 5))
    assert tap(code, "mix").status_code == 303
    assert tap(code, "first", seat=3).status_code == 303
    assert state(code).first == 3


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("page", ["deal", "war", "points"])
def test_a_page_is_whole_for_a_browser_and_a_block_for_htmx(ann, war, page):
    code = war()
    assert ann.get(f"/efreet_war/{code}/{page}").text.startswith("<!doctype html>")
    block = ann.live(f"/efreet_war/{code}/{page}?since=1.0.0", page)
    assert block.text.lstrip().startswith(f'<section id="{page}"')
    since = re.search(r"since=([\d.]+)", block.text)[1]
    assert ann.live(f"/efreet_war/{code}/{page}?since={since}", page).status_code == 204


def test_nobody_can_find_out_what_lies_face_down(ann, war, win, state):
    """No page, export, stream or log of a running war names a Treasure that is still face down."""
    code = war()
    win(code, "valley", survived="no")
    pages = [f"/efreet_war/{code}/{page}" for page in ("deal", "war", "points", "war?resource=valley")]
    pages += [f"/t/{code}/log?all=1", f"/t/{code}/export.json", f"/t/{code}/menu"]
    stream = ann.get(f"/t/{code}/events", buffered=False)
    texts = [html.unescape(ann.get(path).text) for path in pages] + [str(next(iter(stream.response)))]
    stream.close()
    for card in CARDS.treasures:
        assert not [text for text in texts if card in text], card
    dealt = json.loads(ann.get(f"/t/{code}/export.json").text)["log"][0]["events"][3]
    assert set(dealt["sealed"].values()) == {""}
    card = state(code).sealed["bazaar"]
    win(code, "bazaar")
    assert card in html.unescape(ann.get(f"/efreet_war/{code}/war").text)


def test_a_resource_is_taken_and_all_phones_see_what_lay_beneath(ann, bob, war, win, state):
    code = war()
    card = state(code).sealed["valley"]
    win(code, "valley")
    for phone in (ann, bob):
        text = html.unescape(phone.get(f"/efreet_war/{code}/war").text)
        assert f"<bdi>{card}</bdi>" in text
        assert "Under Diamond Valley was" in text


def test_an_attack_is_for_whose_turn_it_is(ann, bob, war, tap, seq):
    code = war()
    bob.post(f"/t/{code}/sit", seat=1)
    answer = bob.post(f"/efreet_war/{code}/attack", resource="valley", seen=seq(code))
    assert answer.status_code == 403
    assert "Attack it" not in bob.get(f"/efreet_war/{code}/war?resource=valley").text
    assert "Ann may attack it this turn" in bob.get(f"/efreet_war/{code}/war?resource=valley").text
    assert tap(code, "attack", resource="valley").status_code == 303
    assert bob.post(f"/efreet_war/{code}/king", answer="remove", seen=seq(code)).status_code == 403
    assert "isn&#39;t settled yet" in tap(code, "end-turn", seat=0).text


def test_why_a_resource_cannot_be_attacked(ann, war, win, tap):
    code = war()
    win(code, "valley", survived="no")
    text = ann.get(f"/efreet_war/{code}/war?resource=valley").text
    assert "only allowed once a turn" in text
    assert "only allowed once a turn" in tap(code, "attack", resource="valley").text


def test_the_king_lists_every_artifact_that_somebody_may_have(ann, war, win, tap, state):
    """What was won here, and the one that no war uses; what is offered above is not listed again."""
    code = war(traps="Snare One\nSnare Two\nSnare Three")
    win(code, "lamp")
    win(code, "king")
    page = ann.get(f"/efreet_war/{code}/war?resource=king").text
    listed = re.findall(r'<option value="([^"]+)"', page[page.index('<select name="other"') :])
    above = re.findall(r'name="artifact"[^>]* value="([^"]+)"', page)
    assert "Aladdin&#39;s Lamp" in above
    uncovered = {state(code).resources[one].uncovered for one in ("lamp", "king")}
    won = {"Aladdin's Lamp", "Jeweled Bird"} | uncovered & artifacts().keys()
    assert sorted(map(html.unescape, listed + above)) == sorted(won)
    assert tap(code, "king", answer="gain", artifact="Aladdin's Lamp", other=["Jeweled Bird", ""]).status_code == 303
    assert "Aladdin's Lamp" in state(code).artifacts[0]


@pytest.mark.parametrize("other", [["Pyramids", "My own Lamp"], ["", "My own Lamp"]])
def test_a_typed_artifact_counts_whatever_is_chosen(ann, war, win, tap, other):
    code = war()
    win(code, "king")
    assert tap(code, "king", answer="gain", other=other).status_code == 303
    assert "sacrifices My own Lamp" in ann.get(f"/t/{code}/log").text


def test_the_king_is_answered(ann, war, win, state, tap):
    code = war(traps="Snare One\nSnare Two\nSnare Three")
    win(code, "lamp")
    win(code, "king")
    text = ann.get(f"/efreet_war/{code}/war").text
    assert "meets the King" in text
    assert 'value="Aladdin&#39;s Lamp"' in text
    assert tap(code, "king", answer="gain", artifact="Black Lotus").status_code == 422
    assert tap(code, "king", answer="gain", artifact="Aladdin's Lamp").status_code == 303
    assert state(code).resources["king"].owner == 0


@pytest.mark.parametrize(
    ("before", "words"), [((), "An Arabian Nights artifact"), (("lamp",), "Another Arabian Nights artifact")]
)
def test_the_king_is_offered_another_artifact_only_beside_those_that_are_listed(ann, war, win, tap, before, words):
    code = war()
    tap(code, "house-rule", rule="king_under", on="y")
    for resource in (*before, "king"):
        win(code, resource)
    page = ann.get(f"/efreet_war/{code}/war").text
    assert words in page
    assert ('id="giving"' in page) == bool(before)


def test_city_in_a_bottle_is_warned_of_unless_it_counts_as_points_only(ann, war):
    for options, warned in (({}, True), ({"city_points_only": "y"}, False)):
        code = war(**options)
        assert (
            "destroys everything from Arabian Nights" in ann.get(f"/efreet_war/{code}/war?resource=city").text
        ) == warned


def test_what_was_uncovered_arrives_once(ann, war, tap):
    """It is shown on, but moves no more when something else happens."""
    code = war(4)
    tap(code, "attack", resource="valley")
    guard = re.search(r'name="guardian" value="([^"]+)"', ann.get(f"/efreet_war/{code}/war?resource=valley").text)[1]
    tap(code, "kill", resource="valley", guardian=html.unescape(guard))
    assert tap(code, "resolve", resource="valley", survived="yes").status_code == 303
    for shown in ('uncovered arrived"', 'uncovered"'):
        assert shown in ann.get(f"/efreet_war/{code}/war").text
        tap(code, "life", seat=1, by=-20)


def test_for_whom_a_fall_counts_is_said_before_the_tap(ann, war, tap):
    code = war(4)
    tap(code, "life", seat=1, by=-20)
    text = " ".join(ann.get(f"/efreet_war/{code}/war").text.split())
    assert "<bdi>Bob</bdi> (+3): eliminated by Ann" in text


@pytest.mark.thorough(one_in=3)
@pytest.mark.parametrize("asked", ["resource=nowhere", "resource=", "resource=💥"])
def test_nonsense_in_the_address_shows_the_war(ann, war, asked):
    page = f"/efreet_war/{war()}/war"
    assert ids(ann.get(f"{page}?{asked}")) == ids(ann.get(page))


def ids(answer):
    return re.findall(r' id="([^"]+)"', answer.text)


def test_players_are_eliminated(ann, war, tap, state):
    code = war(4)
    assert tap(code, "out").status_code == 422
    assert tap(code, "out", by_1="0", by_2="-1").location.endswith("/war#happened")
    assert state(code).fallen == (1, 2)
    assert tap(code, "out", by_3="0").location.endswith("/points")
    text = ann.get(f"/efreet_war/{code}/points").text
    assert "Victory for Ann!" in text
    assert "Dee eliminated" in text
    assert "Everybody else is out" in text


@pytest.mark.parametrize("mode", ["emperor", "teams"])
def test_a_big_screen_says_who_has_won_and_joins_nobody_with_an_enemy(ann, war, win, tap, mode):
    code = war(6, mode)
    for resource in ("ring", "ali", "maruf", "city", "valley", "bazaar"):
        assert "Victory" not in ann.get(f"/efreet_war/{code}/board").text
        win(code, resource)
    text = ann.get(f"/efreet_war/{code}/board").text
    assert re.search(r"<h1>\s*Victory for .+!\s*</h1>", text), re.findall(r"<h1>.*?</h1>", text, re.S)
    assert 'class="attacks"' not in text


def test_who_came_last_may_start_again_only_if_somebody_did(ann, war, win, tap):
    code = war()
    assert tap(code, "break-off").status_code == 303
    page = ann.get(f"/efreet_war/{code}/points").text
    assert "Last place starts" not in page
    assert "No points." in page
    assert "Nothing yet." not in page
    code = war(mode="teams", team_count=3)
    win(code, "lamp")
    assert tap(code, "break-off").status_code == 303
    assert "Last place starts" in ann.get(f"/efreet_war/{code}/points").text


@pytest.mark.parametrize(("mode", "words"), [("free", "Redraw seats"), ("teams", "Redraw seats and teams")])
def test_teams_are_drawn_only_where_there_are_teams(ann, dealt, mode, words):
    page = ann.get(f"/efreet_war/{dealt(4, mode, team_count=2)}/deal").text
    assert re.search(r"Redraw seats[^<]*", page)[0].strip() == words


def test_a_war_to_ten_is_kept_in_the_scores(ann, war, win, tap):
    code = war(4, "teams")
    for resource in ("ring", "ali", "maruf", "city", "valley"):
        win(code, resource)
    assert win(code, "bazaar").location.endswith("/points")
    text = ann.get(f"/efreet_war/{code}/points").text
    assert "6 cards are still face down" in text
    assert "Saved" in text
    play = json.loads(ann.get("/scores/plays.json").data)[0]
    assert [(one["name"], one["place"], one["points"]) for one in play["players"]] == [
        ("Ann", 1, 10),
        ("Bob", 1, 10),
        ("Cem", 2, 0),
        ("Dee", 2, 0),
    ]
    assert sum(line["points"] for line in play["players"][0]["lines"]) == 10
    assert "Aladdin" in ann.get(f"/scores/{play['id']}").text


def test_what_lies_face_down_is_turned_up_by_the_host_and_then_the_end_stands(ann, bob, war, tap, seq):
    """Else a wrong end, taken back, would show everybody all cards of a war that goes on."""
    code = war()
    bob.post(f"/t/{code}/sit", seat=1)
    bob.post(f"/efreet_war/{code}/out", by_0="-1", by_2="-1")

    def seen(phone):
        texts = [phone.get(f"/efreet_war/{code}/{page}").text for page in ("points", "war")]
        return {card for card in CARDS.treasures if any(card.replace("'", "&#39;") in text for text in texts)}

    assert (seen(ann), seen(bob)) == (set(), set())
    assert bob.get(f"/t/{code}/export.json").status_code == 403
    assert ann.get(f"/t/{code}/export.json").status_code == 200
    assert bob.post(f"/efreet_war/{code}/uncover-rest", seen=seq(code)).status_code == 403
    assert tap(code, "uncover-rest").status_code == 303
    assert seen(bob) == set(CARDS.treasures)
    assert bob.get(f"/t/{code}/export.json").status_code == 200
    for entry in (seq(code), seq(code) - 1):
        assert ann.post(f"/t/{code}/undo", entry=entry).status_code == 422
    assert "are turned face up" in ann.get(f"/t/{code}/log").text


def test_a_table_goes_out_and_comes_back_with_what_lies_face_down_dealt_anew(app, ann, war, win):
    code = war()
    win(code, "valley")
    text = ann.get(f"/t/{code}/export.json").text
    from companion.table.import_export import export
    from companion.table.play import find_table

    with app.app_context():
        copy = export.load(text, phone="other")
        before, after = find_table(code).state, find_table(copy).state
    assert replace(after, sealed=before.sealed, secret=before.secret, copied=False) == before
    assert after.sealed != before.sealed
    assert sorted(after.sealed.values()) == sorted(before.sealed.values())
    assert "This is a copy" in ann.get(f"/t/{copy}/log").text
    assert "This table is a copy" in ann.get(f"/efreet_war/{copy}/deal").text


def cards_in(phone, code):
    """List the Treasures that any page of a war, its file or its log names to a phone."""
    pages = [f"/efreet_war/{code}/{page}" for page in ("deal", "war", "points", "war?resource=valley")]
    pages += [f"/t/{code}/{page}" for page in ("log?all=1", "export.json", "menu")]
    texts = [html.unescape(phone.get(path).text) for path in pages]
    return {card for card in CARDS.treasures if any(card in text for text in texts)}


def test_an_end_by_hand_opens_nothing_to_anybody_the_host_included(app, ann, bob, war, tap, seq):
    """Else twelve sealed cards would leave by "A player is out", an export and an undo."""
    code = war()
    bob.post(f"/t/{code}/sit", seat=1)
    tap(code, "out", by_1="-1", by_2="-1")
    assert (cards_in(ann, code), cards_in(bob, code)) == (set(), set())
    assert ann.get(f"/t/{code}/export.json").status_code == 200
    assert ann.post(f"/t/{code}/undo", entry=seq(code)).status_code == 303
    assert cards_in(ann, code) == set()


def test_what_was_seen_lies_face_up_for_all_when_it_is_taken_back(ann, bob, war, tap, state, seq):
    """Attack, take, read, undo three times: then not one knows the card, but everybody."""
    code = war(traps="Snare One\nSnare Two\nSnare Three")
    card = state(code).sealed["valley"]
    tap(code, "attack", resource="valley")
    tap(code, "kill", resource="valley", guardian=state(code).resources["valley"].guardians[0])
    tap(code, "resolve", resource="valley", survived="yes")
    for entry in (seq(code), seq(code) - 1, seq(code) - 2):
        assert ann.post(f"/t/{code}/undo", entry=entry).status_code == 303
    assert state(code).resources["valley"].status == "guarded"
    for page in ("war", "war?resource=valley", "points"):
        assert card in html.unescape(bob.get(f"/efreet_war/{code}/{page}").text), page
    log = bob.get(f"/t/{code}/log").text
    assert "stays face up under Diamond Valley" in log
    assert "11 cards are still face down" in bob.get(f"/efreet_war/{code}/points").text

    tap(code, "attack", resource="valley")
    tap(code, "kill", resource="valley", guardian=state(code).resources["valley"].guardians[0])
    tap(code, "resolve", resource="valley", survived="yes")
    assert state(code).uncovered.card == card
    assert state(code).shown == {}


def test_what_stays_is_no_move_of_its_own(ann, war, win, seq, state):
    """The undo that leaves a card face up cannot be taken back itself; a redo takes the Resource again."""
    code = war()
    win(code, "valley")
    taken = seq(code)
    ann.post(f"/t/{code}/undo", entry=taken)
    assert f'id="undo-{taken + 1}"' not in ann.get(f"/t/{code}/log").text
    assert ann.post(f"/t/{code}/undo", entry=taken + 1).status_code == 409
    assert ann.post(f"/t/{code}/redo", entry=taken).status_code == 303
    assert (state(code).resources["valley"].owner, state(code).shown) == (0, {})


@pytest.mark.thorough
def test_the_host_mixes_what_still_lies_face_down(ann, bob, war, win, tap, state, seq):
    code = war()
    bob.post(f"/t/{code}/sit", seat=1)
    win(code, "valley")
    ann.post(f"/t/{code}/undo", entry=seq(code))
    before = state(code)
    assert 'id="to-mix"' in ann.get(f"/efreet_war/{code}/war").text
    assert 'id="to-mix"' not in bob.get(f"/efreet_war/{code}/war").text
    assert bob.post(f"/efreet_war/{code}/mix-sealed", seen=seq(code)).status_code == 403
    answer = tap(code, "mix-sealed")
    assert (answer.status_code, answer.location) == (303, f"/efreet_war/{code}/war#happened")
    after = state(code)
    assert after.shown == before.shown != {}
    assert after.sealed != before.sealed
    assert sorted(after.sealed.values()) == sorted(before.sealed.values())
    assert "are shuffled among their Resources" in ann.get(f"/t/{code}/log").text
    assert ann.post(f"/efreet_war/{code}/mix-sealed", seen=1).status_code == 409

    mixed = seq(code)
    answer = ann.post(f"/t/{code}/undo", entry=mixed)
    assert (answer.status_code, "been shuffled" in answer.text) == (422, True)
    assert f'name="entry" value="{mixed}"' not in ann.get(f"/efreet_war/{code}/war").text  # the arrow points before it
    assert tap(code, "out", by_1="-1", by_2="-1").status_code == 303
    assert tap(code, "mix-sealed").status_code == 422


def test_the_log_tells_what_happened(ann, war, win, tap):
    code = war(traps="a\nb\nc")
    win(code, "valley")
    win(code, "lamp", survived="no")
    text = ann.get(f"/t/{code}/log?all=1").text
    for sentence in (
        "Ann attacks Diamond Valley.",
        "Ann claims Diamond Valley: +1.",
        "is now open",
        "under Diamond Valley",
    ):
        assert sentence in text


@pytest.mark.parametrize("chosen", [0, 3])
def test_who_has_the_turn_sends_a_creature_from_home_whoever_is_chosen_in_the_ring(war, ann, chosen):
    assert 'id="leave"' in ann.get(f"/efreet_war/{war(6, 'emperor')}/war?seat={chosen}").text


@pytest.mark.parametrize(("on", "words"), [("", "You keep the points"), ("y", "its points are lost")])
def test_before_city_in_a_bottle_a_phone_says_whether_points_stay_at_its_table(war, tap, ann, on, words):
    """Once it said that they stay, whatever the table had agreed."""
    code = war()
    if on:
        assert tap(code, "house-rule", rule="lost_points", on=on).status_code == 303
    page = ann.get(f"/efreet_war/{code}/war?resource=city").text
    assert words in page[page.index("Careful") :]
    assert (words == "You keep the points") == ("You keep the points" in page)


def test_a_life_is_told_to_who_does_not_see_it_where_a_disc_showed_the_same_number(ann, tap):
    """The tenth of players without names has 10 on the disc before the war begins."""
    unnamed = {f"players-{n}-colour": colour(n) for n in range(10)}
    code = opened(ann.http, "efreet_war", {"count": 10, "mode": "free", "life": 10, **unnamed})
    assert 'aria-label="Player 10"' in ann.get(f"/efreet_war/{code}/deal").text
    assert tap(code, "begin").status_code == 303
    assert 'aria-label="Player 10, Life: 10"' in ann.get(f"/efreet_war/{code}/deal").text


def test_during_an_attack_each_guardian_says_how_strong_it_is(ann, dealt, tap):
    """What the cards of the two sets say; a Guardian of another set says nothing."""
    code = dealt()
    guards = ["Mahamoti Djinn", "Juzám Djinn", "Own Beast", *CARDS.guardians]
    tap(code, "deal", guardians="\n".join(dict.fromkeys(guards[: len(CARDS.guardians)])))
    tap(code, "begin")
    seen = {}
    for resource in ("lamp", "ring", "valley", "city", "library", "bazaar"):
        tap(code, "attack", resource=resource)
        page = html.unescape(ann.http.get(f"/efreet_war/{code}/war?resource={resource}").text)
        seen |= dict(
            re.findall(r"<li><bdi>([^<]+)</bdi>\s*<strong>([^<]+)</strong>", page.partition('id="strength"')[2])
        )
    assert seen
    known = {"Mahamoti Djinn": "5/6, Flying", "Juzám Djinn": "5/5"}
    assert all(seen[name] == told for name, told in known.items() if name in seen)
    assert "Own Beast" not in seen
