"""Kyoto's own part of a log's header: ruleset, board, depth and match; and the claimed outcome."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, show
from games.core.record import Record
from games.core.replay import Replay
from games.kyoto.rules.board import DEFAULT_BOARD_ID, Board, default_board
from games.kyoto.rules.board_file import read_board
from games.kyoto.rules.components import SIDES
from games.kyoto.rules.ruleset import DEPTHS, FULL, TURN_CAP, TURN_CAP_MAX, Ruleset
from games.kyoto.rules.state import Setup

HEADER_KEYS = frozenset({"ruleset", "board", "setup"})
FLAGS = ("charisma", "neutral", "equipment")
MATCH_GAMES = (1, 2, 3)


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """The set-up, and these keys in canonical form; what is wrong goes to `problems`, and then the
    set-up is None.
    """
    before = len(problems)
    plain: dict[str, Any] = {}
    ruleset = _read_ruleset(header.get("ruleset"), plain, problems)
    depth = _read_depth(header.get("setup", {}), plain, problems)
    board = _read_board(header.get("board", DEFAULT_BOARD_ID), plain, problems)
    if ruleset is None or board is None or len(problems) > before:
        return None, plain
    return Setup(ruleset, board, depth), plain


def edition_claimed(header: Any) -> str | None:  # noqa: ARG001 - there is one edition
    """The edition a header names: there is one, without a name."""
    return ""


def _read_ruleset(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Ruleset | None:
    if not isinstance(raw, dict):
        message = 'ruleset is required: an object, as in {"charisma": true}.'
        problems.append(Problem(LOG_FORMAT, "missing_ruleset", message, "ruleset"))
        return None
    before = len(problems)
    check_keys(raw, frozenset({*FLAGS, "turn_cap"}), "ruleset", problems)
    for key in FLAGS:
        if type(raw.get(key, False)) is not bool:
            message = f"ruleset.{key} is true or false."
            problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
    cap = raw.get("turn_cap", TURN_CAP)
    if type(cap) is not int or not 1 <= cap <= TURN_CAP_MAX:
        message = f"ruleset.turn_cap is a whole number from 1 to {TURN_CAP_MAX}."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "ruleset"))
    if len(problems) > before:
        return None
    charisma, neutral, equipment = (raw.get(key, False) for key in FLAGS)
    if neutral and not charisma:
        message = "The neutral card Ruri needs Charisma."
        problems.append(Problem("3.3", "neutral_alone", message, "ruleset"))
        return None
    defaults = {**dict.fromkeys(FLAGS, False), "turn_cap": TURN_CAP}
    plain["ruleset"] = {k: v for k, v in raw.items() if k not in defaults or v != defaults[k]}
    return Ruleset(charisma, neutral, equipment, cap)


def _read_board(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Board | None:
    if isinstance(raw, str):
        if raw == DEFAULT_BOARD_ID:
            return default_board()
        message = (
            f"There is no board {show(raw)}; {DEFAULT_BOARD_ID} is known, others bring their data."
        )
        problems.append(Problem("2.5", "unknown_board", message, "board"))
        return None
    if not isinstance(raw, dict):
        message = "board is the id of a known board, or a board as an object."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "board"))
        return None
    board = read_board(raw)
    if isinstance(board, list):
        problems.extend(Problem("2.5", "bad_board", fault, "board") for fault in board)
        return None
    plain["board"] = raw
    return board


def _read_depth(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> str:
    if not isinstance(raw, dict):
        message = 'setup is an object, as in {"depth": "table"}.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
        return FULL
    check_keys(raw, frozenset({"depth", "match"}), "setup", problems)
    depth = raw.get("depth", FULL)
    if not isinstance(depth, str) or depth not in DEPTHS:
        message = f"setup.depth is one of {', '.join(DEPTHS)}."
        problems.append(Problem(LOG_FORMAT, "unknown_depth", message, "setup"))
        depth = FULL
    if "match" in raw:
        _check_match(raw["match"], problems)
    kept = {key: value for key, value in raw.items() if key != "depth" or value != FULL}
    if kept:
        plain["setup"] = kept
    return depth


def _check_match(raw: Any, problems: list[Problem]) -> None:
    if isinstance(raw, dict):
        check_keys(raw, frozenset({"id", "game"}), "setup.match", problems)
        name, game = raw.get("id"), raw.get("game")
        if isinstance(name, str) and name and type(game) is int and game in MATCH_GAMES:
            return
    message = 'setup.match names a match and its game 1, 2 or 3: {"id": "final", "game": 1}.'
    problems.append(Problem(LOG_FORMAT, "wrong_match", message, "setup"))


def match_of(record: Record) -> tuple[str, int] | None:
    """The match (its name) a game belongs to, and which game of it this is: 1, 2 or 3."""
    match = record.header.get("setup", {}).get("match")
    return None if match is None else (match["id"], match["game"])


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """The outcome a log claims, with both keys."""
    if not isinstance(raw, dict):
        message = 'outcome is an object, as in {"winner": "oniwaban", "reason": "escape"}.'
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
        return {"winner": None, "reason": None}
    check_keys(raw, frozenset({"winner", "reason"}), "outcome", problems)
    winner, reason = raw.get("winner"), raw.get("reason")
    if winner is not None and (not isinstance(winner, str) or winner not in SIDES):
        message = f"outcome.winner is one of {', '.join(SIDES)}, or null."
        problems.append(Problem(LOG_FORMAT, "unknown_role", message, "outcome"))
    if reason is not None and not isinstance(reason, str):
        message = "outcome.reason is text, or null."
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "outcome"))
    return {**raw, "winner": winner, "reason": reason}


def claims(replay: Replay) -> Iterator[Claim]:
    """A claimed outcome that the replay does not bear out."""
    claim, found = replay.record.header.get("outcome"), replay.outcome
    if claim is None or (claim["winner"], claim["reason"]) == (found.winner, found.reason):
        return
    message = (
        f"The log claims {_say(claim['winner'], claim['reason'])}; "
        f"the replay finds {_say(found.winner, found.reason)}, and that counts."
    )
    yield Claim(None, LOG_FORMAT, "outcome_differs", message, "outcome")


def _say(winner: str | None, reason: str | None) -> str:
    if reason is None and winner is None:
        return "unfinished"
    return f"{winner or 'nobody'} by {show(reason or 'an unnamed way')}"
