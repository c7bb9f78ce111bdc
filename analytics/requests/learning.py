"""From an address to a learning curve (`analytics.reads.learning`)."""

from collections.abc import Mapping

from django.utils.translation import gettext

from analytics.models import Snapshot
from analytics.reads.learning import (
    LearningMeasure,
    find_learning_measure,
    has_stored_curves,
    learning_measures,
    unstored_filters,
)
from analytics.requests.splits import MEASURE
from analytics.requests.stats import BadQuestion, StatsRequest
from analytics.requests.stats_filter import reject_values


def read_learning(stats: StatsRequest, given: Mapping[str, str]) -> LearningMeasure:
    """Return the measure of an address, by default the first. Raises BadQuestion."""
    key = given.get(MEASURE) or ""
    measure = find_learning_measure(stats.kind.slug, key)
    if measure is None:
        raise BadQuestion(reject_values(MEASURE, key, learning_measures(stats.kind)))
    if stats.sums.snapshot:
        _check_stored(stats.sums.snapshot, stats, measure)
    return measure


def _check_stored(snapshot: Snapshot, stats: StatsRequest, measure: LearningMeasure) -> None:
    """Raise BadQuestion for filters, or a measure, for which a snapshot has no curves."""
    message = gettext(
        "Snapshots have no single games, so you can't filter learning curves here. Remove the "
        "filter, or use live data."
    )
    names = unstored_filters(stats.filters)
    if not names and not has_stored_curves(snapshot, stats.kind.slug, measure):
        names = ["snapshot"]
        message = gettext("This snapshot has no learning curves. Use a newer dump, or live data.")
    if names:
        raise BadQuestion([{"parameter": name, "message": message} for name in names])
