"""Metrics in the API: the list of them, and the answer of one with a number a group."""

from typing import Any

from django.http import HttpRequest

from analytics.forms.base import MetricAnswer
from analytics.forms.registry import form_of, grouped_form
from analytics.insight import definitions
from games.core.contract import GameKind
from games.core.metrics import Metric

from .encode import basis_body, filters_body, tally_body


def encode_list(kind: GameKind, request: HttpRequest) -> dict[str, Any]:
    """Return the body of `…/stats/<kind>/metrics/`."""

    def encode(metric: Metric) -> dict[str, Any]:
        form = form_of(metric)
        return {
            "key": metric.key,
            "title": metric.title,
            "form": metric.form,
            "definition": metric.definition,
            "history": [change._asdict() for change in metric.history],
            **form.fields(metric),
            "url": request.build_absolute_uri(form.addresses(kind.slug, metric)["json"]),
        }

    return {"kind": kind.slug, "metrics": [encode(metric) for metric in kind.counting.metrics]}


def encode_metric(answer: MetricAnswer, request: HttpRequest) -> dict[str, Any]:
    """Return the body of `…/stats/<kind>/metrics/<key>/`."""
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
        "groups": grouped_form(metric).encode_groups(answer, request.build_absolute_uri),
    }
