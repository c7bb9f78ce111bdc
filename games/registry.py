"""The list of games, and functions that read, judge and write logs of any of them."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from games.core.chance import Chance, NoChance
from games.core.contract import GameKind
from games.core.engine import playout
from games.core.errors import ConversionError, EngineFault
from games.core.findings import Finding
from games.core.partial import replay_record
from games.core.record import Record
from games.core.replay import Replay
from games.gorinto.kind import KIND as GORINTO
from games.goryo.kind import KIND as GORYO
from games.kyoto.kind import KIND as KYOTO
from games.log.container import ContainerFault, decode, is_packed, read_documents
from games.log.fixing import fixed_text as _fixed_text
from games.log.hints import hints_of
from games.log.json_reader import JsonFault, read_value
from games.log.judge import IsEnough, Judged, judge_game, read_raw_games
from games.log.judge import judge as _judge
from games.log.raw import RawGame
from games.log.schema import json_schema as _json_schema
from games.log.writer import write_text as _write_text

KINDS: dict[str, GameKind] = {kind.slug: kind for kind in (GORYO, GORINTO, KYOTO)}


def get_kind(slug: str) -> GameKind:
    """Return the game with this slug. Raises KeyError."""
    return KINDS[slug]


def judge(data: bytes, is_enough: IsEnough | None = None) -> Iterator[Judged]:
    """Return every game of a file (plain, gzip or zip; JSON or text), read and judged, lazily. A
    bad log never raises. With `is_enough` the events of a game have findings only up to the first
    one that is.
    """
    return _judge(data, KINDS, is_enough)


def judge_log(log: Mapping[str, Any]) -> Judged:
    """Return a game that is already plain data, read and judged."""
    return judge_game(RawGame(dict(log)), 0, KINDS)


def text_as_sent(data: bytes, position: int) -> str | None:
    """Return the text of one game of a file as it was sent: the whole text if it is the only game
    of a file that is not an archive. None if its place in the file is unknown.
    """
    found: list[str | None] = []
    for document in read_documents(data):
        for raw in read_raw_games(document, KINDS):
            is_known = raw.start is not None
            found.append(document.text[raw.start :][: raw.size] if is_known else None)
            if len(found) > max(position, 1):
                break
    if len(found) == 1 and not is_packed(data):
        return document.text
    return found[position] if position < len(found) else None


def fixed_text(source: str, finding: Finding) -> str:
    """Return the text of a file with the correction of a finding on it."""
    return _fixed_text(source, finding, KINDS)


def hints(judged: Judged) -> tuple[Finding, ...]:
    """Return the hints on an accepted game, for its uploader only: they may contain secrets."""
    return hints_of(judged, KINDS)


def write_template(slug: str, ruleset: str) -> str:
    """Return a text log to be filled in. Raises KeyError and ValueError if there is no such game or
    ruleset.
    """
    kind = KINDS[slug]
    if ruleset not in kind.identity.rulesets:
        raise ValueError(f"{kind.title} has no ruleset {ruleset}.")
    return kind.log.notation.template(ruleset)


def read_replay(canonical: str) -> Replay:
    """Return the replay of a log that was accepted before. Raises ValueError if it is not."""
    judged = next(_judge(canonical.encode("utf-8"), KINDS))
    if judged.replay is None or judged.findings:
        raise ValueError(f"not an accepted log: {judged.findings[0].message}")
    return judged.replay


def replay(record: Record) -> Replay:
    """Replay a record."""
    return replay_record(KINDS[record.kind], record)


def write_text(record: Record) -> str:
    """Return a record in the text spelling."""
    return _write_text(record, KINDS[record.kind])


def simulate(
    slug: str, ruleset: str, seed: str, chance: Chance, board: bytes | None = None
) -> Record:
    """Return a bot game; its log says that it is simulated.

    `ruleset` is one of the kind's names, such as `2024-advanced`; `board` is a board as JSON.
    Raises ValueError if either is unknown.
    """
    kind = KINDS[slug]
    value = None if board is None else _board_value(board)
    header = kind.log.simulated_header(ruleset, value, chance)
    header = {**header, "x_simulated": True, "x_seed": seed}
    first = judge_game(RawGame({**header, "events": []}), 0, KINDS)
    if first.record is None:
        raise ValueError(first.findings[0].message)
    return _play(
        kind, header, first.record.setup, lambda state: kind.rules.bot(state, chance)
    ).record


def _play(
    kind: GameKind, header: dict[str, Any], setup: Any, choose: Callable[[Any], Any | None]
) -> Replay:
    """Return a game played by `choose`. Raises EngineFault if it breaks a rule."""
    events = playout(kind.rules.engine, setup, choose)
    plain = [kind.log.codec.plain_event(event) for event in events]
    judged = judge_game(RawGame({**header, "events": plain}), 0, KINDS)
    if judged.replay is None or judged.findings:
        raise EngineFault(f"a bot broke a rule: {judged.findings[0].message}")
    return judged.replay


def random_player(
    slug: str, rules: tuple[str, str], board: Any, digest: str
) -> Callable[[Chance], Replay]:
    """Return a function that plays a game of random legal events, marked as simulated.

    `rules` are an edition and a mode; `board` is the board's data, `digest` its digest. Raises
    ValueError if the kind has no random events, or no such rules or board.
    """
    kind = KINDS[slug]
    choose = kind.rules.random_event
    if choose is None:
        raise ValueError(f"{kind.title} has no random play.")
    ruleset, given = _ruleset_and_board(kind, rules, board, digest)

    def play(chance: Chance) -> Replay:
        header, record = _simulated(kind, ruleset, given, chance)
        return _play(kind, header, record.setup, lambda state: choose(state, chance))

    return play


def random_game(
    slug: str, rules: tuple[str, str], board: Any, digest: str, chance: Chance
) -> Replay:
    """Return one game of `random_player`."""
    return random_player(slug, rules, board, digest)(chance)


def _ruleset_and_board(
    kind: GameKind, rules: tuple[str, str], board: Any, digest: str
) -> tuple[str, Any]:
    """Return the name of the ruleset with these rules on this board, and the board for its header:
    None where the ruleset includes the board.
    """
    identity = kind.identity
    for ruleset, given in product(identity.rulesets, (None, board)):
        try:
            setup = _simulated(kind, ruleset, given, NoChance())[1].setup
        except ValueError:  # a kind without custom boards, or a board that is not valid here
            continue
        own_rules = (identity.edition_of(setup), identity.mode_of(setup))
        if (own_rules, setup.board.digest) == (rules, digest):
            return ruleset, given
    raise ValueError(f"{kind.title} has no rules {' '.join(rules)} on a board {digest[:8]}.")


def _simulated(
    kind: GameKind, ruleset: str, board: Any, chance: Chance
) -> tuple[dict[str, Any], Record]:
    """Return the header of a bot game, and its record without events. Raises ValueError."""
    header = {**kind.log.simulated_header(ruleset, board, chance), "x_simulated": True}
    first = judge_game(RawGame({**header, "events": []}), 0, KINDS)
    if first.record is None:
        raise ValueError(first.findings[0].message)
    return header, first.record


class ConvertedRecord(NamedTuple):
    """A game that another program recorded, as a record, and the assumptions it needed."""

    record: Record
    assumed: tuple[str, ...]


def foreign_programs() -> tuple[str, ...]:
    """Return the names of the programs whose records can be converted."""
    return tuple(name for kind in KINDS.values() for name in kind.log.importers)


def convert(data: bytes, program: str) -> Iterator[ConvertedRecord | ConversionError]:
    """Return the games of another program's file: JSON objects one after the other, or a list.

    For a game that cannot be converted, the error is returned. Raises ValueError if the file is
    not JSON.
    """
    importer = next(k.log.importers[program] for k in KINDS.values() if program in k.log.importers)
    for value in _values(data):
        try:
            log, assumed = importer(value)
        except ConversionError as error:
            yield error
            continue
        judged = judge_game(RawGame(log), 0, KINDS)
        if judged.record is None or judged.findings:
            yield ConversionError(judged.findings[0].message)
        else:
            yield ConvertedRecord(judged.record, assumed)


def _values(data: bytes) -> Iterator[Any]:
    try:
        source = decode(data).strip()
        at = 0
        while at < len(source):
            value, at = read_value(source, at)
            at += len(source) - at - len(source[at:].lstrip())
            yield from value if isinstance(value, list) else (value,)
    except (JsonFault, ContainerFault) as fault:
        raise ValueError(str(fault)) from fault


def _board_value(board: bytes) -> Any:
    try:
        return read_value(decode(board).strip())[0]
    except (JsonFault, ContainerFault) as fault:
        raise ValueError(f"The board is not valid JSON: {fault}") from fault


def json_schema() -> dict[str, Any]:
    """Return the published JSON Schema of a log of any game."""
    return _json_schema(KINDS)
