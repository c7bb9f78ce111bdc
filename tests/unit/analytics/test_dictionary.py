"""The data dictionary repeats the definitions of the pages."""

import re
from pathlib import Path

import pytest

from analytics.insight import definitions, player
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.reads import balance as balance_reads
from analytics.reads import ratings as rating_reads
from games.core.metrics import RoutesMetric, SpacesMetric
from games.registry import KINDS
from tests.support.pages import missing

TEXT = re.sub(r"\s*\n>?\s*", " ", Path("docs/data-dictionary.md").read_text(encoding="utf-8"))
METRICS = {f"{k.slug}-{m.key}": (k, m) for k in KINDS.values() for m in k.counting.metrics}


def test_definitions_are_repeated_literally():
    texts = [definitions.INCLUSION, definitions.WIN_RATE, definitions.WAY_OF_WINNING,
             definitions.ROUNDING, definitions.MANY_GROUPS, rating_reads.RATINGS,
             rating_reads.LADDER, player.PLAYERS, player.RECORD, player.HABITS, player.AGAINST,
             MEAN_INTERVAL, QUARTILES, *balance_reads.definitions().values()]  # fmt: skip
    assert [text for text in texts if text not in TEXT] == []


@pytest.mark.parametrize(("kind", "metric"), METRICS.values(), ids=METRICS)
def test_every_metric_is_defined_literally_and_has_a_history(kind, metric):
    assert missing(TEXT, metric.definition, f"`{metric.key}`", metric.title) == []
    if isinstance(metric, SpacesMetric):
        for layer, (title, meaning) in metric.layers.items():
            assert f"`{layer}` | {title}: {meaning}" in TEXT
    versions = [change.version for change in metric.history]
    assert versions == sorted(set(versions))
    assert 1 <= versions[0] <= versions[-1] <= kind.counting.version
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", change.day) for change in metric.history)
    assert all(change.what.endswith(".") for change in metric.history)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_keys_of_metrics_and_reasons(kind):
    metrics = kind.counting.metrics
    keys = [metric.key for metric in metrics]
    assert len(set(keys)) == len(keys)
    for metric_type in (SpacesMetric, RoutesMetric):
        assert sum(isinstance(metric, metric_type) for metric in metrics) <= 1
    assert not {"games", "image.svg", "image.png"} & set(keys), "these are other addresses"
    keys += [part for metric in metrics for part in parts(metric)]
    assert not any("__" in key or key.isdecimal() for key in keys), "paths of the database"
    assert all(f"`{reason}`" in TEXT for reason in kind.identity.reasons)


def parts(metric):
    match metric:
        case SpacesMetric(layers=layers):
            return [*layers]
        case RoutesMetric(roots=roots, ends=ends):
            return [*roots, *ends]
    return [*metric.groups]
