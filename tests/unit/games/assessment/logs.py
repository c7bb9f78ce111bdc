"""Games in a line of text each, and what a view says of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.core.replay import Replay
from games.goryo.assessment import Assessment, assess
from tests.support.engine import judge_one

CORRIDOR = json.loads(Path("tests/cases/boards/cul-de-sac.json").read_text(encoding="utf-8"))
"""A board where a room has a blind corridor a1 to a5, with a bridge from a5 to c5."""


def play(events: str, edition: str = "2024", board: Any = None) -> Replay:
    """The replay of events that are all legal; the house board unless one is given."""
    head = f'[Game "goryo"]\n[Edition "{edition}"]\n'
    if board is not None:
        head += f"[Board {json.dumps(json.dumps(board))}]\n"
    judged = judge_one((head + events.replace(";", "\n")).encode())
    assert not judged.findings, [finding.message for finding in judged.findings]
    replay: Replay = judged.replay
    return replay


def judged(
    events: str, view: str = "samurai", edition: str = "2024", board: Any = None
) -> Assessment:
    """What a view says of a game."""
    return assess(play(events, edition, board), view)


def marked(found: Assessment) -> list[tuple[int, str]]:
    """Step and key of every mark."""
    return [(step.number, mark.key) for step in found.steps for mark in step.marks]
