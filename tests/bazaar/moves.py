"""What merchants do in Bazaar. Pure."""

from companion.kit.fairness.committed_random import SecretTold, committed, new_secret, say
from companion.language.texts import Text
from companion.table.log import Refusal
from tests.bazaar import draws, events as ev
from tests.bazaar.state import GOODS, MOST_COINS, STEPS, evolve, is_closed, is_counted, left, steps


def open_game(state, *, players, rng):
    """Open a table: commit to a secret, draw the street and everybody's order."""
    opened, secret = ev.Opened(players), committed(new_secret(rng))
    ready = evolve(evolve(state, opened), secret)
    return [opened, secret, draws.street(ready), draws.orders(ready)]


def say_word(state, *, seat, word):
    """Add a player's word to the draws; all is drawn anew with it."""
    _require_setup(state)
    said = say(state, seat, word)
    ready = evolve(state, said)
    return [said, draws.street(ready), draws.orders(ready)]


def draw_street(state, *, rng):
    """Draw the street again, and who goes first."""
    _require_setup(state)
    return [draws.street(state, rng)]


def begin(state):
    """Begin the first round."""
    _require_setup(state)
    return [ev.Begun()]


def take(state, *, seat, good):
    """Walk to the stall of a good, and take one."""
    if not state.begun:
        raise Refusal("The bazaar isn't open yet. Begin the game first.")
    if is_closed(state):
        raise Refusal("The bazaar has closed. Count your coins.")
    if seat != state.turn:
        raise Refusal("It isn't your turn. Wait until it is.")
    if good not in GOODS:
        raise Refusal("Choose one of the stalls.").about("good")
    if why := why_not(state, seat, good):
        raise Refusal(why.message, **why.values).about("good")
    return [ev.GoodTaken(seat, good)]


def why_not(state, seat, good):
    """Say why a merchant cannot take a good now; None if that can be."""
    if not left(state, good):
        return Text("That stall is sold out. Choose another one.")
    if (far := steps(state, seat, good)) > STEPS:
        return Text("That is %(far)s steps away. You walk %(most)s at most.", far=far, most=STEPS)
    return None


def count(state, *, seat, coins):
    """Enter the coins that a merchant has counted, perhaps once more."""
    if not is_closed(state):
        raise Refusal("The bazaar hasn't closed yet. Count your coins after the last round.")
    if state.told:
        raise Refusal("The orders are shown, so this is final. You can correct the points in the scores.")
    if not 0 <= coins <= MOST_COINS:
        raise Refusal("Enter 0 to %(most)s coins.", most=MOST_COINS).about("coins")
    return [ev.CoinsCounted(seat, coins)]


def show_orders(state):
    """Show everybody the secret orders and the secret of the draws: this ends the game."""
    if not is_closed(state):
        raise Refusal("The bazaar hasn't closed yet. Orders stay secret until then.")
    if not is_counted(state):
        raise Refusal("Somebody hasn't entered their coins yet.")
    if state.told:
        raise Refusal("Everything is already revealed.")
    return [SecretTold()]


def _require_setup(state):
    if state.begun:
        raise Refusal("The game has begun. To change this, undo its beginning.")
