"""What a game's page says of itself to those who preview links, and its way to the page of
sharing.
"""

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html

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


@register.simple_tag
def share_link(game: Game, step: int, view: str) -> str:
    """The link to the page of sharing, for the step and side that are shown; the page's script
    keeps what has `data-at-step` up to date.
    """
    return format_html(
        '<a class="button button-quiet" data-at-step href="{}?step={}&amp;as={}">Share</a>',
        reverse("share", args=[game.public_id]),
        step,
        view,
    )
