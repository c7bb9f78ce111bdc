"""JSON and text say the same, whatever names, notes and x_ fields hold; the digest knows
content, not spelling.
"""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.registry import read_record, write_text
from tests.brute.text import read_text
from tests.properties.strategies import good_logs, spelled
from tests.support.engine import dump, judge_one, states

PATIENT = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def accepted(data: bytes) -> Any:
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


@PATIENT
@given(good_logs())
def test_text_and_json_are_lossless_both_ways(log: dict[str, Any]) -> None:
    record = accepted(dump(log)).record
    text = write_text(record)
    assert accepted(text.encode()).record.canonical() == record.canonical()


@PATIENT
@given(good_logs())
def test_written_text_means_the_same_to_an_independent_reader(log: dict[str, Any]) -> None:
    record = accepted(dump(log)).record
    (read,) = read_text(write_text(record))
    assert accepted(dump(read)).record.canonical() == record.canonical()


@PATIENT
@given(good_logs(), st.integers())
def test_the_digest_is_of_the_content(log: dict[str, Any], seed: int) -> None:
    record = accepted(dump(log)).record
    other = accepted(spelled(log, random.Random(seed))).record
    assert (other.canonical(), other.digest) == (record.canonical(), record.digest)


@PATIENT
@given(good_logs())
def test_the_canonical_form_is_a_log_that_says_the_same(log: dict[str, Any]) -> None:
    judged = accepted(dump(log))
    canonical = judged.record.canonical()
    again = accepted(canonical.encode())
    assert again.record.canonical() == canonical
    again_read = read_record(canonical)
    assert again_read.digest == judged.record.digest
    assert write_text(again_read) == write_text(judged.record)
    assert states(again) == states(judged)
    plain = json.loads(canonical)
    compact = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert compact == canonical


@PATIENT
@given(good_logs())
def test_nothing_that_was_written_is_lost(log: dict[str, Any]) -> None:
    """Every free part comes back from the canonical form as it was given."""
    plain = json.loads(accepted(dump(log)).record.canonical())
    for key, value in log.items():
        if key.startswith("x_") or key in ("event", "site", "source", "tags", "played_at"):
            assert plain[key] == value
    assert len(plain["events"]) == len(log["events"])
    for given_event, kept in zip(log["events"], plain["events"], strict=True):
        for key, value in given_event.items():
            if key.startswith("x_") or key == "at":
                assert kept[key] == value
        if given_event.get("note", "").strip():
            assert kept["note"].strip() == given_event["note"].strip()
    names = {player["role"]: player.get("name") for player in log["players"]}
    assert {player["role"]: player["name"] for player in plain["players"]} == names
