"""Every log of Shadows in Kyoto in this folder replays to the trace next to it: the changes of each
event, the beliefs at the end of each turn, the last state and the canonical form. `make golden`
rewrites the traces; a person reads the difference.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from games.core.codec import canonical_json, sha256_hex
from games.kyoto.kind import KIND
from games.kyoto.position import plain_state
from games.kyoto.rules.ruleset import MODES
from games.log.writer import write_text
from tests.golden.test_gorinto import changes, line
from tests.support.engine import judge_one

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("kyoto/*.txt"))
USES = {
    *("site", "defend", "tunnel", "charge", "push", "swap", "bait", "spring"),
    *("tomoyo", "anju", "yoko", "ayane", "chiharu", "iroha", "ruri"),
    *("typewriter", "drugs", "show", "pistol", "bugs", "stun", "fan"),
    *("special case 1", "special case 2"),
}
"""Every card with its own effect, and both special cases."""
ENDINGS = {"captures", "decoys", "escape", "stuck", "turn_cap", "resign", "abandon", None}


def judged_of(path: Path) -> Any:
    judged = judge_one(path.read_bytes())
    assert judged.findings == ()
    return judged


def trace(judged: Any) -> str:
    """Return the result of a replay as text with readable differences."""
    lines = []
    before: dict[str, Any] = {}
    for step in KIND.display.steps(judged.replay, "omniscient", True):
        change = {"changes": changes(before, step["state"])}
        if step["event"]["type"] == "draw" and "belief" in step:
            change["assignments"] = {r: b["assignments"] for r, b in step["belief"].items()}
        lines.append(line({"step": step["step"], "event": step["event"], **change}))
        before = step["state"]
    lines += [line(before), sha256_hex(canonical_json(before))]
    lines += [judged.record.canonical(), judged.record.digest]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_log_replays_to_its_trace(path: Path) -> None:
    actual = trace(judged_of(path))
    expected = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        expected.write_text(actual, encoding="utf-8")
    assert actual == expected.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    record = judged_of(path).record
    again = judge_one(write_text(record, KIND).encode())
    assert again.record.canonical() == record.canonical()


def test_golden_logs_reach_every_mode_depth_and_ending() -> None:
    replays = [judged_of(path).replay for path in LOGS]
    assert {replay.record.ruleset.name for replay in replays} == set(MODES)
    assert {replay.record.setup.depth for replay in replays} == {"full", "table"}
    assert {replay.outcome.reason for replay in replays} == ENDINGS


def uses(step: Any) -> set[str]:
    """Return the cards and special cases that a step uses."""
    event, before = step.entry.plain, plain_state(step.before)
    kind, active = event["type"], before["active"]
    target_type = step.before.setup.board.types.get(event.get("to"))
    fakes = [name for name in before["captives"].get(active, ()) if name.endswith("f")]
    conditions = {
        "ruri": kind == "charisma" and event["card"] == "ruri",
        "ayane": "return" in event,
        "fan": "fan" in event,
        "iroha": kind == "conflict" and "attacker" in event,
        "tomoyo": kind == "draw" and "returned" in event,
        "anju": kind == "bait" and len(event["marks"]) == 2,
        "yoko": kind == "site" and abs(int(event["to"][1]) - int(event["from"][1])) == 2,
        "chiharu": kind == "site" and active == "government" and target_type == "hq-oniwaban",
        "special case 1": kind == "declare" and len(fakes) == 3,
        "special case 2": plain_state(step.state)["reason"] == "stuck",
    }
    return {kind, *(name for name, is_met in conditions.items() if is_met)}


def test_golden_logs_use_every_card_and_both_special_cases() -> None:
    replays = [judged_of(path).replay for path in LOGS]
    used = {name for replay in replays for step in replay.steps for name in uses(step)}
    assert used >= USES, USES - used
