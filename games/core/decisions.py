"""Decisions of a play: the events at which a side had a choice."""

from collections.abc import Iterator
from itertools import islice

from games.core.codec import canonical_json
from games.core.contract import GameKind
from games.core.partial import engine_of
from games.core.replay import Replay, Step

STOPS = frozenset({"resign", "abandon"})
MIN_DECISIONS = 8
"""A play with at least this many decisions does not repeat by chance."""


def count_decisions(replay: Replay, kind: GameKind, most: int = MIN_DECISIONS) -> int:
    """Count the events at which the acting side had at least two legal options, up to `most`."""
    n = 0
    for step in replay.steps:
        n += _is_decision(step, kind)
        if n == most:
            break
    return n


def _is_decision(step: Step, kind: GameKind) -> bool:
    play_format, decisions = kind.log.play, kind.rules.decisions
    forced = play_format.forced | decisions.claims | STOPS
    if step.entry.plain["type"] in forced:
        return False
    return len(list(islice(_options(step, kind, forced), 2))) == 2


def _options(step: Step, kind: GameKind, forced: frozenset[str]) -> Iterator[str]:
    """Yield the options of the acting side, each once."""
    seen = set()
    answers = kind.rules.decisions.answers
    listed = kind.rules.decisions.listed
    state = step.before
    every = engine_of(kind, state).legal_events(state) if listed is None else listed(state, {})
    for event in kind.log.play.options(step, every):
        plain = dict(kind.log.codec.plain_event(event))
        if plain["type"] in forced:
            continue
        if plain["type"] in answers:
            plain.pop(answers[plain["type"]].field, None)
        option = canonical_json(plain)
        if option not in seen:
            seen.add(option)
            yield option
