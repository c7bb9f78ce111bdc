"""The Python client reads and changes collections, events, webhooks and rooms of a real site, and
repeats requests that fail without doing anything twice.
"""

from typing import Any

import httpx
import pytest
from django.contrib.auth.models import User

from accounts.models import Webhook
from accounts.services.claims import own_key
from accounts.tokens import create_token
from kifu_house import Client, KifuError
from replays.access.scopes import SCOPES
from replays.models import Collection, Event, Game
from rooms.models import Room
from tests.unit.replays.logs import whole_game

from .conftest import SITE, CheckedSite, Connect

pytestmark = pytest.mark.django_db
KEY = "a-secret-key-of-the-tests"
BIND, HAUNT = {"type": "bind", "object": "mask"}, {"type": "haunt", "object": "vase", "space": "b4"}


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)


@pytest.fixture
def client(connect: Connect) -> Client:
    return connect(owner_key=KEY)


@pytest.fixture
def user(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def with_token(connect: Connect, user: User) -> Client:
    """A client with a token of all scopes."""
    return connect(token=create_token(user, "test", frozenset(SCOPES), 30)[1])


class LossySite(httpx.BaseTransport):
    """A site of which the response to each first request is lost."""

    def __init__(self, site: CheckedSite) -> None:
        self._site = site
        self._seen: set[tuple[str, str, bytes]] = set()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = self._site.handle_request(request)
        name = request.method, str(request.url), request.content
        if name not in self._seen:
            self._seen.add(name)
            raise httpx.ReadError("lost")
        return answer


@pytest.fixture
def lossy(site: CheckedSite, user: User) -> Client:
    token = create_token(user, "test", frozenset(SCOPES), 30)[1]
    return Client(SITE, transport=LossySite(site), token=token)


def test_collections(
    client: Client, connect: Connect, site: CheckedSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [str(client.upload(whole_game(seed)).games[0].id) for seed in range(3)]
    made = client.collections.create("Best", description="Look", visibility="unlisted")
    assert (made.is_owner, made.owner_key, made.n_games) == (True, None, 0)
    assert client.collections.add(made.id, *ids) == 3
    assert client.collections.add(made.id, ids[0]) == 0
    entry = client.collections.put(made.id, ids[2], note="A long chase", index=0)
    assert (entry.note, entry.position) == ("A long chase", 0)
    monkeypatch.setattr("kifu_house.collections.PAGE", 2)
    site.requests.clear()
    order = [row.game.id for row in client.collections.games(made.id)]
    assert order == [ids[2], ids[0], ids[1]]
    assert len(site.requests) == 2
    for _ in range(2):
        client.collections.remove(made.id, ids[1])
    assert client.collections.get(made.id).n_games == 2

    link = client.collections.invite(made.id, days=1, label="Ben")
    other = client.collections.invite(made.id)
    client.collections.revoke(made.id, other.id)
    assert [row.label for row in client.collections.invitations(made.id)] == ["Ben"]
    ben = connect(owner_key="another-secret-key")
    assert ben.collections.join(link.token, "Ben").id == made.id
    assert [row.id for row in ben.collections.mine().shared] == [made.id]
    (member,) = client.collections.members(made.id)
    client.collections.remove_member(made.id, member.id)
    assert ben.collections.mine().shared == []
    with pytest.raises(KifuError, match="403 not_owner"):
        ben.collections.edit(made.id, title="Mine")

    assert list(connect().collections.public()) == []
    assert client.collections.edit(made.id, visibility="public", title="New").title == "New"
    for number in range(3):
        client.collections.create(f"More {number}", visibility="public")
    assert len(list(connect().collections.public())) == 4
    assert [row.title for row in connect().collections.public("new")] == ["New"]
    client.collections.delete(made.id)
    assert client.collections.restore(made.id).deleted_at is None


def test_a_new_owner_key_of_a_collection_or_room_is_used(connect: Connect) -> None:
    client = connect()
    made = client.collections.create("Best")
    assert made.owner_key == client.owner_key is not None
    assert client.collections.get(made.id).is_owner
    other = connect()
    _, opened = other.rooms.open("goryo", {"edition": "2024"}, players=[])
    assert opened.owner_key == other.owner_key is not None


def test_events(with_token: Client, user: User, connect: Connect) -> None:
    game = str(with_token.upload(whole_game(1)).games[0].id)
    with_token.upload({**whole_game(2), "event": "Cup"})
    made = with_token.event_pages.create(
        "The cup", place="Nara", first_day="2026-10-01", spellings=["cup"], games=[game]
    )
    assert (str(made.first_day), made.last_day, made.games) == ("2026-10-01", None, [game])
    edited = with_token.event_pages.edit(made.id, first_day="", last_day=made.first_day)
    assert (edited.first_day, edited.last_day) == (None, made.first_day)
    assert [row.title for row in with_token.event_pages.mine()] == ["The cup"]
    stranger = connect()
    assert stranger.event_pages.get(made.id).n_games == 2
    (named,) = stranger.event_pages.all(kind="goryo")
    assert stranger.event_pages.get(named.id, simulated=False).n_games == 1
    with pytest.raises(KifuError, match="403 token_needed"):
        stranger.event_pages.mine()
    with_token.event_pages.delete(made.id)
    assert Event.objects.filter(owner=own_key(user)).count() == 0


def test_webhooks(with_token: Client, client: Client) -> None:
    made = with_token.webhooks.create("https://hooks.example/x", ["game.stored"], games="public")
    assert made.secret
    assert with_token.webhooks.get(made.id).secret is None
    assert with_token.webhooks.change(made.id, paused=True).paused == "user"
    assert with_token.webhooks.change(made.id, events=["game.removed"]).events == ["game.removed"]
    assert with_token.webhooks.new_secret(made.id).secret not in (None, made.secret)
    sent = with_token.webhooks.test(made.id)
    again = with_token.webhooks.redeliver(made.id, sent.id)
    assert again.event == sent.event
    assert [row.id for row in with_token.webhooks.deliveries(made.id)] == [again.id, sent.id]
    assert [row.id for row in with_token.webhooks.all()] == [made.id]
    with_token.webhooks.delete(made.id)
    assert not Webhook.objects.exists()
    with pytest.raises(KifuError, match="token_needed"):
        client.webhooks.all()


def test_rooms(client: Client, connect: Connect) -> None:
    room, opened = client.rooms.open("goryo", {"edition": "2024"}, players=[])
    assert room.append(BIND, role="goryo").n_events == 1
    keys = {seat.role: seat.key for seat in opened.seat_keys}
    samurai, goryo = (client.rooms.enter(opened.code, keys[role]) for role in ("samurai", "goryo"))
    assert samurai.read().steps[-1]["state"]["bound"] is None
    assert goryo.read().steps[-1]["state"]["bound"] == "mask"
    room.append(HAUNT, note="A note")
    with pytest.raises(KifuError) as caught:
        samurai.append(HAUNT)
    assert caught.value.status in (403, 409)
    assert ["type", "plan"] in goryo.legal().chosen
    assert room.read("goryo").view == "goryo"
    assert room.replace(2, {**HAUNT, "object": "urn", "space": "b3"}).n_events == 2
    goryo.version = 1
    with pytest.raises(KifuError, match="409 changed"):
        goryo.undo(1)
    assert room.undo(1).n_events == 1
    saved = room.save("private")
    assert saved.state == "saved"
    assert Game.objects.get().visibility == "private"
    with pytest.raises(KifuError, match="404"):
        connect().rooms.enter(opened.code).read()
    room.delete()
    assert not Room.objects.exists()


def test_lost_responses_change_nothing_twice(lossy: Client, connect: Connect) -> None:
    made = lossy.collections.create("Best")
    event = lossy.event_pages.create("The cup")
    assert (Collection.objects.count(), Event.objects.count()) == (1, 1)
    assert Collection.objects.get().public_id == made.id
    assert Event.objects.get().public_id == event.id
    _, opened = connect(owner_key=KEY).rooms.open("goryo", {"edition": "2024"}, players=[])
    room = lossy.rooms.enter(opened.code, opened.recorder_key)
    changed: Any = room.append(BIND, role="goryo")
    assert (changed.n_events, changed.version) == (1, 1)
    assert room.undo(0).n_events == 0
    with pytest.raises(KifuError, match="did not respond"):
        lossy.webhooks.create("https://hooks.example/x", ["game.stored"], games="public")
    assert Webhook.objects.count() == 1, "it is not repeated: it has no request key"
