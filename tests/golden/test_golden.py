"""Every log in this folder replays to the trace beside it.

A trace holds, one per line: each step as the omniscient view and the Samurai (with the belief) see
it, the warnings, and the canonical form. `make golden` rewrites the traces; read the difference.
"""

import json
import os
from pathlib import Path

import pytest

from games.registry import get_kind, judge, write_text

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("goryo/*/*.txt"))
ENDINGS = {"revenge", "spirits", "exorcism", "bound", "resign", "abandon", None}


def trace(data: bytes) -> str:
    """Return the results of a file of logs as text whose differences are readable."""
    lines = []
    for judged in judge(data):
        assert judged.replay is not None
        assert judged.record is not None
        assert not judged.findings
        kind = get_kind(judged.record.kind)
        samurai = kind.display.steps(judged.replay, "samurai", True)
        omniscient = kind.display.steps(judged.replay, "omniscient", False)
        for pair in zip(omniscient, samurai, strict=True):
            lines += [json.dumps(step, ensure_ascii=False) for step in pair]
        lines += [json.dumps(warning.to_json(), ensure_ascii=False) for warning in judged.warnings]
        lines += [judged.record.canonical(), judged.record.digest]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_replays_to_its_trace(path: Path) -> None:
    actual = trace(path.read_bytes())
    expected = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(actual, encoding="utf-8")
    assert actual == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    for judged in judge(path.read_bytes()):
        assert judged.record is not None
        (copy,) = judge(write_text(judged.record).encode())
        assert copy.record is not None
        assert copy.record.canonical() == judged.record.canonical()


def test_golden_logs_reach_every_edition_and_ending() -> None:
    rulesets, endings = set(), set()
    for path in LOGS:
        for judged in judge(path.read_bytes()):
            assert judged.record is not None
            assert judged.replay is not None
            rulesets.add(judged.record.ruleset.name)
            endings.add(judged.replay.outcome.reason)
    assert rulesets == {"2019", "2021", "2021 advanced", "2024", "2024 advanced"}
    assert endings >= ENDINGS
