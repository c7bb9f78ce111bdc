"""The replay page `/games/<id>/?step=12&as=samurai`: a game, step by step, as one side saw it."""

import re
from collections.abc import Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, pgettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.core.contract import GameKind
from games.core.findings import text_of
from games.core.language import translated
from games.registry import get_kind
from replays.access.costs import TooOften, counts_belief
from replays.models import Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads import notes as note_reads

from . import replay_drawing as draw
from .rows import FindingRow, shown_match

STEP = re.compile(r"[0-9]{1,9}", re.ASCII)
NO_SYMBOLS = "replays/replay_symbols/none.svg"
"""Stands in for a kind that draws no symbol of its own."""
WAYS = (
    ("first", gettext_lazy("First step"), "M6 5v14M18 5l-9 7 9 7z"),
    ("back", gettext_lazy("Previous step"), "M15 5l-8 7 8 7"),
    ("forward", gettext_lazy("Next step"), "M9 5l8 7-8 7"),
    ("last", gettext_lazy("Last step"), "M18 5v14M6 5l9 7-9 7z"),
)
"""The controls that are links: name, words, and the path of their sign."""
VIEW_NAMES = {"omniscient": gettext_lazy("Everything"), "public": gettext_lazy("Public")}


class BadAddress(Exception):
    """Theirs: a part of the address that says nothing. `status` 400, or 403 for a view that is not
    open.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


@require_safe
@gzip_page
def replay_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page, with the step and view of the address drawn on the server."""
    try:
        game = game_reads.game_by_public_id(public_id)
    except Game.DoesNotExist as error:
        raise Http404 from error
    if not game_reads.can_be_shown(game):
        context = {"game": game, "title": title_of(game), "verdict": verdict_words(game)}
        return render(request, "replays/replay_refused.html", context)
    views = game_reads.open_views(game)
    if note_reads.are_on(request.GET.get("notes", ""), game):
        kept = {key: request.GET[key] for key in ("step", "as") if key in request.GET}
        place = reverse("notes", args=[request.GET["notes"]])
        return HttpResponseRedirect(f"{place}?{urlencode(kept)}" if kept else place)
    try:
        view, asked = _chosen_view(request, game, views), _chosen_step(request)
        prior = _chosen_prior(request, game)
        is_spoiler_free = _chosen_spoilers(request)
        whole = draw.drawing_of(game, view, prior, counts_belief(request, prior))
    except TooOften as often:
        response = _bad_page(request, game, gettext("Please wait"), str(often), 429)
        response["Retry-After"] = str(often.wait)
        return response
    except BadAddress as error:
        heading = gettext("Invalid link")
        if error.status == 403:
            heading = gettext("This view is not available")
        return _bad_page(request, game, heading, str(error), error.status)
    step = min(asked, whole.last)
    drawing = draw.cut(whole, step) if is_spoiler_free else whole
    context = page_context(game, drawing, view, views, step)
    context |= prior_context(game, drawing, prior, step)
    if is_spoiler_free:
        more = f"{context['more']}&spoilers=no"
        context |= {
            "is_spoiler_free": True,
            "unspoilt": "&spoilers=no",
            "more": more,
            "has_more": drawing.last < whole.last,
            "warnings": [],  # they speak of the whole game
            "games_of_board": f"{context['games_of_board']}&spoilers=no",
        }
    context["match"] = shown_match(game, is_spoiler_free=is_spoiler_free)
    context["clamped"] = asked if asked > step else None
    response = render(request, "replays/replay.html", context)
    response["Cache-Control"] = "no-cache"
    return response


def _bad_page(
    request: HttpRequest, game: Game, heading: str, message: str, status: int
) -> HttpResponse:
    context = {"heading": heading, "message": message, "game": game, "title": title_of(game)}
    return render(request, "replays/replay_bad.html", context, status=status)


def _chosen_view(request: HttpRequest, game: Game, views: tuple[str, ...]) -> str:
    """The view of the address, or the first that is open. Raises BadAddress."""
    view = request.GET.get("as", views[0])
    known = get_kind(game.kind).identity.views_in(game.mode)
    if view not in known:
        raise BadAddress(
            400,
            gettext("Unknown view. “as” must be one of: {views}.").format(views=", ".join(known)),
        )
    if view not in views:
        raise BadAddress(
            403,
            gettext(
                "The log ends before the game does. The game may still be in progress, so hidden "
                "information stays hidden. Available views: {views}."
            ).format(views=", ".join(views)),
        )
    return view


def _chosen_step(request: HttpRequest) -> int:
    """The step of the address, 0 where it names none. Raises BadAddress."""
    step = request.GET.get("step", "0")
    if not STEP.fullmatch(step):
        raise BadAddress(
            400,
            gettext(
                "“step” must be the number of a step: 0 for the start, 1 for the first event, and "
                "so on."
            ),
        )
    return int(step)


def _chosen_prior(request: HttpRequest, game: Game) -> str:
    """The prior of the address under which beliefs are drawn; empty: none are. Raises
    BadAddress.
    """
    prior, known = request.GET.get("belief", ""), get_kind(game.kind).display.priors
    if prior and prior not in known:
        told = gettext("“belief” must be one of: {priors}.").format(priors=", ".join(known))
        raise BadAddress(400, told if known else gettext("Nothing is hidden here."))
    return prior


def _chosen_spoilers(request: HttpRequest) -> bool:
    """Whether the address asks that nothing tells how long the game is, or how it goes on. Raises
    BadAddress.
    """
    asked = request.GET.get("spoilers", "yes")
    if asked not in ("yes", "no"):
        raise BadAddress(400, gettext("“spoilers” must be yes or no."))
    return asked == "no"


def prior_context(game: Game, drawing: draw.Drawing, prior: str, step: int) -> dict[str, Any]:
    """What the page shows of beliefs, and the links that turn them on and off."""
    priors = get_kind(game.kind).display.priors
    return {
        "belief": prior,
        "beliefs": [("", pgettext("belief", "off")), *priors.items()] if priors else [],
        "prior_words": drawing.prior,
        "shade_words": drawing.shade_words,
        "curves": [{**curve, "now": curve["told"][step]} for curve in drawing.curves],
        "judged": drawing.frames_judged,
        "more": f"&belief={prior}" if prior else "",
    }


def page_context(
    game: Game, drawing: draw.Drawing, view: str, views: tuple[str, ...], step: int
) -> dict[str, Any]:
    """What the page is made of, and the pages that build on it: of a branch, with notes."""
    kind, frame = get_kind(game.kind), drawing.frames[step]
    return {
        "game": game,
        "kind": kind,
        "rules": kind.identity.rules_text(game.edition, game.mode),
        "record": drawing.record,
        "title": title_of(game),
        "seats": _seats(game),
        "view": view,
        "sides": _sides(kind, views, view, is_open=drawing.scene.get("open", False)),
        "is_whole": len(views) == len(kind.identity.views_in(game.mode)),
        "has_log": game_reads.is_log_open(game),
        "can_branch": branch_reads.can_branch(game),
        "step": step,
        "ways": _ways(step, drawing.last),
        "last": drawing.last,
        "frame": frame,
        "texts": frame["texts"],
        "scene": drawing.scene,
        "view_box": " ".join(draw.plain_number(v) for v in drawing.scene["view_box"]),
        "symbols": [f"replays/replay_symbols/{kind.slug}.svg", NO_SYMBOLS],
        "marks": drawing.marks,
        "board_rows": draw.rows(drawing, step),
        "pieces": draw.pieces(drawing, step),
        "paths": draw.paths(drawing, step),
        "panels": draw.panels(drawing, step),
        "has_under": any(panel.get("place") == "under" for panel in drawing.scene["panels"]),
        "groups": drawing.groups,
        "data": drawing.data,
        "warnings": [FindingRow(row) for row in game_reads.open_warnings(game)],
        "alike": game_reads.games_with_same_play(game),
        "verdict": verdict_words(game),
        "games_of_board": f"{reverse('games')}?board={game.board_digest}",
    }


def verdict_words(game: Game) -> str:
    """What the present engine makes of the game, where that is not what it was stored with; of a
    game that may still be going on without the reason, which may be secret.
    """
    verdict = getattr(game, "verdict", None)
    if verdict is None:
        return ""
    engines = {"was": game.engine_version, "now": verdict.engine_version}
    if verdict.finding is not None:
        return _refused_words(engines, verdict.finding if game.is_finished else {})
    if not game.is_finished:
        return gettext("Stored with engine {was}; engine {now} reads it differently.").format(
            **engines
        )
    what = "; ".join(
        gettext("{what}: {stored}, now {found}").format(**each) for each in verdict.differences
    )
    if verdict.adopted_at:
        said = gettext("Engine {now} reads this game differently from the stored result: {what}.")
    else:
        said = gettext(
            "Stored with engine {was}; engine {now} reads it differently: {what}. Lists show the "
            "stored result."
        )
    return said.format(what=what, **engines)


def _refused_words(engines: dict[str, str], finding: dict[str, Any]) -> str:
    """That the present engine refuses a game, with the reason where it may be told."""
    said = gettext("Engine {was} accepted this log; engine {now} refuses it.").format(**engines)
    if finding and finding.get("event") is None:
        why = gettext("Reason: {reason}").format(reason=translated(text_of(finding, "message")))
    elif finding:
        why = gettext("Reason, at event {event}: {reason}").format(
            event=finding["event"] + 1, reason=translated(text_of(finding, "message"))
        )
    else:
        why = ""
    kept = gettext("The log is stored unchanged, but not counted in statistics.")
    return " ".join(filter(None, (said, why, kept)))


def _sides(
    kind: GameKind, views: tuple[str, ...], view: str, *, is_open: bool
) -> list[tuple[str, str]]:
    """The views to choose from, with their names; roles' only where they may see less."""
    offered = [v for v in views if not is_open or v in VIEW_NAMES or v == view]
    return [(v, str(VIEW_NAMES.get(v) or kind.identity.roles[v])) for v in offered]


def _ways(step: int, last: int) -> list[tuple[str, str, int | None, str]]:
    """The controls with the step each leads to; None where it leads nowhere."""
    to = {"first": 0, "back": step - 1, "forward": step + 1, "last": last}
    ends = {"first": 0, "back": 0, "forward": last, "last": last}
    return [
        (name, str(words), None if step == ends[name] else to[name], sign)
        for name, words, sign in WAYS
    ]


def _seats(game: Game) -> list[dict[str, str]]:
    """Who played which role, in the log's order; the name is empty where it was not recorded."""
    roles = get_kind(game.kind).identity.roles
    return [{"title": roles.get(s.role, s.role), "name": s.name or ""} for s in game.seats.all()]


def title_of(game: Game) -> str:
    """A neutral title: who played what. Never the result."""
    kind = get_kind(game.kind)
    names = versus(seat.name for seat in game.seats.all() if seat.name)
    played = f"{kind.title} {kind.identity.rules_text(game.edition, game.mode)}".strip()
    return f"{names}, {played}" if names else played


def versus(names: Iterable[str]) -> str:
    """Players against each other: `Jane v John`."""
    return f" {pgettext('between the names of players', 'v')} ".join(names)
