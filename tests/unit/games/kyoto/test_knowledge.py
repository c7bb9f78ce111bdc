"""Assignments, unseen cards and views (rules page, section 11)."""

from typing import Any

import pytest

from games.kyoto.kind import KIND
from games.kyoto.position import plain_belief
from games.kyoto.rules.board import Board, default_board
from games.kyoto.rules.board_file import read_board
from games.kyoto.rules.components import attacker_wins
from games.kyoto.rules.playability import could_be_stuck
from games.kyoto.rules.views import observe
from tests.support.engine import accepted

HEAD = '[Game "kyoto"]\n[Oniwaban "?"]\n[Government "?"]\n'
DEALT = """deal oniwaban {0} castle wild charge swap
deal government {1} castle market wild bait tunnel
deploy oniwaban a1=3f b1={2} c1=1f d1=0f e1={3} c2=3r
deploy government a6=2r b6={4} c6={5} d6=3r e6=1f c5=2f
"""
PLAY = """market c2 c3; draw castle
wild c5 c4; draw shrine
wild c3 c4; conflict 2f won; draw castle
bait castle; draw market wild
swap a1 b1 {0}; draw tunnel
"""


TWINS = [
    (DEALT.format("market market", "shrine", "2r", "2f", "0f", "3f"), "yes"),
    (DEALT.format("market shrine", "shrine", "2f", "2r", "0f", "3f"), "no"),
]
"""Two games that differ only in what the Oniwaban hide."""


def replay_of(text: str) -> Any:
    return accepted(HEAD + text).replay


def final_of(moves: str) -> Any:
    return replay_of('[Depth "table"]\n' + moves).final


def test_all_720_assignments_are_possible_at_first() -> None:
    belief = plain_belief(final_of("market c2 d3"), "oniwaban")
    assert belief["assignments"] == 720
    assert belief["agents"]["d3"] == dict.fromkeys(("0f", "1f", "2f", "2r", "3f", "3r"), 120)
    assert belief["unseen"]["market"] == 4


def test_a_conflict_limits_the_identities_of_the_attacker() -> None:
    state = final_of("wild c2 c3; draw site; wild c5 c4; draw site; wild c3 c4; conflict 2f won")
    belief = plain_belief(state, "oniwaban")
    # Power 2 or 3 beats power 2: four of six identities, then any order of the other five.
    assert belief["assignments"] == 4 * 120
    assert belief["agents"]["c4"] == dict.fromkeys(("2f", "2r", "3f", "3r"), 120)
    assert plain_belief(state, "government")["assignments"] == 120


def test_a_swap_adds_the_exchanged_assignments() -> None:
    moves = "wild c2 c3; draw site; wild c5 c4; draw site; wild c3 c4; conflict 2f lost; draw site"
    belief = plain_belief(final_of(moves), "oniwaban")
    assert set(belief["agents"]["c3"]) == {"0f", "1f"}
    belief = plain_belief(final_of(moves + "; wild a6 a5; draw site; swap c1 c3 ?"), "oniwaban")
    # Impossible: neither c1 nor c3 is 0f or 1f (12 of 30 pairs, 24 orders each).
    assert belief["assignments"] == 720 - 12 * 24
    assert len(belief["agents"]["c1"]) == 6


@pytest.mark.parametrize("view", ["public", "government"])
def test_twin_games_give_equal_steps(view: str) -> None:
    replays = [replay_of(game + PLAY.format(swapped)) for game, swapped in TWINS]
    first, second = (list(KIND.display.steps(replay, view, True)) for replay in replays)
    assert first == second
    assert "cards" not in first[0]["event"]


def test_the_end_shows_identities_but_no_hands() -> None:
    game, swapped = TWINS[0]
    replay = replay_of(game + PLAY.format(swapped) + "resign oniwaban")
    steps = list(KIND.display.steps(replay, "public", True))
    last, before = steps[-1], steps[-2]
    assert before["state"]["agents"]["oniwaban"]["b1"]["identity"] is None
    assert last["state"]["agents"]["oniwaban"]["b1"]["identity"] == "3f"
    assert last["state"]["hands"]["oniwaban"]["cards"] is None
    assert last["state"]["baits"]["government"] == [[None]]
    assert "belief" not in last


def test_zero_beats_three_and_the_attacker_wins_ties() -> None:
    pairs = (("0f", "3f"), ("3r", "0f"), ("2r", "2f"), ("1f", "2f"))
    assert [attacker_wins(*pair) for pair in pairs] == [True, False, True, False]


def test_a_table_log_may_be_stuck_only_if_a_possible_hand_is() -> None:
    state = final_of("market c2 d3; draw site")
    assert not could_be_stuck(state, "government")
    side = state.side("government")
    row_one = ("a1", "b1", "c1", "d1", "e1", None)
    far = tuple(a._replace(space=s) for a, s in zip(side.agents, row_one, strict=True))
    oniwaban = state.side("oniwaban")
    captured = tuple(a._replace(space=None) for a in oniwaban.agents)
    state = state.with_side("oniwaban", oniwaban._replace(agents=captured))
    # No agent can go forward from the goal row, so Site cards alone cannot be played.
    state = state.with_side("government", side._replace(agents=far, sites=4, tactics=0))
    assert could_be_stuck(state, "government")
    state = state.with_side("government", state.side("government")._replace(tactics=6))
    assert not could_be_stuck(state, "government")


def test_a_views_position_has_no_secrets_of_the_other_side() -> None:
    first, second = (replay_of(game + PLAY.format(swapped)).final for game, swapped in TWINS)
    assert first != second
    for view in ("public", "government"):
        assert observe(first, view) == observe(second, view)
    assert observe(first, "oniwaban") != observe(second, "oniwaban")


def test_board_data_cannot_claim_a_provenance() -> None:
    board = read_board({**default_board().data, "name": ["no name"], "provenance": "printed"})
    assert isinstance(board, Board)
    assert (board.name, board.provenance) == ("kyoto-recon-1", "user")
    assert default_board().provenance == "house"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("home", {"oniwaban": 1, "government": True}),
        ("home", {"oniwaban": 2, "government": 6}),
        ("spaces", {"a1": "market"}),
        ("territory", {"oniwaban": [1, 2, 4], "government": [5, 6]}),
        ("territory", {"oniwaban": [1, 2, 3, 4], "government": [4, 5, 6]}),
        ("starts", {"oniwaban": ["a1"], "government": ["a6", "b6", "c6", "d6", "e6", "c5"]}),
        ("id", " "),
    ],
)
def test_a_bad_board_gives_one_message(key: str, value: Any) -> None:
    faults = read_board({**default_board().data, key: value})
    assert isinstance(faults, list)
    assert len(faults) == 1
