"""Hypothesis strategies for Gorinto: legal games of every mode with arbitrary free-form content."""

import copy
import functools
import random
from typing import Any

from hypothesis import strategies as st

from tests.brute.gorinto_games import SHAPES, random_log
from tests.properties.strategies import EXTRAS, NAMES, fill_free_parts

STOPS: list[dict[str, Any]] = [{"type": "resign", "role": "p1"}, {"type": "abandon"}]
OUTCOMES = st.fixed_dictionaries(
    {},
    optional={
        "winners": st.sampled_from([None, [], ["p1"]]),
        "reason": st.sampled_from([None, "wisdom"]),
        "wisdom": st.just({"p1": 7}),
    },
)


@functools.cache
def played(seed: int) -> dict[str, Any]:
    """Return a legal game, complete or cut short, without an outcome."""
    rng = random.Random(f"played gorinto {seed}")
    log = random_log(rng, list(SHAPES)[seed % len(SHAPES)], whole=True)
    log["events"] = log["events"][: rng.choice([0, 4, 15, 1000])]
    log.pop("outcome", None)
    return log


@st.composite
def good_logs(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a log that is accepted, with any names, notes, times, `x_` fields and claims."""
    seed = draw(st.integers(0, 71))
    log = copy.deepcopy(played(seed))
    for player in log["players"]:
        player.update({"name": draw(st.one_of(st.none(), NAMES)), **draw(EXTRAS)})
    if draw(st.booleans()):
        log["outcome"] = draw(OUTCOMES)
    if len(log["events"]) < 16:
        shape = list(SHAPES)[seed % len(SHAPES)]
        stops = STOPS[1:] if shape.startswith(("3p", "4p")) else STOPS
        log["events"] += draw(st.lists(st.sampled_from(stops), max_size=1).map(copy.deepcopy))
    fill_free_parts(draw, log, "ruleset", "setup")
    return log
