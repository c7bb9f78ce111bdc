"""Drawings of games for the replay page: a scene and its frames, ready for templates and scripts.

A drawing depends only on the log, the view, the prior and the code, so drawings are cached.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from games.core import language
from games.core.record import Record
from games.core.replay import Replay
from games.core.scene import rows_of
from games.recorder.drawing import board_context, layers_of
from games.recorder.markup import Html
from games.registry import get_kind
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.reads.priors import fitted_priors

from . import note_shapes
from .curves import curve_context, drawn_curves
from .replay_data import data_text, overlaid

PART_STEPS = 12
"""Steps sent at a time to a reader who wants no spoilers."""


@dataclass(frozen=True)
class Drawing:
    """A game in one view: the scene, a frame for each step, and both as JSON for the script."""

    record: Record
    is_exact: bool
    scene: dict[str, Any]
    frames: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    data: Html
    marks: dict[str, Html]
    prior: str
    shade_label: str
    curves: list[dict[str, Any]]
    insight_curves: list[dict[str, Any]]
    span: int
    """The number of steps that the curve is wide: those of the game, or of the parts sent."""
    rows: list[list[str]]
    is_cut: bool = False
    """Whether later steps are hidden."""

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.frames) - 1

    @property
    def marked_steps(self) -> list[tuple[int, dict[str, str]]]:
        """The assessments of all steps, as (step, mark)."""
        return [(f["step"], mark) for f in self.frames for mark in f.get("judged", ())]


_drawings: BoundedCache[Drawing] = BoundedCache(max_count=128, max_bytes=16 * 1024 * 1024)
"""The cache, by log and view; a game weighs about 100 kB."""
ENTRY_BYTES = 40
"""About the size of a text or mark of a frame."""


def count_nothing() -> None:
    """Count no request."""


def drawing_of(
    game: Game,
    view: str,
    prior: str = "",
    count: Callable[[], None] = count_nothing,
    played: Replay | None = None,
) -> Drawing:
    """Return the drawing of a game, or of a branch `played` from it, in an open view, with belief
    under a prior. `count` is called before a drawing that is not cached is computed; it may raise.
    """
    fitted = fitted_priors(game.kind) if prior == "fitted" else None
    version = fitted.stamp if fitted else 0

    def make() -> Drawing:
        count()
        replay = game_reads.replay_of(game) if played is None else played
        with language.fixed_language():
            return draw_replay(game.kind, replay, view, prior, fitted.data if fitted else None)

    key = game.shown_key if played is None else (played.record.digest, len(played.steps))
    return _drawings.get(
        (key, view, prior, version), make, lambda drawn: _size(drawn) + len(game.canonical)
    )


def _size(drawing: Drawing) -> int:
    """Return about how many bytes a drawing has: mostly the entries of its frames."""
    mappings = (part for f in drawing.frames for part in f.values() if isinstance(part, dict))
    return len(drawing.data) + ENTRY_BYTES * sum(map(len, mappings))


def draw_replay(
    slug: str,
    replay: Replay,
    view: str,
    prior: str = "",
    fitted: Any = None,
    *,
    is_still: bool = False,
) -> Drawing:
    """Return the drawing of a replay in a view, computed now. `is_still`: for a page that shows one
    step only, without curves and the data of all frames.
    """
    display = get_kind(slug).display
    scene, frames = display.scene(replay.record), display.frames(replay, view)
    frames = note_shapes.drawn_frames(scene, frames)
    insight: dict[str, Any] = {}
    if prior and display.insight is not None:
        insight = display.insight(replay, view, prior, fitted)
        scene, frames = overlaid(scene, frames, insight)
    insight_curves = insight.get("curves", [])
    curves = [] if is_still else drawn_curves(scene, frames, insight_curves)
    shade_label = insight.get("shade_label", "")
    return Drawing(
        record=replay.record,
        is_exact=replay.is_exact,
        scene=scene,
        frames=frames,
        groups=_groups(frames),
        data=Html("") if is_still else data_text(scene, frames, shade_label, curves),
        marks=layers_of(scene),
        prior=insight.get("prior", ""),
        shade_label=shade_label,
        curves=curves,
        insight_curves=insight_curves,
        span=len(frames) - 1,
        rows=rows_of(scene),
    )


def cut(drawing: Drawing, step: int) -> Drawing:
    """Return a drawing without what comes later, for readers who want no spoilers. It ends at the
    end of the part of the game that contains the step, so its length does not reveal the game's.
    """
    end = step - step % PART_STEPS + PART_STEPS
    frames = drawing.frames[: end + 1]
    curves = drawn_curves(drawing.scene, frames, drawing.insight_curves)
    return replace(
        drawing,
        frames=frames,
        groups=_groups(frames),
        data=data_text(drawing.scene, frames, drawing.shade_label, curves),
        curves=curves,
        span=end,
        is_cut=True,
    )


def step_context(drawing: Drawing, step: int) -> dict[str, Any]:
    """Return the context of the templates that draw a step."""
    frame = drawing.frames[step]
    return {
        **board_context(drawing.scene, frame, drawing.rows, drawing.marks, drawing.shade_label),
        "belief": drawing.prior,
        "step": step,
        "last": drawing.last,
        "groups": drawing.groups,
        "data": drawing.data,
        "curve": curve_context(
            drawing.frames, drawing.curves, step, drawing.span, is_cut=drawing.is_cut
        ),
        "marked_steps": drawing.marked_steps,
    }


def _groups(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the list of moves under two levels of headings."""
    moves = [
        {"step": frame["step"], "clock": _clock(frame["move"]["at"]), **frame["move"]}
        for frame in frames
        if frame["move"]
    ]
    return [
        {
            "title": title,
            "parts": [
                {"title": part, "moves": list(in_part)}
                for part, in_part in groupby(in_group, key=lambda move: move["part"])
            ],
        }
        for title, in_group in groupby(moves, key=lambda move: move["group"])
    ]


def _clock(at: float | None) -> str:
    """Return seconds since the start of the game as minutes and seconds: `12:05`."""
    return "" if at is None else f"{int(at) // 60}:{int(at) % 60:02}"
