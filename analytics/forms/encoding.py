"""Values of answers as JSON."""

from typing import Any

from analytics.insight.means import Mean
from analytics.insight.rounding import percent_of
from analytics.insight.wilson import Rate


def encode_rate(rate: Rate) -> dict[str, Any]:
    """Return a rate with its interval."""
    return {**rate._asdict(), "percent": percent_of(rate.k, rate.n)}


def encode_mean(mean: Mean) -> dict[str, Any]:
    """Return a mean with its interval."""
    return {
        "n": mean.n,
        "games": mean.games,
        "mean": mean.value,
        "mean_low": mean.low,
        "mean_high": mean.high,
    }


def flat_rate(rate: Rate) -> dict[str, Any]:
    """Return a rate as columns of a CSV file."""
    return {
        "k": rate.k,
        "n": rate.n,
        "rate": rate.value,
        "low": rate.low,
        "high": rate.high,
    }
