"""What can be asked of a game's statistics: splits, and ways to view its board."""

from collections.abc import Iterable

from django.utils.translation import gettext

from analytics.insight.board_views import DIFFERENCE, LIFT, PAIR, SHARE, TIMES
from analytics.insight.definitions import DIMENSION_TITLES
from games.core.contract import GameKind
from games.core.metrics import GroupedMetric

PAIR_OF = 2


def has_fixed_sides(kind: GameKind) -> bool:
    """Whether the same sides play in every mode, so that each has one win rate."""
    return all(
        set(kind.identity.roles_in(mode)) == set(kind.identity.sides)
        for mode in kind.identity.modes
    )


def splits_of(kind: GameKind, metric: GroupedMetric | None = None) -> dict[str, str]:
    """By what a game's win rates, or a metric of it, may be split: dimension → title."""
    wanted: Iterable[str] = metric.splits if metric else DIMENSION_TITLES
    if metric is None and not has_fixed_sides(kind):
        wanted = ()
    return {
        by: gettext(DIMENSION_TITLES[by])
        for by in wanted
        if by != "edition" or len(kind.identity.editions) > 1
    }


def shows_of(kind: GameKind) -> dict[str, str]:
    """The ways a game's board can be seen: key → title."""
    shows = {TIMES: gettext("Count"), SHARE: gettext("Share of games")}
    if kind.rules.random_event:
        shows[LIFT] = gettext("Lift over random play")
    if has_fixed_sides(kind) and len(kind.identity.sides) == PAIR_OF:
        shows |= {PAIR: gettext("Winners side by side"), DIFFERENCE: gettext("Difference")}
    return shows
