"""`/api/v1/stats/<kind>/movers/`: the numbers that changed most between two snapshots."""

from collections.abc import Iterator
from typing import Annotated, Any

from rest_framework.request import Request

from analytics.forms.base import Link
from analytics.insight.bodies import (
    Basis,
    Mean,
    People,
    Rate,
    basis_body,
    people_body,
    rate_or_mean,
)
from analytics.insight.conclusions import Item
from analytics.reads.movers import Mover, Movers, find_movers
from analytics.requests.movers import AFTER, BEFORE, read_states
from analytics.requests.stats import StatsRequest
from replays.rest.body import Body, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import CSV, endpoint, query

from .base import SNAPSHOT
from .splits import SplitMeasure
from .views import FILTERS, StatsView

STATES = (
    query(BEFORE, "Name of the earlier snapshot. Default: the newest."),
    query(AFTER, "Name of the later snapshot. Default: live numbers."),
)
PARAMETERS = (*(each for each in FILTERS if each is not SNAPSHOT), *STATES)


class MoverState(Body):
    """A number in one state: a rate or a mean."""

    rate: Rate | None
    mean: Mean | None


class MoverBody(Body):
    """A number that changed."""

    measure: SplitMeasure
    before: MoverState
    after: MoverState
    change: Annotated[float, doc("Later value minus earlier value.")]
    added: Annotated[
        MoverState | None,
        doc("The games that were added. Null: games were also removed or counted again."),
    ]
    difference: Annotated[float | None, doc("Added games minus earlier games.")]
    difference_low: float | None
    difference_high: float | None
    q: Annotated[
        float | None,
        doc("Benjamini–Hochberg q-value of the difference, over all rows. Null: not tested."),
    ]
    games_url: Annotated[Url, doc("The games that are counted now.")]
    people: Annotated[
        People | None,
        doc(
            "Those of the later number; they make the interval of the difference wider. Null: it "
            "is of a snapshot or of bot games, or there are more than 6,000 games."
        ),
    ]


class MoversBody(Body):
    """The numbers whose sums changed between two states, the surest differences first."""

    kind: str
    before: Basis
    after: Basis
    is_recounted: Annotated[bool, doc("The two states were counted by different versions.")]
    rows: list[MoverBody]


def movers_body(movers: Movers, link: Link) -> MoversBody:
    """Return the changes as JSON."""
    return MoversBody(
        movers.kind,
        basis_body(movers.before),
        basis_body(movers.after),
        movers.is_recounted,
        [_row(row, link) for row in movers.rows],
    )


def _row(row: Mover, link: Link) -> MoverBody:
    measure = row.measure
    return MoverBody(
        SplitMeasure(measure.key, measure.title, measure.label, measure.unit),
        _state(row.before),
        _state(row.after),
        row.change,
        _state(row.new) if row.new else None,
        *row.contrast.compared,
        row.contrast.q,
        link(row.address),
        people_body(row.people, row.after.estimate),
    )


def _state(item: Item) -> MoverState:
    return MoverState(*rate_or_mean(item.estimate))


def mover_rows(movers: Movers) -> Iterator[dict[str, Any]]:
    """Yield the rows of the CSV file."""
    for row in movers.rows:
        difference, low, high = row.contrast.compared
        states = {"before": row.before, "after": row.after, "added": row.new}
        yield {
            "measure": row.measure.key,
            "title": row.measure.title,
            "label": row.measure.label,
            **{f"{name}_n": item.estimate.n if item else None for name, item in states.items()},
            **{name: item.estimate.value if item else None for name, item in states.items()},
            "change": row.change,
            "difference": difference,
            "difference_low": low,
            "difference_high": high,
            "q": row.contrast.q,
        }


class MoversView(StatsView):
    """The numbers that changed most."""

    @endpoint("stats_movers", MoversBody, *PARAMETERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the rates and means that changed between two snapshots, with a comparison of the
        added games with the earlier ones.
        """
        return self.json(_movers, movers_body)


class MoversCsvView(StatsView):
    """The same as a table."""

    @endpoint("stats_movers_csv", CSV, *PARAMETERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each number."""
        return self.csv(_movers, mover_rows, "movers")


def _movers(stats: StatsRequest) -> Movers:
    states = read_states(stats, stats.form.data)
    if not states.before:
        raise ApiError(404, "no_snapshot", "There is no snapshot to compare with.")
    return find_movers(stats.kind.slug, stats.filters, states.before, states.after)
