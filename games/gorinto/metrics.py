"""What statistics may be asked of Gorinto: the metrics that `facts` fills.

`docs/data-dictionary.md` repeats the definitions. A *table* is who sits there: two, three or four
players, partners, or one against the Kitsune.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from games.core.metrics import (
    Change,
    DistributionMetric,
    Grid,
    Metric,
    RateMetric,
    SeriesMetric,
    SpacesMetric,
)
from games.gorinto.rules.editions import DIFFICULTIES, PARTNERSHIP, RULESETS, SOLO
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.goals import GOALS

TABLES = {"2p": "2 players", "3p": "3 players", "4p": "4 players"}
TEAMS = {team: " and ".join(team.split("+")) for team in RULESETS[PARTNERSHIP].sides}
HEIGHTS = ("tallest", "second", "third", "fourth", "shortest")
TURNS = 12
"""A player's most turns in a game (6.1)."""
LEVELS = {difficulty: difficulty.capitalize() for difficulty in DIFFICULTIES}
SPLITS = ("mode", "board", "month")

DECIDED = "Decided are games that somebody won, by rule or because the other side resigned."
TO_THE_END = (
    "Only games played to their end by rule are in it: none that was resigned, broken off or left "
    "unfinished."
)
SHARED = "A shared victory is one for each who shares it; those are counted apart as well."
HISTORY = (Change(1, "2026-11-28", "First counted."),)
TOGETHER = "What is observed in one game is taken together when the interval is made."


def seats(table: str) -> int:
    """How many sides a table has."""
    return 2 if table == PARTNERSHIP else int(table[0])


def pair(goals: Sequence[str]) -> str:
    """The group of two goal cards.

    >>> pair(["g10", "g2"])
    'g2-g10'
    """
    return "-".join(sorted(goals, key=lambda goal: int(goal[1:])))


def _seats() -> Iterator[tuple[str, str]]:
    for table, title in TABLES.items():
        for seat in range(1, seats(table) + 1):
            yield f"{table}.p{seat}", f"{title}: p{seat}"
    for team, title in TEAMS.items():
        yield f"{PARTNERSHIP}.{team}", f"Partnership: {title}"


def _places() -> Iterator[tuple[str, str]]:
    ordinals = ("first", "second", "third", "fourth")
    for table, title in TABLES.items():
        for place in range(1, seats(table) + 1):
            yield f"{table}.turn{place}", f"{title}: {ordinals[place - 1]}"
    for place in (1, 2):
        yield f"{PARTNERSHIP}.turn{place}", f"Partnership: {ordinals[place - 1]} team"


def _starters() -> Iterator[tuple[str, str]]:
    for table, title in {**TABLES, PARTNERSHIP: "Partnership"}.items():
        who = "team" if table == PARTNERSHIP else "player"
        yield f"{table}.start", f"{title}: start {who}"
        yield f"{table}.other", f"{title}: another {who}"


def _short(groups: Mapping[str, str]) -> dict[str, str]:
    """Names of groups for charts on small screens."""
    return {
        group: title.replace(" players", "p").replace("Partnership", "Partners")
        for group, title in groups.items()
    }


def _even(groups: Mapping[str, str]) -> dict[str, Fraction]:
    """What each group would win of its games if all sides were alike and none shared."""
    tables = {group: seats(group.split(".")[0]) for group in groups}
    return {
        group: Fraction(n - 1 if group.endswith(".other") else 1, n) for group, n in tables.items()
    }


def _pairs() -> Iterator[tuple[str, str]]:
    for one, two in combinations(GOALS, 2):
        if not GOALS[one].letter or GOALS[one].letter != GOALS[two].letter:
            yield f"{one}-{two}", f"{one} and {two}"
    yield PARTNERSHIP, "Partnership (a team, four cards)"


def _results() -> Iterator[tuple[str, str]]:
    for table, title in {**TABLES, PARTNERSHIP: "Partnership"}.items():
        yield f"{table}.winners", f"{title}: winners"
        yield f"{table}.others", f"{title}: others"
    yield f"{SOLO}.winners", "Solo: won"
    yield f"{SOLO}.others", "Solo: lost"


def _layers() -> dict[str, tuple[str, str]]:
    layers = {
        "placed": ("Placed", "tiles that players placed on the stack"),
        "gathered": ("Gathered", "tiles that players gathered from the stack"),
        "kitsune": (
            "Gathered by the Kitsune",
            "tiles that the Kitsune gathered from the stack, in solo",
        ),
    }
    for element in ELEMENTS:
        placed = f"{element} tiles that players placed on the stack"
        layers[f"placed-{element}"] = (f"Placed: {element}", placed)
    for element in ELEMENTS:
        gathered = f"{element} tiles that players gathered from the stack"
        layers[f"gathered-{element}"] = (f"Gathered: {element}", gathered)
    return layers


def grid(board: Mapping[str, Any]) -> Grid:
    """The Mountain: columns a to e, row 1 at the top; what is said of a cell is its height at the
    start, if the board's data tell it.
    """
    columns, rows = tuple("abcde"), tuple("54321")
    heights = board.get("heights", {})
    cells = {f"{a}{row}": (x, y) for x, a in enumerate(columns) for y, row in enumerate(rows)}
    about = {cell: f"starts at {heights[cell]}" if cell in heights else "" for cell in cells}
    edge = ((0.0, 0.0, 5.0, 0.0), (0.0, 5.0, 5.0, 5.0), (0.0, 0.0, 0.0, 5.0), (5.0, 0.0, 5.0, 5.0))
    return Grid(columns, rows, cells, about, edge)


SEATS, PLACES, STARTERS = dict(_seats()), dict(_places()), dict(_starters())
PAIRS, RESULTS = dict(_pairs()), dict(_results())
_GOAL_TITLES = {goal: f"{goal}: {card.words}" for goal, card in GOALS.items()}
_ELEMENT_TITLES = {element: element.capitalize() for element in ELEMENTS}
_GOAL_MARKS = {"all": "all", **{goal: goal for goal in GOALS}}
_EVERYBODY = {"all": "All players, whatever the goal"}
_COMPARED = "In solo there is nobody to score more than, so solo games are left out."

METRICS: tuple[Metric, ...] = (
    RateMetric(
        key="wins-seat",
        history=HISTORY,
        title="Win rate by seat",
        definition=f"Games won from this seat, alone or shared, divided by decided games at such a "
        f"table. {DECIDED} {SHARED} Partners win together. Solo has its own number.",
        unit="decided games",
        group_title="Seat",
        groups=SEATS,
        marks=_short(SEATS),
        even=_even(SEATS),
        aside="shared",
    ),
    RateMetric(
        key="wins-start",
        history=HISTORY,
        title="Win rate of the start player",
        definition=f"The start player acts first in Spring: by the Start coin, in compassionate "
        f"order by lot. Games that player won, and games that anybody else won, alone or shared, "
        f"divided by decided games at such a table. {DECIDED} {SHARED} So the two may add up to "
        f"more than 100 %.",
        unit="decided games",
        group_title="Start",
        groups=STARTERS,
        marks=_short(STARTERS),
        even=_even(STARTERS),
        aside="shared",
    ),
    RateMetric(
        key="wins-order",
        history=HISTORY,
        title="Win rate by place in the turn order",
        definition=f"Games won by who acts first, second, … in Spring, alone or shared, divided by "
        f"decided games at such a table. {DECIDED} {SHARED} A team's place is that of the partner "
        f"who acts earlier.",
        unit="decided games",
        group_title="Place in Spring",
        groups=PLACES,
        marks=_short(PLACES),
        even=_even(PLACES),
        aside="shared",
    ),
    RateMetric(
        key="wins-solo",
        history=HISTORY,
        title="Solo: games won against the Kitsune",
        definition=f"Games the player won, divided by decided solo games. {DECIDED} With the same "
        f"Wisdom the Kitsune wins.",
        unit="decided games",
        group_title="Difficulty",
        groups=LEVELS,
        splits=SPLITS,
    ),
    DistributionMetric(
        key="margin-solo",
        history=HISTORY,
        title="Solo: Wisdom ahead of the Kitsune",
        definition=f"The player's Wisdom less the Kitsune's at the end. {TO_THE_END}",
        unit="games",
        group_title="Difficulty",
        groups=LEVELS,
        value="Wisdom",
        splits=SPLITS,
    ),
    DistributionMetric(
        key="wisdom",
        history=HISTORY,
        title="Wisdom at the end",
        definition=f"A side's Wisdom at the end: each player, in partnership each team, in solo "
        f"the player. {TO_THE_END} {TOGETHER}",
        unit="sides",
        group_title="Goals",
        groups=PAIRS,
        marks={PARTNERSHIP: "partnership"},
        value="Wisdom",
        splits=SPLITS,
    ),
    DistributionMetric(
        key="goal-wisdom",
        history=HISTORY,
        title="Wisdom from each goal",
        definition=f"What a player who has the goal scored with it in all four Seasons. "
        f"{TO_THE_END} {TOGETHER}",
        unit="players",
        group_title="Goal",
        groups=_GOAL_TITLES,
        marks=_GOAL_MARKS,
        value="Wisdom",
    ),
    DistributionMetric(
        key="key-wisdom",
        history=HISTORY,
        title="Wisdom from each Key Element",
        definition=f"What a player scored with his tiles of the Key Element at the end of the "
        f"game. {TO_THE_END} {TOGETHER}",
        unit="players",
        group_title="Key Element",
        groups=_ELEMENT_TITLES,
        value="Wisdom",
    ),
    SeriesMetric(
        key="goal-shape",
        history=HISTORY,
        title="What stacks a goal rewards",
        definition=f"The heights of the five stacks on the mat at the end, tallest to shortest, of "
        f"the players who scored most with the goal in their game; beside them those of all "
        f"players. {_COMPARED} {TO_THE_END} {TOGETHER}",
        unit="players",
        group_title="Most scored with",
        groups={**_EVERYBODY, **_GOAL_TITLES},
        marks=_GOAL_MARKS,
        value="tiles",
        position_title="Stack",
        positions={height: height.capitalize() for height in HEIGHTS},
    ),
    SeriesMetric(
        key="goal-elements",
        history=HISTORY,
        title="What elements a goal rewards",
        definition=f"Tiles of each element on the mat at the end, of the players who scored most "
        f"with the goal in their game; beside them those of all players. {_COMPARED} {TO_THE_END} "
        f"{TOGETHER}",
        unit="players",
        group_title="Most scored with",
        groups={**_EVERYBODY, **_GOAL_TITLES},
        marks=_GOAL_MARKS,
        value="tiles",
        position_title="Element",
        positions=_ELEMENT_TITLES,
    ),
    SeriesMetric(
        key="elements",
        history=HISTORY,
        title="Elements of winners and others",
        definition=f"Tiles of each element on the mat at the end, of the players who won (alone or "
        f"shared) and of the others. {TO_THE_END} {TOGETHER}",
        unit="players",
        group_title="Players",
        groups=RESULTS,
        marks=_short(RESULTS),
        value="tiles",
        position_title="Element",
        positions=_ELEMENT_TITLES,
    ),
    SeriesMetric(
        key="understanding",
        history=HISTORY,
        title="Understanding over time",
        definition=f"Understanding of the tile placed in a player's 1st, 2nd, … turn of the game: "
        f"1 and the tiles of its element on his mat. {TO_THE_END} {TOGETHER}",
        unit="players",
        group_title="Players",
        groups=RESULTS,
        marks=_short(RESULTS),
        value="Understanding",
        position_title="Own turn",
        positions={f"t{turn}": str(turn) for turn in range(1, TURNS + 1)},
        is_timeline=True,
    ),
    SeriesMetric(
        key="mat",
        history=HISTORY,
        title="Tiles on the mat over time",
        definition=f"Tiles on a player's mat after his 1st, 2nd, … turn of the game. {TO_THE_END} "
        f"{TOGETHER}",
        unit="players",
        group_title="Players",
        groups=RESULTS,
        marks=_short(RESULTS),
        value="tiles",
        position_title="Own turn",
        positions={f"t{turn}": str(turn) for turn in range(1, TURNS + 1)},
        is_timeline=True,
    ),
    SpacesMetric(
        key="spaces",
        history=HISTORY,
        title="On the Mountain",
        definition="Counts by cell speak of one landscape and of players' turns, also in games "
        "that were broken off or stop before the end; the Kitsune's gathering has a layer of its "
        "own. An earth tile gathers from its own stack. Times is how often; share of games is the "
        "games in which it happened at least once, divided by the games with at least one turn, "
        "with its 95 % Wilson score interval.",
        layers=_layers(),
        observation="turn",
        grid=grid,
    ),
)
