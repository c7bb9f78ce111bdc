"""The golden logs of Shadows in Kyoto have every mode, depth, ending and card."""

from typing import Any

import pytest

from games.core.replay import Replay
from games.kyoto.position import plain_state
from games.kyoto.rules.ruleset import MODES
from tests.golden.traces import HERE, judged_logs

USES = {
    *("site", "defend", "tunnel", "charge", "push", "swap", "bait", "spring"),
    *("tomoyo", "anju", "yoko", "ayane", "chiharu", "iroha", "ruri"),
    *("typewriter", "drugs", "show", "pistol", "bugs", "stun", "fan"),
    *("special case 1", "special case 2"),
}
"""Every card with its own effect, and both special cases."""
ENDINGS = {"captures", "decoys", "escape", "stuck", "turn_cap", "resign", "abandon", None}


@pytest.fixture(scope="module")
def replays() -> list[Replay]:
    return [game.replay for path in HERE.glob("kyoto/*.txt") for game in judged_logs(path)]


def test_golden_logs_reach_every_mode_depth_and_ending(replays: list[Replay]) -> None:
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


def test_golden_logs_use_every_card_and_both_special_cases(replays: list[Replay]) -> None:
    used = {name for replay in replays for step in replay.steps for name in uses(step)}
    assert used >= USES, USES - used
