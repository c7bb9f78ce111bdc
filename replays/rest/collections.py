"""`/api/v1/collections/`: collections of games."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from msgspec import UNSET
from rest_framework.request import Request
from rest_framework.response import Response

from replays import services
from replays.access.edit_keys import sent_key
from replays.access.scopes import COLLECTIONS, READ
from replays.access.throttles import StreamThrottle
from replays.access.viewer import viewer_of
from replays.models import Collection, CollectionGame
from replays.reads import collections as reads
from replays.reads.collection_logs import zip_of
from replays.requests.http import note_shown, row_or_404
from replays.services import Texts

from . import collection_schemas as bodies
from . import owner_schemas
from .base import (
    DELETING,
    REFUSALS,
    EditingView,
    bad_parameter,
    json_body,
    number,
    plain,
    private_response,
)
from .describe import api_url, audience_fields, game_fields, links_of
from .errors import ApiError
from .games import PAGING, GamePages, check_cursor_and_limit
from .openapi import endpoint, in_path, query
from .owners import EARLIER, OWNER_KEY, owner_of_upload, uploader_of

ID = in_path("public_id", "The id of a collection, 12 characters.")
GAME = in_path("game_id", "The id of a game, 12 characters.")
OWNER = (OWNER_KEY, EARLIER)
WRITES = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), COLLECTIONS)
ZIP = {(200, "application/zip"): OpenApiTypes.BINARY}
LIMIT_MAX = 200


def collection_or_404(request: Request, public_id: str) -> Collection:
    """Return a collection that the client can reach. Raises the same Http404 for unknown, private
    and deleted ones, and ApiError for a malformed key.
    """
    sender = plain(request)
    uploader_of(sender)  # a malformed key is an error
    viewer = viewer_of(sender)
    collection = row_or_404(lambda name: reads.collection_by_public_id(name, viewer), public_id)
    note_shown(sender, collection)
    return collection


def own_collection(request: Request, public_id: str) -> Collection:
    """Return a collection of the client. Raises Http404 and ApiError."""
    collection = collection_or_404(request, public_id)
    if not viewer_of(plain(request)).owns([collection.owner]):
        raise ApiError(403, "not_owner", "Only the owner of a collection can change it.")
    return collection


def _body(
    body: type[bodies.Collection],
    row: Collection,
    request: HttpRequest,
    *,
    is_inside: bool,
    **more: Any,
) -> bodies.Collection:
    viewer = viewer_of(request)
    n_games = getattr(row, "n_games", None)
    return body.make(
        row,
        **links_of(row, "api-collection", request),
        n_games=reads.entries_of(row, viewer).count() if n_games is None else n_games,
        created_at=row.created_at.isoformat(),
        changed_at=reads.changed_at_of(row, is_inside=is_inside).isoformat(),
        games=api_url(request, "api-collection-games", row.public_id),
        logs=api_url(request, "api-collection-logs", row.public_id),
        deleted_at=row.deleted_at.isoformat() if row.deleted_at else UNSET,
        hidden_at=row.hidden_at.isoformat() if row.hidden_at else UNSET,
        hidden_reason=row.hidden_reason if row.hidden_at else UNSET,
        **{"is_owner": viewer.owns([row.owner]), **more},
    )


def _answer(row: Collection, request: Request, status: int = 200) -> Response:
    sender = plain(request)
    is_inside = reads.role_of(row, viewer_of(sender)).is_inside
    return Response(_body(bodies.Collection, row, sender, is_inside=is_inside), status=status)


class CollectionsView(EditingView):
    """The list of public collections, and new ones."""

    scopes = WRITES
    makes_new = True

    @endpoint(
        "collections",
        bodies.CollectionsPage,
        query("q", "A text in the title or description."),
        *PAGING,
        errors=(400,),
    )
    def get(self, request: Request) -> Response:
        """Return public collections, newest first."""
        pages = GamePages()
        check_cursor_and_limit(request, pages)
        rows = reads.listed_collections(request.query_params.get("q", "")[:100])
        page = pages.paginate_queryset(rows, request, view=self) or []
        sender = plain(request)
        found = [_body(bodies.Collection, row, sender, is_inside=False) for row in page]
        return Response(
            bodies.CollectionsPage(found, pages.get_next_link(), pages.get_previous_link())
        )

    @endpoint(
        "collections_create",
        bodies.NewCollection,
        *OWNER,
        status=201,
        request=bodies.BeginCollection,
        errors=REFUSALS,
    )
    def post(self, request: Request) -> Response:
        """Create a collection. Sending the same `request_key` again returns the same one."""
        owner, secret = owner_of_upload(plain(request))
        sent = json_body(request, bodies.BeginCollection)
        key = sent.get("request_key", "")
        if key and not sent_key(key):
            raise bad_parameter("request_key", "22 to 64 letters, digits, - or _")
        visibility = sent.get("visibility", "private")
        texts = Texts(sent["title"], sent.get("description"), visibility)
        collection = services.create_collection(owner, texts, key)
        body = _body(
            bodies.NewCollection,
            collection,
            plain(request),
            is_inside=True,
            is_owner=True,
            owner_key=secret or UNSET,
        )
        note_shown(plain(request), collection)
        return Response(body, status=201, headers={"Location": body.api})


class OwnCollectionsView(EditingView):
    """The collections of an owner."""

    scopes = {"GET": READ}

    @endpoint("my_collections", bodies.OwnCollections, *OWNER, errors=(400, 403))
    def get(self, request: Request) -> Response:
        """Return your collections, and those that you are a member of, newest first."""
        uploader_of(plain(request))
        viewer = viewer_of(plain(request))
        own, shared = (
            [_body(bodies.Collection, row, plain(request), is_inside=True) for row in rows]
            for rows in (reads.own_collections(viewer), reads.joined_collections(viewer))
        )
        return private_response(bodies.OwnCollections(own, shared))


class CollectionView(EditingView):
    """One collection."""

    scopes = WRITES

    @endpoint("collection", bodies.Collection, ID, *OWNER)
    def get(self, request: Request, public_id: str) -> Response:
        """Return a collection."""
        return _answer(collection_or_404(request, public_id), request)

    @endpoint(
        "collection_change",
        bodies.Collection,
        ID,
        *OWNER,
        request=bodies.EditCollection,
        errors=REFUSALS,
    )
    def patch(self, request: Request, public_id: str) -> Response:
        """Change the title, the description, or who can see it."""
        collection = own_collection(request, public_id)
        sent = json_body(request, bodies.EditCollection)
        texts = Texts(sent.get("title"), sent.get("description"), sent.get("visibility"))
        return _answer(services.edit_collection(collection, texts), request)

    @endpoint("collection_delete", None, ID, *OWNER, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str) -> HttpResponse:
        """Delete a collection. Its games stay, and you can restore it for some days."""
        services.delete_collection(own_collection(request, public_id))
        return HttpResponse(status=204)


class RestoreCollectionView(EditingView):
    """Restoring a deleted collection."""

    scopes = WRITES

    @endpoint("collection_restore", bodies.Collection, ID, *OWNER, errors=REFUSALS)
    def post(self, request: Request, public_id: str) -> Response:
        """Restore a deleted collection of yours."""
        uploader_of(plain(request))
        return _answer(services.restore_collection(viewer_of(plain(request)), public_id), request)


class CollectionGamesView(EditingView):
    """The games of a collection."""

    scopes = WRITES

    @endpoint(
        "collection_games",
        bodies.CollectionGames,
        ID,
        *OWNER,
        query("after", "Games after this position, as in `next`."),
        query("limit", "Games on a page, 1 to 200. Default: 50."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the games that you may see in a collection, in order, with notes."""
        collection = collection_or_404(request, public_id)
        after = number(request, "after", -1) if "after" in request.query_params else -1
        limit = number(request, "limit", 50, LIMIT_MAX) or 1
        rows = reads.entries_after(collection, viewer_of(plain(request)), after, limit + 1)
        page, link = rows[:limit], None
        if len(rows) > limit:
            path = reverse("api-collection-games", args=[public_id])
            address = f"{path}?after={page[-1][0]}&limit={limit}"
            link = request.build_absolute_uri(address)
        return Response(bodies.CollectionGames([_entry(*row, request) for row in page], link))

    @endpoint(
        "collection_games_add",
        bodies.AddedGames,
        ID,
        *OWNER,
        request=bodies.PutGames,
        errors=REFUSALS,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Put games at the end of a collection: all or none. Those that are in it stay."""
        collection = own_collection(request, public_id)
        ids = json_body(request, bodies.PutGames)["ids"]
        return Response(
            bodies.AddedGames(services.add_games(collection, viewer_of(plain(request)), ids))
        )


def _entry(position: int, entry: CollectionGame, request: Request) -> bodies.CollectionGame:
    game = entry.game
    note_shown(plain(request), game)
    about = owner_schemas.SeenGame.make(
        game, **game_fields(game, plain(request)), **audience_fields(game)
    )
    return bodies.CollectionGame(position, entry.shown_note, about)


class CollectionEntryView(EditingView):
    """A game of a collection."""

    scopes = WRITES

    @endpoint(
        "collection_game_put",
        bodies.CollectionGame,
        ID,
        GAME,
        *OWNER,
        request=bodies.PutEntry,
        errors=REFUSALS,
    )
    def put(self, request: Request, public_id: str, game_id: str) -> Response:
        """Put a game in a collection if it is not in it; write its note, or move it."""
        collection, viewer = own_collection(request, public_id), viewer_of(plain(request))
        sent = json_body(request, bodies.PutEntry)
        entries = reads.with_games(reads.entries_of(collection, viewer))
        entry = entries.filter(game__public_id=game_id)
        if not entry.exists():
            services.add_games(collection, viewer, [game_id])
        if "note" in sent:
            services.write_entry(collection, game_id, sent["note"])
        if "index" in sent:
            services.move_game(collection, game_id, max(0, sent["index"]))
        row = entry.get()
        return Response(_entry(row.position, row, request))

    @endpoint("collection_game_delete", None, ID, GAME, *OWNER, status=204, errors=DELETING)
    def delete(self, request: Request, public_id: str, game_id: str) -> HttpResponse:
        """Remove a game from a collection. It is no error if it is not in it."""
        services.remove_games(own_collection(request, public_id), [game_id])
        return HttpResponse(status=204)


class CollectionLogsView(EditingView):
    """The logs of a collection."""

    @endpoint("collection_logs", ZIP, ID, *OWNER, errors=(400, 403, 404, 429))
    def get(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """Return the logs of the finished games that you may see, as a zip file with
        `collection.json`: texts, and notes in order.
        """
        collection = collection_or_404(request, public_id)
        entries = reads.entries_of(collection, viewer_of(plain(request)))
        throttle = StreamThrottle()
        if not throttle.allow_request(request, self):
            self.throttled(request, throttle.wait())
        zipped = zip_of(collection, entries)
        response = StreamingHttpResponse(zipped, content_type="application/zip")
        response["Cache-Control"] = "private, no-store"
        return response


class InvitationsView(EditingView):
    """The invitations to a collection."""

    scopes = {**WRITES, "GET": READ}

    @endpoint("invitations", bodies.Invitations, ID, *OWNER, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """Return the invitations that can still be used."""
        rows = reads.open_invitations(own_collection(request, public_id))
        return private_response(
            bodies.Invitations([_invitation(bodies.Invitation, row) for row in rows])
        )

    @endpoint(
        "invitations_create",
        bodies.NewInvitation,
        ID,
        *OWNER,
        status=201,
        request=bodies.Invite,
        errors=REFUSALS,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create an invitation. One person can use it; only this answer contains its token."""
        collection = own_collection(request, public_id)
        row, token = services.invite(collection, **json_body(request, bodies.Invite))
        url = request.build_absolute_uri(reverse("collection-join", args=[token]))
        return private_response(_invitation(bodies.NewInvitation, row, token=token, url=url), 201)


def _invitation(body: type[bodies.Invitation], row: Any, **more: Any) -> bodies.Invitation:
    return body.make(row, id=row.public_id, expires_at=row.expires_at.isoformat(), **more)


class InvitationView(EditingView):
    """One invitation."""

    scopes = WRITES

    @endpoint(
        "invitation_revoke", None, ID, in_path("invitation_id", "The id of an invitation."),
        *OWNER, status=204, errors=DELETING,
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, invitation_id: str) -> HttpResponse:
        """Revoke an invitation that was not used."""
        if not services.revoke(own_collection(request, public_id), invitation_id):
            raise Http404
        return HttpResponse(status=204)


class JoinView(EditingView):
    """Accepting an invitation."""

    scopes = WRITES

    @endpoint("collection_join", bodies.Collection, *OWNER, request=bodies.Join, errors=REFUSALS)
    def post(self, request: Request) -> Response:
        """Become a member of a collection. Needs a token of an account, or an `Owner-Key`."""
        key, secret = owner_of_upload(plain(request))
        if secret:
            message = "Send the Owner-Key with which you will read the collection."
            raise ApiError(400, "bad_key", message)
        sent = json_body(request, bodies.Join)
        collection = services.join(sent["token"], key, sent.get("name", ""))
        note_shown(plain(request), collection)
        return _answer(collection, request)


class MembersView(EditingView):
    """The members of a collection."""

    scopes = {"GET": READ}

    @endpoint("members", bodies.Members, ID, *OWNER, errors=(400, 403, 404))
    def get(self, request: Request, public_id: str) -> Response:
        """Return the members, in the order in which they joined."""
        rows = reads.members_of(own_collection(request, public_id))
        found = [
            bodies.Member.make(row, id=row.pk, joined_at=row.joined_at.isoformat()) for row in rows
        ]
        return private_response(bodies.Members(found))


class MemberView(EditingView):
    """One member of a collection."""

    scopes = WRITES

    @endpoint(
        "member_remove", None, ID, in_path("member_id", "The id of a member.", OpenApiTypes.INT),
        *OWNER, status=204, errors=DELETING,
    )  # fmt: skip
    def delete(self, request: Request, public_id: str, member_id: int) -> HttpResponse:
        """Remove a member, who can't see the private games any more."""
        if not services.remove_member(own_collection(request, public_id), member_id):
            raise Http404
        return HttpResponse(status=204)
