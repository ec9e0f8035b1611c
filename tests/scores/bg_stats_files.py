"""Collections in the shape of BG Stats, as public programs read it, with people and places that nobody is."""

import random
import uuid

GAMES = (
    {"name": "Djinn", "highestWins": True, "noPoints": False},
    {"name": "Tales of the Arabian Nights", "highestWins": True, "noPoints": True},
    {"name": "Café del Zar", "highestWins": True, "noPoints": False, "bggId": 4711, "designers": "Nemo Nobody"},
    {"name": "Golf of Thorns", "highestWins": False, "noPoints": False},
    {"name": "All for One", "highestWins": True, "noPoints": True, "cooperative": True, "usesTeams": True},
)
PLAYERS = ("Ann", "Bob", "Ümit", "Zoë", "Anonymous player", "Maximiliane-Charlotte von und zu Hohenstein-Waldeck")
PLACES = ("At home", "Club")


def thing(rng, number, **more):
    return {"id": number, "uuid": uuid_of(rng), "modificationDate": "2024-01-01 10:00:00", **more}


def uuid_of(rng):
    return str(uuid.UUID(int=rng.getrandbits(128))).upper()


def score(rng, number, points, **more):
    return {
        "playerRefId": number,
        "score": points,
        "winner": False,
        "rank": 0,
        "startPlayer": False,
        "newPlayer": rng.random() < 0.2,
        "seatOrder": 0,
        "metaData": '{"x": 1}',
        **more,
    }


def play(rng, number):
    """Draw a play: some with points, some sums as they were typed, some lost by all, some by teams."""
    game = rng.randrange(len(GAMES))
    seated = rng.sample(range(len(PLAYERS)), rng.randrange(1, 5))
    typed = [rng.choice(("", "80", "12+30", "-5", "7.5", str(rng.randrange(200)))) for _ in seated]
    scores = [score(rng, 1 + one, points) for one, points in zip(seated, typed, strict=True)]
    if rng.random() < 0.9:
        rng.choice(scores)["winner"] = True
    rng.choice(scores)["startPlayer"] = rng.random() < 0.7
    if game == 4:
        for at, one in enumerate(scores):
            one["team"], one["role"] = ("East", "West")[at % 2], rng.choice(("Medic", ""))
    day = f"20{rng.randrange(10, 26)}-{rng.randrange(1, 13):02}-{rng.randrange(1, 28):02}"
    return {
        "uuid": uuid_of(rng),
        "gameRefId": 1 + game,
        "playDate": f"{day} {rng.randrange(24):02}:{rng.randrange(60):02}:{number % 60:02}",
        "playDateYmd": int(day.replace("-", "")),
        "durationMin": rng.choice((0, 45, 180)),
        "comments": rng.choice(("", "a long one", "x" * 500, "two\nlines")),
        "board": rng.choice(("", "Night side")),
        "rating": rng.randrange(10),
        "playImages": "[]",
        "expansionPlays": [],
        "usesTeams": game == 4,
        "playerScores": scores,
    } | ({"locationRefId": 1 + rng.randrange(2)} if rng.random() < 0.8 else {})


def collection(count, seed=7):
    """Draw a collection of so many plays."""
    rng = random.Random(seed)
    return {
        "about": "BG Stats",
        "games": [thing(rng, number, **game) for number, game in enumerate(GAMES, start=1)],
        "players": [
            thing(rng, number, name=name, isAnonymous=name.startswith("Anon"), bggUsername="")
            for number, name in enumerate(PLAYERS, start=1)
        ],
        "locations": [thing(rng, number, name=name) for number, name in enumerate(PLACES, start=1)],
        "plays": [play(rng, number) for number in range(count)],
        "challenges": [],
        "tags": [{"id": 1, "name": "kept by nobody"}],
        "userInfo": {"meRefId": 1},
    }
