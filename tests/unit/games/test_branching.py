"""Branches: every state is the engine's, and views with hidden information neither see it nor
choose it.
"""

import json
import random
from typing import Any

import pytest

from games.core import branching
from games.core.choosing import LISTED_MAX, node, to_parts
from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.play import without_annotations
from games.core.replay import Replay
from games.registry import KINDS, get_kind, read_replay, replay
from tests.support.engine import accepted, bot_game, dump
from tests.support.twins import TWINS

GORYO = get_kind("goryo")
CLOSED = ("samurai", "public")
STOPS, SELDOM = ("resign", "abandon"), 0.03


def simulated(slug: str = "goryo", ruleset: str = "", seed: int = 1) -> Replay:
    return replay(bot_game(slug, ruleset, seed))


def views_of(kind: GameKind, game: Replay) -> list[str]:
    """Return the views that a user may play on as."""
    views = kind.identity.views_in(kind.identity.mode_of(game.record.setup))
    return [view for view in views if branching.can_play(kind, game.initial, view)]


def random_choice(rng: random.Random, kind: GameKind, played: Replay, view: str) -> dict[str, Any]:
    """Choose an event part by part, as a page does; events that stop the game are chosen seldom."""
    chosen: Any = ()
    while True:
        at = branching.choose(kind, played.final, view, chosen)
        choice: Any = rng.choice([*at.choices, *([None] if at.whole else [])])
        if choice is None:
            return at.whole
        if choice.value not in STOPS or rng.random() < SELDOM:
            chosen = (*at.chosen, (choice.path, choice.value))


def random_branch(
    rng: random.Random, kind: GameKind, game: Replay, step: int, view: str, depth: int
) -> tuple[list[dict[str, Any]], Replay]:
    """Return a branch of random choices; what the view may not choose is decided for it."""
    events: list[dict[str, Any]] = []
    played = branching.play_on(kind, game, step, events)
    while len(events) < depth and played.outcome.reason is None:
        if branching.is_decided_for(kind, played.final, view):
            of_game = rng.random() < 0.5 and branching.event_of_game(kind, game, played, view)
            decided = of_game or branching.event_of_bot(kind, played, rng)
        else:
            raw = random_choice(rng, kind, played, view)
            decided = branching.decide(kind, game, played, view, raw)
        assert decided
        events.append(decided.plain)
        played = branching.play_on(kind, game, step, events)
        assert played.refusal is None
    return events, played


@pytest.mark.parametrize("slug", list(KINDS))
def test_the_log_of_a_branch_replays_to_the_same_state(slug: str) -> None:
    kind, rng = get_kind(slug), random.Random(5)
    game = simulated(slug)
    for step in range(0, len(game.steps) + 1, 5):
        _, played = random_branch(rng, kind, game, step, "omniscient", 5)
        record = branching.branch_record(played, {"game": "x", "step": step})
        assert record.header["x_branch_of"] == {"game": "x", "step": step}
        assert all(player.name is None for player in record.players)
        again = read_replay(record.canonical())
        assert again.final == played.final
        assert [s.state for s in again.steps] == [s.state for s in played.steps]


def test_the_prefix_is_the_game_whatever_comes_after() -> None:
    game = simulated()
    for step in (0, 7, len(game.steps)):
        assert branching.play_on(GORYO, game, step, []).steps == game.steps[:step]
    for step in (-1, len(game.steps) + 1):
        with pytest.raises(ValueError, match="no step"):
            branching.play_on(GORYO, game, step, [])


def test_every_offer_of_a_view_that_sees_all_is_legal_or_another_answer() -> None:
    for step in simulated(seed=3).steps:
        events = GORYO.rules.engine.legal_events(step.before)
        legal = {json.dumps(GORYO.log.codec.plain_event(event)) for event in events}
        for plain in branching.possible_events(GORYO, step.before, "omniscient"):
            if plain["type"] in ("search", "sniff"):
                assert {json.dumps({**plain, "answer": a}) for a in (True, False)} & legal
            else:
                assert json.dumps(plain) in legal


# ------------------------------------------------------------------------------ what is hidden


def twin(number: int) -> Replay:
    return accepted(dump(TWINS[number])).replay


@pytest.mark.parametrize("view", CLOSED)
def test_twins_offer_a_view_with_hidden_information_the_same(view: str) -> None:
    first, second = twin(0), twin(1)
    for steps in zip(first.steps, second.steps, strict=True):
        nodes = [branching.choose(GORYO, step.before, view, ()) for step in steps]
        assert nodes[0] == nodes[1]
        is_decided = [branching.is_decided_for(GORYO, step.before, view) for step in steps]
        assert is_decided[0] == is_decided[1]


def test_every_view_may_choose_either_answer() -> None:
    for view in ("samurai", "omniscient"):
        offered = branching.choose(GORYO, twin(0).final, view, (("type", "sniff"),)).events
        question = {"type": "sniff", "samurai": "green", "space": "b2"}
        assert all({**question, **more} in offered for more in ({}, {"answer": True}))


def test_a_question_without_an_answer_gets_the_true_one() -> None:
    questions = [{"type": "sniff", "samurai": "green", "space": space} for space in ("b2", "c3")]
    for view in ("samurai", "omniscient"):
        for game, answers in ((twin(0), [True, True]), (twin(1), [True, False])):
            decided = [branching.decide(GORYO, game, game, view, q) for q in questions]
            assert [d.plain["answer"] for d in decided] == answers
            assert not any(d.is_assumed for d in decided)


def test_a_chosen_answer_is_assumed_unless_it_is_known_to_be_true() -> None:
    game = twin(0)
    for answer in (True, False):
        raw = {"type": "sniff", "samurai": "green", "space": "b2", "answer": answer}
        assert branching.decide(GORYO, game, game, "omniscient", raw).is_assumed is not answer
        # for a view that cannot know, even the true answer is an assumption
        assert branching.decide(GORYO, game, game, "samurai", raw).is_assumed


def refused_code(played: Replay, view: str, raw: dict[str, Any]) -> str:
    with pytest.raises(branching.Refused) as refused:
        branching.decide(GORYO, played, played, view, raw)
    return refused.value.problem.code


@pytest.mark.parametrize("view", CLOSED)
def test_a_view_cannot_choose_secrets_and_chance(view: str) -> None:
    game = simulated(seed=2)
    for step in game.steps:
        before = branching.play_on(GORYO, game, step.number - 1, [])
        if step.entry.plain["type"] not in ("bind", "haunt", "plan", "draw"):
            continue
        assert branching.is_decided_for(GORYO, step.before, view)
        offered = branching.choose(GORYO, step.before, view, ())
        assert {e["type"] for e in offered.events} <= {"resign", "abandon"}
        assert refused_code(before, view, dict(step.entry.plain)) == "not_yours"


def with_draws(game: Replay, step: int, events: list[dict[str, Any]]) -> Replay:
    """Return a branch with the draws that follow its events: the game's, else the bot's."""
    played = branching.play_on(GORYO, game, step, events)
    while branching.due(GORYO, played.final) == "draw":
        drawn = branching.event_of_game(GORYO, game, played)
        drawn = drawn or branching.event_of_bot(GORYO, played, random.Random(1))
        events = [*events, drawn.plain]
        played = branching.play_on(GORYO, game, step, events)
    return played


def test_events_of_the_game_are_reused() -> None:
    """The plan of the second round is the log's, even if the first round differs."""
    game = simulated(seed=1)
    plans = [s for s in game.steps if s.entry.plain["type"] == "plan"]
    assert len(plans) > 1
    for step in game.steps:
        before = branching.play_on(GORYO, game, step.number - 1, [])
        decided = branching.event_of_game(GORYO, game, before)
        assert decided.plain == without_annotations(step.entry.plain)
    discovered = with_draws(game, plans[0].number, [{"type": "discover"}])
    decided = branching.event_of_game(GORYO, game, discovered)
    assert decided.plain == without_annotations(plans[1].entry.plain)


def test_a_plan_of_the_game_that_is_no_longer_legal_is_not_used() -> None:
    game = simulated(seed=1)
    target = next(s for s in game.steps if s.entry.plain["type"] == "plan")
    at = branching.play_on(GORYO, game, target.number - 1, [])
    other = next(
        plain
        for plain in branching.possible_events(GORYO, at.final, "omniscient")
        if plain["target"] != target.entry.plain["target"] and "false_trail" not in plain
    )
    played = with_draws(game, target.number - 1, [other, {"type": "discover"}])
    assert branching.event_of_game(GORYO, game, played) is None


# ------------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ({"type": "move", "samurai": "green", "to": "e5"}, "not_adjacent"),
        ({"type": "move", "samurai": "green"}, "missing_field"),
        ({"type": "teleport"}, "unknown_event"),
        ({}, "missing_field"),
        ({"type": ["move"]}, "unknown_event"),
        ({"type": "discover", "note": "<b>"}, "aside"),
        ({"type": "discover", "x_a": 1}, "aside"),
        ({"type": "draw", "object": "vase"}, "out_of_turn"),
        ({"type": "search", "samurai": "green"}, "one_search"),
        ({"type": "sniff", "samurai": "green", "space": "b4"}, "pawn_space"),
        ({"type": "sniff", "samurai": "green", "space": "b2", "answer": "yes"}, "wrong_type"),
    ],
)
def test_events_are_refused_with_a_reason(raw: dict[str, Any], code: str) -> None:
    assert refused_code(twin(0), "omniscient", raw) == code


def test_illegal_plans_and_unknown_events_are_refused() -> None:
    plan = {"type": "plan", "route": ["b4", "b3", "b2", "c2"], "target": "e5"}
    assert refused_code(branching.play_on(GORYO, twin(0), 2, []), "omniscient", plan) == "not_legal"
    with pytest.raises(LogError):
        branching.play_on(GORYO, twin(0), 3, [{"type": "teleport"}])


def test_nothing_follows_the_end() -> None:
    game = simulated()
    assert branching.due(GORYO, game.final) is None
    assert branching.event_of_bot(GORYO, game, random.Random(1)) is None
    assert branching.event_of_game(GORYO, game, game) is None
    assert branching.choose(GORYO, game.final, "omniscient", ()).total == 0


# -------------------------------------------------------------------------------- the tree itself


def test_the_tree_reaches_every_event_once() -> None:
    game = branching.play_on(GORYO, twin(0), 2, [])
    everything = list(branching.possible_events(GORYO, game.final, "omniscient"))[::9]
    assert len(everything) > 50
    reached: list[dict[str, Any]] = []
    waiting: list[Any] = [()]
    while waiting:
        at = node(everything, waiting.pop())
        if at.whole is not None:
            reached.append(at.whole)
        waiting += [(*at.chosen, (choice.path, choice.value)) for choice in at.choices]
    key = lambda plain: json.dumps(plain, sort_keys=True)  # noqa: E731
    assert sorted(map(key, reached)) == sorted(map(key, everything))


def test_only_few_events_are_listed() -> None:
    events = [{"type": "a", "n": n} for n in range(LISTED_MAX + 1)]
    assert node(events[:LISTED_MAX], ()).events == tuple(events[:LISTED_MAX])
    assert node(events, ()).events == ()
    assert node(events, ()).chosen == (("type", "a"),)
    assert node([], ()).total == 0
    assert node(events, (("type", "b"),)).choices == ()


def test_the_search_for_choices_is_limited() -> None:
    at = node(({"type": "a", "n": n} for n in iter(int, 1)), ())
    assert (at.is_complete, at.events) == (False, ())


def test_parts_name_list_and_object_entries() -> None:
    plain = {"type": "fill", "path": {"a": "fire"}, "take": ["b1", 2], "to": None}
    assert to_parts(plain) == (
        ("type", "fill"), ("path.a", "fire"), ("take.0", "b1"), ("take.1", 2), ("to", None),
    )  # fmt: skip


@pytest.mark.parametrize("view", CLOSED)
def test_another_bound_type_is_not_revealed_by_the_events_of_the_game(view: str) -> None:
    """Whether the game's haunt and draws are still legal would reveal the bound type."""
    game, changed = simulated(), frozenset({"bind"})
    events = set()
    for bound in GORYO.rules.engine.initial_state(game.record.setup).setup.board.types:
        played = branching.play_on(GORYO, game, 0, [{"type": "bind", "object": bound}])
        events.add(branching.event_of_game(GORYO, game, played, view, changed))
    assert events == {None}
    assert branching.event_of_game(GORYO, game, played, view) is not None


@pytest.mark.parametrize("view", CLOSED)
def test_an_event_of_the_game_depends_only_on_what_a_view_saw(view: str) -> None:
    """With another hidden plan, the game's question gets the answer that is true in the branch."""
    game = twin(0)
    for plan in branching.possible_events(GORYO, game.steps[2].before, "omniscient"):
        if plan["type"] != "plan":
            continue
        played = branching.play_on(GORYO, game, 2, [plan])
        decided = branching.event_of_game(GORYO, game, played, view)
        assert decided.plain == {"type": "move", "samurai": "green", "to": "b3"}
        moved = branching.play_on(GORYO, game, 2, [plan, decided.plain])
        question = branching.event_of_game(GORYO, game, moved, view)
        assert question.plain["answer"] is ("b3" in {*plan["route"], plan.get("false_trail")})
        of_game = branching.event_of_game(GORYO, game, moved, "omniscient")
        assert (of_game is None) is (game.steps[3].state != moved.final)
