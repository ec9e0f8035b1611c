"""The kit's and the table's pure functions one by one: marks that are none, arguments of moves, places in a log."""

from companion.games.djinn.facts.events import StepTicked
from companion.games.djinn.play import hunt
from companion.games.djinn.setup import deal
from companion.kit.fairness.log_check import chosen
from companion.kit.fairness.log_checkpoint import compare
from companion.kit.rules.questions import Answers, Question, Wording
from companion.table.log import Entry, placed


def test_what_is_no_mark_is_no_logs():
    for noted in ("x", "1-0000", "0-0000-0000-0000-0000"):
        assert compare(noted, ["1-0000-0000-0000-0000"]).same is False
    assert compare("1 0000 0000 0000 0000", ["1-0000-0000-0000-0000"]).same is True
    assert compare("1-0000-0000-0000-0001", ["1-0000-0000-0000-0000"]).same is False


def test_an_argument_that_no_event_holds_has_its_default():
    assert chosen(hunt.end_turn, []) == {"seat": None, "override": False, "at": None}
    assert chosen(deal.tick, [StepTicked("board", 2)]) == {"step": "board", "seat": None}


def test_answers_are_listed_by_the_section_they_belong_to():
    words = {"en": Wording(ask="May I?", say="Yes.", also=())}
    questions = [Question(id=id, section=id[0], certainty="printed", words=words) for id in ("a1", "b1", "a2")]
    answers = Answers(questions, "en", None)
    assert [one.id for one in answers.about("a")] == ["a1", "a2"]
    assert answers.about("c") == []


def test_every_event_of_a_log_has_its_place():
    log = [Entry(1, 0.0, 0, "open", ("a", "b")), Entry(2, 0.0, 0, "undo", strikes=1), Entry(3, 0.0, 0, "tick", ("c",))]
    assert list(placed(log)) == [((1, 0), "a"), ((1, 1), "b"), ((3, 0), "c")]
