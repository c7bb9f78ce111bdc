"""The engine's legal events compared with the brute force: every start position, and every position
of random games.
"""

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
DEFAULT = read_board(default_board())


def normal(event: dict[str, Any]) -> str:
    """Return an event as a comparable text, with the defaults of a plan."""
    plain = dict(event)
    if plain["type"] == "plan":
        plain.setdefault("sprint", False)
        plain.setdefault("false_trail", None)
    return json.dumps(plain, sort_keys=True)


def engine_legal(state: Any) -> list[dict[str, Any]]:
    return [KIND.log.codec.plain_event(event) for event in KIND.rules.engine.legal_events(state)]


def start_log(ruleset: dict[str, Any], bound: str | None, thing: str, space: str) -> dict[str, Any]:
    haunt = {"type": "haunt", "object": thing, "space": space}
    events = [{"type": "bind", "object": bound}, haunt]
    head = {"format": "goryo-log/1", "game": "goryo", "ruleset": ruleset, "players": []}
    return {**head, "events": events}


@pytest.mark.parametrize(
    ("ruleset", "space"), due(itertools.product(RULESETS, DEFAULT.spaces)), ids=str
)
def test_every_start_position_allows_the_plans_of_section_4(ruleset: dict, space: str) -> None:
    thing = DEFAULT.objects[space]
    for bound in [name for name in DEFAULT.types if name != thing]:
        log = start_log(ruleset, bound, thing, space)
        game = Game(log)
        for event in log["events"]:
            game.play(event)
        expected = set(goryo.legal_plans(game.board, game.shown(), bound))
        events = [e for e in engine_legal(judge_one(dump(log)).replay.final) if e["type"] == "plan"]
        plans = [
            (tuple(e["route"]), e["target"], e.get("sprint", False), e.get("false_trail"))
            for e in events
        ]
        assert len(plans) == len(set(plans))
        assert set(plans) == expected


@pytest.mark.parametrize("seed", due(range(50)))
def test_every_position_of_a_random_game_allows_the_same_events(seed: int) -> None:
    log = random_log(random.Random(f"legal {seed}"))
    judged = judge_one(dump(log))
    game = Game(log)
    positions = [judged.replay.initial, *(step.state for step in judged.replay.steps)]
    for index, state in enumerate(positions):
        if index:
            game.play(log["events"][index - 1])
        events = engine_legal(state)
        ends = [e for e in events if e["type"] in ("resign", "abandon")]
        assert len(ends) == (0 if game.is_over() else 3)
        acts = [normal(e) for e in events if e not in ends]
        assert len(acts) == len(set(acts))
        assert set(acts) == {normal(event) for event in legal(game)}, (index, log["events"][:index])
