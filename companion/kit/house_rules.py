"""House rules that a table can switch, where a text leaves something open. Pure.

A game names its `HouseRule`s by the ids of the questions that they belong to; its state is also a `House`, its events
include `RuleSwitched`, and its move `switch_rule` is made by `switch_of` them. Where a question has more than two
answers, each but our own is a rule, named "column=1" and so on after the question "column"; one is on at most.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from companion.language.texts import Text
from companion.table.log import Refusal, changed


@dataclass(frozen=True)
class HouseRule:
    """What a table plays by if the rule is on, and what holds if it is off: most often our reading."""

    on: Text
    off: Text


@dataclass(frozen=True)
class RuleSwitched:
    rule: str
    on: bool
    usual: bool = False  # as a table opens: a new one has it on unless it is chosen otherwise


@dataclass(frozen=True, kw_only=True)
class House:
    """What a game's state knows of its house rules."""

    rules_on: frozenset[str] = frozenset()
    usual: frozenset[str] = frozenset()  # the rules that were on by default when the table was opened

    @property
    def in_force(self) -> frozenset[str]:
        """The house rules that are on; a game adds those that it keeps elsewhere."""
        return self.rules_on

    @property
    def fixed(self) -> frozenset[str]:
        """The house rules that cannot be switched any more."""
        return frozenset()

    @property
    def by_host(self) -> bool:
        """Whether only a host switches them, not everybody who plays."""
        return False


AnyState = TypeVar("AnyState", bound=House)


def question_of(rule: str) -> str:
    """Find the id of the question that a house rule belongs to."""
    return rule.partition("=")[0]


def by_question(rules: Iterable[str]) -> dict[str, list[str]]:
    """Group rules by the questions that they belong to."""
    found: dict[str, list[str]] = {}
    for rule in rules:
        found.setdefault(question_of(rule), []).append(rule)
    return found


class Switch(Protocol):
    """The move that switches a house rule of a table; if it is so already, nothing happens."""

    def __call__(self, state: House, *, rule: str, on: bool) -> list[RuleSwitched]: ...


def switch_of(rules: Mapping[str, HouseRule]) -> Switch:
    """Make the move that switches a game's house rules."""

    def switch_rule(state: House, *, rule: str, on: bool) -> list[RuleSwitched]:
        if rule not in rules:
            raise Refusal("There's no such house rule. Choose one from the list.").about("rule")
        return [] if (rule in state.in_force) == on else [RuleSwitched(rule, on)]

    return switch_rule


def opened_with(chosen: Mapping[str, bool], usual: Container[str]) -> list[RuleSwitched]:
    """Write down which rules a new table has on, and of those on by default how they are."""
    return [RuleSwitched(rule, on, rule in usual) for rule, on in chosen.items() if on or rule in usual]


def differing(state: House, rules: Mapping[str, HouseRule]) -> dict[str, Text]:
    """Say how a table plays where it plays otherwise than it would by default, by rules."""
    return {
        id: rule.on if id in state.in_force else rule.off
        for id, rule in rules.items()
        if (id in state.in_force) != (id in state.usual)
    }


def take_over(state: House, *, rules: Iterable[str]) -> list[RuleSwitched]:
    """Switch on the house rules by which the same people played before."""
    return [RuleSwitched(rule, True) for rule in sorted({*rules} - state.in_force)]


def switched(state: AnyState, event: RuleSwitched) -> AnyState:
    """Apply a switch; of the rules of one question only the one that was switched last is on."""
    if event.usual:
        state = changed(state, usual=state.usual | {event.rule})
    if not event.on:
        return changed(state, rules_on=state.rules_on - {event.rule})
    others = {rule for rule in state.rules_on if question_of(rule) == question_of(event.rule)}
    return changed(state, rules_on=state.rules_on - others | {event.rule})


def tell(event: RuleSwitched, rules: Mapping[str, HouseRule]) -> Text:
    """Say how the table plays from now on."""
    rule = rules.get(event.rule)
    if rule is None:
        return Text("Somebody changed a house rule this Companion doesn't know.")
    said = rule.on if event.on else rule.off
    return Text("%(rule)s", rule=said) if event.usual and event.on else Text("House rule: %(rule)s", rule=said)
