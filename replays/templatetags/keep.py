"""The way from one game of an upload to the next, on the replay page."""

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html

from games.core.contract import GameKind
from replays.access.senders import remembered
from replays.models import Game
from replays.reads import games as game_reads

register = template.Library()
_CITED = re.compile(r"(?:rule|regola) ([0-9.]+)(?=\))")


@register.simple_tag
def rule_linked(text: str, kind: GameKind) -> str:
    """A text whose cited rule is a link to it on the page of the rules (as `board.js` makes it)."""
    cited = _CITED.search(text)
    if cited is None:
        return format_html("{}", text)
    before, after = text[: cited.start()], text[cited.end() :]
    address = f"{reverse('rules', args=[kind.slug])}#{cited[1]}"
    return format_html('{}<a href="{}">{}</a>{}', before, address, cited[0], after)


@register.inclusion_tag("replays/_upload_strip.html", takes_context=True)
def upload_strip(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Where this game stands in the upload it came with, for the browser that sent it."""
    upload = game_reads.upload_of_game(game, remembered(context["request"]))
    if upload is None:
        return {}
    games = game_reads.games_of_upload(upload)
    places = [one.public_id for one in games]
    if game.public_id not in places:
        return {}
    place = places.index(game.public_id)
    return {
        "upload": upload,
        "number": place + 1,
        "count": len(games),
        "before": games[place - 1] if place else None,
        "after": games[place + 1] if place + 1 < len(games) else None,
    }
