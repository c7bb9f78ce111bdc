"""8.2 by writing down every hypothesis and crossing out those that an answer contradicts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.brute.board import Board
from tests.brute.goryo import State, legal_plans, right_answers


def belief(board: Board, state: State, edition: str) -> dict[str, Any]:
    """The belief block of a chase state; only what 8.1 calls public is looked at."""
    count = 0
    possible: Counter[str] = Counter()
    targets: set[str] = set()
    bound_types: set[str] = set()
    for bound in board.types:
        if state["types"][bound] != "intact":
            continue
        for route, target, _, false_trail in legal_plans(board, state, bound):
            course = {*route, target}
            fits = all(
                answer in right_answers(edition, course, false_trail, space)
                for space, answer in state["asked"].items()
            )
            if not fits:
                continue
            count += 1
            possible.update(course)
            targets.add(target)
            bound_types.add(bound)
    return {
        "hypotheses": count,
        "possible": sorted(possible),
        "certain": sorted(space for space, times in possible.items() if times == count),
        "targets": sorted(targets),
        "bound": sorted(bound_types),
    }
