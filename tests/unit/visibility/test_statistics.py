"""How the owner of a game lets statistics count it: yes, rates only, no."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from analytics import services as stats_services
from analytics.dumps.files import read_rows
from analytics.models import Contribution, PlayerCell
from replays.models import Game
from replays.text.names import handle_of, name_key

from .owners import call, header, play, send, stored

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]


def sums() -> tuple[int, set[str]]:
    """Return how many games count, and the names that players' cells have, after a check."""
    call_command("sweep_games", verbosity=0)
    assert list(stats_services.recount(check_only=True)) == []
    names = PlayerCell.objects.exclude(name_key="").values_list("name_key", flat=True)
    return Contribution.objects.count(), set(names)


def named(seed: int = 1, **changes: Any) -> dict[str, Any]:
    """Return a log with the players Jane and John."""
    log = play(seed)
    seats = zip(log["players"], ("Jane", "John"), strict=True)
    return {**log, "players": [{**seat, "name": name} for seat, name in seats], **changes}


def test_a_choice_changes_the_sums_exactly() -> None:
    game = stored(named(), "ann")
    body = send(named(2), "ann", "?statistics=rates")
    assert sums() == (2, {"jane", "john"})
    player = f"/players/{handle_of(name_key('Jane'))}/"
    assert Client().get(player).status_code == 200
    changed = call("PATCH", f"games/{game.public_id}/", "ann", statistics="rates")
    assert changed["games"][0]["statistics"] == "rates"
    assert sums() == (2, set())
    assert Client().get(player).status_code == 404
    assert "Jane" in Client().get(f"/games/{game.public_id}/").content.decode()
    call("POST", "my-games/changes/", "ann", ids=[game.public_id, body["id"]], statistics="no")
    assert sums() == (0, set())
    listed = Client().get("/api/v1/games/").json()["games"]
    assert {row["id"] for row in listed} == {game.public_id, body["id"]}
    call("POST", "my-games/undo/", "ann", undo=changed["undo"])
    assert sums() == (1, {"jane", "john"})
    games = Client().get(f"{player}games/").content.decode()
    assert (game.public_id in games, body["id"] in games) == (True, False)


def test_games_with_rates_only_are_not_selected_by_a_name() -> None:
    named_game, game = stored(named(), "ann"), stored(named(2), "ann")
    sums()
    query = f"player={handle_of(name_key('Jane'))}"

    def selected(query: str = query) -> set[str]:
        body = Client().get(f"/api/v1/stats/goryo/games/?every=yes&{query}").json()
        return {row["id"] for row in body["games"]}

    assert selected() == {named_game.public_id, game.public_id}
    call("PATCH", f"games/{game.public_id}/", "ann", statistics="rates")
    assert selected() == {named_game.public_id}
    roles = Client().get(f"/api/v1/stats/goryo/roles/?{query}").json()
    assert roles["overall"]["games"]["total"] == 1
    assert selected("") == {named_game.public_id, game.public_id}


def test_a_game_that_counts_nowhere_keeps_no_copy_from_counting() -> None:
    first = stored(named(), "ann")
    others = [{**seat, "name": "Zoe"} for seat in play()["players"][:1]]
    copy = send(named(players=others), "ben")
    assert copy["same_moves_as"] == first.public_id
    call("PATCH", f"games/{first.public_id}/", "ann", statistics="no")
    assert sums()[0] == 1
    assert Contribution.objects.get().game.public_id == copy["id"]
    third = send(named(source="Eve"), "eve")
    assert third["same_moves_as"] == copy["id"]


def test_a_log_of_others_is_never_counted_less() -> None:
    """Neither by an upload with a choice, nor by a choice about a shared game."""
    first = send(named(source="Ann"), "ann")["id"]
    assert send(named(source="Eve"), "eve", "?statistics=no")["status"] == "stored"
    assert sums() == (1, {"jane", "john"})
    assert send(named(source="Ben"), "ben", status=200)["status"] == "merged"
    call("PATCH", f"games/{first}/", "ben", statistics="no")
    assert sums() == (1, {"jane", "john"})
    assert Contribution.objects.get().game.public_id == first


def test_a_continued_game_counts_as_little_as_one_of_its_uploads_says() -> None:
    log = named()
    game = stored({**log, "events": log["events"][:6]}, "ann")
    assert sums()[0] == 1
    assert send(log, "ann", "?statistics=rates", 200)["status"] == "continued"
    assert Game.objects.get().statistics == "rates"
    assert sums() == (1, set())
    assert game.public_id == Game.objects.get().public_id


def test_dumps_follow_the_choice(tmp_path: Path, settings: Any) -> None:
    settings.DUMPS_DIR = tmp_path
    for seed, choice in enumerate(("yes", "rates", "no"), 1):
        send(named(seed, event=choice), "ann", f"?statistics={choice}")
    sums()
    folder = tmp_path / stats_services.make_dump().name
    lines = gzip.decompress((folder / "goryo-people.ndjson.gz").read_bytes()).splitlines()
    choices = [json.loads(line)["event"] for line in lines]
    rows = {choices[row["line"]]: row for row in read_rows(folder / "goryo-games.parquet")}
    assert {name: (row["counts"], row["named"]) for name, row in rows.items()} == {
        "yes": (True, True), "rates": (True, False), "no": (False, False),
    }  # fmt: skip
    for table in ("facts", "steps"):
        ids = {row["id"] for row in read_rows(folder / f"goryo-{table}.parquet", ["id"])}
        assert ids == {rows["yes"]["id"], rows["rates"]["id"]}


def test_a_wrong_choice_is_refused() -> None:
    assert send(play(), "ann", "?statistics=maybe", 422)["error"]["code"] == "statistics"
    game = stored(play(), "ann")
    body = call("PATCH", f"games/{game.public_id}/", "ann", 422, statistics="maybe")
    assert body["error"]["code"] == "statistics"
    answer = Client().patch(
        f"/api/v1/games/{game.public_id}/", {}, "application/json", headers=header("ann")
    )
    assert answer.json()["error"]["code"] == "bad_body"
