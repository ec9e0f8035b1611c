"""What a game's check finds wrong with a state."""


def wrong(check, state, seats):
    """List what is wrong with a state, in the check's own words."""
    try:
        check(state, seats)
    except ValueError as error:
        return str(error).partition(": ")[2].split(", ")
    return []
