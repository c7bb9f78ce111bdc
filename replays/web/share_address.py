"""What the addresses of pictures, films, embeds and files may say, and how they are refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.core.contract import PUBLIC
from games.registry import get_kind
from replays.access.costs import TooOften, count
from replays.access.throttles import BeliefThrottle, ClientThrottle
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.reads.priors import fitted_priors

from . import note_shapes
from . import replay_drawing as draw

DIGITS = 9
"""Digits of the longest step that is read."""
PACES = {"slow": 3000, "normal": 1500, "fast": 700, "very-fast": 300}
"""How long a step of a film is shown, in milliseconds: the speeds of the replay page."""
YES, NO = "yes", "no"


class Refused(Exception):
    """Theirs: an address that says nothing here, or asks for what is not open. `retry` is when to
    ask again, in seconds.
    """

    def __init__(self, status: int, message: str, retry: int = 0) -> None:
        super().__init__(message)
        self.status, self.retry = status, retry


@dataclass(frozen=True)
class Asked:
    """A game that may be seen, in a view that is open. `counts` is called before what is costly is
    worked out, and may refuse it.
    """

    game: Game
    view: str
    views: tuple[str, ...]
    prior: str = ""
    counts: Callable[[], None] = draw.no_count

    @cached_property
    def drawing(self) -> draw.Drawing:
        """What the view sees of it, with what could be known under a prior laid over it. Kept here
        too: one that is too heavy for memory is made once for a request. Raises Refused.
        """
        return draw.drawing_of(self.game, self.view, self.prior, self.counts)

    @property
    def key(self) -> tuple[str, ...]:
        """The view and the prior, and of a fitted one which: a new one makes other pictures."""
        if not self.prior:
            return (self.view,)
        fitted = fitted_priors(self.game.kind) if self.prior == "fitted" else None
        return (self.view, self.prior, str(fitted.stamp) if fitted else "")


def asked_game(public_id: str) -> Game:
    """A game anyone may see. Raises Http404."""
    try:
        return game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error


def asked(request: HttpRequest, public_id: str, *throttles: ClientThrottle) -> Asked:
    """The game, the view and the prior of an address; without `as` the first view that is open,
    without `belief` no prior. A drawing that must be made is counted first: against these, and
    as a belief where there is a prior. Raises Http404, Refused.
    """
    game = asked_game(public_id)
    priors = tuple(get_kind(game.kind).display.priors)
    views = game_reads.open_views(game)
    known = get_kind(game.kind).identity.views_in(game.mode)
    view = one_of(request, "as", known, views[0])
    if view not in views:
        raise Refused(
            403,
            gettext(
                "The log ends before the game does. The game may still be in progress. Available "
                "views: {views}."
            ).format(views=", ".join(views)),
        )
    prior = one_of(request, "belief", ("", *priors), "")
    belief = (BeliefThrottle(),) if prior else ()
    return Asked(game, view, views, prior, lambda: counted(request, *throttles, *belief))


def counted(request: HttpRequest, *throttles: ClientThrottle) -> None:
    """Count a request. Raises Refused where this client has had too much made."""
    try:
        count(request, *throttles)
    except TooOften as often:
        raise Refused(429, str(often), often.wait) from often


def for_all(request: HttpRequest, public_id: str, *throttles: ClientThrottle) -> Asked:
    """The game as everybody at the table saw it; a drawing that must be made is counted first.
    Raises Http404.
    """
    game = asked_game(public_id)
    views = game_reads.open_views(game)
    return Asked(game, PUBLIC, views, counts=lambda: counted(request, *throttles))


def one_of(request: HttpRequest, name: str, known: tuple[str, ...], usual: str) -> str:
    """A parameter that is one of some words. Raises Refused."""
    value = request.GET.get(name, usual)
    if value not in known:
        told = ", ".join(word for word in known if word)
        said = gettext("“{name}” is not a setting of this game.")
        if told:
            said = gettext("“{name}” must be one of: {words}.")
        raise Refused(400, said.format(name=name, words=told))
    return value


def step_of(text: str, name: str = "step") -> int:
    """The number of a step. Raises Refused."""
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        said = gettext(
            "“{name}” must be the number of a step: 0 for the start, 1 for the first event."
        )
        raise Refused(400, said.format(name=name))
    return int(text)


def notes_of(request: HttpRequest, found: Asked) -> dict[int, dict[str, Any]]:
    """The notes of the set that the address names, by their steps; none where it names none.
    Raises Refused.
    """
    name = request.GET.get("notes", "")
    if not name:
        return {}
    if not note_reads.are_on(name, found.game):
        raise Refused(404, gettext("This game has no such notes."))
    notes = note_reads.notes_by_public_id(name)
    if not note_reads.are_shown(notes, found.view):
        said = gettext("These notes are about another view: as={view}.")
        raise Refused(403, said.format(view=notes.view))
    by = f"({notes.author})" if notes.author else ""
    rows = note_shapes.rows(found.drawing.scene, notes)
    return {row["step"]: {**row, "by": by if row["text"] else ""} for row in rows}


def step_there_is(drawing: draw.Drawing, step: int) -> int:
    """A step of this game. Raises Refused, without telling how many there are."""
    if step > drawing.last:
        raise Refused(404, gettext("This game has no step {step}.").format(step=step))
    return step


def answer_of(refused: Refused) -> HttpResponse:
    """A refusal in words, where a picture was asked for."""
    response = HttpResponse(f"{refused}\n", "text/plain; charset=utf-8", status=refused.status)
    if refused.retry:
        response["Retry-After"] = str(refused.retry)
    return response


def query(values: Mapping[str, object]) -> str:
    """Parameters in an address, in their order; all are plain words and numbers."""
    return "&".join(f"{name}={value}" for name, value in values.items())
