"""Games of Gorinto for tests: small made ones, random ones of every mode, and ways to look at
them.

Chance plays them by the engine's own legal events; what is right is judged elsewhere
(`tests/brute`, the rule cases).
"""

from __future__ import annotations

import random
from typing import Any

from games.core.search import playout
from games.gorinto.bots.chance import draw
from games.gorinto.kind import KIND, find
from games.gorinto.rules.editions import RULESETS
from games.gorinto.rules.generation import legal_places
from games.gorinto.rules.landscapes import LANDSCAPES
from games.gorinto.rules.phase import OVER, PLACE, REMOVE
from games.gorinto.rules.state import State
from tests.support.engine import dump, judge_one

MODES = tuple(RULESETS)
NOTES = ("over it", "", "a } and { in it", 'two\nlines, a "quote" \\ and # a hash', "金")


def header(name: str, rng: random.Random) -> dict[str, Any]:
    """A log without events: a mode, perhaps with a landscape, as `2p-burrow-hill`."""
    made = KIND.simulated_header(name, None, rng)
    made.pop("source")
    return {**made, "events": []}


def random_choice(state: State, rng: random.Random) -> Any:
    """Any legal event; a player may play anything that is legal."""
    if state.phase is OVER:
        return None
    if state.phase is PLACE:
        return rng.choice(list(legal_places(state)))
    if state.phase is REMOVE:
        events = list(KIND.engine.legal_events(state))
        return rng.choice([event for event in events if type(event).__name__ == "Remove"])
    return draw(state, rng)


def random_log(name: str, rng: random.Random, most: int = 10_000) -> dict[str, Any]:
    """A legal log of the mode, at most so many events long."""
    log = header(name, rng)
    setup = judge_one(dump(log)).record.setup
    events = playout(KIND.engine, setup, lambda state: random_choice(state, rng), most)
    log["events"] = [KIND.plain_event(event) for event in events]
    return log


def dressed_log(rng: random.Random) -> dict[str, Any]:
    """A random log with all that a log may carry besides the play: notes, times, claims, fields
    of one's own, names, an ending that is none of the rules'.
    """
    mode, landscape = rng.choice(MODES), rng.choice(list(LANDSCAPES))
    log = random_log(f"{mode}-{landscape}", rng, rng.choice([0, 3, 20, 10_000]))
    ruleset, _ = find(mode)
    if rng.random() < 0.3:
        may = ruleset.may_resign and rng.random() < 0.7
        ending = {"type": "resign", "role": rng.choice(ruleset.roles)} if may else None
        if judge_one(dump(log)).replay.outcome.reason is None:
            log["events"].append(ending or {"type": "abandon"})
    for event in log["events"]:
        _dress(event, rng)
    for player in log["players"]:
        player["name"] = rng.choice([None, "?", "Ann", 'Eve "the fox" \\', player["name"]])
    if rng.random() < 0.4:
        log["outcome"] = {"winners": rng.choice([None, [], ["p1"]]), "wisdom": {"p1": 7}}
    if rng.random() < 0.4:
        log |= {"tags": ["a", "b ;"], "x_more": {"deep": [1, None]}, "site": "home"}
    if rng.random() < 0.2:
        log["ruleset"]["x_own"] = 1
    if rng.random() < 0.2:
        log["setup"]["x_own"] = [True]
    return log


def _dress(event: dict[str, Any], rng: random.Random) -> None:
    if rng.random() < 0.2:
        event["note"] = rng.choice(NOTES)
    if rng.random() < 0.2:
        event["at"] = rng.choice([0, 2.5, 1e3, 12345678901])
    if rng.random() < 0.1:
        event["x_mood"] = rng.choice([None, 1, "calm", {"a": [2]}])
    if event["type"] in ("place", "remove") and rng.random() < 0.5:
        event.pop("tile", None)
    if "take" in event:
        rng.shuffle(event["take"])


def final_state(log: dict[str, Any]) -> dict[str, Any]:
    """The last state of a log that is accepted."""
    judged = judge_one(dump(log))
    assert judged.findings == (), judged.findings
    *_, last = KIND.steps(judged.replay, "omniscient", False)
    return dict(last["state"])
