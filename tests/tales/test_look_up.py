"""What a house reads off its own matrix, cards and Book: told in play, offered the next time, in that house alone."""

import html
import re

import pytest

from companion.games.tales.box import learned, learned_store
from companion.games.tales.box.learned import CARD, HEADINGS, KINDS, MATRIX, Learned, Telling
from companion.games.tales.facts import events as ev
from companion.games.tales.play import turn
from companion.games.tales.play.meetings import meetings
from companion.membership import enter
from companion.storage.connections import get_db
from companion.table.log import Entry, Refusal
from tests import scenes
from tests.apps import anew, row_counts
from tests.log_tampering import found
from tests.tales.scenes import DRAWN, THREE, award, begun

CELL = {"matrix": "C", "adjective": "Wicked", "reaction": "Court", "number": 842}
BEGGAR = ("card", {"seat": 0, "card": "character", "name": "Old Beggar"})
ROW = ("row", {"die": 4})


@pytest.fixture(autouse=True)
def untold(app):
    """Let nothing be learned yet."""
    anew(app)


@pytest.fixture
def evening(app):
    """Begin an evening, with some moves after that."""

    def evening(*moves, **options):
        return scenes.Evening(app, "tales", THREE, [*begun(), *moves], copied=False, **options)

    return evening


@pytest.fixture
def known(app):
    """List what the house at home has learned of a kind, without the moment."""

    def known(kind=MATRIX):
        with app.app_context():
            enter(0)
            return [one[:3] for one in learned_store.find(kind)]

    return known


def asked(evening, **where):
    """Get the page of a turn as a phone asks for a row of a matrix."""
    state = evening.state
    said = {"of": f"{state.rounds}-{state.turn}"} | where
    return html.unescape(evening.host.get(f"/tales/{evening.code}/turn", query_string=said).text)


def block(page, id):
    """Cut the element of an id, and what follows, out of a page."""
    return page[page.index(f'id="{id}"') :] if f'id="{id}"' in page else ""


# What is told in a move


def test_a_cell_of_the_matrix_is_told_with_its_number(game, after, rng):
    told = after(game(), turn.give_number, number=842, rng=rng, matrix="C", adjective="Wicked", reaction="Court")
    events = tuple(turn.give_number(game(), number=842, rng=rng, matrix="C", adjective="Wicked", reaction="Court"))
    assert learned.tellings(told, Entry(9, 5.0, 0, "give_number", events)) == [
        Telling(MATRIX, ("C", "Wicked", "Court"), "842")
    ]
    for left_out in ("matrix", "adjective", "reaction"):
        said = {"matrix": "C", "adjective": "Wicked", "reaction": "Court"} | {left_out: ""}
        events = tuple(turn.give_number(game(), number=842, rng=rng, **said))
        assert learned.tellings(told, Entry(9, 5.0, 0, "give_number", events)) == []


@pytest.mark.parametrize(
    "text", ["You give the old man a coin.", "Wicked, proud", "a b c", "x" * 21, "1208", "<b>", "-", "Wicked\nProud"]
)
@pytest.mark.parametrize("field", ["adjective", "reaction"])
def test_no_sentence_of_the_book_is_taken(game, rng, text, field):
    said = {"adjective": "Wicked", "reaction": "Court"} | {field: text}
    with pytest.raises(Refusal, match="no sentences from the Book"):
        turn.give_number(game(), number=842, rng=rng, matrix="C", **said)


@pytest.mark.parametrize("word", ["Court", "Böse", "Hide away", "Ill-tempered", "D’accord", "злой"])
def test_words_of_a_matrix_are_taken_in_any_language(game, rng, word):
    [given] = turn.give_number(game(), number=842, rng=rng, matrix="C", adjective=word, reaction=word)
    assert (given.adjective, given.reaction) == (word, word)


@pytest.mark.parametrize(
    ("moves", "key", "told"),
    [
        ([BEGGAR, ("row", {"die": 4, "chart": 1204})], ("0", "Old Beggar"), "chart 1204"),
        ([BEGGAR, ("number", {"number": 77, "straight": "y"})], ("0", "Old Beggar"), "book 77"),
        ([BEGGAR, ("number", {"number": 78, "matrix": "C"})], ("0", "Old Beggar"), "matrix C"),
        ([("card", {"seat": 0, "card": "terrain", "name": "Storm"}), ("row", {"chart": 9})], ("-", "Storm"), "chart 9"),
        (
            [("time", {"time": 2}), BEGGAR, ("row", {"die": 4, "chart": 1206})],
            ("2", "Old Beggar"),
            "chart 1206",
        ),
    ],
)
def test_a_card_with_a_name_leads_where_it_was_told(evening, known, moves, key, told):
    """Characters lead elsewhere at another time of day (rules, Encounter cards)."""
    evening(*moves)
    assert known(CARD) == [(CARD, key, told)]


def test_a_card_without_a_name_teaches_nothing(evening, known):
    evening(DRAWN, ("row", {"die": 4, "chart": 1204}))
    assert known(CARD) == []


def test_the_number_after_the_row_is_not_the_cards(evening, known):
    evening(BEGGAR, ROW, ("number", {"number": 77, "straight": "y"}))
    assert known(CARD) == []


@pytest.mark.parametrize("led", [("number", {"number": 333, "straight": "y"}), ("row", {"die": 4, "chart": 333})])
def test_a_place_of_power_is_not_where_the_card_led(evening, known, led):
    """Its number stands on the board (rules, Encounters in Places of Power)."""
    there = ("move", {"seat": 0, "kind": "power", "carried": "y"})
    evening(BEGGAR, ("number", {"number": 77, "straight": "y"}), there, led)
    assert [told for _, _, told in known(CARD)] == ["book 77"]


def test_the_headings_of_a_paragraph_are_told_by_whoever_reads_it(evening, known, game):
    with pytest.raises(Refusal, match="Which paragraph"):
        turn.tell_headings(game(), headings=["luck"])
    at = evening(DRAWN, ("number", {"number": 77, "straight": "y"}))
    assert at.tap("headings", {"seat": 0, "headings": ["wisdom", "lost", "luck"]}) == 303
    assert known(HEADINGS) == [(HEADINGS, ("77",), "lost luck wisdom")]
    assert at.tap("headings", {"seat": 0, "headings": []}) == 422
    assert at.tap("headings", {"seat": 0, "headings": ["a sentence of the Book"]}) == 422
    assert "Paragraph 77 offers: Lost" in at.host.get(f"/t/{at.code}/log").text


def test_the_draw_of_a_row_is_checked_with_its_chart(evening):
    """The page on fair draws repeats each draw, and what was told besides stands in its event."""
    at = evening(BEGGAR, ("row", {"chart": 1204}))
    assert [draw for draw in found("tales", at.table.entries) if not draw.fits] == []


# What is kept of it


def test_a_telling_is_taken_back_with_its_move_and_comes_back_with_it(evening, known):
    at = evening(DRAWN, ROW, ("number", CELL))
    seq = at.table.seq
    assert known() == [(MATRIX, ("C", "Wicked", "Court"), "842")]
    assert at.undo(seq) == 303
    assert known() == []
    assert at.redo(seq) == 303
    assert known() == [(MATRIX, ("C", "Wicked", "Court"), "842")]
    assert at.undo(seq) == 303
    evening(DRAWN, ROW, ("number", CELL), seed=8)
    assert known() == [(MATRIX, ("C", "Wicked", "Court"), "842")]


def test_one_telling_is_kept_once_as_it_was_written_first(evening, known):
    evening(DRAWN, ROW, ("number", CELL))
    evening(DRAWN, ROW, ("number", CELL | {"adjective": "WICKED", "reaction": "court"}), seed=8)
    assert known() == [(MATRIX, ("C", "Wicked", "Court"), "842")]


def test_two_tellings_that_differ_are_both_kept_and_shown(evening, known):
    evening(DRAWN, ROW, ("number", CELL))
    at = evening(DRAWN, ROW, seed=8)
    assert "Two different numbers were entered" not in asked(at, matrix="C", adjective="Wicked")
    at.must(("number", CELL | {"number": 850}))
    assert [one[2] for one in known()] == ["842", "850"]
    at = evening(DRAWN, ROW, seed=9)
    page = block(asked(at, matrix="C", adjective="Wicked"), "reactions")
    assert "Two different numbers were entered" in page
    assert re.findall(r'name="number" value="(\d+)"', page) == ["842", "850"]


def test_what_is_known_is_a_button_with_its_number_and_day(evening, known):
    evening(DRAWN, ROW, ("number", CELL))
    at = evening(DRAWN, ROW, seed=8)
    page = asked(at)
    assert page.count("&matrix=") == 2 * 15  # with and without JavaScript
    assert 'id="reactions"' not in page
    page = asked(at, matrix="C")
    assert "adjective=Wicked" in page
    assert "matrix=B" not in page
    assert 'id="reactions"' not in page
    page = block(asked(at, matrix="C", adjective="Wicked"), "reactions")
    assert "as you entered it on " in page
    assert "wrong" in page
    sent = {name: re.search(rf'name="{name}" value="(\w+)"', page)[1] for name in CELL}
    assert sent == {name: str(value) for name, value in CELL.items()}
    at.must(("number", sent))
    assert at.state.encounter.number == 842
    assert len(known()) == 1


def test_a_reaction_of_another_row_is_offered_with_the_number_left_to_tell(evening):
    evening(DRAWN, ROW, ("number", CELL))
    at = evening(DRAWN, ROW, seed=8)
    page = asked(at, matrix="C", adjective="Proud")
    assert re.search(r'name="reaction"[^>]* value="Court"|value="Court"[^>]* name="reaction"', page)
    at.must(("number", CELL | {"adjective": "Proud", "number": 861}))
    at = evening(DRAWN, ROW, seed=9)
    assert "861" in block(asked(at, matrix="C", adjective="Proud"), "reactions")
    at.must(("number", CELL | {"adjective": "Proud", "another": "Rob", "number": 863}))
    at = evening(DRAWN, ROW, seed=10)
    assert "<bdi>Rob</bdi>" in block(asked(at, matrix="C", adjective="Proud"), "reactions")


def test_a_row_that_was_asked_for_in_an_earlier_turn_is_not_chosen_any_more(evening):
    """The address stays on a phone that did not send the number itself."""
    evening(DRAWN, ROW, ("number", CELL))
    at = evening(DRAWN, ROW, seed=8)
    assert 'id="reactions"' not in asked(at, matrix="C", adjective="Wicked", of="7-1")


@pytest.mark.parametrize("where", [{"matrix": "Z"}, {"matrix": "C", "adjective": "x" * 999}, {"adjective": "<b>\0"}])
def test_nonsense_in_the_address_asks_for_nothing(evening, where):
    assert 'id="reactions"' not in asked(evening(DRAWN, ROW), **where)


def test_not_so_forgets_one_telling_and_nothing_else(app, evening, known, new_client):
    evening(DRAWN, ROW, ("number", CELL))
    at = evening(DRAWN, ROW, ("number", CELL | {"number": 850}), seed=8)
    wrong = {"kind": MATRIX, "key": ["C", "Wicked", "Court"], "told": "842"}
    place = f"/tales/{at.code}/not-so"
    assert new_client().post(place, data=wrong).status_code == 403
    for nonsense in ({"kind": "book"}, {"key": []}, {"key": ["C"] * 9}, {"told": "x" * 9999}, {"told": "\0"}):
        at.host.post(place, data=wrong | nonsense)
    assert len(known()) == 2
    answer = at.host.post(f"{place}?matrix=C&adjective=Wicked", data=wrong)
    assert answer.status_code == 303
    assert answer.location.endswith("matrix=C&adjective=Wicked")
    assert [one[2] for one in known()] == ["850"]


@pytest.fixture
def new_client(app):
    return app.test_client


def test_where_a_card_leads_stands_there_the_next_time_at_the_same_time_of_day(evening):
    evening(BEGGAR, ("number", {"number": 77, "straight": "y"}))
    at = evening(BEGGAR, seed=8)
    page = block(asked(at), "leads-to")
    assert "paragraph 77" in page
    at.must(("number", {"number": 77, "straight": "y"}))
    assert at.state.encounter.paragraph == 77
    at = evening(("time", {"time": 1}), BEGGAR, seed=9)
    assert 'id="leads-to"' not in asked(at)


def test_the_names_of_cards_are_offered_again(evening):
    evening(BEGGAR, ("row", {"die": 4, "chart": 1204}))
    page = asked(evening(seed=8), doing="card")
    assert '<option value="Old Beggar">' in block(page, "known-cards")


def test_the_headings_of_a_paragraph_are_shown_to_who_reads_it_with_the_heros_own_ones(evening):
    at = evening(DRAWN, ("number", {"number": 77, "straight": "y"}), ("headings", {"seat": 0, "headings": ["luck"]}))
    again = evening(award(gained="luck"), DRAWN, ("number", {"number": 77, "straight": "y"}), seed=8)
    page = block(asked(again), "offers-1")
    assert '<strong class="brass">Luck</strong>' in page
    assert 'id="offers-1"' not in asked(evening(DRAWN, ("number", {"number": 78, "straight": "y"}), seed=9))
    assert at.state.encounter.paragraph == 77


def test_a_house_keeps_so_many_tellings_and_forgets_the_oldest(evening, known, monkeypatch):
    monkeypatch.setattr(learned_store, "MOST", dict.fromkeys(KINDS, 2))
    at = evening(DRAWN, ROW)
    for number in (842, 850, 860):
        at.must(("number", CELL | {"number": number}))
    assert [one[2] for one in known()] == ["850", "860"]


# Whose it is


def test_what_was_learned_is_in_no_file_for_others_and_none_brings_it(app, evening, known):
    """A table's file says what was said at that table; whoever opens it learns nothing by that."""
    at = evening(DRAWN, ROW, ("number", CELL))
    assert b"Wicked" not in at.host.get("/tales/box.toml").data
    with app.app_context():
        enter(0)
        learned_store.forget(Telling(MATRIX, ("C", "Wicked", "Court"), "842"))
    at.copy()
    seq = at.table.seq
    assert at.undo(seq) == 303
    assert at.redo(seq) == 303
    assert known() == []


def test_a_backup_and_a_move_take_it_along(app, evening):
    """Both take every table of the database: this is one."""
    evening(DRAWN, ROW, ("number", CELL))
    with app.app_context():
        assert row_counts(get_db())["learned"] == 1


@pytest.mark.parametrize("wanted", [True, False])
def test_on_a_public_host_it_is_learned_only_if_the_operator_wants_it(new_app, wanted):
    app = anew(new_app(PUBLIC=True, LOOK_UP=wanted))
    at = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, ROW, ("number", CELL)], copied=False)
    with app.app_context():
        assert row_counts(get_db())["learned"] == wanted
    at = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, ROW], phone=at.host, copied=False, seed=8)
    page = asked(at, matrix="C", adjective="Wicked")
    assert ("842" in block(page, "reactions")) == wanted
    assert ('id="letters"' in page) == wanted
    assert ("1 of 15 letters" in at.host.get("/tales/box/learned").text) == wanted


def test_a_guest_at_a_table_learns_and_is_told_nothing(new_app):
    """A guest's phone has the code of a table, and is in no house."""
    app = anew(new_app(PUBLIC=True, LOOK_UP=True))
    at = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, ROW, ("number", CELL)], copied=False)
    at = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, ROW], phone=at.host, copied=False, seed=8)
    guest = app.test_client()
    assert guest.post(f"/t/{at.code}/sit", data={"seat": 2}).status_code == 303
    where = {"of": "0-0", "matrix": "C", "adjective": "Wicked", "doing": "number"}
    page = guest.get(f"/tales/{at.code}/turn", query_string=where).text
    assert 'id="give-number"' in page
    assert 'id="reactions"' not in page
    sent = at.op() | {"seen": at.table.seq} | CELL | {"number": 999}
    assert guest.post(f"/tales/{at.code}/number", data=sent).status_code == 303
    wrong = {"kind": MATRIX, "key": ["C", "Wicked", "Court"], "told": "842"}
    assert guest.post(f"/tales/{at.code}/not-so", data=wrong).status_code == 303
    with app.app_context():
        assert get_db().execute("SELECT told FROM learned").fetchall() == [("842",)]


def test_it_is_gone_with_its_house(new_app):
    app = anew(new_app(PUBLIC=True, LOOK_UP=True))
    at = scenes.Evening(app, "tales", THREE, [*begun(), DRAWN, ROW, ("number", CELL)], copied=False)
    at.host.get("/")
    assert at.host.post("/house/delete", data={"sure": "yes"}).status_code == 303
    with app.app_context():
        assert row_counts(get_db())["learned"] == 0


# How much is known, and who met a number


def test_the_progress_counts_rows_and_cells_of_each_letter():
    cells = [
        Learned(MATRIX, ("C", "Wicked", "Court"), "842", 1.0),
        Learned(MATRIX, ("C", "Wicked", "Court"), "850", 2.0),
        Learned(MATRIX, ("C", "Proud", "Rob"), "863", 3.0),
        Learned(MATRIX, ("O", "Proud", "Rob"), "13", 4.0),
    ]
    found = learned.progress(cells)
    assert len(found) == 15
    assert [one for one in found if one.cells] == [("C", 2, 2), ("O", 1, 1)]


def test_a_page_says_how_much_is_learned(evening):
    at = evening(BEGGAR, ("row", {"die": 4, "chart": 1204}), ("number", CELL))
    page = at.host.get("/tales/box/learned").text
    assert "1 of 15 letters" in page
    assert "1 card" in page
    assert "headings of 0 paragraphs" in page
    assert "/tales/box/learned" in at.host.get("/tales/box").text


def test_a_number_tells_who_met_it_and_what_came_of_it(evening):
    at = evening(DRAWN, ("number", {"number": 77, "straight": "y"}), award(destiny=2, statuses="lost"))
    met = block(at.host.get("/tales/box/learned?number=77").text, "met")
    assert "<bdi>Ann</bdi>" in met
    assert "Lost" in met
    for other in (7, 770):
        assert "Nobody has reached" in at.host.get(f"/tales/box/learned?number={other}").text
    seq = next(entry.seq for entry in at.table.entries if entry.move == "give_number")
    for entry in reversed(at.table.moves):
        if entry.seq >= seq:
            assert at.undo(entry.seq) == 303
    assert "Nobody has reached" in at.host.get("/tales/box/learned?number=77").text


def test_what_a_city_card_or_a_quest_brings_came_of_no_paragraph(evening):
    kept = [("keep-card", {"seat": 0, "card": "Baghdad"}), *(("end-turn", {"seat": seat}) for seat in range(3))]
    read = [DRAWN, ("number", {"number": 77, "straight": "y"})]
    for then in (("play-card", {"seat": 0, "card": "Baghdad"}), ("quest", {"seat": 0, "done": "y"})):
        at = evening(*kept, *read, then, award(statuses="lost"))
        met = block(at.host.get("/tales/box/learned?number=77").text, "met")
        assert "Lost" not in met


def test_where_a_city_card_leads_is_not_where_the_card_before_it_led(evening, known):
    kept = [("keep-card", {"seat": 0, "card": "Baghdad"}), *(("end-turn", {"seat": seat}) for seat in range(3))]
    evening(*kept, BEGGAR, award(story=1), ("play-card", {"seat": 0, "card": "Baghdad"}), ("number", {"number": 99}))
    assert known(CARD) == []


@pytest.mark.parametrize("number", ["0", "99999", "x", "-1"])
def test_a_number_that_is_none_finds_nothing(app, number):
    page = app.test_client().get("/tales/box/learned", query_string={"number": number})
    assert page.status_code == 200
    assert 'id="met"' not in page.text


def test_meetings_end_with_the_next_encounter():
    """What came later came of something else."""

    def entry(seq, move, *events):
        return Entry(seq, float(seq), 0, move, events)

    gain, loss = ev.PointsChanged(0, 1, 0), ev.PointsChanged(0, -1, 0)
    moves = [
        entry(1, "roll_destiny", ev.DestinyRolled(0, 0, 842)),
        entry(2, "award", gain),
        entry(3, "correct", loss),
        entry(4, "end_turn", ev.TurnEnded(0)),
        entry(5, "award", loss),
        entry(6, "use_master", ev.MasterUsed(1, "luck", 842)),
    ]
    assert [*meetings(moves, 842)] == [(1, 6.0, ()), (0, 1.0, (gain,))]
    assert [*meetings(moves, 841)] == []
