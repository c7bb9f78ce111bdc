"""The metrics of Gorinto. `facts` computes them. `docs/data-dictionary.md` repeats their
definitions.
"""

from collections.abc import Mapping
from typing import Any

from games.core import metrics
from games.core.language import Labels, gettext, sentences
from games.core.language import gettext_noop as _
from games.core.pace import KEY, PACE
from games.gorinto import groups
from games.gorinto.rules.editions import PARTNERSHIP
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.terms import DIFFICULTY, ELEMENT, ELEMENT_TITLE

TURNS = 12
FOUR_SEATS = {
    f"{table}.{result}": 8 for table in ("4p", "partnership") for result in ("winners", "others")
}
"""With four seats, a player has two turns a Season; with fewer, three."""
"""The most turns of a player in a game (6.1)."""
SPLITS = ("mode", "board", "month")

DECIDED = _("Decided games have a winner, by rule or because the other side resigned.")
TO_THE_END = _(
    "Only games played to their end by rule count, not resigned, abandoned or unfinished games."
)
SHARED = _("A shared victory counts for each side that shares it, and is also counted separately.")
CLUSTERED = _("The interval takes into account that values from one game are related.")
NO_SOLO = _("Solo games do not count, because there is no other player to compare with.")
HISTORY = (metrics.Change(1, "2026-11-28", _("First counted.")),)


class _MountainLayers(metrics.Layers):
    """The counts by cell, of all elements and of each element."""

    def __init__(self) -> None:
        placed = (_("Placed: {element}"), _("{element} tiles that players placed on the stack"))
        gathered = (
            _("Gathered: {element}"),
            _("{element} tiles that players gathered from the stack"),
        )
        super().__init__(
            {
                "placed": (_("Placed"), _("tiles that players placed on the stack")),
                "gathered": (_("Gathered"), _("tiles that players gathered from the stack")),
                "kitsune": (
                    _("Gathered by the Kitsune"),
                    _("tiles that the Kitsune gathered from the stack, in solo"),
                ),
                **{f"placed-{element}": placed for element in ELEMENTS},
                **{f"gathered-{element}": gathered for element in ELEMENTS},
            }
        )

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = super().__getitem__(key)
        element = ELEMENT.get(key.partition("-")[2], "")
        return title.format(element=element), meaning.format(element=element)


def grid(board: Mapping[str, Any]) -> metrics.Grid:
    """Return the Mountain as a grid: columns a to e, row 1 at the top. Cells are described by their
    height at the start, if the board's data has it.
    """
    columns, rows = tuple("abcde"), tuple("54321")
    heights = board.get("heights", {})
    cells = {f"{a}{row}": (x, y) for x, a in enumerate(columns) for y, row in enumerate(rows)}
    starts = gettext("starts at {height}")
    about = {c: starts.format(height=heights[c]) if c in heights else "" for c in cells}
    edge = ((0.0, 0.0, 5.0, 0.0), (0.0, 5.0, 5.0, 5.0), (0.0, 0.0, 0.0, 5.0), (5.0, 0.0, 5.0, 5.0))
    return metrics.Grid(columns, rows, cells, about, edge)


def _win_rate(
    key: str,
    title: str,
    definition: str,
    group_title: str,
    labels: Mapping[str, str],
    marks: Mapping[str, str],
) -> metrics.RateMetric:
    return metrics.RateMetric(
        key=key,
        history=HISTORY,
        title=title,
        definition=definition,
        unit=_("decided games"),
        group_title=group_title,
        groups=labels,
        marks=marks,
        even=groups.even(labels),
        aside=_("shared"),
    )


def _by_result(
    key: str, title: str, definition: str, value: str, positions: Mapping[str, str] | None = None
) -> metrics.SeriesMetric:
    """Return a series of winners and others, by element, or by turn without `positions`."""
    return metrics.SeriesMetric(
        key=key,
        history=HISTORY,
        title=title,
        definition=sentences(definition, TO_THE_END, CLUSTERED),
        unit=_("players"),
        group_title=_("Players"),
        groups=groups.RESULTS,
        marks=groups.SHORT_RESULTS,
        value=value,
        position_title=_("Own turn") if positions is None else _("Element"),
        positions=positions or {f"t{turn}": str(turn) for turn in range(1, TURNS + 1)},
        is_timeline=positions is None,
        lengths=FOUR_SEATS if positions is None else {},
    )


def _by_goal(
    key: str, title: str, definition: str, position_title: str, positions: Mapping[str, str]
) -> metrics.SeriesMetric:
    """Return a series of the top scorers with each goal, and of all players."""
    return metrics.SeriesMetric(
        key=key,
        history=HISTORY,
        title=title,
        definition=sentences(definition, NO_SOLO, TO_THE_END, CLUSTERED),
        unit=_("players"),
        group_title=_("Top scorers with"),
        groups=groups.ALL_AND_GOALS,
        marks=groups.SHORT_ALL,
        value=_("tiles"),
        position_title=position_title,
        positions=positions,
    )


PLACED = 4
"""The first placements of a Season that are counted."""
PLACEMENTS = metrics.RoutesMetric(
    key="placements",
    history=(metrics.Change(7, "2026-11-30", _("First counted.")),),
    title=_("Placements by Season"),
    definition=sentences(
        _(
            "The cells of the first four tiles that players placed in a Season, in order, on one "
            "landscape and with one number of players. Each cell shows its share of the games "
            "that are identical up to that point, and how often the player who placed there won."
        ),
        _("The tiles that the Kitsune takes do not count."),
        DECIDED,
        _("A shared victory counts for each player who shares it, and partners win together."),
        metrics.REACHED,
    ),
    roots=groups.SEASONS_BY_TABLE,
    families=groups.ALL_TABLES,
    marks=groups.SHORT_SEASONS,
    ends=metrics.Layers(
        {"won": (_("Won"), _("the player who placed the last of these tiles won the game"))}
    ),
    ranked="won",
    wins=("won",),
    observation=_("decided game"),
    grid=grid,
    terms=metrics.RouteTerms(
        root=_("Season"),
        start=_("First cell"),
        all_starts=_("All first cells"),
        following=_("Next cell"),
        number=_("Games"),
    ),
    is_one_root=True,
)

METRICS: tuple[metrics.Metric, ...] = (
    _win_rate(
        "wins-seat",
        _("Win rate by seat"),
        sentences(
            _(
                "Games won from this seat, alone or shared, divided by decided games with this "
                "number of players."
            ),
            DECIDED,
            SHARED,
            _("Partners win together. Solo has its own metric."),
        ),
        _("Seat"),
        groups.SEATS,
        groups.SHORT_SEATS,
    ),
    _win_rate(
        "wins-start",
        _("Win rate of the start player"),
        sentences(
            _(
                "Games won by the start player, and games won by any other player, divided by "
                "decided games with this number of players. The start player acts first in Spring, "
                "in compassionate order by a random draw."
            ),
            DECIDED,
            SHARED,
            _("So the two rates may add up to more than 100 %."),
        ),
        _("Start"),
        groups.STARTERS,
        groups.SHORT_STARTERS,
    ),
    _win_rate(
        "wins-order",
        _("Win rate by turn order"),
        sentences(
            _(
                "Games won by the player who acts first, second, … in Spring, alone or shared, "
                "divided by decided games with this number of players."
            ),
            DECIDED,
            SHARED,
            _("A team has the position of the partner who acts earlier."),
        ),
        _("Position in Spring"),
        groups.POSITIONS,
        groups.SHORT_POSITIONS,
    ),
    metrics.RateMetric(
        key="wins-solo",
        history=HISTORY,
        title=_("Solo: games won against the Kitsune"),
        definition=sentences(
            _("Games the player won, divided by decided solo games."),
            DECIDED,
            _("If both have the same Wisdom, the Kitsune wins."),
        ),
        unit=_("decided games"),
        group_title=_("Difficulty"),
        groups=DIFFICULTY,
        splits=SPLITS,
    ),
    metrics.DistributionMetric(
        key="margin-solo",
        history=HISTORY,
        title=_("Solo: margin over the Kitsune"),
        definition=sentences(_("The player's final Wisdom minus the Kitsune's."), TO_THE_END),
        unit=_("games"),
        group_title=_("Difficulty"),
        groups=DIFFICULTY,
        value=_("Wisdom"),
        splits=SPLITS,
    ),
    metrics.DistributionMetric(
        key="wisdom",
        history=HISTORY,
        title=_("Final Wisdom"),
        definition=sentences(
            _("Final Wisdom of each player, in partnership of each team, in solo of the player."),
            TO_THE_END,
            CLUSTERED,
        ),
        unit=_("sides"),
        group_title=_("Goals"),
        groups=groups.PAIRS,
        marks=Labels({PARTNERSHIP: _("partnership")}),
        value=_("Wisdom"),
        splits=SPLITS,
        is_shrunk=True,
    ),
    metrics.DistributionMetric(
        key="goal-wisdom",
        history=HISTORY,
        title=_("Wisdom from each goal"),
        definition=sentences(
            _("What a player scored with the goal in all four Seasons."), TO_THE_END, CLUSTERED
        ),
        unit=_("players"),
        group_title=_("Goal"),
        groups=groups.GOAL_TITLES,
        value=_("Wisdom"),
    ),
    metrics.DistributionMetric(
        key="key-wisdom",
        history=HISTORY,
        title=_("Wisdom from each Key Element"),
        definition=sentences(
            _("What a player scored for tiles of the Key Element at the end of the game."),
            TO_THE_END,
            CLUSTERED,
        ),
        unit=_("players"),
        group_title=_("Key Element"),
        groups=ELEMENT_TITLE,
        value=_("Wisdom"),
    ),
    _by_goal(
        "goal-shape",
        _("Stack heights that suit a goal"),
        _(
            "Final heights of the five stacks on the mat, from tallest to shortest, of the players "
            "who scored most with the goal in their game, and of all players."
        ),
        _("Stack"),
        groups.HEIGHTS,
    ),
    _by_goal(
        "goal-elements",
        _("Elements that suit a goal"),
        _(
            "Final tiles of each element on the mat, of the players who scored most with the goal "
            "in their game, and of all players."
        ),
        _("Element"),
        ELEMENT_TITLE,
    ),
    _by_result(
        "elements",
        _("Elements of winners and others"),
        _(
            "Final tiles of each element on the mat, of the players who won (alone or shared) and "
            "of the others."
        ),
        _("tiles"),
        ELEMENT_TITLE,
    ),
    _by_result(
        "understanding",
        _("Understanding over time"),
        _(
            "Understanding of the tile placed in a player's 1st, 2nd, … turn of the game: 1 plus "
            "the tiles of its element on the player's mat."
        ),
        _("Understanding"),
    ),
    _by_result(
        "mat",
        _("Tiles on the mat over time"),
        _("Tiles on a player's mat after the player's 1st, 2nd, … turn of the game."),
        _("tiles"),
    ),
    metrics.DistributionMetric(
        key=KEY,
        history=(metrics.Change(6, "2026-11-29", _("First counted.")),),
        title=_("Time per decision"),
        definition=sentences(
            PACE, _("Decisions are tiles placed by players in finished games."), CLUSTERED
        ),
        unit=_("decisions"),
        group_title=_("Players"),
        groups=groups.ALL_TABLES,
        value=_("seconds"),
    ),
    metrics.SpacesMetric(
        key="spaces",
        history=HISTORY,
        title=_("On the Mountain"),
        definition=_(
            "Counts by cell of one landscape, from players' turns, including abandoned and "
            "unfinished games. The Kitsune has its own layer. An earth tile gathers from its own "
            "stack. Times is the number of tiles. Share of games is the number of games with at "
            "least one tile, divided by the number of games with at least one turn, with its 95 % "
            "Wilson score interval."
        ),
        layers=_MountainLayers(),
        observation=_("turn"),
        grid=grid,
    ),
    PLACEMENTS,
)
