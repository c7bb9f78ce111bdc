"""The counts of a chase are the numbers of the full assessment, exactly."""

import json
import random
from collections.abc import Callable

import pytest

from games.core.replay import Replay
from games.goryo.assessment.assess import assess
from games.goryo.assessment.chase_counts import ChaseCounts
from games.goryo.assessment.worth import DiscoveryWorth, QuestionWorth, question_space
from games.goryo.rules.events import Plan, Search, Sniff
from games.goryo.rules.state import public_view
from games.registry import replay
from tests.support.engine import bot_game, judge_one
from tests.support.playouts import random_log

EDITIONS = ("2019", "2021", "2021-advanced", "2024", "2024-advanced")


def bot_replay(number: int) -> Replay:
    return replay(bot_game("goryo", EDITIONS[number % len(EDITIONS)], f"counts {number}"))


def random_replay(number: int) -> Replay:
    """Return a game of any legal events, on any board, often with mistakes."""
    played = judge_one(json.dumps(random_log(random.Random(f"counts {number}")))).replay
    assert played is not None
    return played


@pytest.mark.parametrize("make", [bot_replay, random_replay])
@pytest.mark.parametrize("number", range(15))
def test_counts_equal_the_assessment(make: Callable[[int], Replay], number: int) -> None:
    played = make(number)
    counts, compared = ChaseCounts(), 0
    for step, assessed in zip(played.steps, assess(played, "public"), strict=True):
        event, worth = step.entry.event, assessed.worth
        view = public_view(step.before)
        if isinstance(event, Plan):
            counts.begin()
        before = counts.count(view)
        if isinstance(worth, QuestionWorth):
            assert isinstance(event, Search | Sniff)
            assert before is not None
            assert before.total == worth.before
            chance = before.chance_of_yes(question_space(view, event))
            assert (chance if event.answer else 1 - chance) == worth.chance
            after = counts.count(public_view(step.state))
            assert after is not None
            assert after.total == worth.after
            compared += 1
        elif isinstance(worth, DiscoveryWorth):
            assert before is not None
            on_target = before.chance_on_target(view.chase.samurai) if before.total else None
            assert on_target == worth.catch_chance
            compared += 1
    assert compared or make is random_replay


def test_no_hypothesis_is_counted_before_a_plan() -> None:
    """A view of a chase without its plan step belongs to a log that was cut before it."""
    asked = [s for s in bot_replay(0).steps if isinstance(s.entry.event, Search | Sniff)]
    assert ChaseCounts().count(public_view(asked[0].before)) is None
