"""Counts by space as JSON and CSV."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from analytics.forms.addresses import drilldown_address
from analytics.forms.base import Link
from analytics.forms.encoding import encode_rate, flat_rate

from .answer import SpaceAnswer
from .views import BoardAnswer, BoardView


def counts(answer: SpaceAnswer, link: Link) -> dict[str, Any]:
    """Return the counts by space."""
    question = answer.question
    params = {**question.filters.params(), "layer": question.layer}
    return {
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
                "share": encode_rate(count.share),
                "games_url": link(
                    drilldown_address(question.kind, {**params, "space": count.space})
                )
                if count.share.k
                else None,
            }
            for count in answer.spaces
        ],
    }


def views(board: BoardAnswer) -> dict[str, Any]:
    """Return the views of the board, and what a lift is compared with."""
    baseline, is_pair = board.baseline, len(board.views) > 1
    return {
        "show": board.answer.question.show,
        "baseline": {"games": baseline.games, "seed": baseline.seed} if baseline else None,
        "rulesets": [asdict(ruleset) for ruleset in board.rulesets],
        "views": [
            _view(view, board.titles[number] if is_pair else view.title)
            for number, view in enumerate(board.views)
        ],
    }


def _view(view: BoardView, title: str) -> dict[str, Any]:
    return {
        "title": title,
        "scale": view.scale,
        "n": view.answer.played,
        "spaces": [
            {
                "space": value.count.space,
                "value": value.value,
                "low": value.low,
                "high": value.high,
                "is_faint": value.strength < 1,
            }
            for value in view.values
        ],
    }


def csv_rows(answer: SpaceAnswer) -> Iterator[dict[str, Any]]:
    """Return a row a space."""
    for count in answer.spaces:
        row = {"space": count.space, "about": count.about, "times": count.times}
        yield row | flat_rate(count.share)
