"""What a log may hold: the first rule an event breaks, in the order of the log-format page ("Order
of checks").

A plan that breaks section 4 and a wrong answer are no bad log: they happen at the table, and are
counted at the discovery (7.1, 7.2).
"""

from collections.abc import Callable
from typing import Any

from games.core.findings import did_you_mean, show
from games.core.rules import Violation
from games.goryo.rules.board import bits
from games.goryo.rules.editions import MOVES_EACH, SAMURAI_CALLED
from games.goryo.rules.events import EVENT_NAMES as NAMES
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
from games.goryo.rules.state import CHASE, DRAW, OVER, PLAN, SETUP, State

DUE = {
    PLAN: "the Goryō's plan is due",
    CHASE: "the chase is on: Samurai move, search or sniff, or the plan is discovered",
    DRAW: "a token must be drawn from the bag",
    OVER: "the game is over",
}


def violation(state: State, event: Event) -> Violation | None:
    """Why the log may not hold this event here, or None. Changes nothing."""
    return _CHECKS[type(event)](state, event)


def bag(state: State) -> int:
    """The types whose token may be drawn next (3.1, 6.6), as a mask."""
    table, secret = state.table, state.secret
    left = state.setup.board.all_types & ~(table.haunted | table.sealed_types)
    if secret.possible.bit_count() == 1:
        left &= ~secret.possible
    return left


def _turn(state: State, event: Event) -> Violation:
    phase = state.table.phase
    due = DUE.get(phase)
    if due is None:
        due = "the first stone (haunt) is due" if state.table.bound_drawn else "bind comes first"
    return Violation("7.8", "out_of_turn", f"{NAMES[type(event)]} is out of turn: {due}.")


def _no_space(space: str, state: State) -> Violation:
    return Violation(
        "2.1", "unknown_space", f"There is no space {show(space)} on board {state.setup.board.id}."
    )


def _no_type(name: str, state: State) -> Violation:
    types = state.setup.board.types
    message = f"There is no object type {show(name)} on this board; it has {', '.join(types)}."
    return Violation("2.1", "unknown_type", message + did_you_mean(name, types))


def _check_bind(state: State, event: Bind) -> Violation | None:
    if state.table.phase is not SETUP or state.table.bound_drawn:
        return _turn(state, event)
    if event.object is not None and event.object not in state.setup.board.type_index:
        return _no_type(event.object, state)
    return None


def _check_haunt(state: State, event: Haunt) -> Violation | None:
    if state.table.phase is not SETUP or not state.table.bound_drawn:
        return _turn(state, event)
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _no_type(event.object, state)
    space = board.index.get(event.space)
    if space is None:
        return _no_space(event.space, state)
    if state.secret.possible == 1 << kind:
        return Violation(
            "3.2", "not_in_bag", f"{event.object} is the bound type: its token is not in the bag."
        )
    if board.type_of[space] != kind:
        there = board.types[board.type_of[space]]
        return Violation(
            "3.2", "another_object", f"{event.space} holds a {there}, not a {event.object}."
        )
    return None


def _check_plan(state: State, event: Plan) -> Violation | None:
    if state.table.phase is not PLAN:
        return _turn(state, event)
    index = state.setup.board.index
    for space in event.route:
        if space not in index:
            return _no_space(space, state)
    if event.target not in index:
        return _no_space(event.target, state)
    if event.false_trail is not None and event.false_trail not in index:
        return _no_space(event.false_trail, state)
    return None


def _check_action(state: State, event: Move | Search | Sniff, kind: str) -> Violation | int:
    """Turn, colour, calling and counts; gives the Samurai's number where all is well."""
    if state.table.phase is not CHASE:
        return _turn(state, event)
    ruleset, chase = state.setup.ruleset, state.chase
    if event.samurai not in ruleset.colours:
        colours = ", ".join(ruleset.colours)
        message = f"There is no {show(event.samurai)} Samurai in {ruleset.edition}: {colours}."
        message += did_you_mean(event.samurai, ruleset.colours)
        return Violation("2.3", "unknown_samurai", message)
    number = ruleset.colours.index(event.samurai)
    called = chase.called
    active = bool(called) and called[-1] == number
    if not active and (number in called or len(called) == SAMURAI_CALLED):
        return _not_callable(state, event.samurai, number)
    if chase.actions_left == 0:
        return Violation("5.2", "no_actions_left", "All six actions of this chase are spent.")
    if active:
        spent = _spent(state, event.samurai, kind)
        if spent is not None:
            return spent
    return number


def _not_callable(state: State, colour: str, number: int) -> Violation:
    called = state.chase.called
    if number in called:
        last = state.setup.ruleset.colours[called[-1]]
        return Violation("5.1", "samurai_done", f"{colour} is done: {last} was called after him.")
    message = "Three Samurai have been called in this chase already."
    return Violation("5.1", "three_called", message)


def _spent(state: State, colour: str, kind: str) -> Violation | None:
    """Why the Samurai who acts may not do this too (5.2), or None."""
    chase, each = state.chase, state.setup.ruleset.actions_each
    if chase.moves + chase.searched + chase.sniffed >= each:
        return Violation("5.2", "samurai_spent", f"{colour} has had his {each} actions.")
    if kind == "move" and chase.moves >= MOVES_EACH:
        return Violation("5.2", "two_moves", f"{colour} has moved twice already.")
    if kind == "search" and chase.searched:
        return Violation("5.2", "one_search", f"{colour} has searched already.")
    if kind == "sniff" and chase.sniffed:
        return Violation("5.2", "one_sniff", f"{colour} has sniffed already.")
    return None


def _check_move(state: State, event: Move) -> Violation | None:
    number = _check_action(state, event, "move")
    if isinstance(number, Violation):
        return number
    board = state.setup.board
    to = board.index.get(event.to)
    if to is None:
        return _no_space(event.to, state)
    here = state.chase.samurai[number]
    if not board.near_mask[here] >> to & 1:
        return Violation(
            "5.3",
            "not_adjacent",
            f"{event.samurai} stands on {board.names[here]}; {event.to} is not adjacent to it.",
        )
    return None


def _check_search(state: State, event: Search) -> Violation | None:
    number = _check_action(state, event, "search")
    if isinstance(number, Violation):
        return number
    return _check_question(state, state.chase.samurai[number])


def _check_sniff(state: State, event: Sniff) -> Violation | None:
    number = _check_action(state, event, "sniff")
    if isinstance(number, Violation):
        return number
    board = state.setup.board
    space = board.index.get(event.space)
    if space is None:
        return _no_space(event.space, state)
    here = state.chase.samurai[number]
    if not board.near_mask[here] >> space & 1:
        return Violation(
            "5.4",
            "not_adjacent",
            f"{event.samurai} stands on {board.names[here]}; {event.space} is not adjacent to it.",
        )
    return _check_question(state, space)


def _check_question(state: State, space: int) -> Violation | None:
    name = state.setup.board.names[space]
    if space == state.table.pawn:
        return Violation("5.4", "pawn_space", f"{name} is the pawn's space: the round began there.")
    if (state.chase.green | state.chase.red) >> space & 1:
        return Violation(
            "5.4", "already_investigated", f"{name} was asked of in this round already."
        )
    return None


def _check_discover(state: State, event: Discover) -> Violation | None:
    return None if state.table.phase is CHASE else _turn(state, event)


def _check_draw(state: State, event: Draw) -> Violation | None:
    if state.table.phase is not DRAW:
        return _turn(state, event)
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _no_type(event.object, state)
    left = bag(state)
    if not left >> kind & 1:
        tokens = ", ".join(board.types[i] for i in bits(left))
        return Violation(
            "6.6", "not_in_bag", f"No {event.object} token is in the bag; it holds {tokens}."
        )
    return None


def _check_stuck(state: State, event: Stuck) -> Violation | None:
    if state.table.phase is not PLAN:
        return _turn(state, event)
    if state.secret.recorded:
        return Violation(
            "4.8",
            "bound_recorded",
            "The bound type is recorded, so the engine itself ends a stuck game.",
        )
    if not state.secret.stuck:
        return Violation(
            "4.8", "not_stuck", "For every type that may be bound there is a legal plan."
        )
    return None


def _check_unmask(state: State, event: Unmask) -> Violation | None:
    if state.table.phase is not OVER:
        return Violation("7.8", "out_of_turn", "unmask comes only after the end.")
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _no_type(event.object, state)
    if state.secret.recorded or not state.table.bound_drawn:
        return Violation(
            "7.7",
            "nothing_to_unmask",
            "unmask is only for a game whose bind event left the type open.",
        )
    if not state.secret.possible >> kind & 1:
        fitting = ", ".join(board.types[i] for i in bits(state.secret.possible))
        return Violation(
            "7.7",
            "does_not_fit",
            f"With {event.object} bound this game could not have gone so; {fitting} would fit.",
        )
    return None


def _check_end(state: State, event: Resign | Abandon) -> Violation | None:
    return _turn(state, event) if state.table.phase is OVER else None


_CHECKS: dict[type, Callable[[State, Any], Violation | None]] = {
    Bind: _check_bind,
    Haunt: _check_haunt,
    Plan: _check_plan,
    Move: _check_move,
    Search: _check_search,
    Sniff: _check_sniff,
    Discover: _check_discover,
    Draw: _check_draw,
    Stuck: _check_stuck,
    Unmask: _check_unmask,
    Resign: _check_end,
    Abandon: _check_end,
}
