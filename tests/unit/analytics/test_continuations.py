"""How games with the same public moves went on: lines, rates and flows."""

import json

import pytest

from analytics.insight.continuations import Flow, Line, from_here
from analytics.insight.wilson import rate
from games.core.lines import LineMove
from games.goryo.rules.board import default_board
from games.registry import KINDS, get_kind
from tests.support.engine import bot_game, replay_of
from tests.unit.replays.branches import CHASE

A, B = LineMove(1, "a", "a1", "a2"), LineMove(1, "b", "a1", "b1")
EVENTS = CHASE["events"]
X = LineMove(2, "x", "a2", "a3")
LINES = [
    Line(1, "one", "p1", (A, X)),
    Line(2, "two", "p2", (A, LineMove(2, "y", "a2", "b2"))),
    Line(3, "three", "p1+p2", (A, X, LineMove(3, "", "b1", "b2"))),
    Line(4, "four", "", (B,)),
]
SPACES = frozenset({"a1", "a2", "b1"})


def test_games_with_the_same_moves_are_counted() -> None:
    answer = from_here(LINES, ["a"], SPACES, ["p1", "p2"])
    assert (answer.n_games, answer.n_here, answer.n_ended, answer.known_moves) == (4, 3, 0, 1)
    assert [(row.terms, row.share) for row in answer.continuations] == [
        ("x", rate(2, 3)),
        ("y", rate(1, 3)),
    ]
    assert answer.continuations[0].wins == {"p1": rate(2, 2), "p2": rate(1, 2)}
    assert answer.continuations[0].games == (("one", 2), ("three", 2))


def test_games_that_ended_here_have_no_next_move() -> None:
    answer = from_here(LINES, ["b"], SPACES, [])
    assert (answer.n_here, answer.n_ended, answer.continuations) == (1, 1, ())


def test_it_is_known_how_far_other_games_went_alike() -> None:
    answer = from_here(LINES, ["a", "x", "z"], SPACES, [])
    assert (answer.n_here, answer.known_moves) == (0, 2)
    assert from_here([], ["a"], SPACES, []).known_moves == 0


def test_with_few_games_all_movements_are_flows() -> None:
    answer = from_here(LINES, ["a"], SPACES, [])
    assert not answer.is_narrow
    assert answer.flows == (
        Flow("a1", "a2", rate(3, 4)),
        Flow("a2", "a3", rate(2, 3)),
        Flow("a1", "b1", rate(1, 4)),
        Flow("a2", "b2", rate(1, 3)),
        Flow("b1", "b2", rate(1, 1)),
    )
    assert from_here(LINES, [], frozenset({"b1"}), []).flows == (Flow("b1", "b2", rate(1, 1)),)


def test_with_enough_games_only_the_next_movement_counts() -> None:
    again = LineMove(3, "z", "a2", "a1")
    lines = [Line(n, str(n), "", (A, X, again)) for n in range(10)]
    answer = from_here(lines, ["a"], SPACES, [])
    assert answer.is_narrow
    assert answer.flows == (Flow("a2", "a3", rate(10, 10)),)
    assert from_here(lines, [], SPACES, []).flows[0] == Flow("a1", "a2", rate(10, 10))


@pytest.mark.parametrize("slug", sorted(KINDS))
def test_lines_contain_no_hidden_or_random_events(slug: str) -> None:
    kind, replay = get_kind(slug), replay_of(bot_game(slug).canonical())
    log = json.loads(bot_game(slug).canonical())
    moves = list(kind.counting.lines(log, log["events"]))
    decisions, types = kind.rules.decisions, [event["type"] for event in log["events"]]
    spaces = {cell["id"] for cell in kind.display.scene(replay.record)["cells"]}
    assert len(moves) > 8
    for move in moves:
        assert {move.origin, move.to} - {""} <= spaces
        if move.terms:
            assert types[move.number - 1] not in decisions.chance | decisions.secret
        else:
            assert types[move.number - 1] == "discover"  # after it everyone knows the route


def test_a_samurai_moves_from_where_he_stood() -> None:
    starts = {"green": "b5", "blue": "b2"}
    moves = list(get_kind("goryo").counting.lines({**CHASE, "setup": {"samurai": starts}}, EVENTS))
    assert moves[0] == LineMove(4, "green move b3", "b5", "b3")
    assert moves[1] == LineMove(5, "green search")
    assert [(m.number, m.terms, m.origin, m.to) for m in moves[2:]] == [
        (6, "", "b4", "b3"),
        (6, "", "b3", "b2"),
        (6, "", "b2", "c2"),
    ]


def test_the_rules_and_the_board_of_each_log_give_its_starts() -> None:
    """Editions have other colours, and boards have other centres."""
    turned = json.loads(json.dumps(default_board().data))
    turned["samurai"] = dict(zip(turned["samurai"], ["e5", "b5", "e2", "b2"], strict=True))
    headers = (CHASE, {**CHASE, "ruleset": {"edition": "2019"}}, {**CHASE, "board": turned})
    origins = []
    for header, colour in zip(headers, ("purple", "yellow", "purple"), strict=True):
        event = {"type": "move", "samurai": colour, "to": "e4"}
        origins += [move.origin for move in get_kind("goryo").counting.lines(header, [event])]
    assert origins == ["e5", "e5", "b2"]
