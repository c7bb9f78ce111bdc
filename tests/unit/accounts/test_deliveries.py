"""Deliveries of webhooks: order, retries, signatures, and refused addresses."""

import socket
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.hooks import BadAddress, checked_address, secret_of
from accounts.models import HookAttempt, HookEvent, PersonalToken, Webhook
from accounts.services import webhooks as services
from accounts.services.deliveries import PAUSES, delete_old_events, deliver_one, due_webhooks
from accounts.services.outbox import make_events
from kifu_house import KifuError, verify_webhook
from tests.unit.visibility.owners import play, stored

from .receiver import Receiver, work

pytestmark = pytest.mark.django_db
Make = Callable[..., Webhook]
Bearer = Callable[..., dict[str, str]]


def test_a_failed_event_is_repeated_before_later_ones(make: Make, receiver: Receiver) -> None:
    hook = make(events=["game.stored"])
    ids = [stored(play(seed), "ann").public_id for seed in (1, 2)]
    receiver.answers = [500]
    before = timezone.now()
    work(hook)
    assert (hook.n_failures, len(receiver.requests)) == (1, 1)
    least, most = (timedelta(seconds=PAUSES[0] * factor) for factor in (0.9, 1.1))
    assert before + least <= hook.next_at <= timezone.now() + most
    work(hook)
    assert len(receiver.requests) == 1, "it waits"
    assert due_webhooks() == []
    Webhook.objects.update(next_at=timezone.now())
    work(hook)
    events = receiver.events(hook)
    assert [event.data["id"] for event in events] == [ids[0], *ids]
    assert events[0] == events[1]
    assert hook.n_failures == 0
    failed, repeated, _ = HookAttempt.objects.order_by("pk")
    assert (failed.event_id, failed.status) == (repeated.event_id, 500)
    assert failed.excerpt.startswith("no<b>thanks")
    assert len(failed.excerpt) < 501


@pytest.mark.parametrize(("answers", "reason"), [([500] * 20, "failures"), ([410], "gone")])
def test_a_webhook_that_always_fails_is_paused(
    make: Make, receiver: Receiver, answers: list[int], reason: str
) -> None:
    hook = make(events=["game.stored"])
    stored(play(1), "ann")
    receiver.answers = list(answers)
    for _ in range(len(PAUSES) + 3):
        work(hook)
        Webhook.objects.update(next_at=timezone.now())
    assert hook.paused_for == reason
    assert len(receiver.requests) == (1 if reason == "gone" else len(PAUSES) + 1)
    receiver.answers = []
    services.resume(hook)
    work(hook)
    assert (hook.paused_for, hook.n_failures) == ("", 0)
    assert HookEvent.objects.get().state == "done"


def test_redirects_are_not_followed(make: Make, receiver: Receiver) -> None:
    hook = make(events=["game.stored"])
    stored(play(1), "ann")
    receiver.answers = [307]
    work(hook)
    assert (len(receiver.requests), hook.n_failures) == (1, 1)


def test_only_one_worker_sends_events_of_a_webhook(make: Make, receiver: Receiver) -> None:
    hook = make(events=["game.stored"])
    stored(play(1), "ann")
    make_events()
    Webhook.objects.update(lease_until=timezone.now() + timedelta(seconds=60))
    work(hook)
    assert receiver.requests == []
    Webhook.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    work(hook)
    assert len(receiver.requests) == 1


def test_a_webhook_ends_with_its_token(make: Make, receiver: Receiver, bearer: Bearer) -> None:
    bearer()
    token = PersonalToken.objects.get()
    hook = make(events=["game.stored"], token=token)
    stored(play(1), "ann")
    make_events()
    assert due_webhooks() == [hook.pk]
    again = services.redeliver(HookEvent.objects.get())
    PersonalToken.objects.update(expires_at=timezone.now())
    assert due_webhooks() == []
    work(hook)
    deliver_one(again.pk)
    assert receiver.requests == []


def test_tests_and_redeliveries_are_sent_at_once(make: Make, receiver: Receiver) -> None:
    hook = make(events=["game.stored"])
    stored(play(1), "ann")
    work(hook)
    services.pause(hook)
    stored(play(2), "ann")
    work(hook)
    assert len(receiver.requests) == 1
    again = services.redeliver(HookEvent.objects.get(state="done"))
    for event in (again, services.send_test(hook)):
        deliver_one(event.pk)
        deliver_one(event.pk)
    first, second, ping = receiver.events(hook)
    assert (first, ping.type) == (second, "ping")


def test_old_events_are_deleted(make: Make) -> None:
    hook = make()
    services.send_test(hook)
    delete_old_events()
    assert HookEvent.objects.count() == 1
    HookEvent.objects.update(created_at=timezone.now() - timedelta(days=31))
    delete_old_events()
    assert not HookEvent.objects.exists()


# -------------------------------------------------------------------------------------- addresses

HOSTS = (
    "127.0.0.1", "localhost", "[::1]", "169.254.169.254", "[fe80::1]", "10.0.0.1", "192.168.1.1",
    "172.16.0.1", "0.0.0.0", "224.0.0.1", "100.64.0.1", "[::ffff:127.0.0.1]", "[fc00::1]",
    "2130706433", "127.1",
)  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
def test_private_addresses_are_refused(
    make: Make, receiver: Receiver, settings: Any, host: str
) -> None:
    settings.WEBHOOK_LOOPBACK = False
    hook = make(url=f"http://{host}:{receiver.port}/")
    event = services.send_test(hook)
    deliver_one(event.pk)
    assert event.attempts.get().problem == "address"
    assert receiver.requests == []


def test_a_name_is_resolved_once(
    make: Make, receiver: Receiver, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """The connection goes to the address that was checked, whatever the name leads to later."""
    resolved: list[str] = []
    public, private = ("127.0.0.1", "10.0.0.1")

    def getaddrinfo(host: str, port: int, *args: Any, **options: Any) -> list[Any]:
        if host != "receiver.example":
            return real(host, port, *args, **options)
        resolved.append(host)
        address = public if len(resolved) == 1 else private
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    hook = make(url=f"http://receiver.example:{receiver.port}/hook")
    event = services.send_test(hook)
    deliver_one(event.pk)
    assert event.attempts.get().status == 204
    assert resolved == ["receiver.example"]
    [(headers, _)] = receiver.requests
    assert headers["Host"] == f"receiver.example:{receiver.port}"
    settings.WEBHOOK_LOOPBACK = False
    resolved.clear()
    event = services.send_test(hook)
    deliver_one(event.pk)
    assert event.attempts.get().problem == "address"


BAD = (
    "http://example.org/", "https://", "https://u:p@example.org/", "https://example.org:22/",
    "ftp://example.org/", "https://example.org/#x", "https://exämple.org/", "https://a b/",
    "https://example.org:99999/", "https://example.org/" + "a" * 500, "javascript:alert(1)",
)  # fmt: skip


@pytest.mark.parametrize("url", BAD)
def test_addresses_of_other_forms_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        checked_address(url)
    assert checked_address(" https://example.org:8443/a?b=c ") == "https://example.org:8443/a?b=c"


# ------------------------------------------------------------------------------ signatures, client


def test_signatures_are_verified(make: Make, receiver: Receiver) -> None:
    hook = make()
    deliver_one(services.send_test(hook).pk)
    [(headers, body)] = receiver.requests
    signature, secret = headers["Kifu-Signature"], secret_of(hook)
    event = verify_webhook(secret, signature, body)
    assert (event.type, event.data) == ("ping", {"message": "This is a test."})
    sent = int(signature.split(",")[0][2:])
    for wrong in (
        ("whsec_other", signature, body),
        (secret, signature, body + b" "),
        (secret, signature.replace(f"t={sent}", f"t={sent + 1}"), body),
        (secret, "v1=abc", body),
        (secret, "", body),
    ):
        with pytest.raises(KifuError) as caught:
            verify_webhook(*wrong)
        assert caught.value.code == "bad_signature"
    for now in (sent + 301, sent - 301):
        with pytest.raises(KifuError) as caught:
            verify_webhook(secret, signature, body, now=now)
        assert caught.value.code == "too_old"
    services.new_secret(hook)
    with pytest.raises(KifuError):
        verify_webhook(secret_of(hook), signature, body)
