"""Section 1.2: what is not part of the play, so that two records are the same game."""

import random
from typing import Any

import pytest

from games.goryo.rules.board import default_board

from . import driver, generate
from .driver import Json
from .samples import distinctive

pytestmark = pytest.mark.django_db


def timed(log: Json) -> Json:
    """Return a record with the seconds of each event."""
    return {**log, "events": [{**event, "at": 7.5 * n} for n, event in enumerate(log["events"])]}


def claimed(log: Json) -> Json:
    """Return a record with the outcome that the engine finds."""
    outcome = generate.outcome_of(log)
    return {**log, "outcome": {"winner": outcome.winner, "reason": outcome.reason}}


def custom(log: Json) -> Json:
    """Return a record with `x_` fields in the header and in an event."""
    events = [{**log["events"][0], "x_mood": "calm"}, *log["events"][1:]]
    return {**log, "x_table": {"lamp": True}, "events": events}


def assert_one_game(records: list[Json], statuses: tuple[str, ...] = ("merged",)) -> None:
    """Fail unless records of different uploaders are one game, which counts once."""
    first, *others = [driver.send(record, "abc"[n]) for n, record in enumerate(records)]
    for other in others:
        assert other.status in statuses, other.body
        assert other.id == first.id
    driver.settle()
    assert len(driver.listed()) == 1
    assert driver.counts(records[0]["game"])["human"] == 1


REMARKS: dict[str, Any] = {
    "event": lambda log: {**log, "event": "Club evening"},
    "site": lambda log: {**log, "site": "Turin"},
    "source": lambda log: {**log, "source": "a notebook"},
    "tags": lambda log: {**log, "tags": ["final", "filmed"]},
    "times": timed,
    "custom fields": custom,
    "claimed outcome": claimed,
    "wrong claim": lambda log: {**log, "outcome": {"winner": None, "reason": "abandon"}},
}


@pytest.mark.parametrize("remark", REMARKS)
@pytest.mark.parametrize("comes_first", [True, False])
def test_1_2_remarks_and_claims_are_not_part_of_the_play(remark: str, comes_first: bool) -> None:
    records = [distinctive(), REMARKS[remark](distinctive())]
    assert_one_game(records[::-1] if comes_first else records)


def test_1_2_defaults_and_spellings_are_equal() -> None:
    """Default values may be written, and the board `house-1` may be written in full."""
    log = next(log for n in range(99) if not (log := distinctive(n))["ruleset"].get("advanced"))
    events = [
        {"sprint": False, "false_trail": None, **event} if event["type"] == "plan" else event
        for event in log["events"]
    ]
    ruleset = {**log["ruleset"], "advanced": False}
    written = {**log, "ruleset": ruleset, "board": "house-1", "events": events}
    assert_one_game([log, written], ("duplicate",))


def test_1_2_a_board_is_compared_by_its_digest() -> None:
    log = distinctive()
    assert_one_game([log, {**log, "board": default_board().data}], ("duplicate", "merged"))


def test_1_2_unmask_is_not_part_of_a_table_log() -> None:
    full = generate.kyoto(random.Random(3))
    table = generate.table_record(full)
    unmask = [
        {"type": "unmask", "role": role, "agents": agents}
        for role, agents in generate.last_agents(full).items()
    ]
    unmasked = {**table, "events": [*table["events"], *unmask]}
    assert generate.is_finished(unmasked)
    assert_one_game([table, unmasked, full])


def test_1_2_scores_of_gorinto_are_claims() -> None:
    log = generate.gorinto(random.Random(4))
    score = {"type": "score", "wisdom": {"p1": 20, "p2": 30}}
    scored = {**log, "events": [*log["events"], score]}
    assert generate.is_finished(scored)
    assert_one_game([log, scored])
