"""What a log may hold: the first rule an event breaks, in the order of the log-format page
("Refusals"): what is due, who acts, the names, then the event's own rule.
"""

from collections.abc import Callable, Iterable
from typing import Any

from games.core.findings import did_you_mean, show
from games.core.rules import Violation
from games.gorinto.rules.elements import DRAGON, ELEMENTS, NUMBER
from games.gorinto.rules.events import EVENT_NAMES as NAMES
from games.gorinto.rules.events import (
    Abandon,
    Burrow,
    Chit,
    Coin,
    Event,
    Fill,
    Kitsune,
    Place,
    Remove,
    Resign,
    Score,
)
from games.gorinto.rules.kitsune import TILES
from games.gorinto.rules.mountain import CELL_NUMBER, EMPTY, LINES, SPACE_NUMBER, SPACES, names
from games.gorinto.rules.phase import BURROW, CHIT, COIN, FILL, KITSUNE, OVER, PLACE, REMOVE
from games.gorinto.rules.state import State
from games.gorinto.rules.taking import check_give, check_take

COIN_SIDES = ("heads", "tails")
DUE = {
    KITSUNE: "the Kitsune tiles go onto the Path (kitsune)",
    FILL: "the Path is filled (fill)",
    CHIT: "a chit is drawn",
    PLACE: "a player places a tile",
    BURROW: "a tile is removed by Burrow tokens (burrow)",
    REMOVE: "the player who has just placed removes a tile",
    COIN: "the coin is flipped",
    OVER: "nothing, the game is over",
}


def violation(state: State, event: Event) -> Violation | None:
    """Why the log may not hold this event here, or None. Changes nothing."""
    return _CHECKS[type(event)](state, event)


def due_spaces(state: State) -> list[int]:
    """The Path spaces that a fill gives a tile: all that hold no Kitsune tile (3.3, 11.2)."""
    foxes = () if state.fox is None else state.fox.tiles
    return [space for space in range(len(SPACES)) if space not in foxes]


def _turn(state: State, event: Event) -> Violation:
    message = f"{NAMES[type(event)]} is out of turn. Due is this: {DUE[state.phase]}."
    return Violation("6.1", "out_of_turn", message)


def _no_player(role: str, state: State) -> Violation:
    known = ", ".join(state.setup.ruleset.roles)
    return Violation("3.1", "unknown_player", f"There is no player {show(role)}; here are {known}.")


def _check_player(role: str, due: int, state: State) -> Violation | None:
    roles = state.setup.ruleset.roles
    if role == roles[due]:
        return None
    if role not in roles:
        return _no_player(role, state)
    return Violation("6.1", "not_his_turn", f"It is the turn of {roles[due]}, not of {role}.")


def _no_space(spaces: Iterable[str]) -> Violation | None:
    for space in spaces:
        if space not in SPACE_NUMBER:
            message = f"There is no Path space {show(space)}; there are a to e and 1 to 5."
            return Violation("2.3", "unknown_space", message)
    return None


def _no_cell(cell: str) -> Violation:
    message = f"There is no cell {show(cell)}; the Mountain goes from a1 to e5."
    return Violation("2.2", "unknown_cell", message)


def no_element(name: str) -> Violation | None:
    """Why this is no element, or None where it is one (2.1, 2.6)."""
    if name in NUMBER:
        return None
    if name == DRAGON:
        message = "Dragon tiles belong to an expansion that is not played here."
        return Violation("2.6", "dragon", message)
    message = f"There is no element {show(name)}; there are {', '.join(ELEMENTS)}."
    return Violation("2.1", "unknown_element", message + did_you_mean(name, ELEMENTS))


# ------------------------------------------------------------------------------------ the player's


def _check_place(state: State, event: Place) -> Violation | None:
    if state.phase is not PLACE:
        return _turn(state, event)
    wrong = _check_player(event.player, state.player, state) or _place_names(event)
    if wrong is not None:
        return wrong
    space, cell = SPACE_NUMBER[event.space], CELL_NUMBER[event.to]
    tile = state.path[space]
    wrong = _check_tile(state, event.space, event.tile, "4.1")
    if wrong is not None:
        return wrong
    if cell not in LINES[space]:
        line = ", ".join(names(LINES[space]))
        message = f"A tile from {event.space} moves to one of {line}, not to {event.to}."
        return Violation("4.2", "not_in_line", message)
    return check_take(state, event, cell, tile) or check_give(state, event, cell, tile)


def _place_names(event: Place) -> Violation | None:
    """2.3, 2.2 and 2.1, field after field."""
    if event.space not in SPACE_NUMBER:
        return _no_space((event.space,))
    if event.to not in CELL_NUMBER:
        return _no_cell(event.to)
    for entry in event.take:
        if type(entry) is str and entry not in CELL_NUMBER:
            return _no_cell(entry)
    if event.tile is not None and event.tile not in NUMBER:
        return no_element(event.tile)
    if event.give is not None and event.give not in NUMBER:
        return no_element(event.give)
    return None


def _check_tile(state: State, space: str, named: str | None, rule: str) -> Violation | None:
    """Whether an Element tile lies on the Path space, and the one that was named."""
    tile = state.path[SPACE_NUMBER[space]]
    if tile == EMPTY:
        if state.fox is not None and SPACE_NUMBER[space] in state.fox.tiles:
            message = f"On {space} lies a Kitsune tile; only Element tiles are moved."
            return Violation(rule, "kitsune_tile", message)
        return Violation(rule, "no_tile", f"No tile lies on {space}.")
    if named is not None and named != ELEMENTS[tile]:
        message = f"On {space} lies {ELEMENTS[tile]}, not {named}."
        return Violation(rule, "another_tile", message)
    return None


def _check_remove(state: State, event: Remove) -> Violation | None:
    if state.phase is not REMOVE:
        return _turn(state, event)
    wrong = _check_player(event.player, state.last_player, state) or _no_space((event.space,))
    if wrong is None and event.tile is not None:
        wrong = no_element(event.tile)
    return wrong or _check_tile(state, event.space, event.tile, "5.3")


# ----------------------------------------------------------------------------------------- chance's


def _check_fill(state: State, event: Fill) -> Violation | None:
    if state.phase is not FILL:
        return _turn(state, event)
    wrong = _no_space([space for space, _ in event.path])
    if wrong is not None:
        return wrong
    drawn = [0] * len(ELEMENTS)
    for _, element in event.path:
        wrong = no_element(element)
        if wrong is not None:
            return wrong
        drawn[NUMBER[element]] += 1
    given = {SPACE_NUMBER[space] for space, _ in event.path}
    due = set(due_spaces(state))
    if given != due:
        return _wrong_spaces(given, due)
    for number, name in enumerate(ELEMENTS):
        if drawn[number] > state.bag[number]:
            message = f"The bag holds {state.bag[number]} {name} tiles, not {drawn[number]}."
            return Violation("3.3", "not_in_bag", message)
    return None


def _wrong_spaces(given: set[int], due: set[int]) -> Violation:
    missing = [SPACES[space] for space in sorted(due - given)]
    if missing:
        message = f"Every free Path space gets a tile; {', '.join(missing)} got none."
        return Violation("3.3", "space_missing", message)
    extra = ", ".join(SPACES[space] for space in sorted(given - due))
    return Violation("3.3", "space_not_due", f"A Kitsune tile lies on {extra}: no tile goes there.")


def _check_burrow(state: State, event: Burrow) -> Violation | None:
    if state.phase is not BURROW:
        return _turn(state, event)
    wrong = _no_space(event.tokens)
    if wrong is not None:
        return wrong
    if not event.tokens:
        return Violation("5.2", "no_token", "At least one token is revealed.")
    revealed = state.tokens
    for token in event.tokens:
        bit = 1 << SPACE_NUMBER[token]
        if revealed & bit:
            message = f"The token of {token} was revealed before in this Season."
            return Violation("5.2", "token_twice", message)
        revealed |= bit
    for token in event.tokens[:-1]:
        if state.path[SPACE_NUMBER[token]] != EMPTY:
            message = f"The tile of {token} is still there: its token decides, and none after it."
            return Violation("5.2", "not_skipped", message)
    last = event.tokens[-1]
    if state.path[SPACE_NUMBER[last]] == EMPTY:
        message = f"The tile of {last} is gone: its token is skipped and another revealed."
        return Violation("5.2", "tile_gone", message)
    return None


def _check_kitsune(state: State, event: Kitsune) -> Violation | None:
    if state.phase is not KITSUNE:
        return _turn(state, event)
    wrong = _no_space(event.tiles)
    if wrong is not None:
        return wrong
    if len(event.tiles) != TILES or len(set(event.tiles)) != TILES:
        message = "The five Kitsune tiles go onto five different Path spaces."
        return Violation("11.2", "not_five_spaces", message)
    return None


def _check_chit(state: State, event: Chit) -> Violation | None:
    if state.phase is not CHIT:
        return _turn(state, event)
    if not 1 <= event.number <= TILES:
        message = f"There is no chit {show(event.number)}; they are numbered 1 to {TILES}."
        return Violation("2.5", "unknown_chit", message)
    if state.fox is not None and event.number in state.fox.chits:
        message = f"Chit {event.number} was drawn before in this Season."
        return Violation("11.3", "chit_twice", message)
    return None


def _check_coin(state: State, event: Coin) -> Violation | None:
    if state.phase is not COIN:
        return _turn(state, event)
    if event.side not in COIN_SIDES:
        message = f"The coin shows heads or tails, not {show(event.side)}."
        return Violation("2.5", "unknown_side", message)
    return None


# ---------------------------------------------------------------------------------- claims and ends


def _check_score(state: State, event: Score) -> Violation | None:
    if not state.may_claim:
        message = "score stands directly after the event that ended a Season, once."
        return Violation("6.1", "out_of_turn", message)
    for side, _ in event.wisdom:
        if side not in state.setup.ruleset.sides:
            known = ", ".join(state.setup.ruleset.sides)
            message = f"There is no side {show(side)}; here score {known}."
            return Violation("3.1", "unknown_side", message)
    return None


def _check_resign(state: State, event: Resign) -> Violation | None:
    if state.phase is OVER:
        return _turn(state, event)
    ruleset = state.setup.ruleset
    if event.role not in ruleset.roles:
        return _no_player(event.role, state)
    if not ruleset.may_resign:
        message = "With three or four players nobody resigns; such a game is abandoned."
        return Violation("8.3", "no_resigning", message)
    return None


def _check_abandon(state: State, event: Abandon) -> Violation | None:
    return _turn(state, event) if state.phase is OVER else None


_CHECKS: dict[type, Callable[[State, Any], Violation | None]] = {
    Kitsune: _check_kitsune,
    Fill: _check_fill,
    Chit: _check_chit,
    Place: _check_place,
    Burrow: _check_burrow,
    Remove: _check_remove,
    Coin: _check_coin,
    Score: _check_score,
    Resign: _check_resign,
    Abandon: _check_abandon,
}
