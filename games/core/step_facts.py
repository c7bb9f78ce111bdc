"""What open data states about each step of a finished game, besides its event."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from games.core.replay import Replay


class StepFacts(NamedTuple):
    """A step: the side that acts (empty for chance and where no side chooses), the keys of its
    marks in the view that knows everything, and by side how many states of its secrets are possible
    after the step for those who know only public information.

    A side is missing from `possible` where nothing of it is hidden, or no number can be computed.
    """

    actor: str
    possible: Mapping[str, int] = {}
    marks: tuple[str, ...] = ()


StepReader = Callable[[Replay], Iterator[StepFacts]]
"""Yields the facts of each step of a finished game."""


def no_step_facts(_replay: Replay) -> Iterator[StepFacts]:
    """Return no facts: the steps of the game are not in open data."""
    return iter(())
