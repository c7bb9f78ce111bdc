"""JSON and text are equivalent for any names, notes and x_ fields; the digest depends on content,
not on spelling.
"""

import json
import random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.registry import read_replay, write_text
from tests.brute.text import read_text
from tests.properties.strategies import reformatted, valid_logs
from tests.support.engine import dump, judge_one, states

PATIENT = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def accepted(data: bytes) -> Any:
    judged = judge_one(data)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


@PATIENT
@given(valid_logs())
def test_text_and_json_are_lossless_both_ways(log: dict[str, Any]) -> None:
    record = accepted(dump(log)).record
    text = write_text(record)
    assert accepted(text.encode()).record.canonical() == record.canonical()


@PATIENT
@given(valid_logs())
def test_an_independent_reader_understands_written_text(log: dict[str, Any]) -> None:
    record = accepted(dump(log)).record
    (read,) = read_text(write_text(record))
    assert accepted(dump(read)).record.canonical() == record.canonical()


@PATIENT
@given(valid_logs(), st.integers())
def test_the_digest_is_of_the_content(log: dict[str, Any], seed: int) -> None:
    record = accepted(dump(log)).record
    other = accepted(reformatted(log, random.Random(seed))).record
    assert (other.canonical(), other.digest) == (record.canonical(), record.digest)


@PATIENT
@given(valid_logs())
def test_the_canonical_form_is_an_equivalent_log(log: dict[str, Any]) -> None:
    judged = accepted(dump(log))
    canonical = judged.record.canonical()
    again = accepted(canonical.encode())
    assert again.record.canonical() == canonical
    reread = read_replay(canonical).record
    assert reread.digest == judged.record.digest
    assert write_text(reread) == write_text(judged.record)
    assert states(again) == states(judged)
    plain = json.loads(canonical)
    compact = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert compact == canonical


@PATIENT
@given(valid_logs())
def test_no_free_part_is_lost(log: dict[str, Any]) -> None:
    """The canonical form keeps every free part as it was given, with LF for every line end in a
    note.
    """
    plain = json.loads(accepted(dump(log)).record.canonical())
    for key, value in log.items():
        if key.startswith("x_") or key in ("event", "site", "source", "tags", "played_at"):
            assert plain[key] == value
    assert len(plain["events"]) == len(log["events"])
    for given_event, canonical in zip(log["events"], plain["events"], strict=True):
        for key, value in given_event.items():
            if key.startswith("x_") or key == "at":
                assert canonical[key] == value
        if given_event.get("note", "").strip():
            note = given_event["note"].replace("\r\n", "\n").replace("\r", "\n")
            assert canonical["note"].strip() == note.strip()
    names = {player["role"]: player.get("name") for player in log["players"]}
    assert {player["role"]: player["name"] for player in plain["players"]} == names
