"""How often the model finds the truth of simulated worlds (spec 6)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import exp

from .balance import EVEN, GroupResult, SeatResult, balance
from .fitted import fit_pool
from .games import Game
from .last_run import Rate
from .worlds import (
    WORLDS,
    World,
    busiest_pair,
    eight_boards,
    even_groups,
    one_against_all,
    seeds,
    separate_pairs,
    simulate,
    truths,
    wins_everything,
)


@dataclass(slots=True)
class _Count:
    k: int = 0
    n: int = 0

    def add(self, *, value: bool) -> None:
        self.k += value
        self.n += 1


def results(games: Sequence[Game]) -> list[GroupResult]:
    """Return the balance of a pool's games."""
    return balance(fit_pool(games))


def is_false(seat: SeatResult, truth: float, fair: float) -> bool:
    """Return whether a verdict is wrong."""
    if seat.verdict == "ahead":
        return truth <= fair
    if seat.verdict == "behind":
        return truth >= fair
    return seat.verdict == "even" and not (1 - EVEN) * fair <= truth <= (1 + EVEN) * fair


def covers(seat: SeatResult, truth: float) -> bool:
    """Return whether the interval of a seat contains the truth."""
    return seat.low is not None and seat.high is not None and seat.low <= truth <= seat.high


def of_world(world: World, first: int, runs: int) -> Iterator[Rate]:
    """Yield coverage, identification, false verdicts and sums of shares of a world."""
    covered, identified, false, sums = _Count(), _Count(), _Count(), _Count()
    for seed in seeds(world.name, first, runs):
        has_false = False
        for number, group in enumerate(results(simulate(world, seed))):
            truth = truths(world, number)
            identified.add(value=group.is_identified)
            if group.is_identified:
                total = sum(seat.share or 0.0 for seat in group.seats)
                sums.add(value=abs(total - 1) < 1e-6)
                for seat, share in zip(group.seats, truth, strict=True):
                    covered.add(value=covers(seat, float(share)))
                    has_false |= is_false(seat, float(share), 1 / len(truth))
        false.add(value=has_false)
    if len(world.effects) == 2:
        # both seats of a group have the same interval: one observation
        covered = _Count(covered.k // 2, covered.n // 2)
    yield Rate(world.name, "coverage", covered.k, covered.n, *world.wanted)
    yield Rate(world.name, "identified", identified.k, identified.n, world.min_identified, 1)
    yield Rate(world.name, "false verdicts", false.k, false.n, 0, 0.05)
    yield Rate(world.name, "shares add up to 1", sums.k, sums.n, 1, 1)


def _identified(
    name: str, make: Callable[[int], list[Game]], wanted: float, first: int, runs: int
) -> Iterator[Rate]:
    count = _Count()
    for seed in seeds(name, first, runs):
        count.add(value=results(make(seed))[0].is_identified)
    yield Rate(name, "identified", count.k, count.n, wanted, wanted)


def _wins_everything(first: int, runs: int) -> Iterator[Rate]:
    name = "a seat that wins everything"
    finite, covered, ahead = _Count(), _Count(), _Count()
    for seed in seeds(name, first, runs):
        seat = results(wins_everything(seed))[0].seats[0]
        finite.add(value=seat.share is not None and 0 < seat.share < 1)
        covered.add(value=seat.high == 1.0)
        ahead.add(value=seat.verdict == "ahead")
    yield Rate(name, "finite", finite.k, finite.n, 1, 1)
    yield Rate(name, "coverage", covered.k, covered.n, 1, 1)
    yield Rate(name, "ahead", ahead.k, ahead.n, 1, 1)


def _busiest_pair(first: int, runs: int) -> Iterator[Rate]:
    name = "one pair plays 60 % of the games"
    false, given = _Count(), _Count()
    for seed in seeds(name, first, runs):
        group = results(busiest_pair(seed))[0]
        false.add(value=any(is_false(seat, 0.5, 0.5) for seat in group.seats))
        if group.reason is not None:
            given.add(value=group.sensitivity is not None)
    yield Rate(name, "false verdicts", false.k, false.n, 0, 0.05)
    yield Rate(name, "sensitivity given", given.k, given.n, 1, 1)


def _eight_boards(first: int, runs: int) -> Iterator[Rate]:
    name = "eight boards of one ruleset"
    covered = _Count()
    for seed in seeds(name, first, runs):
        games, effects = eight_boards(seed)
        for group, effect in zip(results(games), effects, strict=True):
            covered.add(value=covers(group.seats[0], 1 / (1 + exp(-effect))))
    yield Rate(name, "coverage", covered.k, covered.n, 0.93, 1)


def _even_groups(first: int, runs: int) -> Iterator[Rate]:
    name = "20 even groups"
    called = _Count()
    for seed in seeds(name, first, runs):
        verdicts = {seat.verdict for group in results(even_groups(seed)) for seat in group.seats}
        called.add(value=bool(verdicts & {"ahead", "behind"}))
    yield Rate(name, "pools with a verdict", called.k, called.n, 0, 0.05)


Check = Callable[[int, int], Iterator[Rate]]
CHECKS: dict[str, Check] = {
    **{world.name: partial(of_world, world) for world in WORLDS},
    **{
        name: partial(_identified, name, make, wanted)
        for name, make, wanted in (
            ("ten pairs that swap", partial(separate_pairs, swap=True), 1.0),
            ("ten pairs that never swap", partial(separate_pairs, swap=False), 0.0),
            ("one player against all", one_against_all, 0.0),
        )
    },
    "a seat that wins everything": _wins_everything,
    "one pair plays 60 % of the games": _busiest_pair,
    "eight boards of one ruleset": _eight_boards,
    "20 even groups": _even_groups,
}
"""What each world shows: its name → a function of the first seed and the number of runs."""
