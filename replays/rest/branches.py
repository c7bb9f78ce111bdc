"""`/api/v1/branches/<id>/`: what-if branches of games."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.registry import get_kind
from replays import services
from replays.access.throttles import BeliefThrottle, OfferThrottle
from replays.models import Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads.branch_downloads import log_file
from replays.reads.downloads import FORMS
from replays.requests.choices import chosen_of, node_body
from replays.services.branches import WAYS

from . import made_schema as schema
from .base import flag, plain
from .errors import ApiError
from .game import game_or_404
from .made import MadeView, check_key, json_body

BEGIN = {"step": int, "as": str, "name": str}


def branch_or_404(public_id: str) -> Branch:
    """The branch, or the same 404 for an unknown one and for one of a withdrawn game."""
    try:
        return branch_reads.branch_by_public_id(public_id)
    except Branch.DoesNotExist as error:
        raise Http404 from error


def branch_whole(branch: Branch, request: HttpRequest) -> dict[str, Any]:
    """A branch by itself."""
    game, kind = branch.game, get_kind(branch.game.kind)
    assumed = branch_reads.assumptions(branch, branch.view)

    def place(name: str, public_id: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[public_id]))

    return {
        "id": branch.public_id,
        "url": request.build_absolute_uri(branch.get_absolute_url()),
        "api": place("api-branch", branch.public_id),
        "game": place("api-game", game.public_id),
        "kind": game.kind,
        "of": branch.parent.public_id if branch.parent else None,
        "name": branch.name,
        "view": branch.view,
        "views": list(game_reads.open_views(game)),
        "game_step": branch.game_step,
        "from_step": branch.from_step,
        "last_step": branch.last_step,
        "n_events": branch.n_events,
        "counterfactual": bool(assumed),
        "assumes": [
            {**told, "words": branch_reads.words_of(kind, told["event"])} for told in assumed
        ],
        "made_at": branch.created_at.isoformat(),
        "steps": place("api-branch-steps", branch.public_id),
        "legal": place("api-branch-legal", branch.public_id),
        "log": place("api-branch-log", branch.public_id),
    }


class BranchesOfGameView(MadeView):
    """Branches of a game."""

    makes_new = True

    @extend_schema(**schema.BEGIN_BRANCH)
    def post(self, request: Request, public_id: str) -> Response:
        """Play on from a step of a game. The answer tells the edit key, once."""
        return _begin(request, game_or_404(public_id), None)


class BranchesOfBranchView(MadeView):
    """Branches of a branch."""

    makes_new = True

    @extend_schema(**schema.BEGIN_BRANCH_OF_BRANCH)
    def post(self, request: Request, public_id: str) -> Response:
        """Play on from a step of a branch; anybody may."""
        parent = branch_or_404(public_id)
        return _begin(request, parent.game, parent)


def _begin(request: Request, game: Game, parent: Branch | None) -> Response:
    body = json_body(request, BEGIN, ["step"])
    views = branch_reads.views_to_play(game)
    view = body.get("as", parent.view if parent else next(iter(views), ""))
    branch, key = services.begin_branch(
        game, body["step"], view, parent=parent, name=body.get("name", "")
    )
    whole = branch_whole(branch, plain(request))
    return Response({**whole, "edit_key": key}, status=201, headers={"Location": whole["api"]})


class BranchView(MadeView):
    """One branch."""

    @extend_schema(**schema.BRANCH)
    def get(self, request: Request, public_id: str) -> Response:
        """What a branch is of, and what it assumes."""
        return Response(branch_whole(branch_or_404(public_id), plain(request)))

    @extend_schema(**schema.RENAME_BRANCH)
    def patch(self, request: Request, public_id: str) -> Response:
        """Give it another name."""
        branch = branch_or_404(public_id)
        check_key(request, branch.edit_key)
        body = json_body(request, {"name": str}, ["name"])
        return Response(branch_whole(services.rename_branch(branch, body["name"]), plain(request)))

    @extend_schema(**schema.DELETE_BRANCH)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete it; branches of it stay."""
        branch = branch_or_404(public_id)
        check_key(request, branch.edit_key)
        services.delete_branch(branch)
        return HttpResponse(status=204)


class BranchEventsView(MadeView):
    """A branch's own events."""

    parameters = {"DELETE": ("after",)}

    @extend_schema(**schema.APPEND)
    def post(self, request: Request, public_id: str) -> Response:
        """Play one event on, or have it decided."""
        branch = branch_or_404(public_id)
        check_key(request, branch.edit_key)
        body = json_body(request, {"event": dict, "decide": str, "after": int})
        if ("event" in body) == ("decide" in body):
            raise ApiError(400, "bad_body", "The body has one of event and decide.")
        if body.get("decide", WAYS[0]) not in WAYS:
            raise ApiError(400, "bad_body", f"decide is one of {', '.join(WAYS)}.", field="decide")
        chosen = body.get("event", body.get("decide"))
        branch = services.append_event(branch, chosen, after=body.get("after"))
        return Response(_with_last_step(branch, request), status=201)

    @extend_schema(**schema.UNDO)
    def delete(self, request: Request, public_id: str) -> Response:
        """Take the last event back."""
        branch = branch_or_404(public_id)
        check_key(request, branch.edit_key)
        after = request.query_params.get("after")
        if after is not None and not (after.isascii() and after.isdecimal() and len(after) < 9):
            raise ApiError(400, "bad_parameter", "after is a number.", parameter="after")
        branch = services.undo_event(branch, after=None if after is None else int(after))
        return Response(_with_last_step(branch, request))


def _with_last_step(branch: Branch, request: Request) -> dict[str, Any]:
    """The branch, and its last step as its own view knows it, with what it may believe."""
    belief, waits = True, {}
    if get_kind(branch.game.kind).priors:
        throttle = BeliefThrottle()
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]
            # the event is played all the same; what could be known can be asked for later
            belief, waits = False, {"belief_waits": int(throttle.wait() or 1) + 1}
    steps = branch_reads.steps_of(branch, branch.view, belief=belief, only_last=True)
    whole = branch_whole(branch, plain(request))
    return {**whole, "step": steps[-1] if steps else None, **waits}


class BranchStepsView(MadeView):
    """A branch's steps."""

    parameters = {"GET": ("as", "belief")}

    def get_throttles(self) -> list[BaseThrottle]:
        """What is worked out with belief costs much more than what is not."""
        is_costly = self.request.GET.get("belief", "0") != "0"
        return [BeliefThrottle()] if is_costly else []

    @extend_schema(**schema.BRANCH_STEPS)
    def get(self, request: Request, public_id: str) -> Response:
        """Every event of the line, the game's first, with the state after it."""
        branch = branch_or_404(public_id)
        view, belief = chosen_view(request, branch), flag(request, "belief")
        steps = branch_reads.steps_of(branch, view, belief=belief)
        return Response({"id": branch.public_id, "view": view, "belief": belief, "steps": steps})


def chosen_view(request: Request, branch: Branch) -> str:
    """The view asked for with `as`, or the branch's own. Raises ApiError."""
    views = game_reads.open_views(branch.game)
    view = request.query_params.get("as", branch.view)
    if view not in views:
        raise ApiError(400, "bad_parameter", f"as is one of {', '.join(views)}.", parameter="as")
    return view


class BranchLegalView(MadeView):
    """What may be played on."""

    parameters = {"GET": ("at", "chosen")}

    def get_throttles(self) -> list[BaseThrottle]:
        """All that is legal is gone through."""
        return [OfferThrottle()]

    @extend_schema(**schema.LEGAL)
    def get(self, request: Request, public_id: str) -> Response:
        """What the branch's view may choose at its end, or at a step of it."""
        branch = branch_or_404(public_id)
        at = request.query_params.get("at", str(branch.last_step))
        if not (at.isascii() and at.isdecimal() and len(at) < 9 and int(at) <= branch.last_step):
            message = f"at is a step from 0 to {branch.last_step}."
            raise ApiError(400, "bad_parameter", message, parameter="at")
        chosen = chosen_of(request.query_params.get("chosen", "[]"))
        if chosen is None:
            message = "chosen is the list of the parts chosen so far, each [path, value], as JSON."
            raise ApiError(400, "bad_parameter", message, parameter="chosen")
        found = branch_reads.offers(branch, chosen, int(at))
        kind, offered = get_kind(branch.game.kind), found.pop("node")
        return Response({"id": branch.public_id, **found, **node_body(kind, offered)})


class BranchLogView(MadeView):
    """A branch's log."""

    parameters = {"GET": ("form",)}

    @extend_schema(**schema.BRANCH_LOG)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """The whole line as a log that says it is a branch; it holds the game's secrets."""
        branch = branch_or_404(public_id)
        form = request.query_params.get("form", "json")
        if form not in FORMS:
            raise ApiError(400, "bad_parameter", "form is json or text.", parameter="form")
        return log_file(branch, form)
