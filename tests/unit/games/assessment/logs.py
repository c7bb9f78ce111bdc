"""Games written as one line of text, and their assessment for a view."""

import json
from pathlib import Path
from typing import Any

from games.core.replay import Replay
from games.goryo.assessment.assess import AssessedStep, assess
from tests.support.engine import accepted

CORRIDOR = json.loads(Path("tests/cases/boards/cul-de-sac.json").read_text(encoding="utf-8"))
"""A board with a room whose dead end is a1 to a5, with a bridge from a5 to c5."""


def play(events: str, edition: str = "2024", board: Any = None) -> Replay:
    """Return the replay of legal events, on the default board unless one is given."""
    head = f'[Game "goryo"]\n[Edition "{edition}"]\n'
    if board is not None:
        head += f"[Board {json.dumps(json.dumps(board))}]\n"
    return accepted(head + events.replace(";", "\n")).replay


def assessed(
    events: str, view: str = "samurai", edition: str = "2024", board: Any = None
) -> tuple[AssessedStep, ...]:
    """Return the assessment of a game for a view."""
    return assess(play(events, edition, board), view)


def mark_keys(assessment: tuple[AssessedStep, ...]) -> list[tuple[int, str]]:
    """Return step and key of every mark."""
    return [(n, mark.key) for n, step in enumerate(assessment, 1) for mark in step.marks]
