"""`/api/v1/stats/<kind>/order/`: first places by position in the order of play."""

from collections.abc import Iterator
from typing import Annotated, Any, cast

from rest_framework.request import Request

from analytics.forms.base import Link
from analytics.insight.bodies import (
    Answer,
    PeopleField,
    Rate,
    Tally,
    answer_fields,
    flat_people,
    flat_rate,
    people_body,
    rate_body,
    tally_body,
)
from analytics.insight.wilson import Rate as RateValue
from analytics.reads.order import Order, Position, ask_order
from analytics.requests.stats import StatsRequest
from replays.rest.body import Body, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import CSV, endpoint

from .views import FILTERS, StatsView


class OrderPosition(Body):
    """A position under some rules."""

    edition: str
    mode: str
    measure: Annotated[str, doc("A metric and one of its groups, or roles and a side.")]
    label: str
    rate: Annotated[Rate, doc("First places, alone or shared, with the interval of games.")]
    even: Annotated[float, doc("The rate if all sides were equal and no victory was shared.")]
    p_adjusted: Annotated[
        float | None, doc("Against even, after Holm's correction for all. Null: not tested.")
    ]
    differs: bool
    people: PeopleField
    games_url: Url


class OrderOfPlay(Answer):
    """First places by position in the order of play."""

    games: Tally
    positions: Annotated[
        list[OrderPosition], doc("Empty for games that are selected by their result.")
    ]


def order_body(answer: Order, link: Link) -> OrderOfPlay:
    """Return the positions as JSON."""
    definition = answer.positions[0].measure.definition if answer.positions else ""
    return OrderOfPlay(
        **answer_fields(answer.basis, definition, answer.filters, kind=answer.kind),
        games=tally_body(answer.tally),
        positions=[_position(each, link) for each in answer.positions],
    )


def _position(each: Position, link: Link) -> OrderPosition:
    part = each.part
    edition, mode = part.key
    return OrderPosition(
        edition,
        mode,
        each.measure.key,
        each.title,
        rate_body(_own(each)),
        float(each.even),
        each.p,
        each.is_marked,
        people_body(part.people, part.estimate),
        link(part.address),
    )


def _own(each: Position) -> RateValue:
    """Return the rate with the interval of games."""
    return cast(RateValue, each.part.estimate)


def order_rows(answer: Order) -> Iterator[dict[str, Any]]:
    """Yield the rows of the CSV file."""
    for each in answer.positions:
        edition, mode = each.part.key
        yield {
            "edition": edition,
            "mode": mode,
            "measure": each.measure.key,
            "label": each.title,
            **flat_rate(_own(each)),
            "even": float(each.even),
            "p_adjusted": each.p,
            **flat_people(each.part.people, _own(each)),
        }


class OrderView(StatsView):
    """First places by position in the order of play."""

    @endpoint("stats_order", OrderOfPlay, *FILTERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return how often each position in the order of play takes first place, by edition and
        mode, compared with a fair share.
        """
        return self.json(_read, order_body)


class OrderCsvView(StatsView):
    """First places by position, as a table."""

    @endpoint("stats_order_csv", CSV, *FILTERS)
    def get(self, request: Request, kind: str) -> Any:
        """Return the same as CSV: a row for each position."""
        return self.csv(_read, order_rows, "order")


def _read(stats: StatsRequest) -> Order:
    answer = ask_order(stats.kind.slug, stats.filters)
    if answer is None:
        raise ApiError(404, "no_order", f"{stats.kind.title} has no order of play.")
    return answer
