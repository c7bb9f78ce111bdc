"""The first rule that an event breaks, in the order of the log-format page ("Refusals"): the phase,
the player, the names, then the rules of the event type.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.core.findings import did_you_mean, show
from games.core.language import Items, choice_text, gettext_noop, text
from games.core.rules import Violation
from games.gorinto.rules import events
from games.gorinto.rules.elements import DRAGON, ELEMENTS, NUMBER
from games.gorinto.rules.events import EVENT_NAMES, Event, Place
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, LINES, SPACE_NUMBER, SPACES, names
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE, OVER, PLACE, REMOVE, Phase
from games.gorinto.rules.refusals import refuse
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import check_give, check_take

COIN_SIDES = ("heads", "tails")
_OUT_OF_TURN = {
    KITSUNE: gettext_noop('"{event}" is out of turn: lay the Kitsune tiles first ("kitsune").'),
    FILL: gettext_noop('"{event}" is out of turn: fill the Path first ("fill").'),
    CHIT: gettext_noop('"{event}" is out of turn: draw a Movement chit first ("chit").'),
    PLACE: gettext_noop('"{event}" is out of turn: {player} must place a tile next.'),
    BURROW: gettext_noop('"{event}" is out of turn: reveal Burrow tokens first ("burrow").'),
    REMOVE: gettext_noop('"{event}" is out of turn: {player} must remove a tile next.'),
    COIN: gettext_noop('"{event}" is out of turn: flip the coin first ("coin").'),
    OVER: gettext_noop('"{event}" is out of turn: the game is over.'),
}


def violation(state: State, event: Event) -> Violation | None:
    """Return why the event is not legal here, or None if it is legal."""
    phases, check = _CHECKS[type(event)]
    if state.phase not in phases:
        return _out_of_turn(state, event)
    return check(state, event)


def spaces_to_fill(state: State) -> list[int]:
    """Return the Path spaces that a fill puts a tile on: all without a Kitsune tile (3.3, 11.2)."""
    taken = () if state.kitsune is None else state.kitsune.tiles
    return [space for space in range(len(SPACES)) if space not in taken]


def _out_of_turn(state: State, event: Event) -> Violation:
    name, message = EVENT_NAMES[type(event)], _OUT_OF_TURN[state.phase]
    return Violation("6.1", "out_of_turn", text(message, event=name, player=state.actor))


def _unknown_player(role: str, state: State) -> Violation:
    return refuse(
        "3.1", "unknown_player", player=show(role), players=Items(state.setup.ruleset.roles)
    )


def _check_player(role: str, state: State) -> Violation | None:
    if role == state.actor:
        return None
    if role not in state.setup.ruleset.roles:
        return _unknown_player(role, state)
    return refuse("6.1", "not_his_turn", actor=state.actor, player=role)


def _check_spaces(spaces: Iterable[str]) -> Violation | None:
    for space in spaces:
        if space not in SPACE_NUMBER:
            return refuse("2.3", "unknown_space", space=show(space))
    return None


def _check_cell(cell: str) -> Violation | None:
    if cell in CELL_NUMBER:
        return None
    return refuse("2.2", "unknown_cell", cell=show(cell))


def _check_element(name: str | None) -> Violation | None:
    """Check 2.1 and 2.6. None is an element that the log does not name."""
    if name is None or name in NUMBER:
        return None
    if name == DRAGON:
        return refuse("2.6", "dragon")
    message = text(
        '"{element}" is not an element. Use {elements}.',
        element=show(name),
        elements=choice_text(ELEMENTS),
    )
    return Violation("2.1", "unknown_element", message + did_you_mean(name, ELEMENTS))


# ---------------------------------------------------------------------------------- players' events


def _check_place(state: State, event: Place) -> Violation | None:
    problem = _check_player(event.player, state) or _check_names(event)
    if problem := problem or _check_tile(state, event.space, event.tile, "4.1"):
        return problem
    space, cell = SPACE_NUMBER[event.space], CELL_NUMBER[event.to]
    if cell not in LINES[space]:
        return refuse(
            "4.2",
            "not_in_line",
            space=event.space,
            cell=event.to,
            cells=choice_text(names(LINES[space])),
        )
    tile = state.path[space]
    return check_take(state, event, cell, tile) or check_give(state, event, cell, tile)


def _check_names(event: Place) -> Violation | None:
    """Check 2.3, 2.2 and 2.1, field after field."""
    if event.space not in SPACE_NUMBER:
        return _check_spaces((event.space,))
    for cell in (event.to, *event.take):
        if type(cell) is str and cell not in CELL_NUMBER:
            return _check_cell(cell)
    return _check_element(event.tile) or _check_element(event.give)


def _check_tile(state: State, space: str, element: str | None, rule: str) -> Violation | None:
    """Check that the Path space holds an Element tile, and of this element if one is named."""
    tile = state.path[SPACE_NUMBER[space]]
    if tile == EMPTY:
        if state.kitsune is not None and SPACE_NUMBER[space] in state.kitsune.tiles:
            return refuse(rule, "kitsune_tile", space=space)
        return refuse(rule, "no_tile", space=space)
    if element is not None and element != ELEMENTS[tile]:
        return refuse(rule, "another_tile", space=space, found=ELEMENTS[tile], element=element)
    return None


def _check_remove(state: State, event: events.Remove) -> Violation | None:
    return (
        _check_player(event.player, state)
        or _check_spaces((event.space,))
        or _check_element(event.tile)
        or _check_tile(state, event.space, event.tile, "5.3")
    )


# ----------------------------------------------------------------------------------- chance events


def _check_fill(state: State, event: events.Fill) -> Violation | None:
    if problem := _check_spaces([space for space, _ in event.path]):
        return problem
    drawn = [0] * len(ELEMENTS)
    for _, element in event.path:
        if problem := _check_element(element):
            return problem
        drawn[NUMBER[element]] += 1
    filled, due = {SPACE_NUMBER[space] for space, _ in event.path}, set(spaces_to_fill(state))
    if filled != due:
        return _wrong_spaces(filled, due)
    for number, name in enumerate(ELEMENTS):
        if drawn[number] > state.bag[number]:
            return refuse(
                "3.3", "not_in_bag", element=name, available=state.bag[number], drawn=drawn[number]
            )
    return None


def _wrong_spaces(filled: set[int], due: set[int]) -> Violation:
    missing = Items(SPACES[space] for space in sorted(due - filled))
    if missing:
        return refuse("3.3", "space_missing", spaces=missing)
    extra = Items(SPACES[space] for space in sorted(filled - due))
    return refuse("3.3", "space_not_due", spaces=extra)


def _check_burrow(state: State, event: events.Burrow) -> Violation | None:
    if problem := _check_spaces(event.tokens):
        return problem
    if not event.tokens:
        return refuse("5.2", "no_token")
    revealed = state.tokens
    for token in event.tokens:
        bit = 1 << SPACE_NUMBER[token]
        if revealed & bit:
            return refuse("5.2", "token_twice", space=token)
        revealed |= bit
    for token in event.tokens[:-1]:
        if state.path[SPACE_NUMBER[token]] != EMPTY:
            return refuse("5.2", "not_skipped", space=token)
    last = event.tokens[-1]
    if state.path[SPACE_NUMBER[last]] == EMPTY:
        return refuse("5.2", "tile_gone", space=last)
    return None


def _check_kitsune(state: State, event: events.Kitsune) -> Violation | None:  # noqa: ARG001
    problem = _check_spaces(event.tiles)
    if problem is None and not len(event.tiles) == len(set(event.tiles)) == TILES:
        message = text("Lay the five Kitsune tiles on five different Path spaces.")
        problem = Violation("11.2", "not_five_spaces", message)
    return problem


def _check_chit(state: State, event: events.Chit) -> Violation | None:
    if not 1 <= event.number <= TILES:
        return refuse("2.5", "unknown_chit", number=show(event.number), last=TILES)
    if state.kitsune is not None and event.number in state.kitsune.chits:
        return refuse("11.3", "chit_twice", number=event.number)
    return None


def _check_coin(state: State, event: events.Coin) -> Violation | None:  # noqa: ARG001
    if event.side not in COIN_SIDES:
        return refuse("2.5", "unknown_side", side=show(event.side))
    return None


# ---------------------------------------------------------------------------------- claims and ends


def _check_score(state: State, event: events.Score) -> Violation | None:
    if not state.may_claim:
        return refuse("6.1", "out_of_turn")
    sides = state.setup.ruleset.sides
    for side, _ in event.wisdom:
        if side not in sides:
            message = text(
                '"{side}" is not a side in this game. The sides are {sides}.',
                side=show(side),
                sides=Items(sides),
            )
            return Violation("3.1", "unknown_side", message)
    return None


def _check_resign(state: State, event: events.Resign) -> Violation | None:
    if event.role not in state.setup.ruleset.roles:
        return _unknown_player(event.role, state)
    if not state.setup.ruleset.may_resign:
        return refuse("8.3", "no_resigning")
    return None


_IN_PLAY = tuple([phase for phase in Phase if phase is not OVER])
_CHECKS: dict[type, tuple[tuple[Phase, ...], Callable[[State, Any], Violation | None]]] = {
    events.Kitsune: ((KITSUNE,), _check_kitsune),
    events.Fill: ((FILL,), _check_fill),
    events.Chit: ((CHIT,), _check_chit),
    Place: ((PLACE,), _check_place),
    events.Burrow: ((BURROW,), _check_burrow),
    events.Remove: ((REMOVE,), _check_remove),
    events.Coin: ((COIN,), _check_coin),
    events.Score: (tuple(Phase), _check_score),
    events.Resign: (_IN_PLAY, _check_resign),
    events.Abandon: (_IN_PLAY, lambda _, __: None),
}
"""The phases in which an event may come, and its other checks."""
