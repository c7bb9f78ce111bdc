"""Ways as the API spells them."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from analytics.insight import definitions
from analytics.insight.routes import WaysAnswer
from analytics.insight.wilson import FEW
from analytics.rest.encode import basis_body, filters_body, rate_body


def encode_ways(answer: WaysAnswer, request: HttpRequest) -> dict[str, Any]:
    """The body of `…/stats/<kind>/ways/`."""
    question, board = answer.question, answer.board
    listed = request.build_absolute_uri(reverse("stats-games", args=[question.kind]))
    return {
        "question": {
            "kind": question.kind,
            "root": question.root or None,
            "node": question.node or None,
            **filters_body(question.filters),
        },
        "definition": answer.metric.definition,
        "inclusion": definitions.INCLUSION,
        **basis_body(answer.basis),
        "board": {"id": board.board_id, "digest": board.digest, "provenance": board.provenance},
        "here": answer.here,
        "ends": {end: rate_body(rate) for end, rate in answer.ends.items()},
        "ways": [
            {
                "node": way.node,
                "space": way.space,
                "is_target": way.is_end,
                "is_few": way.share.k < FEW,
                "share": rate_body(way.share),
                "ends": {end: rate_body(rate) for end, rate in way.ends.items()},
                "games_url": f"{listed}?{urlencode(question.words(node=way.node))}",
            }
            for way in answer.ways
        ],
    }


def way_rows(answer: WaysAnswer) -> Iterator[dict[str, Any]]:
    """A row a way: for CSV."""
    for way in answer.ways:
        share = way.share
        row = {"node": way.node, "k": share.k, "n": share.n, "share": share.value}
        yield (
            row
            | {"low": share.low, "high": share.high}
            | {end: rate.k for end, rate in way.ends.items()}
        )
