"""What is counted on the board: by space, and by the ways that were taken."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import LazyLabels, gettext, gettext_noop, ngettext
from games.core.metrics import Change, Grid, Layers, Segment, SpacesMetric, WaysMetric
from games.goryo.terms import type_name

LAYERS = Layers(
    {
        "route": (
            gettext_noop("Route"),
            gettext_noop(
                "move cubes of discovered plans, as they were placed (also of faulty plans), the "
                "pawn's own space included"
            ),
        ),
        "target": (gettext_noop("Target"), gettext_noop("target cubes of discovered plans")),
        "start": (
            gettext_noop("Start"),
            gettext_noop("where the pawn stood when a discovered plan was made"),
        ),
        "asked_yes": (
            gettext_noop("Asked: yes"),
            gettext_noop(
                "searches and sniffs answered yes in discovered rounds, whether the answer was "
                "right or not"
            ),
        ),
        "asked_no": (
            gettext_noop("Asked: no"),
            gettext_noop(
                "searches and sniffs answered no in discovered rounds, whether the answer was "
                "right or not"
            ),
        ),
        "standing": (
            gettext_noop("Samurai standing"),
            gettext_noop("where the four Samurai stood at each discovery"),
        ),
        "spirits": (
            gettext_noop("Spirits flipped"),
            gettext_noop(
                "spirits flipped by Samurai who stood on the target at a discovery, on that target"
            ),
        ),
    }
)
"""What is counted by space, in the order in which pages offer it."""
_SPACE = re.compile(r"([a-z])([1-9][0-9]?)")


def place(space: str) -> tuple[int, int]:
    """Column and row of a space's name, from 0: `a1` is (0, 0), at the bottom left of the board.
    Raises ValueError.

    >>> place("c12")
    (2, 11)

    """
    found = _SPACE.fullmatch(space)
    if found is None:
        raise ValueError(f"no space: {space!r}")
    return ord(found[1]) - ord("a"), int(found[2]) - 1


def grid(board: Mapping[str, Any]) -> Grid:
    """A board given as data, laid out: a wall stands wherever the neighbour is of another room, or
    there is none; what is said of a space is its object.
    """
    spaces = board["spaces"]
    cells = {name: place(name) for name in sorted(spaces, key=place)}
    at = {where: name for name, where in cells.items()}
    walls = set[Segment]()
    for name, (x, y) in cells.items():
        for dx, dy, segment in (
            (1, 0, (x + 1, y, x + 1, y + 1)),
            (-1, 0, (x, y, x, y + 1)),
            (0, 1, (x, y + 1, x + 1, y + 1)),
            (0, -1, (x, y, x + 1, y)),
        ):
            other = at.get((x + dx, y + dy))
            if other is None or spaces[other]["room"] != spaces[name]["room"]:
                walls.add(segment)
    return Grid(
        columns=tuple(chr(ord("a") + x) for x in range(1 + max(x for x, _ in cells.values()))),
        rows=tuple(str(y + 1) for y in range(1 + max(y for _, y in cells.values()))),
        cells=cells,
        about={name: type_name(spaces[name]["object"]) for name in cells},
        walls=tuple(sorted(walls)),
        bridges=tuple(_bridge(cells[one], cells[two]) for one, two in board["bridges"]),
    )


def _bridge(one: tuple[int, int], two: tuple[int, int]) -> Segment:
    """Over a wall a short plank across it; between spaces that do not touch, a line from middle to
    middle.
    """
    (x1, y1), (x2, y2) = (one[0] + 0.5, one[1] + 0.5), (two[0] + 0.5, two[1] + 0.5)
    if abs(x1 - x2) + abs(y1 - y2) > 1:
        return (x1, y1, x2, y2)
    mx, my, reach = (x1 + x2) / 2, (y1 + y2) / 2, 0.14
    dx, dy = (x2 - x1) * reach, (y2 - y1) * reach
    return (mx - dx, my - dy, mx + dx, my + dy)


def round_title(number: int) -> str:
    """A round by its number, for people."""
    return gettext("Round {round}").format(round=number)


def _observed(number: int) -> str:
    return ngettext("{n} discovered round", "{n} discovered rounds", number).format(n=number)


ROUNDS = LazyLabels({f"r{number}": partial(round_title, number) for number in range(1, 5)})
ENDS = Layers(
    {
        "caught": (
            gettext_noop("Samurai on the target"),
            gettext_noop("a Samurai stood on the target at the discovery"),
        ),
        "won": (
            gettext_noop("Goryō won the game"),
            gettext_noop("the Goryō won the game in the end"),
        ),
        "lost": (
            gettext_noop("Samurai won the game"),
            gettext_noop("the Samurai won the game in the end"),
        ),
    }
)

SPACES = SpacesMetric(
    key="spaces",
    title=gettext_noop("On the board"),
    definition=gettext_noop(
        "Counts by space speak of one board and of discovered rounds only: a round cut short by "
        "resignation or break-off is left out, and so are all rounds of a log that stops before "
        "its game does. Times is how often; share of games is the games in which it happened at "
        "least once, divided by the games with at least one discovered round, with its 95 % "
        "Wilson score interval."
    ),
    layers=LAYERS,
    observation=gettext_noop("discovered round"),
    observed=_observed,
    grid=grid,
    history=(
        Change(1, "2026-11-28", gettext_noop("First counted.")),
        Change(
            3, "2026-11-28", gettext_noop("A log that stops before its game does adds nothing.")
        ),
        Change(4, "2026-11-28", gettext_noop("Two layers more: starts, and spirits flipped.")),
    ),
)
WAYS = WaysMetric(
    key="ways",
    title=gettext_noop("Ways taken"),
    definition=gettext_noop(
        "The move cubes of discovered plans in their order, and the target, on one board: how "
        "often each way was taken from a start, of all that were at the same place before. Only "
        "plans without a mistake are counted, so that a way is a way; a game has at most one in a "
        "round. What came of a way is told of the same plans. Shares have 95 % Wilson score "
        "intervals."
    ),
    roots=ROUNDS,
    ends=ENDS,
    observation=gettext_noop("discovered plan"),
    grid=grid,
    history=(Change(4, "2026-11-28", gettext_noop("First counted.")),),
)
