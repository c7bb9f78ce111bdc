"""`/games/<id>/tags/`: the owner of a game changes the tags of the own log."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.language import translated
from games.registry import KINDS
from replays import services
from replays.access.quotas import quotas_of
from replays.access.throttles import UploadThrottle
from replays.access.viewer import viewer_of
from replays.models import Game, Record
from replays.requests.http import game_or_404
from replays.services import NAME_FIELD, OverQuota, Refusal
from replays.text.names import MAX_NAME

from .address import Refused, check_rate, with_retry
from .own_notice import leave_notice
from .records import record_of_browser
from .rows import FindingRow

LABELS = {
    "event": _("Event"),
    "site": _("Site"),
    "round": pgettext_lazy("event", "Round"),
    "date": _("Date, such as 2026-11-20"),
    "source": _("Source"),
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tags(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tags of the own log in a form, or store them."""
    game = game_or_404(request, public_id)
    record = record_of_browser(request, game)
    if record is None:
        if not game.is_finished:
            raise Http404
        return _page(
            request, game, None, gettext("Only the uploader of a log can correct it."), 403
        )
    if request.method != "POST":
        return _page(request, game, record)
    try:
        check_rate(request, UploadThrottle())
        quotas = quotas_of(request, record.owner)
        result = services.change_tags(viewer_of(request), game, request.POST.dict(), quotas)
    except OverQuota as error:
        return with_retry(_page(request, game, record, str(error), 429), error.wait)
    except Refused as error:
        return with_retry(_page(request, game, record, str(error), error.status), error.retry)
    except Refusal as error:
        return _page(request, game, record, error.translated(), error.status)
    if result.game is None:
        problem = " ".join(FindingRow(row).message for row in result.draft.findings[:3])
        return _page(request, game, record, translated(problem), 422)
    if result.is_changed:
        leave_notice(request, gettext("The details were changed."))
    return HttpResponseRedirect(result.game.get_absolute_url())


def _page(
    request: HttpRequest, game: Game, record: Record | None, problem: str = "", status: int = 200
) -> HttpResponse:
    stored = {} if record is None else services.tags_of(record)
    sent: Any = request.POST if request.method == "POST" else {}
    roles = KINDS[game.kind].identity.roles
    context = {
        "game": game,
        "problem": problem,
        "fields": [
            (field, _label(field, roles), sent.get(field, value)) for field, value in stored.items()
        ],
        "most": MAX_NAME,
    }
    response = render(request, "replays/tags.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _label(field: str, roles: Any) -> str:
    role = field.removeprefix(NAME_FIELD)
    if role == field:
        return str(LABELS[field])
    return gettext("Name of {role}").format(role=roles.get(role, role))
