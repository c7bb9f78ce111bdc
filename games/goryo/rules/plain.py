"""Actions of the Samurai in one pass. More than half of the events of a game are such actions.

`legality` and `transition` define the rules and handle every event. This module repeats them for
legal actions, because a replay needs both for each event and they look for the same Samurai and
space. The tests compare it with them at each step of random games.
"""

from itertools import permutations

from games.goryo.rules.board import Board
from games.goryo.rules.editions import MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.events import Event, Move, Search, Sniff
from games.goryo.rules.state import CHASE, Chase, State

_new = tuple.__new__
"""As in `transition`."""


def _after_activation(called: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return who is activated after an action of Samurai `number`; empty if he can't act (5.1)."""
    if called[-1:] == (number,):
        return called
    if number in called or len(called) == SAMURAI_CALLED:
        return ()
    return (*called, number)


_CALLED = {
    called: tuple([_after_activation(called, number) for number in range(4)])
    for length in range(SAMURAI_CALLED + 1)
    for called in permutations(range(4), length)
}
"""`_after_activation` for every order of activation and Samurai."""


def advance(state: State, event: Event) -> State | None:
    """Return the position after a legal action of a Samurai (5.1 to 5.4); None for all other
    events, legal or not.
    """
    setup, table, chase, secret = state
    if table.phase is not CHASE or not isinstance(event, (Move, Sniff, Search)):
        return None
    ruleset, board, _, _ = setup
    try:
        number = ruleset.colours.index(event.samurai)
    except ValueError:
        return None
    samurai, before, moves, searched, sniffed, left, green, red = chase
    called = _CALLED[before][number]
    if len(called) != len(before):
        moves, searched, sniffed = 0, False, False
    if not called or not left or moves + searched + sniffed == ruleset.actions_each:
        return None
    if isinstance(event, Move):
        space = _next_space(board, samurai[number], event.to)
        if space is None or moves == MOVES_EACH:
            return None
        stand, moves = list(samurai), moves + 1
        stand[number] = space
        one, two, three, four = stand
        samurai = one, two, three, four
    else:
        here = samurai[number]
        if isinstance(event, Search):
            space, is_used, searched = here, searched, True
        else:
            space, is_used, sniffed = _next_space(board, here, event.space), sniffed, True
        if space is None or is_used or space == table.pawn or (green | red) >> space & 1:
            return None
        if event.answer:
            green |= 1 << space
        else:
            red |= 1 << space
    after = _new(Chase, (samurai, called, moves, searched, sniffed, left - 1, green, red))
    return _new(State, (setup, table, after, secret))


def _next_space(board: Board, here: int, name: str) -> int | None:
    """Return the space with a name if it is next to `here`, else None."""
    space = board.index.get(name)
    return None if space is None or not board.near_mask[here] >> space & 1 else space
