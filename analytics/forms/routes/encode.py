"""Routes as JSON and CSV."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import Link
from analytics.insight import wilson
from analytics.insight.bodies import Answer, BoardLink, Rate, answer_fields, rate_body
from replays.rest.body import Body, Url, doc

from .answer import Route, RoutesAnswer


class RouteBody(Body):
    """A route that is one space longer."""

    node: str
    space: str
    is_target: bool
    is_few: Annotated[bool, doc("Taken fewer than ten times.")]
    share: Rate
    ends: Annotated[dict[str, Rate], doc("How it ended.")]
    games_url: Url


class Routes(Answer):
    """The routes that continue from a node."""

    aliases = {"ways": "routes"}
    board: BoardLink
    here: Annotated[int, doc("How many routes led to the node.")]
    ends: Annotated[dict[str, Rate], doc("How all of them ended.")]
    routes: list[RouteBody]


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
        routes=[route_body(route) for route in answer.routes],
    )


def _ends(ends: Mapping[str, wilson.Rate]) -> dict[str, Rate]:
    return {end: rate_body(rate) for end, rate in ends.items()}


def csv_rows(answer: RoutesAnswer) -> Iterator[dict[str, Any]]:
    """Yield a row for each route."""
    for route in answer.routes:
        k, n, share, low, high = route.share
        row = {"node": route.node, "k": k, "n": n, "share": share, "low": low, "high": high}
        yield row | {end: rate.k for end, rate in route.ends.items()}
