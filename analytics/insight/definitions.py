"""Definitions of the statistics, as shown on the pages.

`docs/data-dictionary.md` repeats them, and a test compares.
"""

from django.utils.translation import gettext_noop

WIN_RATE = gettext_noop(
    "Win rate of a role: games it won, divided by decided games (games with a winner, by rule or "
    "by resignation). Abandoned and unfinished games are not included; they are counted "
    "separately. The interval is the 95 % Wilson score interval. It assumes that games are "
    "independent and does not take into account who played them."
)
WAY_OF_WINNING = gettext_noop(
    "Way of winning: games that this role won in this way, divided by all decided games. All such "
    "shares add up to 100 %."
)
INCLUSION = gettext_noop(
    "Every public game that the engine accepts and that is not withdrawn counts once, however "
    "often it was uploaded. Not counted: the same moves under other names, a log that contradicts "
    "an earlier one, a Goryō's sheet on its own, worked examples, and games whose owner chose "
    '"no". A game whose owner chose "rates only" counts in rates, but not for its players: it is '
    "in no player's page, ranking or rating. Human and bot games are added up only if you choose "
    "both. Games on different boards and of different editions are "
    "added up unless you choose one. A game belongs to the month in which it was played according "
    "to its log (the date as written); games without a date are listed under 'unknown'."
)
HIDDEN_BY_RESULT = gettext_noop("Win rates are hidden because you filtered by winner or ending.")
ROUNDING = gettext_noop(
    "Percentages and means have one decimal, rounded half up. Order and colours use the exact "
    "numbers."
)
MANY_GROUPS = gettext_noop(
    "Where three or more numbers are shown side by side, the page states how many: on average, "
    "one in twenty 95 % intervals misses the true value by chance. Groups are reported as "
    "different only after Holm's correction, so the chance of any false positive is at most 5 %. "
    "Groups with fewer than 10 games, or with an expected count below 5, use an exact test "
    "(Fisher, mid-p); groups with fewer than 5 games are not tested."
)
DIMENSION_TITLES = {
    "edition": gettext_noop("Edition"),
    "mode": gettext_noop("Mode"),
    "reason": gettext_noop("How it ended"),
    "board": gettext_noop("Board"),
    "month": gettext_noop("Month"),
}
RATE_TITLES = {
    "edition": gettext_noop("Win rate by edition"),
    "mode": gettext_noop("Win rate by mode"),
    "reason": gettext_noop("Share of decided games by how they ended"),
    "board": gettext_noop("Win rate by board"),
    "month": gettext_noop("Win rate by month played"),
}
