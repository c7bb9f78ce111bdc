"""Names put together, claimed and left out: nobody can take a name, nothing of a left-out name is
anywhere, every number is as if it had always been so, and all of it can be undone.
"""

import gzip
import json
import re

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from analytics import services as stats_services
from analytics.models import PlayerCell, RatingPool
from replays import services as replay_services
from replays.models import Game, NameEvent, NameRequest, Person, PersonName, Seat
from replays.text.names import handle_of

from .conftest import count_logs
from .test_players import address, player_cells
from .test_ratings import game, ratings

pytestmark = pytest.mark.django_db


def season() -> list[dict]:
    pairs = [("Annabel", "Ben"), ("Ben", "Cy"), ("Anna", "Ben"), ("Cy", "Anna"), ("Ben", "Annabel")]
    return [
        game(n, *pairs[n % 5], "goryo" if n % 3 else "samurai", f"2026-01-{1 + n:02}")
        for n in range(20)
    ]


@pytest.fixture(scope="module")
def played(module_db) -> None:
    logs = season()
    logs[0]["source"] = "annabel"
    logs[0]["events"][0] = {**logs[0]["events"][0], "note": "Annabel binds it"}
    count_logs(logs)
    stats_services.rate_waiting()


def numbers() -> tuple:
    stats_services.rate_waiting()
    assert list(stats_services.recount(check_only=True)) == []
    return player_cells(), ratings()


def walk(client: Client) -> dict[str, bytes]:
    """Every public answer about games and players."""
    found = {}
    addresses = ["/", "/games/", "/players/", "/api/v1/players/", "/api/v1/games/",
                 "/stats/goryo/ratings/", "/api/v1/stats/goryo/ratings/",
                 "/api/v1/stats/goryo/ratings/csv/", "/stats/goryo/balance/",
                 "/games/?player=annabel", "/api/v1/games/?player=annabel",
                 "/players/?q=annabel", address("Ben"), address("Ben", "games/"),
                 f"/api/v1{address('Ben')}",
                 "/stats/goryo/games/?layer=route&space=b4"]  # fmt: skip
    for one in Game.objects.order_by("pk")[:6]:
        place = f"/games/{one.public_id}/"
        api = f"/api/v1/games/{one.public_id}/"
        addresses += [f"{place}{more}" for more in ("", "log.json", "log.txt", "step-3.svg")]
        addresses += [f"{place}replay.html", f"/embed/{one.public_id}/", api, f"{api}log.json"]
        addresses.append(f"{api}frames/")
    for each in addresses:
        answer = client.get(each)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        headers = {name: told for name, told in answer.headers.items() if name != "X-Request-ID"}
        found[each] = content + str(sorted(headers.items())).encode()
    return found


def test_nothing_of_a_left_out_name_is_anywhere(played, client):
    before = walk(client)
    assert sum(b"Annabel" in body for body in before.values()) > 15
    replay_services.hide_names("annabel", "the house")
    stats_services.rate_waiting()
    stats_services.fit_balance()
    for asked, body in walk(client).items():
        told = body.replace(b"player=annabel", b"").replace(b'value="annabel"', b"")
        told = told.replace(b"q=annabel", b"").replace(b"&quot;annabel&quot;", b"")
        assert b"annabel" not in told.lower(), asked
        assert b"\\u001f" not in body, asked
        assert b"\x1f" not in body, asked
    for place in (address("Annabel"), address("Annabel", "games/"), f"/api/v1{address('Annabel')}"):
        assert client.get(place).status_code == 404
    assert client.get(address("Ben", f"games/?against={handle_of('annabel')}")).status_code == 404


def test_what_is_left_out_still_counts(played, client):
    whole = client.get("/api/v1/stats/goryo/roles/").json()["overall"]
    ben = client.get(f"/api/v1{address('Ben')}").json()
    replay_services.hide_names("annabel", "the house")
    stats_services.rate_waiting()
    after = client.get(f"/api/v1{address('Ben')}").json()
    assert client.get("/api/v1/stats/goryo/roles/").json()["overall"] == whole
    assert after["records"] == ben["records"]
    assert after["ratings"] == ben["ratings"]
    key = lambda row: (row["ahead"]["n"], row["ahead"]["k"])  # noqa: E731
    assert sorted(map(key, after["opponents"])) == sorted(map(key, ben["opponents"]))
    assert [row["name"] for row in after["opponents"]].count(None) == 1


def test_a_left_out_name_comes_back_exactly(played, client):
    before, pages = numbers(), walk(client)
    seats = list(Seat.objects.order_by("pk").values_list("name", "name_key", "person"))
    person = replay_services.hide_names("annabel", "the house")
    between = numbers()
    assert between[0] != before[0]
    replay_services.show_names(person, "the house")
    assert numbers() == before
    assert list(Seat.objects.order_by("pk").values_list("name", "name_key", "person")) == seats
    assert not Game.objects.exclude(hidden_seats=0).exists()
    after = walk(client)
    for asked in ("/api/v1/games/", address("Ben", "games/"), f"/api/v1{address('Ben')}"):
        assert undated(after[asked]) == undated(pages[asked])


def undated(body: bytes) -> bytes:
    """An answer without what tells when its numbers last moved."""
    return re.sub(rb'"(as_of|revision)":("[^"]*"|[0-9]+)', b"", body)


def test_it_holds_for_games_sent_in_later(played, counted, client):
    replay_services.hide_names("annabel", "the house")
    counted([game(99, "ANNABEL", "Di", "goryo")])
    assert b"annabel" not in client.get("/games/").content.lower()
    assert client.get(address("Annabel")).status_code == 404
    newest = Game.objects.first()
    assert newest.hidden_seats == 1
    log = json.loads(client.get(f"/games/{newest.public_id}/log.json").content)
    assert log["players"][0] == {"role": "goryo"}
    assert numbers()


def test_a_log_without_the_name_is_still_a_right_log(played, client, tmp_path):
    replay_services.hide_names("annabel", "the house")
    first = Game.objects.filter(canonical__contains="binds it").get()
    text = client.get(f"/games/{first.public_id}/log.json").content
    log = json.loads(text)
    assert log["source"] == "a player"
    assert log["events"][0]["note"] == "a player binds it"
    path = tmp_path / "log.json"
    path.write_bytes(text)
    call_command("validate", str(path))


def test_open_data_has_no_left_out_name(played, settings, tmp_path):
    settings.DUMPS_DIR = tmp_path
    replay_services.hide_names("annabel", "the house")
    stats_services.make_dump()
    logs = [gzip.decompress(path.read_bytes()) for path in tmp_path.rglob("*.ndjson.gz")]
    assert sum(len(log.splitlines()) for log in logs) == 20
    assert b"annabel" not in b"".join(logs).lower()
    assert b"Ben" in b"".join(logs)


def test_names_put_together_are_one_player(played, client):
    separate = numbers()
    single = [client.get(f"/api/v1{address(n)}").json() for n in ("Anna", "Annabel")]
    replay_services.merge_names("annabel", "anna", "the house")
    together = numbers()
    body = client.get(f"/api/v1{address('Annabel')}").json()
    total = sum(one["records"][0]["whole"]["games"] for one in single)
    assert body["records"][0]["whole"]["games"] == total
    assert client.get(f"/api/v1{address('Anna')}").json()["name"] == "Annabel"
    moved = client.get(address("Anna"))
    assert (moved.status_code, moved["Location"]) == (302, address("Annabel"))
    listed = {row["name"]: row["games"] for row in client.get("/api/v1/players/").json()["players"]}
    assert listed["Annabel"] == total
    assert "Anna" not in listed
    found = client.get("/api/v1/players/?q=annab").json()["players"]
    assert [row["games"] for row in found] == [total]
    ben = client.get(f"/api/v1{address('Ben')}").json()["opponents"]
    assert [row["name"] for row in ben].count("Annabel") == 1
    listed = client.get(address("Annabel", "games/"))
    assert listed.context["page"].n == total
    assert any(key[0] == handle_of("anna") for key in separate[1])
    assert not any(key[0] == handle_of("anna") for key in together[1])
    event = NameEvent.objects.get(what="merged")
    replay_services.undo_name_event(event, "the house")
    assert numbers() == separate
    replay_services.undo_name_event(NameEvent.objects.get(what="parted"), "the house")
    assert numbers() == together


def test_of_names_put_together_none_is_left(played, client):
    replay_services.merge_names("annabel", "anna", "the house")
    replay_services.hide_names("anna", "the house")
    for body in walk(client).values():
        assert b'"Anna"' not in body
        assert b">Anna<" not in body
    assert client.get(address("Anna")).status_code == 404


def ask(client: Client, wish: str, name: str, **more: str) -> NameRequest:
    answer = client.post("/names/", {"wish": wish, "name": name, **more})
    assert answer.status_code == 302, answer.content
    return NameRequest.objects.get(public_id=answer["Location"].split("/")[2])


@pytest.mark.parametrize("wish", ["claim", "merge", "leave_out"])
def test_a_stranger_can_only_ask(played, client, wish):
    before = numbers()
    asked = ask(client, wish, "Annabel", other="Ben")
    for action in ("leave_out", "let_back_in", "accept"):
        client.post(asked.get_absolute_url(), {"action": action})
    assert not Person.objects.exists()
    assert not PersonName.objects.exists()
    assert numbers() == before
    assert NameRequest.objects.get().state == "open"
    client.post(asked.get_absolute_url(), {"action": "withdraw"})
    assert NameRequest.objects.get().state == "withdrawn"
    with pytest.raises(replay_services.Refusal):
        replay_services.accept_request(asked, "the house")


def test_only_who_asked_sees_the_request(played, client):
    asked = ask(client, "claim", "Annabel", message="a secret word", contact="ann@example.org")
    page = client.get(asked.get_absolute_url())
    key = page.context["key"]
    stranger = Client()
    told = stranger.get(asked.get_absolute_url())
    assert told.status_code == 200
    for secret in (b"Annabel", b"secret word", b"example.org", key.encode()):
        assert secret not in told.content
    assert stranger.post(asked.get_absolute_url(), {"key": "wrong"}).status_code == 403
    assert stranger.post(asked.get_absolute_url(), {"action": "withdraw"}).status_code == 403
    assert stranger.post(asked.get_absolute_url(), {"key": key}).status_code == 302
    assert stranger.get(asked.get_absolute_url()).status_code == 200


def test_whose_claim_was_accepted_may_leave_out_and_come_back(played, client):
    asked = ask(client, "claim", "Annabel")
    rival = Client()
    other = ask(rival, "claim", "Annabel")
    replay_services.accept_request(asked, "the house: eve")
    rival.post(other.get_absolute_url(), {"action": "leave_out"})
    assert client.get(address("Annabel")).status_code == 200
    client.post(asked.get_absolute_url(), {"action": "leave_out"})
    assert client.get(address("Annabel")).status_code == 404
    rival.post(other.get_absolute_url(), {"action": "let_back_in"})
    assert client.get(address("Annabel")).status_code == 404
    client.post(asked.get_absolute_url(), {"action": "let_back_in"})
    assert client.get(address("Annabel")).status_code == 200
    told = list(NameEvent.objects.order_by("pk").values_list("what", "by"))
    assert [what for what, _ in told] == ["claimed", "left_out", "came_back"]
    assert told[0][1] == "the house: eve"
    assert asked.public_id in told[1][1]
    replay_services.undo_name_event(NameEvent.objects.get(what="claimed"), "the house")
    client.post(asked.get_absolute_url(), {"action": "leave_out"})
    assert client.get(address("Annabel")).status_code == 200


@pytest.mark.parametrize(
    "given",
    [{"wish": "steal", "name": "Ann"}, {"wish": "claim", "name": " "}, {"wish": "claim"},
     {"wish": "merge", "name": "Ann"}, {"wish": "merge", "name": "Ann", "other": "ANN"},
     {"wish": "claim", "name": "x" * 201}, {"wish": "claim", "name": "Ann", "message": "x" * 1001},
     {"wish": "claim", "name": "Ann", "contact": "x" * 201}],
)  # fmt: skip
def test_what_cannot_be_asked_is_told(client, given):
    answer = client.post("/names/", given)
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content
    assert not NameRequest.objects.exists()


def test_asking_is_throttled(client, rates):
    rates(new="2/day")
    codes = [client.post("/names/", {"wish": "claim", "name": "Ann"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]


def test_the_house_decides_in_the_admin(played):
    get_user_model().objects.create_superuser("eve", "eve@example.org", "secret")
    house = Client()
    house.login(username="eve", password="secret")
    asked = ask(Client(), "merge", "Annabel", other="Anna")
    places = {
        m: reverse(f"admin:replays_{m}_changelist") for m in ("namerequest", "person", "nameevent")
    }

    def act(model: str, action: str, pk: int) -> bytes:
        return house.post(
            places[model], {"action": action, "_selected_action": [pk]}, follow=True
        ).content

    page = house.get(places["namerequest"]).content
    assert b"of them sent by the same browser" in page.lower()
    assert b"accepted" in act("namerequest", "accept", asked.pk)
    assert PersonName.objects.count() == 2
    assert b"already been decided" in act("namerequest", "decline", asked.pk)
    person = Person.objects.get()
    act("person", "leave_out", person.pk)
    assert Person.objects.get().left_out_at
    act("person", "let_back_in", person.pk)
    assert not Person.objects.get().left_out_at
    assert b"undone" in act("nameevent", "undo", NameEvent.objects.get(what="merged").pk)
    assert Person.objects.count() == 2
    assert set(NameEvent.objects.values_list("by", flat=True)) == {"the house: eve"}
    assert (
        house.get(reverse("admin:replays_namerequest_change", args=[asked.pk])).status_code == 200
    )
    assert house.get(reverse("admin:replays_person_change", args=[person.pk])).status_code == 200


def test_merging_and_leaving_out_twice_is_refused(played):
    replay_services.merge_names("annabel", "anna", "x")
    for again in (
        lambda: replay_services.merge_names("anna", "annabel", "x"),
        lambda: replay_services.split_names("annabel", ["ben"], "x"),
        lambda: replay_services.split_names("annabel", ["annabel"], "x"),
        lambda: replay_services.merge_names("annabel", "", "x"),
    ):
        with pytest.raises(replay_services.Refusal):
            again()
    person = replay_services.hide_names("anna", "x")
    for again in (
        lambda: replay_services.hide_names("annabel", "x"),
        lambda: replay_services.merge_names("annabel", "ben", "x"),
        lambda: replay_services.split_names("annabel", ["anna"], "x"),
    ):
        with pytest.raises(replay_services.Refusal):
            again()
    replay_services.show_names(person, "x")
    with pytest.raises(replay_services.Refusal):
        replay_services.show_names(person, "x")
    assert RatingPool.objects.exists()
    assert PlayerCell.objects.exists()
