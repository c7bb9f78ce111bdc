"""What a game's page says of itself to those who preview links."""

from typing import Any

from django import template
from django.urls import reverse

from replays.models import Game

register = template.Library()


@register.inclusion_tag("replays/_share_meta.html", takes_context=True)
def share_meta(context: dict[str, Any], game: Game, title: str) -> dict[str, Any]:
    """Open Graph and oEmbed: a neutral title and the game's card, never how it went."""
    request = context["request"]
    page = request.build_absolute_uri(reverse("replay", args=[game.public_id]))
    card = request.build_absolute_uri(reverse("card", args=[game.public_id]))
    return {
        "title": title,
        "page": page,
        "card": card,
        "oembed": request.build_absolute_uri(reverse("oembed")),
    }
