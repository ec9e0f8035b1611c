"""Every move of Magic: the War Game: where it is made, and where its outcome is."""

from tests.browser.moves import BEGIN, SAID, TOP, Case, do

ELF = do("cast", name="Elf", power="2", toughness="2", cost="1", colours="green")
BIRD = do("cast", name="Bird", power="1", toughness="1", cost="1", abilities="flying")
DONE = do("end-movement")
SUPPLY = do("supply", die="6")


def correct(creature, at, owner="0", power="2", toughness="2", damage="0"):
    """Put a creature somewhere, so that no land in between matters."""
    return do("correct", creature=creature, at=at, owner=owner, power=power, toughness=toughness, damage=damage)


TURNS = [move for seat in "01" for move in (SUPPLY, DONE, ELF, BIRD, do("end-turn", seat=seat))]
"""Both have an Elf and a Bird at home: 1 and 2 are Ann's, 3 and 4 Bob's."""
GATE = [*TURNS, correct("1", "25"), correct("2", "25", power="1", toughness="1")]
"""Ann's stand before Bob's stronghold."""
MARCHING = [*GATE, SUPPLY]
CARRIED = [*TURNS, SUPPLY, do("carry", creature="2", rider="1", to="21"), DONE, do("end-turn", seat="0")]
CARRIED += [SUPPLY, DONE, do("end-turn", seat="1"), SUPPLY]
ASSAULT = [*MARCHING, do("march", creatures="1", to="C"), DONE]
FIGHT = [*ASSAULT, do("spare-attackers", place="C")]
"""Ann's Elf comes upon Bob's two in his stronghold, and he taps nobody."""
OVER = [*GATE, do("remove", creature="3"), do("remove", creature="4"), SUPPLY, do("march", creatures="1", to="C"), DONE]
OVER += [do("end-turn", seat="0")]


def land(*moves, count=2, **options):
    """Open a table before the war."""
    return "war_game", count, options, moves


def begun(*moves, **options):
    """Begin a war in which Ann has the first turn."""
    return land(do("roll-first", seat="0"), BEGIN, *moves, **options)


THREE = [move for seat in "012" for move in (SUPPLY, DONE, ELF, do("end-turn", seat=seat))]
SIDES = [*THREE, correct("1", "25"), correct("2", "C", owner="1"), SUPPLY, do("march", creatures="1", to="C"), DONE]
"""Ann's Elf comes upon Bob's and Cem's."""

WAR_GAME = [
    Case("war_game.deal", land(), "land", ("#deal button",), TOP, "The land"),
    Case("war_game.deal", land(), "land?at=21", ("#deal-one button",), "at-21", ""),
    Case(
        "war_game.choose_stronghold",
        land(),
        "land",
        ("#places-0 summary", "#places-0 button >> nth=1"),
        "stronghold-0",
        "B",
    ),
    Case(
        "war_game.agree_swap",
        land(
            do("choose-stronghold", seat="1", place="D"),
            do("choose-stronghold", seat="0", place="D"),
        ),
        "land",
        ("#swap-1 button",),
        "stronghold-0",
        "D",
    ),
    Case("war_game.terrain", land(), "land?at=21", ("#setting [name=land]:not([aria-pressed]) >> nth=0",), "at-21", ""),
    Case("war_game.keep_land", land(), "land", ("#stronghold-0 form button >> nth=0",), "stronghold-0", "Plains"),
    Case(
        "war_game.turn_land",
        land(),
        "land",
        ("#turning-0 summary", "#turning-0 button >> nth=1"),
        "stronghold-0",
        "Island",
    ),
    Case("war_game.roll_first", land(), "land", ("#roll-first > button",), "first", "Ann"),
    Case("war_game.begin", land(), "land", ("#begin button",), TOP, "turn", left="war"),
    Case("war_game.supply", begun(), "war", ("#roll-supply .choices button >> nth=3",), "supply", "4"),
    Case("war_game.supply", begun(), "war", ("#roll-supply > button",), "supply", "Supply"),
    Case(
        "war_game.heal",
        begun(*TURNS, correct("1", "A", damage="1"), SUPPLY),
        "war",
        ("#hurt-1 button",),
        "hurt-1",
        "damage 0",
    ),
    Case(
        "war_game.go_on",
        begun(*TURNS, correct("1", "A", damage="1"), SUPPLY),
        "war",
        ("#go-on button",),
        "phases",
        "March",
    ),
    Case("war_game.spend", begun(SUPPLY), "army", ("#spend-0 button >> nth=0",), TOP, "Supply", left="war"),
    Case("war_game.march", begun(*MARCHING), "war?at=25", ("#at-C",), "at-C", ""),
    Case("war_game.march", begun(*MARCHING), "war?creature=1", ("#march button[value=C]",), "at-C", "2/2"),
    Case(
        "war_game.carry",
        begun(*MARCHING),
        "war?at=25",
        ("#carrying summary", "#carrying button[value=C]"),
        "at-C",
        "",
    ),
    Case("war_game.drop", begun(*CARRIED), "war?at=21", ("form[action$=drop] button[value=A]",), "at-A", "2/2"),
    Case("war_game.end_movement", begun(*MARCHING), "war", ("#end-movement button",), "phases", "Cast"),
    Case(
        "war_game.end_movement",
        begun(*MARCHING, do("march", creatures="1", to="C")),
        "war",
        ("#end-movement button",),
        "fought-C",
        "Fight in C",
    ),
    Case("war_game.name_fight", begun(*SIDES, count=3), "war", ("#fights [name=seat] >> nth=0",), "fought-C", "Bob"),
    Case("war_game.spare_attackers", begun(*ASSAULT), "war", ("button[form=spare-C]",), "fought-C", "2 : 3"),
    Case(
        "war_game.tap_attacker",
        begun(*ASSAULT),
        "war",
        ("form[action$=tap-attacker] [name=creature]",),
        "fought-C",
        "0 : 3",
    ),
    Case("war_game.split", begun(*FIGHT), "war", ("#hit-3 button >> nth=2",), "hit-3", "2"),
    Case("war_game.split", begun(*FIGHT), "war", ("#hit-4 .small",), "hit-4", "0", fill=(("#hit-4 .small", "0"),)),
    Case("war_game.settle", begun(*FIGHT), "war", ("#settle-C > button",), "settled", "Fight in C"),
    Case(
        "war_game.cast",
        begun(*TURNS, SUPPLY, DONE),
        "war",
        ("#to-cast", "#cast > button"),
        "home",
        "Ogre 2/1",
        fill=(("#cast [name=name]", "Ogre"), ("#cast [name=power]", "2")),
    ),
    Case("war_game.cast", begun(*TURNS, SUPPLY, DONE), "war", ("#cast-again button >> nth=0",), "home", "Elf"),
    Case("war_game.end_turn", begun(SUPPLY, DONE), "war", ("#end-turn button",), "turn", "Bob"),
    Case("war_game.boost", begun(*TURNS), "army?creature=1", ("#boost button",), TOP, "3/3", left="war"),
    Case(
        "war_game.correct",
        begun(*TURNS),
        "army?creature=1",
        ("#correct button",),
        TOP,
        "2/1",
        left="war",
        fill=(("#correct [name=toughness]", "1"),),
    ),
    Case("war_game.damage", begun(*TURNS), "army", ("#hit-11",), "one-1", "2/1"),
    Case("war_game.remove", begun(*TURNS), "army?creature=1", ("#remove button",), TOP, "turn", left="war"),
    Case(
        "war_game.leave",
        begun(count=3),
        "result",
        ("#ending summary", "#leave button >> nth=1"),
        TOP,
        "turn",
        left="war",
    ),
    Case("war_game.draw", begun(count=3), "result", ("#ending summary", "#draw button"), TOP, "draw"),
    Case("war_game.end_turn", begun(*OVER[:-1]), "war", ("#end-turn button",), TOP, "has won", left="result"),
    Case(
        "war_game.house_rule",
        land(),
        "ask?about=walls_enter",
        ("#house-walls_enter button",),
        "house-",
        "where opponents are",
    ),
    Case("war_game.word", land(), "fair", ("#word button",), "words", "Karneol", fill=SAID),
    Case("war_game.tell_secret", begun(*OVER), "fair", ("#tell button",), "secret", ""),
    Case("table.take_back", begun(SUPPLY), "war", ("#undo button",), "did", "Taken back: Ann"),
]
