"""What holds in every game of Shadows in Kyoto: no card and no agent is lost, what is listed is
allowed, JSON and text say the same, and every game ends.

`KYOTO_GAMES` is the number of random games: `KYOTO_GAMES=10000 pytest
tests/properties/test_kyoto.py`.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.kyoto.kind import KIND
from games.kyoto.position import plain_state
from games.kyoto.rules.components import SITE_CARDS, TACTICS
from games.kyoto.rules.events import Abandon, Resign, Show
from games.kyoto.rules.ruleset import FULL, MODES, TABLE
from games.kyoto.rules.state import State
from games.log.judge import judge
from games.log.writer import write_text
from games.registry import KINDS
from tests.brute.kyoto_header import DECK, IDENTITIES, ROLES, random_board
from tests.support.engine import dump
from tests.support.kyoto_games import random_log

GAMES = int(os.environ.get("KYOTO_GAMES", "60"))
SHAPES = [(mode, depth) for mode in MODES for depth in (FULL, TABLE)]
LISTED = (
    60  # legal events of a position that are looked at: any part of the list, the whole if short
)
TURNS = 69  # 4.5: no longer game, without a lower cap


def log_of(number: int) -> dict[str, Any]:
    """The game of a number: modes, depths and boards by turns, some with a cap of their own."""
    rng = random.Random(f"kyoto property {number}")
    mode, depth = SHAPES[number % len(SHAPES)]
    cap = rng.choice([100, 100, 100, 1000, rng.randint(1, 60)])
    board = random_board(rng) if number // len(SHAPES) % 2 else None

    def agree(state: State, listed: list[Any]) -> None:
        """What the generator lists the validator takes, and each event is listed once."""
        named = [(type(event), event) for event in listed]
        assert len(set(named)) == len(named)
        few = rng.sample(listed, min(LISTED, len(listed)))
        assert not any(KIND.rules.engine.violation(state, event) for event in few)

    return random_log(mode, f"property {number}", depth, cap, board, agree)


def cards_of(state: dict[str, Any], role: str) -> int:
    """How many cards a side has, wherever they are; 33 once they are dealt."""
    held, left = state["hands"][role], state["piles"][role]
    marks = sum(len(bait) for bait in state["baits"][role])
    laid = len(state["baits"][role]) + marks + (state["charisma"][role] == "ruri")
    total = held["site"] + held["tactic"] + left["site"] + left["tactic"]
    return total + len(state["discards"][role]) + laid


def assert_conserved(state: dict[str, Any], depth: str) -> None:
    """Cards are there once, agents and identities too; no space holds two of a side."""
    for role, enemy in zip(ROLES, reversed(ROLES), strict=True):
        assert cards_of(state, role) == sum(DECK.values()), role
        known = Counter(state["discards"][role]) + Counter(state["hands"][role]["cards"] or [])
        known += Counter(mark for bait in state["baits"][role] for mark in bait if mark)
        known["bait"] += len(state["baits"][role])
        assert all(known[card] <= number for card, number in DECK.items()), role
        if state["phase"] in ("deal", "deploy"):
            continue
        agents = [agent["identity"] for agent in state["agents"][role].values()]
        everybody = agents + state["captives"][enemy]
        assert len(everybody) == len(IDENTITIES)
        named = [name for name in everybody if name is not None]
        assert len(set(named)) == len(named)
        assert depth == TABLE or sorted(named) == IDENTITIES
    assert not set(state["agents"]["oniwaban"]) & set(state["agents"]["government"])


@pytest.mark.parametrize("first", range(0, GAMES, 20))
def test_nothing_is_lost_and_every_game_ends(first: int) -> None:
    seen: Counter[str | None] = Counter()
    for number in range(first, min(first + 20, GAMES)):
        log = log_of(number)
        (judged,) = judge(dump(log), KINDS)
        assert [finding.to_json() for finding in judged.findings] == []
        replay, record = judged.replay, judged.record
        assert replay is not None
        assert record is not None
        for step in replay.steps:
            assert_conserved(plain_state(step.state), log["setup"]["depth"])
        final = plain_state(replay.final)
        assert final["phase"] == "over"
        assert final["turn"] <= min(TURNS, log["ruleset"]["turn_cap"])
        (again,) = judge(write_text(record, KIND).encode(), KINDS)
        assert again.record is not None
        assert again.record.canonical() == record.canonical()
        assert write_text(again.record, KIND) == write_text(record, KIND)
        seen.update([final["reason"], "games"])
    print(dict(seen))


def test_every_hand_that_could_be_shown_is_listed_where_nobody_knows_it() -> None:
    log = log_of(1027)  # whose drugged agent no card can move
    (judged,) = judge(dump({**log, "events": log["events"][:26]}), KINDS)
    assert judged.replay is not None
    state = judged.replay.final
    side = state.side("government")
    assert (state.active, state.drugged, side.hand) == ("government", 4, None)
    listed = list(KIND.rules.engine.legal_events(state))
    assert {type(event) for event in listed} == {Show, Resign, Abandon}
    sites = combinations_with_replacement(SITE_CARDS, side.sites)
    hands = [(*some, card) for some in sites for card in TACTICS]
    allowed = {hand for hand in hands if KIND.rules.engine.violation(state, Show(hand)) is None}
    assert sorted(event.cards for event in listed if isinstance(event, Show)) == sorted(allowed)
    assert len(allowed) > 100
    (refused,) = judge(dump({**log, "events": [*log["events"][:26], {"type": "stuck"}]}), KINDS)
    assert {"resign government", "abandon"} < set(refused.findings[0].legal)
