"""Fitting a prior to the plans people made: a conditional logit over `FEATURES` (McFadden 1974).

Each legal plan of which the bound type is known is one choice among all legal plans of its
position. The weights are the most probable ones when each is taken, before looking, as normal with
mean 0 and deviation 1 (a ridge): few plans say little, and the weights stay near 0, which is
uniform. Nothing depends on the order of the games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, inf, log, sqrt
from typing import NamedTuple

from games.core.codec import sha256_hex
from games.core.replay import Replay
from games.goryo.assessment.features import FEATURES, FEW_PLANS, Vector, features, ground
from games.goryo.assessment.priors import Prior
from games.goryo.inference import fitting
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import PublicView, State

SIZE = len(FEATURES)
DIGITS = 6
STEPS = 50
CLOSE = 1e-12
"""Where a step promises to raise the log probability by no more than this, the best is reached."""


class Choice(NamedTuple):
    """A plan among the legal ones: its features, and how many legal plans have each features."""

    chosen: Vector
    among: tuple[tuple[Vector, int], ...]


def fit(replays: Iterable[Replay]) -> Prior:
    """The prior of the plans of these games, all of one ruleset and board, and all either people's
    or simulated.

    With fewer than `FEW_PLANS` plans, or where the weights foretell plans left out of the fit no
    better than uniform, the prior has no weights and says why. Raises ValueError where rulesets,
    boards or sorts of players are mixed.
    """
    kinds, made = set(), {}
    for replay in replays:
        kinds.add(_kind(replay))
        if len(kinds) > 1:
            raise ValueError("one ruleset, one board, and people's or simulated games: not mixed")
        made[replay.record.digest] = choices(replay)
    ruleset, board, people = kinds.pop() if kinds else (None, None, True)
    games = sorted(made)
    halves: tuple[list[Choice], list[Choice]] = ([], [])
    for number, digest in enumerate(games):
        halves[number % 2].extend(made[digest])
    every = [*halves[0], *halves[1]]
    base = Prior(
        name="fitted",
        weights={},
        errors={},
        ruleset=ruleset,
        board=board,
        people=people,
        games=len(games),
        plans=len(every),
        snapshot=sha256_hex("\n".join(games)),
    )
    return _fitted(base, halves, every)


def _fitted(base: Prior, halves: tuple[list[Choice], list[Choice]], every: list[Choice]) -> Prior:
    n = len(every)
    if n < FEW_PLANS or not all(halves):
        made_by = "people" if base.people else "simulated players"
        because = f"There are only {n} plans of {made_by} to fit; {FEW_PLANS} are needed."
        return replace(base, name="uniform", because=because)
    crossed = sum(surprise(maximise(halves[i]), halves[1 - i]) for i in (0, 1)) / n
    uniform = surprise([0.0] * SIZE, every) / n
    base = replace(base, bits=round(crossed, DIGITS), uniform_bits=round(uniform, DIGITS))
    if crossed >= uniform:
        because = f"Weights fitted on {n} plans foretell other plans no better than that."
        return replace(base, name="uniform", because=because)
    weights = maximise(every)
    _, curve = _slope_and_curve(weights, every)
    errors = [sqrt(solve(curve, _unit(i))[i]) for i in range(SIZE)]
    return replace(base, weights=_by_feature(weights), errors=_by_feature(errors))


def _kind(replay: Replay) -> tuple[str, str, bool]:
    setup = replay.record.setup
    return setup.ruleset.name, setup.board.digest, not replay.record.simulated


def _by_feature(values: Sequence[float]) -> dict[str, float]:
    return {key: round(value, DIGITS) for key, value in zip(FEATURES, values, strict=True)}


def choices(replay: Replay) -> list[Choice]:
    """The plans of a game that can be fitted: legal, and of a known bound type."""
    possible = replay.final.secret.possible
    if possible.bit_count() != 1:
        return []
    return [
        choice
        for step in replay.steps
        if isinstance(step.entry.event, Plan)
        and (choice := _choice(step.state, step.entry.event, possible)) is not None
    ]


def _choice(state: State, plan: Plan, bound: int) -> Choice | None:
    board, table = state.setup.board, state.table
    target = board.index[plan.target]
    if plan_faults(board, table, plan) or bound >> board.type_of[target] & 1:
        return None
    view = PublicView(state.setup, table, state.chase)
    on = ground(view)
    among: dict[Vector, int] = {}
    for one in fitting(view):
        if bound >> board.type_of[one.target] & 1:
            continue
        for trail, ways in ((False, one.ways), (True, one.ways * one.places)):
            if ways:
                key = features(on, one.cubes, one.target, trail)
                among[key] = among.get(key, 0) + ways
    cubes, _ = plan_masks(board, plan)
    chosen = features(on, cubes, target, plan.false_trail is not None)
    return Choice(chosen, tuple(sorted(among.items())))


# --- the fit ----------------------------------------------------------------------------------


def surprise(weights: Sequence[float], made: Sequence[Choice]) -> float:
    """The sum over plans of −log2 of the probability that these weights give them."""
    return -sum(_log_chance(weights, choice) for choice in made) / log(2)


def _log_chance(weights: Sequence[float], choice: Choice) -> float:
    worths = [_dot(weights, vector) for vector, _ in choice.among]
    top = max(worths)
    pairs = zip(worths, choice.among, strict=True)
    mass = sum(n * exp(worth - top) for worth, (_, n) in pairs)
    return _dot(weights, choice.chosen) - top - log(mass)


def _dot(weights: Sequence[float], vector: Sequence[float]) -> float:
    return sum(w * v for w, v in zip(weights, vector, strict=True))


def _goal(weights: Sequence[float], made: Sequence[Choice]) -> float:
    """What is made as large as it can be: log probability of the plans and of the weights."""
    return sum(_log_chance(weights, choice) for choice in made) - _dot(weights, weights) / 2


def maximise(made: Sequence[Choice]) -> list[float]:
    """The most probable weights, by Newton's method with halved steps where one is too long; the
    goal is concave, so there is one best.
    """
    weights = [0.0] * SIZE
    goal = _goal(weights, made)
    for _ in range(STEPS):
        slope, curve = _slope_and_curve(weights, made)
        step = solve(curve, slope)
        if _dot(slope, step) <= CLOSE * (1 + abs(goal)):
            break
        share, reached = 1.0, -inf
        while reached < goal and share > CLOSE:
            tried = [w + share * s for w, s in zip(weights, step, strict=True)]
            reached = _goal(tried, made)
            share /= 2
        if reached < goal:
            break
        weights, goal = tried, reached
    return weights


def _slope_and_curve(
    weights: Sequence[float], made: Sequence[Choice]
) -> tuple[list[float], list[list[float]]]:
    """The goal's gradient, and minus its matrix of second derivatives."""
    slope = [-w for w in weights]
    curve = [[float(i == j) for j in range(SIZE)] for i in range(SIZE)]
    for choice in made:
        worths = [_dot(weights, vector) for vector, _ in choice.among]
        top = max(worths)
        pairs = zip(worths, choice.among, strict=True)
        shares = [n * exp(worth - top) for worth, (_, n) in pairs]
        mass = sum(shares)
        mean = [0.0] * SIZE
        for share, (vector, _) in zip(shares, choice.among, strict=True):
            for i in range(SIZE):
                mean[i] += share / mass * vector[i]
        for share, (vector, _) in zip(shares, choice.among, strict=True):
            away = [value - m for value, m in zip(vector, mean, strict=True)]
            for i in range(SIZE):
                for j in range(SIZE):
                    curve[i][j] += share / mass * away[i] * away[j]
        for i in range(SIZE):
            slope[i] += choice.chosen[i] - mean[i]
    return slope, curve


def _unit(i: int) -> list[float]:
    return [float(j == i) for j in range(SIZE)]


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a positive definite system by Gauss's elimination; none of its pivots is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for lower in range(i + 1, size):
            factor = rows[lower][i] / rows[i][i]
            for j in range(i, size + 1):
                rows[lower][j] -= factor * rows[i][j]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
