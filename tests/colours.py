"""A colour of the own for every player, as far as there are enough."""

from companion.table.seating.seats import COLOURS


def colour(number):
    """Choose the colour of a player by the number of the seat."""
    return list(COLOURS)[number % len(COLOURS)]
