"""`/api/v1/my-games/`: the games of an owner, and changes of several of them."""

from typing import Any

from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.scopes import DELETE, READ, UPLOAD
from replays.access.viewer import Viewer, viewer_of
from replays.models import Game
from replays.reads.own_games import OwnName, is_own, own_games, own_names
from replays.requests.http import game_or_404, note_shown

from . import owner_schemas
from .base import EditingView, check_scope, json_body, plain, private_response
from .describe import audience_fields, game_fields
from .errors import ApiError
from .games import PAGING, GamePages, check_cursor_and_limit
from .openapi import endpoint
from .owners import EARLIER, OWNER_KEY, uploader_of

IDENTIFY = (
    "Send the `Owner-Key` of your uploads, or a token of your account (`Authorization: Bearer`), "
    "to see your games."
)
ERRORS = (400, 403, 404, 413, 415, 422, 429)


def own_game(request: Request, public_id: str) -> tuple[Viewer, Game]:
    """Return the client and its game. Raises Http404 and ApiError."""
    uploader_of(plain(request))  # a malformed key is an error
    game, viewer = game_or_404(plain(request), public_id), viewer_of(plain(request))
    if not is_own(game, viewer):
        raise ApiError(403, "not_owner", "Only the uploader of a game can change it.")
    return viewer, game


def change_games(viewer: Viewer, ids: list[str], body: dict[str, Any]) -> services.Changed:
    """Change games as a body says. Raises Refusal and ApiError."""
    names = ("names", "statistics")
    fields: dict[str, Any] = {name: body[name] for name in names if name in body}
    if "visibility" in body:
        fields["audience"] = services.parse_audience(body["visibility"], body.get("public_from"))
    elif "public_from" in body or not fields:
        message = "Send at least one of visibility, names and statistics."
        raise ApiError(400, "bad_body", message)
    return services.change_games(viewer, ids, **fields)


def changed_response(changed: services.Changed, request: Request) -> Response:
    """Answer a change."""
    names = own_names(changed.games)
    games = [_own_body(game, names[game.pk], request) for game in changed.games]
    return private_response(owner_schemas.Changed(games, changed.undo))


def _own_body(game: Game, names: list[OwnName], request: Request) -> owner_schemas.OwnGame:
    note_shown(plain(request), game)
    return owner_schemas.OwnGame.make(
        game,
        **game_fields(game, plain(request)),
        **audience_fields(game),
        deleted_at=game.deleted_at.isoformat() if game.deleted_at else UNSET,
        hidden_at=game.withdrawn_at.isoformat() if game.withdrawn_at else UNSET,
        hidden_reason=game.withdrawn_reason if game.withdrawn_at else UNSET,
        statistics=game.statistics,
        names=[owner_schemas.OwnSeat(*seat) for seat in names],
    )


class OwnGamesView(EditingView):
    """The games of an owner."""

    scopes = {"GET": READ}

    @endpoint("my_games", owner_schemas.OwnGames, OWNER_KEY, EARLIER, *PAGING, errors=(400, 403))
    def get(self, request: Request) -> Response:
        """Return your games, newest first: also private, deleted and hidden ones."""
        uploader_of(plain(request))
        viewer = viewer_of(plain(request))
        if not viewer.keys:
            raise ApiError(401, "identity_needed", IDENTIFY)
        pages = GamePages()
        check_cursor_and_limit(request, pages)
        games = own_games(viewer, with_hidden=True)
        page = pages.paginate_queryset(games, request, view=self) or []
        names = own_names(page)
        rows = [_own_body(game, names[game.pk], request) for game in page]
        body = owner_schemas.OwnGames(rows, pages.get_next_link(), pages.get_previous_link())
        return private_response(body)


class ChangesView(EditingView):
    """Changes of several games. Deleting and restoring needs another scope."""

    scopes = {"POST": UPLOAD}

    @endpoint(
        "my_games_change",
        owner_schemas.Changed,
        OWNER_KEY,
        EARLIER,
        request=owner_schemas.Change,
        errors=ERRORS,
    )
    def post(self, request: Request) -> Response:
        """Change several of your games, delete or restore them: all or none."""
        uploader_of(plain(request))
        body, viewer = json_body(request, owner_schemas.Change), viewer_of(plain(request))
        if "deleted" not in body:
            return changed_response(change_games(viewer, body["ids"], body), request)
        if body.keys() - {"ids", "deleted"}:
            raise ApiError(400, "bad_body", "Send deleted without other changes.")
        check_scope(request, DELETE)
        change = services.delete_own if body["deleted"] else services.restore_own
        return changed_response(change(viewer, body["ids"]), request)


class TagsView(EditingView):
    """Tags on several games."""

    scopes = {"POST": UPLOAD}

    @endpoint(
        "my_games_tags",
        owner_schemas.Tagged,
        OWNER_KEY,
        EARLIER,
        request=owner_schemas.ChangeTags,
        errors=ERRORS,
    )
    def post(self, request: Request) -> Response:
        """Put tags on several of your games, or remove them: all or none."""
        uploader_of(plain(request))
        body, viewer = json_body(request, owner_schemas.ChangeTags), viewer_of(plain(request))
        tags = body.get("add", []), body.get("remove", [])
        return Response(owner_schemas.Tagged(services.tag_games(viewer, body["ids"], *tags)))


class UndoView(EditingView):
    """Undoing a change, which can delete or restore games."""

    scopes = {"POST": DELETE}

    @endpoint(
        "my_games_undo",
        owner_schemas.Changed,
        OWNER_KEY,
        EARLIER,
        request=owner_schemas.Undo,
        errors=ERRORS,
    )
    def post(self, request: Request) -> Response:
        """Undo a change of your games."""
        uploader_of(plain(request))
        token = json_body(request, owner_schemas.Undo)["undo"]
        changed = services.undo_change(viewer_of(plain(request)), token)
        return changed_response(changed, request)
