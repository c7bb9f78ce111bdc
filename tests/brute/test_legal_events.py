"""The engine's legal events compared with the brute force: every start position, and every position
of random games.
"""

import itertools
import random
from typing import Any

import pytest

from games.registry import get_kind
from tests.brute import goryo
from tests.brute.board import default_board, read_board
from tests.brute.legal import legal
from tests.brute.replay import Game
from tests.brute.verdicts import normal
from tests.support.deep import due
from tests.support.engine import dump, judge_one
from tests.support.playouts import RULESETS, random_log

KIND = get_kind("goryo")
DEFAULT = read_board(default_board())


def engine_legal(state: Any) -> list[dict[str, Any]]:
    return [KIND.log.codec.plain_event(event) for event in KIND.rules.engine.legal_events(state)]


def start_log(ruleset: dict[str, Any], bound: str | None, space: str) -> dict[str, Any]:
    haunt = {"type": "haunt", "object": DEFAULT.objects[space], "space": space}
    events = [{"type": "bind", "object": bound}, haunt]
    head = {"format": "goryo-log/1", "game": "goryo", "ruleset": ruleset, "players": []}
    return {**head, "events": events}


@pytest.mark.parametrize(
    ("ruleset", "space"), due(itertools.product(RULESETS, DEFAULT.spaces)), ids=str
)
def test_every_start_position_allows_the_plans_of_section_4(ruleset: dict, space: str) -> None:
    game, keys = Game(start_log(ruleset, None, space)), ("route", "target", "sprint", "false_trail")
    for event in game.log["events"]:
        game.play(event)
    plans_of: dict[str, set[str]] = {name: set() for name in DEFAULT.types}  # by type of the target
    for plan in goryo.legal_plans(game.board, game.shown(), None):
        text = normal({"type": "plan", **dict(zip(keys, plan, strict=True))})
        plans_of[DEFAULT.objects[plan[1]]].add(text)
    for bound in set(DEFAULT.types) - {DEFAULT.objects[space]}:
        judged = judge_one(dump(start_log(ruleset, bound, space)))
        plans = [normal(e) for e in engine_legal(judged.replay.final) if e["type"] == "plan"]
        assert len(plans) == len(set(plans))
        assert set(plans) == set().union(*(plans_of[name] for name in plans_of if name != bound))


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
