"""Hints for a person who checks a log that has no errors."""

from games.registry import KINDS, hints, judge

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


def all_hints(text: str) -> list[tuple[str, int | None, str]]:
    (judged,) = judge(text.encode())
    return [(hint.code, hint.line, hint.message) for hint in hints(judged)]


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
