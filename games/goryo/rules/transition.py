"""What a legal event does (sections 3 to 5 and the draws of 6.6). The discovery has its own module."""

from collections.abc import Callable
from typing import Any

from games.goryo.rules.board import bits
from games.goryo.rules.discovery import discover
from games.goryo.rules.editions import ACTIONS_IN_ALL, TYPES_TO_EXORCISE
from games.goryo.rules.effects import Effect, GameEnded, TypeSealed
from games.goryo.rules.ending import begin_round, end_game, end_round
from games.goryo.rules.events import (
    Abandon,
    Bind,
    Discover,
    Draw,
    Event,
    Haunt,
    Move,
    Plan,
    Resign,
    Search,
    Sniff,
    Stuck,
    Unmask,
)
from games.goryo.rules.state import Chase, Phase, Secret, State

Result = tuple[State, tuple[Effect, ...]]


def transition(state: State, event: Event) -> Result:
    """The state after a legal event, with all that follows by itself, and the effects. Assumes `violation` is None."""
    return _APPLY[type(event)](state, event)


def _bind(state: State, event: Bind) -> Result:
    state = state._replace(table=state.table._replace(bound_drawn=True))
    if event.object is None:
        return state, ()
    bound = Secret(True, 1 << state.setup.board.type_index[event.object], 0, None)
    return state._replace(secret=bound), ()


def _haunt(state: State, event: Haunt) -> Result:
    board = state.setup.board
    kind, space = 1 << board.type_index[event.object], board.index[event.space]
    table = state.table._replace(
        pawn=space, broken=1 << space, haunted=kind, broken_types=kind
    )
    secret = state.secret._replace(possible=state.secret.possible & ~kind)
    return begin_round(state.setup, table, state.chase, secret, ())


def _plan(state: State, event: Plan) -> Result:
    chase = Chase(state.chase.samurai, actions_left=ACTIONS_IN_ALL)
    secret = state.secret
    secret = Secret(secret.recorded, secret.possible & ~secret.stuck, 0, event)
    return State(state.setup, state.table._replace(phase=Phase.CHASE), chase, secret), ()


def _called(chase: Chase, number: int) -> Chase:
    """The chase with this Samurai the active one."""
    if chase.called and chase.called[-1] == number:
        return chase
    return Chase(
        chase.samurai,
        (*chase.called, number),
        0,
        False,
        False,
        chase.actions_left,
        chase.green,
        chase.red,
    )


def _move(state: State, event: Move) -> Result:
    setup, table, chase, secret = state
    number = setup.ruleset.colours.index(event.samurai)
    chase = _called(chase, number)
    stand = list(chase.samurai)
    stand[number] = setup.board.index[event.to]
    after = Chase(
        tuple(stand),  # type: ignore[arg-type]  # four in, four out
        chase.called,
        chase.moves + 1,
        chase.searched,
        chase.sniffed,
        chase.actions_left - 1,
        chase.green,
        chase.red,
    )
    return State(setup, table, after, secret), ()


def _search(state: State, event: Search) -> Result:
    number = state.setup.ruleset.colours.index(event.samurai)
    chase = _called(state.chase, number)
    return _asked(state, chase, 1 << chase.samurai[number], event.answer, searched=True)


def _sniff(state: State, event: Sniff) -> Result:
    number = state.setup.ruleset.colours.index(event.samurai)
    chase = _called(state.chase, number)
    return _asked(state, chase, 1 << state.setup.board.index[event.space], event.answer, searched=False)


def _asked(state: State, chase: Chase, space: int, answer: bool, *, searched: bool) -> Result:
    after = Chase(
        chase.samurai,
        chase.called,
        chase.moves,
        chase.searched or searched,
        chase.sniffed or not searched,
        chase.actions_left - 1,
        chase.green | space if answer else chase.green,
        chase.red if answer else chase.red | space,
    )
    return State(state.setup, state.table, after, state.secret), ()


def _discover(state: State, event: Discover) -> Result:  # noqa: ARG001 - the event has no fields
    return discover(state)


def _draw(state: State, event: Draw) -> Result:
    setup, table, chase, secret = state
    board = setup.board
    number = board.type_index[event.object]
    kind, seals = 1 << number, board.of_type[number] & ~table.broken
    table = table._replace(
        sealed=table.sealed | seals,
        sealed_types=table.sealed_types | kind,
        draws_due=table.draws_due - 1,
    )
    secret = secret._replace(possible=secret.possible & ~kind)
    effects = (TypeSealed(event.object, tuple(board.spaces(seals))),)
    if table.lit_types.bit_count() >= TYPES_TO_EXORCISE:
        return end_game(State(setup, table, chase, secret), "samurai", "exorcism", "6.6", effects)
    if table.draws_due:
        return State(setup, table, chase, secret), effects
    return end_round(setup, table, chase, secret, effects)


def _stuck(state: State, event: Stuck) -> Result:  # noqa: ARG001 - the event has no fields
    secret = state.secret._replace(possible=state.secret.stuck)
    return end_game(state._replace(secret=secret), "samurai", "stuck", "4.8", ())


def _unmask(state: State, event: Unmask) -> Result:
    number = state.setup.board.type_index[event.object]
    secret = state.secret._replace(recorded=True, possible=1 << number)
    return state._replace(secret=secret, table=state.table._replace(bound=number)), ()


def _resign(state: State, event: Resign) -> Result:
    winner = "samurai" if event.role == "goryo" else "goryo"
    return _break_off(state, winner, "resign")


def _abandon(state: State, event: Abandon) -> Result:  # noqa: ARG001 - the event has no fields
    return _break_off(state, None, "abandon")


def _break_off(state: State, winner: str | None, reason: str) -> Result:
    """Only phase, winner and reason change; a type for which the game had ended before is no longer possible (7.7)."""
    setup, table, chase, secret = state
    secret = secret._replace(possible=secret.possible & ~secret.stuck)
    bound = next(bits(secret.possible)) if secret.recorded else None
    table = table._replace(phase=Phase.OVER, winner=winner, reason=reason, bound=bound)
    return State(setup, table, chase, secret), (GameEnded(winner, reason, "log-format"),)


_APPLY: dict[type, Callable[[State, Any], Result]] = {
    Bind: _bind,
    Haunt: _haunt,
    Plan: _plan,
    Move: _move,
    Search: _search,
    Sniff: _sniff,
    Discover: _discover,
    Draw: _draw,
    Stuck: _stuck,
    Unmask: _unmask,
    Resign: _resign,
    Abandon: _abandon,
}
