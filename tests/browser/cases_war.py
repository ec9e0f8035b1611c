"""Every move of the Djinn-Efreet War: where it is made, and where its outcome is."""

from tests.browser.moves import BEGIN, TOP, Case, do, killed, war

ELF, OGRE = (do("march", name=name, owner="0", to="1") for name in ("Elf", "Ogre"))
STOLEN = do("steal", name="Wall", wall="y", owner="5", by="0")
ROUND = [do("end-turn", seat=seat) for seat in "012345"]


def ring(*moves):
    """Give a war of six in Emperor seating, in the turn of the first player, whose right-hand neighbour is an enemy."""
    return war(do("first", seat="0"), BEGIN, *moves, count=6, mode="emperor")


WAR = [
    Case("efreet_war.deal", war(), "deal", ("#redeal button",), TOP, "The deal"),
    Case("efreet_war.deal", war(), "deal", ("#lists summary", "#own button"), TOP, "The deal"),
    Case("efreet_war.lay_face_down", war(), "deal", ("#drew summary", "#lay button"), "beneath", "yourselves"),
    Case("efreet_war.set_guardians", war(), "deal", ("#drew summary", "#stand button"), "guarded", "points"),
    Case(
        "efreet_war.tell_card",
        war(do("lay-face-down"), BEGIN, *killed("ring"), do("resolve", resource="ring", survived="yes")),
        "war",
        ("#tell button >> nth=0",),
        "uncovered-ring",
        "Bottle of Suleiman",
    ),
    Case(
        "efreet_war.resolve",
        war(do("lay-face-down"), BEGIN, *killed("ring")),
        "war?resource=ring",
        ("#resolve button.go",),
        "telling",
        "What lay under",
    ),
    Case("efreet_war.mix", war(), "deal", ("#mix button",), "sitting", "A"),
    Case("efreet_war.swap", war(), "deal", ("#swapping summary", "#swap button"), "sitting", "A"),
    Case("efreet_war.first", war(), "deal", ("#starting summary", "#first button"), "sits-", "starts"),
    Case("efreet_war.begin", war(), "deal", ("#begin button",), TOP, "turn", left="war"),
    Case("efreet_war.attack", war(BEGIN), "war?resource=ring", ("#attack button",), "attacked", "attacks"),
    Case(
        "efreet_war.kill",
        war(BEGIN, do("attack", resource="ring")),
        "war?resource=ring",
        ("#kill button >> nth=0",),
        "dead",
        "",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, *killed("ring")),
        "war?resource=ring",
        ("#resolve button.go",),
        "uncovered-ring",
        "lay",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, *killed("ring")),
        "war?resource=ring",
        ("#resolve button:not(.go)",),
        "resource",
        "It lies open",
    ),
    Case(
        "efreet_war.resolve",
        war(BEGIN, do("attack", resource="ring")),
        "war?resource=ring",
        ("#resolve button",),
        "resource",
        "",
    ),
    Case(
        "efreet_war.king",
        war(BEGIN, *killed("king"), do("resolve", resource="king", survived="yes")),
        "war?resource=king",
        ("#king button:has-text('Leave')",),
        "resource",
        "It lies open",
    ),
    Case(
        "efreet_war.out",
        war(BEGIN),
        "war",
        ("#doing-out summary", "#out button"),
        "happened",
        "Eliminated: Ann",
        fill=(("#out select >> nth=0", "-1"),),
    ),
    Case(
        "efreet_war.out",
        war(BEGIN, count=2),
        "war",
        ("#doing-out summary", "#out button"),
        TOP,
        "Victory",
        left="points",
        fill=(("#out select >> nth=0", "-1"),),
    ),
    Case(
        "efreet_war.out",
        war(BEGIN, do("life", seat="1", by="-20")),
        "war",
        ("#fallen button",),
        "happened",
        "Eliminated: Bob",
    ),
    Case("efreet_war.attack_player", ring(), "war", ("#aim button",), "assaults", "Ann attacks Fay"),
    Case("efreet_war.march", ring(), "war?seat=0&leave=1", ("#go button.go",), "token-1-0", ""),
    Case(
        "efreet_war.march_together",
        ring(ELF, OGRE, *ROUND),
        "war?of=0&at=1",
        ("#go button.go >> nth=0",),
        "token-0-0",
        "",
    ),
    Case("efreet_war.bury", ring(ELF), "war?creature=1", ("#bury button",), "picture", ""),
    Case(
        "efreet_war.steal", ring(), "war?seat=5", ("#doing-steal summary", "#do-steal button"), "creature-1", "Elf"
    )._replace(fill=(("#do-steal [name=name]", "Elf"),)),
    Case("efreet_war.give_back", ring(STOLEN), "war?creature=1", ("#give-back button",), "creature-1", "Wall"),
    Case("efreet_war.animate", ring(STOLEN), "war?creature=1", ("#animate button",), "creature-1", "Wall"),
    Case(
        "efreet_war.lose_artifact",
        war(BEGIN, *killed("ring"), do("resolve", resource="ring", survived="yes")),
        "points",
        ("details:has([id^=lose]) summary", "[id^=lose] button >> nth=0"),
        "team-",
        "",
    ),
    Case(
        "efreet_war.house_rule",
        war(),
        "ask?about=reach_teams",
        ("#house-reach_teams button",),
        "house-reach_teams",
        "as in Emperor",
    ),
    Case("efreet_war.life", war(BEGIN), "war?seat=1", ("#life-1 > button:nth-of-type(2)",), "life-1", "15"),
    Case(
        "efreet_war.life",
        war(BEGIN),
        "war?seat=1&counter=poison",
        ("#life-1 > button:nth-of-type(4)",),
        "life-1",
        "1",
    ),
    Case(
        "efreet_war.score",
        war(count=2),
        "points",
        ("#scoring summary", "#score button"),
        TOP,
        "Victory for Ann",
        fill=(("#score [name=owner_king]", "0"), ("#score [name=by_1]", "0")),
    ),
    Case("efreet_war.end_turn", war(BEGIN), "war", ("#end-turn button",), "turn", "turn"),
    Case(
        "efreet_war.uncover_rest",
        war(BEGIN, do("out", by_0="1"), count=2),
        "points",
        ("#uncover button",),
        "rest",
        "What nobody uncovered",
    ),
    Case(
        "efreet_war.mix_sealed",
        war(BEGIN),
        "war",
        ("#mixing summary", "#mix button"),
        "happened",
        "mixed",
    ),
]
