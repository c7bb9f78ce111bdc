"""What a log of Gorinto claims: its outcome, and Wisdom after a scoring (log-format page,
"Warnings").
"""

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, show
from games.core.replay import Replay
from games.gorinto.rules.events import Score
from games.gorinto.rules.state import State

OUTCOME_KEYS = frozenset({"winners", "reason", "wisdom"})


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """The outcome a log claims: only what it says is compared, so nothing is filled in."""
    if not isinstance(raw, dict):
        message = 'outcome is an object, as in {"winners": ["p1"], "reason": "wisdom"}.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
        return {}
    check_keys(raw, OUTCOME_KEYS, "outcome", problems)
    winners, reason, wisdom = (raw.get(key) for key in ("winners", "reason", "wisdom"))
    if winners is not None and (
        not isinstance(winners, list) or not all(isinstance(role, str) for role in winners)
    ):
        message = "outcome.winners is a list of roles, or null."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
    if reason is not None and not isinstance(reason, str):
        message = "outcome.reason is text, or null."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
    if "wisdom" in raw and not _are_numbers(wisdom):
        message = "outcome.wisdom is an object: sides, and the number of each."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
    return raw


def _are_numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(type(n) in (int, float) for n in value.values())


def claims(replay: Replay) -> Iterator[Claim]:
    """What the replay does not bear out: one claim an event, then the outcome."""
    for step in replay.steps:
        if isinstance(step.entry.event, Score):
            wrong = _wrong_wisdom(step.entry.event.wisdom, step.state)
            if wrong:
                message = f"The log claims {wrong[0]}; the replay finds {wrong[1]} Wisdom."
                yield Claim(step.number - 1, "6.3", "wrong_score", message, "wisdom")
    claim = replay.record.header.get("outcome")
    if claim is not None:
        wrong = _wrong_outcome(claim, replay.final)
        if wrong:
            message = f"The log claims {wrong[0]}; the replay finds {wrong[1]}, and that counts."
            yield Claim(None, LOG_FORMAT, "wrong_outcome", message, "outcome")


def _wrong_wisdom(claimed: Iterable[tuple[str, float]], state: State) -> tuple[str, str] | None:
    """The first side whose Wisdom is another: what is claimed, and what was found."""
    found = dict(zip(state.setup.ruleset.sides, state.wisdom, strict=True))
    for side, number in claimed:
        if found.get(side) != number:
            return f"{show(number)} for {show(side)}", str(found.get(side, "no such side, so no"))
    return None


def _wrong_outcome(claim: dict[str, Any], state: State) -> tuple[str, str] | None:
    """The first key that differs."""
    if "winners" in claim:
        claimed, found = claim["winners"], state.winners
        if (claimed is None) != (found is None) or set(claimed or ()) != set(found or ()):
            return f"{_names(claimed)} as winners", _names(found)
    if "reason" in claim and claim["reason"] != state.reason:
        return f"the reason {show(claim['reason'])}", show(state.reason)
    wrong = _wrong_wisdom(claim.get("wisdom", {}).items(), state)
    return None if wrong is None else (wrong[0], f"{wrong[1]} Wisdom")


def _names(winners: Iterable[str] | None) -> str:
    if winners is None:
        return "no end"
    return " and ".join(show(role) for role in winners) or "nobody"
