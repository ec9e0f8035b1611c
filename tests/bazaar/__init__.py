"""Bazaar, a whole game for two to four merchants: how far the kit carries, and what every shared check plays."""

from pathlib import Path

from companion.language import catalogues
from companion.language.texts import Text
from companion.table.finished import ScoreField
from companion.table.log import Game, Pages, Scored, Secrets
from tests.bazaar.describe import anchor_for, describe
from tests.bazaar.events import EVENTS, Begun
from tests.bazaar.pages.views import bp, fairness, page_of, pages_of
from tests.bazaar.redaction import redact, redraw_hidden
from tests.bazaar.scoring import options, result
from tests.bazaar.state import COUNTS, State, check, evolve

__all__ = ["bp", "fairness", "game"]

catalogues.bring(Path(__file__).parent / "translations")

game = Game(
    slug="bazaar",
    title="Bazaar",
    about=Text("A street of stalls, a secret order for everybody, and coins to count."),
    picture="camel",
    seats=range(min(COUNTS), max(COUNTS) + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    describe=describe,
    check=check,
    result=result,
    pages=Pages(current=page_of, in_bar=pages_of, anchor_for=anchor_for, auto_navigate=True),
    turn=lambda state: state.turn,
    secrets=Secrets(redact=redact, redraw_hidden=redraw_hidden),
    scores=Scored(
        options=options,
        fields=(ScoreField("orders", Text("Secret orders")),),
        begins=(Begun,),
    ),
)
