"""`/games/<id>/share/`: links, pictures, embed code and downloads for a step and view;
`/games/<id>/play/`: the game for play trackers; `/oembed/` for programs that turn links into
embeds.
"""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from replays.models import Game
from replays.pictures.step import THEMES
from replays.reads import plays as play_reads
from replays.requests.http import game_or_404

from . import address, replay

EMBED = (600, 640)
"""Width and height of an embed in pixels."""
EMBED_MIN = 320
CLIP_STEPS_BEFORE = 9
"""Steps before the current one in the default range of a clip."""
THEME_NAMES = {"light": pgettext_lazy("colours", "light"), "dark": pgettext_lazy("colours", "dark")}
NO_GAME = gettext_lazy("“url” must be the address of a game on this site.")


@require_safe
def share(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show everything a game can be shared by."""
    game = game_or_404(request, public_id)
    try:
        context = _context(request, address.viewed_game(request, game, is_lenient=True))
        return render(request, "replays/share.html", context)
    except address.Refused as error:
        context = {"message": str(error), "game": game, "title": gettext("Share a game")}
        context["heading"] = gettext("This can't be shared")
        response = render(request, "replays/replay_bad.html", context, status=error.status)
        return address.with_retry(response, error.retry)


def _context(request: HttpRequest, viewed: address.ViewedGame) -> dict[str, Any]:
    game, view, last = viewed.game, viewed.view, viewed.drawing.last
    step = address.existing_step(viewed.drawing, request.GET.get("step", "0"))
    theme = address.one_of(request, "theme", THEMES, THEMES[0])
    everything = ["step", "view", "belief"]
    included = request.GET.getlist("keep") if "chosen" in request.GET else everything
    params: dict[str, Any] = {"step": step} if "step" in included else {}
    params |= {"as": view} if "view" in included else {}
    belief = {"belief": viewed.prior} if viewed.prior and "belief" in included else {}
    params |= belief
    notes = {"notes": request.GET["notes"]} if address.notes_of(request, viewed) else {}
    title = replay.title_of(game)
    end = max(step, 1)
    return {
        "has_play": play_reads.has_play(game),
        "game": game,
        "title": title,
        "view": view,
        "view_name": replay.view_name(game, view),
        "sides": [(side, replay.view_name(game, side)) for side in viewed.views],
        "step": step,
        "theme": theme,
        "themes": [(name, THEME_NAMES[name]) for name in THEMES],
        "includes_step": "step" in included,
        "includes_view": "view" in included,
        "link": _absolute_url(request, game, "replay", params | notes),
        "notes": notes.get("notes", ""),
        "belief": viewed.prior,
        "includes_belief": bool(belief),
        "ignored": viewed.ignored,
        "picture_query": address.query({"as": view, "theme": theme, **belief, **notes}),
        "embed": embed_code(request, game, title, params | notes, EMBED),
        "embed_url": _absolute_url(request, game, "embed", params | notes),
        "speeds": replay.speeds(),
        "max_steps": settings.CLIP_MAX_STEPS,
        "clip_from": max(0, end - CLIP_STEPS_BEFORE),
        "clip_to": min(end, last),
        "card": replay.CARD_SIZE,
    }


@require_safe
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a finished game of people as play trackers take it. Raises Http404 for other games."""
    game = game_or_404(request, public_id)
    found = play_reads.play_of(game)
    if found is None:
        raise Http404
    replay_url = _absolute_url(request, game, "replay", {})
    context = {
        "game": game,
        "title": replay.title_of(game),
        "bg_stats": play_reads.bg_stats_link(found, replay_url),
        "play_text": play_reads.play_text(found, replay_url),
    }
    return render(request, "replays/game_play.html", context)


def _absolute_url(request: HttpRequest, game: Game, name: str, params: dict[str, Any]) -> str:
    suffix = f"?{address.query(params)}" if params else ""
    return request.build_absolute_uri(reverse(name, args=[game.public_id]) + suffix)


def embed_code(
    request: HttpRequest, game: Game, title: str, params: dict[str, Any], size: tuple[int, int]
) -> str:
    """Return the markup that embeds a game, as a plain text that templates escape."""
    markup = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        _absolute_url(request, game, "embed", params),
        *size,
        title,
    )
    return "".join(markup)


@require_safe
@address.refused_as_text
def oembed(request: HttpRequest) -> HttpResponseBase:
    """Return a link as an embed (oembed.com): `url`, `maxwidth`, `maxheight`, `format=json`."""
    if request.GET.get("format", "json") != "json":
        raise address.Refused(501, gettext("“format” must be json."))
    game, params = _linked_game(request)
    width = min(EMBED[0], _pixels(request, "maxwidth", EMBED[0]))
    height = min(EMBED[1], _pixels(request, "maxheight", EMBED[1]))
    title = replay.title_of(game)
    answer = {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Kifu House",
        "provider_url": request.build_absolute_uri("/"),
        "title": title,
        "html": embed_code(request, game, title, params, (width, height)),
        "width": width,
        "height": height,
        "thumbnail_url": _absolute_url(request, game, "card", {}),
        "thumbnail_width": replay.CARD_SIZE[0],
        "thumbnail_height": replay.CARD_SIZE[1],
    }
    return JsonResponse(
        answer, headers={"Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"}
    )


def _linked_game(request: HttpRequest) -> tuple[Game, dict[str, Any]]:
    """Return the game of a link to its page or embed, and the link's step and view. Raises
    Refused.
    """
    try:
        link = urlsplit(request.GET.get("url", ""))
        with translation.override(
            translation.get_language_from_path(link.path) or settings.LANGUAGE_CODE
        ):
            route = resolve(link.path)
    except (ValueError, Resolver404):  # not an address of this site
        raise address.Refused(404, str(NO_GAME)) from None
    is_own = link.netloc == request.get_host() and link.scheme in ("http", "https")
    if not is_own or route.url_name not in ("replay", "embed"):
        raise address.Refused(404, str(NO_GAME))
    game = game_or_404(request, route.kwargs["public_id"])
    link_params = parse_qs(link.query)
    params: dict[str, Any] = {}
    if "step" in link_params:
        params["step"] = address.step_of(link_params["step"][0])
        address.check_step(params["step"], game.n_events)
    if link_params.get("as", [""])[0].isidentifier():
        params["as"] = link_params["as"][0]
    return game, params


def _pixels(request: HttpRequest, name: str, default: int) -> int:
    return max(address.step_of(request.GET.get(name, str(default)), name), EMBED_MIN)
