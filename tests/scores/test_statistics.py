import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from companion.games.emperor import game as emperor
from companion.games.tales import game as tales
from companion.games.war_game import game as war_game
from companion.language.texts import Text, listed
from companion.scores.statistics.digest import Digest, stretches
from companion.scores.statistics.rates import Tally, h_index, interval
from companion.scores.stores import play_store, rename_store
from companion.table.finished import Line, Play, Player

NAMES = ("Ann", "Bob", "Cem", "Dora")
DAY = 86_400.0
KEYS = Line("keys", Text("Keys"), 30, Text("Keys: %(count)s", count=3))
CORKED = Line("corked-1", Text("Corked bottles"), 50, Text("Keys: %(count)s", count=3))


def moment(at):
    return datetime.fromtimestamp(at, UTC).replace(tzinfo=None)


def one(name, place, points=None, lines=()):
    return Player(name, "red", place, points, None, lines)


def played(*players, game="djinn", at=0.0, **options):
    return Play(0, game, None, at, options, "", players)


def digest(plays, **asked):
    found = Digest(moment, **asked)
    for play in sorted(plays, key=lambda play: -play.played_at):
        found.add(play)
    return found


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(0, 10, 0, 0.278), (5, 10, 0.237, 0.763), (10, 10, 0.722, 1), (50, 100, 0.404, 0.596)],
)
def test_the_true_rate_most_likely_is_in_wilsons_interval(won, of, low, high):
    assert interval(won, of) == pytest.approx((low, high), abs=0.001)
    assert interval(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("won", "of", "word"),
    [(4, 4, "too few plays to tell"), (5, 10, "just a hint"), (15, 38, "roughly"), (50, 100, "sure")],
)
def test_a_word_says_how_sure_a_rate_is(won, of, word):
    assert Tally(plays=of, ends=of, won=won).sure == word


@pytest.mark.parametrize(("counts", "index"), [([], 0), ([9], 1), ([1, 1, 1], 1), ([5, 4, 4, 2], 3), ([4, 4, 4, 4], 4)])
def test_the_h_index_counts_games_played_at_least_so_often(counts, index):
    assert h_index(counts) == index


def test_a_play_of_several_counts_once_but_for_each_of_them():
    found = digest([played(one("Ann", 1, 9), one("Bob", 2, 7), one("Cem", 3, 2), started="Ann", seconds=600)] * 2)
    once = [found.all, found.games["djinn"], found.counts[3], *found.seasons.values(), *found.lengths.values()]
    assert [tally.plays for tally in (*once, *found.began.values(), *found.players.values())] == [2] * 10
    assert [(tally.ends, tally.average) for tally in once] == [(6, 6.0)] * 5


def test_a_seat_is_where_one_sat_and_not_the_place_one_came_to():
    """Players of a play stand the best first: the first of them won, wherever that was."""
    bob, ann = replace(one("Bob", 1, 9), seat=2), replace(one("Ann", 2, 7), seat=1)
    found = digest([played(bob, ann, one("Cem", 3, 2))] * 2)
    assert {seat: (tally.won, tally.plays) for seat, tally in found.seats.items()} == {1: (0, 2), 2: (2, 2)}


PLAYS = st.lists(
    st.builds(
        lambda names, points, game, day, began, minutes: played(
            *(
                one(name, 1 + sum(other > point for other in points[: len(names)]), point)
                for name, point in zip(names, points, strict=False)
            ),
            game=game,
            at=DAY * day,
            started=names[began % len(names)],
            seconds=60 * minutes,
        ),
        st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True),
        st.lists(st.integers(0, 50), min_size=4, max_size=4),
        st.sampled_from(["djinn", "tales"]),
        st.integers(0, 1000),
        st.integers(0, 3),
        st.integers(1, 300),
    ),
    max_size=12,
)


@given(PLAYS)
def test_sums_are_what_counting_anew_gives(plays):
    for name in (None, "Ann"):
        found = digest(plays, player=name, other="Bob")
        own = [(play, player) for play in plays for player in play.players if name in (None, player.name)]
        wins = [player.place == 1 for _, player in own]
        theirs = [play for play in plays if any(player.name == name for player in play.players)] if name else plays
        assert (found.plays, found.all.plays) == (len(plays), len(theirs))
        assert (found.all.ends, found.all.won) == (len(own), sum(wins))
        assert found.played == Counter(play.game for play in plays)
        assert {count: one.plays for count, one in found.counts.items()} == Counter(len(p.players) for p in theirs)
        assert sum(one.plays for one in found.seasons.values()) == len(theirs)
        began = [player.name == play.options["started"] for play, player in own if len(play.players) > 1]
        assert found.began["began"].plays == sum(began)
        assert found.began["somebody else began"].ends == len(began) - sum(began)
        assert found.all.best == max((player.points for _, player in own), default=None)
        assert found.timed.count == len(plays)
        assert sum(one.plays for one in found.lengths.values()) == len(theirs)
        assert sum(sum(year.values()) for year in found.years.values()) == len(plays)


@given(PLAYS)
def test_head_to_head_counts_who_was_placed_better(plays):
    both = [play for play in plays if {"Ann", "Bob"} <= {player.name for player in play.players}]
    found = digest(both, player="Ann", other="Bob")
    places = [
        {player.name: player.place for player in play.players} for play in sorted(both, key=lambda p: p.played_at)
    ]
    duel = found.duels["Bob"]
    assert (duel.plays, duel.ahead) == (len(both), sum(one["Ann"] < one["Bob"] for one in places))
    assert duel.behind == sum(one["Ann"] > one["Bob"] for one in places)
    assert duel.level == duel.plays - duel.ahead - duel.behind
    assert [number for _, number in found.lead()][-1:] == [duel.ahead - duel.behind][: len(both)]


def test_a_draw_and_a_team_leave_both_level():
    found = digest([played(one("Ann", 0), one("Bob", 0)), played(one("Ann", 1), one("Bob", 1))], player="Ann")
    assert (found.duels["Bob"].plays, found.duels["Bob"].level) == (2, 2)


@given(st.lists(st.integers(-50, 50), max_size=60), st.integers(1, 24))
def test_numbers_over_time_are_cut_into_few_stretches_and_none_is_lost(numbers, most):
    cut = stretches([(float(at), number) for at, number in enumerate(numbers)], most=most)
    assert len(cut) <= most
    assert sum(one.plays for one in cut) == len(numbers)
    assert sum(one.average * one.plays for one in cut) == pytest.approx(sum(numbers))


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (
            emperor,
            {"lives": listed([Text("%(name)s, %(role)s: %(life)s", name="Ann", role=Text("General"), life=7)])},
            {("Ann", "Role", "General"), ("Ann", "Life at the end", 7)},
        ),
        (
            emperor,
            {"roles": listed([Text("%(name)s, %(role)s", name=name, role=Text("General")) for name in NAMES])},
            {(name, "Role", "General") for name in NAMES},
        ),
        (war_game, {"held": "K. 1 Ann", "did": 7}, set()),
        (tales, {"heroes": Text("nothing")}, set()),
    ],
)
def test_a_game_tells_of_its_players_what_a_play_kept(game, options, told):
    assert set(game.scores.measures(played(one("Ann", 1), **options))) == told


@pytest.fixture
def save(app):
    def save(*players, game="djinn", at=1.7e9, **options):
        with app.app_context():
            return play_store.save(game, code=None, played_at=at, options=options, players=players)

    return save


@pytest.fixture
def shown(ann, empty):
    return lambda address: re.sub(r"<[^>]+>|\s+", " ", ann.http.get(f"/scores/{address}").text)


def test_the_pages_say_what_plays_add_up_to(save, shown, ann):
    for day in range(8):
        players = one("Ann", 1, 80, (KEYS, CORKED)), one("Bob", 2, 30, (KEYS,))
        save(*players, at=1.7e9 + day * DAY, started="Ann", seconds=3000)
    save(one("Ann", 2, 10), one("Bob", 1, 12), game="tales", at=1.71e9)
    text = shown("statistics?player=Ann")
    assert re.search(r"9 plays .*Won 8 of 9: 89%[ ·]+just a hint", text)
    assert re.search(r"Bob +9 +8 +0 +1 ", text)
    assert "Longest unplayed: Djinn, last on" in text
    of_djinn = shown("statistics?player=Ann&game=djinn")
    assert re.search(r"Where the points come from .*80.* Keys +30 +Corked bottles +50 ", of_djinn)
    assert "Points over time" in of_djinn
    both = ann.http.get("/scores/statistics?player=Ann&other=Bob").text
    assert "Ann&#39;s lead over Bob, in plays" in both
    assert re.findall(r'aria-label="(\w+), first play to latest', both) == ["Lead"]  # who listens heard of points
    assert "/scores/plays.csv?player=Ann&amp;other=Bob&amp;count=common" in both  # filters go into exports
    assert "No plays match" in shown("statistics?player=Nobody")


def test_only_plays_with_lines_say_where_points_come_from(save, shown):
    """A play of which only the totals were entered halved the average of each source."""
    save(one("Ann", 1, 80, (KEYS, CORKED)), one("Bob", 2, 0))
    save(one("Ann", 1, 100), one("Bob", 2, 40), at=1.7e9 + DAY)
    page = shown("statistics?game=djinn")
    assert re.search(r"Where the points come from .* Oct – Dec 2023 +40 .* Keys +15 +Corked bottles +25 ", page)
    page = shown("statistics?game=djinn&player=Ann")
    assert re.search(r"Where the points come from .* Oct – Dec 2023 +80 .* Keys +30 +Corked bottles +50 ", page)


def test_plays_of_one_and_of_several_are_never_mixed(save, shown):
    save(one("Ann", 1, 100))
    assert "1 play " in shown("statistics")
    save(one("Ann", 2, 50), one("Bob", 1, 60))
    assert "Bob" in shown("statistics")
    assert "100" not in shown("statistics?player=Ann&game=djinn")
    assert "100" in shown("statistics?player=Ann&game=djinn&count=solo")


def test_a_year_without_a_winner_names_none(save, shown):
    """Who played alone and lost was said to have most wins: 0."""
    save(one("Ann", 2))
    page = shown("year/2023")
    assert "Played most" in page
    assert "Most wins" not in page


def test_a_year_of_half_an_hour_tells_no_hours(save, shown):
    save(one("Ann", 1), one("Bob", 2), seconds=1500)
    assert "Hours" not in shown("year/2023")
    save(one("Ann", 1), one("Bob", 2), seconds=1500)
    assert "Hours at the table 1 " in re.sub(" +", " ", shown("year/2023"))


def test_who_is_hidden_is_in_no_list_of_players(app, save, shown):
    save(one("Ann", 2, 50), one("Bob", 1, 60), one("Cem", 3, 40))
    with app.app_context():
        rename_store.hide("Bob", hidden=True)
    assert "Bob" not in shown("statistics")
    assert "Cem" in (page := shown("statistics?player=Ann"))
    assert "Bob" not in page
    assert "with Bob" in shown("statistics?player=Ann&other=Bob")
    assert re.search(r"Bob +1 +0 +0 +1 ", shown("statistics?player=Ann&other=Bob"))


def test_an_old_link_finds_who_is_called_otherwise_now(app, ann, save, shown):
    """Statistics of a player kept as a bookmark had no plays once the player was renamed."""
    save(one("Ann", 1, 80), one("Bob", 2, 30))
    with app.app_context():
        rename_store.rename("Ann", "Ümit")
        rename_store.rename("Bob", "Bobby")
    assert "1 play " in shown("statistics?player=Ann")
    assert "Ümit · with Bobby" in shown("statistics?player=umit&other=Bob").replace("  ", " ")
    assert len(ann.http.get("/scores/bg-stats/plays.json?player=Ann").json["plays"]) == 1


def test_a_year_is_a_page_and_a_picture_that_needs_nothing_else(save, shown, ann):
    for day in range(3):
        save(one("<Ann & co>", 1, 80), one("Bob", 2, 30), at=1.7e9 + day * DAY, seconds=3600)
    assert re.search(
        r"Plays +3 +.*Hours at the table +3 +.*Best in Djinn +&lt;Ann &amp; co&gt; +80 ", shown("year/2023")
    )
    picture = ann.http.get("/scores/year/2023.svg")
    words = [node.text for node in ElementTree.fromstring(picture.text).iter("{http://www.w3.org/2000/svg}text")]
    assert {"2023", "Djinn (3)", "<Ann & co> (80)"} <= set(words)
    assert not re.findall(r"(?:href|url)[=(]\W*\w+:?//|class=|var\(", picture.text)
    assert [ann.http.get(f"/scores/year/{year}").status_code for year in (1999, 2106, 12)] == [404, 404, 404]
