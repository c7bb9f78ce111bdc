"""Webhooks: which events are sent, their page and their API."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from accounts.hooks import secret_of
from accounts.models import HookChange, HookEvent, PersonalToken, Webhook
from accounts.services import deliveries
from accounts.services import webhooks as services
from accounts.services.deliveries import deliver_one
from accounts.services.hook_requests import Answer, send
from replays import services as replay_services
from replays.models import Game, Upload
from tests.unit.replays.logs import as_json, json_log, queue
from tests.unit.visibility.owners import call, header, key_of, play, stored

from .conftest import sign_in
from .receiver import Receiver, shown, work

pytestmark = pytest.mark.django_db
Make = Callable[..., Webhook]
Bearer = Callable[..., dict[str, str]]


def test_events_of_own_games_arrive_in_order(make: Make, receiver: Receiver) -> None:
    hook = make()
    games = [
        stored(play(seed), "ann", visibility)
        for seed, visibility in ((1, "private"), (2, "public"))
    ]
    stored(play(3), "ben")
    first, second = (game.public_id for game in games)
    call("POST", "my-games/changes/", "ann", ids=[first], visibility="public")
    undo = call("POST", "my-games/changes/", "ann", ids=[second], deleted=True)["undo"]
    call("POST", "my-games/undo/", "ann", undo=undo)
    work(hook)
    uploads = Upload.objects.order_by("pk").values_list("public_id", flat=True)
    found = receiver.events(hook)
    assert shown(found) == [
        ("game.stored", first),
        ("upload.done", uploads[0]),
        ("game.stored", second),
        ("upload.done", uploads[1]),
        ("game.changed", first),
        ("game.removed", second),
        ("game.stored", second),
    ]
    assert found[0].data == {
        "id": first,
        "url": f"https://kifu.example/games/{first}/",
        "api": f"https://kifu.example/api/v1/games/{first}/",
        "kind": games[0].kind,
        "visibility": "private",
    }
    assert found[4].data["visibility"] == "public"
    assert found[5].data == {"id": second}
    headers, _ = receiver.requests[0]
    assert (headers["Kifu-Event"], headers["Kifu-Delivery"]) == ("game.stored", found[0].id)
    assert len({event.id for event in found}) == len(found)
    assert not HookEvent.objects.exclude(state="done").exists()


def test_events_of_public_games_say_nothing_of_others(make: Make, receiver: Receiver) -> None:
    hook = make("public")
    public, private = stored(play(1), "ben"), stored(play(2), "ben", "private")
    stored(play(3), "ben", "unlisted")
    log = json_log(event="unfinished")
    unfinished = stored({**log, "events": log["events"][:3]}, "ben")
    work(hook)
    assert shown(receiver.events(hook)) == [("game.stored", public.public_id)]
    receiver.requests.clear()
    ids = [private.public_id, unfinished.public_id]
    call("POST", "my-games/changes/", "ben", ids=ids, visibility="public")
    call("POST", "my-games/changes/", "ben", ids=[public.public_id], visibility="private")
    whole = stored_log(log, "ben")
    call("POST", "my-games/changes/", "ben", ids=[private.public_id], deleted=True)
    call("POST", "my-games/changes/", "ben", ids=[unfinished.public_id], visibility="private")
    work(hook)
    assert shown(receiver.events(hook)) == [
        ("game.removed", public.public_id),
        ("game.removed", private.public_id),
        ("game.removed", whole),
    ], "what is private by now is not announced"


def test_hidden_names_are_one_change_for_owners_and_everyone(
    make: Make, receiver: Receiver
) -> None:
    own, public = make(), make("public")
    log = play(1)
    for seat, name in zip(log["players"], ("Zed", "Yve"), strict=True):
        seat["name"] = name
    games = [
        stored(log, "ann"),
        stored({**log, **play(2), "players": log["players"]}, "ann", "private"),
    ]
    first, second = (game.public_id for game in games)
    work(own)
    work(public)
    receiver.requests.clear()
    call("PATCH", f"games/{first}/", "ann", names="none")
    call("PATCH", f"games/{second}/", "ann", names="none", visibility="public")
    work(own)
    assert shown(receiver.events(own)) == [("game.changed", first), ("game.changed", second)]
    receiver.requests.clear()
    work(public)
    assert shown(receiver.events(public)) == [("game.changed", first), ("game.stored", second)]
    call("PATCH", f"games/{first}/", "ann", names="full")
    work(own)
    work(public)
    receiver.requests.clear()
    replay_services.hide_names("zed", "staff")
    work(own)
    assert shown(receiver.events(own)) == [("game.changed", first)]


def stored_log(log: dict[str, Any], name: str) -> str:
    """Upload another record of a game; return the id of the game."""
    answer = Client().post("/api/v1/games/", as_json(log), "application/json", headers=header(name))
    assert answer.status_code == 200, answer.content
    return str(answer.json()["id"])


def test_a_game_that_is_deleted_for_ever_was_removed_once(make: Make, receiver: Receiver) -> None:
    hook = make()
    game = stored(play(1), "ann")
    work(hook)
    receiver.requests.clear()
    Game.objects.get(pk=game.pk).delete()
    other = stored(play(2), "ann")
    replay_services.withdraw_games([other.pk])
    replay_services.restore_games([other.pk])
    work(hook)
    events = [each for each in shown(receiver.events(hook)) if each[0] != "upload.done"]
    assert events == [
        ("game.removed", game.public_id),
        ("game.stored", other.public_id),
        ("game.removed", other.public_id),
        ("game.stored", other.public_id),
    ]


def test_an_upload_that_a_worker_reads_is_announced_at_its_end(
    make: Make, receiver: Receiver
) -> None:
    hook = make(events=["upload.done"])
    upload = queue(as_json(play(1)))
    Upload.objects.filter(pk=upload.pk).update(uploader=key_of("ann"))
    work(hook)
    assert receiver.requests == []
    replay_services.read_waiting(upload.pk)
    work(hook)
    assert shown(receiver.events(hook)) == [("upload.done", upload.public_id)]


def test_nothing_is_noted_of_a_change_that_is_rolled_back(make: Make) -> None:
    make()
    with transaction.atomic():
        stored(play(1), "ann")
        assert HookChange.objects.exists()
        transaction.set_rollback(True)
    assert not HookChange.objects.exists()


# ------------------------------------------------------------------------------------- page, API


def form(receiver: Receiver, **changes: Any) -> dict[str, Any]:
    return {"url": receiver.url, "event": ["game.stored"], "games": "own", **changes}


def test_the_page_creates_tests_and_deletes(signed_in: Client, receiver: Receiver) -> None:
    page = "/account/webhooks/"
    assert "You have no webhooks." in signed_in.get(page).content.decode()
    for wrong in ({"url": "ftp://x"}, {"event": []}, {"games": "all"}, {"event": ["x"]}):
        assert signed_in.post(page, form(receiver, **wrong)).status_code == 400
    created = signed_in.post(page, form(receiver)).content.decode()
    hook = Webhook.objects.get()
    assert secret_of(hook) in created
    address = f"{page}{hook.public_id}/"
    assert secret_of(hook) not in signed_in.get(address).content.decode()
    signed_in.post(address, {"action": "test"})
    event = HookEvent.objects.get()
    receiver.answers = [500]
    deliver_one(event.pk)
    shown_page = signed_in.get(address).content.decode()
    assert "<strong>500</strong>" in shown_page
    assert "&lt;b&gt;thanks" in shown_page
    signed_in.post(address, {"action": "redeliver", "id": str(event.pk)})
    assert HookEvent.objects.filter(public_id=event.public_id).count() == 2
    assert signed_in.post(address, {"action": "redeliver", "id": "0"}).status_code == 404
    signed_in.post(address, {"action": "save", **form(receiver, games="public")})
    signed_in.post(address, {"action": "pause"})
    hook.refresh_from_db()
    assert (hook.games, hook.paused_for) == ("public", "user")
    assert "You paused it." in signed_in.get(address).content.decode()
    signed_in.post(address, {"action": "resume"})
    assert signed_in.post(address, {"action": "x"}).status_code == 400
    before = secret_of(hook)
    assert before not in signed_in.post(address, {"action": "secret"}).content.decode()
    signed_in.post(address, {"action": "delete"})
    assert not Webhook.objects.exists()


def test_webhooks_of_others_do_not_exist(make: Make, signed_in_other: Client) -> None:
    hook = make()
    address = f"/account/webhooks/{hook.public_id}/"
    assert signed_in_other.get(address).status_code == 404
    assert signed_in_other.post(address, {"action": "delete"}).status_code == 404
    assert Client().get(address).status_code == 302


def test_the_api(client: Client, bearer: Bearer, receiver: Receiver) -> None:
    path, headers = "/api/v1/webhooks/", bearer()
    body = {"url": receiver.url, "events": ["game.stored"], "games": "public"}

    def send(method: str, address: str, status: int, content: Any = None, **other: Any) -> Any:
        data = "" if content is None else json.dumps(content)
        answer = client.generic(method, address, data, "application/json", **(other or headers))
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    hook = send("POST", path, 201, body)
    address = f"{path}{hook['id']}/"
    assert hook["secret"] == secret_of(Webhook.objects.get())
    assert send("GET", path, 200)["webhooks"] == [{k: v for k, v in hook.items() if k != "secret"}]
    assert (
        send("PATCH", address, 200, {"paused": True, "events": ["upload.done"]})["paused"] == "user"
    )
    assert send("PATCH", address, 200, {"new_secret": True})["secret"] != hook["secret"]
    ping = send("POST", f"{address}test/", 202)
    deliver_one(ping["id"])
    [delivery] = send("GET", f"{address}deliveries/", 200)["deliveries"]
    assert (delivery["state"], delivery["attempts"][0]["status"]) == ("done", 204)
    send("POST", f"{address}deliveries/{delivery['id']}/", 202)
    send("POST", f"{address}deliveries/0/", 404)
    assert send("PATCH", address, 422, {"url": "ftp://x"})["code"] == "bad_webhook"
    assert send("POST", path, 400, {"url": receiver.url})["code"] == "missing_field"
    other = bearer("webhooks")
    refused = send("POST", path, 403, {**body, "games": "own"}, **other)
    assert refused["error"]["scope"] == "read:private"
    assert send("GET", path, 403, **bearer("upload"))["error"]["scope"] == "webhooks"
    assert send("GET", path, 403, HTTP_X="")["code"] == "token_needed"
    send("DELETE", address, 204)
    send("GET", address, 404)
    send("POST", path, 201, body, **other)
    PersonalToken.objects.filter(scopes="webhooks").delete()
    assert not Webhook.objects.exists(), "it ends with its token"


def test_webhooks_of_own_games_need_the_scope_of_private_games(
    make: Make, receiver: Receiver, client: Client, bearer: Bearer
) -> None:
    hook = make(events=["game.stored"])
    stored(play(1), "ann", "private")
    work(hook)
    services.pause(hook)
    stored(play(2), "ann", "private")
    work(hook)
    path, (newest, oldest) = f"/api/v1/webhooks/{hook.public_id}/", HookEvent.objects.all()
    assert (newest.state, oldest.state) == ("pending", "done")
    requests = (
        ("PATCH", path, {"games": "public"}),
        ("PATCH", path, {"url": "https://other.example/"}),
        ("PATCH", path, {"new_secret": True}),
        ("POST", f"{path}test/", {}),
        ("POST", f"{path}deliveries/{oldest.pk}/", {}),
    )
    for method, address, body in requests:
        answer = client.generic(
            method, address, json.dumps(body), "application/json", **bearer("webhooks")
        )
        assert answer.status_code == 403, (method, address, body)
        assert answer.json()["error"]["scope"] == "read:private"
    headers = bearer("webhooks", "read:private")
    for body, n_events in (({"events": ["upload.done"]}, 2), ({"games": "public"}, 0)):
        answer = client.patch(path, json.dumps(body), "application/json", **headers)
        assert (answer.status_code, hook.queue.count()) == (200, n_events)


def test_another_address_gets_no_earlier_event(
    make: Make, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = make(events=["game.stored"])
    ping = services.send_test(hook)

    def answer(event: HookEvent) -> Answer:
        services.change_webhook(hook, url=f"{receiver.url}/other")
        return send(event)

    monkeypatch.setattr(deliveries, "send", answer)
    deliver_one(ping.pk)
    assert len(receiver.requests) == 1, "it was on its way to the earlier address"
    assert not HookEvent.objects.exists()


def test_few_tests_and_redeliveries_of_a_user_wait(
    make: Make, client: Client, bearer: Bearer
) -> None:
    signed_in = Client()
    sign_in(signed_in)
    hooks = [make("public"), make("public")]
    first, *_ = [services.send_test(hooks[n % 2]) for n in range(services.MAX_REQUESTED)]
    path, headers = f"/api/v1/webhooks/{hooks[0].public_id}/", bearer()
    for address in (f"{path}test/", f"{path}deliveries/{first.pk}/"):
        answer = client.post(address, **headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "too_many")
    page = f"/account/webhooks/{hooks[0].public_id}/"
    for fields in ({"action": "test"}, {"action": "redeliver", "id": str(first.pk)}):
        refused = signed_in.post(page, fields)
        assert refused.status_code == 400
        assert "are still waiting" in refused.content.decode()
    assert HookEvent.objects.count() == services.MAX_REQUESTED
    deliver_one(first.pk)
    assert client.post(f"{path}test/", **headers).status_code == 202
