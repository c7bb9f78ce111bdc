"""Reports of collections, events and tables, and what follows from the decisions of staff; blocking
one of several uploaders; deleting a game that staff hid.
"""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from accounts.services.claims import claim_key, own_key
from moderation.models import AuditEntry, Block, BlockKind, Case
from replays import services
from replays.models import Collection, Event, Game, RefusedPlay
from rooms.models import Room
from tests.support.pages import get, missing, page, present
from tests.unit.rooms.test_api import BIND, GORYO, Api
from tests.unit.visibility.owners import call, header, key_of, play, send, stored, viewer
from tests.unit.visibility.test_collections import collect, invite, shown_games

from .test_reports import act, report

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_limits(db: None) -> None:
    cache.clear()


def same_404(path: str, name: str, **headers: Any) -> None:
    """Check that an address answers like an unknown one."""
    client = Client(**headers)
    hidden = get(client, path, 404)
    unknown = get(client, path.replace(name, "z" * len(name)), 404)
    assert hidden.content == unknown.content


def test_a_hidden_collection_is_reached_by_its_owner_and_staff_only(boss: Client) -> None:
    private = stored(play(2), "ann", "private")
    made = collect("ann", stored(play(), "ben"), private, title="Rude words", visibility="public")
    path, name = f"/collections/{made['id']}/", made["id"]
    token = invite(made)
    call("POST", "collections/join/", "eve", token=token)
    assert len(shown_games(made, "eve")) == 2
    assert f"/report/collection/{name}/" in page(Client(), path)

    report(f"collection/{name}", reason="insult")
    case = Case.objects.get()
    assert "collection: Rude words" in page(boss, "/admin/moderation/case/")
    act(boss, "hide", case, reason="be polite")
    later = invite(made)  # what the owner does meanwhile opens nothing
    for address in (path, f"{path}feed.atom", f"/report/collection/{name}/", f"{path}logs.zip"):
        same_404(address, name)
    for owner in ("eve", "ben", ""):
        get(Client(headers=header(owner)), path, 404)
        call("GET", f"collections/{name}/", owner, 404)
        call("GET", f"games/{private.public_id}/", owner, 404)
    assert "be polite" not in str(call("POST", "collections/join/", "ben", 404, token=later))
    for listed in ("/collections/", "/search/?q=Rude"):
        assert "Rude words" not in page(Client(), listed)
    assert "Rude words" not in page(Client(headers=header("eve")), "/collections/mine/")
    assert "be polite" in page(Client(headers=header("ann")), path)
    assert "Hidden by staff" in page(Client(headers=header("ann")), "/collections/mine/")
    assert "be polite" in page(boss, path)

    act(boss, "dismiss", case)
    assert "be polite" not in page(Client(), path)
    assert len(shown_games(made, "eve")) == 2
    entries = AuditEntry.objects.filter(target_kind="collection", target=name)
    assert list(entries.values_list("action", flat=True)) == ["dismiss", "hide"]


def test_a_hidden_event_is_reached_by_its_owner_and_staff_only(boss: Client) -> None:
    user = User.objects.create_user("olga")
    owner = Client()
    owner.force_login(user)
    event = Event.objects.create(owner=own_key(user), title="Rude open")
    path, name = event.get_absolute_url(), event.public_id
    assert f"/report/event/{name}/" in page(Client(), path)
    report(f"event/{name}", reason="spam")
    act(boss, "remove", Case.objects.get(), reason="advertising")
    for address in (path, f"{path}feed.atom", f"/report/event/{name}/"):
        same_404(address, name)
    get(Client(), f"/api/v1/events/by-id/{name}/", 404)
    for listed in ("/events/", "/search/?q=Rude", "/sitemap-events.xml"):
        text = page(Client(), listed)
        assert present(text, "Rude open", name) == [], listed
    assert "advertising" in page(owner, path)
    assert "advertising" in page(boss, path)
    act(boss, "block_uploader", Case.objects.get(), reason="advertising")
    block = Block.objects.get()
    assert (block.kind, block.subject) == (BlockKind.ACCOUNT, str(user.pk))
    act(boss, "dismiss", Case.objects.get())
    assert "advertising" not in page(Client(), path)


def test_a_hidden_table_is_reached_with_its_keys_only_and_not_saved(boss: Client) -> None:
    room = Api(GORYO)
    room.enter(BIND, "goryo")
    code = room.opened["code"]
    path = f"/record/{code}/"
    assert f"/report/table/{code}/" in page(Client(), path)
    report(f"table/{code}", reason="personal")
    queue = page(boss, "/admin/moderation/case/")
    assert "table: Goryō, Jane" in queue
    assert "mask" not in page(boss, f"/admin/moderation/case/{Case.objects.get().pk}/change/")
    act(boss, "hide", Case.objects.get(), reason="a real name")
    for address in (path, f"/report/table/{code}/", f"{path}moves.json"):
        get(Client(), address, 404)
    assert room.read(key="no key").status_code == 404
    assert room.read().status_code == 200
    assert room.read(key=room.seats["goryo"]).status_code == 200
    shown = page(boss, path)
    assert "a real name" in shown, "staff see the public view"
    assert "mask" not in shown.partition('id="replay-data"')[2]
    answer = room.write("post", "save/")
    assert (answer.status_code, answer.json()["code"]) == (409, "hidden")
    assert Room.objects.get().upload is None
    act(boss, "dismiss", Case.objects.get())
    get(Client(), path)
    assert room.write("post", "save/").status_code == 200


def test_one_of_several_uploaders_is_blocked(boss: Client) -> None:
    log = play(1, players=[{"role": "goryo", "name": "Jane"}])
    game = stored(log, "ann")
    send({**log, "x_club": "mine"}, "ben", status=200)
    user = User.objects.create_user("eve")
    send({**log, "x_club": "also mine"}, "eve", status=200)
    claim_key(user, key_of("eve"), "program")
    report(f"game/{game.public_id}")
    case = Case.objects.get()
    shown = act(boss, "block_uploader", case, reason="fake")
    assert missing(shown, "There are several owners", key_of("ben")[:16]) == []
    assert not Block.objects.exists()

    def block(owner: str) -> str:
        form = {"action": "block_uploader", "_selected_action": [case.pk], "reason": "fake"}
        answer = boss.post("/admin/moderation/case/", {**form, "owner": owner}, follow=True)
        return str(answer.content.decode())

    for unclear in (key_of("ben")[:7], "999", "ann"):
        assert "There are several owners" in block(unclear)
    assert not Block.objects.exists()
    block(key_of("ben")[:8])
    send(play(5), "ben", status=403)
    send(play(6), "ann")
    block(str(user.pk))
    assert list(Block.objects.order_by("pk").values_list("kind", "subject")) == [
        (BlockKind.KEY, key_of("ben")),
        (BlockKind.ACCOUNT, str(user.pk)),
    ]
    assert AuditEntry.objects.filter(action="block").count() == 2


def hidden_game(boss: Client, **changes: Any) -> Game:
    """Return a game of Ann that staff removed after a report."""
    game = stored(play(1, **changes), "ann")
    report(f"game/{game.public_id}")
    act(boss, "remove", Case.objects.get(), reason="not played")
    return game


def test_an_owner_deletes_a_hidden_game_and_it_is_still_refused(boss: Client) -> None:
    game = hidden_game(boss)
    ann = Client(headers=header("ann"))
    form = {"action": "delete", "id": game.public_id, "show": "hidden"}
    assert 'value="delete"' in page(ann, "/my-games/?show=hidden")
    assert ann.post("/my-games/", form).status_code == 302
    assert "not played" not in page(ann, "/my-games/?show=hidden")
    assert game.public_id in page(ann, "/my-games/?show=deleted")
    with pytest.raises(services.Refusal):
        services.change_games(viewer("ann"), [game.public_id], statistics="no")

    services.restore_own(viewer("ann"), [game.public_id])
    get(Client(), game.get_absolute_url(), 404)
    assert "not played" in page(ann, "/my-games/?show=hidden")

    services.delete_own(viewer("ann"), [game.public_id])
    Game.objects.update(deleted_at=timezone.now() - timedelta(days=30))
    assert services.remove_deleted() == 1
    assert not Game.objects.exists()
    for owner in ("ann", "ben"):
        body = send(play(1), owner, status=422)
        assert body["findings"][0]["code"] == "withdrawn", body
    send(play(2), "ben")
    RefusedPlay.objects.all().delete()
    send(play(1), "ben")


def test_undo_never_shows_a_hidden_game(boss: Client) -> None:
    game = stored(play(1), "ann")
    made_private = services.change_games(
        viewer("ann"), [game.public_id], audience=services.parse_audience("private")
    )
    services.withdraw_games([game.pk], "not played")
    deleted = services.delete_own(viewer("ann"), [game.public_id])
    services.undo_change(viewer("ann"), deleted.undo)
    services.undo_change(viewer("ann"), made_private.undo)
    game.refresh_from_db()
    assert (game.visibility, game.deleted_at) == ("private", None)
    assert game.withdrawn_at is not None


def test_deleting_ones_log_of_a_hidden_game_hides_the_rest_too(boss: Client) -> None:
    log = play(1, players=[{"role": "goryo", "name": "Jane"}])
    game = stored(log, "ann")
    send({**log, "x_club": "mine"}, "ben", status=200)
    report(f"game/{game.public_id}")
    act(boss, "hide", Case.objects.get(), reason="not played")
    services.delete_own(viewer("ben"), [game.public_id])
    assert Game.objects.count() == 2
    assert not Game.objects.visible().exists()
    assert Game.objects.filter(withdrawn_reason="not played").count() == 2
    act(boss, "dismiss", Case.objects.get())
    assert not Game.objects.filter(withdrawn_at__isnull=False).exists()
    assert Game.objects.visible().count() == 1, "what Ben deleted stays deleted"
    assert Collection.objects.count() == 0


def test_the_api_lists_hidden_games_of_their_owner(boss: Client) -> None:
    game, other = hidden_game(boss), stored(play(2), "ann")
    rows = {row["id"]: row for row in call("GET", "my-games/", "ann")["games"]}
    assert rows.keys() == {game.public_id, other.public_id}
    assert rows[game.public_id]["hidden_reason"] == "not played"
    assert "hidden_at" not in rows[other.public_id]
    assert call("GET", "my-games/", "ben")["games"] == []
    body = {"ids": [game.public_id], "visibility": "private"}
    call("POST", "my-games/changes/", "ann", 404, **body)
    call("POST", "my-games/changes/", "ann", ids=[game.public_id], deleted=True)
    row = call("GET", "my-games/", "ann")["games"][1]
    assert row["deleted_at"]
    assert row["hidden_at"]


def test_a_game_that_is_shown_again_can_be_uploaded_again() -> None:
    """One of its owners removed their log while it was hidden; another one's stayed."""
    game = stored(play(), "ann")
    send(play(source="b"), "ben", status=200)
    services.withdraw_games([game.pk], "spam")
    services.delete_uploads([key_of("ann")])
    assert RefusedPlay.objects.count() == 1
    send(play(source="e"), "eve", status=422)
    services.restore_games(Game.objects.values_list("pk", flat=True))
    assert not RefusedPlay.objects.exists()
    send(play(source="e"), "eve", status=200)


def test_no_cache_stores_what_staff_hid(django_user_model: Any) -> None:
    """The owner still gets it, with the reason; a cache would send it to others."""
    ann = django_user_model.objects.create_user("ann")
    claim_key(ann, key_of("ann"), "program")
    event = services.create_event(own_key(ann), viewer("ann"), {"title": "Cup"})
    made = collect("ann", stored(play(), "ann"), visibility="public")
    client = Client()
    client.force_login(ann)
    pages = [
        (client, event.get_absolute_url(), {}),
        (client, f"/report/event/{event.public_id}/", {}),
        (Client(), f"/api/v1/collections/{made['id']}/", header("ann")),
        (Client(), f"/api/v1/collections/{made['id']}/games/", header("ann")),
    ]
    assert "no-store" not in get_header(client, event.get_absolute_url(), {})
    services.hide_page(Event, event.public_id, "spam")
    services.hide_page(Collection, made["id"], "spam")
    for browser, path, headers in pages:
        assert get_header(browser, path, headers) == "private, no-store", path


def get_header(client: Client, path: str, headers: dict[str, str]) -> str:
    """Return how an answer may be cached."""
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, path
    return str(answer.headers.get("Cache-Control", ""))
