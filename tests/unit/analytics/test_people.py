"""Merged, claimed and hidden names: a user cannot take a name, a hidden name appears nowhere, and
everything can be undone exactly.
"""

import gzip
import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from analytics import services as stats_services
from analytics.models import PlayerCell, ResultsFit
from replays import services as replay_services
from replays.models import Game, NameEvent, NameRequest, Person, PersonName, Seat
from replays.text.names import handle_of
from tests.support.pages import act, get, present

from .conftest import count_logs
from .logs import game
from .test_players import address, player_cells
from .test_ratings import ratings


@pytest.fixture(scope="module")
def played(module_db) -> None:
    pairs = [("Annabel", "Ben"), ("Ben", "Cy"), ("Anna", "Ben"), ("Cy", "Anna"), ("Ben", "Annabel")]
    logs = [
        game(n, *pairs[n % 5], "goryo" if n % 3 else "samurai", f"2026-01-{1 + n:02}")
        for n in range(20)
    ]
    logs[0]["source"] = "annabel"
    logs[0]["events"][0] = {**logs[0]["events"][0], "note": "Annabel binds it"}
    count_logs(logs)
    stats_services.fit_results()


def numbers() -> tuple:
    stats_services.fit_results()
    assert list(stats_services.recount(check_only=True)) == []
    return player_cells(), ratings()


def public_paths() -> list[str]:
    """Return the paths of public answers about games and players."""
    paths = ["/", "/games/", "/players/", "/api/v1/players/", "/api/v1/games/",
                 "/stats/goryo/ratings/", "/api/v1/stats/goryo/ratings/",
                 "/api/v1/stats/goryo/ratings/csv/", "/stats/goryo/balance/",
                 "/games/?player=annabel", "/api/v1/games/?player=annabel",
                 "/players/?q=annabel", address("Ben"), address("Ben", "games/"),
                 f"/api/v1{address('Ben')}",
                 "/stats/goryo/games/?layer=route&space=b4"]  # fmt: skip
    for public_id in Game.objects.order_by("pk").values_list("public_id", flat=True)[:6]:
        page, api = f"/games/{public_id}/", f"/api/v1/games/{public_id}/"
        paths += [f"{page}{more}" for more in ("", "log.json", "log.txt", "step-3.svg")]
        paths += [f"{page}replay.html", f"/embed/{public_id}/"]
        paths += [f"{api}{more}" for more in ("", "log.json", "frames/")]
    return paths


OF_REQUESTS = ("X-Request-ID", "X-RateLimit-")
"""Headers that differ from request to request."""


def answers(client: Client, paths: Iterable[str]) -> dict[str, bytes]:
    bodies = {}
    for path in paths:
        answer = client.get(path)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        headers = {k: v for k, v in answer.headers.items() if not k.startswith(OF_REQUESTS)}
        bodies[path] = content + str(sorted(headers.items())).encode()
    return bodies


def hide(name: str) -> Person:
    person = replay_services.hide_names(name, "an administrator")
    stats_services.fit_results()
    return person


def test_a_hidden_name_appears_nowhere_still_counts_and_returns_exactly(played, client):
    before, pages, seats = numbers(), answers(client, public_paths()), seat_rows()
    assert sum(b"Annabel" in body for body in pages.values()) > 15
    whole = client.get("/api/v1/stats/goryo/roles/").json()["overall"]
    ben = client.get(f"/api/v1{address('Ben')}").json()
    person = hide("annabel")
    stats_services.fit_results()
    for path, body in answers(client, pages).items():
        text = body.replace(b"player=annabel", b"").replace(b'value="annabel"', b"")
        text = text.replace(b"q=annabel", b"").replace(b"&quot;annabel&quot;", b"")
        text = text.replace("“annabel”".encode(), b"")  # the search terms, in their chip
        assert b"annabel" not in text.lower(), path
        assert b"\\u001f" not in body, path
        assert b"\x1f" not in body, path
    against = address("Ben", f"games/?against={handle_of('annabel')}")
    own = address("Annabel")
    for path in (own, f"{own}games/", f"/api/v1{own}", against):
        get(client, path, 404)
    after = client.get(f"/api/v1{address('Ben')}").json()
    overall = client.get("/api/v1/stats/goryo/roles/").json()["overall"]
    for role, rate in overall["roles"].items():
        people, of_whole = rate.pop("people"), whole["roles"][role]["people"]
        assert (people["players"], people["unnamed_seats"]) == (of_whole["players"] - 1, 8)
        rate["people"] = of_whole
    assert overall == whole
    assert after["records"] == ben["records"]
    assert after["ratings"] == ben["ratings"]
    ahead = [sorted((row["ahead"]["n"], row["ahead"]["k"]) for row in body["opponents"])
             for body in (after, ben)]  # fmt: skip
    assert ahead[0] == ahead[1]
    assert [row["name"] for row in after["opponents"]].count(None) == 1
    assert numbers()[0] != before[0]
    replay_services.show_names(person, "an administrator")
    assert numbers() == before
    assert client.get("/api/v1/stats/goryo/roles/").json()["overall"] == whole
    assert seat_rows() == seats
    assert not Game.objects.exclude(hidden_seats=0).exists()
    paths = ("/api/v1/games/", address("Ben", "games/"), f"/api/v1{address('Ben')}")
    for path, body in answers(client, paths).items():
        assert undated(body) == undated(pages[path])


def seat_rows() -> list:
    return list(Seat.objects.order_by("pk").values_list("name", "name_key", "person"))


def undated(body: bytes) -> bytes:
    """An answer without the times of its numbers."""
    return re.sub(rb'"(as_of|revision)":("[^"]*"|[0-9]+)', b"", body)


def test_names_stay_hidden_in_games_logs_and_open_data(played, client, settings, tmp_path):
    hide("annabel")
    count_logs([game(99, "ANNABEL", "Di", "goryo")])
    assert b"annabel" not in client.get("/games/").content.lower()
    assert client.get(address("Annabel")).status_code == 404
    newest = Game.objects.first()
    assert newest.hidden_seats == 1
    log = client.get(f"/games/{newest.public_id}/log.json").json()
    assert log["players"][0] == {"role": "goryo"}
    assert numbers()
    first = Game.objects.filter(canonical__contains="binds it").get()
    text = client.get(f"/games/{first.public_id}/log.json").content
    log = json.loads(text)
    assert log["source"] == "a player"
    assert log["events"][0]["note"] == "a player binds it"
    path = tmp_path / "log.json"
    path.write_bytes(text)
    call_command("validate", str(path))
    settings.DUMPS_DIR = tmp_path
    stats_services.make_dump()
    logs = [gzip.decompress(path.read_bytes()) for path in tmp_path.rglob("*.ndjson.gz")]
    assert sum(len(log.splitlines()) for log in logs) == 21
    assert b"annabel" not in b"".join(logs).lower()
    assert b"Ben" in b"".join(logs)


def test_merged_names_are_one_player(played, client):
    separate = numbers()
    single = [client.get(f"/api/v1{address(n)}").json() for n in ("Anna", "Annabel")]
    replay_services.merge_names("annabel", "anna", "an administrator")
    together = numbers()
    body = client.get(f"/api/v1{address('Annabel')}").json()
    total = sum(player["records"][0]["whole"]["games"] for player in single)
    assert body["records"][0]["whole"]["games"] == total
    assert client.get(f"/api/v1{address('Anna')}").json()["name"] == "Annabel"
    moved = client.get(address("Anna"))
    assert (moved.status_code, moved["Location"]) == (302, address("Annabel"))
    listed = {row["name"]: row["games"] for row in client.get("/api/v1/players/").json()["players"]}
    assert listed["Annabel"] == total
    assert "Anna" not in listed
    matching = client.get("/api/v1/players/?q=annab").json()["players"]
    assert [row["games"] for row in matching] == [total]
    ben = client.get(f"/api/v1{address('Ben')}").json()["opponents"]
    assert [row["name"] for row in ben].count("Annabel") == 1
    assert client.get(address("Annabel", "games/")).context["page"].n == total
    assert any(key[2] == handle_of("anna") for key in separate[1])
    assert not any(key[0] == handle_of("anna") for key in together[1])
    replay_services.undo_name_event(NameEvent.objects.get(what="merged"), "an administrator")
    assert numbers() == separate
    replay_services.undo_name_event(NameEvent.objects.get(what="split"), "an administrator")
    assert numbers() == together
    replay_services.hide_names("anna", "an administrator")
    for body in answers(client, public_paths()).values():
        assert present(body, b'"Anna"', b">Anna<") == []
    assert client.get(address("Anna")).status_code == 404


def ask(client: Client, wish: str, name: str, **more: str) -> NameRequest:
    answer = client.post("/names/", {"wish": wish, "name": name, **more})
    assert answer.status_code == 302, answer.content
    return NameRequest.objects.get(public_id=answer["Location"].split("/")[2])


@pytest.mark.parametrize("wish", ["claim", "merge", "hide"])
def test_a_stranger_can_only_send_a_request(played, client, wish):
    before = numbers()
    request = ask(client, wish, "Annabel", other="Ben")
    for action in ("hide", "restore", "accept"):
        client.post(request.get_absolute_url(), {"action": action})
    assert not Person.objects.exists()
    assert not PersonName.objects.exists()
    assert numbers() == before
    assert NameRequest.objects.get().state == "open"
    client.post(request.get_absolute_url(), {"action": "withdraw"})
    assert NameRequest.objects.get().state == "withdrawn"
    refused("accept_request", request)


def test_only_the_author_sees_the_request(played, client):
    request = ask(client, "claim", "Annabel", message="a secret word", contact="ann@example.org")
    key = client.get(request.get_absolute_url()).context["key"]
    stranger, path = Client(), request.get_absolute_url()
    shown = get(stranger, path).content
    assert present(shown, b"Annabel", b"secret word", b"example.org", key.encode()) == []
    forms = ({"key": "wrong"}, {"action": "withdraw"}, {"key": key})
    assert [stranger.post(path, form).status_code for form in forms] == [403, 403, 302]
    get(stranger, path)


def test_after_an_accepted_claim_the_author_can_hide_and_restore_the_name(played, client):
    request = ask(client, "claim", "Annabel")
    rival = Client()
    other = ask(rival, "claim", "Annabel")
    replay_services.accept_request(request, "administrator: eve", "verified by phone")

    def status_after(author: Client, sent: NameRequest, action: str) -> int:
        """Return the status of the player's page after an action of an author."""
        author.post(sent.get_absolute_url(), {"action": action})
        return client.get(address("Annabel")).status_code

    assert status_after(rival, other, "hide") == 200
    assert status_after(client, request, "hide") == 404
    assert status_after(rival, other, "restore") == 404
    assert status_after(client, request, "restore") == 200
    events = list(NameEvent.objects.order_by("pk").values_list("what", "by"))
    assert [what for what, _ in events] == ["claimed", "hidden", "restored"]
    assert events[0][1] == "administrator: eve"
    assert request.public_id in events[1][1]
    replay_services.undo_name_event(NameEvent.objects.get(what="claimed"), "an administrator")
    assert status_after(client, request, "hide") == 200


@pytest.mark.parametrize(
    "given",
    [{"wish": "steal", "name": "Ann"}, {"wish": "claim", "name": " "}, {"wish": "claim"},
     {"wish": "merge", "name": "Ann"}, {"wish": "merge", "name": "Ann", "other": "ANN"},
     {"wish": "claim", "name": "x" * 201}, {"wish": "claim", "name": "Ann", "message": "x" * 1001},
     {"wish": "claim", "name": "Ann", "contact": "x" * 201}],
)  # fmt: skip
def test_invalid_requests_are_refused(client, given):
    answer = client.post("/names/", given)
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert not NameRequest.objects.exists()


def test_requests_are_throttled(client, rates):
    rates(new="2/day")
    codes = [client.post("/names/", {"wish": "claim", "name": "Ann"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]


def test_moderators_decide_in_the_admin(played):
    get_user_model().objects.create_superuser("eve", "eve@example.org", "secret")
    house = Client()
    house.login(username="eve", password="secret")
    request = ask(Client(), "merge", "Annabel", other="Anna")

    page = house.get(reverse("admin:replays_namerequest_changelist")).content
    assert b"games with the name, by anyone: " in page
    assert "accepted" in act(house, "namerequest", "accept", request.pk)
    assert PersonName.objects.count() == 2
    assert "already been decided" in act(house, "namerequest", "decline", request.pk)
    person = Person.objects.get()
    act(house, "person", "hide", person.pk)
    assert Person.objects.get().hidden_at
    act(house, "person", "restore", person.pk)
    assert not Person.objects.get().hidden_at
    assert "undone" in act(house, "nameevent", "undo", NameEvent.objects.get(what="merged").pk)
    assert Person.objects.count() == 2
    assert set(NameEvent.objects.values_list("by", flat=True)) == {"administrator: eve"}
    for model, row in {"namerequest": request, "person": person}.items():
        get(house, reverse(f"admin:replays_{model}_change", args=[row.pk]))


def refused(service: str, *args: Any) -> None:
    with pytest.raises(replay_services.Refusal):
        getattr(replay_services, service)(*args, "x")


def test_merging_and_hiding_twice_is_refused(played):
    replay_services.merge_names("annabel", "anna", "x")
    for names in (("anna", "annabel"), ("annabel", "")):
        refused("merge_names", *names)
    for part in ("ben", "annabel"):
        refused("split_names", "annabel", [part])
    person = replay_services.hide_names("anna", "x")
    refused("hide_names", "annabel")
    refused("merge_names", "annabel", "ben")
    refused("split_names", "annabel", ["anna"])
    replay_services.show_names(person, "x")
    refused("show_names", person)
    assert ResultsFit.objects.exists()
    assert PlayerCell.objects.exists()
