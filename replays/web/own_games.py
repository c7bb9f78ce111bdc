"""`/my-games/`: the games of the viewer, who can see them, deleting and restoring."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.throttles import WriteThrottle
from replays.access.viewer import Viewer, viewer_of
from replays.models import Game, Visibility
from replays.models.tag import LABEL_MAX
from replays.reads.own_games import (
    DELETED,
    HIDDEN,
    PLAYED,
    count_own_games,
    own_games,
    own_names,
    own_tags,
    played_games,
)
from replays.services import Changed, Refusal
from replays.text.numbers import page_number

from .address import Refused, check_rate, with_retry
from .audience import audience_context, audience_of
from .collections import add_page
from .editing import check_ids
from .own_notice import leave_notice, take_notice
from .rows import game_rows

PAGE_SIZE = 50
STATE_NAMES = {
    "": pgettext_lazy("my games", "All"),
    **{each.value: each.label for each in Visibility},
    DELETED: pgettext_lazy("my games", "Deleted"),
    HIDDEN: pgettext_lazy("my games", "Hidden by staff"),
    PLAYED: pgettext_lazy("my games", "Games I played"),
}
TO_GAME = "game"
"""Value of `next` in a form on the page of a game."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_games_page(request: HttpRequest) -> HttpResponse:
    """List the viewer's games, or change those that a form names."""
    if request.method != "POST":
        return _page(request)
    try:
        check_rate(request, WriteThrottle())
        check_ids(request)
        return _change(request)
    except Refused as error:
        return with_retry(_page(request, str(error), error.status), error.retry)
    except Refusal as error:
        return _page(request, error.translated(), error.status)


def _page(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    viewer, state = viewer_of(request), request.GET.get("show", "")
    number = page_number(request.GET.get("page", "1"))
    if not number or state not in STATE_NAMES:
        raise Http404
    games = _listed(viewer, state)
    pages = Paginator(games, PAGE_SIZE)
    if number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    rows = game_rows(page.object_list)
    games_shown = [row.game for row in rows]
    names = (
        {game.pk: shown_names(game) for game in games_shown}
        if state == PLAYED
        else own_names(games_shown)
    )
    counts = count_own_games(viewer)
    context: dict[str, Any] = {
        "page": page,
        "games": [(row, names[row.game.pk]) for row in rows],
        "is_played": state == PLAYED,
        "chips": _chips(counts, state),
        "n_deleted": counts[DELETED],
        "n_hidden": counts[HIDDEN],
        "hidden_url": _url(HIDDEN),
        "is_hidden": state == HIDDEN,
        "deleted_url": _url(DELETED),
        "state": state,
        "is_deleted": state == DELETED,
        "notice": take_notice(request),
        "problem": problem,
        "tags": own_tags(viewer),
        "tag_max": LABEL_MAX,
        "days": int(settings.DELETED_DAYS),
        "newer": _url(state, number - 1) if page.has_previous() else "",
        "older": _url(state, number + 1) if page.has_next() else "",
        **audience_context(request),
        "audience": "",  # the games of the list differ, so none is chosen yet
    }
    response = render(request, "replays/my_games.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _listed(viewer: Viewer, state: str) -> QuerySet[Game]:
    if state == PLAYED:
        return played_games(viewer)
    return own_games(viewer, state) if state else own_games(viewer).filter(deleted_at=None)


def shown_names(game: Game) -> list[tuple[str, str | None, str]]:
    """Return for each seat its role and name as everyone sees it."""
    return [(seat.role, seat.shown_name, "") for seat in game.seats.all()]


def _chips(counts: Mapping[str, int], state: str) -> list[dict[str, Any]]:
    return [
        {
            "label": label,
            "n": counts[key or "all"],
            "url": _url(key),
            "is_current": key == state,
        }
        for key, label in STATE_NAMES.items()
        if key not in (HIDDEN, PLAYED) or counts[key] or state == key
    ]


def _url(state: str, number: int = 1) -> str:
    params = ({"show": state} if state else {}) | ({"page": number} if number > 1 else {})
    return f"{reverse('my-games')}{'?' if params else ''}{urlencode(params)}"


def _change(request: HttpRequest) -> HttpResponse:
    """Do what a form names, and redirect to the page that it was on."""
    viewer, action = viewer_of(request), request.POST.get("action", "")
    ids = request.POST.getlist("id")
    if action == "undo":
        services.undo_change(viewer, request.POST.get("undo", ""))
        leave_notice(request, gettext("The change was undone."))
        return HttpResponseRedirect(_return_address(request, viewer, ids))
    if not ids:
        raise Refused(400, gettext("Select a game first."))
    if action == "collect":
        return add_page(request, ids)
    if action == "leave":
        n = services.leave_games(viewer.keys, ids)
        text = ngettext("You left {n} game.", "You left {n} games.", n).format(n=n)
        leave_notice(request, text)
        return HttpResponseRedirect(_url(PLAYED))
    if action in ("tag", "untag"):
        return _tag(request, viewer, ids, is_added=action == "tag")
    if action in Visibility.values:
        changed = services.change_audience(viewer, ids, services.parse_audience(action))
    elif action == "save":
        chosen = _chosen(request)
        changed = services.change_games(viewer, ids, **chosen)
        action = "save" if chosen.keys() - {"audience"} else Visibility.PUBLIC
    elif action == "delete":
        changed = services.delete_own(viewer, ids)
    elif action == "restore":
        changed = services.restore_own(viewer, ids)
    else:
        raise Refused(400, gettext("The form was incomplete. Try again."))
    leave_notice(request, _sentence(action, changed), changed.undo)
    changed_ids = [game.public_id for game in changed.games]
    return HttpResponseRedirect(_return_address(request, viewer, changed_ids))


def _chosen(request: HttpRequest) -> dict[str, Any]:
    """Return what a form changes, as `services.change_games` takes it. Raises Refused."""
    sent = request.POST
    chosen: dict[str, Any] = {}
    if sent.get("visibility"):
        chosen["audience"] = audience_of(request)
    roles = {key.removeprefix("name-"): sent[key] for key in sent if key.startswith("name-")}
    if names := roles or sent.get("names"):
        chosen["names"] = names
    if sent.get("statistics"):
        chosen["statistics"] = sent["statistics"]
    if not chosen:
        raise Refused(400, gettext("Choose what to change first."))
    return chosen


def _tag(request: HttpRequest, viewer: Viewer, ids: list[str], *, is_added: bool) -> HttpResponse:
    """Put a tag on games, or remove it, and redirect to the list."""
    tag = request.POST.get("tag", "")
    n = services.tag_games(viewer, ids, [tag] if is_added else [], [] if is_added else [tag])
    text = (
        ngettext("{n} game was tagged.", "{n} games were tagged.", n)
        if is_added
        else ngettext(
            "The tag was removed from {n} game.", "The tag was removed from {n} games.", n
        )
    )
    leave_notice(request, text.format(n=n))
    return HttpResponseRedirect(_return_address(request, viewer, ids))


def _return_address(request: HttpRequest, viewer: Viewer, ids: list[str]) -> str:
    """Return the page of the game, if the form was on it and the game is not deleted, else the
    list. An own game may be part of another one by now.
    """
    if request.POST.get("next") == TO_GAME and len(ids) == 1:
        game = own_games(viewer).filter(records__public_id=ids[0], deleted_at=None).first()
        if game is not None:
            return game.get_absolute_url()
    state = request.POST.get("show", "")
    return _url(state if state in STATE_NAMES else "")


def _sentence(action: str, changed: Changed) -> str:
    """Return what a change did."""
    n = len(changed.games)
    if action == "delete":
        return ngettext("{n} game was deleted.", "{n} games were deleted.", n).format(n=n)
    if action == "restore":
        return ngettext("{n} game was restored.", "{n} games were restored.", n).format(n=n)
    if action == "save":
        return ngettext("{n} game was changed.", "{n} games were changed.", n).format(n=n)
    game = next(iter(changed.games), None)
    visibility = game.visibility if game else action
    sentences = {
        Visibility.PUBLIC: ngettext("{n} game is public now.", "{n} games are public now.", n),
        Visibility.UNLISTED: ngettext(
            "{n} game is unlisted now.", "{n} games are unlisted now.", n
        ),
        Visibility.PRIVATE: ngettext("{n} game is private now.", "{n} games are private now.", n),
    }
    return sentences[Visibility(visibility)].format(n=n)
