"""The traces of golden logs: what a log replays to, as text whose differences are readable."""

import json
from pathlib import Path
from typing import Any

from games.core.codec import canonical_json, sha256_hex
from games.registry import get_kind, judge

HERE = Path(__file__).parent
LOGS = sorted(HERE.glob("*/**/*.txt"))


def judged_logs(path: Path) -> list[Any]:
    """Return the results of a file of valid logs."""
    results = list(judge(path.read_bytes()))
    assert all(result.findings == () for result in results)
    return results


def line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def changes(before: Any, after: Any) -> Any:
    """Return what differs in `after`. Of objects only the different keys are returned."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    return {
        key: changes(before.get(key), value)
        for key, value in after.items()
        if key not in before or before[key] != value
    }


def trace(judged: Any) -> str:
    """Return the trace of a log: its steps, its warnings and its canonical form."""
    kind = judged.record.kind
    steps, state = goryo_steps(judged) if kind == "goryo" else changed_steps(judged, kind)
    warnings = [line(warning.to_json()) for warning in judged.warnings]
    record = [judged.record.canonical(), judged.record.digest]
    return "\n".join([*steps, *warnings, *state, *record]) + "\n"


def goryo_steps(judged: Any) -> tuple[list[str], list[str]]:
    """Return each step as the omniscient view and the Samurai (with the belief) see it."""
    steps = get_kind("goryo").display.steps
    views = steps(judged.replay, "omniscient", False), steps(judged.replay, "samurai", True)
    return [line(step) for pair in zip(*views, strict=True) for step in pair], []


def changed_steps(judged: Any, slug: str) -> tuple[list[str], list[str]]:
    """Return the changes of each step, and the last state with its digest. In Kyoto, a draw also
    has the number of assignments that each side believes possible.
    """
    lines, before = list[str](), dict[str, Any]()
    for step in get_kind(slug).display.steps(judged.replay, "omniscient", slug == "kyoto"):
        shown = {"step": step["step"], "event": step["event"]}
        shown["changes"] = changes(before, step["state"])
        if step["event"]["type"] == "draw" and "belief" in step:
            shown["assignments"] = {r: b["assignments"] for r, b in step["belief"].items()}
        lines.append(line(shown))
        before = step["state"]
    return lines, [line(before), sha256_hex(canonical_json(before))]
