"""Every log in this folder replays to the trace next to it, and the logs of each game have every
mode, ending and card.

`make golden` rewrites the traces; read the difference.
"""

import os
from pathlib import Path
from typing import Any

import pytest

from games.core.replay import Replay
from games.gorinto.rules.editions import RULESETS
from games.kyoto.position import plain_state
from games.kyoto.rules.ruleset import MODES
from games.registry import judge, write_text
from tests.golden.traces import HERE, LOGS, judged_logs, trace

BROKEN_OFF = {"resign", "abandon", None}
GORYO_ENDINGS = {"revenge", "spirits", "exorcism", "bound"} | BROKEN_OFF
GORINTO_TIES, SOLO_LOST = {"wisdom", "fewest_tiles", "shared"}, {"wisdom", "solo_tie"}
KYOTO_ENDINGS = {"captures", "decoys", "escape", "stuck", "turn_cap"} | BROKEN_OFF
USES = {
    *("site", "defend", "tunnel", "charge", "push", "swap", "bait", "spring"),
    *("tomoyo", "anju", "yoko", "ayane", "chiharu", "iroha", "ruri"),
    *("typewriter", "drugs", "show", "pistol", "bugs", "stun", "fan"),
    *("special case 1", "special case 2"),
}
"""Every card with its own effect, and both special cases."""


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
        assert copy.record.canonical() == judged.record.canonical()


def replays(kind: str) -> list[Replay]:
    return [game.replay for path in HERE.glob(f"{kind}/**/*.txt") for game in judged_logs(path)]


def test_golden_logs_of_goryo_have_every_ruleset_and_ending() -> None:
    games = replays("goryo")
    rulesets = {game.record.ruleset.name for game in games}
    assert rulesets == {"2019", "2021", "2021 advanced", "2024", "2024 advanced"}
    assert {game.outcome.reason for game in games} >= GORYO_ENDINGS


def test_golden_logs_of_gorinto_have_every_mode_and_ending() -> None:
    endings: dict[str, set[str | None]] = {name: set() for name in RULESETS}
    games = replays("gorinto")
    for game in games:
        endings[game.record.ruleset.name].add(game.outcome.reason)
    assert len({game.record.board.id for game in games}) == 5
    for name, ruleset in RULESETS.items():
        assert endings[name] >= (SOLO_LOST if ruleset.has_kitsune else GORINTO_TIES), name
    assert set().union(*endings.values()) >= BROKEN_OFF


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


def test_golden_logs_of_kyoto_have_every_mode_depth_ending_and_card() -> None:
    games = replays("kyoto")
    assert {game.record.ruleset.name for game in games} == set(MODES)
    assert {game.record.setup.depth for game in games} == {"full", "table"}
    assert {game.outcome.reason for game in games} == KYOTO_ENDINGS
    used = {name for game in games for step in game.steps for name in uses(step)}
    assert used >= USES, USES - used
