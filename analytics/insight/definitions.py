"""What the numbers mean, in the words shown beside them.

`docs/data-dictionary.md` repeats them, and a test compares.
"""

WIN_RATE = (
    "Win rate of a role: games it won, divided by decided games (games that somebody won, by "
    "rule or by resignation). Games broken off and games whose log stops before the end are no"
    " part of it; they are counted beside it. The interval is the 95 % Wilson score interval; "
    "it takes games as independent, and knows nothing of who played them."
)
WAY_OF_WINNING = (
    "Way of winning: games that ended this way and were won by this role, divided by all "
    "decided games; all such shares add up to 100 %."
)
INCLUSION = (
    "Every game in the keep counts once: accepted by the engine, not withdrawn, any board, any"
    " edition. People's games and simulated games are never added up unless both are asked "
    "for. A game belongs to the month in which its log says it was played (the date as "
    "written); games without a date stand under 'unknown'."
)
ROUNDING = (
    "Percentages and means have one decimal, rounded half up; order and colours use the numbers as "
    "they are."
)
MANY_GROUPS = (
    "Where three or more numbers stand side by side, their number is said: of twenty 95 % "
    "intervals one misses by chance, on average. Groups are said to stand apart only after Holm's "
    "correction."
)
DIMENSION_TITLES = {
    "edition": "Edition",
    "mode": "Mode",
    "reason": "Way of winning",
    "board": "Board",
    "month": "Month",
}
DIMENSION_WORDS = {
    "edition": "Win rate by edition",
    "mode": "Win rate by mode",
    "reason": "Share of decided games by way of winning",
    "board": "Win rate by board",
    "month": "Win rate by month played",
}
