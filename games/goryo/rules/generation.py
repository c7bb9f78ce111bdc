"""Every event the rules allow in a position, lazily and in a fixed order.

Plans and answers are those that the rules allow; a record may hold others, which count as mistakes
(7.1, 7.2). The two ways to stop (`resign`, `abandon`) come last and are allowed at any time before
the end.
"""

from collections.abc import Iterator

from games.goryo.rules.board import bits
from games.goryo.rules.editions import MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.events import (
    Abandon,
    Bind,
    Discover,
    Draw,
    Event,
    Haunt,
    Move,
    Resign,
    Search,
    Sniff,
    Stuck,
    Unmask,
)
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import legal_plans, plan_masks
from games.goryo.rules.state import CHASE, OVER, PLAN, SETUP, Chase, State


def legal_events(state: State) -> Iterator[Event]:
    """What the rules allow here, first by what is due, then the ways to stop."""
    board, phase = state.setup.board, state.table.phase
    if phase is OVER:
        if state.table.bound_drawn and not state.secret.recorded:
            for kind in bits(state.secret.possible):
                yield Unmask(board.types[kind])
        return
    if phase is SETUP:
        yield from _setup(state)
    elif phase is PLAN:
        yield from _plans(state)
    elif phase is CHASE:
        yield from _actions(state)
        yield Discover()
    else:
        for kind in bits(bag(state)):
            yield Draw(board.types[kind])
    yield Resign("goryo")
    yield Resign("samurai")
    yield Abandon()


def _setup(state: State) -> Iterator[Event]:
    board = state.setup.board
    if not state.table.bound_drawn:
        for name in board.types:
            yield Bind(name)
        yield Bind(None)
        return
    for kind, name in enumerate(board.types):
        if state.secret.possible != 1 << kind:
            for space in board.spaces(board.of_type[kind]):
                yield Haunt(name, space)


def _plans(state: State) -> Iterator[Event]:
    """Plans that are legal for at least one type that may be bound (7.7)."""
    secret = state.secret
    alive = secret.possible & ~secret.stuck
    yield from legal_plans(state.setup.board, state.table, alive if alive.bit_count() == 1 else 0)
    if secret.stuck and not secret.recorded:
        yield Stuck()


def _actions(state: State) -> Iterator[Event]:
    chase, ruleset = state.chase, state.setup.ruleset
    if chase.actions_left == 0:
        return
    for number, colour in enumerate(ruleset.colours):
        active = bool(chase.called) and chase.called[-1] == number
        if active:
            if chase.moves + chase.searched + chase.sniffed < ruleset.actions_each:
                yield from _samurai(state, number, colour, chase)
        elif number not in chase.called and len(chase.called) < SAMURAI_CALLED:
            yield from _samurai(state, number, colour, Chase(chase.samurai))


def _samurai(state: State, number: int, colour: str, used: Chase) -> Iterator[Event]:
    """What a Samurai may do; `used` holds the actions he has had."""
    board, here = state.setup.board, state.chase.samurai[number]
    barred = state.chase.green | state.chase.red
    if state.table.pawn is not None:
        barred |= 1 << state.table.pawn
    if used.moves < MOVES_EACH:
        for to in board.near[here]:
            yield Move(colour, board.names[to])
    if not used.searched and not barred >> here & 1:
        for answer in _answers(state, here):
            yield Search(colour, answer)
    if not used.sniffed:
        for space in board.near[here]:
            if not barred >> space & 1:
                for answer in _answers(state, space):
                    yield Sniff(colour, board.names[space], answer)


def _answers(state: State, space: int) -> tuple[bool, ...]:
    """What 5.5 allows the Goryō to answer of a space."""
    if state.secret.plan is None:
        return ()
    cubes, trail = plan_masks(state.setup.board, state.secret.plan)
    if cubes >> space & 1:
        return (True,)
    if trail >> space & 1:
        return (True, False) if state.setup.ruleset.denial_allowed else (True,)
    return (False,)
