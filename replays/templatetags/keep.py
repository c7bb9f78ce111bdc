"""The way from one game of an upload to the next, on the replay page."""

from typing import Any

from django import template

from replays import selectors
from replays.models import Game
from replays.senders import remembered

register = template.Library()


@register.inclusion_tag("replays/_upload_strip.html", takes_context=True)
def upload_strip(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Where this game stands in the upload it came with, for the browser that sent it."""
    upload = selectors.upload_of_game(game, remembered(context["request"]))
    if upload is None:
        return {}
    games = selectors.games_of_upload(upload)
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
