"""A record of what the Samurai knew: its last plan, never discovered, may be unknown."""

import json

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.scene import captions
from games.log.judge import Judged
from games.registry import KINDS, hints, judge, write_text

TEXT = """[Game "goryo"]
[Edition "2024"]
[KnownBy "samurai"]

bind ?
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
plan ?
green search yes
red move d2; red search no
resign samurai
"""
NULLS = {"route": None, "target": None, "sprint": False, "false_trail": None}


def only(text: str) -> Judged:
    (judged,) = judge(text.encode())
    return judged


def test_an_unknown_plan_is_read_and_written_in_both_spellings() -> None:
    judged = only(TEXT)
    assert judged.findings == ()
    assert judged.record is not None
    plain = json.loads(judged.record.canonical())
    assert plain["setup"] == {"known_by": "samurai"}
    assert plain["events"][6] == {"type": "plan", "route": None, "target": None}
    for spelling in (write_text(judged.record), json.dumps(plain)):
        again = only(spelling).record
        assert again is not None
        assert again.digest == judged.record.digest
    assert '[KnownBy "samurai"]' in write_text(judged.record)
    assert "\nplan ?\n" in write_text(judged.record)


def test_the_state_has_an_unknown_plan_only_where_plans_are_seen() -> None:
    replay = only(TEXT).replay
    assert replay is not None
    for view, expected in (("omniscient", NULLS), ("goryo", NULLS), ("samurai", None)):
        steps = list(KINDS["goryo"].display.steps(replay, view, False))
        assert [step["state"]["plan"] for step in steps[6:9]] == [expected] * 3
        assert len(KINDS["goryo"].display.frames(replay, view)) == len(steps) + 1


def test_what_an_unknown_plan_leaves_unchecked_is_a_hint() -> None:
    (hint,) = hints(only(TEXT))
    assert (hint.code, hint.line) == ("not_checked", 10)


@pytest.mark.parametrize(
    ("change", "event", "rule"),
    [
        (('[KnownBy "samurai"]\n', ""), 6, "log-format"),
        (('"samurai"', '"goryo"'), 6, "log-format"),
        (('"samurai"', '"john"'), None, "log-format"),
        (("resign samurai", "discover"), 10, "7.8"),
        (("haunt vase b4", "plan ?"), 1, "7.8"),
    ],
)
def test_an_unknown_plan_is_refused_elsewhere(
    change: tuple[str, str], event: int | None, rule: str
) -> None:
    finding = only(TEXT.replace(*change)).findings[0]
    assert (finding.event, finding.rule) == (event, rule)


def test_an_unknown_plan_is_legal_with_either_answer() -> None:
    for answer in ("yes", "no"):
        assert only(TEXT.replace("search yes", f"search {answer}")).findings == ()


def test_facts_are_counted_without_the_unknown_plan() -> None:
    replay = only(TEXT).replay
    assert replay is not None
    counting = KINDS["goryo"].counting
    assert counting.facts(replay)
    assert counting.seat_facts(replay).keys() == {"goryo", "samurai"}


def test_an_unknown_plan_starts_a_new_chase_for_the_assessment() -> None:
    replay = only(TEXT).replay
    known = only(TEXT.replace("plan ?", "plan c3 b3 b2 c2 > d2")).replay
    assert replay is not None
    assert known is not None
    hidden, full = (assess(each, "samurai") for each in (replay, known))
    assert [step.known for step in hidden] == [step.known for step in full]
    assert hidden[9].known is not None


def test_an_unknown_plan_out_of_turn_is_named_so() -> None:
    text = TEXT.replace('[KnownBy "samurai"]\n', "").replace("bind ?\n", "plan ?\nbind ?\n")
    first = only(text).findings[0]
    assert (first.code, first.line) == ("out_of_turn", 4)


def test_a_plan_without_a_route_is_shown_as_it_is() -> None:
    event = {"type": "plan", "route": [], "target": "c3"}
    assert "c3" in captions._plan(event, {}, {})
