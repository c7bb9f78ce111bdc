"""3.1 before everything that hangs on it: a mode that does not fit the players is what is told."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.brute.gorinto_games import header
from tests.support.engine import dump, judge_one, refusals


def log_of(shape: str) -> dict[str, Any]:
    log, _ = header(random.Random(shape), shape, "peak")
    return log


def test_solo_whose_mode_was_forgotten_is_told_of_the_mode_and_not_of_a_start_player() -> None:
    log = log_of("solo normal")
    del log["ruleset"]["mode"]
    assert refusals(judge_one(dump(log))) == [(None, "3.1")]


@pytest.mark.parametrize("shape", ["2p burrow", "3p compassionate", "partnership"])
def test_the_start_or_the_order_is_required_where_the_players_fit(shape: str) -> None:
    log = log_of(shape)
    log["setup"] = {k: v for k, v in log["setup"].items() if k not in ("start", "order")}
    assert refusals(judge_one(dump(log))) == [(None, "log-format")]
