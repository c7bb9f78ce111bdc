"""The part of a log's header that only Goryō has: ruleset, board, and where the Samurai start."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, closest, show
from games.core.language import Items, Text, text
from games.core.replay import Replay
from games.goryo.codec import ROLES
from games.goryo.rules.board import DEFAULT_BOARD, Board, default_board
from games.goryo.rules.board_file import read_board
from games.goryo.rules.editions import EDITIONS, RULESETS, Ruleset
from games.goryo.rules.legality import unknown_samurai
from games.goryo.rules.state import Setup

HEADER_KEYS = frozenset({"ruleset", "board", "setup"})


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """Return the set-up and these keys in canonical form. Errors are added to `problems`, and then
    the set-up is None.
    """
    before = len(problems)
    plain: dict[str, Any] = {}
    ruleset = _read_ruleset(header, plain, problems)
    board = _read_board(header.get("board", DEFAULT_BOARD), plain, problems)
    samurai = _read_samurai(header, plain, ruleset, board, problems)
    if ruleset is None or board is None or samurai is None or len(problems) > before:
        return None, plain
    return Setup(ruleset, board, samurai, header.get("setup", {}).get("known_by")), plain


def edition_claimed(header: Any) -> str | None:
    """Return the edition that a header names if it exists, so that findings cite its rulebook."""
    ruleset = header.get("ruleset") if isinstance(header, dict) else None
    edition = ruleset.get("edition") if isinstance(ruleset, dict) else None
    return edition if isinstance(edition, str) and edition in EDITIONS else None


def _read_ruleset(
    header: Mapping[str, Any], plain: dict[str, Any], problems: list[Problem]
) -> Ruleset | None:
    raw = header.get("ruleset")
    if not isinstance(raw, dict):
        message = text('"ruleset" is missing. Write an object such as {"edition": "2024"}.')
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", message, "ruleset"))
        return None
    check_keys(raw, frozenset({"edition", "advanced"}), "ruleset", problems)
    edition, advanced = raw.get("edition"), raw.get("advanced", False)
    if type(advanced) is not bool:
        message = text('"{key}" must be true or false.', key="ruleset.advanced")
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset.advanced"))
        return None
    if not isinstance(edition, str) or edition not in EDITIONS:
        editions = Items(EDITIONS)
        message = text('"ruleset.edition" must be one of {editions}, in quotes.', editions=editions)
        meant = closest(str(edition), EDITIONS, len(problems))
        key = "ruleset" if "edition" not in raw else "ruleset.edition"
        problems.append(Problem(LOG_FORMAT, "unknown_edition", message, key, meant))
        return None
    ruleset = RULESETS.get((edition, advanced))
    if ruleset is None:
        message = text("The {edition} edition has no advanced mode.", edition=edition)
        problems.append(Problem("5.2", "no_advanced_mode", message, "ruleset"))
        return None
    plain["ruleset"] = {k: v for k, v in raw.items() if k != "advanced" or v}
    return ruleset


def _read_board(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Board | None:
    if isinstance(raw, str):
        if raw == DEFAULT_BOARD:
            return default_board()
        message = text(
            "There is no board {board}. Use {known}, or put the board's data in the log.",
            board=show(raw),
            known=DEFAULT_BOARD,
        )
        meant = closest(raw, [DEFAULT_BOARD])
        problems.append(Problem("2.1", "unknown_board", message, "board", meant))
        return None
    if not isinstance(raw, dict):
        message = text('"board" must be the id of a known board, or an object with its data.')
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "board"))
        return None
    board = read_board(raw)
    if isinstance(board, list):
        problems.extend(Problem("2.1", "bad_board", message, "board") for message in board)
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
        message = text(
            '"setup" must be an object such as {"samurai": {"green": "e2", "red": "b2"}}.'
        )
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
        return None
    check_keys(raw, frozenset({"samurai", "known_by"}), "setup", problems)
    _check_known_by(raw, problems)
    changed: Mapping[str, Any] = raw.get("samurai", {})
    canonical = {k: v for k, v in raw.items() if k != "samurai" or v}
    if canonical:
        plain["setup"] = canonical
    if ruleset is None or board is None:
        return None
    if not changed:
        return board.samurai
    for colour in changed:
        if colour not in ruleset.colours:
            message = unknown_samurai(colour, ruleset)
            problems.append(Problem("2.3", "unknown_samurai", message, f"setup.samurai.{colour}"))
            return None
    if not all(isinstance(space, str) for space in changed.values()):
        message = text('"setup.samurai" must give each Samurai the name of a space.')
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
        return None
    usual = [board.names[i] for i in board.samurai]
    starts = [changed.get(c, name) for c, name in zip(ruleset.colours, usual, strict=True)]
    centres = [board.names[i] for i in board.centres]
    if sorted(starts) != sorted(centres):
        message = text(
            "The Samurai must start on the four centres ({centres}), one on each. "
            "This setup puts them on {starts}.",
            centres=Items(centres),
            starts=Items(starts),
        )
        wrong = next((c for c, s in changed.items() if s not in centres), None)
        meant = None if wrong is None else _meant_centre(changed[wrong], centres, starts)
        key = "setup" if wrong is None else f"setup.samurai.{wrong}"
        problems.append(Problem("2.3", "not_the_centres", message, key, meant))
        return None
    one, two, three, four = (board.index[name] for name in starts)
    return one, two, three, four


def _check_known_by(setup: Mapping[str, Any], problems: list[Problem]) -> None:
    """Check whose record it is."""
    known_by = setup.get("known_by", ROLES[0])
    if not isinstance(known_by, str) or known_by not in ROLES:
        message = text('"{key}" must be one of: {roles}.', key="setup.known_by", roles=Items(ROLES))
        meant = closest(known_by, ROLES)
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "setup.known_by", meant))


def _meant_centre(space: str, centres: list[str], starts: list[str]) -> str | None:
    """Return the free centre that was probably meant: the only one, else a similar one."""
    free = [name for name in centres if name not in starts]
    return free[0] if len(free) == 1 else closest(space, free)


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """Return the outcome that a log claims, with both keys."""
    if not isinstance(raw, dict):
        message = text(
            '"outcome" must be an object such as {"winner": "samurai", "reason": "spirits"}.'
        )
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
        return {"winner": None, "reason": None}
    check_keys(raw, frozenset({"winner", "reason"}), "outcome", problems)
    winner, reason = raw.get("winner"), raw.get("reason")
    if winner is not None and (not isinstance(winner, str) or winner not in ROLES):
        message = text('"outcome.winner" must be one of {roles}, or null.', roles=Items(ROLES))
        meant = closest(winner, ROLES)
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "outcome.winner", meant))
    if reason is not None and not isinstance(reason, str):
        message = text('"outcome.reason" must be a string, or null.')
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
    return {**raw, "winner": winner, "reason": reason}


def claims(replay: Replay) -> Iterator[Claim]:
    """Yield the claimed outcome if the moves give another one."""
    claim, outcome = replay.record.header.get("outcome"), replay.outcome
    if claim is None or (claim["winner"], claim["reason"]) == (outcome.winner, outcome.reason):
        return
    message = text(
        "{claimed} {actual} We use the moves.",
        claimed=_claimed(claim["winner"], show(claim["reason"] or "")),
        actual=_actual(outcome.winner, outcome.reason),
    )
    yield Claim(None, LOG_FORMAT, "outcome_differs", message, "outcome")


def _claimed(winner: str | None, reason: str) -> Text:
    if winner is not None and reason:
        return text(
            "The log says that {winner} won ({reason}).", winner=_SIDES[winner], reason=reason
        )
    if winner is not None:
        return text("The log says that {winner} won.", winner=_SIDES[winner])
    if reason:
        return text("The log says that the game ended without a winner ({reason}).", reason=reason)
    return text("The log says that the game is unfinished.")


def _actual(winner: str | None, reason: str | None) -> Text:
    if winner is not None:
        return text(
            "The moves give {winner} a win ({reason}).", winner=_SIDES[winner], reason=reason
        )
    if reason is not None:
        return text("The moves end without a winner ({reason}).", reason=reason)
    return text("The moves do not end the game.")


_SIDES = {"goryo": text("the Goryō"), "samurai": text("the Samurai")}
