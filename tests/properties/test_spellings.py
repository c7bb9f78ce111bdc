"""JSON and text are equivalent for any names, notes and x_ fields; the digest depends on content,
not on spelling.
"""

import json
import random
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.registry import json_schema, read_replay, write_text
from tests.brute import gorinto_read, text
from tests.properties.gorinto_strategies import good_logs
from tests.properties.strategies import reformatted, valid_logs
from tests.support import deep
from tests.support.engine import accepted, dump, states

PATIENT = settings(
    max_examples=deep.amount(800), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
LOGS = {"goryo": valid_logs(), "gorinto": good_logs()}
READERS = {"goryo": text.read_text, "gorinto": gorinto_read.read_text}
each_kind = pytest.mark.parametrize("kind", LOGS)


@each_kind
@PATIENT
@given(data=st.data())
def test_text_is_lossless_and_json_fits_the_schema(kind: str, data: st.DataObject) -> None:
    log = data.draw(LOGS[kind])
    record = accepted(dump(log)).record
    validator = jsonschema_rs.Draft202012Validator(json_schema())
    validator.validate(log)
    validator.validate(record.plain())
    written = write_text(record)
    (read_by_hand,) = READERS[kind](written)
    for copy in (written.encode(), dump(read_by_hand)):
        assert accepted(copy).record.canonical() == record.canonical()


@each_kind
@PATIENT
@given(data=st.data())
def test_the_digest_is_of_the_content(kind: str, data: st.DataObject) -> None:
    """Key order, blanks, escapes, the order of `take` and default values are not content."""
    log, rng = data.draw(LOGS[kind]), random.Random(data.draw(st.integers()))
    record = accepted(dump(log)).record
    if kind == "gorinto":
        for event in log["events"]:
            if event["type"] == "place":
                event["take"] = rng.sample(event.get("take", []), len(event.get("take", [])))
        log["ruleset"] = {"mode": "standard", "landscape": "peak", "expansions": []} | log[
            "ruleset"
        ]
    other = accepted(reformatted(log, rng)).record
    assert (other.canonical(), other.digest) == (record.canonical(), record.digest)
    assert write_text(other) == write_text(record)


@each_kind
@PATIENT
@given(data=st.data())
def test_the_canonical_form_is_an_equivalent_log(kind: str, data: st.DataObject) -> None:
    judged = accepted(dump(data.draw(LOGS[kind])))
    canonical = judged.record.canonical()
    again = accepted(canonical.encode())
    assert again.record.canonical() == canonical
    reread = read_replay(canonical)
    assert reread.record.digest == judged.record.digest
    assert write_text(reread.record) == write_text(judged.record)
    assert states(again) == states(judged)
    assert [step.state for step in reread.steps] == [step.state for step in judged.replay.steps]
    plain = json.loads(canonical)
    assert json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == canonical


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
