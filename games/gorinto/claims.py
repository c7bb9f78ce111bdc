"""The claims in a log of Gorinto: its outcome, and the Wisdom after a scoring (log-format page,
"Warnings").
"""

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, show
from games.core.language import list_text, text
from games.core.replay import Replay
from games.gorinto.rules.events import Score
from games.gorinto.rules.state import State

OUTCOME_KEYS = frozenset({"winners", "reason", "wisdom"})


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """Return the outcome that a log claims. Only the given keys are compared, so there are no
    defaults.
    """

    def wrong_type(message: str) -> None:
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))

    if not isinstance(raw, dict):
        example = '{"winners": ["p1"], "reason": "wisdom"}'
        wrong_type(text("outcome must be an object, for example {example}.", example=example))
        return {}
    check_keys(raw, OUTCOME_KEYS, "outcome", problems)
    winners, reason, wisdom = (raw.get(key) for key in ("winners", "reason", "wisdom"))
    if winners is not None and not (
        isinstance(winners, list) and all(isinstance(role, str) for role in winners)
    ):
        wrong_type(text("outcome.winners must be a list of roles, or null."))
    if reason is not None and not isinstance(reason, str):
        wrong_type(text("outcome.reason must be a string, or null."))
    if "wisdom" in raw and not _is_wisdom(wisdom):
        wrong_type(text("outcome.wisdom must be an object with a number for each side."))
    return raw


def _is_wisdom(value: Any) -> bool:
    return isinstance(value, dict) and all(type(n) in (int, float) for n in value.values())


def claims(replay: Replay) -> Iterator[Claim]:
    """Yield the claims that differ from the replay: one for each event, then the outcome."""
    for step in replay.steps:
        if isinstance(step.entry.event, Score):
            message = _wrong_wisdom(step.entry.event.wisdom, step.state)
            if message is not None:
                yield Claim(step.number - 1, "6.3", "wrong_score", message, "wisdom")
    outcome = replay.record.header.get("outcome")
    message = None if outcome is None else _wrong_outcome(outcome, replay.final)
    if message is not None:
        yield Claim(None, LOG_FORMAT, "wrong_outcome", message, "outcome")


def _wrong_wisdom(claimed: Iterable[tuple[str, int | float]], state: State) -> str | None:
    """Return a message about the first side whose Wisdom differs."""
    actual = dict(zip(state.setup.ruleset.sides, state.wisdom, strict=True))
    for side, number in claimed:
        if side not in actual:
            return text(
                'The log says "{side}" has {claimed} Wisdom, but this game has no such side.',
                side=show(side),
                claimed=show(number),
            )
        if actual[side] != number:
            return text(
                "The log says {side} has {claimed} Wisdom, but the moves give {actual}. "
                "We use the moves.",
                side=side,
                claimed=show(number),
                actual=actual[side],
            )
    return None


def _wrong_outcome(outcome: dict[str, Any], state: State) -> str | None:
    """Return a message about the first key that differs."""
    if "winners" in outcome:
        claimed, actual = outcome["winners"], state.winners
        if (claimed is None) != (actual is None) or set(claimed or ()) != set(actual or ()):
            return _wrong_winners(claimed, actual)
    if "reason" in outcome and outcome["reason"] != state.reason:
        return text(
            "The log gives {claimed} as the reason, but by the moves it is {actual}. "
            "We use the moves.",
            claimed=show(outcome["reason"]),
            actual=show(state.reason),
        )
    return _wrong_wisdom(outcome.get("wisdom", {}).items(), state)


def _wrong_winners(claimed: Iterable[str] | None, actual: Iterable[str] | None) -> str:
    if actual is None:
        return text(
            "The log gives a winner or a reason for the end, but the game is not over after its "
            "moves."
        )
    if not (claimed and actual):
        return text(
            "The winners in the log don't match the moves. By the moves they are: {winners}.",
            winners=list_text(actual) or text("none"),
        )
    return text(
        "The log says {claimed} won, but by the moves it was {actual}. We use the moves.",
        claimed=list_text(show(role) for role in claimed),
        actual=list_text(actual),
    )
