"""Every golden log of a game that the site offers, drawn in Italian under a catalogue that marks
each message, in every view, with what could be known: every text of a scene, a step, a panel or a
judgement is marked.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from games.registry import KINDS, judge
from replays.web.replay_drawing import Drawing, draw_replay
from tests.support.marked import bare, marked

HERE = Path(__file__).parent
LOGS = sorted(path for slug in KINDS for path in HERE.glob(f"{slug}/**/*.txt"))
UNTRANSLATED = {
    "id", "symbol", "d", "form", "icon", "kind", "layer", "actor", "sort", "key", "rows", "bank",
    "placement",
    "deck", "walls", "place", "classes", "paths", "stacks", "pieces", "letters", "letter", "beads",
    "sign", "note", "decks", "card", "tone", "ring",
}  # fmt: skip
"""Keys whose values are not translated: ids, classes, shapes, notes of the log, and letters on
tiles and pieces, which are English in both languages (docs/translating.md).
"""


def texts_of(value: Any) -> Iterator[str]:
    """Yield every text in plain data that people read."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in UNTRANSLATED and not (name == "cells" and isinstance(inner, dict)):
                yield from texts_of(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_of(inner)


def drawn_texts(drawing: Drawing) -> Iterator[str]:
    """Yield every text of a drawing."""
    yield from texts_of([drawing.scene, drawing.frames, drawing.groups, drawing.curves])
    yield from (drawing.prior, drawing.shade_label)
    for frame in drawing.frames:
        move = frame["move"] or {}
        if move.get("actor") and not move.get("name"):
            yield move["actor"].capitalize()  # as the list of moves shows an actor without a name


@pytest.mark.parametrize("path", LOGS, ids=lambda path: str(path.relative_to(HERE))[:-4])
def test_a_golden_log_is_drawn_in_italian_to_the_last_word(path: Path) -> None:
    left = set[str]()
    for judged in judge(path.read_bytes()):
        kind = KINDS[judged.record.kind]
        names = {player.name for player in judged.record.players if player.name} | {kind.title}
        names |= {judged.record.board.id, judged.record.board.data.get("name", "")} - {""}
        is_open = kind.display.scene(judged.record).get("open")
        views = kind.identity.views_in(kind.identity.mode_of(judged.record.setup))
        for view in views[:1] if is_open else views:  # of what is open all views are alike
            for prior in ("", *list(kind.display.priors)[:1]):
                with marked("it"), override("it"):
                    drawing = draw_replay(kind.slug, judged.replay, view, prior)
                    left.update(bare(drawn_texts(drawing), names))
    assert left == set()
