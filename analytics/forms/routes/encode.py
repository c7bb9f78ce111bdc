"""Routes as JSON and CSV."""

from collections.abc import Iterator
from typing import Any

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import Link
from analytics.forms.encoding import encode_rate
from analytics.insight.wilson import FEW

from .answer import RoutesAnswer


def routes(answer: RoutesAnswer, link: Link) -> dict[str, Any]:
    """Return the routes on from a node."""
    question = answer.question
    return {
        "here": answer.here,
        "ends": {end: encode_rate(rate) for end, rate in answer.ends.items()},
        "ways": [
            {
                "node": route.node,
                "space": route.space,
                "is_target": route.is_end,
                "is_few": route.share.k < FEW,
                "share": encode_rate(route.share),
                "ends": {end: encode_rate(rate) for end, rate in route.ends.items()},
                "games_url": link(
                    drilldown_address(question.kind, question.params(node=route.node))
                ),
            }
            for route in answer.routes
        ],
    }


def csv_rows(answer: RoutesAnswer) -> Iterator[dict[str, Any]]:
    """Return a row a route."""
    for route in answer.routes:
        k, n, share, low, high = route.share
        row = {"node": route.node, "k": k, "n": n, "share": share, "low": low, "high": high}
        yield row | {end: rate.k for end, rate in route.ends.items()}
