"""Counts on the board: by space, and by route."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import LazyLabels, gettext
from games.core.language import gettext_noop as _
from games.core.metrics import (
    Change,
    Grid,
    Layers,
    RoutesMetric,
    RouteTerms,
    Segment,
    SpacesMetric,
)
from games.goryo.terms import type_name

LAYERS = Layers(
    {
        "route": (
            _("Route"),
            _(
                "move cubes of discovered plans as placed, including faulty plans and the cube on "
                "the pawn's space"
            ),
        ),
        "target": (_("Target"), _("target cubes of discovered plans")),
        "start": (_("Start"), _("the pawn's space when a discovered plan was made")),
        "asked_yes": (
            _("Positive answers"),
            _("searches and sniffs answered yes in discovered rounds, including wrong answers"),
        ),
        "asked_no": (
            _("Negative answers"),
            _("searches and sniffs answered no in discovered rounds, including wrong answers"),
        ),
        "standing": (_("Samurai positions"), _("the spaces of the four Samurai at each discovery")),
        "spirits": (
            _("Spirits flipped"),
            _("spirits flipped at a discovery by Samurai on the target, counted there"),
        ),
    }
)
"""The layers of counts by space, in the order of the pages."""
_SPACE = re.compile(r"([a-z])([1-9][0-9]?)")


def coordinates(space: str) -> tuple[int, int]:
    """Return column and row of a space, from 0: `a1` is (0, 0), at the bottom left of the board.
    Raise ValueError for other names.

    >>> coordinates("c12")
    (2, 11)

    """
    match = _SPACE.fullmatch(space)
    if match is None:
        raise ValueError(f"not the name of a space: {space!r}")
    return ord(match[1]) - ord("a"), int(match[2]) - 1


def grid(board: Mapping[str, Any]) -> Grid:
    """Return the layout of a board's data: there is a wall between rooms and around the board; each
    space is described by its object.
    """
    spaces = board["spaces"]
    cells = {name: coordinates(name) for name in sorted(spaces, key=coordinates)}
    at = {cell: name for name, cell in cells.items()}
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
    """Return a bridge as drawn: a short plank across the wall between neighbours, else a line from
    middle to middle.
    """
    (x1, y1), (x2, y2) = (one[0] + 0.5, one[1] + 0.5), (two[0] + 0.5, two[1] + 0.5)
    if abs(x1 - x2) + abs(y1 - y2) > 1:
        return (x1, y1, x2, y2)
    mx, my, reach = (x1 + x2) / 2, (y1 + y2) / 2, 0.14
    dx, dy = (x2 - x1) * reach, (y2 - y1) * reach
    return (mx - dx, my - dy, mx + dx, my + dy)


def round_title(number: int) -> str:
    """Return the title of a round."""
    return gettext("Round {round}").format(round=number)


ROUNDS = LazyLabels({f"r{number}": partial(round_title, number) for number in range(1, 5)})
ENDS = Layers(
    {
        "caught": (_("Samurai on the target"), _("a Samurai was on the target at the discovery")),
        "won": (_("Goryō won the game"), _("the Goryō later won the game")),
        "lost": (_("Samurai won the game"), _("the Samurai later won the game")),
    }
)

SPACES = SpacesMetric(
    key="spaces",
    title=_("On the board"),
    definition=_(
        "Counts by space cover one board and its discovered rounds. Rounds cut short by "
        "resignation or abandonment and unfinished games do not count. Times is the number of "
        "occurrences. Share of games is the number of games with at least one occurrence, divided "
        "by the number of games with at least one discovered round, with its 95 % Wilson score "
        "interval."
    ),
    layers=LAYERS,
    observation=_("discovered round"),
    grid=grid,
    history=(
        Change(1, "2026-11-28", _("First counted.")),
        Change(3, "2026-11-28", _("Unfinished games no longer count.")),
        Change(4, "2026-11-28", _("Two new layers: starts, and spirits flipped.")),
    ),
)
ROUTES = RoutesMetric(
    key="ways",
    title=_("Routes"),
    definition=_(
        "The routes of discovered plans on one board: the move cubes in order, then the target. "
        "Each space shows its share of the routes that are identical up to that point. Only plans "
        "without a mistake count, so a game has at most one route per round. The results are those "
        "of the same plans. Shares have 95 % Wilson score intervals."
    ),
    roots=ROUNDS,
    ends=ENDS,
    wins=("won", "lost"),
    observation=_("discovered plan"),
    grid=grid,
    terms=RouteTerms(
        root=_("Round"),
        start=_("Start space"),
        all_starts=_("All start spaces"),
        following=_("Next space"),
        number=_("Plans"),
    ),
    history=(Change(4, "2026-11-28", _("First counted.")),),
)
