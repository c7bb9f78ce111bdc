"""Answers as the API spells them: plain data, no NaN, percentages rounded only where they are
called so.
"""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from analytics.forms.encoding import encode_rate, flat_rate
from analytics.forms.routes import encode as routes
from analytics.forms.routes.answer import RoutesAnswer
from analytics.forms.spaces import encode as spaces
from analytics.forms.spaces.views import BoardAnswer
from analytics.insight import definitions
from analytics.insight.answer import Basis, Cluster, RoleAnswer, Tally
from analytics.insight.question import Filters
from analytics.insight.wilson import FEW


def encode_roles(answer: RoleAnswer, request: HttpRequest) -> dict[str, Any]:
    """The body of `…/stats/<kind>/roles/`."""
    by = answer.question.by
    return {
        "question": {
            "kind": answer.question.kind,
            "by": by or None,
            **filters_body(answer.question.filters),
        },
        "definition": definitions.WAY_OF_WINNING if by == "reason" else definitions.WIN_RATE,
        "inclusion": definitions.INCLUSION,
        **basis_body(answer.basis),
        "overall": _cluster(answer.overall, request),
        "clusters": [_cluster(cluster, request) for cluster in answer.clusters],
    }


def encode_board(board: BoardAnswer, request: HttpRequest) -> dict[str, Any]:
    """Return the body of `…/stats/<kind>/spaces/`: the counts, and the views."""
    answer, link = board.answer, request.build_absolute_uri
    question, board_facts = answer.question, answer.board
    title, meaning = answer.metric.layers[question.layer]
    return {
        "question": {
            "kind": question.kind,
            "layer": question.layer,
            **filters_body(question.filters),
        },
        "definition": f"{title}: {meaning}. {answer.metric.definition}",
        "inclusion": definitions.INCLUSION,
        **basis_body(answer.basis),
        "board": {
            "id": board_facts.board_id,
            "digest": board_facts.digest,
            "name": board_facts.name,
            "provenance": board_facts.provenance,
            "is_reconstruction": board_facts.provenance == "house",
        },
        "games": tally_body(answer.tally),
        "games_url": _games_url(question.filters.games_params(question.kind), request),
        **spaces.counts(answer, link),
        **spaces.views(board),
    }


def encode_routes(answer: RoutesAnswer, request: HttpRequest) -> dict[str, Any]:
    """Return the body of `…/stats/<kind>/ways/`."""
    question, board = answer.question, answer.board
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
        **routes.routes(answer, request.build_absolute_uri),
    }


def role_rows(answer: RoleAnswer) -> Iterator[dict[str, Any]]:
    """A row a group and role, all games first: for CSV."""
    for cluster in (answer.overall, *answer.clusters):
        for role, rate in cluster.rates.items():
            yield {
                "group": cluster.key,
                "label": cluster.label,
                "games": cluster.tally.games,
                "abandoned": cluster.tally.abandoned,
                "unfinished": cluster.tally.unfinished,
                "role": role,
                **flat_rate(rate),
            }


def filters_body(filters: Filters) -> dict[str, Any]:
    """The filters as they were understood."""
    return {"filters": {"simulated": "no", **filters.params()}}


def basis_body(basis: Basis) -> dict[str, Any]:
    """What an answer rests on."""
    return {
        "as_of": basis.as_of.isoformat() if basis.as_of else None,
        "versions": {"engine": basis.engine_version, "facts": basis.facts_version},
        "revision": basis.revision,
        "snapshot": basis.snapshot or None,
        "games_behind": basis.n_stale,
    }


def _cluster(cluster: Cluster, request: HttpRequest) -> dict[str, Any]:
    return {
        "key": cluster.key,
        "label": cluster.label,
        "games": tally_body(cluster.tally),
        "games_url": _games_url(cluster.params, request),
        "n": cluster.denominator,
        "is_few": cluster.denominator < FEW,
        "roles": {
            role: {
                **encode_rate(rate),
                "games_url": _games_url({**cluster.params, "winner": role}, request)
                if rate.k
                else None,
            }
            for role, rate in cluster.rates.items()
        },
    }


def tally_body(tally: Tally) -> dict[str, int]:
    """Games by how they ended."""
    return {
        "total": tally.games,
        "decided": tally.decided,
        "abandoned": tally.abandoned,
        "unfinished": tally.unfinished,
        "resigned": tally.resigned,
    }


def _games_url(words: dict[str, str], request: HttpRequest) -> str:
    return request.build_absolute_uri(f"{reverse('games')}?{urlencode(words)}")
