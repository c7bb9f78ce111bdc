"""A step does not depend on how it is reached: rows A085 to A091 of the list of public fault
reports. In the browser: `tests/e2e/test_replay_page.py`.
"""

import json
import random
import re
from html import unescape
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client

from games.registry import read_replay, simulate
from replays.models import Game
from replays.web import replay_drawing
from tests.faults import samples
from tests.faults.endpoints import API, first_finding, uploaded
from tests.support import pages
from tests.support.pages import replay_data
from tests.unit.replay_page.samples import SPIRITS

GORINTO = simulate("gorinto", "4p-compassionate", "1", random.Random(1)).canonical()
LOGS = {"goryo": SPIRITS, "gorinto": GORINTO}


def stored(client: Client, log: Any) -> Game:
    return Game.objects.get(public_id=uploaded(client, log)["id"])


def page(client: Client, game: Game, step: int) -> str:
    return pages.page(client, f"/games/{game.public_id}/?step={step}")


@pytest.mark.parametrize("kind", LOGS)
def test_a_step_is_the_same_however_it_is_reached(
    kind: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A085, A087: the game is drawn once for all steps, forward and back."""
    draw = Mock(wraps=replay_drawing.draw_replay)
    monkeypatch.setattr(replay_drawing, "draw_replay", draw)
    replay_drawing._drawings.clear()
    game = stored(client, LOGS[kind])
    steps = range(game.n_events + 1)
    forward = [page(client, game, step) for step in steps]
    again = {step: page(client, game, step) for step in random.Random(1).sample(steps, len(steps))}
    assert [again[step] for step in steps] == forward
    assert draw.call_count == 1
    replay_drawing._drawings.clear()
    assert page(client, game, len(steps) // 2) == forward[len(steps) // 2]
    frames = [replay_data(text)["frames"] for text in forward]
    assert all(frame == frames[0] for frame in frames)


@pytest.mark.parametrize("kind", LOGS)
def test_every_panel_shows_the_current_step(kind: str, client: Client) -> None:
    """A088"""
    game = stored(client, LOGS[kind])
    states = client.get(f"/api/v1/games/{game.public_id}/steps/").json()["steps"]
    for step in range(game.n_events + 1):
        text = page(client, game, step)
        frame = replay_data(text)["frames"][step]
        shown = re.findall(r'data-text="([\w-]+)"[^>]*>(.*?)</', text, re.S)
        assert len(shown) > 5
        for name, html in shown:
            plain = unescape(re.sub(r"<[^>]*>", "", html)).strip()
            assert plain in frame["texts"].get(name, ""), (step, name)
        assert re.findall(r'data-step="(\d+)"[^>]* aria-current="step"', text) == [str(step)]
        assert frame["step"] == step
        if step and kind == "goryo":
            state = states[step - 1]["state"]
            assert str(state["round"] or "") in frame["texts"]["round"]
            assert bool(frame["texts"]["result"]) == (state["phase"] == "over")


def test_names_in_events_do_not_change_the_players(client: Client) -> None:
    """A090: custom fields may contain anything; the header names the players."""
    log = samples.log()
    for number, event in enumerate(log["events"]):
        event |= {"x_title": f"title {number}", "x_players": [f"Jane {number}", "John"]}
    game = stored(client, log)
    assert [(s.role, s.name) for s in game.seats.all()] == [("goryo", "Jane"), ("samurai", "John")]
    assert "title 3" not in page(client, game, 4)
    renamed = samples.log()
    renamed["events"][3]["name"] = "Joan"
    assert first_finding(samples.as_json(renamed))["rule"] == "log-format"


def test_a_game_is_found_by_the_name_in_every_seat(client: Client) -> None:
    """A091: also by that of the fourth player; there is no fifth."""
    log = json.loads(GORINTO)
    log.pop("x_simulated", None)
    log["source"] = ""
    names = ["Ann", "Ben", "Cid", "Dot"]
    for player, name in zip(log["players"], names, strict=True):
        player["name"] = name
    game = stored(client, log)
    assert [player.name for player in read_replay(game.canonical).record.players] == names
    for name in names:
        assert game.public_id in client.get(f"/games/?player={name}").content.decode()
        rows = client.get(f"{API}?player={name}").json()["games"]
        assert [row["id"] for row in rows] == [game.public_id]
    assert game.public_id not in client.get("/games/?player=Eve").content.decode()
    for view, status in {"p1": 200, "p2": 200, "p3": 200, "p4": 200, "p5": 400}.items():
        assert client.get(f"/games/{game.public_id}/?as={view}").status_code == status
