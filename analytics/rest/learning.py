"""`/api/v1/stats/<kind>/learning/`: learning curves."""

from collections.abc import Iterator
from typing import Annotated, Any

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
from analytics.reads.learning import MANY, MAX_GAMES, Learning, Point, ask_learning
from analytics.requests.learning import read_learning
from analytics.requests.splits import MEASURE
from analytics.requests.stats import StatsRequest
from replays.rest.body import Body, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import CSV, endpoint, query

from .views import FILTERS, StatsView

MEASURE_PARAM = query(
    MEASURE, "wins, surplus (wins above a fair share), or a habit and one of its groups."
)


class LearningPoint(Body):
    """A range of game numbers: a player's first game is 1."""

    first: int
    last: Annotated[int | None, doc("Null: and all later games.")]
    label: str
    rate: Annotated[Rate | None, doc("As drawn. Null for a mean.")]
    mean: Annotated[Mean | None, doc("As drawn. Null for a rate.")]
    people: PeopleField


class LearningCurve(Body):
    """A curve."""

    players: Annotated[str, doc(f"all, or regulars: players with at least {MANY} games.")]
    points: list[LearningPoint]


class LearningCurves(Answer):
    """Learning curves."""

    measure: str
    label: str
    unit: str
    games: Tally
    curves: Annotated[
        list[LearningCurve], doc("Empty for win rates of games selected by their result.")
    ]


def learning_body(answer: Learning, _link: Link) -> LearningCurves:
    """Return learning curves as JSON."""
    measure, fields = answer.measure, {"kind": answer.kind, MEASURE: answer.measure.key}
    return LearningCurves(
        **answer_fields(answer.basis, measure.definition, answer.filters, **fields),
        measure=measure.key,
        label=measure.label,
        unit=measure.unit,
        games=tally_body(answer.tally),
        curves=[
            LearningCurve(players, [_point(point) for point in points])
            for players, points in answer.curves.items()
        ],
    )


def _point(point: Point) -> LearningPoint:
    estimate = point.item.estimate
    return LearningPoint(
        point.first,
        point.last,
        point.label,
        *rate_or_mean(estimate),
        people_body(point.people, estimate),
    )


def learning_rows(answer: Learning) -> Iterator[dict[str, Any]]:
    """Yield the rows of the CSV file."""
    for players, points in answer.curves.items():
        for point in points:
            estimate = point.item.estimate
            yield {
                "curve": players,
                "first": point.first,
                "last": point.last,
                **flat_estimate(estimate),
                **flat_people(point.people, estimate),
            }


class LearningView(StatsView):
    """Learning curves."""

    @endpoint("stats_learning", LearningCurves, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return a measure by the number of the game among those of its player, of all players and
        of those with at least ten games, with intervals that have players as clusters. A dump has
        no uploaders, so with `snapshot` their weight is not capped. It can't be combined with
        other filters than `simulated`.
        """
        return self.json(_read, learning_body)


class LearningCsvView(StatsView):
    """Learning curves as a table."""

    @endpoint("stats_learning_csv", CSV, *FILTERS, MEASURE_PARAM)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each curve and point."""
        return self.csv(_read, learning_rows, "learning")


def _read(stats: StatsRequest) -> Learning:
    measure = read_learning(stats, stats.form.data)
    answer = ask_learning(stats.kind.slug, stats.filters, measure)
    if answer.is_too_large:
        message = f"Learning curves are available for at most {MAX_GAMES} games."
        if not stats.filters.snapshot:
            message += " Add filters."
        raise ApiError(400, "too_many_games", message)
    return answer
