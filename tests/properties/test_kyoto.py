"""Properties of every game of Shadows in Kyoto: no card and no agent is lost, listed events are
legal, JSON and text are equivalent, public events make a table log with the same beliefs, and every
game ends.

`KYOTO_GAMES` is the number of random games: `KYOTO_GAMES=10000 pytest
tests/properties/test_kyoto.py`.
"""

import os
import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.kyoto.kind import KIND
from games.kyoto.position import plain_belief, plain_state
from games.kyoto.rules.components import SIDES, SITE_CARDS, TACTICS
from games.kyoto.rules.events import Abandon, Resign, Show
from games.kyoto.rules.ruleset import FULL, MODES, TABLE
from games.kyoto.rules.state import Phase, State
from games.kyoto.rules.views import observe
from games.kyoto.steps import redact_event
from games.log.writer import write_text
from tests.brute.kyoto_header import DECK, IDENTITIES, ROLES, random_board
from tests.support.deep import IS_DEEP
from tests.support.engine import accepted, dump, judge_one
from tests.support.kyoto_games import header_of, random_log

GAMES = int(os.environ.get("KYOTO_GAMES", "60"))
SHAPES = [(mode, depth) for mode in MODES for depth in (FULL, TABLE)]
N_CHECKED = 100_000 if IS_DEEP else 60
"""The number of legal events checked in a position, at random if there are more."""
MAX_TURNS = 69
"""The longest possible game (4.5)."""


def log_of(number: int) -> dict[str, Any]:
    """Return the game of a number, over all modes, depths and boards, some with a turn cap."""
    rng = random.Random(f"kyoto property {number}")
    mode, depth = SHAPES[number % len(SHAPES)]
    cap = rng.choice([100, 100, 100, 1000, rng.randint(1, 60)])
    board = random_board(rng) if number // len(SHAPES) % 2 else None

    def check_listed(state: State, listed: list[Any]) -> None:
        """Each listed event is listed once and legal."""
        named = [(type(event), event) for event in listed]
        assert len(set(named)) == len(named)
        sample = rng.sample(listed, min(N_CHECKED, len(listed)))
        assert not any(KIND.rules.engine.violation(state, event) for event in sample)

    return random_log(mode, f"property {number}", depth, cap, board, check_listed)


def cards_of(state: dict[str, Any], role: str) -> int:
    """Count the cards of a side, wherever they are; 33 once they are dealt."""
    held, left = state["hands"][role], state["piles"][role]
    marks = sum(len(bait) for bait in state["baits"][role])
    laid = len(state["baits"][role]) + marks + (state["charisma"][role] == "ruri")
    total = held["site"] + held["tactic"] + left["site"] + left["tactic"]
    return total + len(state["discards"][role]) + laid


def assert_conserved(state: dict[str, Any], depth: str) -> None:
    """Check that cards, agents and identities exist once, and no space holds two of a side."""
    for role, enemy in zip(ROLES, reversed(ROLES), strict=True):
        assert cards_of(state, role) == sum(DECK.values()), role
        known = Counter(state["discards"][role]) + Counter(state["hands"][role]["cards"] or [])
        known += Counter(mark for bait in state["baits"][role] for mark in bait if mark)
        known["bait"] += len(state["baits"][role])
        assert all(known[card] <= number for card, number in DECK.items()), role
        if state["phase"] in ("deal", "deploy"):
            continue
        agents = [agent["identity"] for agent in state["agents"][role].values()]
        all_agents = agents + state["captives"][enemy]
        assert len(all_agents) == len(IDENTITIES)
        named = [name for name in all_agents if name is not None]
        assert len(set(named)) == len(named)
        assert depth == TABLE or sorted(named) == IDENTITIES
    assert not set(state["agents"]["oniwaban"]) & set(state["agents"]["government"])


def assert_full_log_holds_the_truth(state: State) -> None:
    """Check in a full log that each card is somewhere, and the true assignment is possible."""
    for role in SIDES:
        side = state.side(role)
        cards = Counter((*(side.hand or ()), *side.discard))
        for pile in side.piles:
            assert pile.shuffled is not None
            assert pile.size == len(pile.shuffled) + len(pile.returned)
            cards.update((*pile.shuffled, *pile.returned))
        for marks in side.baits:
            cards.update(("bait", *(mark for mark in marks if mark is not None)))
        if side.charisma == "ruri" and state.ruri_site:
            cards.update((state.ruri_site,))
        assert cards == Counter(DECK)
        assert side.hand is None or len(side.hand) == side.cards_held
        if side.agents:
            assert tuple(agent.identity for agent in side.agents) in side.assignments


@pytest.mark.parametrize("first", range(0, GAMES, 20))
def test_games_conserve_pieces_and_end(first: int) -> None:
    seen: Counter[str | None] = Counter()
    for number in range(first, min(first + 20, GAMES)):
        log = log_of(number)
        depth = log["setup"]["depth"]
        judged = accepted(dump(log))
        record = judged.record
        for step in judged.replay.steps:
            assert_conserved(plain_state(step.state), depth)
            if depth == FULL:
                assert_full_log_holds_the_truth(step.state)
        final = plain_state(judged.replay.final)
        assert final["phase"] == "over"
        assert final["turn"] <= min(MAX_TURNS, log["ruleset"]["turn_cap"])
        again = accepted(write_text(record, KIND).encode())
        assert again.record.canonical() == record.canonical()
        assert write_text(again.record, KIND) == write_text(record, KIND)
        seen.update([final["reason"], "games"])
    print(dict(seen))


@pytest.mark.parametrize(("mode", "seed"), [(mode, seed) for mode in MODES for seed in range(4)])
def test_public_events_are_a_table_log_with_the_same_beliefs(mode: str, seed: int) -> None:
    replay = accepted(dump(random_log(mode, f"seen {seed}"))).replay
    public = [step for step in replay.steps if step.before.phase not in (Phase.DEAL, Phase.DEPLOY)]
    log = header_of(mode, TABLE)
    log["events"] = [redact_event(step.entry.plain, "public", step.before) for step in public]
    held = replay.final.side(replay.final.active).cards_held
    if replay.outcome.reason == "stuck" and held:
        log["events"].append({"type": "stuck"})
    table = accepted(dump(log)).replay
    assert table.outcome == replay.outcome
    for in_full, in_table in zip(public, table.steps, strict=False):
        if Phase.OVER in (in_full.state.phase, in_table.state.phase):
            break
        assert plain_state(observe(in_full.state, "public")) == plain_state(in_table.state)
        for role in SIDES:
            assert plain_belief(in_full.state, role) == plain_belief(in_table.state, role)


def test_every_possible_hand_is_listed_if_the_hand_is_unknown() -> None:
    log = log_of(1027)  # no card can move the drugged agent
    state = judge_one(dump({**log, "events": log["events"][:26]})).replay.final
    side = state.side("government")
    assert (state.active, state.drugged, side.hand) == ("government", 4, None)
    listed = list(KIND.rules.engine.legal_events(state))
    assert {type(event) for event in listed} == {Show, Resign, Abandon}
    sites = combinations_with_replacement(SITE_CARDS, side.sites)
    hands = [(*some, card) for some in sites for card in TACTICS]
    legal = {hand for hand in hands if KIND.rules.engine.violation(state, Show(hand)) is None}
    assert sorted(event.cards for event in listed if isinstance(event, Show)) == sorted(legal)
    assert len(legal) > 100
    refused = judge_one(dump({**log, "events": [*log["events"][:26], {"type": "stuck"}]}))
    assert {"resign government", "abandon"} < set(refused.findings[0].legal)
