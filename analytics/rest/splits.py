"""`/api/v1/stats/<kind>/trends/` and `/cross/`: one number by month, or by edition, mode and
board.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from analytics.forms.base import Link
from analytics.insight.bodies import (
    Answer,
    Mean,
    PeopleField,
    Rate,
    Tally,
    answer_fields,
    flat_estimate,
    flat_people,
    people_body,
    rate_or_mean,
    tally_body,
)
from analytics.reads.crowd import Combination
from analytics.reads.splits import MONTH, RULES, Part, Split, split
from analytics.requests.splits import MEASURE, read_measure
from analytics.requests.stats import StatsRequest
from replays.rest.body import Body, Url, doc
from replays.rest.openapi import CSV, endpoint, query

from .base import THEME
from .figures import trend_figure
from .views import FILTERS, StatsView

MEASURE_PARAM = query(
    MEASURE,
    "The number: a metric and one of its groups, for example wins-rounds/d3, or roles and a side, "
    "for example roles/goryo. Rates and means only. Default: the first of the game.",
)


class SplitPart(Body):
    """The number of the games of one month, or of one edition, mode and board."""

    key: Annotated[dict[str, str], doc("Its value of each dimension.")]
    label: str
    is_few: Annotated[bool, doc("Fewer than ten games.")]
    rate: Annotated[Rate | None, doc("Null for a mean.")]
    mean: Annotated[Mean | None, doc("Null for a rate.")]
    people: PeopleField
    difference: Annotated[
        float | None,
        doc("The value minus that of the rest of the games, both with the cap on uploaders."),
    ]
    difference_low: float | None
    difference_high: float | None
    q: Annotated[
        float | None,
        doc("Benjamini–Hochberg q-value of this difference, over all parts. Null: not tested."),
    ]
    games_url: Url


class SplitMeasure(Body):
    """A number that is split."""

    key: str
    title: str
    label: str
    unit: Annotated[str, doc("What n counts.")]


class SplitAnswer(Answer):
    """A number split by some dimensions."""

    measure: SplitMeasure
    by: Annotated[list[str], doc("The dimensions.")]
    games: Tally
    parts: Annotated[
        list[SplitPart],
        doc("In order, an unknown month last. Empty for win rates of games selected by result."),
    ]


def split_body(answer: Split, link: Link) -> SplitAnswer:
    """Return a split number as JSON."""
    measure = answer.measure
    fields = {"kind": answer.kind, MEASURE: measure.key}
    return SplitAnswer(
        **answer_fields(answer.basis, measure.definition, answer.filters, **fields),
        measure=SplitMeasure(measure.key, measure.title, measure.label, measure.unit),
        by=list(answer.dimensions),
        games=tally_body(answer.tally),
        parts=[_part(part, answer.dimensions, link) for part in answer.parts],
    )


def _part(part: Part, dimensions: Combination, link: Link) -> SplitPart:
    estimate, (compared, q) = part.estimate, part.contrast
    return SplitPart(
        dict(zip(dimensions, part.key, strict=True)),
        ", ".join(part.labels),
        estimate.is_few,
        *rate_or_mean(estimate),
        people_body(part.people, estimate),
        *compared,
        q,
        link(part.address),
    )


def split_rows(answer: Split) -> Iterator[dict[str, Any]]:
    """Yield the rows of the CSV file."""
    for part in answer.parts:
        estimate = part.estimate
        difference, low, high = part.contrast.compared
        yield {
            **dict(zip(answer.dimensions, part.key, strict=True)),
            "label": ", ".join(part.labels),
            **flat_estimate(estimate),
            **flat_people(part.people, estimate),
            "difference": difference,
            "difference_low": low,
            "difference_high": high,
            "q": part.contrast.q,
        }


class SplitView(StatsView):
    """A number split by the `dimensions` of the view."""

    dimensions: Combination

    def read(self, stats: StatsRequest) -> Split:
        """Return the answer. Raises BadQuestion or NoSuchPage for an unknown number."""
        measure = read_measure(stats, stats.form.data)
        (answer,) = split(stats.kind.slug, stats.filters, measure, self.dimensions)
        return answer


class TrendsView(SplitView):
    """A number by month."""

    dimensions = MONTH

    @endpoint("stats_trends", SplitAnswer, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return a rate or mean by month, each compared with all other months."""
        return self.json(self.read, split_body)


class TrendsCsvView(SplitView):
    """A number by month, as a table."""

    dimensions = MONTH

    @endpoint("stats_trends_csv", CSV, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each month."""
        return self.csv(self.read, split_rows, "trends")


class TrendsFigureView(SplitView):
    """A number by month, as a Plotly figure."""

    dimensions = MONTH

    @endpoint("stats_trends_figure", OpenApiTypes.OBJECT, *FILTERS, MEASURE_PARAM, THEME)
    def get(self, request: Request, kind: str) -> Any:
        """Return `data`, `layout` and `config` for Plotly."""
        return self.figure(self.read, trend_figure)


class CrossView(SplitView):
    """A number by edition, mode and board."""

    dimensions = RULES

    @endpoint("stats_cross", SplitAnswer, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return a rate or mean for each combination of edition, mode and board, each compared with
        all others.
        """
        return self.json(self.read, split_body)


class CrossCsvView(SplitView):
    """A number by edition, mode and board, as a table."""

    dimensions = RULES

    @endpoint("stats_cross_csv", CSV, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each combination."""
        return self.csv(self.read, split_rows, "cross")
