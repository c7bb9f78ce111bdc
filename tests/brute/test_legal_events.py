"""The engine's legal events against the brute force: every start position, and every position
of random games.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from games.registry import get_kind
from tests.brute import goryo
from tests.brute.board import default_board, read_board
from tests.brute.legal import legal
from tests.brute.replay import Game
from tests.support.deep import due
from tests.support.engine import dump, judge_one
from tests.support.playouts import RULESETS, random_log

KIND = get_kind("goryo")
HOUSE = read_board(default_board())


def normal(event: dict[str, Any]) -> str:
    """An event as one comparable text, a plan's defaults written out."""
    plain = dict(event)
    if plain["type"] == "plan":
        plain.setdefault("sprint", False)
        plain.setdefault("false_trail", None)
    return json.dumps(plain, sort_keys=True)


def engine_legal(state: Any) -> list[dict[str, Any]]:
    return [KIND.log.codec.plain_event(event) for event in KIND.rules.engine.legal_events(state)]


def start_log(ruleset: dict[str, Any], bound: str | None, thing: str, space: str) -> dict[str, Any]:
    events = [
        {"type": "bind", "object": bound},
        {"type": "haunt", "object": thing, "space": space},
    ]
    return {
        "format": "goryo-log/1",
        "game": "goryo",
        "ruleset": ruleset,
        "players": [],
        "events": events,
    }


@pytest.mark.parametrize(
    ("ruleset", "space"), due(itertools.product(RULESETS, HOUSE.spaces)), ids=str
)
def test_every_start_position_allows_the_plans_of_section_4(ruleset: dict, space: str) -> None:
    thing = HOUSE.objects[space]
    for bound in [name for name in HOUSE.types if name != thing]:
        log = start_log(ruleset, bound, thing, space)
        game = Game(log)
        for event in log["events"]:
            game.play(event)
        wanted = set(goryo.legal_plans(game.board, game.shown(), bound))
        found = [e for e in engine_legal(judge_one(dump(log)).replay.final) if e["type"] == "plan"]
        plans = [
            (tuple(e["route"]), e["target"], e.get("sprint", False), e.get("false_trail"))
            for e in found
        ]
        assert len(plans) == len(set(plans))
        assert set(plans) == wanted


@pytest.mark.parametrize("seed", due(range(50)))
def test_every_position_of_a_random_game_allows_the_same_events(seed: int) -> None:
    log = random_log(random.Random(f"legal {seed}"))
    judged = judge_one(dump(log))
    game = Game(log)
    positions = [judged.replay.initial, *(step.state for step in judged.replay.steps)]
    for index, state in enumerate(positions):
        if index:
            game.play(log["events"][index - 1])
        found = engine_legal(state)
        ends = [e for e in found if e["type"] in ("resign", "abandon")]
        assert len(ends) == (0 if game.is_over() else 3)
        acts = [normal(e) for e in found if e not in ends]
        assert len(acts) == len(set(acts))
        assert set(acts) == {normal(event) for event in legal(game)}, (index, log["events"][:index])
