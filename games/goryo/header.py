"""Goryō's own part of a log's header: ruleset, board, and where the Samurai begin."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, show
from games.core.replay import Replay
from games.goryo.codec import ROLES
from games.goryo.rules.board import HOUSE_BOARD, Board, house_board
from games.goryo.rules.board_file import read_board
from games.goryo.rules.editions import EDITIONS, RULESETS, Ruleset
from games.goryo.rules.state import Setup

HEADER_KEYS = frozenset({"ruleset", "board", "setup"})


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """The set-up, and these keys in canonical form; what is wrong goes to `problems`, and then
    the set-up is None.
    """
    before = len(problems)
    plain: dict[str, Any] = {}
    ruleset = _read_ruleset(header, plain, problems)
    board = _read_board(header.get("board", HOUSE_BOARD), plain, problems)
    samurai = _read_samurai(header, plain, ruleset, board, problems)
    if ruleset is None or board is None or samurai is None or len(problems) > before:
        return None, plain
    return Setup(ruleset, board, samurai), plain


def edition_claimed(header: Any) -> str | None:
    """The edition a header names, where it names one that exists; for citing the right rulebook
    in its findings.
    """
    ruleset = header.get("ruleset") if isinstance(header, dict) else None
    edition = ruleset.get("edition") if isinstance(ruleset, dict) else None
    return edition if isinstance(edition, str) and edition in EDITIONS else None


def _read_ruleset(
    header: Mapping[str, Any], plain: dict[str, Any], problems: list[Problem]
) -> Ruleset | None:
    raw = header.get("ruleset")
    if not isinstance(raw, dict):
        message = 'ruleset is required: an object, as in {"edition": "2024"}.'
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", message, "ruleset"))
        return None
    check_keys(raw, frozenset({"edition", "advanced"}), "ruleset", problems)
    edition, advanced = raw.get("edition"), raw.get("advanced", False)
    if type(advanced) is not bool:
        problems.append(
            Problem(LOG_FORMAT, "wrong_type", "ruleset.advanced is true or false.", "ruleset")
        )
        return None
    if not isinstance(edition, str) or edition not in EDITIONS:
        message = f"ruleset.edition is one of {', '.join(EDITIONS)}, in quotes."
        problems.append(Problem(LOG_FORMAT, "unknown_edition", message, "ruleset"))
        return None
    ruleset = RULESETS.get((edition, advanced))
    if ruleset is None:
        problems.append(
            Problem("5.2", "no_advanced_mode", f"{edition} has no advanced mode.", "ruleset")
        )
        return None
    plain["ruleset"] = {k: v for k, v in raw.items() if k != "advanced" or v}
    return ruleset


def _read_board(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Board | None:
    if isinstance(raw, str):
        if raw == HOUSE_BOARD:
            return house_board()
        message = (
            f"There is no board {show(raw)}; {HOUSE_BOARD} is known, any other comes with its data."
        )
        problems.append(Problem("2.1", "unknown_board", message, "board"))
        return None
    if not isinstance(raw, dict):
        message = "board is the id of a known board, or a board as an object."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "board"))
        return None
    board = read_board(raw)
    if isinstance(board, list):
        problems.extend(Problem("2.1", "bad_board", fault, "board") for fault in board)
        return None
    plain["board"] = raw
    return board


def _read_samurai(
    header: Mapping[str, Any],
    plain: dict[str, Any],
    ruleset: Ruleset | None,
    board: Board | None,
    problems: list[Problem],
) -> tuple[int, int, int, int] | None:
    raw = header.get("setup", {})
    if not isinstance(raw, dict) or not isinstance(raw.get("samurai", {}), dict):
        message = 'setup is an object, as in {"samurai": {"green": "e2", "red": "b2"}}.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
        return None
    check_keys(raw, frozenset({"samurai"}), "setup", problems)
    changed: Mapping[str, Any] = raw.get("samurai", {})
    kept = {k: v for k, v in raw.items() if k != "samurai" or v}
    if kept:
        plain["setup"] = kept
    if ruleset is None or board is None:
        return None
    for colour in changed:
        if colour not in ruleset.colours:
            message = (
                f"There is no {show(colour)} Samurai in {ruleset.edition}: "
                f"{', '.join(ruleset.colours)}."
            )
            problems.append(Problem("2.3", "unknown_samurai", message, "setup"))
            return None
    for space in changed.values():
        if not isinstance(space, str):
            problems.append(
                Problem(LOG_FORMAT, "wrong_type", "A Samurai's place is a space's name.", "setup")
            )
            return None
    names = [board.names[i] for i in board.samurai]
    stand = [changed.get(c, name) for c, name in zip(ruleset.colours, names, strict=True)]
    centres = [board.names[i] for i in board.centres]
    if sorted(stand) != sorted(centres):
        message = (
            f"The Samurai begin on the four centres ({', '.join(centres)}), one each; "
            f"setup gives {', '.join(stand)}."
        )
        problems.append(Problem("2.3", "not_the_centres", message, "setup"))
        return None
    one, two, three, four = (board.index[name] for name in stand)
    return one, two, three, four


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """The outcome a log claims, with both keys."""
    if not isinstance(raw, dict):
        message = 'outcome is an object, as in {"winner": "samurai", "reason": "spirits"}.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
        return {"winner": None, "reason": None}
    check_keys(raw, frozenset({"winner", "reason"}), "outcome", problems)
    winner, reason = raw.get("winner"), raw.get("reason")
    if winner is not None and (not isinstance(winner, str) or winner not in ROLES):
        message = f"outcome.winner is one of {', '.join(ROLES)}, or null."
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "outcome"))
    if reason is not None and not isinstance(reason, str):
        problems.append(
            Problem(LOG_FORMAT, "wrong_type", "outcome.reason is text, or null.", "outcome")
        )
    return {**raw, "winner": winner, "reason": reason}


def claims(replay: Replay) -> Iterator[Claim]:
    """A claimed outcome that the replay does not bear out."""
    claim, found = replay.record.header.get("outcome"), replay.outcome
    if claim is None or (claim["winner"], claim["reason"]) == (found.winner, found.reason):
        return

    def say(winner: str | None, reason: str | None) -> str:
        if reason is None and winner is None:
            return "unfinished"
        return f"{winner or 'nobody'} by {show(reason or 'an unnamed way')}"

    message = (
        f"The log claims {say(claim['winner'], claim['reason'])}; "
        f"the replay finds {say(found.winner, found.reason)}, and that counts."
    )
    yield Claim(None, LOG_FORMAT, "outcome_differs", message, "outcome")
