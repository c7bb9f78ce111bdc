"""Following players, events and collections, and the digest: when, to whom, and only once."""

import smtplib
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from accounts.models import Account, Digest, Follow
from accounts.services.digests import send_digests, stop_token
from replays import services as replay_services
from replays.models import Collection, CollectionGame, Event, EventSpelling, Game, Visibility
from replays.reads.following import find_target, find_targets
from replays.text.names import handle_of, name_key
from tests.support.pages import get_page, missing, page, present
from tests.unit.analytics.conftest import count_logs
from tests.unit.replays.logs import json_log, two_players

pytestmark = pytest.mark.django_db
PAGE = "/account/following/"
MONDAY = datetime(2026, 11, 30, 7, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _site(settings: Any) -> None:
    settings.SITE_URL = "https://kifu.example/"


def log(goryo: str, samurai: str = "Ben", **header: Any) -> dict[str, Any]:
    """A game of two players."""
    header = {"event": f"{goryo} and {samurai}", **header}
    return json_log(players=two_players(goryo, samurai), **header)


def act(client: Client, action: str, **fields: str) -> Any:
    """Send a form of the page."""
    return client.post(PAGE, {"action": action, **fields})


def choose(client: Client, digest: str, language: str = "en", when: datetime = MONDAY) -> None:
    """Choose a digest at a time before the next one is due."""
    assert act(client, "digest", digest=digest, language=language).status_code == 302
    Digest.objects.update(period="before", begun_at=when - timedelta(days=1))


def sent(now: datetime = MONDAY) -> list[Any]:
    """Send what is due; return the e-mails."""
    mail.outbox.clear()
    n = send_digests(now)
    assert n == len(mail.outbox)
    return list(mail.outbox)


def test_following_and_stopping(signed_in: Client) -> None:
    count_logs([log("Ann", event="Cup")])
    event = handle_of("cup")
    for address, target in (
        (f"/players/{handle_of('ann')}/", "kind=player&key=Ann"),
        (f"/events/{event}/", f"kind=event&key={event}"),
    ):
        assert f'{PAGE}?{target}"' in get_page(signed_in, address)
        assert missing(page(signed_in, f"{PAGE}?{target}"), ">Follow</button>", "?") == []
        assert (
            act(signed_in, "follow", **dict(p.split("=") for p in target.split("&"))).status_code
            == 302
        )
        assert present(page(signed_in, f"{PAGE}?{target}"), ">Follow</button>") == []
    shown = page(signed_in, PAGE)
    assert missing(shown, "Ann</bdi>", "Cup</bdi>", f"/events/{event}/feed.atom") == []
    act(signed_in, "follow", kind="player", key="ANN")
    assert Follow.objects.count() == 2
    row = Follow.objects.get(kind="player")
    stranger = Client()
    assert stranger.post(PAGE, {"action": "unfollow", "id": row.pk}).status_code == 302
    act(signed_in, "unfollow", id=str(row.pk))
    assert [row.kind for row in Follow.objects.all()] == ["event"]
    for query in (
        "kind=player&key=Unknown",
        "kind=event&key=x",
        "kind=game&key=x",
        "kind=collection&key=x",
    ):
        assert signed_in.get(f"{PAGE}?{query}").status_code == 404
    assert act(signed_in, "digest", digest="hourly", language="en").status_code == 400


def test_a_digest_has_the_new_public_games_of_what_is_followed(signed_in: Client) -> None:
    count_logs([log("Ann", event="Before"), log("Cy", event="Cup")])
    owned = Event.objects.create(owner="owner", title="League")
    EventSpelling.objects.create(event=owned, handle=handle_of("leg 2"), name="Leg 2")
    listed = Collection.objects.create(owner="owner", title="Best", visibility="public")
    follows = (("player", "Ann"), ("event", handle_of("cup")), ("event", owned.public_id))
    for kind, key in (*follows, ("collection", listed.public_id)):
        act(signed_in, "follow", kind=kind, key=key)
    choose(signed_in, "weekly")
    count_logs(
        [
            log("Ann", "Ed"),
            log("Flo", "Gil", event="CUP"),
            log("Hal", event="leg 2"),
            log("Ida"),
            log("Jo"),
        ]
    )
    CollectionGame.objects.create(
        collection=listed, game=Game.objects.get(seats__name="Ida"), position=0
    )
    Game.objects.filter(seats__name="Jo").update(visibility=Visibility.PRIVATE)
    (message,) = sent()
    assert (message.to, message.subject) == (
        ["ann@example.org"],
        "4 new games from what you follow",
    )
    html = message.alternatives[0].content
    for text in (message.body, html):
        assert (
            missing(text, "Ann v Ed", "Flo v Gil", "Hal v Ben", "Ida v Ben", "League", "Best") == []
        )
        assert present(text, "Ann v Ben", "Jo v Ben", "won") == []
    game = Game.objects.get(seats__name="Ed")
    assert f"https://kifu.example/games/{game.public_id}/" in message.body
    assert Digest.objects.get(sent_at__isnull=False).n_games == 4


def test_no_digest_is_sent_twice(signed_in: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    count_logs([log("Ann", event="Before")])
    act(signed_in, "follow", kind="player", key="Ann")
    count_logs([log("Ann")])
    assert sent() == [], "off is the default"
    choose(signed_in, "daily")
    count_logs([log("Ann", "Ed")])

    class Refusing(EmailBackend):
        def send_messages(self, messages: Any) -> int:
            raise smtplib.SMTPServerDisconnected

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.backends.locmem.EmailBackend", Refusing)
        assert sent() == []
    (message,) = sent()
    assert "Ann v Ed" in message.body
    assert sent() == sent(MONDAY + timedelta(hours=9)) == []
    count_logs([log("Ann", "Flo")])
    assert sent(MONDAY + timedelta(hours=20)) == [], "one a day"
    (later,) = sent(MONDAY + timedelta(days=1))
    assert missing(later.body, "Ann v Flo") == present(later.body, "Ann v Ed") == []
    assert message.extra_headers["Message-ID"] != later.extra_headers["Message-ID"]
    count_logs([log("Ann", "Gil")])

    def killed(*_: Any, **__: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", killed)
        with pytest.raises(SystemExit):
            send_digests(MONDAY + timedelta(days=2))
    assert sent(MONDAY + timedelta(days=2)) == [], "a worker that was killed may have sent it"


def test_one_request_without_sign_in_ends_the_digests(signed_in: Client) -> None:
    count_logs([log("Ann", event="Before")])
    act(signed_in, "follow", kind="player", key="Ann")
    choose(signed_in, "daily")
    count_logs([log("Ann")])
    (message,) = sent()
    link = message.extra_headers["List-Unsubscribe"].strip("<>")
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link in message.body
    path = link.removeprefix("https://kifu.example")
    program = Client(enforce_csrf_checks=True)
    assert "Stop these e-mails" in page(program, path)
    assert Account.objects.get().digest == "daily", "opening the link changes nothing"
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert Account.objects.get().digest == "off"
    assert Follow.objects.count() == 1
    assert program.post(f"{PAGE}stop/{stop_token(1)}x/").status_code == 404


def test_a_digest_is_in_the_language_of_the_account(signed_in: Client) -> None:
    count_logs([log("Ann", event="Before")])
    act(signed_in, "follow", kind="player", key="Ann")
    choose(signed_in, "weekly", "it")
    count_logs([log("Ann")])
    (message,) = sent()
    game = Game.objects.first()
    assert game is not None
    assert f"https://kifu.example/it/games/{game.public_id}/" in message.body
    assert '<html lang="it">' in message.alternatives[0].content


def test_hidden_names_and_unconfirmed_addresses_get_nothing(signed_in: Client) -> None:
    count_logs([log("Ann", event="Before")])
    act(signed_in, "follow", kind="player", key="Ann")
    choose(signed_in, "daily")
    count_logs([log("Ann")])
    replay_services.hide_names(name_key("Ann"), "staff")
    assert sent() == []
    assert missing(page(signed_in, PAGE), "no longer public") == []
    User.objects.get().emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    act(signed_in, "follow", kind="player", key="Ben")
    count_logs([log("Cy")])
    assert sent(MONDAY + timedelta(days=1)) == []


def test_merged_names_are_followed_together(signed_in: Client) -> None:
    count_logs([log("Ann", event="Before"), log("Annie", event="Before 2")])
    act(signed_in, "follow", kind="player", key="Ann")
    replay_services.merge_names(name_key("Annie"), name_key("Ann"), "staff")
    choose(signed_in, "daily")
    count_logs([log("Annie", "Ed")])
    (message,) = sent()
    assert "Annie v Ed" in message.body


def test_many_targets_are_few_queries(django_assert_num_queries: Any) -> None:
    count_logs([log("Ann", event="Cup"), log("Zoe", event="Cup"), log("Eve", event="League")])
    event = Event.objects.create(owner="a" * 64, title="Own")
    row = Collection.objects.create(owner="a" * 64, title="Set", visibility="public")
    keys = [
        ("player", "ann"), ("player", "zoe"), ("player", "unknown"),
        ("event", handle_of("cup")), ("event", handle_of("league")), ("event", event.public_id),
        ("event", handle_of("no")), ("collection", row.public_id), ("collection", "i" * 12),
    ]  # fmt: skip
    with django_assert_num_queries(5):
        found = find_targets(keys)
    assert [found.get(key) for key in keys] == [find_target(*key) for key in keys]
    assert len(found) == 6
