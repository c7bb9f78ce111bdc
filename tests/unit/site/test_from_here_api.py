"""The API of "From here": the same numbers as the page, with people, and nothing hidden."""

from collections import defaultdict
from typing import Any

import pytest
from django.test import Client

from analytics.insight.wilson import rate
from replays.models import Game
from replays.reads import games as game_reads
from replays.services import append_event, begin_branch, undo_event
from tests.support.engine import bot_game
from tests.unit.replays import kyoto_twins
from tests.unit.replays.branches import CHASE, store_game
from tests.unit.replays.logs import json_log
from tests.unit.site.test_from_here import (  # noqa: F401 - a fixture
    SNIFF,
    TWIN_GAMES,
    _no_cached_lines,
    other_end,
    stored,
)

pytestmark = pytest.mark.django_db


def ask(game: Game, query: str, status: int = 200) -> Any:
    """Return the answer of the API about a game."""
    response = Client().get(f"/api/v1/games/{game.public_id}/from-here/?{query}")
    assert response.status_code == status, response.content
    return response.json()


def test_the_next_moves_have_rates_people_and_games() -> None:
    game, same = stored(0), stored(1)
    stored(2, events=other_end(SNIFF))
    body = ask(game, "step=3")
    assert (body["n_games"], body["n_here"], body["n_ended"]) == (2, 2, 0)
    assert (body["known_step"], body["is_cut"]) == (None, False)
    assert body["question"] == {
        "kind": "goryo", "game": game.public_id, "of": None, "step": 3, "as": "omniscient",
        "filters": {"simulated": "no", "rules": "same", "board": "same"},
    }  # fmt: skip
    assert {"as_of", "revision", "games_pending", "versions", "definition", "inclusion"} <= set(
        body
    )
    moves = {row["move"]: row for row in body["moves"]}
    move = moves["green move b3"]
    k, n, value, low, high = rate(1, 2)
    share = {key: move["share"][key] for key in ("k", "n", "value", "low", "high")}
    assert share == {"k": k, "n": n, "value": value, "low": low, "high": high}
    people = move["share"]["people"]
    assert (people["players"], people["unnamed_seats"], people["senders"]) == (4, 0, 1)
    assert (people["low"], people["drawn"]) == (None, "none")
    won = move["wins"]["samurai"]
    assert (won["k"], won["n"], won["people"]["players"]) == (1, 1, 2)
    assert [(row["id"], row["step"]) for row in move["games"]] == [(same.public_id, 4)]
    assert f"/games/{game.public_id}/from-here/?step=3" in move["games_url"]


def test_movements_have_rates_and_people() -> None:
    game = stored(0)
    stored(1)
    body = ask(game, "step=3")
    assert body["movements_of"] == "all"
    for row in body["movements"]:
        assert row["share"]["k"] <= row["share"]["n"] == 1
        assert row["share"]["people"]["players"] == 2


def test_spellings_of_a_name_are_one_player() -> None:
    game = stored(0)
    for n, name in enumerate(("Ann", "ANN", " ann")):
        players = [{"role": "goryo", "name": name}, {"role": "samurai", "name": f"Ben {n}"}]
        store_game({**CHASE, "players": players, "played_at": f"2026-02-0{n + 1}"})
    (move,) = ask(game, "step=3")["moves"]
    assert move["share"]["n"] == 3
    assert move["share"]["people"]["players"] == 4


def test_bot_games_have_no_people() -> None:
    bot = store_game(bot_game("goryo").plain())
    store_game(bot_game("goryo", seed="other").plain())
    body = ask(bot, "step=0")
    assert body["question"]["filters"]["simulated"] == "yes"
    assert body["moves"]
    assert [row["share"]["people"] for row in body["moves"]] == [None] * len(body["moves"])


def test_a_variation_is_compared_by_its_own_moves() -> None:
    game = stored(0)
    stored(1)
    stored(2, events=other_end(SNIFF))
    event = {key: value for key, value in SNIFF.items() if key != "answer"}
    branch, _ = begin_branch(game, 3, "samurai", event=event)
    body = ask(game, f"step=4&of={branch.public_id}")
    assert body["question"]["of"] == branch.public_id
    assert (body["n_games"], body["n_here"]) == (2, 1)
    page = Client().get(f"/games/{game.public_id}/from-here/?step=4&of={branch.public_id}")
    assert "1 of 2 games has" in " ".join(page.content.decode().split())
    assert f"/branches/{branch.public_id}/?step=4" in page.content.decode()
    ask(game, f"step=9&of={branch.public_id}", 404)
    ask(stored(3, events=other_end(CHASE["events"][3])), f"step=4&of={branch.public_id}", 404)


def test_a_stored_answer_is_not_reused_after_another_move() -> None:
    game = stored(0)
    branch, _ = begin_branch(game, 3, "samurai", event=CHASE["events"][3])
    address = f"/api/v1/games/{game.public_id}/from-here/?step=4&of={branch.public_id}"
    first = Client().get(address)
    again = {"HTTP_IF_NONE_MATCH": first["ETag"]}
    assert Client().get(address, **again).status_code == 304
    undo_event(branch)
    append_event(branch, {"type": "resign", "role": "samurai"})
    assert Client().get(address, **again).status_code == 200


@pytest.mark.parametrize(
    ("query", "status"),
    [("step=99", 404), ("step=x", 400), ("as=cat", 400), ("rules=x", 400), ("board=x", 400),
     ("simulated=x", 400), ("view=public", 400), ("of=x", 404)],
)  # fmt: skip
def test_wrong_requests(query: str, status: int) -> None:
    assert "error" in ask(stored(0), query, status)


def test_only_the_public_view_of_an_unfinished_game_is_open() -> None:
    game = store_game(json_log(events=CHASE["events"][:5]))
    assert "omniscient" not in ask(game, "step=3&as=omniscient", 403)["error"]["open"]
    assert ask(game, "step=3")["question"]["as"] == "public"


@pytest.mark.parametrize("name", TWIN_GAMES)
def test_every_view_and_twin_has_the_same_answer(name: str) -> None:
    """Games that differ only in hidden information have equal answers, apart from the view."""
    stored(0)
    ended = kyoto_twins.ended(kyoto_twins.TWINS[0])
    store_game({**ended, "players": [], "played_at": "2026-01-01"})
    answers: dict[tuple[int, str], list[Any]] = defaultdict(list)
    for log in TWIN_GAMES[name]:
        game = store_game(log)
        views = game_reads.open_views(game)
        Game.objects.filter(pk=game.pk).update(public_id="g" * 12)
        game.public_id = "g" * 12
        for step in range(len(log["events"]) + 1):
            for view in views:
                body = ask(game, f"step={step}&as={view}")
                for key in ("as_of", "revision"):  # they count the games stored so far
                    del body[key]
                answers[step, view].append(body)
        game.delete()
    assert {view for _, view in answers} >= {"public"}
    for bodies in answers.values():
        assert all(body == bodies[0] for body in bodies)
