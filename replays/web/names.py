"""`/names/…`: requests about names, and their answers."""

from functools import partial

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from replays import services
from replays.access.edit_keys import MAX_LENGTH, fits, key_of, may_change
from replays.access.uploaders import browser_key
from replays.models import NameRequest, NameWish, WishState
from replays.models.people import CONTACT_MAX, MESSAGE_MAX
from replays.reads import names as name_reads
from replays.requests.http import row_or_404
from replays.signals import row_created
from replays.text.names import MAX_NAME

from .editing import attempt, redirect_to_created

FIELDS = ("wish", "name", "other", "message", "contact")
LENGTHS = {"name_max": MAX_NAME, "message_max": MESSAGE_MAX, "contact_max": CONTACT_MAX}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: HttpRequest) -> HttpResponse:
    """`/names/?name=Ann`: the form for a request."""
    if request.method != "POST":
        return _form(request, {"name": request.GET.get("name", "")})
    values = {field: request.POST.get(field, "") for field in FIELDS}

    def create() -> HttpResponse:
        uploader = browser_key(request, keep=True)
        name_request, key = services.request_name_change(**values, uploader=uploader)
        row_created.send(sender=NameRequest, request=request, row=name_request)
        return redirect_to_created(name_request, key, name_request.get_absolute_url())

    return attempt(request, create, partial(_form, request, values), creates=True)


def _form(
    request: HttpRequest, values: dict[str, str], problem: str = "", status: int = 200
) -> HttpResponse:
    context = {"values": values, "problem": problem, "wishes": NameWish.choices, **LENGTHS}
    return render(request, "replays/name_ask.html", context, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def request_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """`/names/<id>/`: a request, for the browser that sent it or with its key. A POST withdraws it,
    or hides or shows a claimed name.
    """
    name_request = row_or_404(name_reads.request_by_public_id, public_id)
    if request.method == "POST" and "key" in request.POST:
        key = request.POST["key"].strip()
        if fits(key, name_request.edit_key):
            return redirect_to_created(name_request, key, name_request.get_absolute_url())
        return _closed(request, name_request, gettext("The key does not match this request."))
    if not may_change(request, name_request):
        return _closed(request, name_request)
    show = partial(_page, request, name_request)
    if request.method != "POST":
        return show()
    return attempt(request, lambda: _act(name_request, request.POST.get("action", "")), show)


def _act(name_request: NameRequest, action: str) -> HttpResponse:
    """Perform the action of the form. Raises Refusal."""
    by = f"who claimed it ({name_request.public_id})"
    if action == "withdraw":
        services.withdraw_request(name_request)
    elif action == "hide" and _is_claimant(name_request):
        services.hide_names(name_request.name_key, by)
    elif action == "restore" and _is_claimant(name_request) and name_request.person:
        services.show_names(name_request.person, by)
    return HttpResponseRedirect(name_request.get_absolute_url())


def _is_claimant(name_request: NameRequest) -> bool:
    """Return whether this request is the claim by which a person has the name now."""
    person = name_request.person
    is_claim = name_request.wish == NameWish.CLAIM and name_request.state == WishState.ACCEPTED
    return is_claim and person is not None and person.claim_key == name_request.edit_key


def _closed(request: HttpRequest, name_request: NameRequest, problem: str = "") -> HttpResponse:
    """Ask for the key without revealing anything about the request."""
    url = name_request.get_absolute_url()
    context = {"request_url": url, "problem": problem, "key_max": MAX_LENGTH}
    status = 403 if request.method == "POST" else 200
    return render(request, "replays/name_closed.html", context, status=status)


def _page(
    request: HttpRequest, name_request: NameRequest, problem: str = "", status: int = 200
) -> HttpResponse:
    name_request.refresh_from_db()
    context = {
        "name_request": name_request,
        "key": key_of(request, name_request),
        "is_open": name_request.state == WishState.OPEN,
        "is_claimant": _is_claimant(name_request),
        "problem": problem,
    }
    return render(request, "replays/name_request.html", context, status=status)
