"""Ways over the board: what a move, a push and a spring may do (rules page, sections 5, 8, 9)."""

from collections.abc import Iterator

from games.core.rules import Violation
from games.kyoto.rules.board import FORWARD, beside, row, vector
from games.kyoto.rules.state import State
from games.kyoto.rules.words import (
    CHARGE,
    CHIHARU,
    COLOURS,
    DEFEND,
    GOVERNMENT,
    ONIWABAN,
    OTHER,
    RURI,
    SITE,
    TUNNEL,
    WILD,
    YOKO,
)

WAY_RULE = {SITE: "5.2", DEFEND: "8.1", TUNNEL: "8.2", CHARGE: "8.3"}
_WAY = {
    SITE: "A Site card moves an agent one space directly or diagonally forward.",
    DEFEND: "Defend moves an agent one space to the left, the right, or backward.",
    TUNNEL: "Tunnel moves an agent along its row, over no agent.",
    CHARGE: "Charge moves an agent one space directly or diagonally forward.",
}
_NEXT = (-1, 0, 1)


def move_violation(
    state: State, role: str, kind: str, card: str, origin: str, to: str
) -> Violation | None:
    """The first rule that a move of one's own agent breaks, from its way on: 5.2 or 8.1 to 8.3,
    then 9.3, 5.3, 5.6, 9.5, 5.4, 9.7. `kind` is `site`, `defend`, `tunnel` or `charge`; `card` the
    Site card.
    """
    return _way(state, role, kind, origin, to) or _entry(state, role, kind, card, to)


def _way(state: State, role: str, kind: str, origin: str, to: str) -> Violation | None:
    columns, rows = vector(origin, to)
    forward = FORWARD[role]
    if kind in (SITE, CHARGE):
        fits = rows == forward and columns in _NEXT
        if kind == SITE and not fits and _is_jump(state, role, columns, rows):
            over = beside(origin, columns // 2, forward)
            if state.side(role).agent_at(over) is not None:
                return None
            message = "Yoko lets an agent jump over an agent of its own side, and none is there."
            return Violation("9.3", "nobody_to_jump", message)
    elif kind == DEFEND:
        fits = columns in _NEXT and (rows == -forward or (rows == 0 and columns != 0))
    else:
        fits = rows == 0 and columns != 0 and _is_free(state, origin, columns)
    return None if fits else Violation(WAY_RULE[kind], "no_such_way", _WAY[kind])


def _is_jump(state: State, role: str, columns: int, rows: int) -> bool:
    return rows == 2 * FORWARD[role] and columns in (-2, 0, 2) and state.plays(role, YOKO)


def _is_free(state: State, origin: str, columns: int) -> bool:
    step = 1 if columns > 0 else -1
    between = [beside(origin, n, 0) for n in range(step, columns, step)]
    return all(space is None or state.occupant(space) is None for space in between)


def _entry(state: State, role: str, kind: str, card: str, to: str) -> Violation | None:
    """Whether the space may be entered."""
    board = state.setup.board
    if state.side(role).agent_at(to) is not None:
        return Violation("5.3", "occupied", f"An agent of its own side stands on {to}.")
    chiharu = state.plays(GOVERNMENT, CHIHARU)
    if board.is_enemy_hq(role, to) and not (chiharu and role == GOVERNMENT):
        return Violation("5.6", "headquarters", f"{to} is the other side's headquarters.")
    if chiharu and role == ONIWABAN and board.is_neutral_of(GOVERNMENT, to):
        message = f"Chiharu keeps the Oniwaban out of the neutral space {to}."
        return Violation("9.5", "chiharu", message)
    colour = board.types[to]
    if kind == SITE and colour in COLOURS and card not in (colour, WILD):
        return Violation("5.4", "wrong_colour", f"{to} is entered with {colour} or wild.")
    other = state.side(OTHER[role])
    if other.charisma == RURI and colour == state.ruri_site and other.agent_at(to) is not None:
        return Violation("9.7", "ruri", f"Ruri guards the agent on {to}.")
    return None


def targets(state: State, role: str, kind: str, card: str, origin: str) -> Iterator[str]:
    """The spaces to which a move of this kind may go."""
    for to in _near(role, kind, origin):
        if move_violation(state, role, kind, card, origin, to) is None:
            yield to


def _near(role: str, kind: str, origin: str) -> Iterator[str]:
    forward = FORWARD[role]
    steps = {
        SITE: [(n * far, forward * far) for far in (1, 2) for n in _NEXT],
        CHARGE: [(n, forward) for n in _NEXT],
        DEFEND: [(-1, 0), (1, 0), *((n, -forward) for n in _NEXT)],
        TUNNEL: [(n, 0) for n in range(-4, 5) if n],
    }[kind]
    for columns, rows in steps:
        to = beside(origin, columns, rows)
        if to is not None:
            yield to


def push_violation(state: State, role: str, origin: str, to: str) -> Violation | None:
    """What is wrong with the second half of a Charge of `role` (8.3, 5.3, 5.6)."""
    other = OTHER[role]
    columns, rows = vector(origin, to)
    if state.side(other).agent_at(origin) is None:
        return Violation("8.3", "nobody_there", f"No enemy agent stands on {origin}.")
    if rows != -FORWARD[other] or columns not in _NEXT:
        return Violation("8.3", "no_such_way", "A push goes one space backward, as it sees it.")
    if state.side(other).agent_at(to) is not None:
        return Violation("5.3", "occupied", f"An agent of its own side stands on {to}.")
    if state.setup.board.is_enemy_hq(other, to):
        return Violation("5.6", "headquarters", f"{to} is a headquarters it never enters.")
    return None


def pushes(state: State, role: str) -> Iterator[tuple[str, str]]:
    """Every push that `role` may make: from where, and to where."""
    other = OTHER[role]
    for origin in spaces_of(state, other):
        for columns in _NEXT:
            to = beside(origin, columns, -FORWARD[other])
            if to is not None and push_violation(state, role, origin, to) is None:
                yield origin, to


def spaces_of(state: State, role: str) -> list[str]:
    """Where the agents of a side stand, sorted."""
    return sorted(agent.space for agent in state.side(role).agents if agent.space is not None)


def spring_violation(state: State, role: str, origin: str, to: str) -> Violation | None:
    """Whether the agent of `role` on `origin` may be pushed to `to` by a mark (8.6, 5.6)."""
    columns, rows = vector(origin, to)
    backward = -FORWARD[role]
    far = rows * backward
    if far not in (1, 2) or abs(columns) > far:
        return Violation("8.6", "no_such_way", "A spring pushes one or two spaces backward.")
    if state.occupant(to) is not None:
        return Violation("8.6", "occupied", f"{to} is not empty.")
    board = state.setup.board
    blocked = board.is_enemy_hq(role, to)
    if far == 2 and not blocked:
        ways = [beside(origin, n, backward) for n in _NEXT if abs(columns - n) <= 1]
        blocked = all(way is None or board.is_enemy_hq(role, way) for way in ways)
    if blocked:
        return Violation("5.6", "headquarters", "The way leads into a headquarters.")
    return None


def spring_targets(state: State, role: str, origin: str) -> Iterator[str]:
    """Where a spring may push the agent of `role` on `origin`."""
    for rows in (1, 2):
        for columns in range(-rows, rows + 1):
            to = beside(origin, columns, -FORWARD[role] * rows)
            if to is not None and spring_violation(state, role, origin, to) is None:
                yield to


def spaces_in_line(one: str, two: str) -> bool:
    """Whether two different spaces share a row or a column (8.4)."""
    return one != two and (one[0] == two[0] or row(one) == row(two))
