"""Header values as people type them: `[Result "samurai exorcism"]`."""

import re
from collections.abc import Collection, Mapping
from typing import Any

from games.core.findings import LOG_FORMAT, Problem, closest, plain_word
from games.core.language import Items, text

NO_WINNER = "-"
_REASON = re.compile(r"[a-z][a-z_]*")


def read_result(
    value: str, sides: Collection[str], problems: list[Problem]
) -> tuple[list[str], str | None]:
    """Return the winners and the reason of a `Result` tag: sides, or `-` for none, and then perhaps
    a reason.

    >>> read_result("samurai exorcism", ["goryo", "samurai"], [])
    (['samurai'], 'exorcism')
    """
    words = value.replace(",", " ").split()
    by_form = {plain_word(side): side for side in sides}
    winners: list[str] = []
    while words and plain_word(words[0]) in by_form:
        winners.append(by_form[plain_word(words.pop(0))])
    if not winners and words[:1] == [NO_WINNER]:
        words.pop(0)
    elif not winners:
        example = f"{next(iter(sides))} resign"
        message = text(
            "The tag Result names the winner ({sides}, or - for none) and then the reason: "
            '[Result "{example}"].',
            sides=Items(sides),
            example=example,
        )
        meant = closest(words[0], sides) if words else None
        fixed = None if meant is None else " ".join([meant, *words[1:]])
        problems.append(Problem(LOG_FORMAT, "wrong_result", message, "Result", fixed))
    return winners, "_".join(words) or None


def write_result(winners: list[str], reason: str | None, sides: Collection[str]) -> str | None:
    """Return the value of a `Result` tag, None if it can't be written as one."""
    if reason is not None and (not _REASON.fullmatch(reason) or plain_word(reason) in sides):
        return None
    if any(winner not in sides for winner in winners):
        return None
    return " ".join([*(winners or [NO_WINNER]), *([reason] if reason else [])])


def read_outcome_tag(
    tags: Mapping[str, str], sides: Collection[str], problems: list[Problem]
) -> dict[str, Any]:
    """Return the `outcome` of a game with one winner from the tag `Result`, as header keys."""
    if "Result" not in tags:
        return {}
    if "Outcome" in tags:
        problems.append(both("Outcome"))
        return {}
    before = len(problems)
    winners, reason = read_result(tags["Result"], sides, problems)
    if len(problems) > before:
        return {}
    return {"outcome": {"winner": winners[0] if winners else None, "reason": reason}}


def write_outcome_tag(header: Mapping[str, Any], sides: Collection[str]) -> list[tuple[str, str]]:
    """Return the tag `Result` for the `outcome` of a game with one winner, if it can say it."""
    outcome = header.get("outcome")
    if outcome is None or outcome.keys() - {"winner", "reason"}:
        return []
    winners = [] if outcome["winner"] is None else [outcome["winner"]]
    value = write_result(winners, outcome["reason"], sides)
    return [] if value is None else [("Result", value)]


def both(tag: str) -> Problem:
    """Return the problem of a JSON tag next to tags for its parts."""
    message = text('Use either the tag "{tag}" or the tags for its parts, not both.', tag=tag)
    return Problem(LOG_FORMAT, "tag_twice", message, tag)
