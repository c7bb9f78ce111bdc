"""Forms that change branches, notes, reviews and requests, for the browsers that created them."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.utils.translation import gettext_lazy

from games.registry import get_kind
from replays.access.costs import TooOften, count, counts_belief
from replays.access.edit_keys import Made, forget, remember
from replays.access.throttles import NewThrottle, WriteThrottle
from replays.models import AnnotationSet, Branch, Game, Review
from replays.reads import games as game_reads
from replays.services import Refusal
from replays.text.numbers import is_number

from .address import Refused, no_such_step, step_of, with_retry
from .replay import view_name
from .replay_drawing import Drawing

INVALID_PART = gettext_lazy("Part of this link is invalid and was ignored.")
UNEXPECTED_FORM = gettext_lazy("The form contains unexpected data.")
BELIEF_LIMIT = gettext_lazy("Too many requests for possible positions. Wait a minute.")
IDS = ("id", "undo")
"""Fields of forms that name rows."""
Row = TypeVar("Row", Branch, AnnotationSet, Review)


class Problem:
    """The first problem of a request, with its HTTP status."""

    def __init__(self, text: str, status: int) -> None:
        self.text, self.status = text, status

    def add(self, text: Any, status: int) -> None:
        """Set the problem unless there is one."""
        if not self.text:
            self.text, self.status = str(text), status


def attempt(
    request: HttpRequest,
    write: Callable[[], HttpResponse],
    show: Callable[[str, int], HttpResponse],
    *,
    creates: bool = False,
) -> HttpResponse:
    """Return the response of `write`. If there are too many writes or it is refused, return the
    page that shows the problem.
    """
    try:
        count(request, WriteThrottle(), *([NewThrottle()] if creates else []))
        check_ids(request)
        return write()
    except TooOften as error:
        return with_retry(show(str(error), 429), error.wait)
    except Refused as error:
        return show(str(error), error.status)
    except Refusal as error:
        return show(error.translated(), error.status)


def check_ids(request: HttpRequest) -> None:
    """Raise a 400 for a form with NUL in the name of a row: PostgreSQL can't search for it."""
    if any("\0" in value for name in IDS for value in request.POST.getlist(name)):
        raise Refused(400, str(UNEXPECTED_FORM))


def params_of(request: HttpRequest) -> QueryDict:
    """Return the parameters of a sent form, else those of the address."""
    return request.POST if request.method == "POST" else request.GET


def begin_page(
    request: HttpRequest,
    create: Callable[[int, QueryDict], HttpResponse],
    show: Callable[..., HttpResponse],
) -> HttpResponse:
    """Show the form for something new at a step, or create it."""
    params = params_of(request)
    try:
        step = step_of(params.get("step", "0"))
    except Refused as error:
        return show(0, str(error), error.status)
    if request.method != "POST":
        return show(step)
    return attempt(request, lambda: create(step, params), partial(show, step), creates=True)


def no_step(step: int, problem: str, status: int) -> tuple[str, int]:
    """Return the problem of a step that does not exist and its status, unless there is one."""
    return (problem, status) if problem else (no_such_step(step), 404)


def shown_step(text: str, last: int, default: int, problem: Problem) -> int:
    """Return the step of an address, by default another one. For a step that does not exist the
    last one is shown, and the problem says so.
    """
    if not is_number(text):
        return default
    if int(text) > last:
        problem.add(no_such_step(int(text)), 404)
    return min(int(text), last)


def redirect_after_delete(row: Row, delete: Callable[[Row], None], url: str) -> HttpResponse:
    """Delete a branch, notes or a review, and the browser's key for it."""
    delete(row)
    response = HttpResponseRedirect(url)
    forget(response, row)
    return response


def redirect_to_created(made: Made, key: str, url: str) -> HttpResponse:
    """Redirect the browser to what it created, with the key to change it."""
    response = HttpResponseRedirect(url)
    remember(response, made, key)
    return response


def view_choices(game: Game, views: tuple[str, ...], default: str) -> dict[str, Any]:
    """Return the context of a choice of views: their names, and the selected one."""
    selected = default if default in views else next(iter(views), "")
    return {"views": [(view, view_name(game, view)) for view in views], "view": selected}


def chosen_drawing(
    request: HttpRequest,
    game: Game,
    own_view: str,
    draw: Callable[..., Drawing],
    problem: Problem,
    own_prior: str = "",
) -> tuple[str, str, Drawing]:
    """Return view, prior and drawing of an address. Invalid or limited parts are replaced by the
    own view and no prior, and added to the problem. `own_prior` is that of an address without one.
    """
    view, prior = request.GET.get("as", own_view), request.GET.get("belief", own_prior)
    if view not in game_reads.open_views(game):
        problem.add(INVALID_PART, 400)
        view = own_view
    if prior and prior not in get_kind(game.kind).display.priors:
        problem.add(INVALID_PART, 400)
        prior = ""
    try:
        return view, prior, draw(view, prior, counts_belief(request, prior))
    except TooOften:
        problem.add(BELIEF_LIMIT, 429)
        return view, "", draw(view)
