"""The page of definitions, and the results of the simulated worlds that it shows."""

import json
from pathlib import Path

import pytest
from django.test import Client

from analytics import services as stats_services
from analytics.results_model import last_run
from analytics.results_model.acceptance import CHECKS
from analytics.results_model.forecasts import WORLDS as FORECASTS
from analytics.results_model.last_run import Comparison, Rate, Run, read_last_run, store_last_run
from analytics.web.definitions import RATE_TITLES, WORLD_TITLES
from tests.support.commands import output
from tests.support.pages import get_page, missing

from .conftest import count_logs
from .logs import season

ORDER = (*CHECKS, *FORECASTS)


def test_every_world_and_rate_has_a_title() -> None:
    assert tuple(WORLD_TITLES) == ORDER
    stored = read_last_run()
    assert {rate.name for result in stored for rate in result.rates} <= RATE_TITLES.keys()
    worlds = [result.world for result in stored]
    assert worlds == [world for world in ORDER if world in worlds]


def test_the_page_shows_formulas_fits_and_simulated_worlds(client: Client) -> None:
    assert "No model has been fitted yet." in get_page(client, "/stats/definitions/")
    count_logs(season(40))
    stats_services.fit_results()
    text = get_page(client, "/stats/definitions/")
    expected = (
        "Win rate at equal skill", "Effective games", "Cap on uploaders", "better at", "joint-1",
        "Goryō, human games", "were simulated, not played", "runs of each world, from seed",
        "interval contains the truth", "prove_balance",
    )  # fmt: skip
    assert missing(text, *expected) == []
    assert "/stats/definitions/" in get_page(client, "/stats/catalogue/")


def test_results_of_another_run_replace_those_of_its_worlds(tmp_path: Path) -> None:
    path = tmp_path / "last_run.json"
    path.write_text("{}", encoding="utf-8")
    first, second = Run("2026-01-01", 200, 1), Run("2026-02-01", 20, 7, "joint-2")
    rate = Rate("b", "coverage", 19, 20, 0.93, 1.0)
    forecast = Comparison("a", 0.5, 0.6, -0.1, -0.2, 0.01)
    store_last_run(first, {"b": [rate]}, [forecast], ("a", "b"), path)
    assert [result.world for result in read_last_run(path)] == ["a", "b"]
    assert read_last_run(path)[0].forecast == forecast
    assert read_last_run(path)[1] == last_run.WorldResult("b", first, (rate,), None)
    store_last_run(second, {"b": [rate]}, [], ("a", "b"), path)
    assert [result.run for result in read_last_run(path)] == [first, second]
    store_last_run(second, {}, [], ("b",), path)
    assert [result.world for result in read_last_run(path)] == ["b"]


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "last_run.json"
    path.write_text("{}", encoding="utf-8")
    monkeypatch.setattr(last_run, "FILE", path)
    output("prove_balance", "--world", "pairs that swap", "--runs", "2", "--seed", "5")
    assert path.read_text(encoding="utf-8") == "{}"
    output("prove_balance", "--world", "pairs that swap", "--runs", "2", "--seed", "5", "--write")
    stored = json.loads(path.read_text(encoding="utf-8"))["ten pairs that swap"]
    assert (stored["run"]["runs"], stored["run"]["seed"]) == (2, 5)
    assert stored["rates"] == [{"name": "identified", "k": 2, "n": 2, "low": 1.0, "high": 1.0}]
