"""A step is what it is, however it is reached: rows A085 to A091 of the list of public fault
reports. In the browser: `tests/e2e/test_replay_page.py`.
"""

from __future__ import annotations

import json
import random
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from games.registry import read_replay, simulate
from replays.models import Game
from replays.web import replay_drawing
from tests.faults import samples
from tests.faults.doors import API, pure
from tests.unit.replay_page.samples import SPIRITS

pytestmark = pytest.mark.django_db
GORINTO = simulate("gorinto", "4p-compassionate", "1", random.Random(1)).canonical()
LOGS = {"goryo": SPIRITS.encode(), "gorinto": GORINTO.encode()}


def stored(client: Client, data: bytes) -> Game:
    sent_as = "application/json" if data.startswith(b"{") else "text/plain"
    answer = client.post(API, data, content_type=sent_as)
    assert answer.status_code == 201, answer.content
    return Game.objects.get(public_id=answer.json()["id"])


def page(client: Client, game: Game, step: int, more: str = "") -> str:
    answer = client.get(f"/games/{game.public_id}/?step={step}{more}")
    assert answer.status_code == 200
    return answer.content.decode()


def data_of(text: str) -> Any:
    found = re.search(r'id="replay-data">(.*?)</script>', text, re.S)
    assert found
    return json.loads(found[1])


@pytest.mark.parametrize("kind", LOGS)
def test_a_step_is_the_same_whichever_way_one_comes_to_it(kind: str, client: Client) -> None:
    """A085"""
    game = stored(client, LOGS[kind])
    steps = range(game.n_events + 1)
    forward = [page(client, game, step) for step in steps]
    back = [page(client, game, step) for step in reversed(steps)][::-1]
    shuffled = random.Random(1).sample(steps, len(steps))
    jumped = {step: page(client, game, step) for step in shuffled}
    replay_drawing._drawings.clear()
    alone = page(client, game, len(steps) // 2)
    assert forward == back == [jumped[step] for step in steps]
    assert alone == forward[len(steps) // 2]
    frames = [data_of(text)["frames"] for text in forward]
    assert all(each == frames[0] for each in frames)


def test_a_hundred_steps_back_replay_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A087: the game is drawn once, and no step costs more than another."""
    drawn: list[str] = []
    draw = replay_drawing.draw_replay

    def counted(slug: str, game: Any, view: str, *more: Any) -> Any:
        drawn.append(view)
        return draw(slug, game, view, *more)

    monkeypatch.setattr(replay_drawing, "draw_replay", counted)
    replay_drawing._drawings.clear()
    game = stored(client, LOGS["gorinto"])
    for step in range(100):
        page(client, game, game.n_events - step % (game.n_events + 1))
    assert len(drawn) == 1


@pytest.mark.parametrize("kind", LOGS)
def test_every_panel_is_of_the_step_that_is_shown(kind: str, client: Client) -> None:
    """A088"""
    game = stored(client, LOGS[kind])
    states = client.get(f"/api/v1/games/{game.public_id}/steps/").json()["steps"]
    for step in range(game.n_events + 1):
        text = page(client, game, step)
        frame = data_of(text)["frames"][step]
        # of what the page shows with a name, all is what the frame of this step says
        shown = re.findall(r'data-text="([\w-]+)"[^>]*>(.*?)</', text, re.S)
        assert len(shown) > 5
        for name, words in shown:
            said = unescape(re.sub(r"<[^>]*>", "", words)).strip()
            assert said in frame["texts"].get(name, ""), (step, name)
        now = re.findall(r'data-step="(\d+)"[^>]* aria-current="step"', text)
        assert now == [str(step)]
        assert frame["step"] == step
        if step and kind == "goryo":
            state = states[step - 1]["state"]
            assert str(state["round"] or "") in frame["texts"]["round"]
            assert bool(frame["texts"]["result"]) == (state["phase"] == "over")


def test_names_that_change_in_the_log_change_nobody(client: Client) -> None:
    """A090: fields of one's own may say what they like; who played is the header's."""
    log = samples.log()
    for number, event in enumerate(log["events"]):
        event |= {"x_title": f"title {number}", "x_players": [f"Jane {number}", "John"]}
    answer = client.post(API, samples.as_json(log), content_type="application/json")
    assert answer.status_code == 201
    game = Game.objects.get()
    assert [(s.role, s.name) for s in game.seats.all()] == [("goryo", "Jane"), ("samurai", "John")]
    assert "title 3" not in page(client, game, 4)
    renamed = samples.log()
    renamed["events"][3]["name"] = "Joan"
    assert pure(samples.as_json(renamed)).findings[0]["rule"] == "log-format"


def test_every_seat_finds_its_game(client: Client) -> None:
    """A091: the fourth player like the first; a fifth finds nothing."""
    log = json.loads(GORINTO)
    log.pop("x_simulated", None)
    log["source"] = ""
    names = ["Ann", "Ben", "Cid", "Dot"]
    for player, name in zip(log["players"], names, strict=True):
        player["name"] = name
    game = stored(client, json.dumps(log).encode())
    assert [player.name for player in read_replay(game.canonical).record.players] == names
    for name in names:
        assert game.public_id in client.get(f"/games/?player={name}").content.decode()
        found = client.get(f"/api/v1/games/?player={name}").json()["games"]
        assert [row["id"] for row in found] == [game.public_id]
    assert game.public_id not in client.get("/games/?player=Eve").content.decode()
    for view in ("p1", "p2", "p3", "p4"):
        assert client.get(f"/games/{game.public_id}/?as={view}").status_code == 200
    assert client.get(f"/games/{game.public_id}/?as=p5").status_code == 400
