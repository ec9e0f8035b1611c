"""Pages that people see seldom: what they say, that they fit every phone, and the War Game's map on wide screens."""

import json
import re

import pytest

from tests.browser.cases_war import ring as guarded
from tests.browser.cases_war_game import BIRD, DONE, ELF, FIGHT, SUPPLY, begun as besieged, correct
from tests.browser.moves import BEGIN, do, emperor, open_table
from tests.browser.test_page_layout import AIM, LAYOUT, LEAST, STILL, fits, play
from tests.colours import colour

pytestmark = pytest.mark.browser

LOCALES = {"en": "en-GB", "de": "de-DE"}
WIDE = ((1024, 768), (1920, 1080))
CARDS = ("few_passages", "no_key_mage", "low_capacity")
"""The Scoring Cards on the table; each player's private one is another."""
SHEETS = (
    ("equipment_sets", {"trophies_30": 1, "corked": 2, "circled": 1, "corks": 2, "staves": 2, "hats": 2, "cloaks": 2}),
    ("inactive_circles", {"other": 5}),
    ("keys", {"keys": 2}),
    ("active_mages", {"mages": 2, "mages_active": 1}),
)
"""What four players hold, so that together they have points from twelve sources."""
MANA = do("cast", name="Elf", power="2", toughness="2", cost="1", abilities="mana")


def seated(*names):
    """Write who sits where, as the form of a new table does."""
    form = {"count": str(len(names))}
    for n, name in enumerate(names):
        form |= {f"players-{n}-name": name, f"players-{n}-colour": colour(n)}
    return form


def box_of_tales(phone):
    phone.open_table()  # only who has sat at a table here changes a box
    yield "tales/box", "Bewegung je Stufe"
    yield "tales/box/rates", "Wohlhabend"
    yield "tales/box/rewards", "Was die Geschichte bringt"
    yield "tales/box/names", "Schätze"
    yield "tales/box/status/wounded", "Fertigkeiten"
    yield "tales/box/import", "Schachtel importieren"
    yield "tales/box/history", "Verlauf der Schachtel"
    yield "tales/box/reset/rates", "Zurück"


def lists_of_scores(phone):
    """Finish a game, let it come once more in a file, and delete it."""
    code = phone.open_table("first_game", names=("Ann", "Bob"))
    play(phone, code, "count", seat="0", box="bottles", value="3")
    play(phone, code, "finish")
    asked = phone.context.request
    id = re.search(r"/scores/(\d+)", asked.get(f"djinn/{code}/result").text())[1]
    [first, *_] = asked.get("scores/plays.json?player=Ann").json()
    del first["identity"]  # they are to be other plays
    other = first | {"code": None, "game": "tales", "played_at": first["played_at"] - 90_000}
    again = json.dumps([first | {"code": None, "played_at": first["played_at"] - 86_400}, other]).encode()
    form = {"csrf_token": phone.token, "file": {"name": "plays.json", "mimeType": "text/plain", "buffer": again}}
    brought = asked.post("scores/import", multipart=form, max_redirects=0).headers["location"].rpartition("=")[2]
    phone.post(f"scores/{id}/delete")
    tales = asked.get("scores/plays.json?game=tales").json()
    tale = next(one for one in tales if one["played_at"] == other["played_at"])
    yield f"scores/{tale['id']}/edit", "Correct this play"
    yield f"scores/{tale['id']}/game", "A game not listed here"
    yield "scores/new?game=emperor", "won with the team"
    yield "scores/new?title=Azul&won_by=points", "Score sheet"
    asked.post("scores/players/rename", form={"csrf_token": phone.token, "before": "Ann", "name": "Anna"})
    yield "scores/players", "Ann is now called Anna"
    yield "scores/player/Anna", "Rename, merge or hide"
    yield "scores/let-in", "Show the link"
    yield "scores/trash", "Ann"
    yield "scores/import", "2 plays"
    yield f"scores/import/{brought}", "Undo all"
    yield f"?forgotten={code}", "Bring it back"
    yield "sign-out", code


def games_without_the_app(phone):
    """Open the sheets of a duel that was played without the app."""
    phone.open_table()
    names = [letter * 24 for letter in "WÄÖMXQ"]
    code = phone.post("emperor/just-score", just_score="y", **seated(*names)).headers["location"].split("/")[2]
    yield "djinn/just-score", "Wertungskarten"
    yield "emperor/just-score", "Wie viele"
    yield "efreet_war/just-score", "Wie viele"
    yield f"emperor/{code}/result", "Wer hat gewonnen?"
    yield f"emperor/{code}/seats", "WWWWWWWWWWWW"


def games_alone(phone):
    """Enter two games against Tom, in which tasks were met."""
    phone.open_table("first_game", names=("Mia", "Bob"))
    game = {"name": "Mia", "day": "2026-01-02", "deck": "12", "won": "y", "tom": "house"}
    phone.post("djinn/solo/new", **game, points="90", tasks="ten_coins")
    kept = phone.post("djinn/solo/new", **game, points="120", tasks="two_mages").headers["location"]
    yield "djinn/solo?player=Mia", "120"
    yield f"djinn/solo/{kept.rpartition('-')[2]}", "Correct a result against Tom"


def rings(phone):
    """Open what happens seldom in a ring: forms in its middle, and how a long life went."""
    lives = [do("life", seat="1", **how) for how in ({"by": "-5"}, {"value": "1500"}, {"by": "3"})]
    duel = f"emperor/{open_table(phone, *emperor(BEGIN, *lives))}/ring"
    yield f"{duel}?doing=steal", "auf den Dieb zu"
    yield f"{duel}?seat=1&doing=force", "auf die Quelle zu"
    yield f"{duel}?doing=out", "ausgeschieden"
    yield f"{duel}?counter=own&doing=name", "zählt"
    yield f"{duel}?seat=1&doing=life", "Leben bisher"
    yield f"{duel}?seat=1&why=1", "Wen trifft"
    war = f"efreet_war/{open_table(phone, *guarded(do('life', seat='2', by='-7')))}/war"
    yield f"{war}?seat=2&doing=why", "Warum"
    yield f"{war}?doing=mix", "Mischen"
    yield f"{war}?seat=0&doing=force", "auf die Quelle zu"
    yield f"{war}?doing=steal", "auf den Dieb zu"
    yield f"{war}?doing=out", "spielt weiter"


def end_of_many_sources(phone):
    """End a game with points from all sources, just now, so that it is told line by line."""
    phone.open_table()
    form = {"csrf_token": phone.token, "op": "sheets", **seated("Ann", "Bob", "Cem", "Dee")}
    sent = "&".join(f"{name}={value}" for name, value in [*form.items(), *[("cards", card) for card in CARDS]])
    head = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = phone.context.request.post("djinn/just-score", data=sent, headers=head, max_redirects=0)
    code = answer.headers["location"].split("/")[2]
    for seat, (card, boxes) in enumerate(SHEETS):
        play(phone, code, "private", seat=str(seat), card=card)
        for box, value in boxes.items():
            play(phone, code, "count", seat=str(seat), box=box, value=str(value))
    play(phone, code, "finish")
    yield f"djinn/{code}/result", "Other points"


def wars_of_strongholds(phone):
    """Let a creature die, which the page of the armies tells of, and let others give mana."""
    yield f"war_game/{open_table(phone, *besieged(*FIGHT, do('damage', creature='2', by='9')))}/army", "Bird ist weg"
    turns = [move for seat in "01" for move in (SUPPLY, DONE, MANA, do("end-turn", seat=seat))]
    yield f"war_game/{open_table(phone, *besieged(*turns))}/war", "Mana"


SELDOM = (
    (box_of_tales, "de"),
    (lists_of_scores, "en"),
    (games_without_the_app, "de"),
    (games_alone, "en"),
    (rings, "de"),
    (end_of_many_sources, "en"),
    (wars_of_strongholds, "de"),
)


@pytest.mark.parametrize(("pages", "language"), SELDOM, ids=lambda one: getattr(one, "__name__", one))
def test_every_page_fits_every_phone_and_says_what_it_is_for(phone, pages, language):
    reader = phone(locale=LOCALES[language])
    found = set()
    for path, words in pages(reader):
        reader.go(path).reads("main", words)
        for choice in reader.find("#roll-supply .those > label").all()[:1]:
            choice.click()
        found |= {f"{path}: {one}" for one in (*fits(reader, language), *reader.page.evaluate(STILL))}
    assert not found, "\n" + "\n".join(sorted(found))


# The War Game on a screen in the middle of the table


THREE = [move for seat in "01" for move in (SUPPLY, DONE, ELF, BIRD, ELF, do("end-turn", seat=seat))]
BOARDS = {
    "far": besieged(*FIGHT, do("settle", place="C")),
    "near": besieged(*THREE, SUPPLY, near="y"),
    "beside": besieged(*THREE, correct("1", "23"), correct("2", "23"), correct("3", "23")),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_map_of_the_war_game_lies_on_a_wide_screen_and_fits(phone, name):
    screen = phone(width=1024, height=768, locale=LOCALES["de" if name == "far" else "en"])
    game, count, options, moves = BOARDS[name]
    if name == "beside":
        moves = (do("choose-stronghold", seat="1", place="B"), *moves)
    code = open_table(screen, game, count, options, moves)
    found = set()
    for page in ("board", "war"):
        screen.go(f"war_game/{code}/{page}").sees(".field .square >> nth=14")
        for width, height in WIDE:
            screen.page.set_viewport_size({"width": width, "height": height})
            found |= {f"{page} {width}: {one}" for one in screen.page.evaluate(LAYOUT, [LEAST, AIM])["found"]}
    assert not found, "\n" + "\n".join(sorted(found))
