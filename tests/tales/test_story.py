"""The story: what of a log is told, in which order, and in which words of each language."""

import itertools
import re
from datetime import date

import pytest

from companion.games.tales.facts import LEVELS, STATUSES, events as ev
from companion.games.tales.scoring.result import Decision
from companion.games.tales.state.heroes import PLACES
from companion.games.tales.text.story.drafts import ORDER, Beat, Paragraph
from companion.games.tales.text.story.prose import GOOD, prose, said, title
from companion.games.tales.text.story.wording import called, chapters, read
from companion.language.i18n import LANGUAGES, catalogue
from companion.table.log import Entry

NAMES = ("Ann", "Bob")
HERO = {"who", "whom", "to_whom", "whose", "sein", "seinen", "seinem"}
WHERE = {"to", "at"}
LEAST = 5
BEGIN = (ev.Begun(0),)


def tokens(sentence):
    return [token[0].lower() + token[1:] for token in re.findall(r"\{(\w+)\}", sentence)]


def story(*moves, players=2, code="ABCDE", decision=None):
    """Read what is told after the game has begun; each move is a tuple of events, or of its name and events."""
    entries = [Entry(1, 100.0, None, "begin", BEGIN)]
    for events in moves:
        name, *rest = events if isinstance(events[0], str) else ("moved", *events)
        entries.append(Entry(len(entries) + 1, 100.0 + len(entries), 0, name, tuple(rest)))
    return read(entries, players, code, decision)[1:]


def kinds(paragraph):
    return [beat.kind for beat in paragraph.beats]


def english(paragraph, language="en", names=NAMES):
    return said(paragraph, names, language, catalogue(language).gettext)


def goes(route="LL", kind="city", place="Basra", seat=0, **how):
    return ev.HeroMoved(seat, route, kind, 2, place, **how)


NEXT = (ev.TurnEnded(0),)
WOMAN = (ev.HeroChosen(0, "woman"),)


# The words


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_five_ways_at_least_to_say_each_kind_of_thing(language):
    ways = prose(language).ways
    assert {*ways} == {*ORDER} | {kind for kind in ways if kind.startswith("won")} | {"stopped", "nobody", "closing"}
    assert {kind: len(said) for kind, said in ways.items() if len({*said}) < LEAST} == {}
    assert {*prose(language).statuses} == {*STATUSES}
    assert {len({*clauses}) for clauses in prose(language).statuses.values()} == {4}
    assert {*prose(language).levels} == {*LEVELS}
    assert {*prose(language).places} == {*PLACES} | {f"named_{kind}" for kind in PLACES if kind != "baghdad"}
    assert {*STATUSES} > GOOD


def test_both_languages_say_each_thing_in_as_many_ways_with_the_same_in_it():
    ours, theirs = prose("en").ways, prose("de").ways
    assert {kind: len(ways) for kind, ways in ours.items()} == {kind: len(ways) for kind, ways in theirs.items()}
    for kind, ways in ours.items():
        told = {frozenset({*tokens(way)} - HERO - WHERE) for way in (*ways, *theirs[kind])}
        optional = {frozenset(values - {"level", "before"}) for values in told}
        assert len(told) == 1 or (kind in ("less_poor", "less_rich") and optional == {frozenset()}), kind


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_names_its_hero_once_at_most(language):
    """With a name in place of each pronoun it would read as "Ann lost Ann's way"."""
    told = prose(language)
    sentences = [way for ways in (*told.ways.values(), *told.statuses.values()) for way in ways]
    assert [way for way in sentences if sum(token in HERO for token in tokens(way)) > 1] == []
    of_heroes = {token for way in sentences for token in tokens(way) if token in HERO}
    assert {frozenset(of) for of in told.pronouns.values()} == {frozenset(of_heroes)}


def test_what_is_said_to_belong_to_somebody_is_named_after_it():
    """English says that it was hers, not that it was her."""
    told = prose("en")
    sentences = [way for ways in (*told.ways.values(), *told.statuses.values()) for way in ways]
    assert [way for way in sentences if re.search(r"\{whose\}(?! \w)", way)] == []


def test_a_german_pronoun_comes_before_what_it_precedes():
    """A name may follow in "merkte sich Ann", a pronoun may not."""
    told = prose("de")
    sentences = [way for ways in (*told.ways.values(), *told.statuses.values()) for way in ways]
    late = r"\b(sich|es) \{[Ww]ho\}|\b(niemand|jemand|der Auftrag) \{(whom|to_whom)\}"
    assert [way for way in sentences if re.search(late, way)] == []


VALUES = {
    "names": (0, 1),
    "name": 1,
    "other": 1,
    "place": ("city", "Basra"),
    "places": ("Basra", "Cairo"),
    "skills": ("luck", "magic"),
    "skill": "luck",
    "level": "rich",
    "before": "poor",
    "quest": "Lamp",
    "treasure": "Ring",
    "card": "Cairo",
    "counted": ("statuses", 2, 0),
    "line": "It rained.",
    "status": "wounded",
    "mark": "on_pilgrimage",
}


@pytest.mark.parametrize("gender", ["", "woman", "man"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_way_becomes_a_sentence(language, gender):
    for kind, ways in prose(language).ways.items():
        for way in range(len(ways)):
            for clause in (0, 1):
                beats = (Beat(kind, 0, gender, tuple(VALUES.items()), way, clause),) * 2
                text = english(Paragraph(1, 0, 0.0, beats), language)
                assert not re.search(r"[{}%]|  |\.\.", text), text
                assert re.match(r"[A-ZÄÖÜ“„]", text), text


@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_status_comes_and_goes_in_a_clause(language, status):
    for kind in ("struck", "freed"):
        for clause in (0, 1):
            beat = Beat(kind, 0, "", (("status", status),), 0, clause)
            assert "Ann" in english(Paragraph(1, 0, 0.0, (beat,)), language)


# Names and pronouns


def told_of(gender, language, *kinds):
    beats = tuple(Beat(kind, 0, gender, (("place", ("city", "Basra")),), 0) for kind in kinds)
    return english(Paragraph(1, 0, 0.0, beats), language)


def test_a_hero_is_named_first_and_then_told_of_by_its_gender():
    assert told_of("woman", "en", "stayed", "free").startswith("Ann stayed in Basra for the time being. Nobody gave")
    assert "Nobody gave orders to her" in told_of("woman", "en", "stayed", "free")
    assert "Nobody gave orders to him" in told_of("man", "en", "stayed", "free")
    assert "Niemand gab ihr mehr" in told_of("woman", "de", "stayed", "free")
    assert "Niemand gab ihm mehr" in told_of("man", "de", "stayed", "free")


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_whom_nobody_knows_the_gender_no_pronoun_is_said(language):
    ways = [kind for kind in prose(language).ways if not kind.startswith(("won", "line")) and kind not in ("joined",)]
    text = english(Paragraph(1, 0, 0.0, tuple(Beat(kind, 0, "", tuple(VALUES.items()), 1) for kind in ways)), language)
    of = {"en": r"\b(he|she|him|her)\b", "de": r"\b(er|ihn|ihm|ihr)\b"}[language]
    assert re.findall(of, text, re.IGNORECASE) == []


def test_names_are_as_they_are_written_and_those_that_hiss_get_no_s():
    beat = Beat("line_own", 0, "", (("line", "So."),), 1)
    shown = [english(Paragraph(1, 0, 0.0, (beat,)), "de", (name, "Bob")) for name in ("Ann", "Hans", "Fritz")]
    assert shown == [f"In {name} eigenen Worten: „So.“" for name in ("Anns", "Hans’", "Fritz’")]
    stayed = Beat("stayed", 0, "", (("place", ("baghdad", "")),), 0)
    assert english(Paragraph(1, 0, 0.0, (stayed,)), names=("ann", "Bob")).startswith("ann stayed in Baghdad")


def test_heroes_are_called_by_their_own_names_unless_two_share_one():
    assert called(["Sindbad", "", "Zumurrud"], ["Ann", "Bob", "Cem"]) == ("Sindbad", "Bob", "Zumurrud")
    assert called(["Sindbad", "sindbad", "Ann"], ["Ann", "Bob", "Cem"]) == ("Ann", "Bob", "Cem")
    assert title("de", ("Ann", "Bob", "Cem")) == "Ann, Bob und Cem"
    assert title("en", ("Ann",)) == "Ann"


def test_who_is_under_a_spell_of_the_other_sex_is_told_of_by_name():
    paragraph = story(WOMAN, (ev.StatusGained(0, "sex_changed"),), (ev.PointsChanged(0, 1, 0),), NEXT)[0]
    assert [(beat.kind, beat.gender) for beat in paragraph.beats] == [("struck", "woman"), ("destiny_up", "")]


# What is told


def test_a_turn_is_a_paragraph_in_the_order_of_a_tale():
    [turn] = story(
        (goes("LS"),),
        (ev.CardDrawn(0, "character"),),
        (ev.RowRolled(0, 4, 2, 0, 6),),
        (ev.NumberGiven(0, 1609),),
        (ev.DestinyRolled(0, 1, 1610),),
        (ev.PointsChanged(0, 1, 1), ev.WealthChanged(0, "rich"), ev.StatusGained(0, "lost")),
        (ev.TreasureGained(0, "Lamp"),),
        (ev.LineTold(1, "She slept."),),
        (ev.LineTold(1, "She slept long."),),
        NEXT,
    )
    assert kinds(turn) == ["by_both", "met_character", "treasure", "richer", "struck", "both_up", "line_other"]
    assert (turn.number, turn.seat, turn.book) == (1, 0, (1610,))
    assert "“She slept long.”" in english(turn)
    assert "She slept." not in english(turn)


def test_a_line_is_told_in_the_turn_that_it_is_about():
    first, second = story(
        (goes(),),
        (ev.LineTold(0, "She slept."),),
        NEXT,
        (ev.LineTold(0, "She slept long.", 1),),
        (goes(seat=1),),
        (ev.LineTold(0, "He came.", 2),),
        (ev.TurnEnded(1),),
    )
    assert (kinds(first), kinds(second)) == (["by_land", "line_own"], ["by_land", "line_other"])
    assert "She slept long." in english(first)


def test_what_is_no_part_of_a_story_makes_no_paragraph():
    silent = (ev.GoalChosen(0, 12, 8), ev.TimeSet(1), ev.RewardTaken(0, 3), ev.SkillsHeld(0, "lost", ("luck",)))
    assert story(silent, NEXT, (ev.LineTold(0, ""),)) == []


def test_a_correction_is_never_told():
    corrected = (ev.Corrected(0), ev.PointsChanged(0, 5, 5), ev.StatusGained(0, "lost"), ev.WealthChanged(0, "rich"))
    assert story(corrected, NEXT) == []


@pytest.mark.parametrize("turns_between", [0, 1])
def test_what_was_put_right_had_never_happened(turns_between):
    """Somebody entered Diseased by mistake; the table took it away, at once or a turn later."""
    told = story(
        (goes(), ev.StatusGained(0, "diseased"), ev.TreasureGained(0, "Lamp"), ev.SkillTrained(0, "luck", "talent")),
        *[NEXT] * turns_between,
        (ev.Corrected(0), ev.StatusLost(0, "diseased"), ev.TreasureLost(0, "Lamp"), ev.SkillTrained(0, "luck", "")),
        NEXT,
    )
    assert [kinds(one) for one in told] == [["by_land", "quiet"]]


def test_who_gets_and_loses_something_in_one_turn_is_told_neither():
    [turn] = story((ev.StatusGained(0, "diseased"), ev.PointsChanged(0, 1, 0)), (ev.StatusLost(0, "diseased"),), NEXT)
    assert kinds(turn) == ["destiny_up"]


def test_a_pilgrimage_that_is_over_is_no_loss():
    told = story((ev.StatusGained(0, "on_pilgrimage"),), NEXT, (ev.StatusLost(0, "on_pilgrimage"),), NEXT)
    assert [kinds(one) for one in told] == [["vowed"], ["freed"]]


def test_who_loses_later_what_was_got_is_told_both():
    told = story((ev.StatusGained(0, "diseased"),), NEXT, (ev.StatusLost(0, "diseased"),), NEXT)
    assert [kinds(one) for one in told] == [["struck"], ["freed"]]


def test_points_that_were_too_many_are_taken_back_not_turned_into_bad_luck():
    [turn] = story((ev.PointsChanged(0, 1, 2),), (ev.Corrected(0), ev.PointsChanged(0, -3, -1)), NEXT)
    assert kinds(turn) == ["story_up"]


def test_a_move_that_is_entered_again_is_told_once():
    [turn] = story((goes(place="Cairo"),), (goes(),), (ev.CardDrawn(0, "city"),), (ev.CardDrawn(0, "terrain"),), NEXT)
    assert kinds(turn) == ["by_land", "met_streets", "hushed"]
    assert "Basra" in english(turn)
    assert "Cairo" not in english(turn)


def test_of_a_turn_that_goes_on_nobody_says_that_nothing_came_of_it():
    assert kinds(story((goes(),), (ev.CardDrawn(0, "terrain"),))[0]) == ["by_land", "met_streets"]


@pytest.mark.parametrize(
    ("moved", "kind"),
    [
        (goes("LL"), "by_land"),
        (goes("SS"), "by_sea"),
        (goes("LS"), "by_both"),
        (goes(""), "arrived"),
        (goes("", "baghdad", ""), "arrived"),  # the number in the icon is another one
        (ev.HeroMoved(0, "", "baghdad"), "stayed"),
        (goes("", carried=True), "carried"),
    ],
)
def test_a_way_is_told_by_how_it_was_gone(moved, kind):
    assert kinds(story((moved,), NEXT)[0])[0] == kind


def test_in_a_place_of_power_a_second_adventure_follows_the_first():
    [turn] = story(
        (goes(),),
        (ev.CardDrawn(0, "character"),),
        (ev.PointsChanged(0, 1, 0),),
        (goes("", "power", "Valley of Diamonds", carried=True),),
        (ev.NumberGiven(0, 2000, straight=True),),
        (ev.StatusGained(0, "blessed"),),
        (goes("", carried=True),),
        NEXT,
    )
    first, then = ["by_land", "met_character", "destiny_up"], ["carried", "met_power", "favoured", "carried"]
    assert kinds(turn) == first + then


def test_money_is_told_by_where_it_leads():
    levels = ("penniless", "poor", "rich", "respectable", "beggar")
    told = story(*[move for level in levels for move in ((ev.WealthChanged(0, level),), NEXT)])
    assert [kinds(one) for one in told] == [[kind] for kind in ("poorer", "less_poor", "richer", "less_rich", "poorer")]


def test_a_gift_is_a_gift():
    [turn] = story(("give", ev.WealthChanged(1, "penniless"), ev.WealthChanged(0, "respectable")), NEXT)
    assert [(beat.kind, beat.seat, dict(beat.values)) for beat in turn.beats] == [("gift", 1, {"other": 0})]


def test_skills_of_one_lesson_are_told_in_one_sentence():
    [turn] = story((ev.SkillTrained(0, "luck", "talent"), ev.SkillTrained(0, "magic", "talent")), NEXT)
    assert [(beat.kind, dict(beat.values)["skills"]) for beat in turn.beats] == [("learned", ("luck", "magic"))]


def test_where_a_quest_leads_is_told_in_one_sentence_of_all_its_markers():
    laid = [(ev.MarkerPlaced(0, marker, place),) for marker, place in (("quest", "Mecca"), ("quest_2", "Lhasa"))]
    [turn] = story(*laid, (ev.MarkerPlaced(0, "quest_3", "Cairo"), ev.MarkerPlaced(0, "destination", "City")), NEXT)
    assert [(beat.kind, dict(beat.values)["places"]) for beat in turn.beats] == [
        ("mark", ("Mecca", "Lhasa", "Cairo")),
        ("gate", ("City",)),
    ]
    assert "Mecca, Lhasa and Cairo" in english(turn)


def test_a_marker_that_was_laid_twice_or_taken_away_lies_where_it_lay_last():
    laid = [(ev.MarkerPlaced(0, "quest", place),) for place in ("Mecca", "Lhasa")]
    [turn] = story(*laid, (ev.MarkerPlaced(0, "origin", "Cairo"),), (ev.MarkerRemoved(0, "origin"),), NEXT)
    assert [dict(beat.values) for beat in turn.beats] == [{"places": ("Lhasa",)}]


def test_a_quotation_within_a_line_has_marks_of_its_own():
    beat = Beat("line_own", 0, "", (("line", "Er rief „Sesam“, she heard “Sesame”."),), 0)
    typed = Beat("line_own", 0, "", (("line", 'Er rief "Sesam", 3" hoch.'),), 0)
    for language, marks, word in (("en", "“%s”", "‘Sesam’"), ("de", "„%s“", "‚Sesam‘")):
        assert marks % "Er rief ‚Sesam‘, she heard ‘Sesame’." in english(Paragraph(1, 0, 0.0, (beat,)), language)
        assert marks % f'Er rief {word}, 3" hoch.' in english(Paragraph(1, 0, 0.0, (typed,)), language)


def test_time_passes_with_the_deck_unless_it_passes_by_rounds():
    shuffled = [(ev.DeckReshuffled(55),), (ev.CardDrawn(0, "character"),), NEXT]
    told = story(*shuffled * 3)
    assert [kinds(one)[0] for one in told] == ["noon", "night", "met_character"]
    by_rounds = story((ev.RuleSwitched("time_rounds", True),), *shuffled)
    assert kinds(by_rounds[0])[0] == "met_character"


def test_the_beginning_tells_who_sets_out_with_what():
    events = (ev.HeroChosen(0, "woman", "Zumurrud", "The Roc"), ev.SkillsDrawn((("luck",), ("magic",))), ev.Begun(0))
    [opening] = read([Entry(1, 0.0, None, "begin", events)], 2, "ABCDE")
    assert kinds(opening) == ["opening", "cast", "sworn", "cast"]
    assert "“The Roc”" in english(opening)


@pytest.mark.parametrize(
    ("decision", "winners", "kind", "words"),
    [
        (Decision("only", (1,)), (1,), "won_only", ("Bob",)),
        (Decision("statuses", (0, 1), 2, 0), (1,), "won_statuses", ("Ann and Bob", "two marks of fate", "none")),
        (Decision("skills", (0, 1), 1, 0), (0,), "won_skills", ("Ann and Bob", "one skill", "none")),
        (Decision("shared", (0, 1)), (0, 1), "won_shared", ("Ann and Bob",)),
        (None, (0,), "won", ("Ann",)),
        (None, (), "nobody", ()),
    ],
)
def test_the_end_says_why_somebody_won(decision, winners, kind, words):
    [end] = story((ev.TurnEnded(0), ev.GameEnded(winners)), decision=decision)
    assert (kinds(end), end.seat, end.number) == ([kind, "closing"], -1, 0)
    assert [word for word in words if word not in english(end)] == []


def test_a_story_that_is_stopped_breaks_off_after_what_was_told():
    told = story((goes(seat=1),), (ev.GameEnded((), stopped=True),))
    assert [(one.seat, kinds(one)[0]) for one in told] == [(1, "by_land"), (-1, "stopped")]


def test_alone_one_declares_to_nobody_and_wins_against_time():
    told = story((ev.VictoryDeclared(0), ev.TurnEnded(0), ev.GameEnded((0,))), players=1)
    assert [kinds(one)[0] for one in told] == ["declared_alone", "won_alone"]


def test_a_log_that_names_seats_that_nobody_has_is_told_without_them():
    assert story((goes(seat=7), ev.MasterNamed(0, 9), ev.TreasureGained(0, "Lamp", 8), ev.GameEnded((5,)))) == []


# How it is said


def moves(many):
    turn = ((goes(),), (ev.CardDrawn(0, "character"),), (ev.PointsChanged(0, 1, 1),), NEXT)
    return [move for _ in range(many) for move in turn]


def test_nothing_is_said_in_the_same_way_twice_in_a_row():
    told = [beat for one in story(*moves(60)) for beat in one.beats]
    for kind in {beat.kind for beat in told}:
        said_so = [beat.way for beat in told if beat.kind == kind]
        assert all(one != other for one, other in itertools.pairwise(said_so)), kind
        assert {*said_so} == {*range(len(prose("en").ways[kind]))}


def test_a_tale_reads_the_same_each_time_and_another_one_otherwise():
    assert story(*moves(9)) == story(*moves(9))
    assert story(*moves(9)) != story(*moves(9), code="FGHJK")


def test_what_comes_later_does_not_change_what_was_told():
    assert story(*moves(9))[:8] == story(*moves(8))


def test_a_night_that_ends_after_midnight_is_one_chapter():
    hour = 3600.0
    told = [Paragraph(n, 0, at * hour, ()) for n, at in enumerate((20, 23, 26, 44))]

    def day_of(at):
        return date.fromordinal(1 + int(at // (24 * hour)))

    assert [[one.number for one in chapter] for _, chapter in chapters(told, day_of)] == [[0, 1, 2], [3]]


# What suits where and how a hero is


def test_places_keep_the_article_that_somebody_typed():
    beats = (Beat("arrived", 0, "", (("place", ("other", "the desert of Rum")),), 0),)
    assert english(Paragraph(1, 0, 0.0, beats)) == "Ann came to the desert of Rum."
    power = (Beat("arrived", 0, "", (("place", ("power", "The Valley")),), 0),)
    assert english(Paragraph(1, 0, 0.0, power)) == "Ann came to the Valley."


@pytest.mark.parametrize("card", ["terrain", "character", "city"])
def test_who_is_imprisoned_goes_nowhere_to_look(card):
    caught = (goes(), ev.StatusGained(0, "imprisoned"))
    told = story(caught, NEXT, (goes(""),), (ev.CardDrawn(0, card),), NEXT)
    assert kinds(told[1]) == ["stayed_jailed", "met_jailed", "hushed"]
    walked = story(caught, NEXT, (goes("", place="Mecca", stands=True),), (ev.CardDrawn(0, card),), NEXT)
    assert kinds(walked[1])[:2] == ["arrived", "met_streets" if card == "terrain" else f"met_{card}"]
    freed = story(caught, (ev.StatusLost(0, "imprisoned"),), NEXT, (goes(""),), (ev.CardDrawn(0, card),), NEXT)
    assert "stayed" in kinds(freed[1])


def test_terrain_is_met_in_a_street_of_a_city_and_out_there_elsewhere():
    terrain = (ev.CardDrawn(0, "terrain"),)
    told = story((goes(),), terrain, NEXT, (goes(kind="other"),), terrain, NEXT)
    assert [kinds(one)[1] for one in told] == ["met_streets", "met_terrain"]
    assert not [way for way in prose("en").ways["met_terrain"] if "astray" in way]


def test_a_card_that_is_played_is_an_adventure_of_its_own():
    """Its award is its own, not that of the encounter before it."""
    [turn] = story(
        (goes(),),
        (ev.CardDrawn(0, "character"),),
        (ev.NumberGiven(0, 402, straight=True),),
        (ev.CityCardPlayed(0, "Basra", 4),),
        (ev.PointsChanged(0, 1, 0),),
        NEXT,
    )
    assert kinds(turn) == ["by_land", "met_character", "card_played", "destiny_up"]
    assert turn.book == (402,)


def test_who_keeps_a_promise_is_told_of_that_first_then_of_fame_then_of_gold():
    [turn] = story(
        (goes(), ev.PointsChanged(0, 1, 0)),
        (ev.QuestEnded(0, "Lamp", True), ev.QuestGot(0, "Ring")),
        (ev.PointsChanged(0, 0, 2), ev.WealthChanged(0, "rich")),
        NEXT,
    )
    assert kinds(turn) == ["by_land", "destiny_up", "quest_done_named", "story_up", "richer", "quest_new"]


def test_a_merchant_comes_before_the_wealth_that_the_sale_brings():
    gained = (goes(), ev.TreasureGained(0, "Lamp"), ev.WealthChanged(0, "respectable"))
    [turn] = story(gained, (ev.WealthChanged(0, "rich"), ev.TreasureSold(0, "Lamp", 1, "rich")), NEXT)
    assert kinds(turn) == ["by_land", "treasure", "richer", "sold", "richer"]


def test_a_treasure_of_ones_own_carries_nobody_off():
    own = (ev.TreasureGained(0, "Magic Carpet"), ev.TurnEnded(0))
    flown = goes("", "baghdad", "", carried=True)
    told = story(own, (flown,), (ev.HeroMoved(0, "", "baghdad", 2),), (ev.CardDrawn(0, "character"),), NEXT)
    assert kinds(told[1]) == ["borne_by", "met_character", "hushed"]
    assert "“Magic Carpet”" in english(told[1])
    several = story((ev.TreasureGained(0, "Ring"), *own), (flown,), NEXT)
    assert kinds(several[1])[0] == "borne"
    for gone in (ev.TreasureSold(0, "Magic Carpet", 1, "rich"), ev.TreasureGained(1, "Magic Carpet", 0)):
        assert kinds(story(own, (gone,), NEXT, (flown,), NEXT)[-1])[0] == "carried"
    assert "carried" in kinds(story(own, (ev.CardDrawn(0, "character"),), (flown,), NEXT)[1])


def test_points_outlive_a_hero_and_money_does_not():
    award = (goes(), ev.PointsChanged(0, 1, 1), ev.WealthChanged(0, "rich"), ev.HeroDied(0))
    assert kinds(story(award, NEXT)[0]) == ["by_land", "outlived", "died"]


def test_who_had_met_the_goal_but_was_barred_is_named_at_the_end():
    decision = Decision("only", (1,), barred=((0, "on_pilgrimage"),))
    [end] = story((ev.TurnEnded(0), ev.GameEnded((1,))), decision=decision)
    assert kinds(end) == ["won_only", "won_not", "closing"]
    assert "On Pilgrimage" in english(end)


def test_a_phrase_comes_again_after_most_others_whoever_it_is_of():
    turns = [move for n in range(40) for move in ((goes(seat=n % 2),), (ev.TurnEnded(n % 2),))]
    told = [beat.way for one in story(*turns) for beat in one.beats if beat.kind == "by_land"]
    apart = len(prose("en").ways["by_land"]) - 1
    assert all(len({*told[n : n + apart]}) == apart for n in range(len(told) - apart))


def test_a_phrase_comes_again_for_a_hero_when_all_others_have_come():
    told = [beat for one in story(*moves(8)) for beat in one.beats if beat.kind == "by_land"]
    assert len({beat.way for beat in told}) == len(told)
