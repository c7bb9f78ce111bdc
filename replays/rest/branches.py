"""`/api/v1/branches/<id>/`: what-if branches of games."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from msgspec import UNSET, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.recorder.labels import spelled
from games.recorder.offers import parse_choices
from games.registry import get_kind
from replays import services
from replays.access.throttles import BeliefThrottle, OfferThrottle
from replays.models import Branch, Game
from replays.reads import branches as branch_reads
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS, branch_log_file
from replays.requests.http import attached_or_404, game_or_404
from replays.services.branches import DECIDERS
from replays.signals import row_created

from . import base, editing_schemas, schemas
from .base import DELETING, KEY, REFUSALS, EditingView, plain
from .describe import api_url, links_of
from .editing_schemas import Branch as BranchBody
from .errors import ApiError
from .game import AS, BELIEF, FORM, LOG, BeliefView
from .openapi import endpoint, query
from .owners import ID


def branch_or_404(request: Request, public_id: str) -> Branch:
    """Return the branch. Raises the same Http404 for an unknown branch and for one of a game that
    the client can't reach.
    """
    return attached_or_404(plain(request), branch_reads.branch_by_public_id, public_id)


def editable_branch(request: Request, public_id: str) -> Branch:
    """Return the branch, if the request has its edit key."""
    branch = branch_or_404(request, public_id)
    base.check_key(request, branch.edit_key)
    return branch


def _body(body: type[BranchBody], branch: Branch, request: Request, **more: Any) -> BranchBody:
    """Return a body of a branch."""
    game, kind = branch.game, get_kind(branch.game.kind)
    assumed = branch_reads.assumptions(branch, branch.view)
    urls = {
        part: api_url(plain(request), f"api-branch-{part}", branch.public_id)
        for part in ("steps", "legal", "log")
    }
    return body.make(
        branch,
        **links_of(branch, "api-branch", plain(request)),
        game=api_url(plain(request), "api-game", game.public_id),
        kind=game.kind,
        name=branch.shown_name,
        of=branch.parent.public_id if branch.parent else None,
        views=list(game_reads.open_views(game)),
        counterfactual=bool(assumed),
        assumes=[
            editing_schemas.Assumption(row["step"], row["event"], spelled(kind, row["event"]))
            for row in assumed
        ],
        made_at=branch.created_at.isoformat(),
        **urls,
        **more,
    )


class BranchesOfGameView(EditingView):
    """Branches of a game."""

    makes_new = True

    @endpoint(
        "game_branch", editing_schemas.NewBranch, ID,
        status=201, request=editing_schemas.BeginBranch, errors=REFUSALS, moves=True,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Create a variation from a step of a game. Only this response contains the edit key."""
        return _begin(request, game_or_404(plain(request), public_id), None)


class BranchesOfBranchView(EditingView):
    """Branches of a branch."""

    makes_new = True

    @endpoint(
        "branch_branch", editing_schemas.NewBranch, ID,
        status=201, request=editing_schemas.BeginBranch, errors=REFUSALS,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Create a variation from a step of another variation. No edit key is needed."""
        parent = branch_or_404(request, public_id)
        return _begin(request, parent.game, parent)


def _begin(request: Request, game: Game, parent: Branch | None) -> Response:
    sent = base.json_body(request, editing_schemas.BeginBranch)
    views = branch_reads.views_to_play(game)
    view = sent.get("as", parent.view if parent else next(iter(views), ""))
    branch, key = services.begin_branch(
        game, sent["step"], view, parent=parent, name=sent.get("name", "")
    )
    row_created.send(sender=Branch, request=plain(request), row=branch)
    body = _body(editing_schemas.NewBranch, branch, request, edit_key=key)
    return Response(body, status=201, headers={"Location": body.api})


class BranchView(EditingView):
    """One branch."""

    @endpoint("branch", editing_schemas.Branch, ID)
    def get(self, request: Request, public_id: str) -> Response:
        """Return a variation without its steps."""
        branch = branch_or_404(request, public_id)
        return Response(_body(editing_schemas.Branch, branch, request))

    @endpoint(
        "branch_rename",
        editing_schemas.Branch,
        ID,
        KEY,
        request=editing_schemas.RenameBranch,
        errors=REFUSALS,
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Rename a variation."""
        branch = editable_branch(request, public_id)
        branch = services.rename_branch(
            branch, base.json_body(request, editing_schemas.RenameBranch)["name"]
        )
        return Response(_body(editing_schemas.Branch, branch, request))

    @endpoint("branch_delete", None, ID, KEY, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete a variation. Variations created from it remain."""
        services.delete_branch(editable_branch(request, public_id))
        return HttpResponse(status=204)


class BranchEventsView(EditingView):
    """The events that a branch adds."""

    @endpoint(
        "branch_append", editing_schemas.ChangedBranch, ID, KEY,
        status=201, request=editing_schemas.AppendEvent, errors=REFUSALS,
    )  # fmt: skip
    def post(self, request: Request, public_id: str) -> Response:
        """Add an event, chosen by you (`event`) or decided by the game or by chance (`decide`)."""
        branch = editable_branch(request, public_id)
        sent = base.json_body(request, editing_schemas.AppendEvent)
        if ("event" in sent) == ("decide" in sent):
            raise ApiError(400, "bad_body", "Send either event or decide.")
        if sent.get("decide", DECIDERS[0]) not in DECIDERS:
            message = f"decide must be one of {', '.join(DECIDERS)}."
            raise ApiError(400, "bad_body", message, field="decide")
        chosen: Any = sent.get("event", sent.get("decide"))
        branch = services.append_event(branch, chosen, after=sent.get("after"))
        return Response(_with_last_step(branch, request), status=201)

    @endpoint(
        "branch_undo", editing_schemas.ChangedBranch, ID, KEY,
        query("after", "The `n_events` you expect the variation to have."), errors=REFUSALS,
    )  # fmt: skip
    def delete(self, request: Request, public_id: str) -> Response:
        """Remove the last event."""
        branch = editable_branch(request, public_id)
        after = base.number(request, "after", -1)
        branch = services.undo_event(branch, after=None if after < 0 else after)
        return Response(_with_last_step(branch, request))


def _with_last_step(branch: Branch, request: Request) -> BranchBody:
    """Return the branch and its last step as its view knows it, with belief if the client may
    request more.
    """
    belief = True
    waits: int | UnsetType = UNSET
    has_belief = get_kind(branch.game.kind).display.priors
    if has_belief and (wait := BeliefThrottle().seconds_to_wait(request)):
        belief, waits = False, wait
    steps = branch_reads.steps_of(branch, branch.view, belief=belief, only_last=True)
    last = steps[-1] if steps else None
    return _body(editing_schemas.ChangedBranch, branch, request, step=last, belief_waits=waits)


class BranchStepsView(BeliefView):
    """A branch's steps."""

    @endpoint("branch_steps", schemas.Steps, ID, AS, BELIEF, errors=(400, 404, 429))
    def get(self, request: Request, public_id: str) -> Response:
        """Return the steps of the game before the variation, then those of the variation."""
        branch = branch_or_404(request, public_id)
        view = base.choice(request, "as", game_reads.open_views(branch.game), branch.view)
        belief = base.flag(request, "belief")
        steps = branch_reads.steps_of(branch, view, belief=belief)
        return Response(schemas.Steps(branch.public_id, view, belief, steps))


class BranchLegalView(EditingView):
    """Legal events."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit all requests: every legal event is examined."""
        return [OfferThrottle()]

    @endpoint(
        "branch_legal", editing_schemas.Legal, ID,
        query("at", "A step. Default: the last."),
        query("chosen", "Parts chosen so far: JSON, a list of [path, value]."),
        errors=(400, 404, 429),
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> Response:
        """Return the legal events for the variation's view, at its end or at another step."""
        branch = branch_or_404(request, public_id)
        at = base.number(request, "at", branch.last_step, branch.last_step)
        chosen = parse_choices(request.query_params.get("chosen", "[]"))
        if chosen is None:
            raise base.bad_parameter("chosen", "a JSON list of chosen parts, each [path, value]")
        offers = branch_reads.offers(branch, chosen, at)
        kind, node = get_kind(branch.game.kind), offers.pop("node")
        body = editing_schemas.Legal(
            id=branch.public_id,
            **offers,
            **editing_schemas.offered(node, lambda event: spelled(kind, event)),
        )
        return Response(body)


class BranchLogView(EditingView):
    """A branch's log."""

    @endpoint("branch_log", LOG, ID, FORM)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the variation as a log, marked as such. It contains hidden information."""
        branch = branch_or_404(request, public_id)
        return branch_log_file(branch, base.choice(request, "form", FORMS, "json"))
