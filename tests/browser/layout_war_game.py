"""The pages of Magic: the War Game that are looked at, and the tables that they show."""

from tests.browser.cases_war_game import DONE, FIGHT, GATE, OVER, SUPPLY, correct
from tests.browser.moves import BEGIN, do
from tests.colours import colour

LONG = "x" * 40
WAR_GAME = {
    "new war game": "war_game/new",
    "war game's rules": "war_game/rules",
    "lands": "war_game/{lands}/land?at=23",
    "supply": "war_game/{supply}/war",
    "march": "war_game/{marching}/war?at=25",
    "fight in a stronghold": "war_game/{fighting}/war",
    "fight settled": "war_game/{settled}/war",
    "armies": "war_game/{marching}/army?creature=2",
    "who holds what": "war_game/{marching}/result",
    "war game over": "war_game/{conquered}/result",
    "war game's secret": "war_game/{conquered}/fair",
    "war game's house rule": "war_game/{lands}/ask?about=walls_enter",
}


def tables(phone, play, names):
    """Open tables of the War Game in every state; give their codes."""

    def opened(*moves):
        form = {"count": "2"}
        for n, name in enumerate(names[:2]):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": colour(n)}
        code = phone.post("war_game/new", **form).headers["location"].split("/")[2]
        for move, choices in moves:
            play(phone, code, move, game="war_game", **choices)
        return code

    begun = (do("roll-first", seat="0"), BEGIN)
    named = do("cast", name=LONG, power="12", toughness="12", cost="0", abilities="banding")
    more = [SUPPLY, DONE, named, do("end-turn", seat="0"), SUPPLY, DONE, named, do("end-turn", seat="1")]
    grown = [correct("5", "25", power="12", toughness="12"), correct("6", "C", "1", power="12", toughness="12")]
    return {
        "lands": opened(do("keep-land", seat="0", land="swamp")),
        "supply": opened(*begun),
        "marching": opened(*begun, *GATE, *more, *grown, SUPPLY),
        "fighting": opened(*begun, *GATE, *more, *grown, SUPPLY, do("march", creatures="5", to="C"), DONE),
        "settled": opened(*begun, *FIGHT, do("settle", place="C")),
        "conquered": opened(*begun, *OVER, do("tell-secret")),
    }
