"""The way from one game of an upload to the next, on the replay page."""

from typing import Any

from django import template

from replays import selectors
from replays.models import Game, Upload

register = template.Library()


@register.inclusion_tag("replays/_upload_strip.html", takes_context=True)
def upload_strip(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Where this game stands in the upload its sender comes from (`upload` in the address)."""
    public_id = context["request"].GET.get("upload", "")
    try:
        upload = selectors.upload_by_public_id(public_id)
    except Upload.DoesNotExist:
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
