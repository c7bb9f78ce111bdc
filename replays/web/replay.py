"""The replay page `/games/<id>/?step=12&as=samurai`: a game, step by step, in one view."""

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.core.findings import text_of
from games.core.language import translated
from games.registry import get_kind
from replays import services
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.pictures.card import HIGH, WIDE
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads import notes as note_reads
from replays.reads.own_games import deleted_own_game
from replays.requests.http import game_or_404
from replays.text.names import without_direction_marks

from . import note_shapes
from . import replay_drawing as draw
from .address import NO, SPEEDS, YES, Refused, existing_step, flag, viewed_game, with_retry
from .attached import attached
from .records import shown_identity
from .replay_data import CITED_RULE
from .rows import FindingRow, shown_match

CONTROLS = (
    ("first", gettext_lazy("First step"), "M6 5v14M18 5l-9 7 9 7z"),
    ("back", gettext_lazy("Previous step"), "M15 5l-8 7 8 7"),
    ("forward", gettext_lazy("Next step"), "M9 5l8 7-8 7"),
    ("last", gettext_lazy("Last step"), "M18 5v14M6 5l9 7-9 7z"),
)
"""The controls that are links: name, label, and the path of the icon."""
VIEW_NAMES = {"omniscient": gettext_lazy("Everything"), "public": gettext_lazy("Public")}
SPEED_NAMES = {
    "slow": pgettext_lazy("pace", "slow"),
    "normal": pgettext_lazy("pace", "normal"),
    "fast": pgettext_lazy("pace", "fast"),
    "very-fast": pgettext_lazy("pace", "very fast"),
}
HEADINGS = {
    403: gettext_lazy("This view is not available"),
    404: gettext_lazy("No such step"),
    429: gettext_lazy("Please wait"),
}
INVALID_LINK = gettext_lazy("Invalid link")
CARD_SIZE = (int(WIDE), int(HIGH))
"""Width and height of the preview card in pixels."""


@require_safe
@gzip_page
def replay_page(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a game, with the step and view of the address drawn on the server."""
    try:
        game = game_or_404(request, public_id)
    except Http404:
        if deleted := deleted_own_game(viewer_of(request), public_id):
            return _deleted_page(request, deleted)
        raise
    context: dict[str, Any] = {"game": game, "title": title_of(game)}
    if not game_reads.can_be_shown(game):
        context["verdict"] = verdict_text(game)
        return render(request, "replays/replay_refused.html", context)
    if note_reads.are_on(request.GET.get("notes", ""), game):
        params = {key: request.GET[key] for key in ("step", "as") if key in request.GET}
        url = reverse("notes", args=[request.GET["notes"]])
        return HttpResponseRedirect(f"{url}?{urlencode(params)}" if params else url)
    try:
        viewed = viewed_game(request, game, is_lenient=True, for_players=True)
        is_spoiler_free = not flag(request, "spoilers", YES)
        whole = viewed.drawing
        step = existing_step(whole, request.GET.get("step", "0"))
    except Refused as error:
        context |= {"heading": HEADINGS.get(error.status, INVALID_LINK), "message": str(error)}
        response = render(request, "replays/replay_bad.html", context, status=error.status)
        return with_retry(response, error.retry)
    drawing = draw.cut(whole, step) if is_spoiler_free else whole
    context = page_context(game, drawing, viewed.view, step, viewed.prior, viewed.views)
    if is_spoiler_free:
        spoilers = f"&spoilers={NO}"
        context |= {
            "is_spoiler_free": True,
            "without_spoilers": spoilers,
            "more": f"{context['more']}{spoilers}",
            "has_more": drawing.last < whole.last,
            "warnings": [],  # they are about the whole game
            "games_of_board": f"{context['games_of_board']}{spoilers}",
        }
    else:
        context |= attached(game, viewed.view, drawing.last, context["more"])
    context["identity"] = shown_identity(request, game)
    context["match"] = shown_match(game, is_spoiler_free=is_spoiler_free)
    context["ignored"] = viewed.ignored
    if "step" in request.GET or "as" in request.GET:
        context["shared"] = shared_step(game, viewed.view, step, context["more"])
    response = render(request, "replays/replay.html", context)
    response["Cache-Control"] = "no-cache"
    return response


def _deleted_page(request: HttpRequest, game: Game) -> HttpResponse:
    """Tell the owner of a deleted game how to restore it; everyone else gets the usual 404."""
    context = {"game": game, "days": int(settings.DELETED_DAYS), "title": title_of(game)}
    response = render(request, "replays/deleted.html", context, status=404)
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response


def shared_step(game: Game, view: str, step: int, more: str) -> dict[str, Any]:
    """Return what link previews of a step say: its parameters, and its picture."""
    params = f"?step={step}&as={view}{more}"
    picture = reverse("step-png", args=[game.public_id, step])
    belief = more if more.startswith("&belief=") else ""
    return {"params": params, "picture": f"{picture}?as={view}{belief.partition('&spoilers')[0]}"}


def page_context(
    game: Game,
    drawing: draw.Drawing,
    view: str,
    step: int,
    prior: str,
    views: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return the context of the page, also for the pages of branches and notes, which offer only
    the views that are open to everyone.
    """
    kind, views = get_kind(game.kind), views or game_reads.open_views(game)
    priors, roles = kind.display.priors, kind.identity.roles
    # Roles are offered as views only if something is hidden.
    sides = [v for v in views if not drawing.scene.get("open") or v in VIEW_NAMES or v == view]
    return {
        **draw.step_context(drawing, step),
        "game": game,
        "kind": kind,
        "rules": kind.identity.rules_text(game.edition, game.mode),
        "record": drawing.record,
        "title": title_of(game),
        "seats": [(roles.get(s.role, s.role), s.shown_name) for s in game.seats.all()],
        "view": view,
        "sides": [(side, view_name(game, side)) for side in sides],
        "is_whole": len(views) == len(kind.identity.views_in(game.mode)),
        "has_log": game_reads.is_log_open(game),
        "can_branch": drawing.is_exact and branch_reads.can_branch(game),
        "controls": _controls(step, drawing.last),
        "speeds": speeds(),
        "warnings": [FindingRow(row) for row in game_reads.open_warnings(game)],
        "verdict": verdict_text(game),
        "games_of_board": f"{reverse('games')}?board={game.board_digest}",
        "cited_rule": CITED_RULE,
        "card_size": CARD_SIZE,
        "belief": prior,
        "beliefs": [("", pgettext("belief", "off")), *priors.items()] if priors else [],
        "draw_colours": note_shapes.colours(),
        "prior_label": drawing.prior,
        "shade_label": drawing.shade_label,
        "more": f"&belief={prior}" if prior else "",
    }


def verdict_text(game: Game) -> str:
    """Return how the current engine reads the game differently from what is stored; empty if it
    does not. The reason is hidden while a game is unfinished.
    """
    verdict = services.verdict_of(game)
    if verdict is None:
        return ""
    engines = {"was": game.engine_version, "now": verdict.engine_version}
    if verdict.finding is not None:
        return _refused_text(engines, verdict.finding if game.is_finished else {})
    if not game.is_finished:
        return gettext("Stored with engine {was}; engine {now} gives a different result.").format(
            **engines
        )
    what = "; ".join(
        gettext("{what}: {stored}, now {found}").format(**row) for row in verdict.differences
    )
    message = gettext(
        "Stored with engine {was}; engine {now} gives a different result: {what}. Lists show the "
        "stored result."
    )
    if verdict.adopted_at:
        message = gettext("Engine {now} gives a different result for this game: {what}.")
    return message.format(what=what, **engines)


def _refused_text(engines: dict[str, str], finding: dict[str, Any]) -> str:
    """Return that the current engine refuses a game; with the reason if there is a finding."""
    texts = [gettext("Engine {was} accepted this log; engine {now} refuses it.").format(**engines)]
    if finding:
        message, event = gettext("Reason: {reason}"), finding.get("event")
        if event is not None:
            message = gettext("Reason, at event {event}: {reason}")
        reason = translated(text_of(finding, "message"))
        texts.append(message.format(event=(event or 0) + 1, reason=reason))
    texts.append(gettext("The log is stored unchanged, but not counted in statistics."))
    return " ".join(texts)


def view_name(game: Game, view: str) -> str:
    """Return the name of a view."""
    return str(VIEW_NAMES.get(view) or get_kind(game.kind).identity.roles[view])


def speeds() -> list[tuple[str, int, str, bool]]:
    """Return the speeds of playing: key, milliseconds per step, name, and whether it is default."""
    return [(key, SPEEDS[key], str(name), key == "normal") for key, name in SPEED_NAMES.items()]


def _controls(step: int, last: int) -> list[tuple[str, str, int | None, str]]:
    """Return the controls with the step each leads to, or None."""
    steps = {
        "first": 0 if step else None,
        "back": step - 1 if step else None,
        "forward": step + 1 if step < last else None,
        "last": last if step < last else None,
    }
    return [(name, str(label), steps[name], icon) for name, label, icon in CONTROLS]


def title_of(game: Game) -> str:
    """Return a neutral title with players and game, without the result."""
    names, played = versus(game), played_text(game)
    return f"{names}, {played}" if names else played


def played_text(game: Game) -> str:
    """Return the game and its rules: `Goryō 2024`."""
    kind = get_kind(game.kind)
    return f"{kind.title} {kind.identity.rules_text(game.edition, game.mode)}".strip()


def versus(game: Game) -> str:
    """Return the named players: `Jane v John`."""
    names: Iterable[str] = (
        without_direction_marks(seat.shown_name) for seat in game.seats.all() if seat.shown_name
    )
    return f" {pgettext('between the names of players', 'v')} ".join(names)
