"""A replay without the site around it: `/embed/<id>/` for other pages, `/games/<id>/replay.html`
for a file that plays offline.
"""

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.http import content_disposition_header, quote_etag
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from replays.pictures.bundle import bundle
from replays.pictures.step import THEMES
from replays.reads.downloads import download_name

from . import replay
from . import replay_drawing as draw
from . import share_drawing as ready
from .share_address import (
    NO,
    YES,
    Asked,
    Refused,
    asked,
    asked_game,
    one_of,
    query,
    step_of,
    step_there_is,
)
from .share_answers import conditional, in_words
from .share_pictures import tag_of

AUTO = "auto"
PLAYER_SHEETS = (
    "site/site.css",
    "replays/replay.css",
    "replays/board.css",
    "replays/player.css",
)
PLAY = ("play", pgettext_lazy("of a film", "Play"), "")
HTML = "text/html; charset=utf-8"


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its views take no more
@gzip_page
def embed(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The only page that others may frame: a step of a game that can be stepped on from."""
    try:
        response = render(request, "replays/embed.html", _embedded(request, public_id))
    except Refused as refused:
        context = {"message": str(refused), "home": _home(request, public_id)}
        return render(request, "replays/embed_bad.html", context, status=refused.status)
    etag = quote_etag(f"{hashlib.sha256(response.content).hexdigest()[:32]}.{settings.RELEASE}")
    answer = get_conditional_response(request, etag=etag, response=response) or response
    answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    return answer


def _embedded(request: HttpRequest, public_id: str) -> dict[str, Any]:
    found = asked(request, public_id)
    theme = one_of(request, "theme", (AUTO, *THEMES), AUTO)
    has_controls = one_of(request, "controls", (YES, NO), YES) == YES
    tells_end = one_of(request, "spoilers", (YES, NO), NO) == YES
    step = step_there_is(found.drawing, step_of(request.GET.get("step", "0")))
    whole = found.drawing
    drawing = whole if tells_end else draw.cut(whole, step)
    names = ("as", "belief", "theme", "controls", "spoilers")
    said = {name: request.GET[name] for name in names if name in request.GET}
    place = {"step": step, "as": found.view, **({} if tells_end else {"spoilers": NO})}
    return {
        **player_context(found, drawing, step),
        "theme": theme,
        "has_controls": has_controls,
        "tells_end": tells_end,
        "ways": _ways(tells_end),
        "plain_back": f"?{query({'step': step - 1, **said})}" if step else "",
        "plain_on": f"?{query({'step': step + 1, **said})}" if step < whole.last else "",
        "has_more": drawing.last < whole.last,
        "home": f"{_home(request, public_id)}?{query(place)}",
        "home_words": gettext("Open the game on Kifu House"),
    }


def player_context(found: Asked, drawing: draw.Drawing, step: int) -> dict[str, Any]:
    """What the player's template shows of a step; the drawing may be cut short."""
    frame = drawing.frames[step]
    caption = ready.caption(found.game, drawing, found.view)
    return {
        **ready.board_context(drawing, step),
        "title": caption.title,
        "badges": caption.badges,
        "view": found.view,
        "view_words": caption.view,
        "shaded": caption.shaded,
        "step": step,
        "last": drawing.last,
        "frame": frame,
        "texts": frame["texts"],
        "panels": draw.panels(drawing, step),
        "has_under": any(p.get("place") == "under" for p in drawing.scene["panels"]),
        "groups": drawing.groups,
        "data": drawing.data,
    }


def _ways(tells_end: bool) -> list[tuple[str, str, str]]:
    """The buttons; the one to the end only where the end may be told."""
    ways = [way for way in replay.WAYS if tells_end or way[0] != "last"]
    at = 1 + next(n for n, way in enumerate(ways) if way[0] == "back")
    return [(name, str(words), d) for name, words, d in (*ways[:at], PLAY, *ways[at:])]


def _home(request: HttpRequest, public_id: str) -> str:
    """The game's page, as others have to call it."""
    return request.build_absolute_uri(reverse("replay", args=[asked_game(public_id).public_id]))


@require_safe
@gzip_page
@in_words
def offline(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The game in one view as one file that loads nothing and asks nobody."""
    found = asked(request, public_id)
    theme = one_of(request, "theme", (AUTO, *THEMES), AUTO)
    home = f"{_home(request, public_id)}?{query({'as': found.view})}"
    tag = tag_of(found.game, *found.key, theme, "html", hashlib.sha256(home.encode()).hexdigest())
    response = conditional(request, tag, HTML, lambda: _file(found, theme, home).encode())
    if isinstance(response, HttpResponse) and response.status_code == 200:
        name = download_name(found.game, "json").removesuffix(".json")
        response["Content-Disposition"] = content_disposition_header(
            True, f"{name}-{found.view}.html"
        )
    return response


def _file(found: Asked, theme: str, home: str) -> str:
    """The file: its policy lets nothing run or load but what is in it."""
    styles, scripts, policy = _inlined()
    context = {
        **player_context(found, found.drawing, 0),
        "theme": theme,
        "has_controls": True,
        "has_moves": True,
        "tells_end": True,
        "ways": _ways(tells_end=True),
        "home": home,
        "home_words": gettext("This game on Kifu House"),
        "styles": styles,
        "scripts": scripts,
        "policy": policy,
    }
    return render_to_string("replays/offline.html", context)


@cache
def _inlined() -> tuple[SafeString, SafeString, str]:
    """The sheets and the script as elements, and the policy that allows just these."""
    sheet = "\n".join(map(ready.static_text, PLAYER_SHEETS))
    if "</" in sheet or "url(" in sheet:
        raise ValueError("A style sheet holds what cannot be put into a file.")
    script = bundle("player.js", lambda name: ready.static_text(f"replays/{name}"))
    policy = (
        f"default-src 'none'; style-src '{_digest(sheet)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    # both are our own files, and hold no end of the element that they are put in
    plain: Callable[[str], SafeString] = mark_safe
    return (
        format_html("<style>{}</style>", plain(sheet)),
        format_html('<script type="module">{}</script>', plain(script)),
        policy,
    )


def _digest(text: str) -> str:
    """The source expression that allows exactly this text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
