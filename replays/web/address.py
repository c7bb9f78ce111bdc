"""Read the addresses of replay pages, pictures, clips, embeds and downloads of games."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext

from games.registry import get_kind
from replays.access.costs import TooOften, count
from replays.access.throttles import BeliefThrottle, ClientThrottle
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.reads.priors import fitted_priors
from replays.requests.http import open_to
from replays.text.numbers import is_number

from . import note_shapes
from . import replay_drawing as draw

SPEEDS = {"slow": 3000, "normal": 1500, "fast": 700, "very-fast": 300}
"""Milliseconds per step, of the replay page and of clips."""
YES, NO = "yes", "no"
View = Callable[..., HttpResponseBase]


class Refused(Exception):
    """A client error: an invalid address, or a view that is not open. `retry` is in seconds."""

    def __init__(self, status: int, message: str, retry: int = 0) -> None:
        super().__init__(message)
        self.status, self.retry = status, retry


@dataclass(frozen=True)
class ViewedGame:
    """A game in an open view. `count` is called before a costly computation and may refuse it."""

    game: Game
    view: str
    views: tuple[str, ...]
    prior: str = ""
    count: Callable[[], None] = draw.count_nothing
    ignored: str = ""
    """The message about a setting that was ignored."""

    @cached_property
    def drawing(self) -> draw.Drawing:
        """The drawing, computed once per request even if it is too large for the cache. Raises
        Refused.
        """
        return draw.drawing_of(self.game, self.view, self.prior, self.count)

    @property
    def key(self) -> tuple[str, ...]:
        """The view, the prior, and the version of a fitted prior."""
        if not self.prior:
            return (self.view,)
        fitted = fitted_priors(self.game.kind) if self.prior == "fitted" else None
        return (self.view, self.prior, str(fitted.stamp) if fitted else "")


def viewed_game(
    request: HttpRequest,
    game: Game,
    *throttles: ClientThrottle,
    is_lenient: bool = False,
    for_players: bool = False,
) -> ViewedGame:
    """Return the game in the view and with the prior of an address. The default is the first open
    view without a prior. Before a drawing is computed, the request is counted against these
    throttles, and as belief if there is a prior. Raises Refused; with `is_lenient` not for a prior
    that the game does not have, which is ignored. With `for_players`, players of an unfinished game
    have more views.
    """
    kind = get_kind(game.kind)
    views = open_to(request, game) if for_players else game_reads.open_views(game)
    view = one_of(request, "as", kind.identity.views_in(game.mode), views[0])
    if view not in views:
        message = gettext(
            "The log ends before the game does. The game may still be in progress, so hidden "
            "information stays hidden. Available views: {views}."
        )
        raise Refused(403, message.format(views=", ".join(views)))
    ignored = ""
    try:
        prior = one_of(request, "belief", ("", *kind.display.priors), "")
    except Refused as error:
        if not is_lenient:
            raise
        prior, ignored = "", str(error)
    belief = (BeliefThrottle(),) if prior else ()
    return ViewedGame(
        game, view, views, prior, lambda: check_rate(request, *throttles, *belief), ignored
    )


def check_rate(request: HttpRequest, *throttles: ClientThrottle) -> None:
    """Count a request. Raises Refused if the client has exceeded a limit."""
    try:
        count(request, *throttles)
    except TooOften as error:
        raise Refused(429, str(error), error.wait) from error


def one_of(request: HttpRequest, name: str, known: tuple[str, ...], default: str) -> str:
    """Return a parameter that has one of several values. Raises Refused."""
    value = request.GET.get(name, default)
    if value not in known:
        options = ", ".join(filter(None, known))
        message = gettext("“{name}” is not a setting of this game.")
        if options:
            message = gettext("“{name}” must be one of: {options}.")
        raise Refused(400, message.format(name=name, options=options))
    return value


def flag(request: HttpRequest, name: str, default: str) -> bool:
    """Return a parameter that is yes or no. Raises Refused."""
    return one_of(request, name, (YES, NO), default) == YES


def step_of(text: str, name: str = "step") -> int:
    """Return the number of a step. Raises Refused."""
    if not is_number(text):
        message = gettext(
            "“{name}” must be the number of a step: 0 for the start, 1 for the first event."
        )
        raise Refused(400, message.format(name=name))
    return int(text)


def existing_step(drawing: draw.Drawing, text: str, name: str = "step") -> int:
    """Return a step of the game. Raises Refused without telling how many steps there are."""
    step = step_of(text, name)
    check_step(step, drawing.last)
    return step


def no_such_step(step: int) -> str:
    """Return the message about a step that a game does not have."""
    return gettext("This game has no step {step}.").format(step=step)


def check_step(step: int, last: int) -> None:
    """Raise Refused for a step after the last one, without telling how many there are."""
    if step > last:
        raise Refused(404, no_such_step(step))


def notes_of(request: HttpRequest, viewed: ViewedGame) -> dict[int, dict[str, Any]]:
    """Return the notes of the set in the address by step; none without a set. Raises Refused."""
    name = request.GET.get("notes", "")
    if not name:
        return {}
    if not note_reads.are_on(name, viewed.game):
        raise Refused(404, gettext("These notes do not belong to this game."))
    notes = note_reads.notes_by_public_id(name, viewer_of(request))
    if not note_reads.are_shown(notes, viewed.view):
        message = gettext("These notes belong to another view: as={view}.")
        raise Refused(403, message.format(view=notes.view))
    author = f"({notes.author})" if notes.author else ""
    rows = note_shapes.rows(viewed.drawing.scene, notes)
    return {row["step"]: {**row, "author": author if row["text"] else ""} for row in rows}


def refused_as_text(view: View) -> View:
    """Decorate a view so that refusals are answered as plain text."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **values)
        except Refused as error:
            response = HttpResponse(f"{error}\n", "text/plain; charset=utf-8", status=error.status)
            return with_retry(response, error.retry)

    return answer


def with_retry(response: HttpResponse, seconds: int) -> HttpResponse:
    """Return the response, with `Retry-After` if there is a time to wait."""
    if seconds:
        response["Retry-After"] = str(seconds)
    return response


def query(values: Mapping[str, object]) -> str:
    """Return parameters as a query string without a question mark. They need no escaping."""
    return "&".join(f"{name}={value}" for name, value in values.items())
