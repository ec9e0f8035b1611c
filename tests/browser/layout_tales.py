"""The pages of Tales of the Arabian Nights that are looked at, and the tables that they show."""

from tests.browser.cases_tales import BEGIN, GOALS, NEXT, NUMBER, OVER, READY, award
from tests.browser.moves import do
from tests.colours import colour

LONG = "x" * 40
TALES = {
    "new tales": "tales/new",
    "tales' rules": "tales/rules",
    "tales' set-up": "tales/{tales}/setup",
    "tales' set-up done": "tales/{tales_ready}/setup",
    "first turn": "tales/{tales_begun}/turn",
    "somebody joined": "tales/{tales_joined}/setup",
    "encounter": "tales/{tales_met}/turn",
    "where a card leads": "tales/{tales_begun}/turn?doing=row",
    "reaction": "tales/{tales_begun}/turn?doing=number",
    "Master": "tales/{tales_met}/turn?doing=master",
    "destiny die": "tales/{tales_met}/turn?doing=destiny",
    "award in full": "tales/{tales_met}/turn?doing=more",
    "headings to keep": "tales/{tales_met}/turn?doing=headings",
    "after the encounter": "tales/{tales_met}/turn?doing=later",
    "heroes": "tales/{tales_met}/heroes",
    "hero to correct": "tales/{tales_met}/heroes?doing=putting-0",
    "tale": "tales/{tales_met}/tale",
    "tale told": "tales/{tales_over}/tale",
    "book": "tales/{tales_met}/book",
    "tales' secret": "tales/{tales_told}/fair",
    "tales' house rule": "tales/{tales}/ask?about=gift_cap",
}
FULL = award(mastered="magic", gained="luck", treasure=LONG, statuses="wounded", destiny="3", story="9")
MET = [
    award(mastered="wisdom", statuses="married"),
    do("keep-card", seat="0", card=LONG),
    do("line", seat="1", line="W" * 200),
    *NEXT,
    do("move", seat="0", kind="city", number="5", route="LS", place=LONG),
    FULL,
    *(
        award(statuses=status)
        for status in ("blessed", "beloved", "crippled", "envious", "fated", "insane", "enslaved")
    ),
    do("marker", seat="0", marker="destination", place=LONG),
    *NUMBER,
    do("destiny", face="1"),
]


def tables(phone, play, names):
    """Open tables of Tales in every state; give their codes."""

    def opened(*moves):
        form = {"count": str(len(names)), "total": "20"}
        for n, name in enumerate(names):
            form |= {f"players-{n}-name": name, f"players-{n}-colour": colour(n)}
        code = phone.post("tales/new", **form).headers["location"].split("/")[2]
        for move, choices in moves:
            play(phone, code, move, game="tales", **choices)
        return code

    over = [*READY, BEGIN, *OVER]
    return {
        "tales": opened(*GOALS[:2], do("hero", seat="0", gender="woman", name=LONG, quest=LONG)),
        "tales_ready": opened(*READY),
        "tales_begun": opened(*READY, BEGIN),
        "tales_joined": opened(
            *READY, BEGIN, do("join", name="W" * 24, colour=colour(len(names)), right="0", total="15")
        ),
        "tales_met": opened(*READY, BEGIN, *MET),
        "tales_over": opened(*over),
        "tales_told": opened(*over, do("tell-secret")),
    }
