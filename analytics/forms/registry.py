"""The table of metric forms. A new form is a folder and an entry here."""

from typing import cast

from games.core.metrics import GroupedMetric, Metric

from . import distribution, odds, rate, routes, series, spaces, survival
from .base import MetricForm
from .grouped import GroupedForm

_FOLDERS = (rate, odds, distribution, series, survival, spaces, routes)
FORMS: dict[str, MetricForm] = {folder.FORM.key: folder.FORM for folder in _FOLDERS}


def form_of(metric: Metric) -> MetricForm:
    """Return the form of a metric."""
    return FORMS[metric.form]


def grouped_form(metric: GroupedMetric) -> GroupedForm:
    """Return the form of a metric with one number a group."""
    return cast("GroupedForm", FORMS[metric.form])
