"""Reading a board from a log: all that is wrong with it, in words (rules page 2.5; log-format page,
"A Kyoto board").
"""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.findings import show
from games.kyoto.rules.board import GOAL_ROW, HOME_ROW, KNOWN, SPACES, Board, row
from games.kyoto.rules.words import COLOURS, HQ, NEUTRAL, OTHER, SIDES

TYPES = (*COLOURS, NEUTRAL, *HQ.values())
STARTS, ROWS, NAME_MAX = 6, 6, 60


def read_board(data: Mapping[str, Any]) -> Board | list[str]:
    """The board, or every fault found in its data, one sentence each."""
    faults = list(_faults(data))
    return faults or Board(data)


def _faults(data: Mapping[str, Any]) -> Iterator[str]:
    name = data.get("id")
    if not isinstance(name, str) or not name.strip() or len(name) > NAME_MAX:
        yield f"A board needs an id: text of at most {NAME_MAX} characters."
    home = data.get("home")
    if home != HOME_ROW or any(type(number) is not int for number in home.values()):
        yield f"home is always {HOME_ROW}."
    spaces, territory = data.get("spaces"), data.get("territory")
    fault = _space_fault(spaces)
    territory_faults = list(_territory_faults(territory))
    yield from territory_faults
    if fault is not None:
        yield fault
        return
    yield from _type_faults(data["spaces"])
    if not territory_faults:
        yield from _start_faults(data.get("starts"), data["spaces"], data["territory"])


def _space_fault(spaces: Any) -> str | None:
    if not isinstance(spaces, dict) or spaces.keys() != KNOWN:
        return "spaces names the site type of each of the 30 spaces a1 to e6, and of no other."
    for name, kind in spaces.items():
        if not isinstance(kind, str) or kind not in TYPES:
            return f"{show(kind)} of {name} is no site type; there are {', '.join(TYPES)}."
    return None


def _type_faults(spaces: Mapping[str, str]) -> Iterator[str]:
    missing = [colour for colour in COLOURS if colour not in spaces.values()]
    if missing:
        yield f"Each of the four colours occurs; there is no {', '.join(missing)}."
    for side in SIDES:
        goal = [space for space in SPACES if row(space) == GOAL_ROW[side]]
        if all(spaces[space] == HQ[OTHER[side]] for space in goal):
            yield f"Row {GOAL_ROW[side]} has a space that is not the owner's headquarters."


def _territory_faults(territory: Any) -> Iterator[str]:
    if not isinstance(territory, dict) or set(territory) != set(SIDES):
        yield "territory lists the rows of the oniwaban and of the government."
        return
    for side in SIDES:
        rows = territory[side]
        if not isinstance(rows, list) or any(type(number) is not int for number in rows):
            yield f"The territory of the {side} is a list of rows."
            return
        home, away = HOME_ROW[side], 1 if HOME_ROW[side] == 1 else -1
        due = [home + away * i for i in range(len(rows))]
        if not rows or len(rows) > ROWS or sorted(rows) != sorted(due):
            yield f"The territory of the {side} is different rows from row {home} on, no gap."
            return
    if set(territory[SIDES[0]]) & set(territory[SIDES[1]]):
        yield "The two territories share no row."


def _start_faults(
    starts: Any, spaces: Mapping[str, str], territory: Mapping[str, list[int]]
) -> Iterator[str]:
    if not isinstance(starts, dict) or set(starts) != set(SIDES):
        yield "starts lists six spaces for the oniwaban and six for the government."
        return
    for side in SIDES:
        names = starts[side]
        if not isinstance(names, list) or any(
            not isinstance(name, str) or name not in KNOWN for name in names
        ):
            yield f"The starts of the {side} are spaces of the board."
        elif len(names) != STARTS or len(set(names)) != STARTS:
            yield f"The {side} has six different starts."
        elif any(
            row(name) not in territory[side] or spaces[name] == HQ[OTHER[side]] for name in names
        ):
            yield f"The starts of the {side} lie in its territory, none in an enemy headquarters."
