"""What chance decides in Tales: who starts, drawn skills, the dice. Pure."""

from __future__ import annotations

from random import Random

from companion.games.tales.facts import BASICS, SKILLS, events as ev
from companion.games.tales.facts.encounter import bonus, chart_row, paragraphs
from companion.games.tales.state import State
from companion.kit.fairness.committed_random import next_draw


def first(state: State, rng: Random | None = None) -> ev.FirstRolled:
    """Roll two dice for everybody, and again for those who tie at the top (rules, Setup)."""
    chance = next_draw(state, "first", rng)
    rolls: list[tuple[tuple[int, int], ...]] = []
    rolling = list(range(state.players))
    while not rolls or len(rolling) > 1:
        rolls.append(tuple((seat, chance.randint(1, 6) + chance.randint(1, 6)) for seat in rolling))
        highest = max(dice for _, dice in rolls[-1])
        rolling = [seat for seat, dice in rolls[-1] if dice == highest]
    return ev.FirstRolled(rolling[0], tuple(rolls))


def skills(state: State, rng: Random | None = None) -> ev.SkillsDrawn:
    """Draw three different skills for everybody (rules, Setup)."""
    chance = next_draw(state, "skills", rng)
    return ev.SkillsDrawn(tuple(tuple(chance.sample([*SKILLS], BASICS.skills)) for _ in range(state.players)))


def row(state: State, seat: int, die: int | None = None, rng: Random | None = None, *, chart: int = 0) -> ev.RowRolled:
    """Roll the die of a chart, unless the table rolled it, and find the row."""
    hero, by_hand = state.heroes[seat], die is not None
    face = die or next_draw(state, "chart", rng).randint(1, 6)
    space, more = hero.place.number, bonus(hero.destiny)
    return ev.RowRolled(seat, face, space, more, chart_row(face, space, hero.destiny), by_hand, chart)


def destiny(state: State, seat: int, face: int | None = None, rng: Random | None = None) -> ev.DestinyRolled:
    """Roll the destiny die, two faces each of minus, blank and plus, unless the table rolled it (our reading)."""
    number = state.encounter.number if state.encounter else 0
    shown = next_draw(state, "destiny", rng).choice((-1, 0, 1)) if face is None else face
    return ev.DestinyRolled(seat, shown, paragraphs(number)[shown + 1], face is not None)


def city(
    state: State, seat: int, card: str, die: int | None = None, rng: Random | None = None, *, override: bool = False
) -> ev.CityCardPlayed:
    """Roll the die of a city card, unless the table rolled it."""
    face = die or next_draw(state, "city", rng).randint(1, 6)
    return ev.CityCardPlayed(seat, card, face, die is not None, override)
