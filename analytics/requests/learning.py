"""From an address to a learning curve (`analytics.reads.learning`)."""

from collections.abc import Mapping

from django.utils.translation import gettext

from analytics.reads.learning import LearningMeasure, find_learning_measure, learning_measures
from analytics.requests.splits import MEASURE
from analytics.requests.stats import BadQuestion, StatsRequest
from analytics.requests.stats_filter import reject_values


def read_learning(stats: StatsRequest, given: Mapping[str, str]) -> LearningMeasure:
    """Return the measure of an address, by default the first. Raises BadQuestion."""
    if stats.filters.snapshot:
        message = gettext("Snapshots have no single games. Learning curves are live only.")
        raise BadQuestion([{"parameter": "snapshot", "message": message}])
    key = given.get(MEASURE) or ""
    measure = find_learning_measure(stats.kind.slug, key)
    if measure is None:
        raise BadQuestion(reject_values(MEASURE, key, learning_measures(stats.kind)))
    return measure
