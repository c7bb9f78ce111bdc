"""The groups in which Gorinto's metrics count, and their labels.

The first part of a group is its *table*: two, three or four players, partnership, or solo.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TypeAlias

from games.core.language import Labels, LazyLabels, gettext, gettext_noop, join_and, pgettext
from games.gorinto.rules.editions import PARTNERSHIP, RULESETS, SOLO
from games.gorinto.rules.goals import GOALS
from games.gorinto.terms import GOAL, season_name

Label: TypeAlias = Callable[[], str]
"""A label that is looked up when it is shown."""

STANDARD_TABLES = ("2p", "3p", "4p")
TABLES = LazyLabels(
    {
        "2p": lambda: gettext("2 players"),
        "3p": lambda: gettext("3 players"),
        "4p": lambda: gettext("4 players"),
        PARTNERSHIP: lambda: gettext("Partnership"),
    }
)
ALL_TABLES = LazyLabels(
    {
        **{table: partial(TABLES.__getitem__, table) for table in TABLES},
        SOLO: lambda: gettext("Solo"),
    }
)
SHORT_TABLES = LazyLabels(
    {
        "2p": lambda: pgettext("2 players", "2p"),
        "3p": lambda: pgettext("3 players", "3p"),
        "4p": lambda: pgettext("4 players", "4p"),
        PARTNERSHIP: lambda: gettext("Partners"),
    }
)
"""Short labels for charts on small screens."""
TEAMS = RULESETS[PARTNERSHIP].sides
SEASONS = ("spring", "summer", "autumn", "winter")
HEIGHTS = Labels(
    {
        "tallest": gettext_noop("Tallest"),
        "second": gettext_noop("Second"),
        "third": gettext_noop("Third"),
        "fourth": gettext_noop("Fourth"),
        "shortest": gettext_noop("Shortest"),
    }
)
_ORDINALS = Labels(
    {
        "1": gettext_noop("first"),
        "2": gettext_noop("second"),
        "3": gettext_noop("third"),
        "4": gettext_noop("fourth"),
    }
)
_TEAM_ORDINALS = Labels({"1": gettext_noop("first team"), "2": gettext_noop("second team")})


def count_sides(table: str) -> int:
    """Return the number of sides at a table."""
    return 2 if table == PARTNERSHIP else int(table[0])


def pair(goals: Sequence[str]) -> str:
    """Return the group of two goal cards.

    >>> pair(["g10", "g2"])
    'g2-g10'
    """
    return "-".join(sorted(goals, key=lambda goal: int(goal[1:])))


def even(groups: Mapping[str, str]) -> dict[str, Fraction]:
    """Return the win rate of each group if all sides were equal and no victory was shared."""
    sides = {group: count_sides(group.split(".")[0]) for group in groups}
    return {
        group: Fraction(n - 1 if group.endswith(".other") else 1, n) for group, n in sides.items()
    }


def _seats() -> dict[str, Label]:
    labels: dict[str, Label] = {
        f"{table}.p{seat}": partial("p{}".format, seat)
        for table in STANDARD_TABLES
        for seat in range(1, count_sides(table) + 1)
    }
    teams = {f"{PARTNERSHIP}.{team}": partial(join_and, team.split("+")) for team in TEAMS}
    return {**labels, **teams}


def _positions() -> dict[str, Label]:
    return {
        f"{table}.turn{n}": partial(ordinals.__getitem__, str(n))
        for table in TABLES
        for ordinals in (_TEAM_ORDINALS if table == PARTNERSHIP else _ORDINALS,)
        for n in range(1, count_sides(table) + 1)
    }


def _starters() -> dict[str, Label]:
    labels: dict[str, Label] = {}
    for table in STANDARD_TABLES:
        labels[f"{table}.start"] = lambda: gettext("start player")
        labels[f"{table}.other"] = lambda: gettext("other players")
    labels[f"{PARTNERSHIP}.start"] = lambda: gettext("start team")
    labels[f"{PARTNERSHIP}.other"] = lambda: gettext("other team")
    return labels


def _pairs() -> LazyLabels:
    labels: dict[str, Label] = {}
    for first, second in combinations(GOALS, 2):
        if not GOALS[first].letter or GOALS[first].letter != GOALS[second].letter:
            labels[f"{first}-{second}"] = partial(_pair_title, first, second)
    labels[PARTNERSHIP] = lambda: gettext("Partnership (team with four cards)")
    return LazyLabels(labels)


def _labels(groups: Mapping[str, Label], **solo: Label) -> tuple[LazyLabels, LazyLabels]:
    """Return labels with the table in front, such as `2 players: p1`, and short ones."""
    of_solo = {f"{SOLO}.{key}": label for key, label in solo.items()}
    with_tables, short = (
        {group: partial(_label, tables, group, label) for group, label in groups.items()}
        for tables in (TABLES, SHORT_TABLES)
    )
    return LazyLabels({**with_tables, **of_solo}), LazyLabels({**short, **of_solo})


def _label(tables: Mapping[str, str], group: str, label: Label) -> str:
    return f"{tables[group.split('.')[0]]}: {label()}"


def _pair_title(*goals: str) -> str:
    return " + ".join(GOAL[goal] for goal in goals)


SEATS, SHORT_SEATS = _labels(_seats())
POSITIONS, SHORT_POSITIONS = _labels(_positions())
STARTERS, SHORT_STARTERS = _labels(_starters())
_RESULTS = {"winners": gettext_noop("winners"), "others": gettext_noop("others")}
RESULTS, SHORT_RESULTS = _labels(
    {f"{table}.{key}": partial(gettext, _RESULTS[key]) for table in TABLES for key in _RESULTS},
    winners=lambda: gettext("Solo: won"),
    others=lambda: gettext("Solo: lost"),
)
PAIRS = _pairs()
_GOALS: dict[str, Label] = {goal: partial(GOAL.__getitem__, goal) for goal in GOALS}
_ALL: dict[str, Label] = {"all": lambda: gettext("All players, with any goal")}
GOAL_TITLES, ALL_AND_GOALS = LazyLabels(_GOALS), LazyLabels({**_ALL, **_GOALS})
SHORT_ALL = Labels({"all": gettext_noop("All players")})
_SEASONS: dict[str, Label] = {
    f"{table}.{season}": partial(season_name, number)
    for table in ALL_TABLES
    for number, season in enumerate(SEASONS, 1)
}
SEASONS_BY_TABLE = LazyLabels(
    {group: partial(_label, ALL_TABLES, group, label) for group, label in _SEASONS.items()}
)
SHORT_SEASONS = LazyLabels(_SEASONS)
ORDER = LazyLabels({f"wins-order/{group}": label for group, label in _positions().items()})
"""The win rates by position in the order of play, without the number of players."""
