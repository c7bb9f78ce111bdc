"""`/names/…`: to ask the house for something about a name, and to see what became of it."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.edit_keys import fits, key_of, may_change, remember
from replays.access.senders import browser_key
from replays.models import NameRequest, NameWish, WishState
from replays.models.people import CONTACT_MAX, MESSAGE_MAX
from replays.reads import names as name_reads
from replays.services import Refusal
from replays.text.names import MAX_NAME

from .branches import too_often

FIELDS = ("wish", "name", "other", "message", "contact")
MOST = {"name_max": MAX_NAME, "message_max": MESSAGE_MAX, "contact_max": CONTACT_MAX}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """`/names/?name=Ann`: the form that fills the queue."""
    if request.method != "POST":
        return _form(request, {"name": request.GET.get("name", "")})
    given = {field: request.POST.get(field, "") for field in FIELDS}
    wait = too_often(request, makes_new=True)
    if wait is not None:
        return _form(request, given, wait, 429)
    try:
        made, key = services.request_name_change(**given, sender=browser_key(request, keep=True))
    except Refusal as refused:
        return _form(request, given, str(refused), refused.status)
    return _remembering(made, key)


def _remembering(asked: NameRequest, key: str) -> HttpResponse:
    """To the request's page, in a browser that may see it from now on."""
    response = HttpResponseRedirect(asked.get_absolute_url())
    remember(response, asked, key)
    return response


def _form(
    request: HttpRequest, given: dict[str, str], problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"given": given, "problem": problem, "wishes": NameWish.choices, **MOST}
    return render(request, "replays/name_ask.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def request_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/names/<id>/`: what became of a request; only for the browser that made it, or with its key.
    A POST takes it back, or leaves a name out that was claimed, or shows it again.
    """
    try:
        asked = name_reads.request_by_public_id(public_id)
    except NameRequest.DoesNotExist as error:
        raise Http404 from error
    if request.method == "POST" and "key" in request.POST:
        key = request.POST["key"].strip()
        if fits(key, asked.edit_key):
            return _remembering(asked, key)
        problem = gettext("The key does not match this request.")
        return _closed(request, asked, problem)
    if not may_change(request, asked):
        return _closed(request, asked)
    if request.method != "POST":
        return _page(request, asked)
    wait = too_often(request)
    if wait is not None:
        return _page(request, asked, wait, 429)
    try:
        _act(asked, request.POST.get("action", ""))
    except Refusal as refused:
        return _page(request, asked, str(refused), refused.status)
    return HttpResponseRedirect(asked.get_absolute_url())


def _act(asked: NameRequest, action: str) -> None:
    """What the form asks for. Raises Refusal."""
    by = f"who claimed it ({asked.public_id})"
    if action == "withdraw":
        services.withdraw_request(asked)
    elif action == "leave_out" and _is_claimant(asked):
        services.hide_names(asked.name_key, by)
    elif action == "let_back_in" and _is_claimant(asked) and asked.person is not None:
        services.show_names(asked.person, by)


def _is_claimant(asked: NameRequest) -> bool:
    """Whether this request is the claim by which somebody has the name now."""
    person = asked.person
    is_claim = asked.wish == NameWish.CLAIM and asked.state == WishState.ACCEPTED
    return is_claim and person is not None and person.claim_key == asked.edit_key


def _closed(request: HttpRequest, asked: NameRequest, problem: str = "") -> HttpResponse:
    """The page for who is not known to have asked: it tells nothing of the request."""
    context = {"place": asked.get_absolute_url(), "problem": problem}
    status = 403 if request.method == "POST" else 200
    return render(request, "replays/name_closed.html", context, status=status)


def _page(
    request: HttpRequest, asked: NameRequest, problem: str = "", status: int = 200
) -> HttpResponse:
    asked.refresh_from_db()
    context = {
        "asked": asked,
        "key": key_of(request, asked),
        "is_open": asked.state == WishState.OPEN,
        "is_claimant": _is_claimant(asked),
        "problem": problem,
    }
    return render(request, "replays/name_request.html", context, status=status)
