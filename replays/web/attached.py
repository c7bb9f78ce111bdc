"""Variations and notes that the page of a game lists."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext

from games.recorder.labels import event_label
from games.registry import get_kind
from replays.models import AnnotationSet, Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import notes as note_reads

from . import branch_offers

MOST_LISTED = 30
MOST_INLINE = 5
"""Variations whose moves the list of moves contains; each one is replayed."""
MOVES_INLINE = 3


def attached(game: Game, view: str, last: int, more: str) -> dict[str, Any]:
    """Return the variations and notes of a game for the page in a view. A variation stands after
    the move that it replaces.
    """
    branches = branch_reads.listed_branches(game, MOST_LISTED)
    notes = note_sets(game)
    inline: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for branch in branches[:MOST_INLINE]:
        inline[min(branch.game_step + 1, last)].append(_inline(branch, view, more))
    return {
        "variations": dict(inline),
        "listed_branches": branches,
        "listed_notes": notes,
        "note_sets": notes,
    }


def note_sets(game: Game, shown: AnnotationSet | None = None) -> list[AnnotationSet]:
    """Return the notes that the page of a game offers: those listed, and those shown."""
    listed = note_reads.listed_notes(game, MOST_LISTED)
    return listed if shown is None or shown in listed else [shown, *listed]


def lines_around(branch: Branch, view: str, last: int, more: str) -> dict[int, list[Any]]:
    """Return the lines that leave a variation, for its list of moves: the game, the variation that
    it continues, and the listed ones that continue it.
    """
    lines: dict[int, list[dict[str, Any]]] = defaultdict(list)

    def add(step: int, line: dict[str, Any]) -> None:
        if line["rows"]:
            lines[min(step + 1, last)].append(line)

    add(branch.game_step, _main_line(branch, view, more))
    if branch.parent is not None and branch.parent.hidden_at is None:
        add(branch.from_step, _inline(branch.parent, view, more, branch.from_step))
    children = branch_reads.listed(branch.branches).select_related("game")
    for child in children[:MOST_INLINE]:
        add(child.from_step, _inline(child, view, more, child.from_step))
    return dict(lines)


def _main_line(branch: Branch, view: str, more: str) -> dict[str, Any]:
    """Return the moves of the game after the step where a variation leaves it."""
    kind, rows = get_kind(branch.game.kind), branch_reads.main_line(branch, view, MOVES_INLINE)
    return {
        "name": gettext("Main line"),
        "is_main": True,
        "url": f"{branch.game.get_absolute_url()}?as={view}{more}",
        "rows": [
            {
                "step": row["step"],
                "text": event_label(kind, row["event"], branch_reads.visible_event_text),
            }
            for row in rows
        ],
    }


def _inline(branch: Branch, view: str, more: str, after: int = 0) -> dict[str, Any]:
    """Return the first moves of a variation after a step."""
    rows: Iterable[dict[str, Any]] = branch_offers.own_rows(branch, view)
    name = gettext("Variation: {name}").format(name=branch.shown_name)
    return {
        "name": name if branch.name else gettext("Variation"),
        "url": f"{branch.get_absolute_url()}?as={view}{more}",
        "rows": [row for row in rows if row["step"] > after][:MOVES_INLINE],
    }
