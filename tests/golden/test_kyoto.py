"""Every log of Shadows in Kyoto in this folder replays to the trace beside it: what each event
changed in the state, what is believed at the end of each turn, the last state, the canonical form.
`make golden` writes the traces anew; a person reads the difference.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from games.core.codec import canonical_json, sha256_hex
from games.kyoto.kind import KIND
from games.kyoto.position import plain_state
from games.kyoto.rules.ruleset import MODES
from games.log.judge import Judged, judge
from games.log.writer import write_text
from games.registry import KINDS
from tests.golden.test_gorinto import changes, line

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("kyoto/*.txt"))
USES = {
    *("site", "defend", "tunnel", "charge", "push", "swap", "bait", "spring"),
    *("tomoyo", "anju", "yoko", "ayane", "chiharu", "iroha", "ruri"),
    *("typewriter", "drugs", "show", "pistol", "bugs", "stun", "fan"),
    *("special case 1", "special case 2"),
}
"""Every card used, where it does something of its own, and both special cases."""
ENDINGS = {"captures", "decoys", "escape", "stuck", "turn_cap", "resign", "abandon", None}


def judged_of(path: Path) -> Judged:
    (judged,) = judge(path.read_bytes(), KINDS)
    assert judged.findings == ()
    return judged


def trace(judged: Judged) -> str:
    """What a log proves to be, as text that a person can read a difference of."""
    assert judged.replay is not None
    assert judged.record is not None
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
    found = trace(judged_of(path))
    kept = path.with_suffix(".trace")
    if os.environ.get("UPDATE_GOLDEN"):
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_golden_log_is_the_same_after_writing_and_reading(path: Path) -> None:
    record = judged_of(path).record
    assert record is not None
    (again,) = judge(write_text(record, KIND).encode(), KINDS)
    assert again.record is not None
    assert again.record.canonical() == record.canonical()


def test_golden_logs_reach_every_mode_depth_and_ending() -> None:
    replays = [judged_of(path).replay for path in LOGS]
    assert {replay.record.ruleset.name for replay in replays if replay} == set(MODES)
    assert {replay.record.setup.depth for replay in replays if replay} == {"full", "table"}
    assert {replay.outcome.reason for replay in replays if replay} == ENDINGS


def uses(step: Any) -> set[str]:
    """What a step of a replay uses."""
    event, before = step.entry.plain, plain_state(step.before)
    kind, active = event["type"], before["active"]
    there = step.before.setup.board.types.get(event.get("to"))
    fakes = [name for name in before["captives"].get(active, ()) if name.endswith("f")]
    seen = {
        "ruri": kind == "charisma" and event["card"] == "ruri",
        "ayane": "return" in event,
        "fan": "fan" in event,
        "iroha": kind == "conflict" and "attacker" in event,
        "tomoyo": kind == "draw" and "returned" in event,
        "anju": kind == "bait" and len(event["marks"]) == 2,
        "yoko": kind == "site" and abs(int(event["to"][1]) - int(event["from"][1])) == 2,
        "chiharu": kind == "site" and active == "government" and there == "hq-oniwaban",
        "special case 1": kind == "declare" and len(fakes) == 3,
        "special case 2": plain_state(step.state)["reason"] == "stuck",
    }
    return {kind, *(name for name, is_so in seen.items() if is_so)}


def test_golden_logs_use_every_card_and_both_special_cases() -> None:
    replays = [judged_of(path).replay for path in LOGS]
    used = {name for replay in replays if replay for step in replay.steps for name in uses(step)}
    assert used >= USES, USES - used
