"""Every event that the rules allow in a position, lazily and in a fixed order.

Plans and answers are those that the rules allow; a record may hold others, which count as mistakes
(7.1, 7.2). `resign` and `abandon` come last and are allowed at any time before the end.
"""

from collections.abc import Iterator

from games.goryo.rules import events
from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVES_EACH
from games.goryo.rules.events import Event
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import legal_plans, plan_masks
from games.goryo.rules.state import CHASE, OVER, PLAN, SETUP, Chase, State


def legal_events(state: State) -> Iterator[Event]:
    """Yield the legal events: those of the phase first, then resigning and abandoning."""
    board, phase = state.setup.board, state.table.phase
    if phase is OVER:
        if state.table.bound_drawn and not state.secret.recorded:
            for kind in set_bits(state.secret.possible):
                yield events.Unmask(board.types[kind])
        return
    if phase is SETUP:
        yield from _setup(state)
    elif phase is PLAN:
        yield from _plans(state)
    elif phase is CHASE:
        yield from _actions(state)
        if state.secret.plan is not None:  # else the record does not know what is discovered
            yield events.Discover()
    else:
        for kind in set_bits(bag(state)):
            yield events.Draw(board.types[kind])
    yield events.Resign("goryo")
    yield events.Resign("samurai")
    yield events.Abandon()


def _setup(state: State) -> Iterator[Event]:
    board = state.setup.board
    if not state.table.bound_drawn:
        for name in board.types:
            yield events.Bind(name)
        yield events.Bind(None)
        return
    for kind, name in enumerate(board.types):
        if state.secret.possible != 1 << kind:
            for space in board.spaces(board.of_type[kind]):
                yield events.Haunt(name, space)


def _plans(state: State) -> Iterator[Event]:
    """Yield the plans that are legal for at least one type that may be bound (7.7)."""
    secret = state.secret
    yield from legal_plans(state.setup.board, state.table, secret.barred_types)
    if secret.stuck and not secret.recorded:
        yield events.Stuck()


def _actions(state: State) -> Iterator[Event]:
    for number, colour in enumerate(state.setup.ruleset.colours):
        used = state.chase.turn_of(number)
        is_free = used is not None and used.actions < state.setup.ruleset.actions_each
        if used is not None and is_free and state.chase.actions_left:
            yield from _samurai(state, number, colour, used)


def _samurai(state: State, number: int, colour: str, used: Chase) -> Iterator[Event]:
    """Yield what a Samurai may do; `used` holds the actions he has taken."""
    board, here = state.setup.board, state.chase.samurai[number]
    closed = state.chase.green | state.chase.red
    if state.table.pawn is not None:
        closed |= 1 << state.table.pawn
    if used.moves < MOVES_EACH:
        for to in board.near[here]:
            yield events.Move(colour, board.names[to])
    if not used.searched and not closed >> here & 1:
        for answer in allowed_answers(state, here):
            yield events.Search(colour, answer)
    if not used.sniffed:
        for space in board.near[here]:
            if not closed >> space & 1:
                for answer in allowed_answers(state, space):
                    yield events.Sniff(colour, board.names[space], answer)


def allowed_answers(state: State, space: int) -> tuple[bool, ...]:
    """Return the answers that 5.5 allows the Goryō about a space."""
    if state.secret.plan is None:
        return (True, False)
    cubes, trail = plan_masks(state.setup.board, state.secret.plan)
    if cubes >> space & 1:
        return (True,)
    if trail >> space & 1:
        return (True, False) if state.setup.ruleset.denial_allowed else (True,)
    return (False,)
