"""Steps of a game for pictures: the page's markup of the board, style sheets and captions."""

from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from replays.models import Game
from replays.pictures.inline import Sheet
from replays.pictures.step import Caption, Shown, picture_sheet
from replays.text.names import without_direction_marks

from . import replay
from . import replay_drawing as draw

SHEETS = ("site/tokens.css", "site/site.css", "replays/board.css", "replays/notes.css")


def static_text(name: str) -> str:
    """Return the text of a static file of the site."""
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_text("utf-8")


@cache
def sheet() -> Sheet:
    """Return the style sheets of boards on the page, and of pictures."""
    return picture_sheet(*map(static_text, SHEETS))


def shown(drawing: draw.Drawing, step: int, note: dict[str, Any] | None = None) -> Shown:
    """Return a step for pictures, with the shapes and text of a note."""
    context = draw.step_context(drawing, step) | {"shapes": note["paths"] if note else []}
    page = render_to_string("replays/replay_board.html", context)
    board = page[page.index("<svg") : page.index("</svg>") + len("</svg>")]
    parts = (note["glyph"], note["text"], note["author"]) if note else ()
    text = without_direction_marks(" ".join(filter(None, parts)))
    return Shown(board, drawing.scene, drawing.frames[step], text)


def caption(game: Game, drawing: draw.Drawing, view: str) -> Caption:
    """Return the texts around a board, without winner and length of the game."""
    scene = drawing.scene
    date = date_format(game.played_on, "j F Y") if game.played_on else ""
    facts = [replay.played_text(game), date, without_direction_marks(scene["title"])]
    badges = [scene["origin"]]
    if game.is_simulated:
        is_mixed = drawing.record.is_against_bots
        bots = gettext("played against bots") if is_mixed else gettext("simulated: played by bots")
        badges.append(bots)
    shading = gettext("Shading: {what}. {prior}")
    return Caption(
        title=replay.title_of(game),
        facts=" · ".join(filter(None, facts)),
        badges=tuple(filter(None, badges)),
        view=gettext("View: {view}").format(view=replay.view_name(game, view)),
        foot=f"Kifu House · {reverse('replay', args=[game.public_id])}",
        shaded=shading.format(what=drawing.shade_label, prior=drawing.prior)
        if drawing.prior
        else "",
    )
