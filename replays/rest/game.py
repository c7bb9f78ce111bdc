"""`/api/v1/games/<id>/`: a game, its steps, frames and logs."""

import json
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.registry import get_kind
from replays import services
from replays.access.scopes import DELETE, UPLOAD
from replays.access.throttles import BeliefThrottle, UploadThrottle, WriteThrottle
from replays.access.viewer import viewer_of
from replays.models import Game
from replays.reads import games as game_reads
from replays.reads.downloads import FORMS
from replays.reads.records import own_record, owner_log, record_log, revisions_of
from replays.requests.http import (
    conditional,
    game_or_404,
    log_file,
    open_to,
    record_file,
    row_or_404,
)

from . import own_games, owner_schemas, schemas
from .base import PublicView, choice, flag, json_body, plain, private_response
from .corrections import correct
from .describe import whole_game
from .errors import ApiError
from .openapi import endpoint, in_path, query
from .owners import EARLIER, ID, LOG_BODY, OWNER_KEY, uploader_of

RECORD = in_path("record_id", "The id of the record, 12 characters.")
AS = query("as", "A view. Default: the first available view.")
BELIEF = query("belief", "1: include belief, the positions a view can deduce.", ["1", "0"])
FORM = query("form", "Format of the log. Default: json.", list(FORMS))
LOG = {(200, "application/json"): OpenApiTypes.OBJECT, (200, "text/plain"): OpenApiTypes.STR}
FRAME_ALIASES = {"label": "words", "placement": "place", "sentence": "said"}
"""The earlier names of keys in scenes and frames."""
NOT_OPEN = (
    "This game is unfinished and may be in progress, so only public information is available. "
    "A finished game is open in every view."
)


def chosen_view(request: Request, game: Game) -> str:
    """Return the view named by `as`. Raises a 400 for an unknown view, a 403 for one that is not
    open.
    """
    is_open = open_to(plain(request), game)
    view = choice(request, "as", get_kind(game.kind).identity.views_in(game.mode), is_open[0])
    if view not in is_open:
        raise ApiError(403, "game_unfinished", NOT_OPEN, open=list(is_open))
    return view


class GameView(PublicView):
    """One game."""

    scopes = {"PUT": UPLOAD, "PATCH": UPLOAD, "DELETE": DELETE}

    @endpoint("game", schemas.WholeGame, ID, moves=True)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return a game without its steps."""
        game = game_or_404(plain(request), public_id)
        tag = f"{game.public_tag}.{game.engine_version}.{game.refused_by}.{game.visibility}"
        return conditional(plain(request), tag, lambda: Response(whole_game(game, plain(request))))

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit corrections like uploads, and other changes."""
        throttles: dict[str | None, list[BaseThrottle]] = {
            "PUT": [UploadThrottle()],
            "PATCH": [WriteThrottle()],
            "DELETE": [WriteThrottle()],
        }
        return throttles.get(self.request.method, [])

    @endpoint(
        "game_change",
        owner_schemas.Changed,
        ID,
        OWNER_KEY,
        EARLIER,
        request=owner_schemas.Audience,
        errors=(400, 403, 404, 413, 415, 422, 429),
        moves=True,
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Change who can see your game, how names are shown, and how statistics count it. Logs of
        others of the same game stay as they are.
        """
        viewer, game = own_games.own_game(request, public_id)
        body = json_body(request, owner_schemas.Audience)
        changed = own_games.change_games(viewer, [game.public_id], body)
        return own_games.changed_response(changed, request)

    @endpoint(
        "game_delete",
        owner_schemas.Changed,
        ID,
        OWNER_KEY,
        EARLIER,
        errors=(400, 403, 404, 429),
        moves=True,
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete your game. You can restore it for seven days."""
        viewer, game = own_games.own_game(request, public_id)
        changed = services.delete_own(viewer, [game.public_id])
        return own_games.changed_response(changed, request)

    @endpoint(
        "game_correct",
        {200: schemas.Corrected, 422: schemas.Refused},
        ID,
        OWNER_KEY,
        EARLIER,
        request=LOG_BODY,
        errors=(400, 403, 404, 413, 415, 429),
        moves=True,
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Replace your log of a game by a corrected one. The game keeps its id. Earlier revisions
        stay readable to you.
        """
        return correct(game_or_404(plain(request), public_id), plain(request))


class BeliefView(PublicView):
    """A view that is limited for requests with belief, which cost much more."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the limit."""
        return [BeliefThrottle()] if self.request.GET.get("belief", "0") not in ("", "0") else []


class StepsView(BeliefView):
    """A game's steps."""

    @endpoint("game_steps", schemas.Steps, ID, AS, BELIEF, errors=(400, 403, 404, 429), moves=True)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return every event and the state after it, with what the view may know."""
        game = game_or_404(plain(request), public_id)
        view, belief = chosen_view(request, game), flag(request, "belief")
        version = get_kind(game.kind).rules.version

        def answer() -> Response:
            steps = [{"game": 0, **s} for s in game_reads.steps_of(game, view, belief=belief)]
            return Response(schemas.Steps(game.public_id, view, belief, steps))

        tag = f"{game.public_tag}.{version}.{view}.{int(belief)}"
        return conditional(plain(request), tag, answer)


def with_aliases(drawn: Any) -> Any:
    """Return a scene or frames with the earlier names of keys, which programs may still read."""
    if isinstance(drawn, list):
        return [with_aliases(part) for part in drawn]
    if not isinstance(drawn, dict):
        return drawn
    aliases = {alias: drawn[key] for key, alias in FRAME_ALIASES.items() if key in drawn}
    return {key: with_aliases(value) for key, value in drawn.items()} | aliases


class FramesView(PublicView):
    """A game's scene and frames."""

    @endpoint("game_frames", schemas.Frames, ID, AS, errors=(400, 403, 404), moves=True)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the drawing of the board and one frame for each step, start included, with what
        the view may know.
        """
        game = game_or_404(plain(request), public_id)
        view, kind = chosen_view(request, game), get_kind(game.kind)

        def answer() -> Response:
            replay = game_reads.replay_of(game)
            scene, frames = kind.display.scene(replay.record), kind.display.frames(replay, view)
            drawn = schemas.Frames(game.public_id, view, *map(with_aliases, (scene, frames)))
            return Response(drawn)

        tag = f"{game.public_tag}.{kind.rules.version}.{view}.frames"
        return conditional(plain(request), tag, answer)


class RecordLogView(PublicView):
    """The log of one record of a game."""

    @endpoint("record_log", LOG, ID, RECORD, FORM, errors=(400, 403, 404), moves=True)
    def get(self, request: Request, public_id: str, record_id: str) -> HttpResponseBase:
        """Return a log that was sent of the game, as a file. The game's own log is the union of
        its records.
        """
        game = game_or_404(plain(request), public_id)
        form = choice(request, "form", FORMS, "json")
        if not game_reads.is_log_open(game):
            raise ApiError(403, "game_unfinished", NOT_OPEN)
        log = row_or_404(lambda record: record_log(game, record), record_id)
        return record_file(game, record_id, log, form)


class RevisionsView(PublicView):
    """The revisions of the owner's log of a game."""

    @endpoint(
        "revisions",
        schemas.LogRevisions,
        ID,
        OWNER_KEY,
        EARLIER,
        errors=(400, 403, 404),
        moves=True,
    )
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return all revisions of your log of a game, oldest first."""
        game = game_or_404(plain(request), public_id)
        uploader_of(plain(request))  # a malformed key is an error
        record = own_record(game, viewer_of(plain(request)).keys)
        if record is None and not game.is_finished:
            raise Http404
        if record is None:
            raise ApiError(403, "not_owner", "Only the uploader of a log can see its revisions.")
        rows = [
            schemas.LogRevision(number, row.stored_at.isoformat(), json.loads(owner_log(row)))
            for number, row in enumerate(revisions_of(record), 1)
        ]
        return private_response(schemas.LogRevisions(game.public_id, rows))


class LogView(PublicView):
    """A game's log."""

    @endpoint("game_log", LOG, ID, FORM, errors=(400, 403, 404), moves=True)
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return the log as a file, as canonical JSON or as text."""
        game = game_or_404(plain(request), public_id)
        form = choice(request, "form", FORMS, "json")
        if not game_reads.is_log_open(game):
            raise ApiError(403, "game_unfinished", NOT_OPEN)

        tag = f"{game.public_tag}.{form}"
        return conditional(plain(request), tag, lambda: log_file(game, form))
