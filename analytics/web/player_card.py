"""`/players/<handle>/card.png`: the card of a player for link previews."""

import hashlib
from functools import lru_cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from analytics.charts.player_card import WIDE, player_card
from analytics.reads import players as player_reads
from analytics.reads.players import Player
from analytics.web.pictures import picture_response
from replays.pictures.raster import png
from replays.text.names import without_direction_marks

from .player_profile import CardText, card_text, favourite_role


@require_safe
def card(request: HttpRequest, handle: str) -> HttpResponseBase:
    """Return the card: of the human games, or of a bot its bot games."""
    player = player_reads.find_player(handle)
    if player is None:
        raise Http404
    if request.GET:
        message = gettext("This picture has no parameters.")
        return HttpResponse(message, "text/plain; charset=utf-8", status=400)
    svg = card_svg(card_of(player))
    tag = hashlib.sha256(f"{settings.RELEASE}{svg}".encode()).hexdigest()[:32]
    return picture_response(request, tag, "image/png", lambda: _png(svg))


def card_of(player: Player) -> CardText:
    """Return the text of a player's card."""
    cells = player_reads.cells_of(player.handles, {"is_simulated": player.is_bot})
    counts, records = player_reads.counts_of(cells), player_reads.records_of(cells)
    name = without_direction_marks(player.name)
    return card_text(player, name, counts, favourite_role(records))


def card_svg(text: CardText) -> str:
    """Return the card as SVG."""
    badge = gettext("Bot games") if text.is_bot else ""
    return player_card(text.name, text.line, text.big, text.small, badge)


@lru_cache(maxsize=64)
def _png(svg: str) -> bytes:
    return png(svg, WIDE)
