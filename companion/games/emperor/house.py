"""The house rules that a table of Emperor can switch, by their questions in questions.toml. Pure."""

from __future__ import annotations

from companion.kit.creatures import STOLEN_ATTACKS
from companion.kit.house import switch_of

HOUSE_RULES = {"stolen_attacks": STOLEN_ATTACKS}

switch_rule = switch_of(HOUSE_RULES)
