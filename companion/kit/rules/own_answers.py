"""The pages on which a house sees what it asked and did not find, and writes its own answers, which are then found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from companion.files import sandbox
from companion.files.safe_readers import ANSWERS
from companion.kit.rules import own_file, own_store
from companion.kit.rules.own_forms import LAST, AnswerForm, KeepingForm, RemoveForm
from companion.kit.rules.own_store import MOST_ANSWERS, Own, folded
from companion.kit.rules.search import MOST_WORDS, Entry, Index, Speech
from companion.language import time_zones
from companion.language.texts import Text
from companion.table.forms import ImportForm
from companion.table.permissions import require_known
from companion.table.play import games
from companion.web import LANGUAGES, language, page
from companion.web.forms import checked, shown
from companion.web.journal import note

SHOWN, MOST = 20, 2
"""How many questions a page lists, and how many own answers a search shows."""
ALIKE = {False: 0.6, True: 0.75}
"""How much of their words a question typed and one that is answered share, by whether ours fits for sure, too."""


def own_answers(bp: Blueprint) -> None:
    """Register the pages of what a house asked about a game's rules."""
    pages = Pages(bp.name)
    for path, method, name, view in (
        ("", "GET", "asked_page", pages.asked_page),
        ("/answers", "GET", "own_answers", pages.answers_page),
        ("/answer", "GET", "answer_page", pages.answer_page),
        ("/answer", "POST", "save_answer", pages.save_answer),
        ("/answers.json", "GET", "export_answers", pages.export),
        ("/import", "POST", "import_answers", pages.import_answers),
        ("/remove", "POST", "remove_asked", pages.remove),
        ("/all", "GET", "ask_remove_all", pages.ask_remove_all),
        ("/all", "POST", "remove_all_asked", pages.remove_all),
        ("/keeping", "POST", "keep_asked", pages.keep),
    ):
        bp.add_url_rule(f"/asked{path}", name, view, methods=[method])


def first(game: str, query: str, speech: Speech, *, sure: bool) -> list[Own]:
    """Find the house's own answers to a query, which is kept if nothing fits it and it was sent, not typed so far."""
    found = fitting(query, own_store.find_answers(game, limit=MOST_ANSWERS), speech, ALIKE[sure]) if query else []
    if query and not found and not sure and request.method == "GET" and "HX-Request" not in request.headers:
        own_store.keep(game, language(), query)
    return found


def fitting(query: str, own: Sequence[Own], speech: Speech, least: float) -> list[Own]:
    """List the answers whose questions a query fits, the best first: the very question, or one that is alike."""
    same = [one for one in own if folded(one.question) == folded(query)]
    if same or not own:
        return same
    phrases = {str(one.id): " ".join(one.question.split()[:MOST_WORDS]) for one in own}
    index = Index([Entry(id, (phrase,)) for id, phrase in phrases.items()], speech, weight=0)
    typed, may = speech.read(query, MOST_WORDS), index.meant(query).words
    meant = {one: {*stems} for one, (_, stems) in zip(dict.fromkeys(typed), may, strict=True)}
    words = [meant[one] | stems for one, stems in _content(typed, speech).items()]
    fits = [(_alike(words, _content(speech.read(phrases[str(one.id)]), speech)), one) for one in own]
    return [one for much, one in sorted(fits, key=lambda fit: -fit[0]) if much >= least][:MOST]


def _content(words: Sequence[tuple[str, str]], speech: Speech) -> dict[tuple[str, str], set[str]]:
    """Find what each word is made of; small ones are left out, unless there are no others."""
    found = {one: {one[1]} | speech.parts(one[0]) - speech.small for one in words}
    return {one: stems for one, stems in found.items() if one[1] not in speech.small} or found


def _alike(words: Sequence[set[str]], phrase: Mapping[tuple[str, str], set[str]]) -> float:
    """Compute how much of what was typed is in a question, and of that in what was typed: 1 if all."""
    if not words or not phrase:
        return 0
    here = sum(any(one & stems for stems in phrase.values()) for one in words) / len(words)
    there = sum(any(one & stems for one in words) for stems in phrase.values()) / len(phrase)
    return 2 * here * there / (here + there) if here else 0


def _added() -> int | None:
    """Read how many answers a file has just brought; None if none came in."""
    added = request.args.get("added", type=int)
    return None if added is None else min(max(0, added), ANSWERS.most)


@dataclass(frozen=True)
class Pages:
    """The pages of what a house asked about the rules of one game."""

    game: str

    def asked_page(self) -> ResponseReturnValue:
        """List the questions without an answer."""
        return self._list(answered=False)

    def answers_page(self) -> ResponseReturnValue:
        """List the house's own answers."""
        return self._list(answered=True)

    def _list(self, *, answered: bool) -> ResponseReturnValue:
        """List the questions without an answer, or the house's own answers, the latest first."""
        most = MOST_ANSWERS if answered else own_store.MOST_ASKED
        number = min(max(0, request.args.get("page", 0, type=int)), most)
        find = own_store.find_answers if answered else own_store.find_asked
        rows = find(self.game, limit=SHOWN + 1, offset=number * SHOWN)
        return page(
            "kit/rules/asked.html",
            game=games()[self.game],
            answered=answered,
            rows=rows[:SHOWN],
            number=number,
            next=number + 1 if len(rows) > SHOWN else None,
            may_keep=own_store.may_keep(),
            on=own_store.is_on(),
            file=shown(ImportForm, url_for(f"{self.game}.import_answers")) if answered else None,
            added=_added() if answered else None,
        )

    def answer_page(self) -> ResponseReturnValue:
        """Ask for an answer, to a question that was asked or to a new one."""
        require_known()  # what was asked is not for strangers
        id = request.args.get("id", 0, type=int)
        own = own_store.find(self.game, id) if 0 < id <= LAST else None
        held = {"id": own.id, "question": own.question, "answer": own.answer} if own else {}
        form = shown(AnswerForm, url_for(f"{self.game}.save_answer"), {"id": own.id} if own else {}, **held)
        return page("kit/rules/own.html", game=games()[self.game], form=form, own=own)

    def save_answer(self) -> ResponseReturnValue:
        """Keep the house's own answer."""
        require_known()
        form = checked(AnswerForm)
        own_store.answer(self.game, language(), form.question.data, form.answer.data, form.id.data)
        return redirect(url_for(f"{self.game}.own_answers"), 303)

    def export(self) -> ResponseReturnValue:
        """Send all answers that this house wrote, about all games."""
        require_known()
        headers = {"Content-Disposition": f"attachment; filename=companion-answers-{time_zones.today()}.json"}
        return Response(own_store.written(), mimetype="application/json", headers=headers)

    @ANSWERS.upload
    def import_answers(self) -> ResponseReturnValue:
        """Add the answers of a file, about whichever games, that this house has not; all of them, or none."""
        require_known()
        with sandbox.turn():
            data = ANSWERS.read(checked(ImportForm).file.data.stream)
            found = sandbox.read(own_file.find, data, [*games()], [*LANGUAGES])
            added = own_store.bring_in([tuple(row) for row in found])
        note(f"answers imported: {added}")
        return redirect(url_for(f"{self.game}.own_answers", added=added), 303)

    def remove(self) -> ResponseReturnValue:
        """Remove a question, with its answer."""
        require_known()
        form = checked(RemoveForm)
        own_store.remove(self.game, form.id.data)
        note(f"question removed: {self.game}")
        return redirect(url_for(f"{self.game}.own_answers" if form.answered.data else f"{self.game}.asked_page"), 303)

    def ask_remove_all(self) -> ResponseReturnValue:
        """Ask whether to remove all questions."""
        return page(
            "sure.html",
            question=Text("Remove all questions?"),
            then=Text("All unanswered questions are deleted for good. Your house's answers stay."),
            do=Text("Remove all"),
            action=url_for(f"{self.game}.remove_all_asked"),
            back=url_for(f"{self.game}.asked_page"),
        )

    def remove_all(self) -> ResponseReturnValue:
        """Remove all questions without an answer."""
        require_known()
        own_store.remove_asked(self.game)
        note(f"questions removed: {self.game}")
        return redirect(url_for(f"{self.game}.asked_page"), 303)

    def keep(self) -> ResponseReturnValue:
        """Keep questions of this house from now on, or no longer."""
        require_known()
        own_store.switch(on=checked(KeepingForm).on.data)
        return redirect(url_for(f"{self.game}.asked_page"), 303)
