"""The results of legal events (sections 3 to 5, and the draws of 6.6), except the discovery."""

from collections.abc import Callable
from typing import Any

from games.goryo.rules import events
from games.goryo.rules.discovery import discover
from games.goryo.rules.editions import ACTIONS_IN_ALL, TYPES_TO_EXORCISE
from games.goryo.rules.effects import Effect
from games.goryo.rules.ending import begin_round, end_game, end_round, known_bound
from games.goryo.rules.events import Event
from games.goryo.rules.state import CHASE, DRAW, Chase, Secret, State, Table

_new = tuple.__new__
"""As in `state`."""


def transition(state: State, event: Event) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after a legal event and everything that follows automatically, and the
    effects. Assume that `violation` is None.
    """
    if isinstance(event, events.Discover):
        return discover(state)
    return _APPLY[type(event)](state, event), ()


def _bind(state: State, event: events.Bind) -> State:
    setup, table, chase, secret = state
    *before, _bound_drawn, haunted = table
    table = _new(Table, (*before, True, haunted))
    if event.object is not None:
        secret = _new(Secret, (True, 1 << setup.board.type_index[event.object], 0, None))
    return _new(State, (setup, table, chase, secret))


def _haunt(state: State, event: events.Haunt) -> State:
    setup, table, chase, secret = state
    board = setup.board
    kind, space = 1 << board.type_index[event.object], board.index[event.space]
    table = table._replace(pawn=space, broken=1 << space, haunted=kind, broken_types=kind)
    secret = _new(Secret, (secret.recorded, secret.possible & ~kind, 0, None))
    return begin_round(setup, table, chase, secret)


def _plan(state: State, event: events.Plan | events.HiddenPlan) -> State:
    setup, table, chase, secret = state
    plan = event if isinstance(event, events.Plan) else None
    chase = _new(Chase, (chase.samurai, (), 0, False, False, ACTIONS_IN_ALL, 0, 0))
    secret = _new(Secret, (secret.recorded, secret.possible & ~secret.stuck, 0, plan))
    return _new(State, (setup, table.at(CHASE, table.round, 0), chase, secret))


def _move(state: State, event: events.Move) -> State:
    setup, table, chase, secret = state
    number = setup.ruleset.colours.index(event.samurai)
    samurai, called, moves, searched, sniffed, left, green, red = chase
    stand = list(samurai)
    stand[number] = setup.board.index[event.to]
    if not called or called[-1] != number:
        called, moves, searched, sniffed = (*called, number), 0, False, False
    one, two, three, four = stand
    after = _new(
        Chase, ((one, two, three, four), called, moves + 1, searched, sniffed, left - 1, green, red)
    )
    return _new(State, (setup, table, after, secret))


def _investigate(state: State, event: events.Question) -> State:
    setup, table, chase, secret = state
    number = setup.ruleset.colours.index(event.samurai)
    samurai, called, moves, searched, sniffed, left, green, red = chase
    if not called or called[-1] != number:
        called, moves, searched, sniffed = (*called, number), 0, False, False
    if isinstance(event, events.Sniff):
        space, sniffed = setup.board.index[event.space], True
    else:
        space, searched = samurai[number], True
    if event.answer:
        green |= 1 << space
    else:
        red |= 1 << space
    after = _new(Chase, (samurai, called, moves, searched, sniffed, left - 1, green, red))
    return _new(State, (setup, table, after, secret))


def _draw(state: State, event: events.Draw) -> State:
    setup, table, chase, secret = state
    board = setup.board
    number = board.type_index[event.object]
    kind, seals = 1 << number, board.of_type[number] & ~table.broken
    due = table.draws_due - 1
    sealed, types = table.sealed | seals, table.sealed_types | kind
    table = _new(Table, (DRAW, table.round, due, None, None, None, sealed, types, *table[8:]))
    secret = _new(Secret, (secret.recorded, secret.possible & ~kind, 0, None))
    if (table.broken_types | types).bit_count() >= TYPES_TO_EXORCISE:
        return end_game(State(setup, table, chase, secret), "samurai", "exorcism")
    if due:
        return _new(State, (setup, table, chase, secret))
    return end_round(setup, table, chase, secret)


def _stuck(state: State, _event: events.Stuck) -> State:
    secret = state.secret._replace(possible=state.secret.stuck)
    return end_game(state._replace(secret=secret), "samurai", "stuck")


def _unmask(state: State, event: events.Unmask) -> State:
    number = state.setup.board.type_index[event.object]
    secret = state.secret._replace(recorded=True, possible=1 << number)
    return state._replace(secret=secret, table=state.table._replace(bound=number))


def _resign(state: State, event: events.Resign) -> State:
    winner = "samurai" if event.role == "goryo" else "goryo"
    return _break_off(state, winner, "resign")


def _break_off(state: State, winner: str | None, reason: str) -> State:
    """End the game early: only phase, winner and reason change. A bound type with which the game
    would have ended earlier is no longer possible (7.7).
    """
    setup, table, chase, secret = state
    secret = secret._replace(possible=secret.possible & ~secret.stuck)
    table = table.over(winner, reason, known_bound(secret), table.draws_due)
    return State(setup, table, chase, secret)


_APPLY: dict[type, Callable[[State, Any], State]] = {
    events.Bind: _bind,
    events.Haunt: _haunt,
    events.Plan: _plan,
    events.HiddenPlan: _plan,
    events.Move: _move,
    **dict.fromkeys((events.Search, events.Sniff), _investigate),
    events.Draw: _draw,
    events.Stuck: _stuck,
    events.Unmask: _unmask,
    events.Resign: _resign,
    events.Abandon: lambda state, _event: _break_off(state, None, "abandon"),
}
