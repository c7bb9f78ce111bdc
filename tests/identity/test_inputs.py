"""The reported inputs T36 to T43: several records of one game, and the order of a file."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.registry import judge

from . import driver
from .driver import Answer, Json

pytestmark = pytest.mark.django_db
INPUTS = Path(__file__).with_name("inputs")
FILES = sorted(INPUTS.iterdir())
"""All of them, in the order of their names."""


def contents(number: str) -> list[bytes]:
    """Return the files of an input in order."""
    return [file.read_bytes() for file in FILES if file.name.startswith(number)]


def log_of(name: str) -> Json:
    """Return a file with one game as a JSON log."""
    (judged,) = judge((INPUTS / name).read_bytes())
    assert judged.record is not None
    log: Json = judged.record.plain()
    return log


def send_all(number: str, uploaders: str = "abcdef") -> list[Answer]:
    """Send the files of an input in order, each by another uploader."""
    files = contents(number)
    return [driver.send(data, uploader) for data, uploader in zip(files, uploaders, strict=False)]


def assert_one_game(answers: list[Answer], kind: str) -> None:
    """Fail unless all answers are about one game, which is listed and counted once."""
    assert len({answer.id for answer in answers}) == 1
    driver.settle()
    assert [game["id"] for game in driver.listed()] == [answers[0].id]
    assert driver.counts(kind) == {"human": 1, "simulated": 0}


def test_t36_cards_and_agents_are_sets() -> None:
    answers = send_all("t36")
    assert [(a.status, a.code) for a in answers] == [("stored", 201), ("duplicate", 409)]
    assert_one_game(answers, "kyoto")


@pytest.mark.parametrize("order", [[0, 1], [1, 0]])
def test_t37_a_full_log_and_a_table_log_are_one_game(order: list[int]) -> None:
    files = contents("t37")
    answers = [driver.send(files[n], "ab"[n]) for n in order]
    assert [(a.status, a.code) for a in answers] == [("stored", 201), ("merged", 200)]
    assert_one_game(answers, "kyoto")


def test_t38_six_records_are_one_game() -> None:
    """An unknown bound type, a note, no date, another case of a name, the next day."""
    answers = send_all("t38")
    expected = ["stored", "merged", "merged", "merged", "duplicate", "merged"]
    assert [answer.status for answer in answers] == expected
    assert [answer.code for answer in answers] == [driver.CODES[status] for status in expected]
    assert_one_game(answers, "goryo")
    assert (driver.player_games("Ann"), driver.player_games("Ren")) == (1, 1)


def test_t38_in_any_order() -> None:
    answers = [driver.send(data) for data in reversed(contents("t38"))]
    assert [answer.status for answer in answers[:1]] == ["stored"]
    assert {answer.status for answer in answers[1:]} <= {"merged", "duplicate"}
    assert_one_game(answers, "goryo")


def test_t39_one_uploader_continues_a_game() -> None:
    half, whole = contents("t39")
    answers = [driver.send(half, "a"), driver.send(whole, "a")]
    assert [(a.status, a.code) for a in answers] == [("stored", 201), ("continued", 200)]
    assert_one_game(answers, "goryo")
    assert driver.listed()[0]["finished"] is True


def test_t39_one_browser_continues_a_game() -> None:
    client = Client()
    for data in contents("t39"):
        client.post("/upload/", {"text": data.decode(), "action": "keep"})
    (game,) = driver.listed()
    assert game["finished"] is True


def test_t40_a_plan_that_was_never_discovered_may_be_unknown() -> None:
    (data,) = contents("t40")
    assert driver.check(data).statuses != ["refused"]
    answer = driver.send(data)
    assert (answer.status, answer.code) == ("stored", 201)
    discovered = data.replace(b"resign samurai", b"discover\nresign samurai")
    refused = driver.send(discovered, "b")
    assert (refused.status, refused.code) == ("refused", 422)


def test_t41_undated_games_keep_the_order_of_the_file() -> None:
    (data,) = contents("t41")
    answer = driver.send(data)
    assert (answer.code, answer.statuses) == (201, ["stored"] * 12)
    assert [game["id"] for game in driver.listed()] == answer.ids
    assert [tags_of(str(game_id)) for game_id in answer.ids] == [f"game {n}" for n in range(1, 13)]


def tags_of(game_id: str) -> str:
    """Return the tag of a game of T41."""
    (tag,) = driver.get(f"/api/v1/games/{game_id}/log/?form=json")["tags"]
    return str(tag)


def test_t42_dates_are_ordered_as_instants() -> None:
    """The instants are those of games 3, 4, 2, 1; each date is kept as it was written."""
    (data,) = contents("t42")
    logs = [json.loads(line) for line in data.splitlines()]
    answer = driver.send(data)
    assert (answer.code, answer.statuses) == (201, ["stored"] * 4)
    ids = [str(game_id) for game_id in answer.ids]
    dates = [driver.get(f"/api/v1/games/{n}/log/?form=json")["played_at"] for n in ids]
    assert dates == [log["played_at"] for log in logs]
    driver.settle()
    assert driver.games_in_time("Aoi") == [ids[n - 1] for n in (3, 4, 2, 1)]


def copies(count: int) -> list[Json]:
    """Return a distinctive game with so many values of `x_n` and names of one player."""
    log = log_of("t38a-full.txt")
    goryo, samurai = log["players"]
    return [
        {**log, "x_n": n, "players": [goryo, {**samurai, "name": f"Ren {n}"}]} for n in range(count)
    ]


def test_t43_150_copies_count_once() -> None:
    other = {**log_of("t37a-kyoto-full.txt")}
    driver.send(other, "other")
    driver.settle()
    before = {name: driver.rating_of(name) for name in ("Ann", "Ben")}
    answer = driver.send_packed(copies(150))
    assert (answer.code, answer.counters["n_stored"]) == (201, 150)
    driver.settle()
    assert len(driver.listed()) == 151
    assert driver.counts("goryo") == {"human": 1, "simulated": 0}
    assert driver.counts("kyoto") == {"human": 1, "simulated": 0}
    assert driver.player_games("Ann") == 2
    named = driver.get("/api/v1/players/?q=Ren")
    assert [(row["name"], row["games"]) for row in named["players"]] == [("Ren 0", 1)]
    assert [driver.player_games(f"Ren {n}") for n in (0, 1, 149)] == [1, 0, 0]
    assert driver.rating_of("Ben") == before["Ben"]
    ratings = driver.rating_of("Ann")
    assert [row for row in ratings if row["kind"] == "kyoto"] == before["Ann"]
    of_goryo = [(row["role"], row["games"]) for row in ratings if row["kind"] == "goryo"]
    assert of_goryo == [(None, 1), ("goryo", 1)]


def test_t43_one_by_one_from_many_uploaders() -> None:
    answers: list[Any] = [driver.send(log, f"s{n}") for n, log in enumerate(copies(12))]
    assert {answer.status for answer in answers} == {"stored"}
    driver.settle()
    assert driver.counts("goryo") == {"human": 1, "simulated": 0}
