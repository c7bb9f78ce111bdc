"""`/collections/<id>/`: the games of a collection, changing it, its members, and its logs."""

from typing import Any

from django.core.paginator import Paginator
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from replays import services
from replays.access.throttles import StreamThrottle
from replays.access.uploaders import browser_key
from replays.access.viewer import viewer_of
from replays.models import Collection, CollectionGame
from replays.models.collection import MEMBER_NAME_MAX, NOTE_MAX
from replays.reads import collections as reads
from replays.reads.collection_logs import zip_of
from replays.requests.http import note_shown, row_or_404
from replays.text.numbers import is_number, page_number

from . import editing
from .address import Refused, check_rate, refused_as_text
from .collections import form_context, page_links, texts_of
from .own_notice import leave_notice, take_notice
from .rows import game_rows

PAGE_SIZE = 50
NOT_OWNER = gettext_lazy("Only the owner of a collection can change it.")


def collection_or_404(request: HttpRequest, public_id: str) -> Collection:
    """Return a collection that the sender of a request can reach. Raises Http404, the same for
    unknown, private and deleted ones.
    """
    viewer = viewer_of(request)
    collection = row_or_404(lambda name: reads.collection_by_public_id(name, viewer), public_id)
    note_shown(request, collection)
    return collection


def own_collection_or_404(request: HttpRequest, public_id: str) -> Collection:
    """Return a collection of the sender of a request. Raises Http404 for all others."""
    collection = collection_or_404(request, public_id)
    if not viewer_of(request).owns([collection.owner]):
        raise Http404
    return collection


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def collection_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the games of a collection. A POST changes it."""
    collection = collection_or_404(request, public_id)
    if request.method != "POST":
        return _page(request, collection)

    def show(problem: str, status: int) -> HttpResponse:
        return _page(request, collection, problem, status)

    if request.POST.get("action") == "leave":
        return editing.attempt(request, lambda: _leave(request, collection), show)
    if not viewer_of(request).owns([collection.owner]):
        return show(str(NOT_OWNER), 403)
    return editing.attempt(request, lambda: _change(request, collection), show)


def _page(
    request: HttpRequest, collection: Collection, problem: str = "", status: int = 200
) -> HttpResponse:
    viewer = viewer_of(request)
    role, entries = reads.role_of(collection, viewer), reads.entries_of(collection, viewer)
    number = page_number(request.GET.get("page", "1"))
    pages = Paginator(entries, PAGE_SIZE)
    if not number or number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    rows = list(reads.with_games(page.object_list))  # type: ignore[arg-type]  # a query set
    for entry in rows:
        note_shown(request, entry.game)
    context = {
        "collection": collection,
        "role": role,
        "changed_at": reads.changed_at_of(collection, is_inside=role.is_inside),
        "n_games": pages.count,
        "n_hidden": reads.count_entries(collection) - pages.count if role.is_owner else 0,
        "rows": _rows(rows),
        "first": page.start_index(),
        "last": pages.count,
        "number": number,
        "kinds": reads.kinds_of(entries),
        "note_max": NOTE_MAX,
        "notice": take_notice(request),
        "problem": problem,
        **page_links(page, {}),
    }
    return render(request, "replays/collection.html", context, status=status)


def _rows(entries: list[CollectionGame]) -> list[tuple[CollectionGame, Any]]:
    return list(zip(entries, game_rows(entry.game for entry in entries), strict=True))


def _change(request: HttpRequest, collection: Collection) -> HttpResponse:
    """Do what a form of the owner names. Raises Refusal and Refused."""
    action, ids = request.POST.get("action", ""), request.POST.getlist("id")
    anchor = f"#g-{ids[0]}" if len(ids) == 1 else ""
    if action == "undo":
        n = services.restore_entries(collection, viewer_of(request), request.POST.get("undo", ""))
        text = ngettext("{n} game was put back.", "{n} games were put back.", n).format(n=n)
        leave_notice(request, text)
        return HttpResponseRedirect(collection.get_absolute_url())
    if action == "delete":
        services.delete_collection(collection)
        text = gettext("The collection “{title}” was deleted.").format(title=collection.title)
        mine = reverse("collections-mine")
        leave_notice(request, text, collection.public_id, to=mine)
        return HttpResponseRedirect(mine)
    if not ids:
        raise Refused(400, gettext("Select a game first."))
    if action in ("up", "down"):
        services.shift_game(collection, viewer_of(request), ids[0], up=action == "up")
    elif action == "note":
        services.write_entry(collection, ids[0], request.POST.get("note", ""))
    elif action == "remove":
        removal, anchor = services.remove_with_undo(collection, ids), ""
        n = len(removal.rows) if removal else 0
        text = ngettext("{n} game was removed.", "{n} games were removed.", n).format(n=n)
        undo = removal.public_id if removal else ""
        leave_notice(request, text, undo, to=collection.get_absolute_url())
    else:
        raise Refused(400, str(editing.UNEXPECTED_FORM))
    number = request.POST.get("page", "1")
    query = f"?page={number}" if is_number(number) and number != "1" else ""
    return HttpResponseRedirect(f"{collection.get_absolute_url()}{query}{anchor}")


def _leave(request: HttpRequest, collection: Collection) -> HttpResponse:
    services.leave(collection, viewer_of(request).keys)
    leave_notice(request, gettext("You left “{title}”.").format(title=collection.title))
    return HttpResponseRedirect(reverse("collections-mine"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the settings of a collection with its members, or change them."""
    collection = own_collection_or_404(request, public_id)
    if request.method != "POST":
        return _edit_page(request, collection)

    def show(problem: str, status: int) -> HttpResponse:
        return _edit_page(request, collection, problem, status)

    return editing.attempt(request, lambda: _edit(request, collection), show)


def _edit_page(
    request: HttpRequest, collection: Collection, problem: str = "", status: int = 200,
    link: str = "",
) -> HttpResponse:  # fmt: skip
    fields = form_context(request, collection)
    if link or not problem:  # the form of the texts was not sent
        fields |= {
            "title_value": collection.title,
            "description": collection.description,
            "audience": collection.visibility,
        }
    context = {
        **fields,
        "collection": collection,
        "members": list(reads.members_of(collection)),
        "invitations": list(reads.open_invitations(collection)),
        "lifetimes": services.LIFETIMES,
        "name_max": MEMBER_NAME_MAX,
        "link": link,
        "notice": take_notice(request),
        "problem": problem,
    }
    return render(request, "replays/collection_edit.html", context, status=status)


def _edit(request: HttpRequest, collection: Collection) -> HttpResponse:
    """Do what a form of the settings names. Raises Refusal and Refused."""
    action, row = request.POST.get("action", ""), request.POST.get("row", "")
    if action == "save":
        services.edit_collection(collection, texts_of(request))
        leave_notice(request, gettext("The collection was saved."))
        return HttpResponseRedirect(collection.get_absolute_url())
    if action == "invite":
        days = request.POST.get("days", "7")
        label = request.POST.get("label", "")
        _, token = services.invite(collection, int(days) if is_number(days) else 0, label)
        path = reverse("collection-join", args=[token])
        return _edit_page(request, collection, link=request.build_absolute_uri(path))
    if action == "revoke":
        services.revoke(collection, row)
        leave_notice(request, gettext("The invitation was revoked."))
    elif action == "remove-member" and is_number(row):
        services.remove_member(collection, int(row))
        leave_notice(request, gettext("The member was removed."))
    else:
        raise Refused(400, str(editing.UNEXPECTED_FORM))
    return HttpResponseRedirect(reverse("collection-edit", args=[collection.public_id]))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what an invitation leads to; a POST accepts it. Raises Http404 for one that can't be
    used.
    """

    def show(problem: str = "", status: int = 200) -> HttpResponse:
        collection = services.invited_to(token)
        if collection is None and not problem:
            problem, status = gettext("This invitation can't be used any more."), 404
        context = {"collection": collection, "name_max": MEMBER_NAME_MAX, "problem": problem}
        response = render(request, "replays/collection_join.html", context, status=status)
        response["X-Robots-Tag"] = "noindex"
        response["Referrer-Policy"] = "no-referrer"
        return response

    def join() -> HttpResponse:
        name = request.POST.get("name", "")
        collection = services.join(token, browser_key(request, keep=True), name)
        leave_notice(request, gettext("You are a member of this collection now."))
        return HttpResponseRedirect(collection.get_absolute_url())

    return show() if request.method != "POST" else editing.attempt(request, join, show)


@require_safe
@refused_as_text
def logs(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Send the logs of a collection's games as a zip file, with its texts and notes."""
    collection = collection_or_404(request, public_id)
    entries = reads.entries_of(collection, viewer_of(request))
    check_rate(request, StreamThrottle())
    response = StreamingHttpResponse(zip_of(collection, entries), content_type="application/zip")
    name = f"collection-{collection.public_id}.zip"
    response["Content-Disposition"] = content_disposition_header(True, name)
    response["X-Content-Type-Options"] = "nosniff"
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response
