"""Magic: the War Game: creatures march over fifteen lands to the strongholds of their opponents."""

from companion.games.war_game.facts import STRONGHOLDS
from companion.games.war_game.facts.events import EVENTS, WarBegun
from companion.games.war_game.facts.layout import BY_COUNT
from companion.games.war_game.pages import army_views, war_views
from companion.games.war_game.pages.views import bp, fairness, page_of, pages_of
from companion.games.war_game.play.fight import join
from companion.games.war_game.scoring.result import measures, options, result
from companion.games.war_game.state import evolve
from companion.games.war_game.state.model import State
from companion.games.war_game.state.possible import check
from companion.games.war_game.text.describe import outcome, tell
from companion.games.war_game.text.redaction import hide, redraw, remains
from companion.language.texts import Text
from companion.table.finished import LAST, ScoreField, Won
from companion.table.log import Game, Pages, Scored, Secrets, Undoing

__all__ = ["army_views", "bp", "fairness", "game", "war_views"]

game = Game(
    slug="war_game",
    title="Magic: the War Game",
    about=Text(
        "Creatures march across fifteen lands to the enemy strongholds: the map, supply, fights and who holds what."
    ),
    picture="attack",
    seats=range(min(BY_COUNT), max(BY_COUNT) + 1),
    start=State,
    evolve=evolve,
    events=EVENTS,
    describe=tell,
    check=check,
    result=result,
    pages=Pages(current=page_of, in_bar=pages_of, anchor_for=outcome, board="war_game.board_page", auto_navigate=True),
    turn=lambda state: state.turn,
    undo=Undoing(retain_on_undo=remains, coalesce=join),
    secrets=Secrets(is_revealed=lambda state: state.told, redact=hide, redraw_hidden=redraw),
    scores=Scored(
        options=options,
        measures=measures,
        fields=(
            ScoreField("turns", Text("Turns")),
            ScoreField("held", Text("Strongholds at the end")),
            ScoreField("did", Text("What the players did")),
            *(ScoreField(f"held_{id}", Text("Who held %(place)s", place=id), turns="turns") for id in STRONGHOLDS),
        ),
        begins=(WarBegun,),
        won=Won(LAST),
    ),
)
