"""The value of actions, and what each view may know of it."""

import json
import random
from itertools import product
from math import log2
from typing import Any

import pytest

from games.goryo.assessment.assess import assess
from games.goryo.assessment.belief import infer_knowledge
from games.goryo.assessment.features import FEATURES
from games.goryo.assessment.priors import UNIFORM, Prior, plan_weights
from games.goryo.assessment.reach import covering_moves, remaining_actions, spaces_within
from games.goryo.assessment.worth import DiscoveryWorth, PlanWorth
from games.goryo.rules.board import set_bits
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Draw, Plan
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import plan_faults, plan_rules_broken
from games.goryo.rules.state import CHASE, PublicView
from games.registry import replay, simulate
from tests.support.boards import random_board
from tests.support.engine import bot_game, dump, judge_one
from tests.support.playouts import random_log
from tests.unit.games.assessment.logs import CORRIDOR, assessed, play

EDITIONS = ("2019", "2021", "2021-advanced", "2024", "2024-advanced")
FITTED = Prior("fitted", {key: 0.3 - 0.2 * i for i, key in enumerate(FEATURES)}, {})


def played(seed: int) -> Any:
    return replay(bot_game("goryo", EDITIONS[seed % len(EDITIONS)], f"assess {seed}"))


def worth(found: Any, step: int) -> dict[str, Any]:
    return dict(found[step - 1].worth._asdict())


# -- questions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "after", "yes"), [("2019", 162, 28 / 55), ("2024", 168, 1 - (27 + 1 / 2) / 55)]
)
def test_a_question_that_halves_the_hypotheses(edition: str, after: int, yes: float) -> None:
    """The dead end: a1 to a4, then a5 or, with the sprint, c5; the false trail anywhere else. There
    are six bound types for either target; 1 + 27 plans to a5, one of them with the trail on c5, and
    1 + 26 plans to c5. After a no the trail is possible where denial is allowed.
    """
    events = "bind mask; haunt helmet a1; plan a1 a2 a3 a4 > a5; blue move d5; blue sniff c5 no"
    found = assessed(events, edition=edition, board=CORRIDOR)
    first, then, question = found[2].known, found[4].known, worth(found, 5)
    assert (first.plans, first.hypotheses) == (55, 330)
    assert (then.plans, then.hypotheses) == (after // 6, after)
    assert (question["before"], question["after"]) == (330, after)
    assert question["chance"] == pytest.approx(1 - yes)
    assert question["bits"] == pytest.approx(log2(330 / after))
    assert (question["best"].space, question["more"]) == ("c5", 0)
    if edition == "2019":
        assert question["expected"] == pytest.approx(-yes * log2(yes) - (1 - yes) * log2(1 - yes))


# -- covering --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_covering_moves_are_found_exactly_if_they_exist(seed: int) -> None:
    rng, met = random.Random(f"cover {seed}"), set()
    for step in played(seed).steps:
        if step.state.table.phase is not CHASE:
            continue
        view = ENGINE.observe(step.state, "samurai")
        board = view.setup.board
        near = [i for at in view.chase.samurai for i in set_bits(spaces_within(board, at, 2))]
        for size in (1, 2, 2, 3, 4):
            targets = sum(1 << i for i in set(rng.choices(near, k=size)))
            found = covering_moves(view, targets)
            assert (found is not None) == can_cover(view, targets)
            met.add(found is not None)
            if found is not None:
                stand = [found.get(n, at) for n, at in enumerate(view.chase.samurai)]
                assert not targets & ~sum(1 << i for i in set(stand))
    assert met == {True, False}


def can_cover(view: PublicView, targets: int) -> bool:
    """Try every position of the four Samurai that their remaining actions allow."""
    board, chase = view.setup.board, view.chase
    costs: list[dict[int, int]] = [{} for _ in chase.samurai]
    for number, at in enumerate(chase.samurai):
        for moves in range(remaining_actions(view, number).moves + 1):
            for space in set_bits(spaces_within(board, at, moves)):
                costs[number].setdefault(space, moves)
    for stand in product(*costs):
        moves = [cost[space] for cost, space in zip(costs, stand, strict=True)]
        new = sum(n > 0 and number not in chase.called for number, n in enumerate(moves))
        is_possible = sum(moves) <= chase.actions_left and new + len(chase.called) <= 3
        if is_possible and not targets & ~sum(1 << i for i in set(stand)):
            return True
    return False


# -- draws, discoveries, plans ---------------------------------------------------------------------


def test_the_chances_of_a_draw_add_up_and_use_what_the_view_knows() -> None:
    events = "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3; green sniff c2 yes; green search yes"
    chances = dict.fromkeys(("samurai", "omniscient"), 0.0)
    for token in ("helmet", "lantern", "scroll", "urn", "flower", "fan"):
        for view in chances:
            drawn = worth(assessed(f"{events}; discover; draw {token}", view), 7)
            assert drawn["tokens"] == 6
            chances[view] += drawn["chance"]
    # scroll is broken, so that it cannot be bound; mask is one of six types that may be
    seen = worth(assessed(f"{events}; discover; draw helmet"), 7)
    assert seen["chance"] == pytest.approx((1 - 1 / 6) / 6)
    assert worth(assessed(f"{events}; discover; draw scroll"), 7)["chance"] == pytest.approx(1 / 6)
    assert chances["samurai"] + seen["chance"] == pytest.approx(1)
    assert chances["omniscient"] == pytest.approx(1)
    assert (seen["bound_before"], seen["bound_after"]) == (6, 5)
    assert seen["sealed"] == ["b2", "c5", "e4", "f3"]


def test_the_chance_that_a_draw_ends_the_game_matches_every_token() -> None:
    ended = set()
    for seed in range(25):
        game = played(seed)
        for step, found in zip(game.steps, assess(game, "omniscient"), strict=True):
            if isinstance(step.entry.event, Draw):
                state, shown = step.before, found.worth
                names = [state.setup.board.types[kind] for kind in set_bits(bag(state))]
                tried = [ENGINE.transition(state, Draw(name))[0] for name in names]
                ends = [after.table.reason == "exorcism" for after in tried]
                assert shown.tokens == len(names)
                assert shown.end_chance == pytest.approx(sum(ends) / len(ends))
                assert shown.ended == (step.state.table.reason == "exorcism")
                ended.add((shown.ended, shown.end_chance > 0))
    assert ended == {(False, False), (False, True), (True, True)}


@pytest.mark.parametrize(("edition", "exposed"), [("2019", 0), ("2024", 1)])
def test_exposure_counts_what_the_samurai_can_reach(edition: str, exposed: int) -> None:
    """Blue is three moves from the dead end, so he needs two moves and a sniff to reach it."""
    events = "bind mask; haunt helmet a1; plan a1 a2 a3 a4 > a5"
    plan = worth(assessed(events, "goryo", edition, CORRIDOR), 3)
    assert (plan["exposed"], plan["cubes"], plan["reached_by"]) == (exposed, 4, [])


def test_the_value_of_a_plan_is_in_views_that_may_see_it_only() -> None:
    events = "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3; green sniff c2 yes; discover"
    assert assessed(events, "public")[2].worth is None
    plan = worth(assessed(events, "goryo"), 3)
    assert plan["reached_by"] == ["green"]
    assert (plan["exposed"], plan["cubes"]) == (4, 4)
    discovery = worth(assessed(events), 5)
    assert (plan["plans"], plan["targets"]) == (discovery["plans"], discovery["targets"])
    assert plan["legal"] > plan["plans"] > 0


def test_a_plan_cut_short_has_its_stealth_at_the_last_moment_of_the_chase() -> None:
    events = "bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3; green sniff c2 yes; resign samurai"
    found = assessed(events, "omniscient")
    assert worth(found, 3)["plans"] == found[3].known.plans


@pytest.mark.parametrize("seed", range(15))
def test_the_true_plan_is_always_possible_without_mistakes(seed: int) -> None:
    for step in assess(played(seed), "omniscient"):
        if isinstance(step.worth, DiscoveryWorth):
            assert step.worth.fits
        if isinstance(step.worth, DiscoveryWorth | PlanWorth):
            assert step.worth.plans > 0


# -- the whole -------------------------------------------------------------------------------------


@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_samurai_and_public_get_the_same_assessment(prior: Prior) -> None:
    for seed in range(5):
        game = played(seed)
        samurai, public = (assess(game, view, prior) for view in ("samurai", "public"))
        assert samurai == public
        known = [step.known for step in assess(game, "goryo", prior)]
        assert known == [step.known for step in public]


def test_the_bits_and_the_possible_bound_types_of_each_step() -> None:
    game = played(3)
    assessed_steps = assess(game, "samurai")
    for step, found in zip(game.steps, assessed_steps, strict=True):
        assert (found.known is not None) == (step.state.table.phase is CHASE)
        if found.known is not None:
            assert found.known.masses.bits == pytest.approx(log2(found.known.hypotheses))
            assert 0 <= found.known.target_bits <= found.known.masses.bits
    bound_types = [step.bound_types for step in assessed_steps]
    assert min(bound_types) >= 1
    assert (bound_types[0], bound_types[1], bound_types[-1]) == (8, 7, 1)


def test_at_the_end_the_bound_type_is_known_where_it_was_recorded() -> None:
    for bound, count in (("mask", 1), ("?", 7)):
        assert assessed(f"bind {bound}; haunt vase b4; resign goryo")[-1].bound_types == count


def test_a_single_position_can_be_assessed() -> None:
    """Variations need this: the first view of a chase, and any later view."""
    game = play("bind mask; haunt vase b4; plan b4 b3 b2 c2 > c3; green sniff c2 yes")
    start, now = (ENGINE.observe(step.state, "public") for step in game.steps[2:4])
    known = infer_knowledge(now, plan_weights(start, FITTED))
    assert known == assess(game, "public", FITTED)[3].known


@pytest.mark.parametrize(
    ("plan", "rules"),
    [
        ("b4 b3 b2 c2 > c3", []),
        ("b4 b3 b2 c2 c1 > b1 sprint ~e5", []),
        ("b4 b3 b2 c2 > c3 sprint", ["4.6"]),
        ("b4 b3 b2 c2 c1 > b1", ["4.1"]),
        ("a4 b4 b3 b2 > c2", ["4.1"]),
        ("b4 b3 a3 c2 > c3", ["4.1"]),
        ("b4 b3 b2 c2 > c1 ~c2", ["4.7"]),
        ("b4 b3 b2 c2 > a2", ["4.2"]),
        ("b4 b5 b6 b5 > b4", ["4.3", "4.4"]),
    ],
)
def test_the_rules_a_plan_breaks(plan: str, rules: list[str]) -> None:
    step = play(f"bind mask; haunt vase b4; plan {plan}").steps[-1]
    board, table = step.before.setup.board, step.before.table
    assert plan_rules_broken(board, table, step.entry.event) == rules


@pytest.mark.parametrize("seed", range(20))
def test_the_rules_a_plan_breaks_are_named_where_it_has_mistakes(seed: int) -> None:
    rng = random.Random(f"faulty {seed}")
    for _ in range(10):
        judged_log = judge_one(dump(random_log(rng)))
        for step in judged_log.replay.steps if judged_log.replay else ():
            if isinstance(step.entry.event, Plan):
                board, table = step.before.setup.board, step.before.table
                faults = plan_faults(board, table, step.entry.event)
                assert bool(plan_rules_broken(board, table, step.entry.event)) == bool(faults)


@pytest.mark.parametrize("prior", [UNIFORM, FITTED], ids=["uniform", "fitted"])
def test_a_board_with_every_bridge_stays_in_bounds(prior: Prior) -> None:
    """Thirty-two bridges between two rooms: tens of thousands of plans, counted and not listed."""
    board = random_board(random.Random("bridges"))
    rooms = {name: space["room"] for name, space in board["spaces"].items()}
    one, other = ([s for s in sorted(rooms) if rooms[s] == room] for room in board["rooms"][:2])
    pairs = [list(pair) for pair in product(one[:4], other)]
    rest = [pair for pair in board["bridges"] if {rooms[s] for s in pair} - set(board["rooms"][:2])]
    board["bridges"] = [*rest, *pairs][:32]
    rng, data = random.Random("bridges"), json.dumps(board).encode()
    found = assess(replay(simulate("goryo", "2024", "bridges", rng, data)), "omniscient", prior)
    assert max(step.known.hypotheses for step in found if step.known) > 50_000
