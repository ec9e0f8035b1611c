"""The war's scenes, moves by chance, and what never gets more or less."""

from collections import Counter

from companion.games.efreet_war.facts import BY_ID, CARDS, GUARDIANS, KING
from companion.games.efreet_war.facts.events import CardShown, CardUncovered
from companion.games.efreet_war.state.house_rules import HOUSE_RULES
from companion.games.efreet_war.state.model import held, living, team_of, unknown, untold
from companion.kit.ring.dice_and_timer import TOOLS, Rolled
from tests.scenes import ALL, ASKED, HOST, SEATS, TURN, Scene

SIX = {"count": 6, "mode": "emperor", "emperor_ends": "y"}
FREE = {"count": 4, "mode": "free"}
OPENINGS = [
    FREE,
    SIX,
    {"count": 6, "mode": "teams", "team_count": 3, "city_points_only": "y"},
    {"count": 9, "mode": "emperor", "team_count": 3},
    {
        "count": 3,
        "mode": "free",
        "guardians": "\n".join(f"Guardian {n}" for n in range(GUARDIANS)),
        "traps": "Pit\nNet\nLamp",
    },
]
BEGUN = [("begin", {})]
CHOSEN = {Rolled: {"what"}}
"""What in a drawn event no chance decides."""
WORD = ("word", {"seat": 1, "word": "Karneol"})


def killed(resource):
    """Attack a Resource and kill its Guardians, whoever they are."""
    count = BY_ID[resource].guardians

    def kill(state):
        return "kill", {"resource": resource, "guardian": state.resources[resource].guardians[0]}

    return [("attack", {"resource": resource}), *[kill] * count]


def won(resource):
    return [*killed(resource), ("resolve", {"resource": resource, "survived": "yes"})]


def exchanged(state):
    """Let the first two Guardians exchange places."""
    stand = {f"guard_{id}-{n}": name for id, one in state.resources.items() for n, name in enumerate(one.guardians)}
    first, second, *_ = stand
    return stand | {first: stand[second], second: stand[first]}


def dealt(state):
    return "set-guardians", exchanged(state)


ANY = next(id for id in BY_ID if id != KING)
SCENES = {
    "new": Scene(FREE),
    "set up": Scene(
        SIX,
        [
            ("mix", {}),
            ("swap", {"one": 0, "other": 3}),
            ("first", {"seat": 2}),
            WORD,
        ],
    ),
    "in play": Scene(SIX, [*BEGUN, *won(ANY), ("attack", {"resource": KING})]),
    "laid by the table": Scene(FREE, [("lay-face-down", {}), dealt, WORD, *BEGUN, *won(ANY)]),
    "a march": Scene(
        SIX | {"count": 9, "team_count": 3},
        [
            ("first", {"seat": 1}),
            *BEGUN,
            ("march", {"owner": 1, "name": "Elf", "to": 2}),
            ("march", {"owner": 1, "name": "Ogre", "to": 2}),
            ("end-turn", {"seat": 1}),
            *won("ring"),
            ("attack-player", {"target": 3}),
            ("life", {"seat": 3, "by": -20}),
            ("why", {"seat": 3, "change": -20, "by": 2}),
            ("roll", {"what": "player"}),
            ("time", {"on": "y"}),
            ("name-counter", {"name": "Doom"}),
            ("force", {"owner": 4, "name": "Djinn", "source": 2, "tapped": "y"}),
            ("tap", {"creature": 1}),
            ("life", {"seat": 3, "by": 2, "counter": "own"}),
            ("steal", {"owner": 3, "name": "Wall of Wood", "wall": "y", "by": 2}),
        ],
    ),
    "house rules": Scene(
        SIX,
        [
            *(("house-rule", {"rule": rule, "on": "y"}) for rule in sorted(HOUSE_RULES)),
            ("first", {"seat": 0}),
            *BEGUN,
            *won("ring"),
            ("out", {"by_2": 0}),
            ("attack", {"resource": "king"}),
            lambda state: ("damage", {"resource": "king", "guardian": state.resources["king"].guardians[0], "by": 2}),
        ],
    ),
    "cards": Scene(
        SIX,
        [
            ("first", {"seat": 0}),
            *BEGUN,
            *won("lamp"),
            *won("ring"),
            ("pass-card", {"card": "Aladdin's Lamp", "to": 3}),
            ("lose-card", {"card": "Aladdin's Ring"}),
            ("end-turn", {"seat": 0}),
            *won("valley"),
            ("out", {"by_3": 0}),
        ],
    ),
    "broken off": Scene(FREE, [*BEGUN, *won(ANY), ("break-off", {})]),
    "an audience": Scene(FREE, [*BEGUN, *won(KING)]),
    "last turn": Scene(FREE, [*BEGUN, *won(ANY), ("out", {"by_2": 0, "by_3": 0})]),
    "over": Scene(
        FREE, [*BEGUN, *won(KING), ("king", {"answer": "leave"}), ("out", {"by_1": 0, "by_2": 0, "by_3": 0})]
    ),
    "just scored": Scene(SIX, [("score", {"owner_king": 1, "owner_lamp": 0, "by_1": 1})]),
    "told": Scene(SIX, [*BEGUN, ("out", {"by_1": 1}), ("uncover-rest", {})]),
}


OF_ONE = ("bury", "give-back", "animate", "tap", "untap")
"""What is said of a creature on the list."""


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    if state.result is not None:
        return "uncover-rest", {}
    seats = [seat for team in state.teams for seat in team]
    seat, other = rng.choice(seats), rng.choice(seats)
    if not state.begun:
        swap, first = ("swap", {"one": seat, "other": other}), ("first", {"seat": seat})
        own = [("lay-face-down", {}), ("set-guardians", exchanged(state))]
        return rng.choice([("deal", {}), ("mix", {}), swap, first, *own, ("begin", {})])
    if untold(state) and rng.random() < 0.5:
        return "tell-card", {"resource": untold(state), "card": rng.choice(unknown(state))}
    resource = rng.choice([*3 * [*state.attacks], *BY_ID])
    guards = state.resources[resource].guardians or ("",)
    own = state.artifacts.get(team_of(state, state.turn), ()) or ("",)
    cards = sorted(held(state))
    fallen = rng.choice(living(state)) if rng.random() < 0.1 else 99
    moves = [
        ("attack", {"resource": resource}),
        *2 * [("kill", {"resource": resource, "guardian": rng.choice(guards)})],
        ("resolve", {"resource": resource, "survived": rng.choice(["yes", "yes", "no"])}),
        ("damage", {"resource": resource, "guardian": rng.choice(guards), "by": rng.randrange(-1, 3)}),
        *[("pass-card", {"card": card, "to": other}) for card in rng.sample(cards, min(1, len(cards)))],
        ("king", {"answer": rng.choice(["gain", "remove", "leave"]), "artifact": rng.choice(own)}),
        ("life", {"seat": seat, "by": rng.randrange(-5, 4), "counter": rng.choice([*3 * ["life"], "poison", "storm"])}),
        ("count-on-board", {"seat": seat, "by": rng.choice([-1, 1])}),
        ("end-turn", {"seat": state.turn}),
        ("roll", {"what": rng.choice([*TOOLS])}),
        ("time", {"on": rng.choice(["y", ""])}),
        ("name-counter", {"name": rng.choice(["", "Doom"])}),
        ("attack-player", {"target": other}),
        *2 * [("march", {"owner": state.turn, "name": "", "to": other})],
        ("steal", {"owner": seat, "name": "", "by": other, "wall": rng.choice(["y", ""])}),
        ("force", {"owner": seat, "name": "", "source": other, "tapped": rng.choice(["y", ""])}),
        *[(move, {"creature": id}) for id in state.creatures for move in OF_ONE][: len(OF_ONE)],
        *[("lose-card", {"card": card}) for card in rng.sample(cards, min(1, len(cards)))],
        ("house-rule", {"rule": rng.choice(sorted(HOUSE_RULES)), "on": rng.choice(["y", ""])}),
        ("out", {f"by_{fallen}": rng.randrange(-1, len(state.teams))}),
    ]
    seldom = {"mix-sealed": 0.02, "break-off": 0.002}
    return next(((move, {}) for move, chance in seldom.items() if rng.random() < chance), rng.choice(moves))


def conserved(state):
    """Count players, Guardians, hidden cards, the points of Resources, and the artifacts that teams hold."""
    resources = state.resources.values()
    guards = [name for one in resources for name in (*one.guardians, *one.dead)]
    lie = [*state.sealed.values(), *state.shown.values()]
    not_known = unknown(state) if state.laid else []
    turned = [one.uncovered for one in resources if one.uncovered]
    lost = {one.resource for one in state.earned if one.resource and state.resources[one.resource].removed}
    won = [id for id, one in state.resources.items() if one.owner is not None or id in lost]
    found = Counter([*(BY_ID[id].name for id in won if BY_ID[id].artifact), *turned])
    artifacts = Counter(name for names in state.artifacts.values() for name in names)
    return {
        "players": (Counter(seat for team in state.teams for seat in team), dict.fromkeys(range(state.players), 1)),
        "Guardians": (len(set(guards)), GUARDIANS),
        "cards": (Counter([*lie, *turned, *not_known]), Counter([*CARDS.treasures, *state.traps])),
        "points": (Counter(one.resource for one in state.earned if one.resource), dict.fromkeys(won, 1)),
        "artifacts": (artifacts - found, {}),
    }


def secrets(table):
    """List what decides the draws, and the Treasures under Resources that nobody has seen."""
    seen = [event.card for one in table.entries for event in one.events if isinstance(event, CardUncovered | CardShown)]
    return [table.state.secret, *({*table.state.sealed.values()} - {*seen, *table.state.traps})]


MAY = ASKED | {
    "animate": SEATS,
    "attack": TURN,
    "attack_player": TURN,
    "begin": SEATS,
    "break_off": SEATS,
    "bury": SEATS,
    "damage": TURN,
    "deal": SEATS,
    "end_turn": TURN,
    "first": SEATS,
    "force": SEATS,
    "give_back": SEATS,
    "house_rule": SEATS,
    "kill": TURN,
    "king": TURN,
    "lay_face_down": SEATS,
    "life": SEATS,
    "count_on_board": SEATS,
    "lose_card": SEATS,
    "march": SEATS,
    "march_together": SEATS,
    "mix": SEATS,
    "mix_sealed": HOST,
    "name_counter": SEATS,
    "open_sheet": ALL,
    "open_table": ALL,
    "out": SEATS,
    "rematch": SEATS,
    "pass_card": SEATS,
    "resolve": TURN,
    "roll": SEATS,
    "score": SEATS,
    "set_guardians": SEATS,
    "steal": SEATS,
    "swap": SEATS,
    "tap": SEATS,
    "tell_card": SEATS,
    "tell_secret": HOST,
    "time": SEATS,
    "uncover_rest": TURN,
    "untap": SEATS,
    "why": SEATS,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
