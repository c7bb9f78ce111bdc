"""The groups in which Gorinto's metrics count, and what they are called.

A *table* is who sits there: two, three or four players, partners, or one against the Kitsune.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TypeAlias

from games.core.language import Labels, LazyLabels, gettext, gettext_noop, join_and, pgettext
from games.gorinto.rules.editions import PARTNERSHIP, RULESETS, SOLO
from games.gorinto.rules.goals import GOALS

Tables: TypeAlias = Callable[[str], str]
"""What a table is called."""

TABLES = Labels(
    {
        "2p": gettext_noop("2 players"),
        "3p": gettext_noop("3 players"),
        "4p": gettext_noop("4 players"),
    }
)
SHORT_TABLES = LazyLabels(
    {
        "2p": lambda: pgettext("2 players", "2p"),
        "3p": lambda: pgettext("3 players", "3p"),
        "4p": lambda: pgettext("4 players", "4p"),
    }
)
"""The same for charts on small screens."""
TEAMS = RULESETS[PARTNERSHIP].sides
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


def seats(table: str) -> int:
    """How many sides a table has."""
    return 2 if table == PARTNERSHIP else int(table[0])


def pair(goals: Sequence[str]) -> str:
    """The group of two goal cards.

    >>> pair(["g10", "g2"])
    'g2-g10'
    """
    return "-".join(sorted(goals, key=lambda goal: int(goal[1:])))


def _seats(tables: Tables) -> LazyLabels:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        for seat in range(1, seats(table) + 1):
            made[f"{table}.p{seat}"] = partial(_under, tables, table, partial("p{}".format, seat))
    for team in TEAMS:
        made[f"{PARTNERSHIP}.{team}"] = partial(
            _under, tables, PARTNERSHIP, partial(join_and, team.split("+"))
        )
    return LazyLabels(made)


def _places(tables: Tables) -> LazyLabels:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        for place in range(1, seats(table) + 1):
            ordinal = partial(_ORDINALS.__getitem__, str(place))
            made[f"{table}.turn{place}"] = partial(_under, tables, table, ordinal)
    for place in (1, 2):
        ordinal = partial(_TEAM_ORDINALS.__getitem__, str(place))
        made[f"{PARTNERSHIP}.turn{place}"] = partial(_under, tables, PARTNERSHIP, ordinal)
    return LazyLabels(made)


def _starters(tables: Tables) -> LazyLabels:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        made[f"{table}.start"] = partial(_under, tables, table, lambda: gettext("start player"))
        made[f"{table}.other"] = partial(_under, tables, table, lambda: gettext("another player"))
    team = partial(_under, tables, PARTNERSHIP)
    made[f"{PARTNERSHIP}.start"] = partial(team, lambda: gettext("start team"))
    made[f"{PARTNERSHIP}.other"] = partial(team, lambda: gettext("another team"))
    return LazyLabels(made)


def _under(tables: Tables, table: str, what: Callable[[], str]) -> str:
    """A group of a table, as its name and a word: `2 players: p1`."""
    return f"{tables(table)}: {what()}"


def _long(table: str) -> str:
    return gettext("Partnership") if table == PARTNERSHIP else TABLES[table]


def _short(table: str) -> str:
    return gettext("Partners") if table == PARTNERSHIP else SHORT_TABLES[table]


def even(groups: Mapping[str, str]) -> dict[str, Fraction]:
    """What each group would win of its games if all sides were alike and none shared."""
    tables = {group: seats(group.split(".")[0]) for group in groups}
    return {
        group: Fraction(n - 1 if group.endswith(".other") else 1, n) for group, n in tables.items()
    }


def _pairs() -> LazyLabels:
    made: dict[str, Callable[[], str]] = {}
    for one, two in combinations(GOALS, 2):
        if not GOALS[one].letter or GOALS[one].letter != GOALS[two].letter:
            made[f"{one}-{two}"] = partial(join_and, (one, two))
    made[PARTNERSHIP] = lambda: gettext("Partnership (a team, four cards)")
    return LazyLabels(made)


def _results(tables: Tables) -> LazyLabels:
    made: dict[str, Callable[[], str]] = {}
    for table in (*TABLES, PARTNERSHIP):
        made[f"{table}.winners"] = partial(_under, tables, table, lambda: gettext("winners"))
        made[f"{table}.others"] = partial(_under, tables, table, lambda: gettext("others"))
    made[f"{SOLO}.winners"] = lambda: gettext("Solo: won")
    made[f"{SOLO}.others"] = lambda: gettext("Solo: lost")
    return LazyLabels(made)


def _goal_title(goal: str) -> str:
    return f"{goal}: {gettext(GOALS[goal].words)}"


SEATS, PLACES, STARTERS = _seats(_long), _places(_long), _starters(_long)
PAIRS, RESULTS = _pairs(), _results(_long)
SHORT_SEATS, SHORT_PLACES, SHORT_STARTERS = _seats(_short), _places(_short), _starters(_short)
SHORT_RESULTS = _results(_short)
_GOALS: dict[str, Callable[[], str]] = {goal: partial(_goal_title, goal) for goal in GOALS}
_EVERYBODY: dict[str, Callable[[], str]] = {
    "all": lambda: gettext("All players, whatever the goal")
}
GOAL_TITLES, ALL_AND_GOALS = LazyLabels(_GOALS), LazyLabels({**_EVERYBODY, **_GOALS})
_MARKED: dict[str, Callable[[], str]] = {goal: partial(str, goal) for goal in GOALS}
GOAL_MARKS = LazyLabels({"all": lambda: gettext("all"), **_MARKED})
