"""`/collections/`: public collections, those of the viewer, creating one, and putting games in."""

from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from replays import services
from replays.access.uploaders import browser_key
from replays.access.viewer import viewer_of
from replays.models import Collection, Visibility
from replays.models.collection import DESCRIPTION_MAX, TITLE_MAX
from replays.reads import collections as reads
from replays.reads.game_filter import repeated_params, unknown_params
from replays.reads.games import reachable_games
from replays.services import Texts
from replays.text.numbers import page_number

from . import editing
from .address import Refused
from .own_notice import leave_notice, take_notice
from .rows import game_rows

PAGE_SIZE = 24
QUERY_MAX = 100
MEANINGS = {
    Visibility.PUBLIC: gettext_lazy("Everyone can find it."),
    Visibility.UNLISTED: gettext_lazy("Everyone with the link can see it. It is not listed."),
    Visibility.PRIVATE: gettext_lazy("Only you and the members you invite can see it."),
}
LENGTHS = {"title_max": TITLE_MAX, "description_max": DESCRIPTION_MAX}


def audiences() -> list[tuple[str, str, str]]:
    """Return who can see a collection: value, name, and what it means."""
    return [(each.value, str(each.label), str(MEANINGS[each])) for each in Visibility]


@require_safe
def collections_page(request: HttpRequest) -> HttpResponse:
    """List public collections, newest first."""
    unknown = unknown_params(request.GET, {"q", "page"}) + repeated_params(request.GET)
    text, number = request.GET.get("q", "").strip(), page_number(request.GET.get("page", "1"))
    if unknown or not number:
        raise Http404
    if "q" in request.GET and not text:
        return HttpResponseRedirect(request.path)
    pages = Paginator(reads.listed_collections(text[:QUERY_MAX]), PAGE_SIZE)
    if number > pages.num_pages:
        raise Http404
    page = pages.page(number)
    context = {
        "q": text,
        "n": pages.count,
        "rows": _rows(page),
        "query_max": QUERY_MAX,
        **page_links(page, {"q": text} if text else {}),
    }
    return render(request, "replays/collections.html", context)


def _rows(page: Page[Collection]) -> list[tuple[Collection, list[str]]]:
    collections = list(page.object_list)
    games = reads.first_games(collections)
    return [(collection, games[collection.pk]) for collection in collections]


def page_links(page: Page[Any], params: dict[str, str]) -> dict[str, str]:
    """Return the addresses of the pages before and after a page; empty without one."""

    def link(number: int) -> str:
        query = urlencode(params | ({"page": str(number)} if number > 1 else {}))
        return f"?{query}" if query else "."

    return {
        "newer": link(page.number - 1) if page.has_previous() else "",
        "older": link(page.number + 1) if page.has_next() else "",
    }


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own_collections_page(request: HttpRequest) -> HttpResponse:
    """List the viewer's collections; a POST restores a deleted one."""
    if request.method == "POST":
        return editing.attempt(request, lambda: _restore(request), lambda *p: _own(request, *p))
    return _own(request)


def _own(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    viewer = viewer_of(request)
    own = list(reads.own_collections(viewer))
    context = {
        "own": [each for each in own if each.deleted_at is None],
        "deleted": [each for each in own if each.deleted_at is not None],
        "joined": list(reads.joined_collections(viewer)),
        "days": int(settings.DELETED_DAYS),
        "notice": take_notice(request),
        "problem": problem,
    }
    response = render(request, "replays/collections_own.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _restore(request: HttpRequest) -> HttpResponse:
    collection = services.restore_collection(viewer_of(request), request.POST.get("undo", ""))
    leave_notice(request, gettext("The collection was restored."))
    return HttpResponseRedirect(collection.get_absolute_url())


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_collection(request: HttpRequest) -> HttpResponse:
    """Show the form for a new collection, or create it."""

    def show(problem: str = "", status: int = 200) -> HttpResponse:
        context = {**form_context(request), "problem": problem}
        return render(request, "replays/collection_new.html", context, status=status)

    def create() -> HttpResponse:
        return HttpResponseRedirect(_create(request).get_absolute_url())

    if request.method != "POST":
        return show()
    return editing.attempt(request, create, show, creates=True)


def form_context(request: HttpRequest, collection: Collection | None = None) -> dict[str, Any]:
    """Return the fields of the form of a collection: what was sent, else what is stored."""
    sent = request.POST if request.method == "POST" else {}
    default = Visibility.PRIVATE.value
    return {
        **LENGTHS,
        "audiences": audiences(),
        "title_value": sent.get("title", collection.title if collection else ""),
        "description": sent.get("description", collection.description if collection else ""),
        "audience": sent.get("visibility", collection.visibility if collection else default),
    }


def texts_of(request: HttpRequest) -> Texts:
    """Return the texts of a form; an absent field leaves a part unchanged."""
    post = request.POST
    return Texts(post.get("title"), post.get("description"), post.get("visibility"))


def _create(request: HttpRequest) -> Collection:
    return services.create_collection(browser_key(request, keep=True), texts_of(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add_games(request: HttpRequest) -> HttpResponse:
    """Ask in which collection to put some games, or put them in."""

    def show(problem: str = "", status: int = 200) -> HttpResponse:
        return add_page(request, ids, problem, status)

    def add() -> HttpResponse:
        collection = _chosen(request)
        n = services.add_games(collection, viewer_of(request), ids)
        text = ngettext("{n} game was added.", "{n} games were added.", n).format(n=n)
        leave_notice(request, text if n else gettext("The games are in the collection already."))
        return HttpResponseRedirect(collection.get_absolute_url())

    ids = editing.params_of(request).getlist("id")[: services.GAMES_OF_CHANGE + 1]
    if not ids:
        return HttpResponseRedirect(reverse("collections-mine"))
    if request.method != "POST" or request.POST.get("action") != "add":
        return show()
    return editing.attempt(request, add, show, creates=not request.POST.get("collection"))


def add_page(
    request: HttpRequest, ids: list[str], problem: str = "", status: int = 200
) -> HttpResponse:
    """Return the page that asks in which collection to put games."""
    viewer = viewer_of(request)
    own = [each for each in reads.own_collections(viewer) if each.deleted_at is None]
    games = reachable_games(viewer).filter(public_id__in=ids).prefetch_related("seats")
    rows = game_rows(games.defer("canonical", "warnings"))
    if not rows:
        raise Http404
    context = {
        **form_context(request),
        "ids": ids,
        "rows": rows,
        "own": own,
        "chosen": request.POST.get("collection", own[0].public_id if own else ""),
        "problem": problem,
    }
    response = render(request, "replays/collection_add.html", context, status=status)
    response["X-Robots-Tag"] = "noindex"
    return response


def _chosen(request: HttpRequest) -> Collection:
    """Return the viewer's collection that a form names, or a new one. Raises Refusal and
    Refused.
    """
    public_id = request.POST.get("collection", "")
    if not public_id:
        return _create(request)
    collection = reads.own_collections(viewer_of(request)).filter(public_id=public_id).first()
    if collection is None:
        raise Refused(404, gettext("You have no collection with this id. Choose another one."))
    return collection
