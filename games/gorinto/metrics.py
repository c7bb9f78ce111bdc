"""What statistics may be asked of Gorinto: the metrics that `facts` fills.

`docs/data-dictionary.md` repeats the definitions.
"""

from collections.abc import Mapping
from typing import Any

from games.core.language import (
    Labels,
    gettext,
    gettext_noop,
    ngettext,
    sentences,
)
from games.core.metrics import (
    Change,
    DistributionMetric,
    Grid,
    Layers,
    Metric,
    RateMetric,
    SeriesMetric,
    SpacesMetric,
)
from games.gorinto.groups import (
    ALL_AND_GOALS,
    GOAL_MARKS,
    GOAL_TITLES,
    HEIGHTS,
    PAIRS,
    PLACES,
    RESULTS,
    SEATS,
    SHORT_PLACES,
    SHORT_RESULTS,
    SHORT_SEATS,
    SHORT_STARTERS,
    STARTERS,
    even,
)
from games.gorinto.rules.editions import PARTNERSHIP
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.terms import DIFFICULTY, ELEMENT, ELEMENT_TITLE

TURNS = 12
"""A player's most turns in a game (6.1)."""
SPLITS = ("mode", "board", "month")

DECIDED = gettext_noop(
    "Decided are games that somebody won, by rule or because the other side resigned."
)
TO_THE_END = gettext_noop(
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
SHARED = gettext_noop(
    "A shared victory is one for each who shares it; those are counted apart as well."
)
TOGETHER = gettext_noop("What is observed in one game is taken together when the interval is made.")
HISTORY = (Change(1, "2026-11-28", gettext_noop("First counted.")),)
_COMPARED = gettext_noop("In solo there is nobody to score more than, so solo games are left out.")


class _MountainLayers(Layers):
    """What is counted by cell, of all elements and of each."""

    def __init__(self) -> None:
        layers = {
            "placed": (
                gettext_noop("Placed"),
                gettext_noop("tiles that players placed on the stack"),
            ),
            "gathered": (
                gettext_noop("Gathered"),
                gettext_noop("tiles that players gathered from the stack"),
            ),
            "kitsune": (
                gettext_noop("Gathered by the Kitsune"),
                gettext_noop("tiles that the Kitsune gathered from the stack, in solo"),
            ),
        }
        placed = (
            gettext_noop("Placed: {element}"),
            gettext_noop("{element} tiles that players placed on the stack"),
        )
        gathered = (
            gettext_noop("Gathered: {element}"),
            gettext_noop("{element} tiles that players gathered from the stack"),
        )
        layers |= {f"placed-{element}": placed for element in ELEMENTS}
        layers |= {f"gathered-{element}": gathered for element in ELEMENTS}
        super().__init__(layers)

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = super().__getitem__(key)
        element = ELEMENT.get(key.partition("-")[2], "")
        return title.format(element=element), meaning.format(element=element)


def grid(board: Mapping[str, Any]) -> Grid:
    """The Mountain: columns a to e, row 1 at the top; what is said of a cell is its height at the
    start, if the board's data tell it.
    """
    columns, rows = tuple("abcde"), tuple("54321")
    heights = board.get("heights", {})
    cells = {f"{a}{row}": (x, y) for x, a in enumerate(columns) for y, row in enumerate(rows)}
    starts = gettext("starts at {height}")
    about = {c: starts.format(height=heights[c]) if c in heights else "" for c in cells}
    edge = ((0.0, 0.0, 5.0, 0.0), (0.0, 5.0, 5.0, 5.0), (0.0, 0.0, 0.0, 5.0), (5.0, 0.0, 5.0, 5.0))
    return Grid(columns, rows, cells, about, edge)


def _turns(number: int) -> str:
    return ngettext("{n} turn", "{n} turns", number).format(n=number)


METRICS: tuple[Metric, ...] = (
    RateMetric(
        key="wins-seat",
        history=HISTORY,
        title=gettext_noop("Win rate by seat"),
        definition=sentences(
            gettext_noop(
                "Games won from this seat, alone or shared, divided by decided games at such a "
                "table."
            ),
            DECIDED,
            SHARED,
            gettext_noop("Partners win together. Solo has its own number."),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Seat"),
        groups=SEATS,
        marks=SHORT_SEATS,
        even=even(SEATS),
        aside=gettext_noop("shared"),
    ),
    RateMetric(
        key="wins-start",
        history=HISTORY,
        title=gettext_noop("Win rate of the start player"),
        definition=sentences(
            gettext_noop(
                "The start player acts first in Spring: by the Start coin, in compassionate order "
                "by lot. Games that player won, and games that anybody else won, alone or shared, "
                "divided by decided games at such a table."
            ),
            DECIDED,
            SHARED,
            gettext_noop("So the two may add up to more than 100 %."),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Start"),
        groups=STARTERS,
        marks=SHORT_STARTERS,
        even=even(STARTERS),
        aside=gettext_noop("shared"),
    ),
    RateMetric(
        key="wins-order",
        history=HISTORY,
        title=gettext_noop("Win rate by place in the turn order"),
        definition=sentences(
            gettext_noop(
                "Games won by who acts first, second, … in Spring, alone or shared, divided by "
                "decided games at such a table."
            ),
            DECIDED,
            SHARED,
            gettext_noop("A team's place is that of the partner who acts earlier."),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Place in Spring"),
        groups=PLACES,
        marks=SHORT_PLACES,
        even=even(PLACES),
        aside=gettext_noop("shared"),
    ),
    RateMetric(
        key="wins-solo",
        history=HISTORY,
        title=gettext_noop("Solo: games won against the Kitsune"),
        definition=sentences(
            gettext_noop("Games the player won, divided by decided solo games."),
            DECIDED,
            gettext_noop("With the same Wisdom the Kitsune wins."),
        ),
        unit=gettext_noop("decided games"),
        group_title=gettext_noop("Difficulty"),
        groups=DIFFICULTY,
        splits=SPLITS,
    ),
    DistributionMetric(
        key="margin-solo",
        history=HISTORY,
        title=gettext_noop("Solo: Wisdom ahead of the Kitsune"),
        definition=sentences(
            gettext_noop("The player's Wisdom less the Kitsune's at the end."), TO_THE_END
        ),
        unit=gettext_noop("games"),
        group_title=gettext_noop("Difficulty"),
        groups=DIFFICULTY,
        value=gettext_noop("Wisdom"),
        splits=SPLITS,
    ),
    DistributionMetric(
        key="wisdom",
        history=HISTORY,
        title=gettext_noop("Wisdom at the end"),
        definition=sentences(
            gettext_noop(
                "A side's Wisdom at the end: each player, in partnership each team, in solo the "
                "player."
            ),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("sides"),
        group_title=gettext_noop("Goals"),
        groups=PAIRS,
        marks=Labels({PARTNERSHIP: gettext_noop("partnership")}),
        value=gettext_noop("Wisdom"),
        splits=SPLITS,
    ),
    DistributionMetric(
        key="goal-wisdom",
        history=HISTORY,
        title=gettext_noop("Wisdom from each goal"),
        definition=sentences(
            gettext_noop("What a player who has the goal scored with it in all four Seasons."),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Goal"),
        groups=GOAL_TITLES,
        marks=GOAL_MARKS,
        value=gettext_noop("Wisdom"),
    ),
    DistributionMetric(
        key="key-wisdom",
        history=HISTORY,
        title=gettext_noop("Wisdom from each Key Element"),
        definition=sentences(
            gettext_noop(
                "What a player scored with his tiles of the Key Element at the end of the game."
            ),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Key Element"),
        groups=ELEMENT_TITLE,
        value=gettext_noop("Wisdom"),
    ),
    SeriesMetric(
        key="goal-shape",
        history=HISTORY,
        title=gettext_noop("What stacks a goal rewards"),
        definition=sentences(
            gettext_noop(
                "The heights of the five stacks on the mat at the end, tallest to shortest, of "
                "the players who scored most with the goal in their game; beside them those of "
                "all players."
            ),
            _COMPARED,
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Most scored with"),
        groups=ALL_AND_GOALS,
        marks=GOAL_MARKS,
        value=gettext_noop("tiles"),
        position_title=gettext_noop("Stack"),
        positions=HEIGHTS,
    ),
    SeriesMetric(
        key="goal-elements",
        history=HISTORY,
        title=gettext_noop("What elements a goal rewards"),
        definition=sentences(
            gettext_noop(
                "Tiles of each element on the mat at the end, of the players who scored most with "
                "the goal in their game; beside them those of all players."
            ),
            _COMPARED,
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Most scored with"),
        groups=ALL_AND_GOALS,
        marks=GOAL_MARKS,
        value=gettext_noop("tiles"),
        position_title=gettext_noop("Element"),
        positions=ELEMENT_TITLE,
    ),
    SeriesMetric(
        key="elements",
        history=HISTORY,
        title=gettext_noop("Elements of winners and others"),
        definition=sentences(
            gettext_noop(
                "Tiles of each element on the mat at the end, of the players who won (alone or "
                "shared) and of the others."
            ),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Players"),
        groups=RESULTS,
        marks=SHORT_RESULTS,
        value=gettext_noop("tiles"),
        position_title=gettext_noop("Element"),
        positions=ELEMENT_TITLE,
    ),
    SeriesMetric(
        key="understanding",
        history=HISTORY,
        title=gettext_noop("Understanding over time"),
        definition=sentences(
            gettext_noop(
                "Understanding of the tile placed in a player's 1st, 2nd, … turn of the game: 1 "
                "and the tiles of its element on his mat."
            ),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Players"),
        groups=RESULTS,
        marks=SHORT_RESULTS,
        value=gettext_noop("Understanding"),
        position_title=gettext_noop("Own turn"),
        positions={f"t{turn}": str(turn) for turn in range(1, TURNS + 1)},
        is_timeline=True,
    ),
    SeriesMetric(
        key="mat",
        history=HISTORY,
        title=gettext_noop("Tiles on the mat over time"),
        definition=sentences(
            gettext_noop("Tiles on a player's mat after his 1st, 2nd, … turn of the game."),
            TO_THE_END,
            TOGETHER,
        ),
        unit=gettext_noop("players"),
        group_title=gettext_noop("Players"),
        groups=RESULTS,
        marks=SHORT_RESULTS,
        value=gettext_noop("tiles"),
        position_title=gettext_noop("Own turn"),
        positions={f"t{turn}": str(turn) for turn in range(1, TURNS + 1)},
        is_timeline=True,
    ),
    SpacesMetric(
        key="spaces",
        history=HISTORY,
        title=gettext_noop("On the Mountain"),
        definition=gettext_noop(
            "Counts by cell speak of one landscape and of players' turns, also in games that were "
            "broken off or stop before the end; the Kitsune's gathering has a layer of its own. "
            "An earth tile gathers from its own stack. Times is how often; share of games is the "
            "games in which it happened at least once, divided by the games with at least one "
            "turn, with its 95 % Wilson score interval."
        ),
        layers=_MountainLayers(),
        observation=gettext_noop("turn"),
        observed=_turns,
        grid=grid,
    ),
)
