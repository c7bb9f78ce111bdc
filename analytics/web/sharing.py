"""How a page of an answer is embedded."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from analytics.forms.addresses import with_params
from games.core.contract import GameKind

EMBED_WIDTH, EMBED_HEIGHT = 720, 520


def sharing_context(request: HttpRequest, kind: GameKind, title: str, embed: str) -> dict[str, Any]:
    """Return the HTML of the embed of a page, and its address."""
    source = request.build_absolute_uri(embed)
    frame = f"{kind.title}: {title}".replace('"', "&quot;")
    return {
        "embed": f'<iframe src="{source}" title="{frame}" width="{EMBED_WIDTH}" '
        f'height="{EMBED_HEIGHT}" loading="lazy"></iframe>',
        "embed_address": embed,
    }


def embed_address(kind: str, page: str, params: Mapping[str, str]) -> str:
    """Return the address of the embed of a page: a metric, `roles` or `spaces`."""
    return with_params(reverse("stats-embed", args=[kind, page]), params)
