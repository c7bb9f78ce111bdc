"""A replay without the site around it: `/embed/<id>/` for other pages, and
`/games/<id>/replay.html` as a file that works offline.
"""

import base64
import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import content_disposition_header
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from replays.models import Branch, Game
from replays.models.identity import is_public_id
from replays.pictures.bundle import bundle
from replays.pictures.step import THEMES
from replays.reads import branches as branch_reads
from replays.reads.downloads import download_name
from replays.requests.http import attached_or_404, conditional, game_or_404

from . import address, note_shapes, replay, share_drawing
from . import replay_drawing as draw
from .replay_data import json_in_html
from .share_pictures import tag_of

AUTO = "auto"
PLAYER_SHEETS = (
    "site/tokens.css",
    "site/site.css",
    "replays/play.css",
    "replays/replay.css",
    "replays/board.css",
    "replays/panels.css",
    "replays/player.css",
)
PLAY = ("play", pgettext_lazy("of a film", "Play"), "")


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its views take no more
@gzip_page
def embed(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show a step of a game with controls. This is the only page that others may frame."""
    game = game_or_404(request, public_id)
    try:
        response = render(request, "replays/embed.html", _embed_context(request, game))
    except address.Refused as error:
        context = {"message": str(error), "game_url": _game_url(request, game)}
        response = render(request, "replays/embed_bad.html", context, status=error.status)
        return address.with_retry(response, error.retry)
    digest = hashlib.sha256(response.content).hexdigest()[:32]
    return conditional(request, digest, lambda: response)


def _embed_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    viewed = address.viewed_game(request, game)
    branch, notes = _branch_of(request, game), address.notes_of(request, viewed)
    theme = address.one_of(request, "theme", (AUTO, *THEMES), AUTO)
    has_controls = address.flag(request, "controls", address.YES)
    shows_end = address.flag(request, "spoilers", address.NO)
    whole = viewed.drawing if branch is None else _drawing_of(branch, viewed)
    first = 0 if branch is None else branch.from_step
    step = address.existing_step(whole, request.GET.get("step", str(first)))
    drawing = whole if shows_end else draw.cut(whole, step)
    names = ("as", "belief", "theme", "controls", "spoilers", "branch", "notes")
    params = {name: request.GET[name] for name in names if name in request.GET}
    target = {"step": step, "as": viewed.view, **({} if shows_end else {"spoilers": address.NO})}
    context = player_context(viewed, drawing, step, shows_end=shows_end)
    game_url = f"{_game_url(request, game)}?{address.query(target)}"
    if branch is not None:
        context["badges"] = (*context["badges"], gettext("variation"))
        own_url = request.build_absolute_uri(branch.get_absolute_url())
        game_url = f"{own_url}?{address.query({'step': step, 'as': viewed.view})}"
    if notes:
        own_url = request.build_absolute_uri(reverse("notes", args=[request.GET["notes"]]))
        game_url = f"{own_url}?{address.query({'step': step, 'as': viewed.view})}"
        context |= _notes_context(notes, step, drawing.last)
    return {
        **context,
        "theme": theme,
        "has_controls": has_controls,
        "previous_url": f"?{address.query({'step': step - 1, **params})}" if step else "",
        "next_url": f"?{address.query({'step': step + 1, **params})}" if step < whole.last else "",
        "has_more": drawing.last < whole.last,
        "game_url": game_url,
        "game_link": gettext("Open the game on Kifu House"),
    }


def _branch_of(request: HttpRequest, game: Game) -> Branch | None:
    """Return the variation of the address; None without one. Raises Refused."""
    name = request.GET.get("branch", "")
    if not name:
        return None
    branch = None
    if is_public_id(name):
        with suppress(Http404):
            branch = attached_or_404(request, branch_reads.branch_by_public_id, name)
    if branch is None or branch.game_id != game.pk:
        raise address.Refused(404, gettext("This variation does not belong to this game."))
    return branch


def _drawing_of(branch: Branch, viewed: address.ViewedGame) -> draw.Drawing:
    played = branch_reads.line_of(branch)
    return draw.drawing_of(viewed.game, viewed.view, viewed.prior, viewed.count, played)


def _notes_context(notes: dict[int, dict[str, Any]], step: int, last: int) -> dict[str, Any]:
    """Return the notes on the steps that are sent, and the one on the step."""
    empty = note_shapes.empty_row(0)
    here = notes.get(step, empty)
    sent = [row for at, row in notes.items() if at <= last]
    return {
        "here": here,
        "shapes": here["paths"],
        "notes_data": json_in_html({"notes": sent, "empty": empty}),
    }


def player_context(
    viewed: address.ViewedGame, drawing: draw.Drawing, step: int, *, shows_end: bool
) -> dict[str, Any]:
    """Return the context of the player; the drawing may be cut."""
    caption = share_drawing.caption(viewed.game, drawing, viewed.view)
    controls = [row for row in replay.CONTROLS if shows_end or row[0] != "last"]
    controls.insert(2, PLAY)  # after "back"
    return {
        **draw.step_context(drawing, step),
        "title": caption.title,
        "badges": caption.badges,
        "view": viewed.view,
        "view_label": caption.view,
        "shaded": caption.shaded,
        "shows_end": shows_end,
        "controls": [(name, str(label), icon) for name, label, icon in controls],
        "speeds": replay.speeds(),
    }


def _game_url(request: HttpRequest, game: Game) -> str:
    """Return the absolute address of the game's page."""
    return request.build_absolute_uri(reverse("replay", args=[game.public_id]))


@require_safe
@gzip_page
@address.refused_as_text
def offline(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Return the game in one view as a file that loads nothing and makes no requests."""
    viewed = address.viewed_game(request, game_or_404(request, public_id))
    game, theme = viewed.game, address.one_of(request, "theme", (AUTO, *THEMES), AUTO)
    game_url = f"{_game_url(request, game)}?{address.query({'as': viewed.view})}"
    name = download_name(game, "json").removesuffix(".json")
    file_name = f"{name}-{viewed.view}.html"

    def answer() -> HttpResponse:
        response = HttpResponse(_file(viewed, theme, game_url))
        response["Content-Disposition"] = content_disposition_header(True, file_name)
        return response

    digest = hashlib.sha256(game_url.encode()).hexdigest()
    return conditional(request, tag_of(game, *viewed.key, theme, "html", digest), answer)


def _file(viewed: address.ViewedGame, theme: str, game_url: str) -> str:
    """Return the file. Its policy allows only what it contains."""
    styles, scripts, policy = _inlined()
    context = {
        **player_context(viewed, viewed.drawing, 0, shows_end=True),
        "theme": theme,
        "has_controls": True,
        "has_moves": True,
        "game_url": game_url,
        "game_link": gettext("This game on Kifu House"),
        "styles": styles,
        "scripts": scripts,
        "policy": policy,
    }
    return render_to_string("replays/offline.html", context)


@cache
def _inlined() -> tuple[SafeString, SafeString, str]:
    """Return style sheets and script as elements, and a policy that allows only them."""
    sheet = "\n".join(map(share_drawing.static_text, PLAYER_SHEETS))
    if "</" in sheet or "url(" in sheet:
        raise ValueError("A style sheet contains what can't be put into a file.")
    script = bundle("player.js", lambda name: share_drawing.static_text(f"replays/{name}"))
    policy = (
        f"default-src 'none'; style-src '{_source(sheet)}'; script-src '{_source(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    # both are our own files, and do not contain the end of their element
    plain: Callable[[str], SafeString] = mark_safe
    return (
        format_html("<style>{}</style>", plain(sheet)),
        format_html('<script type="module">{}</script>', plain(script)),
        policy,
    )


def _source(text: str) -> str:
    """Return the source expression that allows exactly this text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
