"""The scenes of the War Game, moves by chance, and what never gets more or less."""

from companion.games.war_game.facts import LANDS, STRONGHOLDS
from companion.games.war_game.facts.board import LANDS_AT, distance, neighbours
from companion.games.war_game.play.movement import places_for
from companion.games.war_game.state.house_rules import HOUSE_RULES
from companion.games.war_game.state.model import ABILITIES, COLOURS, board_of, home_of, of_seat, playing
from tests.scenes import ALL, ASKED, HOST, SEATS, TURN, Scene

TWO, THREE, FOUR = {"count": 2}, {"count": 3, "fair": "y"}, {"count": 4, "column": 3}
OPENINGS = [TWO, THREE | {"column": 1}, FOUR, TWO | {"near": "y", "rules": ["fight_where_both", "walls_enter"]}]
WORD = ("word", {"seat": 1, "word": "Karneol"})
ROW = ["plains", "swamp", "forest", "swamp", "plains"]
EVEN = [*ROW, "mountain", "plains", "forest", "mountain", "island", "island", "swamp", "forest", "mountain", "island"]
"""Lands with a way on foot from A over 21, a Mountain, to 22, and so on."""
BEAR = {"name": "Bear <b>", "power": 2, "toughness": 2, "cost": 1, "colours": "green"}
BIRD = {"name": "Bird", "power": 1, "toughness": 1, "cost": 1, "abilities": ["flying", "mana"], "colours": "white"}
DONE = [("end-movement", {})]


def laid():
    """Set all lands as they lie on the table."""
    return [("terrain", {"place": place, "land": land}) for place, land in zip(LANDS_AT, EVEN, strict=True)]


def begun(first=0):
    return [*laid(), ("roll-first", {"seat": first}), ("begin", {})]


def turn_of(seat, *taps, die=6):
    """Play a turn without a fight."""
    return [("supply", {"die": die}), *DONE, *taps, ("end-turn", {"seat": seat})]


def first_turns(players, *mine):
    """Let everybody play a turn in which a Bear comes."""
    turns = [tap for seat in range(players) for tap in turn_of(seat, ("cast", BEAR), *mine)]
    return [*begun(), *turns]


def march(to, *creatures):
    return "march", {"to": to, "creatures": [*creatures]}


def correct(creature, at, **values):
    whole = {"owner": 0, "power": 2, "toughness": 2, "damage": 0} | values
    return "correct", {"creature": creature, "at": at} | whole


MET = [
    *first_turns(2, ("cast", BIRD)),
    correct(3, "22", owner=1),
    correct(1, "23"),
    ("supply", {"die": 4}),
    march("22", 1),
]
"""Ann's Bear (1) comes upon Bob's Bear (3); her Bird is 2, his 4."""
CARRYING = [
    *MET[:-2],
    correct(2, "23", power=1, toughness=1),
    ("supply", {"die": 4}),
    ("carry", {"creature": 2, "rider": 1, "to": "33"}),
    *DONE,
    ("end-turn", {"seat": 0}),
    *turn_of(1),
    ("supply", {"die": 2}),
]
"""Ann's Bird (2) carries her Bear (1) in 33, and can drop it."""
CAPTURE = [
    *first_turns(2),
    correct(2, "15", owner=1),
    correct(1, "25"),
    ("supply", {"die": 4}),
    march("C", 1),
    *DONE,
]
TAKEN = [*first_turns(3), correct(2, "22", owner=1), correct(1, "B"), *turn_of(0), *DONE]
"""Ann holds Bob's stronghold, and he is in his casting phase."""
THIRD = [
    *first_turns(3),
    correct(2, "22", owner=1),
    correct(3, "22", owner=2),
    correct(1, "23"),
    ("supply", {"die": 4}),
    march("22", 1),
]
"""Ann's Bear (1) comes upon Bob's (2) and Cem's (3)."""
SCENES = {
    "new": Scene(TWO),
    "shut in": Scene(
        TWO, [("terrain", {"place": "21", "land": "swamp"}), ("terrain", {"place": "21", "land": "island"})]
    ),
    "laid": Scene(FOUR, [("keep-land", {"seat": 0, "land": "swamp"}), WORD]),
    "asking": Scene(
        FOUR,
        [
            *[("choose-stronghold", {"seat": 1, "place": place}) for place in "DB"],
            ("choose-stronghold", {"place": "B", "seat": 0}),
        ],
    ),
    "begun": Scene(TWO, [("begin", {})]),
    "healing": Scene(TWO, [*MET[:-3], correct(1, "23", damage=1, toughness=3), ("supply", {"die": 2})]),
    "second step": Scene(
        TWO,
        [
            *first_turns(2),
            ("supply", {"die": 6}),
            *DONE,
            ("cast", BEAR | {"name": "Elf", "abilities": "forestwalk"}),
            ("end-turn", {"seat": 0}),
            *turn_of(1),
            correct(3, "12"),
            ("supply", {"die": 4}),
            march("13", 3),
        ],
    ),
    "march": Scene(TWO, MET[:-1]),
    "fight": Scene(TWO, [*MET, *DONE]),
    "supplying": Scene(TWO, first_turns(2, ("cast", BIRD))),
    "carrying": Scene(TWO, CARRYING),
    "splitting": Scene(TWO, [*MET[:-3], correct(4, "22", owner=1, power=1, toughness=3), *MET[-3:], *DONE]),
    "at a stronghold": Scene(TWO, [*CAPTURE[:-3], correct(2, "C", owner=1), *CAPTURE[-3:]]),
    "settled": Scene(TWO, [*MET, *DONE, ("settle", {"place": "22"})]),
    "cast": Scene(TWO, [*first_turns(2), ("supply", {"die": 6}), *DONE]),
    "starting": Scene(
        TWO | {"rules": ["fight_where_both"]},
        [*first_turns(2), correct(1, "22"), correct(2, "22", owner=1), ("supply", {"die": 4}), *DONE],
    ),
    "taken": Scene(THREE, TAKEN),
    "in play": Scene(FOUR, [("begin", {})], until=lambda state: state.turns > 5 and state.phase == "move"),
    "three sides": Scene(THREE, [*THIRD, *DONE]),
    "over": Scene(TWO, [*CAPTURE, ("end-turn", {"seat": 0})]),
    "told": Scene(TWO, [*CAPTURE, ("end-turn", {"seat": 0}), ("tell-secret", {})]),
    "drawn": Scene(THREE, [("begin", {}), ("leave", {"seat": 1}), ("draw", {})]),
}


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    if state.over:
        return "house-rule", {"rule": rng.choice([*HOUSE_RULES]), "on": "y"}
    if not state.begun:
        return rng.choice(_setting_up(state, rng))
    now = state.turn
    often = {
        "supply": [("supply", {"die": rng.choice(["", 1, 6]), "creatures": []})],
        "heal": [("go-on", {}), *_healing(state, rng)],
        "move": [("end-movement", {}), *[_marching(state, rng)] * 4, *[_carrying(state, rng)] * 2],
        "fight": [("go-on", {}), *_fighting(state, rng)],
        "cast": [("end-turn", {"seat": now}), ("cast", _card(state, rng)), ("cast", _card(state, rng))],
    }[state.phase]
    return rng.choice([*often * 4, *_any_time(state, rng)])


def _setting_up(state, rng):
    seat, land = rng.randrange(state.players), rng.choice([*LANDS])
    return [
        ("deal", {"place": rng.choice(["", *LANDS_AT])}),
        ("choose-stronghold", {"seat": seat, "place": rng.choice([*STRONGHOLDS])}),
        ("agree-swap", _swapping(state) or {"seat": seat, "other": 0}),
        ("terrain", {"place": rng.choice(LANDS_AT), "land": land}),
        ("keep-land", {"seat": seat, "land": land}),
        ("roll-first", {"seat": rng.choice(["", seat])}),
        ("begin", {}),
    ]


def _swapping(state):
    """Find a swap that somebody asks for."""
    owners = {wish: state.strongholds[wish].owner for wish in state.swaps.values()}
    return next(({"seat": owners[wish], "other": seat} for seat, wish in state.swaps.items()), None)


def _healing(state, rng):
    hurt = [one.id for one in of_seat(state, state.turn) if one.damage]
    return [("heal", {"creature": one, "points": rng.randint(1, 2)}) for one in hurt]


def _marching(state, rng):
    own = of_seat(state, state.turn)
    if not own:
        return "end-movement", {}
    one, board = rng.choice(own), board_of(state)
    goals = [id for id, it in state.strongholds.items() if it.holder != state.turn] or [*board.strongholds]
    goal = goals[one.id % len(goals)]
    near = sorted(places_for(state, one), key=lambda place: (distance(board, place, goal), place))
    return "march", {"creatures": [one.id], "to": rng.choice([*near[:1] * 4, *near] or [*LANDS_AT])}


def _carrying(state, rng):
    own = of_seat(state, state.turn)
    bearers = [one for one in own if one.rider]
    if bearers:
        one = rng.choice(bearers)
        return "drop", {"creature": one.id, "to": rng.choice([one.at, *neighbours(board_of(state), one.at)])}
    pairs = [(one, other) for one in own for other in own if one.at == other.at] or [(None, None)]
    one, other = rng.choice(pairs)
    if one is None:
        return "carry", {"creature": 1, "rider": 1, "to": "22"}
    near = sorted(places_for(state, one)) or ["22"]
    return "carry", {"creature": one.id, "rider": other.id, "to": rng.choice(near)}


def _fighting(state, rng):
    place, seat = rng.choice([*state.fights, "22"]), rng.randrange(state.players)
    one = rng.choice([*state.creatures, 1])
    return [
        ("settle", {"place": place}),
        ("settle", {"place": place}),
        ("name-fight", {"place": place, "seat": seat}),
        ("tap-attacker", {"place": place, "creature": one}),
        ("spare-attackers", {"place": place}),
        ("split", {"creature": one, "value": rng.randint(0, 3)}),
    ]


def _card(state, rng):
    if state.cards and rng.random() < 0.4:
        return {"like": rng.choice([*state.cards])}
    chosen = rng.sample([*ABILITIES], rng.randint(0, 2))
    values = {"power": rng.randint(0, 4), "toughness": rng.randint(1, 5), "cost": rng.randint(0, 4)}
    looks = {"name": rng.choice(["", "Bear", "Elf", "Wall"]), "colours": [rng.choice([*COLOURS])], "abilities": chosen}
    return values | looks | ({"wall": "y"} if rng.random() < 0.2 else {})


def _any_time(state, rng):
    seat = rng.choice(playing(state))
    one = rng.choice([*state.creatures.values()]) if state.creatures else None
    moves = [
        ("spend", {"seat": seat, "points": rng.randint(1, 3), "what": "Bolt"}),
        ("turn-land", {"seat": seat, "land": rng.choice([*LANDS])}),
        ("house-rule", {"rule": rng.choice([*HOUSE_RULES]), "on": rng.choice(["", "y"])}),
    ]
    if rng.random() < 0.004:
        moves.append(rng.choice([("leave", {"seat": seat}), ("draw", {})]))
    if one is None:
        return moves
    place = rng.choice([one.at, one.at, home_of(state, (one.owner + 1) % state.players)])
    numbers = {"power": one.power, "toughness": one.toughness, "damage": rng.randint(0, 1)}
    return [
        *moves,
        ("damage", {"creature": one.id, "by": rng.choice([-1, 1])}),
        ("boost", {"creature": one.id, "power": rng.randint(-1, 2), "toughness": rng.randint(-1, 2)}),
        ("correct", {"creature": one.id, "owner": one.owner, "at": place} | numbers),
        *([("remove", {"creature": one.id})] if rng.random() < 0.2 else []),
    ]


def conserved(state):
    """See that every stronghold is somebody's by right, and every creature that came is there or lost."""
    owners = sorted(one.owner for one in state.strongholds.values())
    came = (len(state.creatures) + sum(state.lost.values()), state.cast)
    return {"strongholds": (owners, [*range(state.players)]), "creatures": came, "lands": (len(state.lands), 15)}


def secrets(table):
    """List what nobody may read before it is told: the secret of the draws."""
    return [table.state.secret]


MAY = ASKED | {
    "agree_swap": HOST,
    "begin": SEATS,
    "boost": SEATS,
    "carry": TURN,
    "cast": TURN,
    "choose_stronghold": TURN,
    "correct": SEATS,
    "damage": SEATS,
    "deal": HOST,
    "draw": HOST,
    "drop": TURN,
    "end_movement": TURN,
    "end_turn": TURN,
    "go_on": TURN,
    "heal": TURN,
    "house_rule": HOST,
    "keep_land": HOST,
    "leave": HOST,
    "march": TURN,
    "name_fight": TURN,
    "open_table": ALL,
    "rematch": SEATS,
    "remove": SEATS,
    "roll_first": SEATS,
    "settle": TURN,
    "spare_attackers": SEATS,
    "spend": TURN,
    "split": SEATS,
    "supply": TURN,
    "tap_attacker": SEATS,
    "tell_secret": HOST,
    "terrain": SEATS,
    "turn_land": HOST,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
