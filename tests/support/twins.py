"""Twin games of Goryō: they differ only in what is hidden before the discovery."""

from typing import Any

from tests.unit.replays.logs import json_log


def unfinished(bound: str, route: str, target: str, note: str = "") -> dict[str, Any]:
    """Return a game broken off in its first chase, with a claim and a question that is answered
    alike in twins.
    """
    plan = {"type": "plan", "route": route.split(), "target": target, "false_trail": "f3"}
    events = [
        {"type": "bind", "object": bound},
        {"type": "haunt", "object": "vase", "space": "b4", "note": note},
        plan,
        {"type": "move", "samurai": "green", "to": "b3"},
        {"type": "search", "samurai": "green", "answer": True},
    ]
    return json_log(outcome={"winner": "samurai", "reason": "bound"}, events=events)


TWINS = (
    unfinished("mask", "b4 b3 b2 c2", "c3"),
    unfinished(
        "lantern", "b4 b3 a3 a2", "b2", note="a long word about the plan [%csl Rb2][%cal Gb4b2]"
    ),
)
