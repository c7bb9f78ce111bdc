"""What somebody who checks his own log is told though it is right."""

from games.registry import KINDS, judge

HEAD = """[Game "goryo"]
[Edition "2024"]

bind mask
haunt vase b4
"""
RIGHT = HEAD + "plan b4 b3 b2 c2 > c3\ngreen move c2\ngreen sniff c3 yes\n"


def hints_of(text: str) -> list[str]:
    (judged,) = judge(text.encode())
    assert judged.findings == judged.warnings == ()
    assert judged.replay is not None
    assert judged.record is not None
    return list(KINDS[judged.record.kind].log.hints(judged.replay))


def test_a_game_by_the_rules_has_no_hints() -> None:
    assert hints_of(RIGHT + "discover\n") == []


def test_a_faulty_plan_is_told_with_its_rules_before_it_is_discovered_too() -> None:
    (hint,) = hints_of(HEAD + "plan b4 b3 b4 c2 > c3\n")
    assert hint.startswith("In round 1 the plan breaks 4.1 (")
    assert "4.3 (" in hint
    assert "4.4" not in hint


def test_wrong_answers_are_told_once_they_are_found() -> None:
    lied = RIGHT.replace("yes", "no")
    assert hints_of(lied) == []
    (hint,) = hints_of(lied + "discover\n")
    assert hint.startswith("In round 1, 1 answer is not what 5.5 asks for.")
