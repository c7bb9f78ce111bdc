"""Hints for a person who checks a log that has no errors."""

from games.registry import KINDS, judge

HEAD = """[Game "goryo"]
[Edition "2024"]

bind mask
haunt vase b4
"""
VALID = HEAD + "plan b4 b3 b2 c2 > c3\ngreen move c2\ngreen sniff c3 yes\n"


def hints_of(text: str) -> list[str]:
    (judged,) = judge(text.encode())
    assert judged.findings == judged.warnings == ()
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
