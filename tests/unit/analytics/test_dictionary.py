"""The data dictionary says what the pages say."""

import re
from pathlib import Path

import pytest

from analytics.insight import definitions, player
from analytics.insight.means import MEAN_INTERVAL, QUARTILES
from analytics.reads import balance as balance_reads
from analytics.reads import ratings as rating_reads
from games.core.metrics import RoutesMetric, SpacesMetric
from games.registry import KINDS

TEXT = re.sub(r"\s*\n>?\s*", " ", Path("docs/data-dictionary.md").read_text(encoding="utf-8"))
METRICS = [(kind, metric) for kind in KINDS.values() for metric in kind.counting.metrics]


@pytest.mark.parametrize(
    "name", ["INCLUSION", "WIN_RATE", "WAY_OF_WINNING", "ROUNDING", "MANY_GROUPS"]
)
def test_definitions_are_repeated_word_for_word(name):
    assert getattr(definitions, name) in TEXT


def test_what_is_said_of_ratings_and_balance_is_repeated_word_for_word():
    assert rating_reads.RATINGS in TEXT
    assert rating_reads.LADDER in TEXT
    assert balance_reads.definitions()["BALANCE"] in TEXT
    assert balance_reads.definitions()["UPLOADS"] in TEXT


@pytest.mark.parametrize("name", ["PLAYERS", "RECORD", "HABITS", "AGAINST"])
def test_what_is_said_of_players_is_repeated_word_for_word(name):
    assert getattr(player, name) in TEXT


def test_the_interval_of_means_is_told():
    assert MEAN_INTERVAL in TEXT
    assert QUARTILES in TEXT


@pytest.mark.parametrize(
    ("kind", "metric"), METRICS, ids=[f"{kind.slug}-{metric.key}" for kind, metric in METRICS]
)
def test_every_metric_is_defined_word_for_word(kind, metric):
    assert metric.definition in TEXT
    assert f"`{metric.key}`" in TEXT
    assert metric.title in TEXT
    if isinstance(metric, SpacesMetric):
        for layer, (title, meaning) in metric.layers.items():
            assert f"`{layer}` | {title}: {meaning}" in TEXT


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_a_game_has_one_metric_of_a_key_and_at_most_one_of_spaces(kind):
    keys = [metric.key for metric in kind.counting.metrics]
    assert len(set(keys)) == len(keys)
    assert sum(isinstance(metric, SpacesMetric) for metric in kind.counting.metrics) <= 1
    assert sum(isinstance(metric, RoutesMetric) for metric in kind.counting.metrics) <= 1
    words = {"games", "image.svg", "image.png"}  # addresses of their own
    assert not words & set(keys)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_keys_are_nothing_that_a_database_takes_for_a_place(kind):
    for metric in kind.counting.metrics:
        match metric:
            case SpacesMetric(layers=layers):
                keys = [*layers]
            case RoutesMetric(roots=roots, ends=ends):
                keys = [*roots, *ends]
            case _:
                keys = [*metric.groups]
        for key in (metric.key, *keys):
            assert "__" not in key
            assert not key.isdecimal()


@pytest.mark.parametrize(
    ("kind", "metric"), METRICS, ids=[f"{kind.slug}-{metric.key}" for kind, metric in METRICS]
)
def test_every_metric_tells_its_history_up_to_the_rules_that_count_it(kind, metric):
    versions = [change.version for change in metric.history]
    assert versions == sorted(set(versions))
    assert 1 <= versions[0] <= versions[-1] <= kind.counting.version
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", change.day) for change in metric.history)
    assert all(change.what.endswith(".") for change in metric.history)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_way_of_ending_is_named(kind):
    assert all(f"`{reason}`" in TEXT for reason in kind.identity.reasons)
