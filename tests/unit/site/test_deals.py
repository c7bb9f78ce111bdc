"""Games with the same set-up: which are compared, first differences, measures, ranks."""

from typing import Any

import pytest
from django.test import Client

from analytics.models import Contribution
from replays.models import Game, Visibility
from tests.support.pages import get_json, missing, page, present
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.gorinto_logs import game_of
from tests.unit.analytics.logs import bot_log

pytestmark = pytest.mark.django_db
DUEL = "2p-tactical"


def resigned(stop: int, role: str, *names: str, **header: Any) -> dict[str, Any]:
    """The same game until a player resigns after some events."""
    log = game_of(DUEL, 3, stop, {"type": "resign", "role": role}, **header)
    players = [{**seat, "name": name} for seat, name in zip(log["players"], names, strict=True)]
    return {**log, "players": players}


@pytest.fixture
def address() -> str:
    """Store three human games and a bot game with the same set-up, and one from another."""
    count_logs(
        [
            resigned(12, "p1", "Ann", "Ben"),
            resigned(20, "p2", "Cy", "Di"),
            resigned(20, "p1", "Ed", "Flo", played_at="2026-01-02"),
            resigned(16, "p1", "Bot", "Bot 2", x_simulated=True),
            game_of(DUEL, 4, 10, {"type": "resign", "role": "p1"}),
        ]
    )
    digest = Game.objects.get(seats__name="Ann").setup_digest
    assert len(digest) == 32
    return f"/deals/{digest}/"


def body_of(client: Client, address: str, query: str = "") -> Any:
    """Return the comparison as JSON."""
    return get_json(client, f"/api/v1{address}{query}")


def test_games_are_compared_with_one_of_them(client: Client, address: str) -> None:
    body = body_of(client, address)
    games = {game["players"][0]: game for game in body["games"]}
    assert list(games) == ["Ann", "Cy", "Ed"]
    differs = {name: game["differs_at"] for name, game in games.items()}
    assert differs == {"Ann": None, "Cy": 13, "Ed": 13}
    ed = games["Ed"]["id"]
    again = body_of(client, address, f"?a={ed}")
    assert {g["players"][0]: g["differs_at"] for g in again["games"]} == {
        "Ann": 13,
        "Cy": 21,
        "Ed": None,
    }
    assert games["Cy"]["steps"] == 21
    text = page(client, address)
    assert missing(text, "Ann v Ben", "Ed v Flo", "3 finished public games", "Differs at") == []
    assert present(text, "Bot 2") == []
    assert missing(page(client, f"{address}?simulated=yes"), "Bot v Bot 2", "bot games") == []


def test_each_side_is_ranked_against_the_same_side(client: Client, address: str) -> None:
    sides = body_of(client, address)["sides"]
    ranks = {
        role: [(r["place"], r["name"], r["points"]) for r in rows] for role, rows in sides.items()
    }
    assert ranks == {
        "p1": [(1, "Cy", 2), (2, "Ann", 0.5), (2, "Ed", 0.5)],
        "p2": [(1, "Ben", 1.5), (1, "Flo", 1.5), (3, "Di", 0)],
    }


def test_two_boards_step_together(client: Client, address: str) -> None:
    ids = {seat["players"][0]: seat["id"] for seat in body_of(client, address)["games"]}
    query = f"?a={ids['Ann']}&b={ids['Ed']}"
    text = page(client, address + query)
    assert missing(text, "Step 12 of 21", "differ from step 13 on") == []
    assert text.count("/step-12.svg") == 2
    later = page(client, f"{address}{query}&step=20")
    assert (
        missing(
            later,
            f"/games/{ids['Ann']}/step-13.svg",
            f"/games/{ids['Ed']}/step-20.svg",
            "ended at step 13",
        )
        == []
    )
    assert "step=21#pair" in later
    for picture in (f"/games/{ids['Ann']}/step-13.svg", f"/games/{ids['Ed']}/step-20.svg"):
        assert client.get(picture).status_code == 200
    for wrong, status in (("?step=x", 400), ("?a=zzzzzzzzzzzz", 404), ("?q=1", 400)):
        assert client.get(address + wrong).status_code == status


def test_hidden_and_unfinished_games_never_appear(client: Client, address: str) -> None:
    before = page(client, address)
    unfinished = game_of(DUEL, 3, 15)
    unfinished["players"][0]["name"] = "Zedekiah"
    count_logs([unfinished, resigned(14, "p2", "Zedekiah", "Ben")])
    hidden = Game.objects.filter(seats__name="Zedekiah", is_finished=True)
    for visibility in (Visibility.PRIVATE, Visibility.UNLISTED):
        hidden.update(visibility=visibility)
        assert page(client, address) == before
        assert client.get(f"{address}?b={hidden.get().public_id}").status_code == 404
    Game.objects.exclude(pk__in=hidden.values("pk")).update(visibility=Visibility.PRIVATE)
    for path in (address, f"/api/v1{address}", "/deals/x/", f"/deals/{'0' * 32}/"):
        assert client.get(path).status_code == 404


def test_the_page_of_a_game_leads_to_the_comparison(client: Client, address: str) -> None:
    game = Game.objects.get(seats__name="Ann")
    assert f'href="{address}?a={game.public_id}"' in page(client, game.get_absolute_url())


def test_measures_of_each_game_are_compared(client: Client) -> None:
    count_logs([bot_log("goryo", "2024", seed) for seed in (1, 2)])
    digest = Game.objects.values_list("setup_digest", flat=True).distinct().get()
    games = body_of(client, f"/deals/{digest}/")["games"]
    rounds = [game["measures"]["Game length (rounds)"] for game in games]
    facts = Contribution.objects.order_by("-game").values_list("value", flat=True)
    assert rounds == [next(iter(value["length"].values()))["mean"][3] for value in facts]
    assert (
        missing(page(client, f"/deals/{digest}/"), "Game length (rounds)", f"{rounds[0]:g}") == []
    )
