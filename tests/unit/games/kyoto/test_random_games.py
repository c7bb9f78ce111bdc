"""What holds in every game: no card is lost, the truth stays possible, games end, both spellings
say the same, and what the table saw is a table log with the same beliefs.
"""

import json
from collections import Counter
from typing import Any

import pytest

from games.kyoto.kind import KIND
from games.kyoto.position import plain_belief, plain_state
from games.kyoto.rules.components import DECK, RURI, SIDES
from games.kyoto.rules.ruleset import FULL, MODES, TABLE
from games.kyoto.rules.state import Phase, State
from games.kyoto.rules.views import observe
from games.kyoto.steps import redact_event
from games.log.judge import judge
from games.log.writer import write_text
from games.registry import KINDS
from tests.support.kyoto_games import header_of, random_log

GAMES = [(mode, seed) for mode in MODES for seed in range(4)]
LONGEST = 69
"""Turns that no game can be longer than (4.5)."""


def judged_of(log: dict[str, Any]) -> Any:
    (judged,) = judge(json.dumps(log).encode(), KINDS)
    assert [finding.to_json() for finding in judged.findings] == []
    return judged


def cards_of(state: State, role: str) -> Counter[str]:
    """All cards of a side, wherever they are."""
    side = state.side(role)
    cards = Counter((*(side.hand or ()), *side.discard))
    for pile in side.piles:
        assert pile.shuffled is not None
        assert pile.size == len(pile.shuffled) + len(pile.returned)
        cards.update((*pile.shuffled, *pile.returned))
    for marks in side.baits:
        cards.update(("bait", *(mark for mark in marks if mark is not None)))
    if side.charisma == RURI and state.ruri_site:
        cards.update((state.ruri_site,))
    return cards


@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_no_card_is_lost_and_the_truth_stays_possible(mode: str, seed: int) -> None:
    replay = judged_of(random_log(mode, f"whole {seed}")).replay
    assert replay.is_over
    assert replay.final.turn <= LONGEST
    for step in replay.steps:
        for role in SIDES:
            side = step.state.side(role)
            assert cards_of(step.state, role) == Counter(DECK)
            assert side.hand is None or len(side.hand) == side.cards_held
            if side.agents:
                truth = tuple(agent.identity for agent in side.agents)
                assert truth in side.assignments


@pytest.mark.parametrize(("mode", "seed"), GAMES)
def test_what_the_table_saw_is_a_table_log_with_the_same_beliefs(mode: str, seed: int) -> None:
    replay = judged_of(random_log(mode, f"seen {seed}")).replay
    seen = [step for step in replay.steps if step.before.phase not in (Phase.DEAL, Phase.DEPLOY)]
    log = header_of(mode, TABLE)
    log["events"] = [redact_event(step.entry.plain, "public", step.before) for step in seen]
    held = replay.final.side(replay.final.active).cards_held
    if replay.outcome.reason == "stuck" and held:
        log["events"].append({"type": "stuck"})
    table = judged_of(log).replay
    assert table.outcome == replay.outcome
    for mine, theirs in zip(seen, table.steps, strict=False):
        if Phase.OVER in (mine.state.phase, theirs.state.phase):
            break
        assert plain_state(observe(mine.state, "public")) == plain_state(theirs.state)
        for role in SIDES:
            assert plain_belief(mine.state, role) == plain_belief(theirs.state, role)


@pytest.mark.parametrize("depth", [FULL, TABLE])
@pytest.mark.parametrize("mode", MODES)
def test_both_spellings_say_the_same(mode: str, depth: str) -> None:
    record = judged_of(random_log(mode, f"spelled {depth}", depth)).record
    (again,) = judge(write_text(record, KIND).encode(), KINDS)
    assert again.findings == ()
    assert again.record is not None
    assert again.record.canonical() == record.canonical()


@pytest.mark.parametrize("mode", MODES)
def test_legal_events_are_legal_and_given_once(mode: str) -> None:
    replay = judged_of(random_log(mode, "legal")).replay
    for step in replay.steps[4:]:
        if step.before.phase is Phase.CHARISMA or step.number % 7 == 0:
            events = [(type(event), event) for event in KIND.rules.engine.legal_events(step.before)]
            assert len(set(events)) == len(events)
            played = step.entry.event
            assert (type(played), played) in events
            assert all(
                KIND.rules.engine.violation(step.before, event) is None for _, event in events
            )


def test_the_turn_cap_ends_a_game_without_a_winner() -> None:
    replay = judged_of(random_log("base", "cap", turn_cap=3)).replay
    assert (replay.outcome.winner, replay.outcome.reason) == (None, "turn_cap")
    assert replay.final.turn == 3
