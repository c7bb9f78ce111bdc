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
    message = text(
        '"{player}" is not a player in this game. The players are {players}.',
        player=show(role),
        players=Items(state.setup.ruleset.roles),
    )
    return Violation("3.1", "unknown_player", message)


def _check_player(role: str, state: State) -> Violation | None:
    if role == state.actor:
        return None
    if role not in state.setup.ruleset.roles:
        return _unknown_player(role, state)
    message = text("It is {actor}'s turn, not {player}'s.", actor=state.actor, player=role)
    return Violation("6.1", "not_his_turn", message)


def _check_spaces(spaces: Iterable[str]) -> Violation | None:
    for space in spaces:
        if space not in SPACE_NUMBER:
            message = text(
                '"{space}" is not a Path space. Use a to e or 1 to 5.', space=show(space)
            )
            return Violation("2.3", "unknown_space", message)
    return None


def _check_cell(cell: str) -> Violation | None:
    if cell in CELL_NUMBER:
        return None
    message = text('"{cell}" is not a cell of the Mountain. Use a1 to e5.', cell=show(cell))
    return Violation("2.2", "unknown_cell", message)


def _check_element(name: str | None) -> Violation | None:
    """Check 2.1 and 2.6. None is an element that the log does not name."""
    if name is None or name in NUMBER:
        return None
    if name == DRAGON:
        message = text("Dragon tiles are not supported: they belong to an expansion.")
        return Violation("2.6", "dragon", message)
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
        message = text(
            "A tile from {space} can't move to {cell}. Move it to {cells}.",
            space=event.space,
            cell=event.to,
            cells=choice_text(names(LINES[space])),
        )
        return Violation("4.2", "not_in_line", message)
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
            message = text(
                "Space {space} holds a Kitsune tile. Only Element tiles can move.", space=space
            )
            return Violation(rule, "kitsune_tile", message)
        return Violation(rule, "no_tile", text("There is no tile on space {space}.", space=space))
    if element is not None and element != ELEMENTS[tile]:
        message = text(
            "The tile on space {space} is {found}, not {element}.",
            space=space,
            found=ELEMENTS[tile],
            element=element,
        )
        return Violation(rule, "another_tile", message)
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
            message = text(
                "Not enough {element} tiles in the bag: {available} left, {drawn} drawn.",
                element=name,
                available=state.bag[number],
                drawn=drawn[number],
            )
            return Violation("3.3", "not_in_bag", message)
    return None


def _wrong_spaces(filled: set[int], due: set[int]) -> Violation:
    missing = Items(SPACES[space] for space in sorted(due - filled))
    if missing:
        message = text("Every free Path space needs a tile. Missing: {spaces}.", spaces=missing)
        return Violation("3.3", "space_missing", message)
    extra = Items(SPACES[space] for space in sorted(filled - due))
    message = text("No tile goes on a space with a Kitsune tile. Remove: {spaces}.", spaces=extra)
    return Violation("3.3", "space_not_due", message)


def _check_burrow(state: State, event: events.Burrow) -> Violation | None:
    if problem := _check_spaces(event.tokens):
        return problem
    if not event.tokens:
        return Violation("5.2", "no_token", text("Name at least one revealed Burrow token."))
    revealed = state.tokens
    for token in event.tokens:
        bit = 1 << SPACE_NUMBER[token]
        if revealed & bit:
            message = text("Token {space} was already revealed in this Season.", space=token)
            return Violation("5.2", "token_twice", message)
        revealed |= bit
    for token in event.tokens[:-1]:
        if state.path[SPACE_NUMBER[token]] != EMPTY:
            message = text(
                "Token {space} is not skipped: its tile is still on the Path. No token follows it.",
                space=token,
            )
            return Violation("5.2", "not_skipped", message)
    last = event.tokens[-1]
    if state.path[SPACE_NUMBER[last]] == EMPTY:
        message = text(
            "Token {space} is skipped: its tile is not on the Path. Reveal another token after it.",
            space=last,
        )
        return Violation("5.2", "tile_gone", message)
    return None


def _check_kitsune(_state: State, event: events.Kitsune) -> Violation | None:
    problem = _check_spaces(event.tiles)
    if problem is None and not len(event.tiles) == len(set(event.tiles)) == TILES:
        message = text("Lay the five Kitsune tiles on five different Path spaces.")
        problem = Violation("11.2", "not_five_spaces", message)
    return problem


def _check_chit(state: State, event: events.Chit) -> Violation | None:
    if not 1 <= event.number <= TILES:
        message = text(
            "{number} is not a Movement chit. Use 1 to {last}.",
            number=show(event.number),
            last=TILES,
        )
        return Violation("2.5", "unknown_chit", message)
    if state.kitsune is not None and event.number in state.kitsune.chits:
        message = text("Chit {number} was already drawn in this Season.", number=event.number)
        return Violation("11.3", "chit_twice", message)
    return None


def _check_coin(_state: State, event: events.Coin) -> Violation | None:
    if event.side not in COIN_SIDES:
        message = text(
            '"{side}" is not a side of the coin. Use heads or tails.', side=show(event.side)
        )
        return Violation("2.5", "unknown_side", message)
    return None


# ---------------------------------------------------------------------------------- claims and ends


def _check_score(state: State, event: events.Score) -> Violation | None:
    if not state.may_claim:
        message = text(
            '"score" is out of turn: it may follow once, directly after the event that ends a '
            "Season."
        )
        return Violation("6.1", "out_of_turn", message)
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
        message = text("With three or four players no player can resign. Use abandon instead.")
        return Violation("8.3", "no_resigning", message)
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
