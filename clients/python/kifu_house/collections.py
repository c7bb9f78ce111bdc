"""Collections of games: `Client.collections`."""

import secrets
from collections.abc import Iterator
from typing import Any, TypeVar

import httpx

from .addresses import PAGE, address, sent
from .connection import Connection, json_of, parsed
from .group_bodies import (
    Collection,
    CollectionGame,
    CollectionGames,
    CollectionsPage,
    Invitation,
    Member,
    NewCollection,
    NewInvitation,
    OwnCollections,
)

T = TypeVar("T")
PATH = "collections"


class Collections:
    """Reads and changes collections. Changes need an owner key, or a token with the scope
    `collections`. Every method raises `KifuError` if its request fails.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def public(self, text: str = "") -> Iterator[Collection]:
        """Yield the public collections with a text in title or description, newest first."""
        query = {"limit": str(PAGE)} | ({"q": text} if text else {})
        while True:
            found = self._connection.get(address(PATH), query)
            page = parsed(CollectionsPage, found)
            yield from page.collections
            if page.next is None:
                return
            query = {**query, "cursor": httpx.URL(page.next).params["cursor"]}

    def mine(self) -> OwnCollections:
        """Return your collections, and those that you are a member of."""
        return parsed(OwnCollections, self._connection.get(address("my-collections")))

    def get(self, collection_id: str) -> Collection:
        """Return a collection."""
        return parsed(Collection, self._connection.get(address(PATH, collection_id)))

    def create(
        self,
        title: str,
        *,
        description: str = "",
        visibility: str = "private",
        request_key: str | None = None,
    ) -> NewCollection:
        """Create a collection: `private` (default), `unlisted` or `public`. Calls with the same
        `request_key` (22 to 64 characters, by default a random one) create one, so a request that
        fails is repeated. If you have neither owner key nor token, the client uses the new key of
        the response from then on.
        """
        body = {
            "title": title,
            "description": description,
            "visibility": visibility,
            "request_key": request_key or secrets.token_urlsafe(24),
        }
        # without an owner, a repeated request would be that of another one
        is_safe = bool(self._connection.credentials)
        response = self._connection.send("POST", address(PATH), json=body, is_safe=is_safe)
        made = parsed(NewCollection, json_of(response))
        if made.owner_key:
            self._connection.credentials["Owner-Key"] = made.owner_key
        return made

    def edit(
        self,
        collection_id: str,
        *,
        title: str | None = None,
        description: str | None = None,
        visibility: str | None = None,
    ) -> Collection:
        """Change a collection of yours; what is None stays."""
        body = sent(title=title, description=description, visibility=visibility)
        path = address(PATH, collection_id)
        return self._send(Collection, "PATCH", path, body, is_safe=True)

    def delete(self, collection_id: str) -> None:
        """Delete a collection of yours. You can restore it for seven days."""
        self._connection.send("DELETE", address(PATH, collection_id))

    def restore(self, collection_id: str) -> Collection:
        """Restore a deleted collection of yours."""
        path = address(PATH, collection_id, "restore")
        return self._send(Collection, "POST", path, None, is_safe=True)

    def games(self, collection_id: str) -> Iterator[CollectionGame]:
        """Yield the games of a collection in order, with notes."""
        path, query = address(PATH, collection_id, "games"), {"limit": str(PAGE)}
        while True:
            page = parsed(CollectionGames, self._connection.get(path, query))
            yield from page.games
            if page.next is None:
                return
            query = {**query, "after": httpx.URL(page.next).params["after"]}

    def add(self, collection_id: str, *game_ids: str) -> int:
        """Put up to 200 games at the end, all or none; return how many were not in it."""
        path = address(PATH, collection_id, "games")
        response = self._connection.send("POST", path, json={"ids": game_ids}, is_safe=True)
        return int(json_of(response)["added"])

    def put(
        self,
        collection_id: str,
        game_id: str,
        *,
        note: str | None = None,
        index: int | None = None,
    ) -> CollectionGame:
        """Put a game in if it is missing, write its note, or move it to a place, from 0."""
        path = address(PATH, collection_id, "games", game_id)
        return self._send(CollectionGame, "PUT", path, sent(note=note, index=index))

    def remove(self, collection_id: str, game_id: str) -> None:
        """Remove a game. It is no error if it is not in the collection."""
        path = address(PATH, collection_id, "games", game_id)
        self._connection.send("DELETE", path, is_safe=True)

    def invitations(self, collection_id: str) -> list[Invitation]:
        """Return the invitations that can still be used."""
        found = self._connection.get(address(PATH, collection_id, "invitations"))
        return [parsed(Invitation, row) for row in found["invitations"]]

    def invite(self, collection_id: str, *, days: int = 7, label: str = "") -> NewInvitation:
        """Create a link for one new member, valid for 1, 7 or 30 days."""
        path = address(PATH, collection_id, "invitations")
        return self._send(NewInvitation, "POST", path, {"days": days, "label": label})

    def revoke(self, collection_id: str, invitation_id: str) -> None:
        """Revoke an invitation that was not used."""
        path = address(PATH, collection_id, "invitations", invitation_id)
        self._connection.send("DELETE", path)

    def join(self, token: str, name: str = "") -> Collection:
        """Become a member by the token of an invitation. `name` is what the owner sees."""
        return self._send(Collection, "POST", address(PATH, "join"), {"token": token, "name": name})

    def members(self, collection_id: str) -> list[Member]:
        """Return the members of a collection of yours."""
        found = self._connection.get(address(PATH, collection_id, "members"))
        return [parsed(Member, row) for row in found["members"]]

    def remove_member(self, collection_id: str, member_id: int) -> None:
        """Remove a member, who can't see the private games any more."""
        self._connection.send("DELETE", address(PATH, collection_id, "members", str(member_id)))

    def _send(
        self, body: type[T], method: str, path: str, data: Any, *, is_safe: bool = False
    ) -> T:
        response = self._connection.send(method, path, json=data or {}, is_safe=is_safe)
        return parsed(body, json_of(response))
