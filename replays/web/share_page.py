"""`/games/<id>/share/`: everything that a game can be shared by, for the step and side that the
reader was looking at; and `/oembed/` for programs that turn a link into an embed.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import (
    get_language_from_path,
    gettext,
    gettext_lazy,
    override,
    pgettext_lazy,
)
from django.views.decorators.http import require_safe

from replays.models import Game
from replays.pictures.step import THEMES

from . import replay
from . import share_drawing as ready
from .share_address import (
    PACES,
    Asked,
    Refused,
    asked,
    asked_game,
    notes_of,
    one_of,
    query,
    step_of,
)
from .share_answers import in_words
from .share_films import MOST_STEPS

EMBED = (600, 640)
"""Width and height of an embed, in pixels."""
NARROWEST = 320
BEFORE = 9
"""Steps before the one looked at with which a film begins unasked."""
CARD = (1200, 630)
STEP, VIEW = "step", "view"
THEME_WORDS = {
    "light": pgettext_lazy("colours", "light"),
    "dark": pgettext_lazy("colours", "dark"),
}
PACE_WORDS = {
    "slow": pgettext_lazy("pace", "slow"),
    "normal": pgettext_lazy("pace", "normal"),
    "fast": pgettext_lazy("pace", "fast"),
    "very-fast": pgettext_lazy("pace", "very fast"),
}
NO_GAME = gettext_lazy("“url” must be the address of a game on this site.")


@require_safe
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page with links, pictures, the code of an embed and the file, to be copied and saved."""
    try:
        return render(request, "replays/share.html", _context(request, asked(request, public_id)))
    except Refused as refused:
        game = asked_game(public_id)
        context = {"message": str(refused), "game": game, "title": gettext("Share a game")}
        context["heading"] = gettext("This can't be shared")
        return render(request, "replays/replay_bad.html", context, status=refused.status)


def _context(request: HttpRequest, found: Asked) -> dict[str, Any]:
    game, view, last = found.game, found.view, found.drawing.last
    step = min(step_of(request.GET.get("step", "0")), last)
    theme = one_of(request, "theme", THEMES, THEMES[0])
    is_chosen = "chosen" in request.GET
    kept = request.GET.getlist("keep") if is_chosen else [STEP, VIEW]
    said: dict[str, Any] = {"step": step} if STEP in kept else {}
    said |= {"as": view} if VIEW in kept else {}
    with_notes = {"notes": request.GET["notes"]} if notes_of(request, found) else {}
    picture = query({"as": view, "theme": theme, **with_notes})
    caption = ready.caption(game, found.drawing, view)
    end = max(step, 1)
    return {
        "game": game,
        "title": caption.title,
        "view": view,
        "view_words": ready.view_words(game, view),
        "sides": [(each, ready.view_words(game, each)) for each in found.views],
        "step": step,
        "theme": theme,
        "themes": [(each, THEME_WORDS[each]) for each in THEMES],
        "keeps_step": STEP in kept,
        "keeps_view": VIEW in kept,
        "link": _whole(request, game, "replay", said | with_notes),
        "notes": with_notes.get("notes", ""),
        "picture": picture,
        "embed": embed_code(request, game, caption.title, said, EMBED),
        "embed_address": _whole(request, game, "embed", said),
        "paces": [(pace, PACE_WORDS[pace]) for pace in PACES],
        "most_steps": MOST_STEPS,
        "film_from": max(0, end - BEFORE),
        "film_to": min(end, last),
        "card": CARD,
    }


def _whole(request: HttpRequest, game: Game, name: str, said: dict[str, Any]) -> str:
    """An address with its host, for other places."""
    asks = f"?{query(said)}" if said else ""
    return request.build_absolute_uri(reverse(name, args=[game.public_id]) + asks)


def embed_code(
    request: HttpRequest, game: Game, title: str, said: dict[str, Any], size: tuple[int, int]
) -> str:
    """The markup by which another page frames a game: a text here, so that what is shown of it is
    escaped once more.
    """
    markup = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        _whole(request, game, "embed", said),
        *size,
        title,
    )
    return "".join(markup)


@require_safe
@in_words
def oembed(request: HttpRequest) -> HttpResponseBase:
    """A link to a game as an embed (oembed.com): `url`, `maxwidth`, `maxheight`, `format=json`."""
    if request.GET.get("format", "json") != "json":
        raise Refused(501, gettext("“format” must be json."))
    game, said = _of_link(request)
    wide = min(EMBED[0], _pixels(request, "maxwidth", EMBED[0]))
    high = min(EMBED[1], _pixels(request, "maxheight", EMBED[1]))
    title = replay.title_of(game)
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Kifu House",
        "provider_url": request.build_absolute_uri("/"),
        "title": title,
        "html": embed_code(request, game, title, said, (wide, high)),
        "width": wide,
        "height": high,
        "thumbnail_url": _whole(request, game, "card", {}),
        "thumbnail_width": CARD[0],
        "thumbnail_height": CARD[1],
    }
    response = JsonResponse(answer)
    response["Access-Control-Allow-Origin"] = "*"
    response["Cache-Control"] = "no-cache"
    return response


def _of_link(request: HttpRequest) -> tuple[Game, dict[str, Any]]:
    """The game of a link to its page or embed, with the step and view the link names. Raises
    Refused.
    """
    try:
        link = urlsplit(request.GET.get("url", ""))
        with override(get_language_from_path(link.path) or settings.LANGUAGE_CODE):
            found = resolve(link.path)
    except (ValueError, Resolver404):  # no address, or none of ours
        raise Refused(404, str(NO_GAME)) from None
    is_ours = link.netloc == request.get_host() and link.scheme in ("http", "https")
    if not is_ours or found.url_name not in ("replay", "embed"):
        raise Refused(404, str(NO_GAME))
    game = asked_game(found.kwargs["public_id"])
    asks = parse_qs(link.query)
    said: dict[str, Any] = {}
    if "step" in asks:
        said["step"] = step_of(asks["step"][0])
    if asks.get("as", [""])[0].isidentifier():
        said["as"] = asks["as"][0]
    return game, said


def _pixels(request: HttpRequest, name: str, usual: int) -> int:
    return max(step_of(request.GET.get(name, str(usual)), name), NARROWEST)
