"""Event pages: which games belong to an event, standings, cross-table, owners and privacy."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from analytics import services as stats_services
from goryo_site.pages.standings import Meeting, Result, Seated, table_of
from replays import services
from replays.models import Event, EventTag, Game, Visibility
from replays.text.names import handle_of, name_key
from tests.support.pages import get_json, missing, page, present
from tests.unit.analytics.conftest import count_logs, store_logs
from tests.unit.analytics.gorinto_logs import game_of
from tests.unit.replays.logs import json_log, two_players

pytestmark = pytest.mark.django_db
EVENT = "Kyoto Open"
ADDRESS = f"/events/{handle_of(name_key(EVENT))}/"
API = f"/api/v1{ADDRESS}"


def won(goryo: str | None, samurai: str | None, **header: Any) -> dict[str, Any]:
    """A game that the Goryō won."""
    return json_log(players=two_players(goryo, samurai), **{"event": EVENT, **header})


def standings(client: Client, query: str = "", api: str = API) -> list[tuple[int, str, float, int]]:
    """Return place, name, points and games of each row."""
    rows = get_json(client, f"{api}{query}")["standings"]
    return [(row["place"], row["name"], row["points"], row["games"]) for row in rows]


def test_points_are_opponents_behind_and_ties_are_explained() -> None:
    def table(*games: str) -> list[tuple[str, int, int, bool]]:
        """`ABC` are three players in this order, `A=B` two who are level."""
        results = []
        for number, text in enumerate(games):
            seats = []
            for place, group in enumerate(text.split(">"), 1):
                seats += [Seated(key, ord(key), place) for key in group.split("=")]
            results.append(Result(str(number), tuple(seats)))
        rows = table_of(results).rows
        return [(row.key, row.place, row.halves, row.is_place_shared) for row in rows]

    assert table("A>B>C=D") == [
        ("A", 1, 6, False), ("B", 2, 4, False), ("C", 3, 1, True), ("D", 3, 1, True),
    ]  # fmt: skip
    # A and B have two points each, and B won against A
    assert table("A>C", "A>D", "B>A", "B>C", "D>B") == [
        ("B", 1, 4, False), ("A", 2, 4, False), ("D", 3, 2, False), ("C", 4, 0, False),
    ]  # fmt: skip
    partners = Result("0", (Seated("A", 1, 1), Seated("B", 2, 2), Seated("C", 1, 1)))
    found = table_of([partners])
    assert [(row.key, row.halves, row.most) for row in found.rows] == [
        ("A", 2, 2), ("C", 2, 2), ("B", 0, 4),
    ]  # fmt: skip
    assert found.meetings["A", "B"] == [Meeting("0", 2)]
    assert ("A", "C") not in found.meetings
    twice = Result("1", (Seated("A", 1, 1), Seated("A", 2, 2)))
    assert (table_of([twice]).rows, table_of([twice]).n_unclear) == ((), 1)


def test_games_with_one_event_have_a_page(client: Client) -> None:
    count_logs(
        [
            won("Ann", "Ben", x_round="1", site="Nara", played_at="2026-10-01"),
            won("Ben", "Cy", x_round=2, event="  KYOTO open ", played_at="2026-10-02"),
            won("Cy", "Ann", x_round=10, played_at="2026-10-03"),
            won("Ann", "Cy", event="Another event"),
        ]
    )
    text = page(client, ADDRESS)
    assert (
        missing(text, "Kyoto Open", "Nara", "1 Oct 2026", "3 Oct 2026", "Counts 3 finished games")
        == []
    )
    assert text.index("Round 1<") < text.index("Round 2<") < text.index("Round 10<")
    assert present(text, "Another event") == []
    assert standings(client) == [(1, "Ann", 1, 2), (1, "Ben", 1, 2), (1, "Cy", 1, 2)]
    body = get_json(client, API)
    assert [each["round"] for each in body["rounds"]] == ["Round 1", "Round 2", "Round 10"]
    first = body["rounds"][0]["games"][0]["id"]
    met = [
        (row["player"], row["opponent"], row["points"])
        for row in body["meetings"]
        if row["game"] == first
    ]
    ann, ben = handle_of("ann"), handle_of("ben")
    assert met == [(ann, ben, 1), (ben, ann, 0)]
    assert f'href="/games/{first}/">1</a>' in text
    assert missing(page(client, f"/games/{first}/"), f'href="{ADDRESS}"') == []
    listed = page(client, "/events/")
    assert missing(listed, "Kyoto Open", "Another event") == []
    assert missing(page(client, "/events/?q=kyoto%20OPEN"), "Kyoto Open") == []
    assert present(page(client, "/events/?q=kyoto"), "Another event") == []
    assert missing(page(client, f"/it{ADDRESS}"), "Kyoto Open") == []


def test_tables_of_three_and_four_score_places(client: Client) -> None:
    logs = [game_of("4p-clockwise", 1, event=EVENT), game_of("3p-clockwise", 1, event=EVENT)]
    for log in logs:
        for number, player in enumerate(log["players"]):
            player["name"] = f"Player {number}"
    count_logs(logs)
    rows = standings(client)
    assert sum(points for _, _, points, _ in rows) == 6 + 3
    assert missing(page(client, ADDRESS), "One point for each opponent placed behind you") == []


def test_human_and_bot_games_are_never_mixed(client: Client) -> None:
    count_logs([won("Ann", "Ben"), won("Bot", "Cy", x_simulated=True, source="x")])
    assert standings(client) == [(1, "Ann", 1, 1), (2, "Ben", 0, 1)]
    assert standings(client, "?simulated=yes") == [(1, "Bot", 1, 1), (2, "Cy", 0, 1)]
    assert present(page(client, ADDRESS), "Bot</bdi>", "bot games") == []
    assert missing(page(client, f"{ADDRESS}?simulated=yes"), "Bot</bdi>", "bot games") == []
    assert client.get(f"{ADDRESS}?simulated=all").status_code == 400
    assert client.get(f"{API}?simulated=all").status_code == 400


def test_only_public_games_are_in_an_event(client: Client) -> None:
    store_logs([won("Ann", "Ben")])
    before = page(client, ADDRESS)
    store_logs([won("Zed", "Ben"), won("Zed", "Cy", event="Hidden event")])
    for changes in (
        {"visibility": Visibility.PRIVATE},
        {"visibility": Visibility.UNLISTED},
        {"visibility": Visibility.PUBLIC, "refused_by": "9"},
    ):
        Game.objects.filter(seats__name="Zed").update(**changes)
        assert page(client, ADDRESS) == before
        assert present(page(client, "/events/"), "Hidden event") == []
        assert client.get(f"/events/{handle_of('hidden event')}/").status_code == 404
    assert client.get("/events/aaaaaaaaaaaaaaaa/").status_code == 404


def test_hidden_names_are_in_no_event(client: Client) -> None:
    event = "Cup of Zedekiah"
    count_logs([won("Zedekiah", "Ben", event=event), won("Ben", "Cy", event=event)])
    address = f"/events/{handle_of(name_key(event))}/"
    services.hide_names(name_key("Zedekiah"), "staff")
    text = page(client, address)
    assert present(text, handle_of("zedekiah"), "Zedekiah v") == []
    names = set(EventTag.objects.values_list("name", flat=True))
    assert names == {"Cup of a player", event}, "the second game has no player of this name"
    Game.objects.filter(seats__name="Cy").update(visibility=Visibility.PRIVATE)
    assert client.get(address).status_code == 404
    shown = EventTag.objects.get(name="Cup of a player").handle
    assert "Zedekiah" not in page(client, f"/events/{shown}/")
    person = Game.objects.get(hidden_seats__gt=0).seats.get(position=0).person
    assert person is not None
    services.show_names(person, "staff")
    assert set(EventTag.objects.values_list("name", flat=True)) == {event}


def test_unfinished_games_and_copies_are_listed_without_points(client: Client) -> None:
    unfinished = won("Ann", "Cy", x_round="2")
    unfinished["events"] = unfinished["events"][:2]
    store_logs([won("Ann", "Ben", x_round="1"), unfinished])
    assert missing(page(client, ADDRESS), "Unfinished", "1 game is waiting to be counted") == []
    stats_services.count_games(Game.objects.values_list("pk", flat=True))
    assert standings(client) == [(1, "Ann", 1, 1), (2, "Ben", 0, 1)]


def post(client: Client, address: str, **fields: Any) -> Any:
    """Send the form of an event."""
    return client.post(address, {"title": "My cup", "action": "save", **fields})


def test_an_account_describes_an_event(client: Client) -> None:
    assert client.get("/events/new/").headers["Location"].startswith("/account/sign-in/")
    count_logs([won("Ann", "Ben"), won("Cy", "Ann", event="kyoto  open 2"), won("Di", "Ed")])
    ann = User.objects.create_user("ann", "ann@example.org")
    client.force_login(ann)
    wrong = post(client, "/events/new/", title=" ", starts_on="2026-10-02", ends_on="2026-10-01")
    assert wrong.status_code == 400
    assert missing(wrong.content.decode(), "Nothing was saved", "before the first day") == []
    names = "Kyoto Open\nKYOTO open\n\nKyoto Open 2"
    made = post(client, "/events/new/", spellings=names, description="<b>Bring tea</b>",
                starts_on="2026-10-01", ends_on="2026-10-02", place="Nara")  # fmt: skip
    address = made.headers["Location"]
    stranger = Client()
    text = page(stranger, address)
    assert missing(text, "My cup", "&lt;b&gt;Bring tea", "Nara", "1 Oct 2026", "Counts 3") == []
    assert present(text, "/edit/") == []
    assert missing(page(client, address), "/edit/") == []
    assert missing(page(stranger, "/events/"), "My cup") == []
    assert missing(page(stranger, ADDRESS), "My cup") == []
    edit = f"{address}edit/"
    client.force_login(User.objects.create_user("ben"))
    assert client.get(edit).status_code == 404
    assert post(client, edit).status_code == 404
    client.force_login(ann)
    assert (
        post(client, edit, games=[Game.objects.values_list("public_id", flat=True)[0]]).status_code
        == 400
    )
    post(client, edit, title="Renamed", spellings="Kyoto Open 2")
    assert standings(stranger, api=f"/api/v1{address}") == [(1, "Cy", 1, 1), (2, "Ann", 0, 1)]
    assert client.post(edit, {"action": "delete"}).status_code == 302
    assert not Event.objects.exists()
