"""From bytes to judged games: the one path for commands, pages, the API and jobs."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Claim, Finding, Problem, did_you_mean, show
from games.core.language import Items, Text, text
from games.core.record import Entry, Record
from games.core.replay import Replay, replay
from games.log.container import Document, read_documents
from games.log.header import FORMAT, read_header, wrong_format
from games.log.json_reader import read_json_games
from games.log.raw import RawGame, Unreadable
from games.log.text import TextReader
from games.log.writer import write_event

LEGAL_SHOWN = 24
"""Most legal alternatives that a finding lists."""
LEGAL_SEARCHED_MAX = 5000
GAME_MAX = 1024 * 1024
"""Most characters of one game in its file: hundreds of times a long game."""
EVENTS_MAX = 20_000
GAMES_MAX = 50_000
HEADER_FINDINGS_MAX = 50
_JSON_START = re.compile(r"\s*(\{|\[\s*+(?![^\W\d]))")


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of a file, read and judged. It is accepted exactly if `findings` is empty.

    `record` is None if the header or the form of the log is refused. `replay` holds the valid
    steps, also of a refused game.
    """

    position: int
    label: str
    record: Record | None
    replay: Replay | None
    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...] = ()


def judge(data: bytes, kinds: Mapping[str, GameKind]) -> Iterator[Judged]:
    """Return every game of a file, lazily and in order; positions count over the whole file. A bad
    log never raises.
    """
    position = 0
    for document in read_documents(data):
        for raw in read_raw_games(document, kinds):
            if position == GAMES_MAX:
                message = text(
                    "A file can hold at most {n} games. The rest was not read.", n=GAMES_MAX
                )
                finding = Finding(position, None, LOG_FORMAT, "too_many_games", message)
                yield Judged(position, raw.label, None, None, (finding,))
                return
            yield judge_game(raw, position, kinds)
            position += 1


def read_raw_games(document: Document, kinds: Mapping[str, GameKind]) -> Iterator[RawGame]:
    """Return the games of one document. It is JSON if it begins with `{`, or with `[` and no letter
    after it; else it is text.
    """
    if document.fault is not None:
        yield RawGame(None, Unreadable(None, document.code, document.fault), label=document.label)
        return
    is_empty = True
    games = (
        read_json_games(document.text)
        if _is_json(document.text)
        else TextReader(document.text, kinds).games()
    )
    for raw in games:
        is_empty = False
        raw.label = document.label
        yield raw
    if is_empty:
        message = text("This file contains no game.")
        yield RawGame(None, Unreadable(None, "empty", message), label=document.label)


def _is_json(text: str) -> bool:
    """Return whether a document starts with `{`, or with `[` and no letter (a tag has one)."""
    return _JSON_START.match(text) is not None


def judge_game(raw: RawGame, position: int, kinds: Mapping[str, GameKind]) -> Judged:
    """Read one raw game and replay it."""
    unreadable = raw.unreadable
    if unreadable is not None and unreadable.event is None:
        finding = Finding(
            position,
            None,
            LOG_FORMAT,
            unreadable.code,
            unreadable.message,
            line=unreadable.line,
            column=unreadable.column,
        )
        return Judged(position, raw.label, None, None, (finding,))
    if raw.size > GAME_MAX:
        message = text(
            "This game has {size} characters; the limit is {limit}.", size=raw.size, limit=GAME_MAX
        )
        too_large = RawGame(None, locate=raw.locate)
        problem = Problem(LOG_FORMAT, "too_large", message)
        finding = _header_finding(problem, position, too_large, None, None)
        return Judged(position, raw.label, None, None, (finding,))
    problems = list(raw.header_problems)
    kind, setup, header = _read_kind(raw, kinds, problems)
    if problems or kind is None:
        edition = None if kind is None else kind.log.header.edition_claimed(raw.value)
        # format errors come before the game's own rules (log-format page, "Order of checks")
        reported = sorted(problems, key=lambda problem: problem.rule != LOG_FORMAT)
        reported = reported[:HEADER_FINDINGS_MAX]
        findings = tuple(_header_finding(p, position, raw, kind, edition) for p in reported)
        return Judged(position, raw.label, None, None, findings)
    return _judge_events(raw, position, kind, setup, header)


def _read_kind(
    raw: RawGame, kinds: Mapping[str, GameKind], problems: list[Problem]
) -> tuple[GameKind | None, Any, dict[str, Any]]:
    if not isinstance(raw.value, dict):
        message = text(
            "A game must be an object with a header and events, not {value}.", value=show(raw.value)
        )
        problems.append(Problem(LOG_FORMAT, "no_game", message))
        return None, None, {}
    slug = raw.value.get("game")
    kind = kinds.get(slug) if isinstance(slug, str) else None
    if kind is None:
        games = Items(kinds)
        if slug is None:
            message = text('"{key}" is missing. Choose one of: {games}.', key="game", games=games)
        else:
            message = text('"{key}" must be one of: {games}.', key="game", games=games)
            message += did_you_mean(slug, kinds)
        problems.append(Problem(LOG_FORMAT, "unknown_game", message, "game"))
        if raw.value.get("format") != FORMAT:
            problems.append(wrong_format())
        return None, None, {}
    setup, header = read_header(raw.value, kind, problems)
    return kind, setup, header


def _header_finding(
    problem: Problem, position: int, raw: RawGame, kind: GameKind | None, edition: str | None
) -> Finding:
    line, column = raw.locate(None, problem.key)
    citation = "" if kind is None else kind.rules.rulebook.cite(problem.rule, edition)
    message = _with_tag_names(problem.message, raw)
    return Finding(position, None, problem.rule, problem.code, message, citation, (), line, column)


def _with_tag_names(message: str, raw: RawGame) -> str:
    """Return a message that names a header key as the file spells it: `Date` for `played_at`."""
    if isinstance(message, Text) and message.values.get("key") in raw.tag_names:
        key = raw.tag_names[message.values["key"]]
        return Text(message.template, {**message.values, "key": key})
    return message


def _judge_events(
    raw: RawGame, position: int, kind: GameKind, setup: Any, header: dict[str, Any]
) -> Judged:
    entries, problem = _read_events(raw.value["events"], kind)
    record = Record(kind.slug, setup, header, tuple(entries))
    played = replay(kind.rules.engine, record)
    warnings = tuple(
        _warning(claim, played, raw, position, kind) for claim in kind.log.outcome.claims(played)
    )
    unreadable = raw.unreadable
    if played.refusal is None and problem is None and unreadable is None:
        return Judged(position, raw.label, record, played, (), warnings)
    # in a refused log, claims about the end do not count
    warnings = tuple(warning for warning in warnings if warning.event is not None)
    is_read = played.refusal is not None
    if played.refusal is not None:
        finding = _refusal(raw, played, Problem(*played.refusal), position, kind)
    elif problem is not None:
        finding = _refusal(raw, played, problem, position, kind)
    elif unreadable is not None:
        problem = Problem(LOG_FORMAT, unreadable.code, unreadable.message)
        finding = _refusal(raw, played, problem, position, kind)
        finding = finding._replace(line=unreadable.line, column=unreadable.column)
    return Judged(position, raw.label, record if is_read else None, played, (finding,), warnings)


def _read_events(events: list[Any], kind: GameKind) -> tuple[list[Entry], Problem | None]:
    """Return the events up to the first invalid one, and what is wrong with it."""
    entries: list[Entry] = []
    read_event, new = (
        kind.log.codec.read_event,
        tuple.__new__,
    )  # half the time of Entry's own constructor
    try:
        for event in events[:EVENTS_MAX]:
            if type(event) is not dict:
                raise LogError(text("An event must be an object, not {value}.", value=show(event)))
            entries.append(new(Entry, (read_event(event), event)))
    except LogError as error:
        return entries, error.problem
    if len(events) > EVENTS_MAX:
        message = text("A game can have at most {n} events.", n=EVENTS_MAX)
        return entries, Problem(LOG_FORMAT, "too_long", message)
    return entries, None


def _refusal(
    raw: RawGame, played: Replay, problem: Problem, position: int, kind: GameKind
) -> Finding:
    """Return the finding on the event after the last legal one."""
    number = len(played.steps)
    line, column = raw.locate(number, problem.key)
    return Finding(
        position,
        number,
        problem.rule,
        problem.code,
        problem.message,
        kind.rules.rulebook.cite(problem.rule, kind.identity.edition_of(played.record.setup)),
        legal_alternatives(kind, played.final),
        line,
        column,
    )


def legal_alternatives(kind: GameKind, state: Any) -> tuple[str, ...]:
    """Return some legal events in text spelling: of a long list an even sample, and the last ones
    (ways to end the game).
    """
    listed = kind.rules.decisions.listed
    every = kind.rules.engine.legal_events(state) if listed is None else listed(state, {})
    events = list(islice(every, LEGAL_SEARCHED_MAX))
    if len(events) > LEGAL_SHOWN:
        tail = events[-3:]
        spread = (len(events) - 3) / (LEGAL_SHOWN - 3)
        events = [events[int(i * spread)] for i in range(LEGAL_SHOWN - 3)] + tail
    return tuple(write_event(kind.log.codec.plain_event(event), kind) for event in events)


def _warning(claim: Claim, played: Replay, raw: RawGame, position: int, kind: GameKind) -> Finding:
    """Return the warning about a claim that differs from the replay."""
    citation = kind.rules.rulebook.cite(claim.rule, kind.identity.edition_of(played.record.setup))
    line, column = raw.locate(claim.event, claim.key)
    return Finding(
        position, claim.event, claim.rule, claim.code, claim.message, citation, (), line, column
    )
