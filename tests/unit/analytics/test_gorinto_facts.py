"""Gorinto's facts against a naive count over the plain steps of games of every mode."""

import re
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from analytics.facts.extract import extract
from analytics.rollups.measures import total
from games.core.metrics import TREES, SpacesMetric
from games.core.sums import Moments
from tests.support.engine import accepted, dump

from .gorinto_logs import ABANDON, KIND, RESIGN, game_of

METRICS = {metric.key: metric for metric in KIND.counting.metrics}
MODES = list(KIND.identity.modes)
CASES = [(mode, seed) for mode in MODES for seed in range(3)]


def played(log):
    """Return the facts of a game, its steps and its record."""
    judged = accepted(dump(log))
    steps = list(KIND.display.steps(judged.replay, "omniscient", False))
    return extract(judged.record.canonical()).value, steps, judged.record


@pytest.fixture(scope="module", params=CASES, ids=str)
def case(request):
    """The mode, facts, steps and record of a game."""
    return request.param[0], *played(game_of(*request.param))


def turns(steps):
    """Yield the state before each turn, its event, and the state after."""
    for before, after in pairwise(steps):
        if after["event"]["type"] == "place":
            yield before["state"], after["event"], after["state"]


def totals(by_position):
    """Return moments as (observations, total)."""
    return {key: (leaf[1], leaf[3]) for key, leaf in by_position.items()}


def test_the_mountain_gains_placed_tiles_and_loses_gathered_ones(case):
    mode, value, steps, _ = case
    naive, taken = defaultdict(Counter), Counter()
    for before, event, after in turns(steps):
        for cell, stack in after["mountain"].items():
            lost = Counter(before["mountain"][cell])
            if cell == event["to"]:
                tile = before["path"][event["from"]]
                for layer in ("placed", f"placed-{tile}"):
                    naive[layer][cell] += 1
                lost[tile] += 1
            lost.subtract(stack)
            for element in [element for element, n in lost.items() if n]:
                for layer in ("gathered", f"gathered-{element}"):
                    naive[layer][cell] += lost[element]
    for before, after in pairwise(steps):
        if after["event"]["type"] == "coin":
            for element in before["state"]["mats"]["kitsune"]:
                mats = (step["state"]["mats"]["kitsune"][element] for step in (after, before))
                taken[element] += next(mats) - next(mats)
    spaces = dict(value["spaces"])
    by_kitsune = spaces.pop("kitsune", {})
    assert sum(times for times, *_ in by_kitsune.values()) == sum(taken.values())
    assert bool(by_kitsune) == mode.startswith("solo")
    n = len(list(turns(steps)))
    assert spaces.pop("") == [1, n, n * n]
    assert {layer: {c: leaf[0] for c, leaf in s.items()} for layer, s in spaces.items()} == naive
    assert {leaf[1] for found in spaces.values() for leaf in found.values()} == {1}


def test_wins_equal_the_final_state(case):
    mode, value, steps, record = case
    state, winners = steps[-1]["state"], set(steps[-1]["state"]["winners"])
    if mode.startswith("solo"):
        assert value["wins-solo"] == {mode.removeprefix("solo-"): [1, int("p1" in winners), 0]}
        assert not {"wins-seat", "wins-order", "wins-start"} & set(value)
        return
    sides = list(state["wisdom"])
    won = {side: set(side.split("+")) <= winners for side in sides}
    table = mode.split("-")[0]
    assert {key: leaf[:2] for key, leaf in value["wins-seat"].items()} == {
        f"{table}.{side}": [1, int(won[side])] for side in sides
    }
    shared = sum(won.values()) > 1
    assert {leaf[2] for leaf in value["wins-seat"].values() if leaf[1]} == {int(shared)}
    first = record.plain()["setup"]
    first = first.get("start") or first["order"][0]
    first_side = next(side for side in sides if first in side.split("+"))
    assert value["wins-start"][f"{table}.start"][1] == won[first_side]
    others_won = any(won[side] for side in sides if side != first_side)
    assert value["wins-start"][f"{table}.other"][1] == others_won
    order = value["wins-order"]
    assert order[f"{table}.turn1"] == value["wins-start"][f"{table}.start"]
    assert sum(leaf[1] for leaf in order.values()) == sum(won.values())


def test_wisdom_equals_the_final_state_and_the_sum_of_its_sources(case):
    mode, value, steps, record = case
    wisdom = dict(steps[-1]["state"]["wisdom"])
    if mode.startswith("solo"):
        ahead = wisdom["p1"] - wisdom.pop("kitsune")
        moments = {"mean": list(Moments.of_game([ahead])), "values": {str(ahead): 1}}
        assert value["margin-solo"] == {mode.removeprefix("solo-"): moments}
    goals = sorted(record.plain()["setup"]["goals"], key=lambda goal: int(goal[1:]))
    group = "partnership" if mode == "partnership" else "-".join(goals)
    moments = {"mean": list(Moments.of_game([*wisdom.values()]))}
    moments["values"] = Counter(map(str, wisdom.values()))
    assert value["wisdom"] == {group: moments}
    sources = [*value["goal-wisdom"].values(), *value["key-wisdom"].values()]
    assert sum(source["mean"][3] for source in sources) == sum(wisdom.values())
    assert set(value["goal-wisdom"]) == set(goals)
    assert set(value["key-wisdom"]) == set(record.plain()["setup"]["keys"])


def test_elements_and_turns_of_winners_and_others(case):
    mode, value, steps, _ = case
    state, table = steps[-1]["state"], mode.split("-")[0]
    elements, mats, understanding = (defaultdict(lambda: defaultdict(list)) for _ in range(3))
    n_turns = Counter()
    won = {role: role in state["winners"] for role in state["mats"] if role != "kitsune"}
    for role, is_winner in won.items():
        group = f"{table}.{'winners' if is_winner else 'others'}"
        for element, tiles in state["mats"][role].items():
            elements[group][element].append(tiles)
    for before, event, after in turns(steps):
        role = event["player"]
        n_turns[role] += 1
        group, turn = f"{table}.{'winners' if won[role] else 'others'}", f"t{n_turns[role]}"
        mats[group][turn].append(sum(after["mats"][role].values()))
        known = 1 + before["mats"][role][before["path"][event["from"]]]
        understanding[group][turn].append(known)
    for key, groups in {"elements": elements, "mat": mats, "understanding": understanding}.items():
        assert value[key] == {
            group: {key: list(Moments.of_game(values)) for key, values in of_group.items()}
            for group, of_group in groups.items()
        }
    assert set(n_turns.values()) == {8 if table in ("4p", "partnership") else 12}


def test_mats_of_the_best_players_of_a_goal(case):
    mode, value, steps, _ = case
    if mode.startswith("solo"):
        assert not {"goal-shape", "goal-elements"} & set(value)
        return
    points, mats = defaultdict(Counter), steps[-1]["state"]["mats"]
    scored = {step["state"]["scoring"]["season"]: step["state"]["scoring"] for step in steps
              if step["state"]["scoring"]}  # fmt: skip
    assert list(scored) == [1, 2, 3, 4]
    for scoring in scored.values():
        for role, by_goal in scoring["goals"].items():
            for goal, n in by_goal.items():
                points[goal][role] += n
    for goal, by_role in points.items():
        best = [mats[role] for role, n in by_role.items() if n == max(by_role.values())]
        assert value["goal-wisdom"][goal]["values"] == Counter(map(str, by_role.values()))
        shapes = [sorted(mat.values(), reverse=True) for mat in best]
        ranks = [(len(best), sum(rank)) for rank in zip(*shapes, strict=True)]
        assert list(totals(value["goal-shape"][goal]).values()) == ranks
        elements = totals(value["goal-elements"][goal])
        for element in mats["p1"]:
            assert elements[element] == (len(best), sum(mat[element] for mat in best))
    all_players = totals(value["goal-elements"]["all"])
    assert all_players["void"] == (len(mats), sum(mat["void"] for mat in mats.values()))


@pytest.mark.parametrize("mode", MODES)
def test_unfinished_games_add_to_spaces_only(mode):
    whole, steps, _ = played(game_of(mode))
    stop = len(steps) * 3 // 4
    for end in ([], [ABANDON]):
        value, _, _ = played(game_of(mode, 0, stop, *end))
        assert set(value) == {"spaces"}
    assert set(whole) > {"spaces", "wisdom", "mat"}


@pytest.mark.parametrize("mode", ["2p-burrow", "partnership", "solo-normal"])
def test_a_resignation_adds_to_spaces_and_win_rates_only(mode):
    value, steps, _ = played(game_of(mode, 0, 20, RESIGN))
    assert steps[-1]["state"]["reason"] == "resign"
    rates = {"wins-solo"} if mode.startswith("solo") else {"wins-seat", "wins-start", "wins-order"}
    assert set(value) == {"spaces", TREES, *rates}


def test_a_game_without_a_turn_adds_nothing():
    value, _, _ = played(game_of("3p-clockwise", 0, 1))
    assert value == {}


def test_all_facts_are_declared():
    sums = total(played(game_of(mode, seed))[0] for mode, seed in CASES)
    routes = sums.pop(TREES)
    assert set(sums) | set(routes) == set(METRICS) - {"pace"}, "these games have no times"
    assert set(routes["placements"]) <= set(METRICS["placements"].roots)
    for key, groups in sums.items():
        metric = METRICS[key]
        declared = metric.layers if isinstance(metric, SpacesMetric) else metric.groups
        assert set(groups) - {""} <= set(declared)
        if metric.form == "series":
            assert all(set(found) <= set(metric.positions) for found in groups.values())


def test_fair_shares_add_up_to_one():
    seats, starts = METRICS["wins-seat"].even, METRICS["wins-start"].even
    for table, n in (("2p", 2), ("3p", 3), ("4p", 4), ("partnership", 2)):
        of_table = [share for key, share in seats.items() if key.startswith(f"{table}.")]
        assert of_table == [1 / n] * n if n == 2 else sum(of_table) == 1
        assert starts[f"{table}.start"] + starts[f"{table}.other"] == 1


def test_every_legal_goal_pair_is_a_group():
    assert len(METRICS["wisdom"].groups) == 62 + 1  # 66 pairs less 4 with one letter; partnership


@pytest.mark.parametrize("metric", ["goal-wisdom", "goal-shape", "goal-elements", "wisdom"])
def test_goals_have_names(metric):
    for names in (METRICS[metric].groups, METRICS[metric].marks):
        assert not [name for name in names.values() if re.search(r"\bg\d", name)]
    assert "g1-g9" in METRICS["wisdom"].groups  # keys stay
