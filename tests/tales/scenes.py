"""The scenes of Tales, moves by chance, and what never gets more or less."""

from companion.games.tales.box.corrections import Box
from companion.games.tales.facts import LEVELS, SKILLS, STATUSES
from companion.games.tales.facts.events import Effect
from companion.games.tales.state import CARDS, total_of
from companion.games.tales.state.heroes import GENDERS, MARKERS, PLACES
from tests.colours import colour
from tests.scenes import ALL, ASKED, HOST, KNOWN, SEATS, TURN, Scene

THREE = {"count": 3, "total": 20}
OPENINGS = [
    THREE,
    {"count": 1, "total": 12, "decks": 1},
    {"count": 2, "total": 14, "one_status": "y"},
    {"count": 6, "total": 12, "on_paper": "y"},
]
OWN = Box(
    rates={"rich": (5, 3), "penniless": (2, 2)},
    statuses={"diseased": Effect(slower=2, holds=("luck",)), "envious": Effect()},
    rewards={"5": 1},
    treasures=("Magic <b>Lamp",),
)
"""Other rates, statuses and rewards than we think."""
WORD = ("word", {"seat": 1, "word": "Karneol"})


def goals(players, destiny=3):
    return [("goal", {"seat": seat, "destiny": destiny}) for seat in range(players)]


def begun(players=3, first=0):
    return [*goals(players), ("first", {"seat": first}), ("draw-skills", {}), ("begin", {})]


def award(**form):
    return "award", {"seat": 0} | form


RICH = award(destiny=5, story=17, wealth=2, mastered="magic", treasure="Ebony <b>Horse", statuses=["lost", "wounded"])
CELL = {"matrix": "C", "adjective": "Wicked", "reaction": "Court"}
CARD = [("card", {"seat": 0, "card": "city"}), ("row", {"die": 4}), ("number", {"number": 842})]
JOINED = ("join", {"name": "Dee", "colour": colour(3), "right": 0, "total": 15})
DRAWN = ("card", {"seat": 0, "card": "terrain"})
MET = [*begun(), DRAWN, award(destiny=3, story=17)]
DECLARED = [*MET, ("declare", {"seat": 0})]
LAST = [("end-turn", {"seat": 1}), ("end-turn", {"seat": 2})]

SCENES = {
    "new": Scene(THREE),
    "set up": Scene(
        THREE,
        [
            ("goal", {"seat": 1, "destiny": 17}),
            ("roll-first", {}),
            ("skill", {"seat": 0, "skill": "luck"}),
            ("hero", {"seat": 2, "gender": "man", "name": "Sindbad <b>", "quest": "The Roc"}),
            WORD,
        ],
    ),
    "first turn": Scene(THREE, begun()),
    "encounter": Scene(THREE, [*begun(), RICH, *CARD, ("destiny", {"face": 1})]),
    "after it": Scene(
        THREE,
        [
            *begun(),
            ("move", {"seat": 0, "kind": "city", "number": 2, "route": "LL", "place": "Basra"}),
            award(treasure="Lamp", statuses="imprisoned"),
            ("keep-card", {"seat": 0, "card": "Basra"}),
            ("marker", {"seat": 0, "marker": "destination", "place": "City of Brass"}),
            ("line", {"seat": 1, "line": "He <i>fell</i> asleep."}),
        ],
    ),
    "joined": Scene(THREE, [*begun(), JOINED]),
    "in play": Scene(THREE, begun(), until=lambda state: state.rounds > 1),
    "alone": Scene({"count": 1, "total": 12, "decks": 1}, begun(1), until=lambda state: state.rounds > 2),
    "own box": Scene(THREE, [*begun(), award(story=5, statuses=["diseased", "envious"])], box=OWN),
    "met": Scene(THREE, MET),
    "last turns": Scene(THREE, DECLARED),
    "over": Scene(THREE, [*DECLARED, *LAST]),
    "told": Scene(THREE, [*DECLARED, *LAST, ("tell-secret", {})]),
    "stopped": Scene({"count": 2, "total": 20, "on_paper": "y"}, [*begun(2)[2:], ("stop", {})]),
}


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    seat, other = rng.randrange(state.players), rng.randrange(state.players)
    if state.winners is not None:
        return "house-rule", {"rule": "gift_cap", "on": "y"}
    if not state.begun:
        return _setting_up(state, seat, rng)
    now = state.turn
    turn = [*_turn(now, rng), *_award(now, rng), *_later(state, now, other, rng)]
    if state.rounds > 2:  # later than any scene
        turn.append(_joining(state, other))
    return rng.choice([*turn, ("end-turn", {"seat": now}), ("declare", {"seat": now})])


def _joining(state, right):
    return "join", {"name": f"{state.players}th", "colour": colour(state.players), "right": right, "total": state.total}


def _setting_up(state, seat, rng):
    moves = [
        ("goal", {"seat": seat, "destiny": rng.randrange(state.total + 1)}),
        ("roll-first", {}),
        ("first", {"seat": seat}),
        ("skill", {"seat": seat, "skill": rng.choice([*SKILLS])}),
        ("draw-skills", {}),
        ("hero", {"seat": seat, "gender": rng.choice([*GENDERS]), "name": "Sindbad", "quest": "The Roc"}),
        ("begin", {}),
    ]
    return rng.choice(moves)


def _turn(now, rng):
    where = {"kind": rng.choice([*PLACES]), "number": rng.randrange(6), "route": rng.choice(["", "L", "LS", "SSS"])}
    return [
        ("move", {"seat": now} | where),
        ("move", {"seat": now, "kind": "baghdad", "carried": "y", "bound": rng.choice(["", "stay", "end"])}),
        ("card", {"seat": now, "card": rng.choice([*CARDS]), "name": rng.choice(["", "Old Beggar"])}),
        ("row", {"die": rng.choice(["", 1, 6]), "chart": rng.choice(["", 1204])}),
        ("number", {"number": rng.randrange(1, 2600)} | rng.choice([{}, CELL])),
        ("headings", {"seat": now, "headings": rng.sample([*SKILLS], 2)}),
        ("destiny", {"face": rng.choice(["", -1, 0, 1])}),
        ("master", {"skill": rng.choice([*SKILLS]), "paragraph": rng.randrange(1, 2600)}),
    ]


def _award(now, rng):
    points = {"destiny": rng.randrange(-2, 4), "story": rng.randrange(-2, 4), "wealth": rng.randrange(-2, 3)}
    status, skill = rng.choice([*STATUSES]), rng.choice([*SKILLS])
    return [
        ("award", {"seat": now} | points | {"limit": rng.choice(["", *LEVELS])}),
        ("award", {"seat": now, "statuses": status, "gained": skill}),
        ("award", {"seat": now, "cured": status, "unlearned": skill, "treasure": rng.choice(["", "Lamp", "Ring"])}),
        ("award", {"seat": now, "died": "y"}),
    ]


def _later(state, now, other, rng):
    early = rng.choice([{}, {"early": "y"}])
    return [
        ("sell", {"seat": now, "treasure": "Lamp", "by": 1, "limit": "rich"} | early),
        ("give", {"seat": now, "to": other}),
        ("keep-card", {"seat": now, "card": rng.choice(["Basra", "Mecca"])}),
        ("play-card", {"seat": now, "card": "Basra", "die": rng.choice(["", 3])} | early),
        ("quest", {"seat": now, "quest": "The Lamp"} | early | ({"done": "y"} if rng.random() < 0.5 else {})),
        ("marker", {"seat": now, "marker": rng.choice([*MARKERS]), "place": rng.choice(["", "Mecca"])}),
        ("serve", {"seat": now, "master": other}),
        ("time", {"time": rng.randrange(3)}),
        ("line", {"seat": other, "line": "And so it came."}),
        ("correct", {"seat": other, "destiny": rng.randrange(9), "status": rng.choice(["", *STATUSES])}),
    ]


def conserved(state):
    """Count the heroes, the goals' points, and the cards of the deck."""
    return {
        "heroes": (len(state.heroes), state.players),
        "goals": (
            [sum(goal) for goal in state.goals.values()],
            [total_of(state, seat) for seat in state.goals],
        ),
        "held": (
            [{*hero.held} <= {*hero.statuses} for hero in state.heroes],
            [True] * state.players,
        ),
        "Fabulous": (
            [hero.wealth != "fabulous" or bool(hero.treasures) or "sultan" in hero.statuses for hero in state.heroes],
            [True] * state.players,
        ),
    }


def secrets(table):
    """Name what decides the draws, and nothing of the goals, whose numbers are everywhere."""
    return [table.state.secret]


MAY = ASKED | {
    "award": TURN,
    "begin": SEATS,
    "card": TURN,
    "correct": TURN,
    "declare": HOST,
    "destiny": SEATS,
    "draw_skills": SEATS,
    "end_turn": TURN,
    "explain": ALL,
    "first": SEATS,
    "give": TURN,
    "go_back": KNOWN,
    "goal": HOST,
    "headings": TURN,
    "hero": TURN,
    "house_rule": SEATS,
    "import_box": KNOWN,
    "join": HOST,
    "keep_card": TURN,
    "line": TURN,
    "marker": TURN,
    "master": SEATS,
    "move": TURN,
    "not_so": SEATS,
    "number": SEATS,
    "open_table": ALL,
    "play_card": TURN,
    "quest": TURN,
    "rematch": SEATS,
    "reset": KNOWN,
    "roll_first": SEATS,
    "row": SEATS,
    "save_part": KNOWN,
    "save_status": KNOWN,
    "sell": TURN,
    "serve": TURN,
    "skill": TURN,
    "stop": HOST,
    "tell_secret": HOST,
    "time": HOST,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
