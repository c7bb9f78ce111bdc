"""The Kyoto part of a log's header: ruleset, board, depth, match and the stated outcome."""

from collections.abc import Iterator, Mapping
from typing import Any

from games.core.fields import check_keys
from games.core.findings import LOG_FORMAT, Claim, Problem, show
from games.core.language import Text, choice_text, text
from games.core.record import Record
from games.core.replay import Replay
from games.kyoto.rules.board import DEFAULT_BOARD_ID, Board, default_board
from games.kyoto.rules.board_file import read_board
from games.kyoto.rules.checks import THE
from games.kyoto.rules.components import SIDES
from games.kyoto.rules.ruleset import DEPTHS, FULL, TURN_CAP, TURN_CAP_MAX, Ruleset
from games.kyoto.rules.state import Setup

HEADER_KEYS = frozenset({"ruleset", "board", "setup"})
FLAGS = ("charisma", "neutral", "equipment")
MATCH_GAMES = (1, 2, 3)


def read_setup(
    header: Mapping[str, Any], problems: list[Problem]
) -> tuple[Setup | None, dict[str, Any]]:
    """Return the set-up, and its header keys in canonical form. Faults go to `problems`, and then
    the set-up is None.
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
    """Return the edition that a header names: the only one, which has no name."""
    return ""


def _read_ruleset(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Ruleset | None:
    def refuse(code: str, message: Text, rule: str = LOG_FORMAT) -> None:
        problems.append(Problem(rule, code, message, "ruleset"))

    if not isinstance(raw, dict):
        refuse(
            "missing_ruleset",
            text('"ruleset" must be an object, as in {example}.', example='{"charisma": true}'),
        )
        return None
    before = len(problems)
    check_keys(raw, frozenset({*FLAGS, "turn_cap"}), "ruleset", problems)
    for key in FLAGS:
        if type(raw.get(key, False)) is not bool:
            refuse("wrong_type", text('"{key}" must be true or false.', key="ruleset." + key))
    cap = raw.get("turn_cap", TURN_CAP)
    if type(cap) is not int or not 1 <= cap <= TURN_CAP_MAX:
        message = text('"ruleset.turn_cap" must be a whole number from 1 to {n}.', n=TURN_CAP_MAX)
        refuse("wrong_type", message)
    if len(problems) > before:
        return None
    charisma, neutral, equipment = (raw.get(key, False) for key in FLAGS)
    if neutral and not charisma:
        message = text("The neutral card Ruri needs Charisma. Turn Charisma on.")
        refuse("neutral_alone", message, "3.3")
        return None
    defaults = {**dict.fromkeys(FLAGS, False), "turn_cap": TURN_CAP}
    plain["ruleset"] = {k: v for k, v in raw.items() if k not in defaults or v != defaults[k]}
    return Ruleset(charisma, neutral, equipment, cap)


def _read_board(raw: Any, plain: dict[str, Any], problems: list[Problem]) -> Board | None:
    if isinstance(raw, str):
        if raw == DEFAULT_BOARD_ID:
            return default_board()
        message = text(
            'There is no board "{board}". Use {default}, or include the data of your board.',
            board=show(raw),
            default=DEFAULT_BOARD_ID,
        )
        problems.append(Problem("2.5", "unknown_board", message, "board"))
        return None
    if not isinstance(raw, dict):
        message = text('"board" must be the id of a known board, or a board as an object.')
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
        message = text('"setup" must be an object, as in {example}.', example='{"depth": "table"}')
        problems.append(Problem(LOG_FORMAT, "wrong_type", message, "setup"))
        return FULL
    check_keys(raw, frozenset({"depth", "match"}), "setup", problems)
    depth = raw.get("depth", FULL)
    if not isinstance(depth, str) or depth not in DEPTHS:
        message = text('"setup.depth" must be {choices}.', choices=choice_text(DEPTHS))
        problems.append(Problem(LOG_FORMAT, "unknown_depth", message, "setup"))
        depth = FULL
    if "match" in raw:
        _check_match(raw["match"], problems)
    without_default = {k: v for k, v in raw.items() if k != "depth" or v != FULL}
    if without_default:
        plain["setup"] = without_default
    return depth


def _check_match(raw: Any, problems: list[Problem]) -> None:
    if isinstance(raw, dict):
        check_keys(raw, frozenset({"id", "game"}), "setup.match", problems)
        name, game = raw.get("id"), raw.get("game")
        if isinstance(name, str) and name and type(game) is int and game in MATCH_GAMES:
            return
    message = text(
        '"setup.match" must name a match and its game 1, 2 or 3, as in {example}.',
        example='{"id": "final", "game": 1}',
    )
    problems.append(Problem(LOG_FORMAT, "wrong_match", message, "setup"))


def match_of(record: Record) -> tuple[str, int] | None:
    """Return the name of the match a game belongs to, and its number in the match: 1, 2 or 3."""
    match = record.header.get("setup", {}).get("match")
    return None if match is None else (match["id"], match["game"])


def read_outcome(raw: Any, problems: list[Problem]) -> dict[str, Any]:
    """Return the outcome that a log states, with both keys."""

    def refuse(code: str, message: Text) -> None:
        problems.append(Problem(LOG_FORMAT, code, message, "outcome"))

    if not isinstance(raw, dict):
        example = '{"winner": "oniwaban", "reason": "escape"}'
        refuse("wrong_type", text('"outcome" must be an object, as in {example}.', example=example))
        return {"winner": None, "reason": None}
    check_keys(raw, frozenset({"winner", "reason"}), "outcome", problems)
    winner, reason = raw.get("winner"), raw.get("reason")
    if winner is not None and (not isinstance(winner, str) or winner not in SIDES):
        choices = choice_text((*SIDES, "null"))
        refuse("unknown_role", text('"outcome.winner" must be {choices}.', choices=choices))
    if reason is not None and not isinstance(reason, str):
        refuse("wrong_type", text('"outcome.reason" must be text or null.'))
    return {**raw, "winner": winner, "reason": reason}


def claims(replay: Replay) -> Iterator[Claim]:
    """Yield the stated outcome if the replay has another one."""
    stated, actual = replay.record.header.get("outcome"), replay.outcome
    if stated is None or (stated["winner"], stated["reason"]) == (actual.winner, actual.reason):
        return
    message = text(
        "The log says: {stated}. The moves give: {actual}. We use the moves.",
        stated=_outcome_text(stated["winner"], stated["reason"]),
        actual=_outcome_text(actual.winner, actual.reason),
    )
    yield Claim(None, LOG_FORMAT, "outcome_differs", message, "outcome")


def _outcome_text(winner: str | None, reason: str | None) -> Text:
    if winner is None:
        if reason is None:
            return text("the game is unfinished")
        return text("no winner ({reason})", reason=show(reason))
    if reason is None:
        return text("{side} won", side=THE[winner])
    return text("{side} won ({reason})", side=THE[winner], reason=show(reason))
