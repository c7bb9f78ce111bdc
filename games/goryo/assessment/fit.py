"""Fit a prior to plans: a conditional logit over `FEATURES` (McFadden 1974).

Each legal plan whose bound type is known is one choice among all legal plans of its position. The
weights are the maximum a posteriori estimate under a standard normal prior for each weight (ridge
regularization): with few plans they stay near 0, which is uniform. The result does not depend on
the order of the games.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import exp, inf, log, sqrt
from typing import Any, NamedTuple

from games.core.codec import sha256_hex
from games.core.replay import Replay
from games.goryo.assessment.features import FEATURES, MIN_PLANS, Vector, feature_context, features
from games.goryo.assessment.priors import FORMAT, TOO_FEW, TOO_FEW_BOTS, TOO_WEAK, Prior, dot
from games.goryo.inference import legal_route_sets
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import State, public_view

SIZE = len(FEATURES)
DIGITS = 6
MAX_ITERATIONS = 50
_TOLERANCE = 1e-12
"""The fit has converged if a step can raise the log probability by no more than this."""


class Choice(NamedTuple):
    """A plan chosen among the legal ones: its features, and how many legal plans have each vector
    of features.
    """

    chosen: Vector
    options: tuple[tuple[Vector, int], ...]


def fit(replays: Iterable[Replay]) -> Prior:
    """Return the prior fitted on these games, all of one ruleset and board, and all either between
    people or simulated.

    With fewer than `MIN_PLANS` plans, or if the weights predict held-out plans no better than the
    uniform prior, the result has no weights and says why. Raise ValueError if rulesets, boards, or
    human and bot games are mixed. Sheets are not used.
    """
    groups, choices_by_game = set(), {}
    for replay in replays:
        if not replay.is_exact:
            continue
        setup = replay.record.setup
        groups.add((setup.ruleset.name, setup.board.digest, not replay.record.simulated))
        if len(groups) > 1:
            raise ValueError("Rulesets, boards, and human and bot games cannot be mixed.")
        choices_by_game[replay.record.digest] = choices(replay)
    ruleset, board, people = groups.pop() if groups else (None, None, True)
    games = sorted(choices_by_game)
    halves: tuple[list[Choice], list[Choice]] = ([], [])
    for number, digest in enumerate(games):
        halves[number % 2].extend(choices_by_game[digest])
    every = [*halves[0], *halves[1]]
    snapshot = sha256_hex("\n".join(games))
    base = Prior("fitted", {}, {}, ruleset, board, people, len(games), len(every), snapshot)
    return _fitted(base, halves, every)


def _fitted(base: Prior, halves: tuple[list[Choice], list[Choice]], every: list[Choice]) -> Prior:
    n = len(every)
    if n < MIN_PLANS or not all(halves):
        because = (TOO_FEW if base.people else TOO_FEW_BOTS).format(n=n, needed=MIN_PLANS)
        return replace(base, name="uniform", because=because)
    crossed = sum(surprise(maximise(halves[i]), halves[1 - i]) for i in (0, 1)) / n
    uniform = surprise([0.0] * SIZE, every) / n
    base = replace(base, bits=round(crossed, DIGITS), uniform_bits=round(uniform, DIGITS))
    if crossed >= uniform:
        return replace(base, name="uniform", because=TOO_WEAK.format(n=n))
    weights = maximise(every)
    _, curvature = _gradient_and_curvature(weights, every)
    units = [[float(j == i) for j in range(SIZE)] for i in range(SIZE)]
    errors = [sqrt(solve(curvature, unit)[i]) for i, unit in enumerate(units)]
    return replace(base, weights=_by_feature(weights), errors=_by_feature(errors))


def _by_feature(values: Sequence[float]) -> dict[str, float]:
    return {key: round(value, DIGITS) for key, value in zip(FEATURES, values, strict=True)}


def choices(replay: Replay) -> list[Choice]:
    """Return the plans of a game that can be fitted: legal, and with a known bound type."""
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
    view = public_view(state)
    context = feature_context(view)
    options: Counter[Vector] = Counter()
    for routes in legal_route_sets(view, bound):
        for trail, spaces in ((False, 1), (True, routes.trail_spaces)):
            if spaces:
                vector = features(context, routes.cubes, routes.target, trail)
                options[vector] += routes.orders * spaces
    cubes, _ = plan_masks(board, plan)
    chosen = features(context, cubes, target, plan.false_trail is not None)
    return Choice(chosen, tuple(sorted(options.items())))


def priors_to_json(priors: list[Prior]) -> dict[str, Any]:
    """Return priors in the format of a file, in a fixed order."""
    ordered = sorted(priors, key=lambda prior: (str(prior.ruleset), str(prior.board)))
    return {"format": FORMAT, "priors": [prior.to_json() for prior in ordered]}


# --- the fit ----------------------------------------------------------------------------------


def surprise(weights: Sequence[float], made: Sequence[Choice]) -> float:
    """Return the sum over plans of −log2 of their probability under these weights."""
    return -sum(_log_chance(weights, choice) for choice in made) / log(2)


def _relative(weights: Sequence[float], choice: Choice) -> tuple[float, list[float]]:
    """Return the top score of the options, and each option's weight relative to that score."""
    scores = [dot(weights, vector) for vector, _ in choice.options]
    top = max(scores)
    pairs = zip(scores, choice.options, strict=True)
    return top, [n * exp(score - top) for score, (_, n) in pairs]


def _log_chance(weights: Sequence[float], choice: Choice) -> float:
    top, relative = _relative(weights, choice)
    return dot(weights, choice.chosen) - top - log(sum(relative))


def _objective(weights: Sequence[float], made: Sequence[Choice]) -> float:
    """Return the value to maximise: the log probability of the plans and of the weights."""
    return sum(_log_chance(weights, choice) for choice in made) - dot(weights, weights) / 2


def maximise(made: Sequence[Choice]) -> list[float]:
    """Return the most probable weights, by Newton's method with step halving. The objective is
    concave, so there is one maximum.
    """
    weights = [0.0] * SIZE
    objective = _objective(weights, made)
    for _ in range(MAX_ITERATIONS):
        gradient, curvature = _gradient_and_curvature(weights, made)
        step = solve(curvature, gradient)
        if dot(gradient, step) <= _TOLERANCE * (1 + abs(objective)):
            break
        share, reached = 1.0, -inf
        while reached < objective and share > _TOLERANCE:
            tried = [w + share * s for w, s in zip(weights, step, strict=True)]
            reached = _objective(tried, made)
            share /= 2
        if reached < objective:
            break
        weights, objective = tried, reached
    return weights


def _gradient_and_curvature(
    weights: Sequence[float], made: Sequence[Choice]
) -> tuple[list[float], list[list[float]]]:
    """Return the objective's gradient, and its negative Hessian matrix."""
    gradient = [-w for w in weights]
    curvature = [[float(i == j) for j in range(SIZE)] for i in range(SIZE)]
    for choice in made:
        _, relative = _relative(weights, choice)
        mass = sum(relative)
        pairs = zip(relative, choice.options, strict=True)
        shares = [(share / mass, vector) for share, (vector, _) in pairs]
        mean = [sum(share * vector[i] for share, vector in shares) for i in range(SIZE)]
        for share, vector in shares:
            deviation = [value - m for value, m in zip(vector, mean, strict=True)]
            for i in range(SIZE):
                for j in range(SIZE):
                    curvature[i][j] += share * deviation[i] * deviation[j]
        for i in range(SIZE):
            gradient[i] += choice.chosen[i] - mean[i]
    return gradient, curvature


def solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve a positive definite system by Gaussian elimination; no pivot is 0."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for lower in range(i + 1, size):
            factor = rows[lower][i] / rows[i][i]
            for j in range(i, size + 1):
                rows[lower][j] -= factor * rows[i][j]
    solution = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (rows[i][size] - rest) / rows[i][i]
    return solution
