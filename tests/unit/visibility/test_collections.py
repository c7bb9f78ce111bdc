"""Collections: who sees which of their games, members and invitations, changes and their undo."""

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from replays import services
from replays.access.uploaders import key_of_program
from replays.models import (
    Collection,
    CollectionGame,
    CollectionMember,
    Game,
    GameTag,
    Invitation,
    Record,
)
from replays.reads.collections import first_games
from rooms.models import Room

from .owners import call, header, key_of, play, stored, viewer

pytestmark = pytest.mark.django_db


def collect(name: str, *games: Game, **texts: str) -> Any:
    """Create a collection of an owner with some games by the API; return its body."""
    body = call("POST", "collections/", name, 201, **{"title": "Playtests", **texts})
    if games:
        ids = [game.public_id for game in games]
        added = call("POST", f"collections/{body['id']}/games/", name, ids=ids)
        assert added == {"added": len(games)}
    return body


def shown_games(collection: Any, name: str) -> list[str]:
    """Return the ids of the games that a client sees in a collection."""
    body = call("GET", f"collections/{collection['id']}/games/", name)
    return [row["game"]["id"] for row in body["games"]]


def invite(collection: Any, name: str = "ann") -> str:
    """Return the token of a new invitation."""
    path = f"collections/{collection['id']}/invitations/"
    return str(call("POST", path, name, 201, label="Ben")["token"])


def get(path: str, name: str = "") -> Any:
    """Request a page or answer as an owner."""
    return Client().get(path, headers=header(name))


def test_members_see_private_games_and_strangers_only_public_ones() -> None:
    public, private = stored(play(), "ben"), stored(play(2), "ann", "private")
    unlisted = stored(play(3), "ann", "unlisted")
    collection = collect("ann", public, private, unlisted, visibility="public")
    everything = [public.public_id, private.public_id, unlisted.public_id]
    page, address = f"/games/{private.public_id}/", f"/collections/{collection['id']}/"
    assert shown_games(collection, "ann") == everything
    assert shown_games(collection, "") == shown_games(collection, "eve") == [public.public_id]
    assert get(page, "ben").status_code == 404
    call("POST", "collections/join/", "ben", token=invite(collection))
    assert shown_games(collection, "ben") == everything
    shown = get(page, "ben")
    assert (shown.status_code, shown["Cache-Control"]) == (200, "private, no-store")
    inside = get(address, "ben")
    assert private.public_id in inside.content.decode()
    assert inside["Cache-Control"] == "private, no-store"
    assert private.public_id not in get(address, "eve").content.decode()
    assert call("GET", "collections/", "eve")["collections"][0]["n_games"] == 1
    # a member reads, and changes nothing
    call("PATCH", f"games/{private.public_id}/", "ben", 403, visibility="public")
    call("PATCH", f"collections/{collection['id']}/", "ben", 403, title="Mine")
    # the owner's private games outside of the collection stay hidden
    other = stored(play(4), "ann", "private")
    assert get(f"/games/{other.public_id}/", "ben").status_code == 404


def test_others_notice_nothing_of_games_that_they_may_not_see() -> None:
    """Neither gaps in the numbers, nor the time of a change, nor pages that are not full."""
    public = [stored(play(seed), "ann") for seed in (1, 2)]
    private = [stored(play(seed), "ann", "private") for seed in (3, 4)]
    collection = collect("ann", private[0], public[0], visibility="public")
    path = f"collections/{collection['id']}/"

    def seen(name: str = "eve") -> list[Any]:
        pages = [call("GET", f"{path}games/?limit=1{after}", name) for after in ("", "&after=0")]
        rows = [(row["position"], row["game"]["id"]) for page in pages for row in page["games"]]
        lists = [call("GET", "collections/", name)["collections"], call("GET", path, name)]
        sitemap = get("/sitemap-collections.xml").content
        return [rows, [page["next"] for page in pages], lists, sitemap]

    Collection.objects.update(public_changed_at=timezone.now() - timedelta(days=9))
    before, own = seen(), call("GET", path, "ann")["changed_at"]
    assert before[:2] == [[(0, public[0].public_id)], [None, None]]
    call("POST", f"{path}games/", "ann", ids=[private[1].public_id])
    call("PUT", f"{path}games/{private[1].public_id}/", "ann", note="A secret", index=0)
    call("PUT", f"{path}games/{public[0].public_id}/", "ann", index=0)  # the order of others stays
    call("DELETE", f"{path}games/{private[0].public_id}/", "ann", 204)
    assert seen() == before
    assert call("GET", path, "ann")["changed_at"] > own
    call("POST", f"{path}games/", "ann", ids=[public[1].public_id])
    rows, links, lists, _ = seen()
    assert rows == [(n, game.public_id) for n, game in enumerate(public)]
    assert links[0].endswith("?after=0&limit=1")
    assert lists[0][0]["changed_at"] == lists[1]["changed_at"] > before[2][1]["changed_at"]


def test_access_of_members_ends() -> None:
    """With membership, with the game in the collection, the collection, and the owner's record."""
    private = stored(play(), "ann", "private")
    collection = collect("ann", private)
    page = f"/games/{private.public_id}/"
    call("POST", "collections/join/", "ben", token=invite(collection))

    def is_seen() -> bool:
        return get(page, "ben").status_code == 200

    assert is_seen()
    call("DELETE", f"collections/{collection['id']}/games/{private.public_id}/", "ann", 204)
    assert not is_seen()
    call("PUT", f"collections/{collection['id']}/games/{private.public_id}/", "ann")
    assert is_seen()
    row = Collection.objects.get()
    services.delete_collection(row)
    assert not is_seen()
    services.restore_collection(viewer("ann"), row.public_id)
    assert is_seen()
    services.delete_own(viewer("ann"), [private.public_id])
    assert not is_seen()
    services.restore_own(viewer("ann"), [private.public_id])
    CollectionGame.objects.update(owner=key_of("eve"))  # no record of the game
    assert not is_seen()
    assert shown_games(collection, "ben") == []
    CollectionGame.objects.update(owner=key_of("ann"))
    (member,) = call("GET", f"collections/{collection['id']}/members/", "ann")["members"]
    call("DELETE", f"collections/{collection['id']}/members/{member['id']}/", "ann", 204)
    assert not is_seen()
    assert get(f"/collections/{collection['id']}/", "ben").status_code == 404


def test_an_invitation_is_used_once_until_it_expires_or_is_revoked() -> None:
    collection = collect("ann")
    token = invite(collection)
    call("POST", "collections/join/", "ann", token=token)  # the owner does not use it up
    call("POST", "collections/join/", "ben", token=token)
    call("POST", "collections/join/", "eve", 404, token=token)
    assert get(f"/collections/join/{token}/").status_code == 404
    revoked, late = invite(collection), invite(collection)
    assert get(f"/collections/join/{late}/").status_code == 200
    rows = call("GET", f"collections/{collection['id']}/invitations/", "ann")["invitations"]
    assert [row["label"] for row in rows] == ["Ben", "Ben"]
    path = f"collections/{collection['id']}/invitations/{rows[1]['id']}/"
    call("DELETE", path, "ben", 403)
    call("DELETE", path, "ann", 204)
    call("POST", "collections/join/", "eve", 404, token=revoked)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    call("POST", "collections/join/", "eve", 404, token=late)
    call("POST", "collections/join/", "eve", 404, token="x" * 43)
    assert CollectionMember.objects.count() == 1
    assert token not in str(list(Invitation.objects.values()))


def test_only_own_and_public_games_are_put_in() -> None:
    hidden, shown = stored(play(), "ben", "private"), stored(play(2), "ben")
    unlisted = stored(play(3), "ben", "unlisted")
    collection = collect("ann")
    path = f"collections/{collection['id']}/games/"
    for game_id in (hidden.public_id, unlisted.public_id, "z" * 12):
        answer = call("POST", path, "ann", 404, ids=[shown.public_id, game_id])
        assert answer["error"]["message"].replace(game_id, "ID") == (
            "These games are neither public nor yours: ID. Check the links."
        )
    assert not CollectionGame.objects.exists()
    call("POST", path, "ann", ids=[shown.public_id])
    services.change_audience(viewer("ben"), [shown.public_id], services.parse_audience("private"))
    assert shown_games(collection, "ann") == []  # without an owner


def test_order_notes_and_repeated_requests() -> None:
    games = [stored(play(seed), "ann") for seed in (1, 2, 3)]
    a, b, c = (game.public_id for game in games)
    collection = collect("ann", *games)
    path = f"collections/{collection['id']}/games"
    for _ in range(2):
        entry = call("PUT", f"{path}/{c}/", "ann", note="First.\nBest.", index=0)
        assert (entry["note"], entry["position"]) == ("First.\nBest.", 0)
    assert shown_games(collection, "ann") == [c, a, b]
    client, page = Client(headers=header("ann")), f"/collections/{collection['id']}/"
    for action, order in (("down", [a, c, b]), ("down", [a, b, c]), ("down", [a, b, c])):
        answer = client.post(page, {"action": action, "id": c})
        assert answer["Location"] == f"{page}#g-{c}"
        assert shown_games(collection, "ann") == order
    client.post(page, {"action": "up", "id": c})
    assert shown_games(collection, "ann") == [a, c, b]
    assert "<p>First.<br>Best.</p>" in client.get(page).content.decode()
    assert call("POST", f"{path}/", "ann", ids=[a, b, c]) == {"added": 0}
    part = call("GET", f"{path}/?limit=2", "ann")
    assert part["next"].endswith("?after=1&limit=2")
    key = "k" * 30
    first, again = (call("POST", "collections/", "ann", 201, title="x", request_key=key)["id"]
                    for _ in range(2))  # fmt: skip
    assert first == again != collection["id"]


def test_private_collections_are_in_no_list() -> None:
    for visibility in ("public", "unlisted", "private"):
        collect("ann", title=f"A {visibility} one", visibility=visibility)
    listed = get("/collections/").content.decode()
    assert "A public one" in listed
    assert "A unlisted one" not in listed
    assert "A private one" not in listed
    assert call("GET", "collections/?q=private", "")["collections"] == []
    mine = call("GET", "my-collections/", "ann")
    assert len(mine["own"]) == 3
    assert call("GET", "my-collections/", "eve") == {"own": [], "shared": []}


def test_deleting_and_undoing_on_the_page() -> None:
    collection = collect("ann", visibility="public")
    client, page = Client(headers=header("ann")), f"/collections/{collection['id']}/"
    answer = client.post(page, {"action": "delete"}, follow=True)
    assert "was deleted" in answer.content.decode()
    assert client.get(page).status_code == 404
    Client(headers=header("eve")).post("/collections/mine/", {"undo": collection["id"]})
    assert client.get(page).status_code == 404
    answer = client.post("/collections/mine/", {"action": "undo", "undo": collection["id"]})
    assert answer["Location"] == page
    assert client.get(page).status_code == 200
    services.delete_collection(Collection.objects.get())
    Collection.objects.update(deleted_at=timezone.now() - timedelta(days=8))
    assert services.remove_deleted_collections() == 1


def test_the_zip_has_the_logs_that_the_viewer_may_see() -> None:
    public, private = stored(play(), "ann"), stored(play(2), "ann", "private")
    unfinished = stored({**play(3), "events": play(3)["events"][:9]}, "ann")
    collection = collect("ann", public, private, unfinished, visibility="unlisted")
    services.write_entry(Collection.objects.get(), public.public_id, "A note")

    def files(path: str, name: str) -> dict[str, Any]:
        content = b"".join(get(path, name))
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            assert archive.testzip() is None
            return {name: json.loads(archive.read(name)) for name in archive.namelist()}

    for path in ("/collections/{}/logs.zip", "/api/v1/collections/{}/logs/"):
        path = path.format(collection["id"])
        own, others = files(path, "ann"), files(path, "eve")
        assert len(own) == 3
        assert len(others) == 2
        assert private.public_id not in str(others)
        rows = others["collection.json"]["games"]
        assert [(row["id"], row["note"]) for row in rows] == [
            (public.public_id, "A note"), (unfinished.public_id, ""),
        ]  # fmt: skip
        assert rows[1]["file"] is None
        assert others[rows[0]["file"]] == json.loads(Game.objects.get(pk=public.pk).canonical)


def test_games_are_added_from_their_page_and_in_bulk() -> None:
    games = [stored(play(seed), "ann") for seed in (1, 2)]
    client, ids = Client(headers=header("ann")), [game.public_id for game in games]
    assert f"/collections/add/?id={ids[0]}" in client.get(f"/games/{ids[0]}/").content.decode()
    assert client.get(f"/collections/add/?id={ids[0]}").status_code == 200
    chosen = client.post("/my-games/", {"action": "collect", "id": ids})
    assert all(f'name="id" value="{game_id}"' in chosen.content.decode() for game_id in ids)
    form = {"action": "add", "id": ids, "title": "", "visibility": "private"}
    assert client.post("/collections/add/", form).status_code == 422
    client.post("/collections/add/", {**form, "title": "New"})
    row = Collection.objects.get()
    assert (row.title, row.entries.count()) == ("New", 2)
    hidden = stored(play(3), "ben", "private")
    assert client.get(f"/collections/add/?id={hidden.public_id}").status_code == 404


def test_a_merged_game_stays_in_its_collections() -> None:
    older = stored(play(), "ann")
    collection = collect("ann", older)
    with_source = stored(play(source="Someone"), "ben", "private")
    call("POST", f"collections/{collect('ben', with_source)['id']}/games/", "ben",
         ids=[older.public_id])  # fmt: skip
    services.change_audience(
        viewer("ben"), [with_source.public_id], services.parse_audience("public")
    )
    assert Game.objects.count() == 1
    assert shown_games(collection, "ann") == [older.public_id]
    assert CollectionGame.objects.count() == 2


def test_deleting_all_uploads_deletes_collections_and_memberships() -> None:
    collection = collect("ann", stored(play(), "ann"))
    call("POST", "collections/join/", "ben", token=invite(collection))
    services.delete_uploads([key_of("ben")])
    assert not CollectionMember.objects.exists()
    services.delete_uploads([key_of("ann")])
    assert not Collection.objects.exists()


def test_the_first_games_of_collections_are_one_query(django_assert_num_queries: Any) -> None:
    games = [stored(play(seed), "ann") for seed in range(1, 4)]
    hidden = stored(play(4), "ann", "private")
    for chosen in (games, [hidden, *games[1:]], [hidden]):
        collect("ann", *chosen)
    rows = list(Collection.objects.order_by("pk"))
    services.move_game(rows[0], games[2].public_id, 0)
    first, second, third = (game.public_id for game in games)
    with django_assert_num_queries(1):
        found = first_games(rows, 2)
    assert list(found.values()) == [[third, first], [second, third], []]


def of_ann() -> tuple[Any, Game]:
    """Give ann a collection with a tagged private game, a membership and an open table."""
    private = stored(play(), "ann", "private")
    collection = collect("ann", private, request_key="k" * 22)
    services.tag_games(viewer("ann"), [private.public_id], ["cup"])
    other = collect("ben")
    call("POST", "collections/join/", "ann", token=invite(other, "ben"))
    Room.objects.create(kind="goryo", header={}, owner=key_of("ann"), recorder_key="r")
    return collection, private


def test_collections_tags_and_tables_are_handed_over_with_the_games() -> None:
    collection, private = of_ann()
    secret = services.hand_over({key_of("ann")})
    key = {"Owner-Key": secret}
    shown = Client().get(f"/api/v1/collections/{collection['id']}/games/", headers=key).json()
    assert [row["game"]["id"] for row in shown["games"]] == [private.public_id]
    assert get(f"/collections/{collection['id']}/", "ann").status_code == 404
    new = key_of_program(secret)
    for model in (CollectionGame, GameTag, Record, Room):
        assert model.objects.get().owner == new, model
    assert not CollectionMember.objects.exists()


def test_collections_tags_and_tables_of_an_owner_who_leaves_are_deleted() -> None:
    for leave in (services.keep_public_only, services.delete_uploads):
        of_ann()
        leave({key_of("ann")})
        assert Collection.objects.get().owner == key_of("ben")
        for model in (CollectionMember, GameTag, Room):
            assert not model.objects.exists(), model
        Collection.objects.all().delete()
