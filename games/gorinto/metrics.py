"""What statistics may be asked of Gorinto: the metrics that `facts` fills.

`docs/data-dictionary.md` repeats the definitions. A *table* is who sits there: two, three or four
players, partners, or one against the Kitsune.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, TypeAlias

from games.core.language import (
    Told,
    Words,
    gettext,
    gettext_noop,
    listed,
    ngettext,
    pgettext,
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
from games.gorinto.rules.editions import PARTNERSHIP, RULESETS, SOLO
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.goals import GOALS
from games.gorinto.terms import DIFFICULTY, ELEMENT, ELEMENT_TITLE

Tables: TypeAlias = Callable[[str], str]
"""What a table is called."""

TABLES = Words(
    {
        "2p": gettext_noop("2 players"),
        "3p": gettext_noop("3 players"),
        "4p": gettext_noop("4 players"),
    }
)
SHORT_TABLES = Told(
    {
        "2p": lambda: pgettext("2 players", "2p"),
        "3p": lambda: pgettext("3 players", "3p"),
        "4p": lambda: pgettext("4 players", "4p"),
    }
)
"""The same for charts on small screens."""
TEAMS = RULESETS[PARTNERSHIP].sides
HEIGHTS = Words(
    {
        "tallest": gettext_noop("Tallest"),
        "second": gettext_noop("Second"),
        "third": gettext_noop("Third"),
        "fourth": gettext_noop("Fourth"),
        "shortest": gettext_noop("Shortest"),
    }
)
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
_ORDINALS = Words(
    {
        "1": gettext_noop("first"),
        "2": gettext_noop("second"),
        "3": gettext_noop("third"),
        "4": gettext_noop("fourth"),
    }
)
_TEAM_ORDINALS = Words({"1": gettext_noop("first team"), "2": gettext_noop("second team")})


def seats(table: str) -> int:
    """How many sides a table has."""
    return 2 if table == PARTNERSHIP else int(table[0])


def pair(goals: Sequence[str]) -> str:
    """The group of two goal cards.

    >>> pair(["g10", "g2"])
    'g2-g10'
    """
    return "-".join(sorted(goals, key=lambda goal: int(goal[1:])))


def _seats(tables: Tables) -> Told:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        for seat in range(1, seats(table) + 1):
            made[f"{table}.p{seat}"] = partial(_under, tables, table, partial("p{}".format, seat))
    for team in TEAMS:
        made[f"{PARTNERSHIP}.{team}"] = partial(
            _under, tables, PARTNERSHIP, partial(listed, team.split("+"))
        )
    return Told(made)


def _places(tables: Tables) -> Told:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        for place in range(1, seats(table) + 1):
            ordinal = partial(_ORDINALS.__getitem__, str(place))
            made[f"{table}.turn{place}"] = partial(_under, tables, table, ordinal)
    for place in (1, 2):
        ordinal = partial(_TEAM_ORDINALS.__getitem__, str(place))
        made[f"{PARTNERSHIP}.turn{place}"] = partial(_under, tables, PARTNERSHIP, ordinal)
    return Told(made)


def _starters(tables: Tables) -> Told:
    made: dict[str, Callable[[], str]] = {}
    for table in TABLES:
        made[f"{table}.start"] = partial(_under, tables, table, lambda: gettext("start player"))
        made[f"{table}.other"] = partial(_under, tables, table, lambda: gettext("another player"))
    team = partial(_under, tables, PARTNERSHIP)
    made[f"{PARTNERSHIP}.start"] = partial(team, lambda: gettext("start team"))
    made[f"{PARTNERSHIP}.other"] = partial(team, lambda: gettext("another team"))
    return Told(made)


def _under(tables: Tables, table: str, what: Callable[[], str]) -> str:
    """A group of a table, as its name and a word: `2 players: p1`."""
    return f"{tables(table)}: {what()}"


def _long(table: str) -> str:
    return gettext("Partnership") if table == PARTNERSHIP else TABLES[table]


def _short(table: str) -> str:
    return gettext("Partners") if table == PARTNERSHIP else SHORT_TABLES[table]


def _even(groups: Mapping[str, str]) -> dict[str, Fraction]:
    """What each group would win of its games if all sides were alike and none shared."""
    tables = {group: seats(group.split(".")[0]) for group in groups}
    return {
        group: Fraction(n - 1 if group.endswith(".other") else 1, n) for group, n in tables.items()
    }


def _pairs() -> Told:
    made: dict[str, Callable[[], str]] = {}
    for one, two in combinations(GOALS, 2):
        if not GOALS[one].letter or GOALS[one].letter != GOALS[two].letter:
            made[f"{one}-{two}"] = partial(listed, (one, two))
    made[PARTNERSHIP] = lambda: gettext("Partnership (a team, four cards)")
    return Told(made)


def _results(tables: Tables) -> Told:
    made: dict[str, Callable[[], str]] = {}
    for table in (*TABLES, PARTNERSHIP):
        made[f"{table}.winners"] = partial(_under, tables, table, lambda: gettext("winners"))
        made[f"{table}.others"] = partial(_under, tables, table, lambda: gettext("others"))
    made[f"{SOLO}.winners"] = lambda: gettext("Solo: won")
    made[f"{SOLO}.others"] = lambda: gettext("Solo: lost")
    return Told(made)


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


def _goal_title(goal: str) -> str:
    return f"{goal}: {gettext(GOALS[goal].words)}"


SEATS, PLACES, STARTERS = _seats(_long), _places(_long), _starters(_long)
PAIRS, RESULTS = _pairs(), _results(_long)
_GOALS: dict[str, Callable[[], str]] = {goal: partial(_goal_title, goal) for goal in GOALS}
_EVERYBODY: dict[str, Callable[[], str]] = {
    "all": lambda: gettext("All players, whatever the goal")
}
_GOAL_TITLES, _ALL_AND_GOALS = Told(_GOALS), Told({**_EVERYBODY, **_GOALS})
_MARKED: dict[str, Callable[[], str]] = {goal: partial(str, goal) for goal in GOALS}
_GOAL_MARKS = Told({"all": lambda: gettext("all"), **_MARKED})

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
        marks=_seats(_short),
        even=_even(SEATS),
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
        marks=_starters(_short),
        even=_even(STARTERS),
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
        marks=_places(_short),
        even=_even(PLACES),
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
        marks=Words({PARTNERSHIP: gettext_noop("partnership")}),
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
        groups=_GOAL_TITLES,
        marks=_GOAL_MARKS,
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
        groups=_ALL_AND_GOALS,
        marks=_GOAL_MARKS,
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
        groups=_ALL_AND_GOALS,
        marks=_GOAL_MARKS,
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
        marks=_results(_short),
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
        marks=_results(_short),
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
        marks=_results(_short),
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
