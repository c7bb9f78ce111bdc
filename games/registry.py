"""The list of games, and the doors of the pure part: reading and judging logs of any of them."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from games.core.chance import Chance
from games.core.contract import GameKind
from games.core.errors import EngineFault
from games.core.record import Record
from games.core.replay import Replay
from games.core.replay import replay as _replay
from games.core.search import playout
from games.gorinto.gamepark import ConversionError, convert
from games.gorinto.kind import KIND as GORINTO
from games.goryo.kind import KIND as GORYO
from games.kyoto.kind import KIND as KYOTO
from games.log.container import ContainerFault, decode
from games.log.json_reader import JsonFault, read_value
from games.log.judge import Judged, judge_game
from games.log.judge import judge as _judge
from games.log.raw import RawGame
from games.log.schema import json_schema as _json_schema
from games.log.writer import write_text as _write_text

__all__ = [
    "KINDS",
    "BroughtGame",
    "ConversionError",
    "bring",
    "event_json",
    "get_kind",
    "json_schema",
    "judge",
    "random_game",
    "read_record",
    "read_replay",
    "replay",
    "simulate",
    "write_text",
]

KINDS: dict[str, GameKind] = {kind.slug: kind for kind in (GORYO, GORINTO, KYOTO)}


def get_kind(slug: str) -> GameKind:
    """The game with this slug. Raises KeyError."""
    return KINDS[slug]


def judge(data: bytes) -> Iterator[Judged]:
    """Every game of a file (plain, gzip or zip; JSON or text), read and judged, lazily. A bad
    log never raises.
    """
    return _judge(data, KINDS)


def read_record(canonical: str) -> Record:
    """The record of a log that was accepted before. Raises ValueError where it is none."""
    judged = next(_judge(canonical.encode("utf-8"), KINDS))
    if judged.record is None or judged.findings:
        raise ValueError(f"not an accepted log: {judged.findings[0].message}")
    return judged.record


def read_replay(canonical: str) -> Replay:
    """The replay of a log that was accepted before. Raises ValueError where it is none."""
    judged = next(_judge(canonical.encode("utf-8"), KINDS))
    if judged.replay is None or judged.findings:
        raise ValueError(f"not an accepted log: {judged.findings[0].message}")
    return judged.replay


def replay(record: Record) -> Replay:
    """Replay a record."""
    return _replay(KINDS[record.kind].engine, record)


def write_text(record: Record) -> str:
    """A record in the text spelling."""
    return _write_text(record, KINDS[record.kind])


def simulate(
    slug: str, ruleset: str, seed: str, chance: Chance, board: bytes | None = None
) -> Record:
    """A game that bots play, with the chance handed in; the log says that it is simulated.

    `ruleset` is in the kind's own words, as `2024-advanced`; `board` is a board as JSON. Raises
    ValueError where either is none.
    """
    kind = KINDS[slug]
    header = kind.simulated_header(ruleset, None if board is None else _board_value(board), chance)
    header = {**header, "x_simulated": True, "x_seed": seed}
    first = judge_game(RawGame({**header, "events": []}), 0, KINDS)
    if first.record is None:
        raise ValueError(first.findings[0].message)
    events = playout(kind.engine, first.record.setup, lambda state: kind.bot(state, chance))
    plain = [kind.plain_event(event) for event in events]
    judged = judge_game(RawGame({**header, "events": plain}), 0, KINDS)
    if judged.record is None or judged.findings:
        raise EngineFault(f"a bot broke a rule: {judged.findings[0].message}")
    return judged.record


def random_game(
    slug: str, rules: tuple[str, str], board: Any, digest: str, chance: Chance
) -> Replay:
    """A game of legal play at random, chance handed in. `rules` are an edition and a mode; `board`
    is the board's data, `digest` its digest. It is no game of the keep, and says that it is
    simulated. Raises ValueError where the kind has no such play, rules or board.
    """
    kind = KINDS[slug]
    choose = kind.at_random
    if choose is None:
        raise ValueError(f"{kind.title} knows no play at random.")
    header, setup = _table(kind, rules, board, digest, chance)
    events = playout(kind.engine, setup, lambda state: choose(state, chance))
    plain = [kind.plain_event(event) for event in events]
    judged = judge_game(RawGame({**header, "events": plain}), 0, KINDS)
    if judged.replay is None or judged.findings:
        raise EngineFault("random play broke a rule")
    return judged.replay


def _table(
    kind: GameKind, rules: tuple[str, str], board: Any, digest: str, chance: Chance
) -> tuple[dict[str, Any], Any]:
    """The header of a simulated game by these rules on this board, and its set-up: a ruleset may
    bring the board with it.
    """
    for ruleset, given in product(kind.rulesets, (None, board)):
        try:
            header = {**kind.simulated_header(ruleset, given, chance), "x_simulated": True}
        except ValueError:  # a kind that takes no board
            continue
        first = judge_game(RawGame({**header, "events": []}), 0, KINDS)
        if first.record is None:
            continue
        setup = first.record.setup
        if (kind.edition_of(setup), kind.mode_of(setup), setup.board.digest) == (*rules, digest):
            return header, setup
    raise ValueError(f"{kind.title} has no rules {' '.join(rules)} on a board {digest[:8]}.")


class BroughtGame(NamedTuple):
    """A game that another program recorded, as a record of ours, and what was assumed."""

    record: Record
    assumed: tuple[str, ...]


def bring(data: bytes) -> Iterator[BroughtGame | ConversionError]:
    """The games of another program's file: JSON objects one after the other, or a list of them. A
    game that cannot be brought gives why. Raises ValueError where the file is no JSON.
    """
    for value in _values(data):
        try:
            log, assumed = convert(value)
        except ConversionError as error:
            yield error
            continue
        judged = judge_game(RawGame(log), 0, KINDS)
        if judged.record is None or judged.findings:
            yield ConversionError(judged.findings[0].message)
        else:
            yield BroughtGame(judged.record, assumed)


def _values(data: bytes) -> Iterator[Any]:
    try:
        text = decode(data).strip()
        at = 0
        while at < len(text):
            value, at = read_value(text, at)
            at += len(text) - at - len(text[at:].lstrip())
            yield from value if isinstance(value, list) else (value,)
    except (JsonFault, ContainerFault) as fault:
        raise ValueError(str(fault)) from fault


def _board_value(board: bytes) -> Any:
    try:
        return read_value(decode(board).strip())[0]
    except (JsonFault, ContainerFault) as fault:
        raise ValueError(f"The board is no JSON that can be read: {fault}") from fault


def event_json(kind: GameKind, event: Any) -> dict[str, Any]:
    """An engine's event as the log writes it."""
    return kind.plain_event(event)


def json_schema() -> dict[str, Any]:
    """The published JSON Schema of a log, of any game."""
    return _json_schema(KINDS)
