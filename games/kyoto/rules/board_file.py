"""Read a board from a log, with a message for each fault (rules page 2.5; log-format page, "A Kyoto
board").
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from games.core.findings import show
from games.core.language import Items, Text, text
from games.kyoto.rules.board import FORWARD, GOAL_ROW, HOME_ROW, ROWS, SPACE_SET, SPACES, Board, row
from games.kyoto.rules.checks import THE
from games.kyoto.rules.components import COLOURS, HQ, NEUTRAL, OTHER, SIDES

TYPES = (*COLOURS, NEUTRAL, *HQ.values())
STARTS, NAME_MAX = 6, 60


def read_board(data: Mapping[str, Any]) -> Board | list[Text]:
    """Return the board, or a message for each fault in its data."""
    faults = list(_faults(data))
    return faults or Board(data)


def _faults(data: Mapping[str, Any]) -> Iterator[Text]:
    name = data.get("id")
    if not isinstance(name, str) or not name.strip() or len(name) > NAME_MAX:
        yield text("A board needs an id of 1 to {number} characters.", number=NAME_MAX)
    home = data.get("home")
    if home != HOME_ROW or any(type(number) is not int for number in home.values()):
        yield text("home must be {value}.", value=json.dumps(HOME_ROW))
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


def _space_fault(spaces: Any) -> Text | None:
    if not isinstance(spaces, dict) or spaces.keys() != SPACE_SET:
        return text("spaces must name the site type of each of the 30 spaces a1 to e6.")
    for name, kind in spaces.items():
        if not isinstance(kind, str) or kind not in TYPES:
            return text(
                '"{type}" on {space} is not a site type. Site types are {types}.',
                type=show(kind),
                space=name,
                types=Items(TYPES),
            )
    return None


def _type_faults(spaces: Mapping[str, str]) -> Iterator[Text]:
    missing = [colour for colour in COLOURS if colour not in spaces.values()]
    if missing:
        yield text("A board needs all four colours. Missing: {colours}.", colours=Items(missing))
    for side in SIDES:
        goal = [space for space in SPACES if row(space) == GOAL_ROW[side]]
        if all(spaces[space] == HQ[OTHER[side]] for space in goal):
            yield text(
                "Row {row} needs a space that is not a headquarters of its owner.",
                row=GOAL_ROW[side],
            )


def _territory_faults(territory: Any) -> Iterator[Text]:
    if not isinstance(territory, dict) or set(territory) != set(SIDES):
        yield text("territory must list the rows of oniwaban and of government.")
        return
    for side in SIDES:
        rows = territory[side]
        if not isinstance(rows, list) or any(type(number) is not int for number in rows):
            yield text("The territory of {side} must be a list of row numbers.", side=THE[side])
            return
        home, forward = HOME_ROW[side], FORWARD[side]
        expected = [home + forward * i for i in range(len(rows))]
        if not rows or len(rows) > len(ROWS) or sorted(rows) != sorted(expected):
            yield text(
                "The territory of {side} must be consecutive rows from row {row} on.",
                side=THE[side],
                row=home,
            )
            return
    if set(territory[SIDES[0]]) & set(territory[SIDES[1]]):
        yield text("The two territories may not share a row.")


def _start_faults(
    starts: Any, spaces: Mapping[str, str], territory: Mapping[str, list[int]]
) -> Iterator[Text]:
    if not isinstance(starts, dict) or set(starts) != set(SIDES):
        yield text("starts must list six spaces for oniwaban and six for government.")
        return
    for side in SIDES:
        names = starts[side]
        if not isinstance(names, list) or any(
            not isinstance(name, str) or name not in SPACE_SET for name in names
        ):
            yield text("The starts of {side} must be spaces of the board.", side=THE[side])
        elif len(names) != STARTS or len(set(names)) != STARTS:
            yield text("The starts of {side} must be six different spaces.", side=THE[side])
        elif any(
            row(name) not in territory[side] or spaces[name] == HQ[OTHER[side]] for name in names
        ):
            yield text(
                "The starts of {side} must lie in its territory and outside enemy headquarters.",
                side=THE[side],
            )
