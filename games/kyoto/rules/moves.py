"""Check and list moves, pushes and springs (rules page, sections 5, 8 and 9)."""

from collections.abc import Iterator
from functools import cache

from games.core.language import text
from games.core.rules import Violation
from games.kyoto.rules import components
from games.kyoto.rules.board import FORWARD, Board, row, shift, vector
from games.kyoto.rules.components import CHARGE, DEFEND, GOVERNMENT, ONIWABAN, OTHER, SITE, TUNNEL
from games.kyoto.rules.state import State

_MESSAGES = {
    SITE: text("A Site card moves an agent one space straight or diagonally forward."),
    DEFEND: text(
        "Defend moves an agent one space left, right, or straight or diagonally backward."
    ),
    TUNNEL: text("Tunnel moves an agent along its row, not past another agent."),
    CHARGE: text("Charge moves an agent one space straight or diagonally forward."),
}
_RULES = {SITE: "5.2", DEFEND: "8.1", TUNNEL: "8.2", CHARGE: "8.3"}
_DIRECTIONS = {
    kind: Violation(_RULES[kind], "no_such_way", message) for kind, message in _MESSAGES.items()
}
_NO_JUMP = Violation(
    "9.3",
    "nobody_to_jump",
    text("Yoko can only jump over an agent of her own side, and there is none."),
)
_COLUMNS = (-1, 0, 1)


def move_violation(
    state: State, role: str, kind: str, card: str, origin: str, to: str
) -> Violation | None:
    """Return the first rule that a move of an own agent breaks, from its direction on: 5.2 or 8.1
    to 8.3, then 9.3, 5.3, 5.6, 9.5, 5.4, 9.7. `kind` is `site`, `defend`, `tunnel` or `charge`;
    `card` is the Site card.
    """
    wrong_direction = _direction_violation(state, role, kind, origin, to)
    return wrong_direction or _entry_violation(state, role, kind, card, to)


def _direction_violation(
    state: State, role: str, kind: str, origin: str, to: str
) -> Violation | None:
    if kind != TUNNEL and to in near_spaces(role, kind, origin):
        return None
    columns, rows = vector(origin, to)
    forward = FORWARD[role]
    if kind in (SITE, CHARGE):
        fits = rows == forward and columns in _COLUMNS
        if kind == SITE and not fits and _is_jump(state, role, columns, rows):
            over = shift(origin, columns // 2, forward)
            return _NO_JUMP if state.side(role).agent_at(over) is None else None
    elif kind == DEFEND:
        fits = columns in _COLUMNS and (rows == -forward or (rows == 0 and columns != 0))
    else:
        fits = rows == 0 and columns != 0 and _is_free(state, origin, columns)
    return None if fits else _DIRECTIONS[kind]


def _is_jump(state: State, role: str, columns: int, rows: int) -> bool:
    return (
        rows == 2 * FORWARD[role]
        and columns in (-2, 0, 2)
        and state.has_charisma(role, components.YOKO)
    )


def _is_free(state: State, origin: str, columns: int) -> bool:
    between, (first, second) = _between(origin, columns), state.sides
    return not between or (
        between.isdisjoint(first.all_spaces) and between.isdisjoint(second.all_spaces)
    )


@cache
def _between(origin: str, columns: int) -> frozenset[str]:
    """Return the spaces of a row between `origin` and the space so many columns to the right."""
    step = 1 if columns > 0 else -1
    return frozenset(_shifted(origin, [(n, 0) for n in range(step, columns, step)]))


def _entry_violation(state: State, role: str, kind: str, card: str, to: str) -> Violation | None:
    """Return why an agent may not enter the space, or None."""
    board = state.setup.board
    if state.side(role).agent_at(to) is not None:
        return _occupied_by_friend(to)
    has_chiharu = state.sides[1].charisma == components.CHIHARU
    if refusal := _space_violation(board, role, kind, card, to, has_chiharu):
        return refusal
    other = state.side(OTHER[role])
    if (
        other.charisma == components.RURI
        and board.types[to] == state.ruri_site
        and other.agent_at(to) is not None
    ):
        message = text("Ruri protects the agent on {space}.", space=to)
        return Violation("9.7", "ruri", message)
    return None


def _space_violation(
    board: Board, role: str, kind: str, card: str, to: str, has_chiharu: bool
) -> Violation | None:
    """Return why no agent of the side may enter the space, whatever stands there, or None."""
    colour = board.types[to]
    if colour == components.HQ[OTHER[role]] and not (has_chiharu and role == GOVERNMENT):
        return _enemy_headquarters(to)
    if has_chiharu and role == ONIWABAN and board.is_neutral_of(GOVERNMENT, to):
        message = text("Chiharu closes the neutral space {space} to the Oniwaban.", space=to)
        return Violation("9.5", "chiharu", message)
    if kind == SITE and card not in (colour, components.WILD) and colour in components.COLOUR_SET:
        return _wrong_colour(to, colour)
    return None


def open_targets(state: State, role: str, card: str, origin: str) -> frozenset[str]:
    """Return the spaces next to `origin` (for a Tunnel: of its row) that the card may reach on an
    empty board: without jumps, other agents, and what Ruri protects. Computed once for each board.
    """
    board = state.setup.board
    has_chiharu = state.sides[1].charisma == components.CHIHARU
    key = role, card, origin, has_chiharu
    targets = board.targets.get(key)
    if targets is None:
        kind = SITE if card in components.SITE_CARDS else card
        targets = frozenset(
            [
                to
                for to in near_spaces(role, kind, origin)
                if _space_violation(board, role, kind, card, to, has_chiharu) is None
            ]
        )
        board.targets[key] = targets
    return targets


def is_path_free(state: State, origin: str, to: str) -> bool:
    """Return whether no agent stands between two spaces of a row (8.2)."""
    return _is_free(state, origin, vector(origin, to)[0])


# Cached: listing the legal events refuses the same moves again and again.
@cache
def _occupied_by_friend(space: str) -> Violation:
    message = text("Another agent of the same side stands on {space}.", space=space)
    return Violation("5.3", "occupied", message)


@cache
def _enemy_headquarters(space: str) -> Violation:
    message = text("{space} is a headquarters of the other side.", space=space)
    return Violation("5.6", "headquarters", message)


@cache
def _wrong_colour(space: str, colour: str) -> Violation:
    message = text('{space} needs a "{colour}" or "wild" card.', space=space, colour=colour)
    return Violation("5.4", "wrong_colour", message)


def move_targets(state: State, role: str, kind: str, card: str, origin: str) -> Iterator[str]:
    """Yield the spaces to which a move of this kind may go."""
    for to in near_spaces(role, kind, origin):
        if (
            kind != TUNNEL or _direction_violation(state, role, kind, origin, to) is None
        ) and _entry_violation(state, role, kind, card, to) is None:
            yield to
    if kind == SITE:
        yield from _jump_targets(state, role, card, origin)


def can_move(state: State, role: str, kind: str, card: str, origin: str) -> bool:
    """Return whether there is a target for a move of this kind."""
    types, needed = state.setup.board.types, card if kind == SITE else components.WILD
    for to in near_spaces(role, kind, origin):
        if needed != components.WILD and types[to] in components.COLOUR_SET and types[to] != needed:
            continue  # as `_entry_violation` finds too, but later
        if (
            kind != TUNNEL or _direction_violation(state, role, kind, origin, to) is None
        ) and _entry_violation(state, role, kind, card, to) is None:
            return True
    return kind == SITE and next(_jump_targets(state, role, card, origin), None) is not None


def _jump_targets(state: State, role: str, card: str, origin: str) -> Iterator[str]:
    if state.has_charisma(role, components.YOKO):
        for to in _jumps(role, origin):
            if move_violation(state, role, SITE, card, origin, to) is None:
                yield to


@cache
def near_spaces(role: str, kind: str, origin: str) -> tuple[str, ...]:
    """Return the spaces in the directions of a move, without jumps; for a Tunnel, of its row."""
    forward = FORWARD[role]
    steps = {
        SITE: [(n, forward) for n in _COLUMNS],
        CHARGE: [(n, forward) for n in _COLUMNS],
        DEFEND: [(-1, 0), (1, 0), *((n, -forward) for n in _COLUMNS)],
        TUNNEL: [(n, 0) for n in range(-4, 5) if n],
    }[kind]
    return _shifted(origin, steps)


@cache
def _jumps(role: str, origin: str) -> tuple[str, ...]:
    """Return the spaces that a jump may reach (9.3)."""
    return _shifted(origin, [(2 * n, 2 * FORWARD[role]) for n in _COLUMNS])


def _shifted(origin: str, steps: list[tuple[int, int]]) -> tuple[str, ...]:
    targets = [shift(origin, columns, rows) for columns, rows in steps]
    return tuple([to for to in targets if to is not None])


def push_violation(state: State, role: str, origin: str, to: str) -> Violation | None:
    """Return what is wrong with the second half of a Charge of `role` (8.3, 5.3, 5.6)."""
    other = OTHER[role]
    occupied = state.side(other).all_spaces
    columns, rows = vector(origin, to)
    if origin not in occupied:
        message = text("No enemy agent stands on {space}.", space=origin)
        return Violation("8.3", "nobody_there", message)
    if rows != -FORWARD[other] or columns not in _COLUMNS:
        message = text("A push moves an enemy agent one space straight or diagonally backward.")
        return Violation("8.3", "no_such_way", message)
    if to in occupied:
        return _occupied_by_friend(to)
    if to not in _push_targets(state.setup.board, other, origin):
        message = text("{space} is a headquarters that the agent may not enter.", space=to)
        return Violation("5.6", "headquarters", message)
    return None


def pushes(state: State, role: str) -> Iterator[tuple[str, str]]:
    """Yield every push that `role` may make: its origin and its target."""
    other = OTHER[role]
    occupied = state.side(other).spaces
    for origin in occupied:
        for to in _push_targets(state.setup.board, other, origin):
            if to not in occupied:
                yield origin, to


def _push_targets(board: Board, pushed: str, origin: str) -> tuple[str, ...]:
    """Return the spaces to which an agent of the side `pushed` on `origin` may be pushed on an
    empty board. Computed once for each board.
    """
    key = pushed, origin
    targets = board.push_targets.get(key)
    if targets is None:
        near = _shifted(origin, [(n, -FORWARD[pushed]) for n in _COLUMNS])
        targets = tuple([to for to in near if not board.is_enemy_hq(pushed, to)])
        board.push_targets[key] = targets
    return targets


def spring_violation(state: State, role: str, origin: str, to: str) -> Violation | None:
    """Return why a mark may not push the agent of `role` from `origin` to `to` (8.6, 5.6)."""
    columns, rows = vector(origin, to)
    length = -rows * FORWARD[role]
    if length not in (1, 2) or abs(columns) > length:
        message = text("A mark pushes an agent one or two spaces straight or diagonally backward.")
        return Violation("8.6", "no_such_way", message)
    if state.occupant(to) is not None:
        message = text("{space} is not empty.", space=to)
        return Violation("8.6", "occupied", message)
    if to not in _spring_targets(state.setup.board, role, origin):
        message = text("The push to {space} leads into a headquarters.", space=to)
        return Violation("5.6", "headquarters", message)
    return None


def _spring_targets(board: Board, role: str, origin: str) -> tuple[str, ...]:
    """Return the spaces to which a mark may push an agent of `role` from `origin` on an empty
    board. Computed once for each board.
    """
    key = role, origin
    targets = board.spring_targets.get(key)
    if targets is None:
        backward = -FORWARD[role]
        once = _shifted(origin, [(n, backward) for n in _COLUMNS])
        halfway = [to for to in once if not board.is_enemy_hq(role, to)]
        twice = _shifted(origin, [(n, 2 * backward) for n in range(-2, 3)])
        near = [any(abs(vector(over, to)[0]) <= 1 for over in halfway) for to in twice]
        further = [to for to, is_near in zip(twice, near, strict=True) if is_near]
        targets = (*halfway, *[to for to in further if not board.is_enemy_hq(role, to)])
        board.spring_targets[key] = targets
    return targets


def spring_targets(state: State, role: str, origin: str) -> Iterator[str]:
    """Yield the spaces to which a mark may push the agent of `role` on `origin`."""
    for to in _spring_targets(state.setup.board, role, origin):
        if state.occupant(to) is None:
            yield to


def are_in_line(first: str, second: str) -> bool:
    """Return whether two different spaces share a row or a column (8.4)."""
    return first != second and (first[0] == second[0] or row(first) == row(second))
