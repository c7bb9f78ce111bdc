"""From an address to two states of the sums (`analytics.reads.movers`)."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from analytics.insight.question import SET
from analytics.reads import archive
from analytics.requests.stats import BadQuestion, StatsRequest
from analytics.requests.stats_filter import reject_values

BEFORE, AFTER = "before", "after"


class States(NamedTuple):
    """The names of two snapshots; `after` may be empty, for the live numbers. `known` are all,
    newest first; without any, both are empty.
    """

    before: str
    after: str
    known: tuple[str, ...]


def read_states(stats: StatsRequest, given: Mapping[str, str]) -> States:
    """Return the two states of an address: by default the live numbers, and the newest snapshot
    that has others. Raises BadQuestion.
    """
    known = tuple(archive.snapshot_names(stats.kind.slug))
    before, after = given.get(BEFORE) or "", given.get(AFTER) or ""
    for name, value in ((BEFORE, before), (AFTER, after)):
        if value and value not in known:
            raise BadQuestion(reject_values(name, value, known))
    if stats.filters.snapshot:
        message = gettext("Use before and after instead.")
        raise BadQuestion([{"parameter": "snapshot", "message": message}])
    if stats.filters.games is not None:
        message = gettext(
            "Snapshots don't contain individual games, so you can't choose a set of games."
        )
        raise BadQuestion([{"parameter": SET, "message": message}])
    if stats.filters.is_by_people:
        name = "player" if stats.filters.player else "rating"
        message = gettext("Snapshots have no single games, so you can't choose players here.")
        raise BadQuestion([{"parameter": name, "message": message}])
    before = before or archive.state_before(after, known)
    if before and before == after:
        raise BadQuestion(
            [{"parameter": AFTER, "message": gettext("Choose two different states.")}]
        )
    return States(before, after, known)
