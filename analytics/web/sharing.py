"""How a page of an answer is cited, embedded and downloaded."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from analytics.forms.addresses import with_params
from analytics.insight.answer import Basis, Tally
from analytics.insight.question import Filters
from analytics.web.present import filter_labels
from games.core.contract import GameKind

EMBED_WIDTH, EMBED_HEIGHT = 720, 520


def sharing_context(
    request: HttpRequest,
    kind: GameKind,
    title: str,
    filters: Filters,
    tally: Tally,
    basis: Basis,
    boards: Mapping[str, str],
    embed: str,
) -> dict[str, Any]:
    """Return the citation and the HTML of the embed."""
    selection = ", ".join(value for _, value in filter_labels(kind, filters, dict(boards)))
    when = f"{basis.as_of:%Y-%m-%d %H:%M} UTC" if basis.as_of else "–"
    snapshot = basis.snapshot or f"live-{basis.revision}"
    address = request.build_absolute_uri()
    text = gettext(
        "Kifu House, “{game}: {title}”, {n} games ({selection}), snapshot {snapshot}, {when}, "
        "engine {engine}, counting rules {rules}. {address}"
    )
    source = request.build_absolute_uri(embed)
    frame = f"{kind.title}: {title}".replace('"', "&quot;")
    return {
        "cite": text.format(
            game=kind.title,
            title=title,
            n=tally.games,
            selection=selection,
            snapshot=snapshot,
            when=when,
            engine=basis.engine_version,
            rules=basis.facts_version,
            address=address,
        ),
        "embed": f'<iframe src="{source}" title="{frame}" width="{EMBED_WIDTH}" '
        f'height="{EMBED_HEIGHT}" loading="lazy"></iframe>',
        "embed_address": embed,
    }


def embed_address(kind: str, page: str, params: Mapping[str, str]) -> str:
    """Return the address of the embed of a page: a metric, `roles` or `spaces`."""
    return with_params(reverse("stats-embed", args=[kind, page]), params)
