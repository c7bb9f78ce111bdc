"""From an address to a number that is split (`analytics.reads.splits`)."""

from collections.abc import Mapping

from analytics.reads.splits import Measure, find_measure, measures_of
from analytics.requests.stats import BadQuestion, NoSuchPage, StatsRequest
from analytics.requests.stats_filter import reject_values

MEASURE = "measure"


def read_measure(stats: StatsRequest, given: Mapping[str, str]) -> Measure:
    """Return the number that an address names, by default the first of the game. Raises
    BadQuestion, and NoSuchPage for a game without such numbers.
    """
    key = given.get(MEASURE) or ""
    measure = find_measure(stats.kind, key)
    if measure is None and not key:
        raise NoSuchPage(stats.kind.slug)
    if measure is None:
        raise BadQuestion(reject_values(MEASURE, key, measures_of(stats.kind)))
    return measure
