"""Hypothesis strategies for Gorinto: legal games of every mode whose free parts hold anything."""

from __future__ import annotations

import copy
import functools
import random
from typing import Any

from hypothesis import strategies as st

from tests.brute.gorinto_games import SHAPES, random_log
from tests.properties.strategies import DATES, EXTRAS, TEXT, TIMES


@functools.cache
def played(seed: int) -> dict[str, Any]:
    """A legal game, whole or broken off, without a claimed outcome."""
    rng = random.Random(f"played gorinto {seed}")
    log = random_log(rng, list(SHAPES)[seed % len(SHAPES)], whole=True)
    log["events"] = log["events"][: rng.choice([0, 4, 15, 1000])]
    log.pop("outcome", None)
    return log


@st.composite
def good_logs(draw: st.DrawFn) -> dict[str, Any]:
    """A log that is accepted, with names, notes, times and x_ fields of any content."""
    log = copy.deepcopy(played(draw(st.integers(0, 71))))
    for player in log["players"]:
        player.update({"name": draw(st.one_of(st.none(), TEXT)), **draw(EXTRAS)})
    for key in draw(st.sets(st.sampled_from(["event", "site", "source"]))):
        log[key] = draw(TEXT)
    if draw(st.booleans()):
        log["tags"] = draw(st.lists(TEXT, max_size=3))
    if draw(st.booleans()):
        log["played_at"] = draw(DATES)
    log.update(draw(EXTRAS))
    log["ruleset"] |= draw(EXTRAS)
    log["setup"] |= draw(EXTRAS)
    for event in log["events"][:5]:
        event.update(draw(EXTRAS))
        if draw(st.booleans()):
            event["note"] = draw(TEXT)
        if draw(st.booleans()):
            event["at"] = draw(TIMES)
    return log
