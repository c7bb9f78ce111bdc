"""A record of what the Samurai knew: its last plan, never discovered, may be unknown. Hints for a
person who checks a log that has no errors.
"""

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.scene import captions
from games.registry import KINDS, hints, write_text
from tests.support.engine import accepted, findings, judge_one
from tests.support.pages import missing

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


def test_an_unknown_plan_is_read_and_written_in_both_spellings() -> None:
    record = accepted(TEXT).record
    plain, text = record.plain(), write_text(record)
    assert plain["setup"] == {"known_by": "samurai"}
    assert plain["events"][6] == {"type": "plan", "route": None, "target": None}
    for spelling in (text, record.canonical()):
        assert judge_one(spelling).record.digest == record.digest
    assert missing(text, '[KnownBy "samurai"]', "\nplan ?\n") == []


def test_the_state_has_an_unknown_plan_only_where_plans_are_seen() -> None:
    replay = judge_one(TEXT).replay
    for view, expected in (("omniscient", NULLS), ("goryo", NULLS), ("samurai", None)):
        steps = list(KINDS["goryo"].display.steps(replay, view, False))
        assert [step["state"]["plan"] for step in steps[6:9]] == [expected] * 3
        assert len(KINDS["goryo"].display.frames(replay, view)) == len(steps) + 1


def test_what_an_unknown_plan_leaves_unchecked_is_a_hint() -> None:
    (hint,) = hints(judge_one(TEXT))
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
def test_it_is_refused_elsewhere(change: tuple[str, str], event: int | None, rule: str) -> None:
    finding = findings(TEXT.replace(*change))[0]
    assert (finding.event, finding.rule) == (event, rule)


def test_an_unknown_plan_is_legal_with_either_answer() -> None:
    for answer in ("yes", "no"):
        accepted(TEXT.replace("search yes", f"search {answer}"))


def test_facts_are_counted_without_the_unknown_plan() -> None:
    replay = judge_one(TEXT).replay
    counting = KINDS["goryo"].counting
    assert counting.facts(replay)
    assert counting.seat_facts(replay).keys() == {"goryo", "samurai"}


def test_an_unknown_plan_starts_a_new_chase_for_the_assessment() -> None:
    replay = judge_one(TEXT).replay
    known = judge_one(TEXT.replace("plan ?", "plan c3 b3 b2 c2 > d2")).replay
    hidden, full = (assess(each, "samurai") for each in (replay, known))
    assert [step.known for step in hidden] == [step.known for step in full]
    assert hidden[9].known is not None


def test_an_unknown_plan_out_of_turn_is_named_so() -> None:
    text = TEXT.replace('[KnownBy "samurai"]\n', "").replace("bind ?\n", "plan ?\nbind ?\n")
    first = findings(text)[0]
    assert (first.code, first.line) == ("out_of_turn", 4)


def test_a_plan_without_a_route_is_shown_as_it_is() -> None:
    event = {"type": "plan", "route": [], "target": "c3"}
    assert "c3" in captions._plan(event, {}, {})


HEAD = '[Game "goryo"]\n[Edition "2024"]\n\nbind mask\nhaunt vase b4\n'
VALID = HEAD + "plan b4 b3 b2 c2 > c3\ngreen move c2\ngreen sniff c3 yes\n"


def hints_of(text: str) -> list[str]:
    judged = accepted(text)
    assert judged.warnings == ()
    return [claim.message for claim in KINDS["goryo"].log.hints(judged.replay)]


def test_a_game_without_mistakes_has_no_hints() -> None:
    assert hints_of(VALID + "discover\n") == []


def test_a_faulty_plan_gives_a_hint_even_before_its_discovery() -> None:
    (hint,) = hints_of(HEAD + "plan b4 b3 b4 c2 > c3\n")
    assert hint.startswith("In round 1, the plan breaks 4.1 (")
    assert "4.3 (" in hint
    assert "4.4" not in hint


def test_wrong_answers_give_a_hint_after_the_discovery() -> None:
    wrong = VALID.replace("yes", "no")
    assert hints_of(wrong) == []
    (hint,) = hints_of(wrong + "discover\n")
    assert hint.startswith("In round 1, rule 5.5 does not allow 1 answer.")


def all_hints(text: str) -> list[tuple[str, int | None, str]]:
    return [(hint.code, hint.line, hint.message) for hint in hints(judge_one(text))]


def test_a_log_without_events_gives_a_hint() -> None:
    (hint,) = all_hints('[Game "goryo"]\n[Edition "2024"]\n')
    assert hint == ("no_events", 1, "This log has no events. Did you paste all of it?")


def test_an_unfinished_log_gives_a_hint_with_possible_moves() -> None:
    ((code, line, message),) = all_hints(VALID)
    assert (code, line) == ("unfinished", 8)
    assert "does not count in win rates. Possible next: " in message
    assert all_hints(VALID + "resign goryo\n") == []


def test_a_note_with_lines_like_moves_gives_a_hint() -> None:
    noted = VALID.replace("bind mask", "bind mask { first\ngreen move c2\n}") + "abandon\n"
    assert [hint[:2] for hint in all_hints(noted)] == [("moves_in_note", 4)]
    harmless = VALID.replace("bind mask", "bind mask { first\nthen a move\n}") + "abandon\n"
    assert all_hints(harmless) == []


def test_a_refused_log_gives_no_hints() -> None:
    assert all_hints(VALID + "bind mask\n") == []
