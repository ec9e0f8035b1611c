"""Plays entered, edited, renamed, deleted and brought back at random: everything agrees with a fresh computation."""

import csv
import html
import io
import json
import re
from dataclasses import replace

from hypothesis import Phase, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from companion.refusal import Refusal
from companion.scores.entry import Entry, Row, make
from companion.scores.model import COMMON, SOLO, Choice, ranks
from companion.scores.stores import batch_store, edit_store, list_store, people_store, play_store, rename_store
from companion.table.finished import DECLARED, POINTS, SIDES
from tests.apps import anew
from tests.scores.entries import entry_of
from tests.scores.test_store import add_up, of_kind
from tests.test_upload_limits import read_here
from tests.thorough import tries

NAMES = ("Ann", "ann", "Bob", "Cem", "Ümit", "Umit")
GAMES = ("djinn", "tales", "emperor", "war_game", "azul")
SHEET = {"walls": "Walls", "rows": "Rows"}
POINTS_OF = st.none() | st.integers(-20, 200)
PICK = st.integers(0, 10**6)


@st.composite
def rows(draw):
    """Draw the players of a play, as a form sends them."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique_by=str.casefold))
    return tuple(
        Row(
            name,
            "red",
            draw(st.integers(-20, 200)),
            draw(st.none() | st.integers(0, 9)),
            team=draw(st.sampled_from((None, 1, 2))),
            lines=dict(zip(SHEET, (draw(POINTS_OF), draw(POINTS_OF)), strict=True)) if draw(st.booleans()) else {},
        )
        for name in names
    )


@st.composite
def entries(draw):
    """Draw a play as a form sends it."""
    own, game = draw(rows()), draw(st.sampled_from(GAMES))
    winners = draw(st.frozensets(st.sampled_from(range(len(own))), max_size=2))
    kept = {"title": "Azul", "won_by": draw(st.sampled_from((POINTS, SIDES, DECLARED)))} if game == "azul" else {}
    at = float(draw(st.integers(1, 40)))
    return Entry(
        game, at, draw(st.sampled_from(("", "late"))), own, winners, draw(st.booleans()), 0, sheet=SHEET, kept=kept
    )


def won_of(entry):
    return edit_store.won_of(play_store.Play(0, entry.game, None, 0.0, entry.kept, "", ()))


class Editing(RuleBasedStateMachine):
    """A house whose people correct their plays."""

    def __init__(self, app):
        super().__init__()
        anew(app)
        self.app, self.files, self.steps = app, [], 0
        self.context = app.test_request_context()
        self.context.push()
        self.phone = app.test_client()

    def teardown(self):
        self.context.pop()

    def pick(self, pick, sequence):
        return sequence[pick % len(sequence)] if sequence else None

    def play(self, pick):
        return self.pick(pick, play_store.plays())

    @rule(entry=entries())
    def enter(self, entry):
        play_store.add(make(entry, won_of(entry)))

    @rule(entry=entries())
    def end_a_game(self, entry):
        made, code = make(entry, won_of(entry)), f"AAAA{'BCDEF'[GAMES.index(entry.game)]}"
        play_store.save(made.game, code=code, played_at=made.played_at, options=made.options, players=made.players)

    @rule(entry=entries(), pick=PICK)
    def edit(self, entry, pick):
        if found := self.play(pick):
            before = play_store.find(found.id)
            known = tuple(
                replace(row, was=number if number < len(before.players) else None)
                for number, row in enumerate(entry.rows)
            )
            game = replace(entry, rows=known)
            self.change(found.id, lambda play: make(game, won_of(game), before=play))

    @rule(pick=PICK, note=st.sampled_from(("", "at the lake")))
    def edit_only_the_note(self, pick, note):
        if found := self.play(pick):
            before = play_store.find(found.id)
            won = edit_store.won_of(before)
            self.change(found.id, lambda play: make(entry_of(play, note=note), won, before=play))
            after = play_store.find(found.id)
            assert [one.place for one in after.players] == [one.place for one in before.players]

    def change(self, id, corrected):
        before = play_store.find(id)
        try:
            edit_store.change(id, corrected, seen=edit_store.count_edits(id))
        except Refusal:
            assert play_store.find(id) == before

    @rule(pick=PICK, which=PICK)
    def take_back(self, pick, which):
        if (found := self.play(pick)) and (edit := self.pick(which, edit_store.edits(found.id, limit=99))):
            edit_store.take_back(found.id, edit.id, seen=edit_store.count_edits(found.id))
            after = play_store.find(found.id)
            assert [(one.name, one.points, one.place) for one in after.players] == [
                (one.name, one.points, one.place) for one in edit.before.players
            ]

    @rule(pick=PICK)
    def delete(self, pick):
        if found := self.play(pick):
            play_store.delete(found.id)

    @rule(pick=PICK)
    def restore(self, pick):
        if found := self.pick(pick, play_store.trash(limit=99)):
            play_store.restore(found[1].id)

    @rule(before=st.sampled_from(NAMES), after=st.sampled_from((*NAMES, "Dee")))
    def rename(self, before, after):
        if people_store.find(before) == before:
            told = play_store.plays()
            try:
                rename_store.rename(before, after)
            except Refusal:
                assert play_store.plays() == told

    @rule()
    def take_a_rename_back(self):
        if found := rename_store.renames(limit=1):
            rename_store.take_back(found[0].id)

    @rule(name=st.sampled_from(NAMES), hidden=st.booleans())
    def hide(self, name, hidden):
        rename_store.hide(name, hidden=hidden)

    @rule()
    def export(self):
        self.files.append("[" + ",".join(text for texts in play_store.exported() for text in texts) + "]")

    @rule(pick=PICK)
    def import_again(self, pick):
        """Whatever was edited or deleted since, what a file of ours holds is known."""
        if file := self.pick(pick, self.files):
            assert batch_store.bring_in(read_here(file.encode()))[0] == 0

    @invariant()
    def lists_and_sums_are_those_of_the_plays(self):
        self.steps += 1
        plays, hidden = play_store.plays(), people_store.hidden(limit=99)
        assert [play.id for play in plays] == [
            play.id for play in sorted(plays, key=lambda play: (play.played_at, play.id), reverse=True)
        ]
        for game in (None, GAMES[self.steps % len(GAMES)]):
            own = [play for play in plays if game in (None, play.game)]
            for kind in (SOLO, COMMON):
                expected = [one for one in add_up(of_kind(own, kind)) if one.name not in hidden]
                found = list_store.summaries(list_store.list_of(game, kind), limit=99)
                assert sorted(found, key=lambda one: one.name) == sorted(expected, key=lambda one: one.name)
            name = NAMES[self.steps % len(NAMES)]
            assert play_store.plays(Choice(game=game, player=name)) == [
                play for play in own if name in [one.name for one in play.players]
            ]

    @invariant()
    def who_won_follows_how_the_game_is_won(self):
        for play in play_store.plays():
            places = [one.place for one in play.players]
            if edit_store.points_decide(play):
                assert places == ranks(play.players)
            assert len({one.name for one in play.players}) == len(places)
            full = play_store.find(play.id)
            assert all(sum(line.points for line in one.lines) == one.points for one in full.players if one.lines)

    @invariant()
    def exports_and_pages_say_the_same(self):
        plays = play_store.plays()
        exported = json.loads("[" + ",".join(text for texts in play_store.exported() for text in texts) + "]")
        assert [(one["id"], [row["name"] for row in one["players"]]) for one in exported] == [
            (play.id, [player.name for player in play.players]) for play in plays
        ]
        table = csv.DictReader(io.StringIO(self.phone.get("/scores/plays.csv").text.removeprefix("\ufeff")))
        assert [(row["player"], row["place"], row["points"]) for row in table] == [
            (one.name, str(one.place), "" if one.points is None else str(one.points))
            for play in plays
            for one in play.ranking
        ]
        if plays:
            play = plays[self.steps % len(plays)]
            page = self.phone.get(f"/scores/{play.id}").text
            ranking = re.findall(r"<strong><bdi>(.*?)</bdi>", page.partition("</ol>")[0])
            assert [html.unescape(name) for name in ranking] == [one.name for one in play.ranking]


def test_plays_edited_at_random_agree_with_a_fresh_computation(shared_app):
    limits = settings(max_examples=tries(2, 25), stateful_step_count=50, phases=(Phase.generate,))
    run_state_machine_as_test(lambda: Editing(shared_app), settings=limits)
