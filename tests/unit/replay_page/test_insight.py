"""Belief on the replay page, laid over its frames."""

import re
from typing import Any

import pytest
from django.test import Client

from games.goryo.assessment.assess import assess
from games.registry import KINDS
from replays.models import Game
from replays.web.replay_data import drawn_curve, overlaid

from .samples import SPIRITS, replay_of, stored

KIND = KINDS["goryo"]
pytestmark = pytest.mark.django_db


def insight(view: str, prior: str = "uniform") -> dict[str, Any]:
    assert KIND.display.insight is not None
    return KIND.display.insight(replay_of(SPIRITS), view, prior, None)


def page(client: Client, address: str) -> str:
    Game.objects.all().delete()
    game = stored(replay_of(SPIRITS), "known0000001")
    return client.get(f"/games/{game.public_id}/?{address}").content.decode()


@pytest.mark.parametrize("view", KIND.identity.views)
def test_each_overlay_uses_ids_of_the_scene(view: str) -> None:
    replay = replay_of(SPIRITS)
    scene, frames = KIND.display.scene(replay.record), KIND.display.frames(replay, view)
    scene, frames = overlaid(scene, frames, insight(view))
    marks = {mark["id"] for mark in scene["marks"]}
    slots = {item["id"] for panel in scene["panels"] for item in panel["items"]}
    slots |= {panel["id"] for panel in scene["panels"]} | {"round", "phase", "result", "route"}
    cells = {cell["id"] for cell in scene["cells"]}
    assert len(frames) == len(replay.steps) + 1
    for frame in frames:
        assert {mark for names in frame["cells"].values() for mark in names.split()} <= marks
        assert set(frame["texts"]) <= slots
        assert set(frame["shades"]) <= cells
        assert {mark["key"] for mark in frame["judged"]} <= set(KIND.display.judgements)


def test_shades_are_the_chances_and_only_what_is_exact_is_0_or_100() -> None:
    steps = assess(replay_of(SPIRITS), "samurai")
    overlays = insight("samurai")["overlays"]
    shaded = 0
    for step, overlay in zip(steps, overlays[1:], strict=True):
        assert bool(overlay["shades"]) == (step.known is not None and step.known.hypotheses > 0)
        if step.known is None or not step.known.hypotheses:
            continue
        belief, masses = step.known.belief, step.known.masses
        cubes = dict(zip(step.known.board.names, masses.cubes, strict=True))
        for space, percent in overlay["shades"].items():
            assert abs(percent - 100 * cubes[space] / masses.total) <= 1
            assert (percent == 100) == (space in belief.certain)
            assert (percent == 0) == (space not in belief.possible)
            shaded += 1
    assert shaded > 100


def test_the_page_shows_belief_only_on_request(client: Client) -> None:
    with_belief = page(client, "step=5&as=samurai&belief=uniform")
    assert re.search(r'class="shade shade-\d+" data-shade="b3"', with_belief)
    assert "Shading: chance of a route or target cube" in with_belief
    assert re.search(r'aria-label="b3\b[^"]* \d+ % chance of a route', with_belief)
    assert "What the Samurai can know" in with_belief
    assert "&amp;belief=uniform" in with_belief
    without = page(client, "step=5&as=samurai")
    assert "data-shade" not in without
    assert "What the Samurai can know" not in without


def test_fitted_without_a_fit_is_uniform(client: Client) -> None:
    text = page(client, "step=5&as=samurai&belief=fitted")
    assert "No prior has been fitted for this ruleset and board." in text


def test_every_mark_is_defined_on_the_page_of_marks(client: Client) -> None:
    text = client.get("/rules/goryo/marks/").content.decode()
    for key, mark in KIND.display.judgements.items():
        assert f'id="{key}"' in text
        assert mark.title in text
    assert client.get("/rules/gorinto/marks/").status_code == 404


def test_a_curve_breaks_where_it_has_no_value() -> None:
    curve = drawn_curve({"id": "c", "title": "C", "most": 4, "values": [None, 4, 2, None, 0]})
    assert curve["d"] == "M1 0.0L2 20.0M4 40.0"
    assert curve["labels"] == ["–", "4", "2", "–", "0"]
