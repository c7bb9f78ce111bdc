"""The Goryō's own sheet: a record with all plans and answers, without moves of the Samurai."""

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from games.core.replay import Replay
from games.log.judge import Judged, judge_game
from games.log.raw import RawGame
from games.registry import KINDS, hints, random_game, replay, simulate, write_text
from tests.support.engine import judge_one, replay_of

GORYO = KINDS["goryo"]
RULESETS = GORYO.identity.rulesets
TEXT = """[Game "goryo"]
[Edition "2024"]
[KnownBy "goryo"]

bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green sniff c3 yes
discover
plan c3 b3 b2 c2 > d2
green search +
discover
draw helmet; draw urn
"""


def steps_of(played: Replay, view: str = "omniscient") -> list[dict[str, Any]]:
    return list(GORYO.display.steps(played, view, True))


def states_of(played: Replay, view: str = "omniscient") -> list[dict[str, Any]]:
    return [step["state"] for step in steps_of(played, view)]


# -------------------------------------------------------------------------------- generated sheets


def complete_games(seeds: range) -> Iterator[tuple[Replay, random.Random]]:
    """Yield games of bots and of random legal moves, in every ruleset."""
    board = GORYO.rules.engine.initial_state(replay_of(TEXT).record.setup).setup.board
    for seed in seeds:
        rng, name = random.Random(f"sheet {seed}"), RULESETS[seed % len(RULESETS)]
        if seed % 2:
            yield replay(simulate("goryo", name, str(seed), rng)), rng
        else:
            edition, _, mode = name.partition("-")
            rules = edition, mode or "standard"
            yield random_game("goryo", rules, None, board.digest, rng), rng


def sheet_of(game: Replay, is_dropped: Callable[[], bool], **header: Any) -> Judged:
    """Return a game's sheet without the moves that are dropped."""
    plain = json.loads(game.record.canonical())
    plain["setup"] = {"known_by": "goryo"}
    plain["events"] = [e for e in plain["events"] if e["type"] != "move" or not is_dropped()]
    return judge_game(RawGame({**plain, **header}), 0, KINDS)


def assert_nothing_invented(sheet: Replay, game: Replay) -> None:
    """Compare the states of a sheet with those of its game: each value is null or right."""
    truth = iter(steps_of(game))
    for step in steps_of(sheet):
        true = next(each["state"] for each in truth if each["event"] == step["event"])
        for key, value in step["state"].items():
            if isinstance(value, list):  # `called` too lists what was recorded
                assert set(value) <= set(true[key]), (step, key)
            elif isinstance(value, dict):
                wrong = {k: v for k, v in value.items() if v is not None and v != true[key][k]}
                assert not wrong, (step, key)
            else:
                assert value in (None, true[key]), (step, key)


@pytest.mark.parametrize("part", range(4))
def test_sheets_of_complete_games_are_accepted(part: int) -> None:
    ends = 0
    seeds = range(part, 304, 4)
    for number, (game, rng) in zip(seeds, complete_games(seeds), strict=True):
        share = 0.5 if number % 3 == 1 else 1
        judged = sheet_of(game, lambda rng=rng, share=share: rng.random() < share)
        assert judged.findings == (), number
        assert judged.record is not None
        assert judged.replay is not None
        assert judged.replay.outcome in (game.outcome, ((), None), ((), "unknown")), number
        ends += judged.replay.is_over
        if not judged.replay.is_exact:
            assert GORYO.log.is_incomplete(judged.record)
            assert_nothing_invented(judged.replay, game)
    assert ends > 20


def test_a_recorded_result_decides_between_possible_ends() -> None:
    for game, _ in complete_games(range(40)):
        outcome = {"winner": game.outcome.winner, "reason": game.outcome.reason}
        judged = sheet_of(game, lambda: True, outcome=outcome)
        assert (judged.findings, judged.warnings) == ((), ())
        assert judged.replay is not None
        assert judged.replay.outcome == game.outcome
        assert_nothing_invented(judged.replay, game)


# --------------------------------------------------------------------------------- what is checked


def test_positions_and_clues_that_are_unknown_are_null() -> None:
    states = states_of(replay_of(TEXT))
    assert states[2]["samurai"] == {"green": "b2", "red": "e2", "blue": "b5", "purple": "e5"}
    assert set(states[3]["samurai"].values()) == {None}
    assert (states[3]["green"], states[3]["actions_left"]) == (["c3"], None)
    assert states[6]["samurai"]["green"] is None
    assert (states[6]["green"], states[6]["called"]) == ([], ["green"])
    moved = TEXT.replace("green sniff", "green move c2; green sniff")
    known = [state["samurai"]["green"] for state in states_of(replay_of(moved))[2:6]]
    assert known == ["b2", "c2", "c2", None]  # he may move once more before the discovery


def test_tokens_drawn_tell_how_many_samurai_were_caught() -> None:
    states = states_of(replay_of(TEXT))
    assert [(state["gong"], state["spirits"]) for state in states[4:6]] == [(1, 0), (1, 0)]
    assert (states[-1]["phase"], states[-1]["spirits"]) == (None, None)
    states = states_of(replay_of(f"{TEXT}plan d2 c2 c1 b1 > b2\n"))
    assert [(state["phase"], state["spirits"]) for state in states[-3:-1]] == [
        ("draw", 1),
        ("plan", 1),
    ]


@pytest.mark.parametrize(
    ("change", "event", "rule"),
    [
        (("draw helmet; draw urn", "draw helmet; draw helmet"), 9, "6.6"),
        (("plan c3 b3 b2 c2 > d2", "plan c3 b3 b2 c2 > z9"), 5, "2.1"),
        (("green sniff c3 yes", "green sniff f5 yes"), 3, "5.4"),
        (("green sniff c3 yes", "green move f5"), 3, "5.3"),
        (("green sniff c3 yes", "pink sniff c3 yes"), 3, "2.3"),
        (("green sniff c3 yes", "green sniff b4 yes"), 3, "5.4"),
        (("green sniff c3 yes", "green search no; green search no"), 4, "5.2"),
        (("green sniff c3 yes", "green search no; red search no; green sniff c3 no"), 5, "5.1"),
        (("discover\nplan", "plan"), 4, "7.8"),
        (("haunt vase b4", "haunt vase b3"), 1, "3.2"),
        (("plan c3 b3 b2 c2 > d2", "plan ?"), 5, "log-format"),
        (("green sniff c3 yes", "green sniff c3 no"), 5, "7.8"),
        (("plan b4 b3 b2 c2 > c3", "plan b4 b3 b2 b1 > c3"), 5, "7.8"),
    ],
)
def test_what_does_not_need_unknown_spaces_is_checked(
    change: tuple[str, str], event: int, rule: str
) -> None:
    finding = judge_one(TEXT.replace(*change)).findings[0]
    assert (finding.event, finding.rule) == (event, rule), finding


def test_a_false_answer_or_plan_is_named_as_the_cause_of_missing_draws() -> None:
    for change in (("sniff c3 yes", "sniff c3 no"), ("> c3", "> c4")):
        finding = judge_one(TEXT.replace(*change)).findings[0]
        assert "cause is on line" in finding.message
        assert finding.fix is not None
        assert finding.fix.line == (8 if "sniff" in change[0] else 7)


def test_two_moves_in_a_row_leave_no_room_for_others() -> None:
    text = TEXT.replace("green sniff c3 yes", "green move c2; green move {}")
    assert judge_one(text.format("c1")).findings == ()
    assert judge_one(text.format("e1")).findings[0].rule == "5.3"


def test_six_actions_can_only_be_exceeded_by_recorded_ones() -> None:
    six = "green search no; green sniff c3 yes; red search no; red sniff e1 no; blue search no; "
    text = TEXT.replace("green sniff c3 yes", six + "blue sniff b6 no; blue move b6")
    finding = judge_one(text).findings[0]
    assert finding.rule == "5.2"


def test_hints_name_each_kind_of_check_once() -> None:
    text = TEXT.replace("discover\nplan", "red search no\ndiscover\nplan")
    found = [hint for hint in hints(judge_one(text)) if hint.code == "not_checked"]
    rules = [hint.rule for hint in found]
    assert rules[0] == "5.2"
    assert {"5.4", "5.5", "6.4"} <= set(rules)
    assert len(rules) == len(set(rules))


def test_a_hint_names_an_end_that_the_events_do_not_determine() -> None:
    for game, _ in complete_games(range(12)):
        sheet = sheet_of(game, lambda: True)
        messages = [hint.message for hint in hints(sheet) if hint.code == "not_checked"]
        assert sheet.replay is not None
        is_open = not sheet.replay.is_over
        assert any("add its result" in message for message in messages) == is_open


def test_faulty_plans_and_answers_of_a_sheet_are_hints() -> None:
    text = TEXT.partition("discover")[0].replace("c3 yes", "c3 no").replace("> c3", "> c4")
    rules = [hint.rule for hint in hints(judge_one(text)) if hint.code == "mistake"]
    assert rules == ["4.2"]
    text = TEXT.partition("discover")[0].replace("c3 yes", "c3 no")
    assert [hint.rule for hint in hints(judge_one(text)) if hint.code == "mistake"] == ["5.5"]


# -------------------------------------------------------------------------- complete and incomplete


def full_text(known_by: str) -> str:
    moves = TEXT.replace("green sniff", "green move c2; green sniff")
    moves = moves.replace("+\ndiscover", "+; red move d2\ndiscover")
    return moves.replace('[KnownBy "goryo"]\n', known_by)


def test_a_sheet_that_replays_as_a_full_log_is_read_as_one() -> None:
    text = full_text('[KnownBy "goryo"]\n')
    sheet, full = replay_of(text), replay_of(full_text(""))
    assert sheet.is_exact
    assert states_of(sheet) == states_of(full)
    assert GORYO.log.is_incomplete(sheet.record)
    assert not GORYO.log.is_incomplete(full.record)
    (hint,) = (hint for hint in hints(judge_one(text)) if hint.line == 3)
    assert (hint.code, hint.event) == ("not_checked", None)


def test_six_recorded_actions_a_chase_leave_nothing_out() -> None:
    six = (
        "green move c2; green sniff c3 yes; red move d2; red search no; blue move b6; blue move b5"
    )
    text = TEXT.partition("discover")[0].replace("green sniff c3 yes", six)
    played = replay_of(text)
    assert played.is_exact
    assert not GORYO.log.is_incomplete(played.record)


def test_a_sheet_is_written_and_read_in_both_spellings() -> None:
    record = replay_of(TEXT).record
    for spelling in (write_text(record), record.canonical()):
        again = replay_of(spelling)
        assert again.record.digest == record.digest
        assert states_of(again) == states_of(replay_of(TEXT))


def test_views_of_a_sheet_have_no_secrets_and_no_belief() -> None:
    for step in steps_of(replay_of(TEXT), "samurai"):
        assert "belief" not in step
        assert step["state"]["plan"] is None
        assert step["state"]["bound"] is None
        assert step["event"]["type"] not in ("bind", "plan") or len(step["event"]) == 1


def test_a_public_view_does_not_depend_on_secrets() -> None:
    text = TEXT.partition("discover\ndraw")[0]
    twin = text.replace("bind mask", "bind fan").replace("c2 > d2", "c2 > c1 ~e5")
    for view in ("samurai", "public"):
        assert steps_of(replay_of(text), view) == steps_of(replay_of(twin), view)


def test_a_sheet_adds_nothing_to_statistics() -> None:
    for game, _ in complete_games(range(6)):
        outcome = {"winner": game.outcome.winner, "reason": game.outcome.reason}
        sheet = sheet_of(game, lambda: True, outcome=outcome).replay
        assert sheet is not None
        assert sheet.is_over
        assert not any(GORYO.counting.facts(sheet).values())
        assert GORYO.counting.seat_facts(sheet) == {}


def test_frames_and_insight_of_sheets_are_made_without_unknown_spaces() -> None:
    reason = "the Goryō's own sheet"
    for game, _ in complete_games(range(20)):
        sheet = sheet_of(game, lambda: True).replay
        assert sheet is not None
        for view in ("omniscient", "samurai"):
            frames = GORYO.display.frames(sheet, view)
            assert len(frames) == len(sheet.steps) + 1
            assert all(reason in frame["texts"]["route"] for frame in frames)
            assert "None" not in json.dumps(frames)
            assert GORYO.display.insight is not None
            insight = GORYO.display.insight(sheet, view, "uniform", None)
            assert reason in insight["prior"]
            assert len(insight["overlays"]) == len(frames)
