"""A game's steps made ready for pictures: the page's own markup of the board, the page's sheets,
and what is said around it.
"""

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.registry import get_kind
from replays.models import Game
from replays.pictures.inline import Sheet
from replays.pictures.step import Caption, Shown, picture_sheet

from . import replay
from . import replay_drawing as draw

SHEETS = ("site/site.css", "replays/board.css", "replays/notes.css")


def static_text(name: str) -> str:
    """The text of one of the site's own static files."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text("utf-8")


@cache
def sheet() -> Sheet:
    """The sheets that colour a board on the page, and the pictures' own."""
    return picture_sheet(*map(static_text, SHEETS))


def board_context(drawing: draw.Drawing, step: int) -> dict[str, Any]:
    """What the page's template of the board is filled with."""
    scene = drawing.scene
    return {
        "scene": scene,
        "view_box": " ".join(draw.plain_number(v) for v in scene["view_box"]),
        "symbols": [f"replays/replay_symbols/{scene['kind']}.svg", replay.NO_SYMBOLS],
        "marks": drawing.marks,
        "board_rows": draw.rows(drawing, step),
        "pieces": draw.pieces(drawing, step),
        "paths": draw.paths(drawing, step),
        "belief": drawing.prior,
    }


def shown(drawing: draw.Drawing, step: int, note: dict[str, Any] | None = None) -> Shown:
    """A step for the pictures: the board is drawn by the page's template, with the marks of a note
    on it.
    """
    context = board_context(drawing, step) | {"shapes": note["paths"] if note else []}
    page = render_to_string("replays/replay_board.html", context)
    board = page[page.index("<svg") : page.index("</svg>") + len("</svg>")]
    parts = (note["glyph"], note["text"], note["by"]) if note else ()
    said = " ".join(part for part in parts if part)
    return Shown(board, drawing.scene, drawing.frames[step], said)


def view_words(game: Game, view: str) -> str:
    """Whose eyes see it: a view for people."""
    return str(replay.VIEW_NAMES.get(view) or get_kind(game.kind).identity.roles[view])


def caption(game: Game, drawing: draw.Drawing, view: str) -> Caption:
    """What is said around a board of this game: never who won, nor how long it took."""
    kind, scene = get_kind(game.kind), drawing.scene
    facts = [
        f"{kind.title} {kind.identity.rules_text(game.edition, game.mode)}".strip(),
        date_format(game.played_on, "j F Y") if game.played_on else "",
        scene["title"],
    ]
    said = gettext("Shading: {what}. {prior}").format(what=drawing.shade_words, prior=drawing.prior)
    badges = [scene["origin"]]
    if game.is_simulated:
        badges.append(gettext("simulated: played by bots"))
    return Caption(
        title=replay.title_of(game),
        facts=" · ".join(fact for fact in facts if fact),
        badges=tuple(badge for badge in badges if badge),
        view=gettext("View: {view}").format(view=view_words(game, view)),
        foot=f"Kifu House · {reverse('replay', args=[game.public_id])}",
        shaded=said if drawing.prior else "",
    )
