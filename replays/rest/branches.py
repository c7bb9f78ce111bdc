"""`/api/v1/branches/<id>/`: what-if branches of games."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.core.contract import GameKind
from games.registry import get_kind
from replays import services
from replays.access.throttles import BeliefThrottle, OfferThrottle
from replays.models import Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS, branch_log_file
from replays.requests.choices import chosen_of
from replays.services.branches import WAYS

from . import schemas
from .base import bad_parameter, choice, flag, number, plain
from .describe import api_url, links_of
from .editing import DELETING, KEY, REFUSALS, EditingView, check_key, json_body
from .errors import ApiError
from .game import AS, BELIEF, FORM, ID, LOG, game_or_404
from .openapi import endpoint, query


def branch_or_404(public_id: str) -> Branch:
    """Return the branch. Raises the same Http404 for an unknown branch and for one of a withdrawn
    game.
    """
    try:
        return branch_reads.branch_by_public_id(public_id)
    except Branch.DoesNotExist as error:
        raise Http404 from error


def editable_branch(request: Request, public_id: str) -> Branch:
    """Return the branch, if the request has its edit key."""
    branch = branch_or_404(public_id)
    check_key(request, branch.edit_key)
    return branch


def _branch(branch: Branch, request: HttpRequest) -> dict[str, Any]:
    game, kind = branch.game, get_kind(branch.game.kind)
    assumed = branch_reads.assumptions(branch, branch.view)
    return {
        **links_of(branch, "api-branch", request),
        "game": api_url(request, "api-game", game.public_id),
        "kind": game.kind,
        "of": branch.parent.public_id if branch.parent else None,
        "views": list(game_reads.open_views(game)),
        "counterfactual": bool(assumed),
        "assumes": [
            schemas.Assumption(
                row["step"], row["event"], branch_reads.event_text(kind, row["event"])
            )
            for row in assumed
        ],
        "made_at": branch.created_at.isoformat(),
        "steps": api_url(request, "api-branch-steps", branch.public_id),
        "legal": api_url(request, "api-branch-legal", branch.public_id),
        "log": api_url(request, "api-branch-log", branch.public_id),
    }


class BranchesOfGameView(EditingView):
    """Branches of a game."""

    makes_new = True

    @endpoint(
        "game_branch", schemas.NewBranch, ID,
        status=201, request=schemas.BeginBranch, errors=REFUSALS,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Create a branch from a step of a game. Only this answer has the edit key."""
        return _begin(request, game_or_404(public_id), None)


class BranchesOfBranchView(EditingView):
    """Branches of a branch."""

    makes_new = True

    @endpoint(
        "branch_branch", schemas.NewBranch, ID,
        status=201, request=schemas.BeginBranch, errors=REFUSALS,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Create a branch from a step of a branch. No edit key is needed."""
        parent = branch_or_404(public_id)
        return _begin(request, parent.game, parent)


def _begin(request: Request, game: Game, parent: Branch | None) -> Response:
    sent = json_body(request, schemas.BeginBranch)
    views = branch_reads.views_to_play(game)
    view = sent.get("as", parent.view if parent else next(iter(views), ""))
    branch, key = services.begin_branch(
        game, sent["step"], view, parent=parent, name=sent.get("name", "")
    )
    body = schemas.NewBranch.make(branch, **_branch(branch, plain(request)), edit_key=key)
    return Response(body, status=201, headers={"Location": body.api})


class BranchView(EditingView):
    """One branch."""

    @endpoint("branch", schemas.Branch, ID)
    def get(self, request: Request, public_id: str) -> Response:
        """Return a branch without its steps."""
        branch = branch_or_404(public_id)
        return Response(schemas.Branch.make(branch, **_branch(branch, plain(request))))

    @endpoint(
        "branch_rename", schemas.Branch, ID, KEY, request=schemas.RenameBranch, errors=REFUSALS
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Rename a branch."""
        branch = editable_branch(request, public_id)
        branch = services.rename_branch(branch, json_body(request, schemas.RenameBranch)["name"])
        return Response(schemas.Branch.make(branch, **_branch(branch, plain(request))))

    @endpoint("branch_delete", None, ID, KEY, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete a branch. Branches of it remain."""
        services.delete_branch(editable_branch(request, public_id))
        return HttpResponse(status=204)


class BranchEventsView(EditingView):
    """The events that a branch adds."""

    @endpoint(
        "branch_append", schemas.ChangedBranch, ID, KEY,
        status=201, request=schemas.AppendEvent, errors=REFUSALS,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Add an event, chosen by you (`event`) or decided by the game or by chance (`decide`)."""
        branch = editable_branch(request, public_id)
        sent = json_body(request, schemas.AppendEvent)
        if ("event" in sent) == ("decide" in sent):
            raise ApiError(400, "bad_body", "Send either event or decide.")
        if sent.get("decide", WAYS[0]) not in WAYS:
            message = f"decide must be one of {', '.join(WAYS)}."
            raise ApiError(400, "bad_body", message, field="decide")
        chosen: Any = sent.get("event", sent.get("decide"))
        branch = services.append_event(branch, chosen, after=sent.get("after"))
        return Response(_with_last_step(branch, request), status=201)

    @endpoint(
        "branch_undo", schemas.ChangedBranch, ID, KEY,
        query("after", "The `n_events` you expect the branch to have."), errors=REFUSALS,
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """Remove the last event."""
        branch = editable_branch(request, public_id)
        after = number(request, "after", -1)
        branch = services.undo_event(branch, after=None if after < 0 else after)
        return Response(_with_last_step(branch, request))


def _with_last_step(branch: Branch, request: Request) -> schemas.ChangedBranch:
    """Return the branch and its last step as its view knows it, with belief if the client may
    request more.
    """
    belief = True
    waits: int | UnsetType = UNSET
    if get_kind(branch.game.kind).display.priors:
        throttle = BeliefThrottle()
        if not throttle.allow_request(request, None):  # type: ignore[arg-type]
            belief, waits = False, int(throttle.wait() or 1) + 1
    steps = branch_reads.steps_of(branch, branch.view, belief=belief, only_last=True)
    last = steps[-1] if steps else None
    return schemas.ChangedBranch.make(
        branch, **_branch(branch, plain(request)), step=last, belief_waits=waits
    )


class BranchStepsView(EditingView):
    """A branch's steps."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit requests with belief, which cost much more."""
        is_costly = self.request.GET.get("belief", "0") != "0"
        return [BeliefThrottle()] if is_costly else []

    @endpoint("branch_steps", schemas.Steps, ID, AS, BELIEF, errors=(400, 404, 429))
    def get(self, request: Request, public_id: str) -> Response:
        """Return the steps of the game up to the branch, and those of the branch."""
        branch = branch_or_404(public_id)
        view = choice(request, "as", game_reads.open_views(branch.game), branch.view)
        belief = flag(request, "belief")
        steps = branch_reads.steps_of(branch, view, belief=belief)
        return Response(schemas.Steps(branch.public_id, view, belief, steps))


class BranchLegalView(EditingView):
    """Legal events."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit all requests: every legal event is examined."""
        return [OfferThrottle()]

    @endpoint(
        "branch_legal", schemas.Legal, ID,
        query("at", "A step. Default: the last."),
        query("chosen", "Parts chosen so far: JSON, a list of [path, value]."),
        errors=(400, 404, 429),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Return what the branch's view may play at its end or at another step."""
        branch = branch_or_404(public_id)
        at = number(request, "at", branch.last_step, branch.last_step)
        chosen = chosen_of(request.query_params.get("chosen", "[]"))
        if chosen is None:
            raise bad_parameter("chosen", "a JSON list of chosen parts, each [path, value]")
        offers = branch_reads.offers(branch, chosen, at)
        node = _node(get_kind(branch.game.kind), offers.pop("node"))
        return Response(schemas.Legal(branch.public_id, **offers, **node))


def _node(kind: GameKind, node: Any) -> dict[str, Any]:
    return {
        "chosen": [list(part) for part in node.chosen],
        "whole": node.whole,
        "choices": [schemas.Choice(*option) for option in node.choices],
        "events": [
            schemas.SpelledEvent(plain, branch_reads.event_text(kind, plain))
            for plain in node.events
        ],
        "total": node.total,
        "complete": node.is_complete,
    }


class BranchLogView(EditingView):
    """A branch's log."""

    @endpoint("branch_log", LOG, ID, FORM)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the branch as a log. It contains hidden information and is marked as a branch."""
        branch = branch_or_404(public_id)
        return branch_log_file(branch, choice(request, "form", FORMS, "json"))
