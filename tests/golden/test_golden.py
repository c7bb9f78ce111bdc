"""Every log in this folder replays to the trace next to it.

`make golden` rewrites the traces; read the difference.
"""

import os
from pathlib import Path

import pytest

from games.registry import judge, write_text
from tests.golden.traces import HERE, LOGS, judged_logs, trace

GORYO_ENDINGS = {"revenge", "spirits", "exorcism", "bound", "resign", "abandon", None}


def name_of(path: Path) -> str:
    return str(path.relative_to(HERE).with_suffix(""))


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_golden_log_replays_to_its_trace(path: Path) -> None:
    actual = "".join(map(trace, judged_logs(path)))
    expected = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(actual, encoding="utf-8")
    assert actual == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    for judged in judged_logs(path):
        (copy,) = judge(write_text(judged.record).encode())
        assert copy.record is not None
        assert copy.record.canonical() == judged.record.canonical()


def test_golden_logs_of_goryo_have_every_ruleset_and_ending() -> None:
    games = [game for path in HERE.glob("goryo/*/*.txt") for game in judged_logs(path)]
    rulesets = {game.record.ruleset.name for game in games}
    assert rulesets == {"2019", "2021", "2021 advanced", "2024", "2024 advanced"}
    assert {game.replay.outcome.reason for game in games} >= GORYO_ENDINGS
