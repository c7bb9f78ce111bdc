"""Answers as the API spells them: plain data, no NaN, percentages rounded only where they are
called so.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from analytics.insight import definitions
from analytics.insight.answer import Basis, Cluster, RoleAnswer, SpaceAnswer, Tally
from analytics.insight.board_views import BoardAnswer
from analytics.insight.question import Filters
from analytics.insight.rounding import percent_of
from analytics.insight.wilson import FEW, Rate


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
    """The body of `…/stats/<kind>/spaces/`: the counts, and the views asked for."""
    made = board.baseline
    return encode_spaces(board.answer, request) | {
        "show": board.answer.question.show,
        "baseline": {"games": made.games, "seed": made.seed} if made else None,
        "rulesets": [asdict(one) for one in board.rulesets],
        "views": [
            {
                "title": board.titles[number] if len(board.views) > 1 else view.title,
                "scale": view.scale,
                "n": view.answer.played,
                "spaces": [
                    {
                        "space": value.space,
                        "value": value.value,
                        "low": value.low,
                        "high": value.high,
                        "is_faint": value.strength < 1,
                    }
                    for value in view.values
                ],
            }
            for number, view in enumerate(board.views)
        ],
    }


def encode_spaces(answer: SpaceAnswer, request: HttpRequest) -> dict[str, Any]:
    """The counts by space."""
    question, board = answer.question, answer.board
    title, meaning = answer.metric.layers[question.layer]
    words = {**question.filters.words(), "layer": question.layer}
    listed = request.build_absolute_uri(reverse("stats-games", args=[question.kind]))
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
            "id": board.board_id,
            "digest": board.digest,
            "name": board.name,
            "provenance": board.provenance,
            "is_reconstruction": board.provenance == "house",
        },
        "games": tally_body(answer.tally),
        "games_url": _games_url(question.filters.games_words(question.kind), request),
        "n": answer.played,
        "observations": answer.observations,
        "observation": answer.metric.observation,
        "total": answer.total,
        "spaces": [
            {
                "space": count.space,
                "about": count.about,
                "times": count.times,
                "games": count.share.k,
                "share": rate_body(count.share),
                "games_url": f"{listed}?{urlencode({**words, 'space': count.space})}"
                if count.share.k
                else None,
            }
            for count in answer.spaces
        ],
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
                **_flat(rate),
            }


def space_rows(answer: SpaceAnswer) -> Iterator[dict[str, Any]]:
    """A row a space: for CSV."""
    for count in answer.spaces:
        told = {"space": count.space, "about": count.about, "times": count.times}
        yield told | _flat(count.share)


def _flat(rate: Rate) -> dict[str, Any]:
    return {"k": rate.k, "n": rate.n, "rate": rate.value, "low": rate.low, "high": rate.high}


def filters_body(filters: Filters) -> dict[str, Any]:
    """The filters as they were understood."""
    return {"filters": {"simulated": "no", **filters.words()}}


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
        "games_url": _games_url(cluster.words, request),
        "n": cluster.denominator,
        "is_few": cluster.denominator < FEW,
        "roles": {
            role: {
                **rate_body(rate),
                "games_url": _games_url({**cluster.words, "winner": role}, request)
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


def rate_body(rate: Rate) -> dict[str, Any]:
    """A rate with its interval."""
    return {
        "k": rate.k,
        "n": rate.n,
        "value": rate.value,
        "low": rate.low,
        "high": rate.high,
        "percent": percent_of(rate.k, rate.n),
    }


def _games_url(words: dict[str, str], request: HttpRequest) -> str:
    return request.build_absolute_uri(f"{reverse('games')}?{urlencode(words)}")
