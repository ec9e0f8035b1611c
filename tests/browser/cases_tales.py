"""Every move of Tales of the Arabian Nights: where it is made, and where its outcome is."""

from tests.browser.moves import BEGIN, SAID, TOP, Case, do

GOALS = [do("goal", seat=seat, destiny="3") for seat in "012"]
READY = [*GOALS, do("first", seat="0"), do("draw-skills")]
NEXT = [do("end-turn", seat=seat) for seat in "012"]
CARD = do("card", seat="0", card="city")
NUMBER = [CARD, do("row", die="4"), do("number", number="842")]
MET = do("award", seat="0", destiny="3", story="17")
OVER = [CARD, MET, do("declare", seat="0"), *NEXT[1:]]


def award(**form):
    return do("award", seat="0", **form)


def tales(*moves, count=3, **options):
    """Open a table before the game."""
    return "tales", count, {"total": "20"} | options, moves


def begun(*moves):
    """Begin a game in which Ann has the first turn."""
    return tales(*READY, BEGIN, *moves)


TALES = [
    Case(
        "tales.goal",
        tales(),
        "setup",
        ("#goal-0 summary", "#goal-0 button >> nth=3"),
        "before",
        "Before the first tale",
    ),
    Case("tales.roll_first", tales(), "setup", ("#roll-first button",), "first", "Ann"),
    Case("tales.first", tales(), "setup", ("#choose-first button >> nth=1",), "first", "Bob"),
    Case("tales.skill", tales(), "setup", ("#pick button >> nth=0",), "before", "Before the first tale"),
    Case("tales.draw_skills", tales(), "setup", ("#draw-skills button",), "hero-0", ", "),
    Case("tales.hero", tales(), "setup", ("#heroes summary", "#choose-0 button"), "hero-0", "Woman"),
    Case("tales.begin", tales(*READY), "setup", ("#begin button",), TOP, "turn", left="turn"),
    Case(
        "tales.join",
        begun(),
        "setup",
        ("#joining summary", "#join button"),
        "hero-3",
        "Dee",
        fill=(("#join [name=name]", "Dee"),),
    ),
    Case("tales.move", begun(), "turn", ("#move-hero button[value=city]",), "where", "City"),
    Case(
        "tales.move",
        begun(do("marker", seat="0", marker="destination", place="City of Brass")),
        "turn",
        ("#move-hero button[value=power]",),
        "where",
        "City of Brass",
    ),
    Case("tales.card", begun(), "turn?doing=card", ("#draw button >> nth=0",), "drawn", "Character"),
    Case("tales.row", begun(), "turn?doing=row", ("#roll button >> nth=4",), "row", "Row 4"),
    Case(
        "tales.number",
        begun(),
        "turn?doing=row",
        ("#give-number button >> nth=0",),
        "gives",
        "842",
        fill=(("#given", "842"),),
    ),
    Case(
        "tales.number",
        begun(),
        "turn?doing=number",
        ("#at-once button >> nth=1",),
        "paragraph",
        "841",
        fill=(("#given", "842"),),
    ),
    Case("tales.destiny", begun(*NUMBER), "turn", ("#destiny button >> nth=1",), "paragraph", "841"),
    Case(
        "tales.master",
        begun(award(mastered="magic"), *NUMBER),
        "turn",
        ("#master button >> nth=2",),
        "paragraph",
        "843",
    ),
    Case(
        "tales.headings",
        begun(CARD, do("number", number="77", straight="y")),
        "turn?doing=headings",
        ("#tell-headings button",),
        "headings",
        "as you entered it",
        fill=(("#tell-headings select >> nth=0", "luck"),),
    ),
    Case(
        "tales.award",
        begun(),
        "turn?doing=more",
        ("#award label:has([name=destiny][value='2'])", "#award button.go"),
        "now",
        "Destiny 2",
    ),
    Case(
        "tales.award",
        begun(do("move", seat="0", kind="city", number="2")),
        "turn?doing=more",
        ("#rarer summary", "#award label:has([name=died])", "#award button.go"),
        "now",
        "Baghdad",
    ),
    Case(
        "tales.award",
        begun(),
        "turn?doing=more",
        ("#award button.go",),
        "did",
        "gains Beloved",
        fill=(("#usual [name=statuses]", "beloved"),),
    ),
    Case(
        "tales.keep_card",
        begun(),
        "turn?doing=later",
        ("#cards summary", "#keep button"),
        "cards",
        "Basra",
        fill=(("#keep [name=card]", "Basra"),),
    ),
    Case(
        "tales.play_card",
        begun(do("keep-card", seat="0", card="Baghdad"), *NEXT, CARD),
        "turn?doing=later",
        ("#cards summary", "#play-1 button >> nth=3"),
        "city-line",
        "City card Baghdad: the die shows 3.",
    ),
    Case(
        "tales.quest",
        begun(*NEXT),
        "turn?doing=later",
        ("#questing summary", "#quest button >> nth=1"),
        "questing",
        "Quest",
    ),
    Case(
        "tales.quest",
        begun(*NEXT, CARD, award(destiny="1")),
        "turn",
        ("#questing summary", "#quest button >> nth=0"),
        "to-award",
        "What's the quest's reward?",
    ),
    Case(
        "tales.marker",
        begun(),
        "turn?doing=later",
        ("#marking summary", "#markers button >> nth=1"),
        "marking",
        "Mecca",
        fill=(("#markers [name=place]", "Mecca"),),
    ),
    Case(
        "tales.sell",
        begun(CARD, award(treasure="Lamp")),
        "turn?doing=later",
        ("#selling summary", "#sell-1 button"),
        "did",
        "sells Lamp",
        fill=(("#sell-1 [name=limit]", "rich"),),
    ),
    Case(
        "tales.sell",
        begun(CARD, award(treasure="Lamp", statuses="imprisoned")),
        "turn?doing=later",
        ("#selling summary", "#sell-1 button", "#offer button"),
        "did",
        "sells Lamp",
        fill=(("#sell-1 [name=limit]", "rich"),),
    ),
    Case(
        "tales.give",
        begun(),
        "turn?doing=later",
        ("#giving summary", "#give button >> nth=0"),
        "did",
        "Penniless",
    ),
    Case(
        "tales.serve",
        begun(award(statuses="enslaved")),
        "turn?doing=later",
        ("#serving summary", "#serve button >> nth=1"),
        "serving",
        "Bob",
    ),
    Case("tales.time", begun(), "heroes", ("#timing summary", "#time button >> nth=2"), TOP, "turn", left="turn"),
    Case(
        "tales.line",
        begun(),
        "turn?doing=later",
        ("#lining summary", "#lining button"),
        "did",
        "And so",
        fill=(("#line", "And so it came."),),
    ),
    Case(
        "tales.correct",
        begun(),
        "heroes",
        ("#to-putting-1", "#doing-putting-1 button.wide"),
        "hero-1",
        "Destiny 5",
        fill=(("#doing-putting-1 [name=destiny]", "5"),),
    ),
    Case("tales.end_turn", begun(), "turn?doing=later", ("#end-turn button",), "turn", "Bob"),
    Case("tales.declare", begun(CARD, MET), "turn", ("#victory summary", "#declare button"), "turn", "Bob"),
    Case(
        "tales.declare",
        begun(CARD, MET, award(statuses="envious")),
        "turn",
        ("#victory summary", "#declare button", "#offer button"),
        "turn",
        "Bob",
    ),
    Case("tales.stop", begun(), "heroes", ("#stopping summary", "#stop button"), TOP, "Nobody wins", left="tale"),
    Case("tales.tell_secret", begun(*OVER), "tale", ("#show-goals button",), "secret", "Goal: destiny 3, story 17"),
    Case("tales.tell_secret", begun(*OVER), "fair", ("#tell button",), "secret", "The secret"),
    Case("tales.word", tales(), "fair", ("#word button",), "words", "Karneol", fill=SAID),
    Case("tales.house_rule", tales(), "ask?about=gift_cap", ("#house-gift_cap button",), "house-", "At this table"),
]
