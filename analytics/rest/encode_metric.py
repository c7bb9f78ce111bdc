"""Metrics as the API spells them: as JSON, and as rows of a table (CSV)."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from analytics.insight import definitions
from analytics.insight.means import Mean
from analytics.insight.metric import (
    DistributionGroup,
    Group,
    MetricAnswer,
    OddsGroup,
    RateGroup,
    SeriesGroup,
)
from games.core.contract import GameKind
from games.core.metrics import Metric, RateMetric, SeriesMetric, SpacesMetric, WaysMetric

from .encode import basis_body, filters_body, rate_body, tally_body


def encode_list(kind: GameKind, request: HttpRequest) -> dict[str, Any]:
    """The body of `…/stats/<kind>/metrics/`: what may be asked of a game."""
    return {
        "kind": kind.slug,
        "metrics": [_metric(metric, kind, request) for metric in kind.counting.metrics],
    }


def _metric(metric: Metric, kind: GameKind, request: HttpRequest) -> dict[str, Any]:
    told: dict[str, Any] = {
        "key": metric.key,
        "title": metric.title,
        "form": metric.form,
        "definition": metric.definition,
        "history": [change._asdict() for change in metric.history],
    }
    if isinstance(metric, WaysMetric):
        address = reverse("api-stats-ways", args=[kind.slug])
        told["roots"] = dict(metric.roots)
        told["ends"] = {key: meaning for key, (_, meaning) in metric.ends.items()}
    elif isinstance(metric, SpacesMetric):
        address = reverse("api-stats-spaces", args=[kind.slug])
        told["layers"] = [
            {"key": key, "title": title, "definition": meaning}
            for key, (title, meaning) in metric.layers.items()
        ]
    else:
        address = reverse("api-stats-metric", args=[kind.slug, metric.key])
        told |= {"unit": metric.unit, "groups": dict(metric.groups), "by": list(metric.splits)}
    if isinstance(metric, SeriesMetric):
        told["positions"] = dict(metric.positions)
    return told | {"url": request.build_absolute_uri(address)}


def encode_metric(answer: MetricAnswer, request: HttpRequest) -> dict[str, Any]:
    """The body of `…/stats/<kind>/metrics/<key>/`."""
    question, metric = answer.question, answer.question.metric
    return {
        "question": {
            "kind": question.kind,
            "metric": metric.key,
            "by": question.by or None,
            **filters_body(question.filters),
        },
        "title": metric.title,
        "form": metric.form,
        "unit": metric.unit,
        "definition": metric.definition,
        "inclusion": definitions.INCLUSION,
        **basis_body(answer.basis),
        "games": tally_body(answer.tally),
        "comparisons": answer.comparisons,
        "groups": [_group(group, answer, request) for group in answer.groups],
    }


def _group(group: Group, answer: MetricAnswer, request: HttpRequest) -> dict[str, Any]:
    metric, source = answer.question.metric, group.source

    def address(words: Mapping[str, str]) -> str:
        listed = reverse("stats-games", args=[answer.question.kind])
        return request.build_absolute_uri(f"{listed}?{urlencode(words)}")

    told: dict[str, Any] = {"key": source.key, "label": source.label, "is_few": group.is_few}
    match group:
        case RateGroup(rate=rate, aside=aside, even=even):
            won = address({**source.words, "won": "yes"}) if rate.k else None
            told |= {**rate_body(rate), "even": None if even is None else float(even)}
            told |= {"aside": aside, "won_url": won}
            if isinstance(metric, RateMetric) and metric.lost:
                lost = address({**source.words, "won": "no"}) if group.lost.k else None
                told["lost"] = {**rate_body(group.lost), "url": lost}
        case OddsGroup(odds=odds):
            told |= odds._asdict()
        case DistributionGroup(mean=mean, spread=spread, values=values):
            told |= {**_mean(mean), **spread._asdict()}
            told["values"] = {f"{value:g}": count for value, count in sorted(values.items())}
        case SeriesGroup(means=means) if isinstance(metric, SeriesMetric):
            told["positions"] = [
                {"key": key, "label": title, **_mean(mean)}
                for (key, title), mean in zip(metric.positions.items(), means, strict=True)
            ]
    return told | {"games_url": address(source.words)}


def _mean(mean: Mean) -> dict[str, Any]:
    return {
        "n": mean.n,
        "games": mean.games,
        "mean": mean.value,
        "mean_low": mean.low,
        "mean_high": mean.high,
    }


def table_rows(answer: MetricAnswer) -> Iterator[dict[str, Any]]:
    """One flat row a group, of a series one a group and position: for CSV."""
    metric = answer.question.metric
    for group in answer.groups:
        first = {"group": group.source.key, "label": group.source.label}
        match group:
            case RateGroup(rate=rate, aside=aside, even=even):
                told = {"k": rate.k, "n": rate.n, "rate": rate.value, "low": rate.low}
                told |= {
                    "high": rate.high,
                    "aside": aside,
                    "even": None if even is None else float(even),
                }
                if isinstance(metric, RateMetric) and metric.lost:
                    told |= {"lost": group.lost.k, "lost_rate": group.lost.value}
                    told |= {"lost_low": group.lost.low, "lost_high": group.lost.high}
                yield first | told
            case OddsGroup(odds=odds):
                yield first | odds._asdict()
            case DistributionGroup(mean=mean, spread=spread):
                yield first | _mean(mean) | spread._asdict()
            case SeriesGroup(means=means) if isinstance(metric, SeriesMetric):
                for position, mean in zip(metric.positions, means, strict=True):
                    yield first | {"position": position} | _mean(mean)
