"""After the encounter: selling, giving, city cards, quests, markers, the tale, and what the table puts right. Pure."""

from __future__ import annotations

from random import Random

from companion.games.tales.facts import SKILLS, STATUSES, events as ev, wealth
from companion.games.tales.facts.events import Event
from companion.games.tales.play.award import SULTAN, as_written, owner, settled
from companion.games.tales.play.turn import BOUND, STANDS, require_met, require_turn
from companion.games.tales.setup import draws
from companion.games.tales.setup.setup import named
from companion.games.tales.state import TIMES, State, time_of, turns_ended
from companion.games.tales.state.heroes import (
    GENDERS,
    MARKERS,
    MOST_POINTS,
    MOST_THINGS,
    PLACES,
    Hero,
    is_for,
    same_space,
)
from companion.games.tales.state.house_rules import GIFT_CAP
from companion.language.texts import Text
from companion.table.log import Refusal

LONGEST_LINE = 200
IN_CITY = ("baghdad", "city")


def _require_free(hero: Hero, *, override: bool) -> None:
    """Refuse what Imprisoned forbids, unless nobody noticed (FAQ, Imprisoned)."""
    if "imprisoned" in hero.statuses and not override:
        raise Refusal("Imprisoned: you can't sell or play a city card.").unless("stands", STANDS)
    if hero.place.kind not in IN_CITY:
        raise Refusal("Only in a city. If you are in one, say where.")


# Selling and giving


def sell(
    state: State,
    *,
    seat: int | None = None,
    treasure: str,
    by: int,
    limit: str,
    override: bool = False,
    early: bool | None = None,
    strict: bool = False,
) -> list[Event]:
    """Sell a treasure in a city for the wealth that its card says (rules, Selling Treasures).

    With `strict` the Sultan stays Fabulous without any; False is what logs hold of the time when it dropped.
    """
    seat = require_turn(state, seat)
    hero = state.heroes[seat]
    if treasure not in hero.treasures:
        raise Refusal("You don't have this treasure.").about("treasure")
    if by < 1 or limit not in wealth.RANK:
        refusal = Refusal("Say how many levels the card gives, and the highest it allows.")
        raise refusal.about("by" if by < 1 else "limit")
    require_met(state, early=early)
    _require_free(hero, override=override)
    sold = wealth.gain if strict and SULTAN in hero.statuses else wealth.sell
    level = sold(hero.wealth, by, most=limit, treasures=len(hero.treasures))
    gained: list[Event] = [ev.WealthChanged(seat, level)] if level != hero.wealth else []
    return settled(state, seat, [*gained, ev.TreasureSold(seat, treasure, by, limit)])


def give(state: State, *, seat: int, to: int) -> list[Event]:
    """Give a level of wealth to a player in the same space, in the turn of either (FAQ, Giving wealth)."""
    require_turn(state)
    if seat == to or not {seat, to}.issubset(range(state.players)):
        raise Refusal("Choose somebody else.").about("to")
    if state.turn not in (seat, to):
        raise Refusal("You can only give wealth on your own turn or the other player's.")
    giver, receiver = state.heroes[seat], state.heroes[to]
    if not same_space(giver.place, receiver.place):
        raise Refusal("You must share a space. First say where you both are.").about("to")
    levels = wealth.give(
        giver.wealth,
        receiver.wealth,
        receiver_treasures=len(receiver.treasures),
        capped=GIFT_CAP in state.rules_on,
    )
    changes: list[Event] = [ev.WealthChanged(one, level) for one, level in zip((seat, to), levels, strict=True)]
    return changes


# City cards


def keep_card(state: State, *, seat: int | None = None, card: str) -> list[Event]:
    """Keep a city card for a later turn (rules, City encounter cards)."""
    seat = require_turn(state, seat)
    own = state.heroes[seat].cards
    if named(card) in own:
        raise Refusal("You already have a card for this city.").about("card")
    if len(own) >= MOST_THINGS:
        raise Refusal("A hero can keep at most %(most)s cards.", most=MOST_THINGS).about("card")
    return [ev.CityCardKept(seat, card)]


def play_card(
    state: State,
    *,
    seat: int | None = None,
    card: str,
    rng: Random,
    die: int | None = None,
    override: bool = False,
    early: bool | None = None,
    strict: bool = False,
) -> list[Event]:
    """Play a city card in its city, once a turn, and roll its die (rules, City encounter cards).

    With `strict` Baghdad has its own cards; False is what logs hold of the time when it took any.
    """
    seat = require_turn(state, seat)
    hero = state.heroes[seat]
    if card not in hero.cards:
        raise Refusal("You don't have this card.").about("card")
    if hero.cards[card] == hero.turns:
        raise Refusal("Keep this card: you can play it from your next turn on.").about("card")
    if state.played:
        raise Refusal("One city card a turn: you've played yours.").about("card")
    require_met(state, early=early)
    _require_free(hero, override=override)
    if is_for(card, hero.place) is False and (strict or hero.place.name) and not override:
        here = hero.place.name or PLACES[hero.place.kind]
        refusal = Refusal("This card is for %(card)s, but you're in %(place)s.", card=card, place=here)
        raise refusal.unless("stands", STANDS)
    return [draws.city(state, seat, card, die, rng, override=override)]


# Quests and markers


def end_quest(
    state: State,
    *,
    seat: int | None = None,
    done: bool,
    quest: str = "",
    override: bool = False,
    early: bool | None = None,
    strict: bool = False,
) -> list[Event]:
    """End the quest, `done` or lost, and draw the next one, which begins with the next turn (FAQ, Quests).

    Whether it is fulfilled is asked after the encounter (rules, Turn 5). With `strict` who died has no success; False
    is what logs hold of the time when nobody asked.
    """
    seat = require_turn(state, seat)
    hero = state.heroes[seat]
    if done and hero.quest_turn == hero.turns:
        raise Refusal("This quest begins with your next turn.")
    if done:
        require_met(state, early=early)
    if done and not override:
        _require_success(hero, strict=strict)
    ended: list[Event] = [ev.QuestEnded(seat, hero.quest, done, override)]
    return [*ended, ev.QuestGot(seat, named(quest, least=0))]


def _require_success(hero: Hero, *, strict: bool) -> None:
    """Refuse a quest to who ended up Lost, Imprisoned or dead (FAQ, Successful encounters)."""
    bound = next((Text(STATUSES[status].label) for status in BOUND if status in hero.statuses), None)
    if bound:
        raise Refusal("%(status)s: you can't fulfil quests here.", status=bound).unless("stands", STANDS)
    if strict and hero.died == hero.turns:
        raise Refusal("You died this turn: you can't fulfil a quest.").unless("stands", STANDS)


def place_marker(state: State, *, seat: int, marker: str, place: str) -> list[Event]:
    """Place a marker, which leaves where it lay before; without a place it leaves the board.

    Whose home it marked is lost with that (FAQ, The Destination and Origin markers).
    """
    require_turn(state)
    if seat not in range(state.players) or marker not in MARKERS:
        raise Refusal("Choose one of the markers.").about("marker")
    hero = state.heroes[seat]
    if not place and marker not in hero.markers:
        raise Refusal("First say where the marker is.").about("place")
    stays = hero.markers.get(marker) == place
    had = [one for one in hero.tied.get(marker, ()) if one in hero.statuses and not stays]
    tied = tuple(one for one in hero.statuses if STATUSES[one].marker == marker and one not in had)
    moved = ev.MarkerPlaced(seat, marker, named(place), tied) if place else ev.MarkerRemoved(seat, marker)
    return settled(state, seat, [moved, *(ev.StatusLost(seat, status) for status in had)])


def name_master(state: State, *, seat: int, master: int) -> list[Event]:
    """Say whom a hero serves; one's own seat stands for nobody."""
    require_turn(state)
    if not {seat, master}.issubset(range(state.players)):
        raise Refusal("Choose one of the players.").about("master")
    return [ev.MasterNamed(seat, None if master == seat else master)]


def set_time(state: State, *, time: int) -> list[Event]:
    """Put the time of day right."""
    require_turn(state)
    if time not in range(len(TIMES)):
        raise Refusal("Choose a time of day.").about("time")
    return [] if time == time_of(state) else [ev.TimeSet(time)]


# The tale


def tell_line(state: State, *, seat: int, line: str, turn: int | None = None) -> list[Event]:
    """Add a line to the tale of a turn, by its number: of this one, or of one that has ended.

    None is what logs hold of the time when each line was about the turn that went on. After the game it is about the
    last one.
    """
    ended = turns_ended(state)
    if state.winners is None:
        require_turn(state)
    elif not ended:
        raise Refusal("The game is over, and no turn was finished: there's nothing to tell.").about("line")
    else:
        turn = turn or ended
    if not 0 <= (turn or 0) <= ended + (state.winners is None):
        raise Refusal("That turn hasn't begun.").about("line")
    if not 1 <= len(line) <= LONGEST_LINE or seat not in range(state.players):
        raise Refusal("A line needs 1 to %(most)s characters.", most=LONGEST_LINE).about("line")
    return [ev.LineTold(seat, line, turn if turn and turn <= ended else 0)]


# What the table decides


def correct(
    state: State,
    *,
    seat: int,
    destiny: int | None = None,
    story: int | None = None,
    level: str = "",
    gender: str = "",
    skill: str = "",
    trained: str = "",
    status: str = "",
    treasure: str = "",
    strict: bool = False,
) -> list[Event]:
    """Put right what a hero has; a status or treasure that is there already goes, another one comes.

    With `strict` a treasure is one thing, however it is typed and whoever has it; False is what logs hold of the time
    when it could come twice.
    """
    if seat not in range(state.players):
        raise Refusal("Choose one of the players.").about("seat")
    if state.winners is not None:
        raise Refusal("This game is over. To play on, undo what ended it.")
    hero = state.heroes[seat]
    events = [
        *_points_set(hero, seat, destiny, story),
        *([ev.WealthChanged(seat, level)] if level in wealth.RANK and level != hero.wealth else []),
        *([ev.GenderSet(seat, gender)] if gender in GENDERS and gender != hero.gender else []),
        *([ev.SkillTrained(seat, skill, trained)] if skill in SKILLS and hero.skills.get(skill, "") != trained else []),
        *_switched(state, seat, status),
        *_moved(state, seat, as_written(state, treasure) if strict else treasure, strict=strict),
    ]
    return [ev.Corrected(seat), *settled(state, seat, events)] if events else []


def _points_set(hero: Hero, seat: int, destiny: int | None, story: int | None) -> list[Event]:
    after = (hero.destiny if destiny is None else destiny, hero.story if story is None else story)
    if not all(0 <= points <= MOST_POINTS for points in after):
        raise Refusal("A hero can have at most %(most)s points.", most=MOST_POINTS).about("destiny")
    changes = (after[0] - hero.destiny, after[1] - hero.story)
    return [ev.PointsChanged(seat, *changes)] if any(changes) else []


def _switched(state: State, seat: int, status: str) -> list[Event]:
    """Let a status come, or go if it is there; with one status at a time another one makes room."""
    hero = state.heroes[seat]
    if status in hero.statuses:
        return [ev.StatusLost(seat, status)]
    if status not in STATUSES:
        return []
    others: list[Event] = [ev.StatusLost(seat, other) for other in hero.statuses if state.one_status]
    return [*others, ev.StatusGained(seat, status, hero.destiny, hero.story)]


def _moved(state: State, seat: int, treasure: str, *, strict: bool) -> list[Event]:
    """Let a treasure come, from whoever has it if the table is `strict`, or go if it is there."""
    own = state.heroes[seat].treasures
    if treasure in own:
        return [ev.TreasureLost(seat, treasure)]
    if not treasure:
        return []
    if len(own) >= MOST_THINGS:
        raise Refusal("A hero can have at most %(most)s treasures.", most=MOST_THINGS).about("treasure")
    return [ev.TreasureGained(seat, named(treasure), owner(state, treasure, but=seat) if strict else None)]
