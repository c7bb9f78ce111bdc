"""Routes as JSON and CSV."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import Link
from analytics.insight import wilson
from analytics.insight.bodies import (
    Answer,
    BoardLink,
    People,
    Rate,
    answer_fields,
    people_body,
    rate_body,
)
from analytics.insight.means import Mean
from replays.rest.body import Body, Url, doc

from .answer import Route, RoutesAnswer


class ShrunkRate(Body):
    """A rate shrunk toward the mean of all routes of the answer, with its 95 % interval."""

    rate: float
    low: float
    high: float


class RouteBody(Body):
    """A route that is one step longer."""

    node: str
    space: Annotated[str, doc("The last step.")]
    is_target: bool
    is_few: Annotated[bool, doc("Taken fewer than ten times.")]
    share: Rate
    ends: Annotated[dict[str, Rate], doc("How it ended.")]
    shrunk: Annotated[
        dict[str, ShrunkRate | None],
        doc("The same shares shrunk. Null: fewer than five routes have an interval."),
    ]
    people: Annotated[
        dict[str, People | None],
        doc("What the shares rest on. Null: bot games, snapshots, over 20,000 games."),
    ]
    games_url: Url


class Routes(Answer):
    """The routes that continue from a node."""

    aliases = {"ways": "routes"}
    board: BoardLink
    here: Annotated[int, doc("How many routes led to the node.")]
    ends: Annotated[dict[str, Rate], doc("How all of them ended.")]
    root: Annotated[str, doc("The root of the routes; empty: all.")]
    roots: Annotated[dict[str, int], doc("How many routes each root has on the board.")]
    routes: Annotated[
        list[RouteBody],
        doc(
            "By the lower end of the shrunk rate where the metric ranks routes, else the most "
            "common first."
        ),
    ]


def routes_body(answer: RoutesAnswer, link: Link) -> Routes:
    """Return the routes on from a node."""
    question = answer.question

    def route_body(route: Route) -> RouteBody:
        url = link(drilldown_address(question.kind, question.params(node=route.node)))
        return RouteBody.make(
            route,
            is_target=route.is_end,
            is_few=route.share.k < wilson.FEW,
            share=rate_body(route.share),
            ends=_ends(route.ends),
            shrunk={end: _shrunk(shrunk) for end, shrunk in route.shrunk.items()},
            people={
                end: people_body(route.people.get(end), rate) for end, rate in route.ends.items()
            },
            games_url=url,
        )

    return Routes(
        **answer_fields(
            answer.basis,
            answer.metric.definition,
            question.filters,
            kind=question.kind,
            root=question.root,
            node=question.node,
        ),
        board=BoardLink.make(answer.board, id=answer.board.board_id),
        here=answer.here,
        ends=_ends(answer.ends),
        root=question.root,
        roots=dict(answer.roots),
        routes=[route_body(route) for route in answer.routes],
    )


def _ends(ends: Mapping[str, wilson.Rate]) -> dict[str, Rate]:
    return {end: rate_body(rate) for end, rate in ends.items()}


def _shrunk(mean: Mean | None) -> ShrunkRate | None:
    if mean is None or mean.value is None or mean.low is None or mean.high is None:
        return None
    return ShrunkRate(mean.value, max(0.0, mean.low), min(1.0, mean.high))


def csv_rows(answer: RoutesAnswer) -> Iterator[dict[str, Any]]:
    """Yield a row for each route."""
    for route in answer.routes:
        k, n, share, low, high = route.share
        row = {"node": route.node, "k": k, "n": n, "share": share, "low": low, "high": high}
        row |= {end: rate.k for end, rate in route.ends.items()}
        for end, shrunk in route.shrunk.items():
            names = (f"{end}_shrunk", f"{end}_shrunk_low", f"{end}_shrunk_high")
            row |= dict(zip(names, shrunk[2:] if shrunk else (None, None, None), strict=True))
            people = route.people.get(end)
            row[f"{end}_players"] = people.clusters if people else None
        yield row
