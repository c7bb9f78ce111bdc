"""The end of a round and of a game (4.8, 6.8)."""

from games.goryo.rules.editions import ROUNDS
from games.goryo.rules.plan import stuck_types
from games.goryo.rules.state import PLAN, Chase, Secret, Setup, State, Table

_new = tuple.__new__
"""As in `state`."""


def begin_round(setup: Setup, table: Table, chase: Chase, secret: Secret) -> State:
    """Begin the next round, or end the game if the Goryō is stuck for every possible bound type
    (4.8).
    """
    table = table.at(PLAN, table.round + 1, 0)
    stuck = stuck_types(setup.board, table, secret.possible)
    secret = _new(Secret, (secret.recorded, secret.possible, stuck, None))
    state: State = _new(State, (setup, table, chase, secret))
    return end_game(state, "samurai", "stuck") if stuck == secret.possible else state


def end_round(setup: Setup, table: Table, chase: Chase, secret: Secret) -> State:
    """End a round after its draws: revenge after the fourth (6.8), else begin the next."""
    if table.round == ROUNDS:
        return end_game(State(setup, table, chase, secret), "goryo", "revenge")
    return begin_round(setup, table, chase, secret)


def end_game(state: State, winner: str, reason: str) -> State:
    """End the game by rule: nothing is due any more, and the bound type is revealed if it was
    recorded.
    """
    setup, table, chase, secret = state
    over = table.over(winner, reason, known_bound(secret), 0)
    return State(setup, over, chase, Secret(secret.recorded, secret.possible, 0, None))


def known_bound(secret: Secret) -> int | None:
    """Return the bound type's number if it was recorded, else None."""
    return secret.possible.bit_length() - 1 if secret.recorded else None
