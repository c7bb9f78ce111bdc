"""Every log in this folder replays to the trace beside it.

A trace holds, a line each: the steps as everybody's view sees them (omniscient; the Samurai's with
the belief), warnings, and the canonical form. `make golden` writes the traces anew; a person reads
the difference.
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
    """What a file of logs proves to be, as text that a person can read a difference of."""
    lines = []
    for judged in judge(data):
        assert judged.replay is not None
        assert judged.record is not None
        assert not judged.findings
        kind = get_kind(judged.record.kind)
        samurai = kind.display.steps(judged.replay, "samurai", True)
        for step, seen in zip(
            kind.display.steps(judged.replay, "omniscient", False), samurai, strict=True
        ):
            lines += [json.dumps(value, ensure_ascii=False) for value in (step, seen)]
        lines += [json.dumps(warning.to_json(), ensure_ascii=False) for warning in judged.warnings]
        lines += [judged.record.canonical(), judged.record.digest]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_replays_to_its_trace(path: Path) -> None:
    found = trace(path.read_bytes())
    kept = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    for judged in judge(path.read_bytes()):
        assert judged.record is not None
        (again,) = judge(write_text(judged.record).encode())
        assert again.record is not None
        assert again.record.canonical() == judged.record.canonical()


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
