"""Tags of the replay page: parts rendered by Jinja, and links."""

import re
from typing import Any

from django import template
from django.template import engines
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.core.contract import GameKind
from replays.access.uploaders import remembered
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.reads import games as game_reads

register = template.Library()


@register.simple_tag(takes_context=True)
def include_jinja(context: template.Context, name: str, **more: Any) -> SafeString:
    """Return a part of the page rendered by Jinja (`goryo_site.http.jinja`) with the context."""
    values = {str(key): value for key, value in context.flatten().items()}
    return SafeString(engines["jinja2"].get_template(name).render(values | more))


@register.simple_tag(takes_context=True)
def board_part(context: template.Context) -> SafeString:
    """Return the board. A script that puts another view in place sends in `X-Board` the key of the
    board it has; it gets no second one without anything more (`parts.js`).
    """
    key = "belief" if context["belief"] else ""
    sent = context["request"].headers.get("X-Board")
    if sent is not None and key in ("", sent):
        return SafeString("")
    return SafeString(include_jinja(context, "replays/replay_board.html"))


@register.simple_tag
def rule_linked(text: str, kind: GameKind, cited_rule: str) -> str:
    """Return a text with its citation linked to the page of rules, as `board.js` does it."""
    cited = re.search(cited_rule, text)
    if cited is None:
        return format_html("{}", text)
    before, after = text[: cited.start()], text[cited.end() :]
    url = f"{reverse('rules', args=[kind.slug])}#{cited[1]}"
    return format_html('{}<a href="{}">{}</a>{}', before, url, cited[0], after)


@register.inclusion_tag("replays/_upload_strip.html", takes_context=True)
def upload_strip(context: dict[str, Any], game: Game) -> dict[str, Any]:
    """Show the position of the game in its upload, to the browser that uploaded it."""
    request = context["request"]
    upload = game_reads.upload_of_game(game, remembered(request))
    games = game_reads.games_of_upload(upload, viewer_of(request)) if upload else []
    ids = [each.public_id for each in games]
    if game.public_id not in ids:
        return {}
    index = ids.index(game.public_id)
    return {
        "upload": upload,
        "number": index + 1,
        "count": len(games),
        "previous": games[index - 1] if index else None,
        "next": games[index + 1] if index + 1 < len(games) else None,
    }
