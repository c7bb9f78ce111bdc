"""What the replay page draws of a game in one view: the kind's scene and frames, made ready for
template and script.

Everything here depends on the log, the view and the code alone, so it is kept in memory once made.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.core import language
from games.core.record import Record
from games.core.replay import Replay
from games.core.scene import rows_of
from games.registry import get_kind
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.reads.priors import fitted_priors

from .replay_data import data_text, words_of_stacks
from .replay_insight import drawn_curve, overlaid

PILE_MOST, PILE_STEP, PILE_FLOOR, SPACE_FLOOR = 6, 5, 31, 22
"""How many tiles of a stack are drawn, how much each is raised, and where the lowest one's upper
edge is; as in the script.
"""
A_PART = 12
"""How many steps more are sent at most to who wants to be told nothing of what is to come."""


@dataclass(frozen=True)
class Drawing:
    """A game in one view: what never changes, a frame a step, and both as JSON for the script."""

    record: Record
    scene: dict[str, Any]
    frames: list[dict[str, Any]]
    groups: list[dict[str, Any]]
    data: SafeString
    marks: dict[str, SafeString]
    prior: str
    shade_words: str
    curves: list[dict[str, Any]]
    rows: list[list[str]]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.frames) - 1

    @property
    def frames_judged(self) -> list[tuple[int, dict[str, str]]]:
        """The marks of all steps, with their step."""
        return [(f["step"], mark) for f in self.frames for mark in f.get("judged", ())]


_drawings: BoundedCache[Drawing] = BoundedCache(max_count=128, max_bytes=16 * 1024 * 1024)
"""By digest and view, weighed by the text of their frames; one is some 100 kB."""


def no_count() -> None:
    """Nothing is counted."""


def drawing_of(
    game: Game, view: str, prior: str = "", counts: Callable[[], None] = no_count
) -> Drawing:
    """The drawing of a game in a view that is open to whoever asks; with a prior, what could be
    known is laid over it. `counts` is called before it is made anew, and may raise.
    """
    fitted = fitted_priors(game.kind) if prior == "fitted" else None
    return _drawings.get(
        (game.shown_key, view, prior, fitted.stamp if fitted else 0),
        lambda: _counted(
            counts,
            game.kind,
            game_reads.replay_of(game),
            view,
            prior,
            fitted.data if fitted else None,
        ),
        lambda drawing: len(drawing.data) + len(game.canonical),
    )


def drawing_of_replay(
    kind_slug: str,
    replay: Replay,
    view: str,
    prior: str = "",
    counts: Callable[[], None] = no_count,
) -> Drawing:
    """The same of a replay that is no stored game, a branch: kept by what is played in it."""
    fitted = fitted_priors(kind_slug) if prior == "fitted" else None
    return _drawings.get(
        (replay.record.digest, view, prior, fitted.stamp if fitted else 0, len(replay.steps)),
        lambda: _counted(
            counts,
            kind_slug,
            replay,
            view,
            prior,
            fitted.data if fitted else None,
        ),
        lambda drawing: 2 * len(drawing.data),
    )


def _counted(
    counts: Callable[[], None], slug: str, replay: Replay, view: str, prior: str, fitted: Any
) -> Drawing:
    counts()
    with language.fixed_language():
        return draw_replay(slug, replay, view, prior, fitted)


def draw_replay(
    kind_slug: str, replay: Replay, view: str, prior: str = "", fitted: Any = None
) -> Drawing:
    """The drawing of a replay in a view, whether it is stored or not."""
    kind = get_kind(kind_slug)
    scene, frames = kind.display.scene(replay.record), kind.display.frames(replay, view)
    told: dict[str, Any] = {}
    if prior and kind.display.insight is not None:
        told = kind.display.insight(replay, view, prior, fitted)
        scene, frames = overlaid(scene, frames, told)
    curves = [drawn_curve(curve) for curve in told.get("curves", ())]
    shade_words = told.get("shade_words", "")
    return Drawing(
        record=replay.record,
        scene=scene,
        frames=frames,
        groups=_groups(frames),
        data=data_text(scene, frames, shade_words, curves),
        marks={layer: _marks(scene, layer) for layer in ("under", "over")},
        prior=told.get("prior", ""),
        shade_words=shade_words,
        curves=curves,
        rows=rows_of(scene),
    )


def cut(drawing: Drawing, step: int) -> Drawing:
    """A drawing for who wants to know no more than needed at a step: frames, moves and data end
    within A_PART steps after it. Where they end says nothing of how long the game is, but for its
    last part; and who goes on asks for the next part, not for every step.
    """
    end = step - step % A_PART + A_PART
    frames = drawing.frames[: end + 1]
    return replace(
        drawing,
        frames=frames,
        groups=_groups(frames),
        data=data_text(drawing.scene, frames, drawing.shade_words, []),
        curves=[],
    )


def _marks(scene: dict[str, Any], layer: str) -> SafeString:
    """Every mark a cell can carry, once as markup: the same in all cells, shown by a cell's
    classes.
    """
    shown = ((m["id"], m["symbol"]) for m in scene["marks"] if m["layer"] == layer and m["symbol"])
    return format_html_join(
        "", '<use class="mark mark-{}" href="#sym-{}" width="100" height="100"/>', shown
    )


def _groups(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The list of moves under its two levels of headings."""
    told = [
        {"step": frame["step"], "clock": _clock(frame["move"]["at"]), **frame["move"]}
        for frame in frames
        if frame["move"]
    ]
    return [
        {
            "title": group,
            "parts": [
                {"title": part, "moves": list(moves)}
                for part, moves in groupby(in_group, key=lambda move: move["part"])
            ],
        }
        for group, in_group in groupby(told, key=lambda move: move["group"])
    ]


def _clock(at: float | None) -> str:
    """Seconds since the game began as minutes and seconds: `12:05`."""
    return "" if at is None else f"{int(at) // 60}:{int(at) % 60:02}"


def rows(drawing: Drawing, step: int) -> list[list[dict[str, Any] | None]]:
    """The cells as a table, row by row (`games.core.scene.rows_of`), as they are at a step; None
    where there is none.
    """
    found = {cell["id"]: cell for cell in cells(drawing, step)}
    return [[found.get(cell) for cell in row] for row in drawing.rows]


def cells(drawing: Drawing, step: int) -> list[dict[str, Any]]:
    """The cells with the marks, bead, pile and title they have at a step."""
    frame, words = drawing.frames[step], {m["id"]: m["words"] for m in drawing.scene["marks"]}
    tiles = {tile["id"]: tile["words"] for tile in drawing.scene.get("tiles", ())}
    shade_words, found = drawing.shade_words, []
    forms = words_of_stacks()
    for cell in drawing.scene["cells"]:
        marks, form = frame["cells"].get(cell["id"], ""), cell.get("form", "")
        stack = frame.get("stacks", {}).get(cell["id"], "").split()
        said = [_stack_words([tiles[tile] for tile in stack], form, forms)] if form else []
        said += [words[mark] for mark in marks.split()]
        if shade := frame.get("shades", {}).get(cell["id"]):
            said.append(f"{shade} % {shade_words}")
        found.append(
            {
                **cell,
                "marks": marks,
                "shade": shade_class(frame, cell["id"]),
                "chance": chance_words(frame, cell["id"]),
                "bead": frame["beads"].get(cell["id"], ""),
                "pile": _pile(stack, form),
                "title": f"{cell['words']}: {', '.join(said)}" if said else cell["words"],
            }
        )
    return found


def shade_class(frame: dict[str, Any], cell: str) -> str:
    """How dark a cell is by its chance, in tenths, as the script finds it too."""
    shade = frame.get("shades", {}).get(cell, 0)
    return f"shade-{-(-shade // 10)}" if shade else ""


def chance_words(frame: dict[str, Any], cell: str) -> str:
    """A cell's chance in whole percent; nothing where it is nothing."""
    shade = frame.get("shades", {}).get(cell, 0)
    return str(shade) if shade else ""


def _stack_words(tiles: list[str], form: str, forms: dict[str, str]) -> str:
    """What lies on a cell, from the top; `forms` are those of `words_of_stacks`."""
    if not tiles:
        return gettext("empty")
    if form == "space":
        return tiles[0]
    said = forms["one" if len(tiles) == 1 else "many"]
    return said.format(n=len(tiles), tiles=", ".join(reversed(tiles)))


def _pile(stack: list[str], form: str) -> SafeString:
    """The tiles on a cell as markup, the same that the script makes: slabs one on the other, the
    top one's face, and how many they are. Of a tall stack only the upper ones are drawn.
    """
    if not stack:
        return SafeString("")
    shown = stack[-PILE_MOST:]
    floor = SPACE_FLOOR if form == "space" else PILE_FLOOR
    slabs = format_html_join(
        "",
        '<rect class="slab tile-{}" x="12" y="{}" width="76" height="66" rx="9"></rect>',
        ((tile, floor - PILE_STEP * level) for level, tile in enumerate(shown)),
    )
    top = floor - PILE_STEP * (len(shown) - 1)
    face = format_html(
        '<use class="top tile-{}" href="#sym-tile-{}" x="12" y="{}" width="76" height="66"></use>',
        shown[-1],
        shown[-1],
        top,
    )
    if form == "space":
        return slabs + face
    number = format_html(
        '<circle class="disc" cx="86" cy="{}" r="12"></circle>'
        '<text class="height" x="86" y="{}">{}</text>',
        top + 5,
        top + 10,
        len(stack),
    )
    return slabs + face + number


def pieces(drawing: Drawing, step: int) -> list[dict[str, Any]]:
    """The pieces where they stand at a step; one that is not on the board is `off`."""
    at = drawing.frames[step]["pieces"]
    found = []
    for piece in drawing.scene["pieces"]:
        place = at.get(piece["id"])
        state, transform = "off", ""
        if place is not None:
            x, y, scale, moved = place
            state = "moved" if moved else ""
            transform = format_html(
                ' transform="translate({} {}) scale({})"', *map(plain_number, (x, y, scale))
            )
        found.append({**piece, "state": state, "transform": transform})
    return found


def plain_number(value: float) -> str:
    """A number as the script writes it too: no needless zero."""
    return f"{value:g}"


def panels(drawing: Drawing, step: int) -> list[dict[str, Any]]:
    """The panels with what their slots say at a step."""
    texts, classes = drawing.frames[step]["texts"], drawing.frames[step]["classes"]
    return [
        {
            **panel,
            "text": texts.get(panel["id"], ""),
            "items": [_item(panel, item, texts, classes) for item in panel["items"]],
        }
        for panel in drawing.scene["panels"]
    ]


def _item(
    panel: dict[str, Any], item: dict[str, Any], texts: dict[str, str], classes: dict[str, str]
) -> dict[str, Any]:
    slot = item["id"]
    ids = [f"{slot}-{column['id']}" for column in panel.get("columns", ())]
    return {
        **item,
        "text": texts.get(slot, ""),
        "note": texts.get(f"{slot}-note", ""),
        "state": classes.get(slot, ""),
        "cells": [{"id": one, "text": texts.get(one, "")} for one in ids],
    }


def paths(drawing: Drawing, step: int) -> list[tuple[str, str]]:
    """The paths' ids and what they draw at a step."""
    drawn = drawing.frames[step]["paths"]
    return [(name, drawn.get(name, "")) for name in drawing.scene["paths"]]
