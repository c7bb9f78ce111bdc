"""Games with the same moves, and with the same set-up: only of finished games."""

from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from replays.reads.showcase import count_alike
from tests.support.pages import get, missing, page, present
from tests.support.twins import TWINS
from tests.unit.analytics.logs import bot_log

from .logs import as_json, json_log, submit

pytestmark = pytest.mark.django_db


def log(goryo: str, *, seed: int = 1, **header: Any) -> dict[str, Any]:
    """A whole game of Goryō; games with one seed have the same moves."""
    players = [{"role": "goryo", "name": goryo}, {"role": "samurai", "name": f"No {goryo}"}]
    return {**bot_log("goryo", "2024", seed), "players": players, **header}


def ids(client: Client, query: str) -> set[str]:
    """Return the ids of the listed games."""
    return {row.game.public_id for row in get(client, f"/games/?{query}").context["games"]}


def test_a_game_leads_to_those_with_its_moves_and_set_up(client: Client) -> None:
    submit(as_json(log("Ann"), log("Cy", played_at="2020-01-01"), log("Di", seed=2)))
    games = {seat.name: seat.game for game in Game.objects.all() for seat in game.seats.all()}
    ann, cy, di = (games[name] for name in ("Ann", "Cy", "Di"))
    assert count_alike(ann) == {"same_moves": 1, "same_setup": 2}
    assert count_alike(di) == {"same_moves": 0, "same_setup": 2}
    text = page(client, ann.get_absolute_url())
    links = (
        f"?moves={ann.public_id}&amp;simulated=all",
        f"?setup={ann.public_id}&amp;simulated=all",
    )
    assert missing(text, *links) == []
    assert ids(client, f"moves={ann.public_id}") == {ann.public_id, cy.public_id}
    assert ids(client, f"setup={ann.public_id}") == {g.public_id for g in (ann, cy, di)}
    assert "same moves" not in page(client, di.get_absolute_url())
    listed = client.get(f"/api/v1/games/?moves={ann.public_id}").json()["games"]
    assert {row["id"] for row in listed} == {ann.public_id, cy.public_id}


@pytest.mark.parametrize("name", ["moves", "setup"])
def test_an_unfinished_game_is_like_an_unknown_one(client: Client, name: str) -> None:
    submit(as_json(TWINS[0]))
    submit(as_json(json_log()))
    game = Game.objects.get(is_finished=False)
    assert count_alike(game) == {"same_moves": 0, "same_setup": 0}
    answers = []
    for public_id in (game.public_id, "x" * 12):
        answer = client.get(f"/games/?{name}={public_id}")
        answers.append((answer.status_code, answer.content.replace(public_id.encode(), b"")))
        assert client.get(f"/api/v1/games/?{name}={public_id}").status_code == 400
    assert answers[0][0] == answers[1][0] == 400
    assert "Enter the id of a finished game." in answers[0][1].decode()
    assert present(page(client, game.get_absolute_url()), "same moves", "same set-up") == []


def test_the_set_up_of_kyoto_includes_the_deal() -> None:
    first, second = (bot_log("kyoto", "base", seed) for seed in (1, 2))
    shorter = {**first, "events": [*first["events"][:8], {"type": "resign", "role": "government"}]}
    submit(as_json(first, second, shorter))
    digests = dict(Game.objects.values_list("n_events", "setup_digest"))
    assert len(digests) == 3
    assert digests[len(first["events"])] == digests[9]
    assert digests[len(first["events"])] != digests[len(second["events"])]
