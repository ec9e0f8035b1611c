"""The house rules that a table of the War Game can switch, by their questions in questions.toml. Pure.

Every question whose answer is our reading has its switch here. None have those that are answered without reading
anything into the text: how this app does a thing (take back, the table's own die or cards, corrections), what is
printed (islandhome at a stronghold: the rule of Islands does not hold there; supply and new creatures: "your
stronghold"), and what cannot be otherwise (a land has one colour, so no creature matches it twice).
"""

from companion.games.war_game.facts import BASICS
from companion.games.war_game.facts.layout import COLUMNS, SHUT_IN, WHICH
from companion.kit.house_rules import HouseRule
from companion.language.texts import Text

ISLANDWALK, WALLS, START_FIGHT = "islandwalk_enters", "walls_enter", "fight_where_both"
STRONGHOLD_LAND, STRONGHOLD_TARGET, AREA_NEAR = "stronghold_land", "single_at_stronghold", "area_near"
STRONGHOLD_ENTER, STRONGHOLD_TAP, STRONGHOLD_EMPTY = "stronghold_enter", "stronghold_tap_one", "stronghold_empty"
LAND_UP, MANA_MUCH, REGENERATES_WITHIN, MOUNTAIN_PASS = "land_up", "mana_much", "regeneration", "mountain_pass"
CARRY_WHO, THREE_SIDES, SPLIT_ALL, HOME_ENEMIES = "carry_who", "three_sides", "split_all", "home_enemies"
BONUS_LOST, BOOST_ENDS, ADJACENT = "bonus_lost", "boost_ends", "adjacent"
LOST_SUPPLY, BOTH_LOST, DRAW_GAME, LEAVES, END_PLACES = (
    "lost_supply",
    "both_lost",
    "draw_game",
    "leaves",
    "end_places",
)
HOUSE_RULES = {
    SHUT_IN: HouseRule(
        on=Text("Lands are dealt again until no stronghold is shut in by Islands."),
        off=Text("Lands stay as dealt, even if Islands shut a stronghold in."),
    ),
    WHICH: HouseRule(
        on=Text("Two players take B and D, 4 steps apart; three take A, B and D."),
        off=Text("Two players take A and C, 6 steps apart; three take A, B and C; or each chooses one."),
    ),
    **{
        rule: HouseRule(
            on=Text("B and D are in column %(column)s.", column=column),
            off=Text("B and D are in column 3, the middle one."),
        )
        for rule, column in COLUMNS.items()
    },
    LAND_UP: HouseRule(
        on=Text("A stronghold's land is turned up only when its player wants to."),
        off=Text("A stronghold's land is turned up at the first fight there."),
    ),
    MANA_MUCH: HouseRule(
        on=Text("Every creature tapped for mana gives 1 point, whatever its card says."),
        off=Text("A creature tapped for mana gives as much as its card says."),
    ),
    REGENERATES_WITHIN: HouseRule(
        on=Text("What regeneration heals counts towards the %(most)s points a turn.", most=BASICS.heal),
        off=Text("Regeneration heals 1 on top of the %(most)s points a turn.", most=BASICS.heal),
    ),
    STRONGHOLD_ENTER: HouseRule(
        on=Text("Even flyers enter and leave a stronghold only through the one land beside it."),
        off=Text("Flyers can also enter and leave a stronghold diagonally."),
    ),
    WALLS: HouseRule(
        on=Text("Walls march like other creatures, even to where opponents are."),
        off=Text("Walls march, but not to where opponents are."),
    ),
    ISLANDWALK: HouseRule(
        on=Text("Islandwalkers must be carried onto Islands, like other creatures on foot."),
        off=Text("Islandwalkers enter Islands by themselves."),
    ),
    MOUNTAIN_PASS: HouseRule(
        on=Text("A creature that only passes through a Mountain is tapped when the march ends."),
        off=Text("A creature that only passes through a Mountain stays untapped."),
    ),
    CARRY_WHO: HouseRule(
        on=Text("Only creatures with islandhome can be carried."),
        off=Text("Any creature may be carried: even those on foot can reach Islands."),
    ),
    START_FIGHT: HouseRule(
        on=Text("On your turn, you may start a fight wherever both sides have creatures."),
        off=Text("A fight starts only where creatures enter."),
    ),
    THREE_SIDES: HouseRule(
        on=Text("The attacker fights every opponent there, one after the other."),
        off=Text("With several opponents in one place, the attacker picks one, and only those two fight."),
    ),
    SPLIT_ALL: HouseRule(
        on=Text("You don't have to deal all the damage: you may hold some back."),
        off=Text("Deal as much damage as the creatures can take; only the rest is lost."),
    ),
    BONUS_LOST: HouseRule(
        on=Text("A creature weakened so that its damage is lethal lives on until the turn ends."),
        off=Text("A creature weakened so that its damage is lethal dies at once."),
    ),
    BOOST_ENDS: HouseRule(
        on=Text("Boosts stay until somebody removes them."),
        off=Text("Boosts end with the turn."),
    ),
    "first_strike": HouseRule(
        on=Text("First strike, trample and the like don't apply in fights."),
        off=Text("First strike, trample and the like apply. Correct the totals by hand."),
    ),
    STRONGHOLD_TAP: HouseRule(
        on=Text("Only the stronghold's original owner can tap an attacker there, and only one of a group."),
        off=Text("A stronghold's holder may tap one attacker there, even a lone one."),
    ),
    STRONGHOLD_LAND: HouseRule(
        on=Text("A stronghold's land gives no bonus or landwalk."),
        off=Text("Once face up, a stronghold's land gives its bonus and landwalk."),
    ),
    HOME_ENEMIES: HouseRule(
        on=Text("You can't summon creatures while opponents are in your stronghold."),
        off=Text("You may summon in your stronghold even while opponents are in it."),
    ),
    ADJACENT: HouseRule(
        on=Text("For spells, “beside” includes diagonal places."),
        off=Text("“Beside” means across or down, never diagonally."),
    ),
    AREA_NEAR: HouseRule(
        on=Text("A spell on a whole land needs a creature of yours in it or beside it."),
        off=Text("A spell on a whole land needs no creature of yours nearby."),
    ),
    STRONGHOLD_TARGET: HouseRule(
        on=Text("No spell reaches into an opponent's stronghold."),
        off=Text("Spells on single creatures reach into an opponent's stronghold from beside it."),
    ),
    "enchantments": HouseRule(
        on=Text("An enchantment or artifact that affects everything works on the whole map."),
        off=Text("An enchantment or artifact that affects everything works in just one land."),
    ),
    STRONGHOLD_EMPTY: HouseRule(
        on=Text("A stronghold left empty at the end of a turn goes back to its owner."),
        off=Text("An empty stronghold stays with its last holder."),
    ),
    LOST_SUPPLY: HouseRule(
        on=Text("If you lose your stronghold, you lose your saved supply points too."),
        off=Text("If you lose your stronghold, you keep your saved supply points for other spells."),
    ),
    BOTH_LOST: HouseRule(
        on=Text("When nobody holds their own stronghold any more, the war ends in a draw."),
        off=Text("The war goes on even when nobody holds their own stronghold any more."),
    ),
    DRAW_GAME: HouseRule(
        on=Text("There is no draw: the war goes on until somebody has won."),
        off=Text("The war may end in a draw, if all agree."),
    ),
    LEAVES: HouseRule(
        on=Text("When a player leaves, their creatures stay and defend themselves."),
        off=Text("When a player leaves, their creatures leave too."),
    ),
    END_PLACES: HouseRule(
        on=Text("Behind the winner, players rank by strongholds taken."),
        off=Text("Everybody else shares second place."),
    ),
}
