"""Djinn's scenes, moves by chance, and what never gets more or less."""

import json
from collections import Counter

from companion.games.djinn.box import table_notes
from companion.games.djinn.facts import BOSS, CARDS, COLOURS, CONTENTS, LOCATIONS, SLOTS, UNDESCRIBED
from companion.games.djinn.facts.city import SOURCE, neighbours
from companion.games.djinn.facts.events import ExtraCaught
from companion.games.djinn.facts.sheet import ROWS
from companion.games.djinn.play import gains, hunt
from companion.games.djinn.setup import by_hand, deal, draft
from companion.games.djinn.setup.stand_ins import is_named
from companion.games.djinn.state.model import against_tom
from tests.djinn.boxes import FULL, OWN
from tests.scenes import ALL, ASKED, HOST, KNOWN, OWN as OWN_PHONE, SEATS, TURN, Scene

__all__ = ["OWN"]

THREE = {"count": 3}
ALONE = {"count": 1, "deck": 12}
ANYWAY = {"anyway": "y"}
OPENINGS = [
    THREE,
    {"count": 4, "longer": "y"},
    {"count": 2, "first_game": "y"},
    ALONE,
    {"count": 1, "deck": 15, "printed": "y"},
    {"count": 1, "deck": 13, "first_game": "y"},
    {"count": 3, "draws": "table"},
]
WORD = ("word", {"seat": 1, "word": "Karneol"})
CHOSEN = {ExtraCaught: {"seat"}}
"""What in a drawn event no chance decides."""

RULES = {2: "boss_colour", 3: "others_first", 4: "free_place", 5: "source_boss_refill", 6: "bag_empty", 7: "mage_limit"}
"""The house rule that is switched on in a round."""


def tick(step):
    return "tick", {"step": step}


def corks(seat, value):
    return "count", {"seat": seat, "box": "corks", "value": value}


def unnamed(state):
    """List the tiles on offer of which nobody has said yet which they are."""
    return [tile for tile in (*state.green, *state.red) if not is_named(state, tile)]


def turned_up(state):
    """Say of a tile that was turned up which one it is."""
    return "name-tile", {"tile": unnamed(state)[0], "found": ""}


def stand(state):
    """Let the player whose turn it is be at a round space, though it is the first turn."""
    return "stand", {"seat": state.turn.seat, "slot": "R1", "anyway": "y"}


def at_the_market(state):
    """Let the player whose turn it is be at the square Market."""
    slot = next(slot for slot in state.city.square if state.layout[slot] == "market")
    return "stand", {"seat": state.turn.seat, "slot": slot}


def pick(state):
    """Take a tile of which nobody has said yet which it is."""
    return "pick", {"seat": draft.turn(state)[0], "tile": unnamed(state)[0]}


SCENES = {
    "new": Scene(THREE),
    "set up": Scene(THREE, [tick(step) for step in deal.STEPS[:-1]]),
    "turned up": Scene(THREE, [turned_up, pick]),
    "drafted": Scene(THREE, until=lambda state: len(state.picks) == 2 * state.players),
    "in play": Scene(THREE, [("begin", {})], until=lambda state: state.turn.round == 2 and any(state.caught)),
    "at a round space": Scene(THREE, [("begin", {}), stand]),
    "at the Market": Scene(THREE, [("begin", {}), at_the_market]),
    "paused": Scene(THREE, [("begin", {}), ("pause", {})]),
    "last turn": Scene(THREE, [("begin", {})], until=lambda state: state.at_source),
    "over": Scene(THREE, [("begin", {})], until=lambda state: state.finished),
    "counting": Scene({"count": 4}, [("begin", {}), corks(0, 2), corks(2, 3), ("done", {"seat": 0})]),
    "tied": Scene({"count": 2, "first_game": "y"}, [corks(0, 2), corks(1, 2), ("finish", {})]),
    "told": Scene(
        {"count": 2, "first_game": "y"}, [WORD, ("begin", {}), corks(0, 1), ("finish", {}), ("tell-secret", {})]
    ),
    "against Tom": Scene(ALONE, [("begin", {})], until=lambda state: bool(state.revealed)),
    "printed cards": Scene(ALONE | {"printed": "y"}, [("begin", {})]),
    "one card left": Scene(ALONE, [("begin", {}), *11 * [("reveal", ANYWAY)]]),
    "full box": Scene(THREE, [("begin", {})], until=lambda state: any(state.caught), box=FULL),
    "own cards": Scene(ALONE, [("begin", {}), ("reveal", ANYWAY)], box=FULL),
    "ended against Tom": Scene(ALONE, [("begin", {})], until=lambda state: state.result != ""),
}


def random_move(state, rng):
    """Choose a move that may be legal: its path and its form."""
    rule = RULES.get(state.turn.round) if state.turn else None
    if rule and rule not in state.rules_on:
        return "house-rule", {"rule": rule, "on": "y"}
    seat = rng.randrange(state.players)
    sheet = [
        ("count", {"seat": seat, "box": rng.choice(ROWS).id, "by": rng.choice([-1, 1, 2])}),
        ("count", {"seat": seat, "box": rng.choice(ROWS).id, "value": rng.randrange(5)}),
        ("private", {"seat": seat, "card": rng.choice(["", *CARDS])}),
        ("done", {"seat": seat} | ({"stands": "y"} if rng.random() < 0.7 else {})),
    ]
    if state.finished:
        return rng.choice(sheet)
    if state.turn is None:
        return rng.choice([*_before(state, rng), *_before(state, rng), sheet[0]])
    drawn = ("draw", {"seat": seat} | rng.choice([{}, ANYWAY]))
    if state.at_source:
        last = [("supply-boss", {"seat": seat} | ANYWAY), ("take", {"seat": seat} | _taken(state, seat, rng))]
        return rng.choice([*sheet, *last, drawn, ("finish", {})])
    if state.awaited:
        return rng.choice([*_bag(rng), sheet[0]])
    sheet += [_by_hand(state, rng), rng.choice([("we-draw", {}), ("app-draws", {})])]
    return rng.choice([*3 * _hunting(state, rng), *sheet, ("pause", {}), ("resume", {}), drawn])


def _before(state, rng):
    step = rng.choice([*deal.NUMBERS])
    moves = [("tick", {"step": step}), ("untick", {"step": step})]
    moves.append(("reroll", {"element": rng.choice([*deal.elements(state), "all"])}))
    moves += [_by_hand(state, rng), *(_bag(rng) if state.awaited else ())]
    moves += [
        ("name-colour", {"colour": "third", "name": rng.choice(["Red", "Rot", "Brown"]), "swatch": "third"}),
        ("describe-tile", {"tile": rng.choice(table_notes.UNTOLD), "text": "Gain 1 Coin."}),
    ]
    moves += [("name-tile", {"tile": rng.choice(unnamed(state)), "found": ""})] if unnamed(state) else []
    turn = draft.turn(state)
    if turn is None or not state.green:
        return [*moves, ("begin", {})]
    taker, offer = turn
    return [*moves, *3 * [("pick", {"seat": taker, "tile": rng.choice(offer)})]]


def _by_hand(state, rng):
    """Set an element of the set-up as it may lie on the table."""
    element = rng.choice([*by_hand.CHANGES])
    if element == "layout":
        return "swap", dict(zip(("one", "other"), rng.sample(sorted(state.layout), 2), strict=True))
    if element == "deck":
        return "set-deck", rng.choice([{}, {"printed": "y"}])
    if element == "djinn":
        return "set-djinn", {}
    if element == "start":
        return "set-start", {"seat": rng.randrange(state.players)}
    form = {}
    for group in by_hand.groups(state, element):
        form.setdefault(group.field, []).extend(rng.sample([*group.things], min(group.count, len(group.things))))
    return f"set-{element}", form


def _bag(rng):
    """Let the table draw, or the app, or say what the table drew."""
    drew = ("drew", {"colour": rng.choice([*COLOURS])})
    return [*9 * [drew], ("we-draw", {}), ("app-draws", {})]


def _hunting(state, rng):
    seat, slot = state.turn.seat, rng.choice([*state.spaces])
    space = state.spaces[slot]
    there = {"seat": seat, "slot": slot}
    some = rng.sample(space.djinn, rng.randint(0, len(space.djinn)))
    caught = {"boss": "y"} if space.boss and rng.random() < 0.7 else {}
    moves = [
        ("catch", there | {"djinn": some} | caught | rng.choice([{}, ANYWAY, ANYWAY | {"ends": "y"}])),
        ("catch", there | {"at_once": rng.choice([" ".join(group) for group in hunt.groups(space)] or [""])} | ANYWAY),
        ("flee", there),
        ("catch-none", {"seat": seat}),
        ("remove", there | {"djinn": some}),
        ("end-turn", {"seat": seat} | rng.choice([{}, ANYWAY])),
        ("trophy", {"seat": seat, "trophy": rng.choice([*UNDESCRIBED])} | _given(rng) | rng.choice([{}, ANYWAY])),
        ("passage", {"seat": seat, "slot": rng.choice(["", *state.city.square])} | _placed(rng)),
        ("stand", {"seat": seat, "slot": rng.choice([*SLOTS])} | rng.choice([{}, {}, ANYWAY])),
        ("stand", {"seat": seat} | _came(state, rng)),
        ("confirm-paths", {}),
        ("take", {"seat": seat} | _taken(state, seat, rng)),
    ]
    moves += [("supply-boss", {"seat": seat} | rng.choice([{}, ANYWAY]))] if SOURCE in state.here else []
    if against_tom(state):
        first, second = rng.sample([*LOCATIONS], 2)
        moves += [
            ("reveal", rng.choice([{}, ANYWAY])),
            ("flip", {}),
            ("reveal-printed", {"first": first, "second": second}),
        ]
        moves.append(("reveal-printed", {"nothing": "y"}))
    return moves


def _given(rng):
    """Say what goes for a Trophy, or nothing of it."""
    return rng.choice([{}, {"colour": rng.choice([*COLOURS]), "bosses": rng.randrange(4)}])


def _placed(rng):
    """Say what a Secret Passage shows, or not, and that it is placed by an effect, or not."""
    return rng.choice([{}, {"symbol": rng.choice([*LOCATIONS])}]) | rng.choice([{}, ANYWAY])


def _taken(state, seat, rng):
    """Take something that is offered where the Mage is, or at any time, or is not."""
    slot = state.here[-1] if state.here else SOURCE
    here = gains.takes_last(state, seat) or gains.takes(state, slot)
    in_tent = [one for _, ways in gains.pay_in_tent(state) for one in ways]
    offers = rng.choice([here, [*gains.pay_the_way(state), *in_tent, *gains.any_time(state, seat)]])
    action = rng.choice([one.id for one in offers] or gains.ACTIONS)
    told = rng.choice([{}, {"text": "Old", "coins": rng.randrange(-3, 4), "magic": rng.randrange(3)}])
    return {"action": action, "colours": rng.sample([*COLOURS], rng.randrange(3))} | told | rng.choice([{}, ANYWAY])


def _came(state, rng):
    """Say by which path the Mage came, or that it skips where it is."""
    at = state.here[-1] if state.here else rng.choice([*SLOTS])
    near = rng.choice([*neighbours(state.city, at)])
    return rng.choice([{"slot": at, "came_from": near}, {"slot": near, "came_from": at}])


def conserved(state):
    """Count Djinn, Bosses, Locations, tiles and Tom's cards, wherever they are."""
    standing = [one for space in state.spaces.values() for one in space.djinn]
    caught = [one for held in state.caught for one in held]
    bosses = sum(space.boss for space in state.spaces.values()) + caught.count(BOSS) + state.supply_bosses
    bosses -= sum(one.djinn.count(BOSS) for one in state.taken)  # in the supply again, and still told as caught
    djinn = Counter([*standing, *caught, *state.bag, *state.aside])
    picks = [tile for _, tile in state.picks]
    laws = {
        "Djinn": (djinn - Counter({BOSS: bosses}), dict.fromkeys(COLOURS, CONTENTS.djinn_per_colour)),
        "Bosses": (bosses, CONTENTS.bosses),
        "Locations": (Counter(state.layout.values()), dict.fromkeys(LOCATIONS, 2)),
        "tiles": (Counter(picks) - Counter([*state.green, *state.red]), {}),
    }
    if state.shuffled:
        deck = {card.id for card in deal.full_deck(state.tom or deal.HOUSE_DECK, state.deck_size)}
        laws["Tom's deck"] = (
            Counter({card.id for card in (*state.deck, *state.revealed)} - {"printed"}),
            dict.fromkeys(deck, 1),
        )
    if state.deck_size:
        flipped = state.at_source and not state.shuffled  # a printed card is not noted
        laws["Tom's cards"] = (state.cards_left + len(state.revealed) + flipped, state.deck_size)
    return laws


def secrets(table):
    """List what decides the draws, and the order of bag and deck."""
    state = table.state
    orders = [state.bag] if len(state.bag) > CONTENTS.djinn_per_colour else []  # a short one shows by chance
    orders += [[card.id for card in state.deck]] if len(state.deck) > 1 else []
    return [state.secret, state.secret[:32], *(json.dumps(one) for one in orders), *(f"{one}"[1:-1] for one in orders)]


MAY = ASKED | {
    "app_draws": SEATS,
    "as_it_stands": HOST,
    "begin": SEATS,
    "catch_none": TURN,
    "confirm_paths": HOST,
    "know_paths": KNOWN,
    "speed": ALL,
    "catch": TURN,
    "correct_alone": KNOWN,
    "count": HOST,
    "describe_tile": SEATS,
    "done": HOST,
    "draw": TURN,
    "drew": SEATS,
    "end_turn": TURN,
    "finish": SEATS,
    "flee": TURN,
    "hold": OWN_PHONE,
    "house_rule": SEATS,
    "flip": TURN,
    "go_back": KNOWN,
    "import_box": KNOWN,
    "move_slot": KNOWN,
    "name_tile": SEATS,
    "open_sheets": ALL,
    "open_table": ALL,
    "pause": HOST,
    "pick": TURN,
    "private": HOST,
    "remove": TURN,
    "remove_photo": KNOWN,
    "remove_photos": KNOWN,
    "take_photo": KNOWN,
    "tell_photo": KNOWN,
    "rematch": SEATS,
    "reroll": SEATS,
    "reset": KNOWN,
    "resume": SEATS,
    "reveal": TURN,
    "reveal_printed": TURN,
    "save_alone": KNOWN,
    "save_card": KNOWN,
    "save_part": KNOWN,
    "name_colour": SEATS,
    "passage": TURN,
    "pay": OWN_PHONE,
    "set_cards": SEATS,
    "set_deck": HOST,
    "set_djinn": SEATS,
    "set_passages": SEATS,
    "set_start": SEATS,
    "set_tiles": SEATS,
    "set_trophies": SEATS,
    "settle": KNOWN,
    "stand": TURN,
    "supply_boss": TURN,
    "swap": SEATS,
    "take": TURN,
    "tell_secret": HOST,
    "tick": SEATS,
    "toggle_path": KNOWN,
    "trophy": TURN,
    "untick": SEATS,
    "we_draw": HOST,
    "word": HOST,
}
"""Who may make each move, by its endpoint (tests/scenes.py says who these are)."""
