"""What the numbers mean, in the words shown beside them.

`docs/data-dictionary.md` repeats them, and a test compares.
"""

from django.utils.translation import gettext_noop

WIN_RATE = gettext_noop(
    "Win rate of a role: games it won, divided by decided games (games that somebody won, by "
    "rule or by resignation). Games broken off and games whose log stops before the end are no"
    " part of it; they are counted beside it. The interval is the 95 % Wilson score interval; "
    "it takes games as independent, and knows nothing of who played them."
)
WAY_OF_WINNING = gettext_noop(
    "Way of winning: games that ended this way and were won by this role, divided by all "
    "decided games; all such shares add up to 100 %."
)
INCLUSION = gettext_noop(
    "Every game in the keep counts once: accepted by the engine, not withdrawn, any board, any"
    " edition. People's games and simulated games are never added up unless both are asked "
    "for. A game belongs to the month in which its log says it was played (the date as "
    "written); games without a date stand under 'unknown'."
)
ROUNDING = gettext_noop(
    "Percentages and means have one decimal, rounded half up; order and colours use the numbers as "
    "they are."
)
MANY_GROUPS = gettext_noop(
    "Where three or more numbers stand side by side, their number is said: of twenty 95 % "
    "intervals one misses by chance, on average. Groups are said to stand apart only after Holm's "
    "correction."
)
DIMENSION_TITLES = {
    "edition": gettext_noop("Edition"),
    "mode": gettext_noop("Mode"),
    "reason": gettext_noop("Way of winning"),
    "board": gettext_noop("Board"),
    "month": gettext_noop("Month"),
}
DIMENSION_WORDS = {
    "edition": gettext_noop("Win rate by edition"),
    "mode": gettext_noop("Win rate by mode"),
    "reason": gettext_noop("Share of decided games by way of winning"),
    "board": gettext_noop("Win rate by board"),
    "month": gettext_noop("Win rate by month played"),
}
