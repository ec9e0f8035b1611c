"""Emperor's scenes, moves by chance, and what never gets more or less."""

from collections import Counter

from companion.games.emperor.facts import RANGES
from companion.games.emperor.play.duel import SEATINGS
from companion.games.emperor.state import emperors, living
from companion.games.emperor.state.house_rules import HOUSE_RULES
from companion.kit.ring.counters import COUNTERS
from companion.kit.ring.dice_and_timer import TOOLS, Rolled
from tests.scenes import ALL, ASKED, HOST, SEATS, TURN, Scene

SIX = {"count": 6}
ANTE = SIX | {"ante": "y"}
OPENINGS = [
    ANTE | {"range": "text"},
    SIX | {"range": "one"},
    {"count": 10, "range": "official", "ante": "y"},
    {"count": 10, "range": "mixed", "mixed": "y"},
    SIX | {"just_score": "y"},
    {"count": 9},
    {"count": 8, "life": "30"},
    {"count": 12, "teams": "4"},
]
WORD = ("word", {"seat": 1, "word": "Karneol"})
CHOSEN = {Rolled: {"what"}}
"""What in a drawn event no chance decides."""
BEGUN = [("first", {"team": 0}), ("begin", {})]


def out(emperor):
    return lambda state: ("out", {"seats": emperors(state)[emperor]})


SCENES = {
    "new": Scene(SIX),
    "set up": Scene(
        ANTE,
        [
            ("mix", {}),
            WORD,
            *(("ante", {"seat": seat, "card": f"Card {seat}"}) for seat in range(6)),
        ],
    ),
    "in play": Scene(SIX, BEGUN, until=lambda state: len(state.creatures) > 1),
    "later rules": Scene(SIX | {"range": "official"}, BEGUN, until=lambda state: len(state.creatures) > 1),
    "with tools": Scene(
        SIX,
        [
            *BEGUN,
            ("time", {"on": "y"}),
            ("name-counter", {"name": "Doom <b>"}),
            ("life", {"seat": 2, "by": -7}),
            ("why", {"seat": 2, "change": -7, "by": 3, "why": "Fire & <i>ball</i>"}),
            ("life", {"seat": 2, "by": 2}),
            *(("roll", {"what": what}) for what in TOOLS),
        ],
    ),
    "three teams": Scene({"count": 9}, [("first", {"team": 2}), ("begin", {}), out(0)]),
    "four against four": Scene({"count": 8, "life": "30"}, BEGUN),
    "four teams": Scene({"count": 12, "teams": "4"}, [("first", {"team": 3}), ("begin", {}), out(0)]),
    "last turn": Scene(SIX, [*BEGUN, *(("life", {"seat": seat, "value": 0}) for seat in range(6))]),
    "over": Scene(SIX, [*BEGUN, out(1)]),
    "divided": Scene(
        ANTE,
        [*(("ante", {"seat": seat, "card": f"Card {seat}"}) for seat in range(6)), *BEGUN, out(1), ("divide", {})],
    ),
    "just to score": Scene(SIX | {"just_score": "y"}),
    "just scored": Scene(
        SIX | {"just_score": "y"},
        [("swap", {"one": 0, "other": 3}), ("score", {"result": 1, "fell_1": 2, "by_1": 4, "fell_2": 1})],
    ),
    "told": Scene(SIX, [*BEGUN, out(1), ("tell-secret", {})]),
    "second duel": Scene(SIX, [*BEGUN, out(1), ("tell-secret", {}), ("next", {"team": 1}), ("begin", {})]),
}


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    if state.creatures and not state.rules_on:
        rules = [*HOUSE_RULES]
        return "house-rule", {"rule": rules[(state.noted + state.turns) % len(rules)], "on": "y"}
    seat, other = rng.choice(state.order), rng.choice(state.order)
    if state.result is not None:
        return rng.choice(
            [
                ("divide", {}),
                ("next", {"team": rng.randrange(len(emperors(state))), "seating": rng.choice([*SEATINGS])}),
            ]
        )
    if not state.begun:
        return rng.choice(
            [
                *([("score", {"result": rng.randrange(-1, 2), "fell_0": 1, "by_0": 3})] if state.just_score else []),
                ("mix", {}),
                ("swap", {"one": seat, "other": other}),
                ("range", {"range": rng.choice([*RANGES])}),
                ("first", {"team": rng.randrange(len(emperors(state)))}),
                ("draw-first", {}),
                ("ante", {"seat": seat, "card": f"Card {seat}"}),
                ("begin", {}),
            ]
        )
    return rng.choice([*_life(seat, rng), *_creature(state, seat, other, rng), *_end(state, seat, rng)])


def _life(seat, rng):
    counter = rng.choice([*COUNTERS])
    return [
        ("life", {"seat": seat, "by": rng.randrange(-5, 4), "counter": counter}),
        ("life", {"seat": seat, "value": rng.randrange(30)}),
        ("count-on-board", {"seat": seat, "by": rng.choice([-1, 1])}),
    ]


def _creature(state, seat, other, rng):
    known = rng.choice(["", *state.creatures])
    name = rng.choice(["", f"Creature {state.noted + 1}"])
    which = {"creature": known, "owner": rng.choice([seat, state.turn]), "name": name}
    which |= {"wall": "y"} if rng.random() < 0.1 else {}
    on_list = [(move, {"creature": known}) for move in ("tap", "untap", "animate", "give-back", "bury") if known]
    home = which | {"owner": state.turn, "to": other}
    moves = [("march", home), ("march", home), ("deploy", home), ("steal", which | {"by": other})]
    group = [one.id for one in state.creatures.values() if one.controller == state.turn]
    moves += [("march-together", {"creatures": group, "to": other})] if group else []
    beside = [("roll", {"what": rng.choice([*TOOLS])}), ("time", {"on": rng.choice(["y", ""])})]
    beside += [("why", {"seat": seat, "change": -7, "by": other}), ("name-counter", {"name": rng.choice(["Doom", ""])})]
    moves.append(rng.choice(beside))
    return [*moves, ("force", which | {"source": other}), *on_list]


def _end(state, seat, rng):
    ends = len(living(state)) < state.players - 2
    falls = rng.random() < 0.2 and (ends or seat not in emperors(state))
    return [("end-turn", {"seat": state.turn}), *([("out", {"seats": seat})] if falls else [])]


def conserved(state):
    """Count players, their life totals, creatures, and the cards of the ante once it is divided."""
    seats = dict.fromkeys(range(state.players), 1)
    return {
        "players": (Counter([*living(state), *state.fallen]), seats),
        "seats": (Counter(state.order), seats),
        "life totals": (len(state.lives), state.players),
        "creatures": ([one.id for one in state.creatures.values()], [*state.creatures]),
        "ante": (Counter(whose for _, whose in state.shares), dict.fromkeys(state.pool if state.shares else (), 1)),
    }


def secrets(table):
    """Name what decides the draws: nothing else is hidden."""
    return [table.state.secret]


MAY = ASKED | {
    "animate": SEATS,
    "ante": HOST,
    "begin": SEATS,
    "bury": SEATS,
    "deploy": SEATS,
    "divide": SEATS,
    "draw_first": SEATS,
    "end_turn": TURN,
    "first": SEATS,
    "force": SEATS,
    "give_back": SEATS,
    "house_rule": SEATS,
    "life": SEATS,
    "count_on_board": SEATS,
    "march": SEATS,
    "march_together": SEATS,
    "mix": SEATS,
    "name_counter": SEATS,
    "next": SEATS,
    "open_scored": ALL,
    "open_table": ALL,
    "out": SEATS,
    "range": SEATS,
    "roll": SEATS,
    "score": SEATS,
    "steal": SEATS,
    "swap": SEATS,
    "tap": SEATS,
    "tell_secret": HOST,
    "time": SEATS,
    "untap": SEATS,
    "why": SEATS,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
