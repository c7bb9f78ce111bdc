"""Results of `prove_balance`, and the last ones, which are stored with the code and shown on the
page of definitions. Without imports that take time.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from analytics.insight.wilson import bounds_of

from .games import MODEL_VERSION

FILE = Path(__file__).with_name("last_run.json")
NEXT = 50
"""Games that are predicted in a dated world."""
_Z_99 = 2.5758293035489004


@dataclass(frozen=True, slots=True)
class Rate:
    """How often something happened, and how often it is wanted: from low to high."""

    world: str
    name: str
    k: int
    n: int
    low: float
    high: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 99 % Wilson interval."""
        if not self.n:
            return 0.0, 1.0
        return bounds_of(self.k / self.n, self.n, _Z_99)

    @property
    def is_missed(self) -> bool:
        """Whether the 99 % Wilson interval excludes the wanted range."""
        low, high = self.interval
        return high < self.low - 1e-9 or low > self.high + 1e-9


class Comparison(NamedTuple):
    """The mean log losses of a world, and the mean difference with its 95 % interval."""

    world: str
    model: float
    openskill: float
    difference: float
    low: float
    high: float

    @property
    def is_missed(self) -> bool:
        """Whether the model is worse, with the whole interval of the difference."""
        return self.low > 0

    @property
    def line(self) -> str:
        """The comparison as a line for people."""
        return (
            f"{'MISS' if self.is_missed else 'ok  '}  {self.world}: log loss of the next {NEXT} "
            f"games {self.model:.4f}, OpenSkill {self.openskill:.4f}, "
            f"difference {self.difference:+.4f} [{self.low:+.4f}, {self.high:+.4f}]"
        )


class Run(NamedTuple):
    """How a world was simulated: the day (ISO), how many games or pools of games, the first seed,
    and the version of the model that was fitted.
    """

    day: str
    runs: int
    seed: int
    model_version: str = MODEL_VERSION


class WorldResult(NamedTuple):
    """A world: how it was simulated, its rates, and the forecasts of a dated world."""

    world: str
    run: Run
    rates: tuple[Rate, ...]
    forecast: Comparison | None


def read_last_run(path: Path | None = None) -> list[WorldResult]:
    """Return the stored results, in the order in which the command runs the worlds."""
    stored: dict[str, Any] = json.loads((path or FILE).read_text(encoding="utf-8"))
    return [
        WorldResult(
            world,
            Run(**of["run"]),
            tuple(Rate(world, **rate) for rate in of.get("rates", ())),
            Comparison(world, **of["forecast"]) if "forecast" in of else None,
        )
        for world, of in stored.items()
    ]


def store_last_run(
    run: Run,
    rates: Mapping[str, Iterable[Rate]],
    forecasts: Iterable[Comparison],
    order: Iterable[str],
    path: Path | None = None,
) -> None:
    """Store the results of a run; those of worlds that it did not simulate stay. `order` is that of
    all worlds: others are removed.
    """
    path = path or FILE
    stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for world, its in rates.items():
        plain = [
            {"name": r.name, "k": r.k, "n": r.n, "low": float(r.low), "high": float(r.high)}
            for r in its
        ]
        stored[world] = {"run": run._asdict(), "rates": plain}
    for of in forecasts:
        names = ("model", "openskill", "difference", "low", "high")
        values = {name: round(float(getattr(of, name)), 6) for name in names}
        stored[of.world] = {"run": run._asdict(), "forecast": values}
    ordered = {world: stored[world] for world in order if world in stored}
    text = json.dumps(ordered, ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8")
