"""From bytes to judged games: the one path for commands, pages, the API and jobs."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import (
    LOG_FORMAT,
    REPLACE,
    Claim,
    Finding,
    Fix,
    Problem,
    closest,
    did_you_mean,
    pointer,
    show,
)
from games.core.language import Items, Text, text
from games.core.partial import engine_for, engine_of, replay_record
from games.core.record import Entry, Record
from games.core.replay import Replay, replay
from games.log.container import Document, read_documents
from games.log.diagnose import EVENTS_MAX, Diagnosis, EventProblem
from games.log.header import FORMAT, read_header, wrong_format
from games.log.json_reader import read_json_games
from games.log.raw import Fault, Place, RawGame, UnreadEvent, nowhere
from games.log.repairs import Budget
from games.log.text import TextReader
from games.log.writer import write_event

LEGAL_SHOWN = 24
"""Most legal alternatives that a finding lists."""
LEGAL_SEARCHED_MAX = 5000
LEGAL_FINDINGS_MAX = 5
"""The first findings on events list legal alternatives."""
GAME_MAX = 1024 * 1024
"""Most characters of one game in its file: hundreds of times a long game."""
GAMES_MAX = 50_000
HEADER_FINDINGS_MAX = 50
_JSON_START = re.compile(r"\s*(?:\{|\[\s*[{\]])")
_NOTE_START = re.compile(r"\s*\{\s*[^\s\"}]")
"""A brace that begins a note and no JSON object."""
_GAME_TAG = re.compile(r"^[^\S\r\n]*\[[^\S\r\n]*Game\b", re.MULTILINE)

IsEnough = Callable[[Finding], bool]
"""Returns whether no findings after this one are needed."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of a file, read and judged. It is accepted exactly if `findings` is empty.

    `record` is None if the header or the form of the log is refused. `replay` holds the valid
    steps, also of a refused game. `is_unreadable`: a part of its text could not be read, so its
    header is refused.
    """

    position: int
    label: str
    record: Record | None
    replay: Replay | None
    findings: tuple[Finding, ...]
    warnings: tuple[Finding, ...] = ()
    is_unreadable: bool = False
    locate: Callable[[int | None, str | None], Place] = nowhere
    """Returns the place of an event or of the header in the file."""


def judge(
    data: bytes, kinds: Mapping[str, GameKind], is_enough: IsEnough | None = None
) -> Iterator[Judged]:
    """Return every game of a file, lazily and in order; positions count over the whole file. A bad
    log never raises. With `is_enough` the events of a game have findings only up to the first one
    that is.
    """
    position = 0
    budget = Budget()
    for document in read_documents(data):
        for raw in read_raw_games(document, kinds):
            if position == GAMES_MAX:
                message = text(
                    "A file can hold at most {n} games. The rest was not read.", n=GAMES_MAX
                )
                finding = Finding(position, None, LOG_FORMAT, "too_many_games", message)
                yield Judged(position, raw.label, None, None, (finding,))
                return
            yield judge_game(raw, position, kinds, budget, is_enough)
            position += 1


def read_raw_games(document: Document, kinds: Mapping[str, GameKind]) -> Iterator[RawGame]:
    """Return the games of one document. It is JSON if it begins with `{`, or with `[` before `{` or
    `]`; else it is text.
    """
    if document.fault is not None:
        yield RawGame(None, [Fault(document.code, document.fault)], label=document.label)
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
        fault = Fault("empty", text("This file contains no game."))
        yield RawGame(None, [fault], label=document.label)


def _is_json(source: str) -> bool:
    """Return whether a document is JSON. A note before the tags of a text log is not."""
    if _JSON_START.match(source) is None:
        return False
    return _NOTE_START.match(source) is None or _GAME_TAG.search(source) is None


def judge_game(
    raw: RawGame,
    position: int,
    kinds: Mapping[str, GameKind],
    budget: Budget | None = None,
    is_enough: IsEnough | None = None,
) -> Judged:
    """Read one raw game and replay it. `budget` is what may be spent on corrections, `is_enough` as
    in `judge`.
    """
    budget = budget or Budget()
    budget.begin_game()
    faults = tuple(_fault_finding(fault, position) for fault in raw.faults)
    if raw.value is None and faults:
        return Judged(position, raw.label, None, None, faults, is_unreadable=True)
    if raw.size > GAME_MAX:
        message = text(
            "This game has {size} characters; the limit is {limit}.", size=raw.size, limit=GAME_MAX
        )
        too_large = RawGame(None, locate=raw.locate)
        problem = Problem(LOG_FORMAT, "too_large", message)
        finding = _header_finding(problem, position, too_large, None, None)
        return Judged(position, raw.label, None, None, (*faults, finding))
    problems = list(raw.header_problems)
    kind, setup, header = _read_kind(raw, kinds, problems)
    if kind is not None and not faults and not problems:
        return _judge_events(raw, position, kind, setup, header, budget, is_enough)
    edition = None if kind is None else kind.log.header.edition_claimed(raw.value)
    # format errors come before the game's own rules (log-format page, "Order of checks")
    reported = sorted(problems, key=lambda problem: problem.rule != LOG_FORMAT)
    reported = reported[:HEADER_FINDINGS_MAX]
    findings = faults + tuple(_header_finding(p, position, raw, kind, edition) for p in reported)
    if kind is not None and isinstance(raw.value.get("events"), list):
        setup = assumed_setup(raw.value, kind, problems) if setup is None else setup
        more = _event_findings(raw, position, kind, setup, budget, follows=True)
        findings += tuple(_up_to(is_enough, more))
    return Judged(position, raw.label, None, None, findings, is_unreadable=bool(faults))


def _fault_finding(fault: Fault, position: int) -> Finding:
    code, message, line, column, fix = fault
    return Finding(position, None, LOG_FORMAT, code, message, "", (), line, column, fix=fix)


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
        meant = closest(slug, kinds)
        if slug is None:
            message = text('"{key}" is missing. Choose one of: {games}.', key="game", games=games)
        else:
            message = text('"{key}" must be one of: {games}.', key="game", games=games)
            message += did_you_mean(slug, kinds)
        if all(problem.code != "unknown_tag" for problem in problems):
            problems.append(Problem(LOG_FORMAT, "unknown_game", message, "game", meant))
        if meant is None:
            if raw.value.get("format") != FORMAT:
                problems.append(wrong_format())
            return None, None, {}
        kind = kinds[meant]
    setup, header = read_header(raw.value, kind, problems)
    return kind, setup, header


def assumed_setup(raw: Mapping[str, Any], kind: GameKind, problems: list[Problem]) -> Any:
    """Return the set-up of a wrong header as it was probably meant, to check the events all the
    same; None if there is none.
    """
    value = dict(raw)
    for problem in problems:
        if problem.key and problem.meant is not None:
            _put(value, problem.key.split("."), problem.meant)
    identity = kind.identity
    rulesets: list[Any] = [value.get("ruleset"), {}]
    rulesets += [{"edition": edition} for edition in reversed(identity.editions)]
    wrong = {(problem.key or "").partition(".")[0] for problem in problems}
    without = {k: v for k, v in value.items() if k not in wrong & {"board", "setup", "outcome"}}
    setups = []
    for base in (value, without):
        for ruleset in rulesets:
            setup, _ = kind.log.header.read_setup({**base, "ruleset": ruleset}, [])
            if setup is not None:
                setups.append(setup)
    return _best_setup(setups, raw, kind)


def _best_setup(setups: list[Any], raw: Mapping[str, Any], kind: GameKind) -> Any:
    """Return the set-up with which most events follow, the first of equal ones."""
    events = [event for event in raw["events"] if type(event) is dict]
    entries, _ = _read_events([dict(event) for event in events], kind)
    lengths = [
        len(replay(engine_for(kind, setup), Record(kind.slug, setup, {}, tuple(entries))).steps)
        for setup in setups
    ]
    return setups[lengths.index(max(lengths))] if setups else None


def _put(value: dict[str, Any], path: list[str], new: Any) -> None:
    for part in path[:-1]:
        inner = value.get(part)
        if not isinstance(inner, dict):
            return
        value[part] = value = dict(inner)
    value[path[-1]] = new


def _header_finding(
    problem: Problem, position: int, raw: RawGame, kind: GameKind | None, edition: str | None
) -> Finding:
    line, column = raw.locate(None, problem.key)
    citation = "" if kind is None else kind.rules.rulebook.cite(problem.rule, edition)
    message, fix = problem.message, _header_fix(problem, raw, kind)
    if raw.writing is not None and kind is not None:
        message = kind.log.notation.text_messages.get(problem.code, message)
    return Finding(
        position,
        None,
        problem.rule,
        problem.code,
        _with_tag_names(message, raw),
        citation,
        (),
        line,
        column,
        fix=fix and fix.if_short(),
    )


def _header_fix(problem: Problem, raw: RawGame, kind: GameKind | None) -> Fix | None:
    if raw.writing is not None:
        if problem.code == "unknown_game" and kind is not None and problem.meant is None:
            return raw.writing.insert_tag(f'[Game "{kind.slug}"]')
        if problem.code == "missing_ruleset" and kind is not None and any(kind.identity.editions):
            edition = _likely_edition(raw, kind)
            return raw.writing.insert_tag(f'[Edition "{edition}"]')
        if problem.meant is None or problem.key is None:
            return None
        is_name = problem.code == "unknown_tag"
        return raw.writing.replace_tag(problem.key, problem.meant, is_name=is_name)
    if problem.meant is None or problem.key is None:
        return None
    path = pointer(*problem.key.split("."))
    if problem.code == "unknown_key":  # another key, not another value
        return None
    return Fix(REPLACE, path=path, value=problem.meant)


def _likely_edition(raw: RawGame, kind: GameKind) -> str:
    """Return the edition that fits the events best, the newest of equal ones."""
    missing = Problem(LOG_FORMAT, "missing_ruleset", "", "ruleset")
    setup = assumed_setup(raw.value, kind, [missing])
    return kind.identity.editions[-1] if setup is None else kind.identity.edition_of(setup)


def _with_tag_names(message: str, raw: RawGame) -> str:
    """Return a message that names a header key as the file spells it: `Date` for `played_at`."""
    if isinstance(message, Text):
        values = {
            name: raw.tag_names.get(value, value)
            if name == "key"
            else _with_tag_names(value, raw)
            if isinstance(value, Text)
            else value
            for name, value in message.values.items()
        }
        return Text(message.template, values, message.plural, message.number)
    return message


def _judge_events(
    raw: RawGame,
    position: int,
    kind: GameKind,
    setup: Any,
    header: dict[str, Any],
    budget: Budget,
    is_enough: IsEnough | None,
) -> Judged:
    entries, problem = _read_events(raw.value["events"], kind)
    record = Record(kind.slug, setup, header, tuple(entries))
    played = replay_record(kind, record)
    warnings = tuple(
        _warning(claim, played, raw, position, kind) for claim in kind.log.outcome.claims(played)
    )
    warnings += tuple(_fault_finding(remark, position) for remark in raw.remarks)
    if played.refusal is None and problem is None:
        return Judged(position, raw.label, record, played, (), warnings, locate=raw.locate)
    # in a refused log, claims about the end do not count
    warnings = tuple(warning for warning in warnings if warning.event is not None)
    is_read = played.refusal is not None
    if problem is not None and problem.code == "too_long" and not is_read:
        place = raw.locate(EVENTS_MAX, None)
        finding = Finding(position, EVENTS_MAX, *problem[:3], "", (), *place)
        return Judged(position, raw.label, None, played, (finding,), warnings, locate=raw.locate)
    every = _event_findings(raw, position, kind, setup, budget)
    findings = tuple(_up_to(is_enough, every))
    read = record if is_read else None
    return Judged(position, raw.label, read, played, findings, warnings, locate=raw.locate)


def _up_to(is_enough: IsEnough | None, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings up to the first one that is enough."""
    for finding in findings:
        yield finding
        if is_enough is not None and is_enough(finding):
            return


def _read_events(events: list[Any], kind: GameKind) -> tuple[list[Entry], Problem | None]:
    """Return the events up to the first invalid one, and what is wrong with it."""
    read: list[Any] = []
    problem = _read_into(read, events, kind)
    new: Any = tuple.__new__  # a third of the time of Entry's own constructor
    return list(map(new, repeat(Entry), zip(read, events, strict=False))), problem


def _read_into(read: list[Any], events: list[Any], kind: GameKind) -> Problem | None:
    """Append the events up to the first invalid one, and return what is wrong with it."""
    read_event = kind.log.codec.read_event
    try:
        for event in events[:EVENTS_MAX]:
            if type(event) is not dict:
                if isinstance(event, UnreadEvent):
                    return event.problem
                raise LogError(text("An event must be an object, not {value}.", value=show(event)))
            read.append(read_event(event))
    except LogError as error:
        return error.problem
    if len(events) > EVENTS_MAX:
        message = text("A game can have at most {n} events.", n=EVENTS_MAX)
        return Problem(LOG_FORMAT, "too_long", message)
    return None


def _event_findings(
    raw: RawGame,
    position: int,
    kind: GameKind,
    setup: Any,
    budget: Budget,
    *,
    follows: bool = False,
) -> Iterator[Finding]:
    """Yield the findings on the events. All but the first one may follow from it."""
    edition = "" if setup is None else kind.identity.edition_of(setup)
    for number, found in enumerate(Diagnosis(raw, kind, setup, budget).problems()):
        legal: tuple[str, ...] = ()
        if found.state is not None and number < LEGAL_FINDINGS_MAX:
            legal = legal_alternatives(kind, found.state)
        finding = _event_finding(raw, position, kind, edition, found)
        yield finding._replace(legal=legal, follows=follows)
        follows = True


def _event_finding(
    raw: RawGame, position: int, kind: GameKind, edition: str, found: EventProblem
) -> Finding:
    problem = found.problem
    line, column = raw.locate(found.event, problem.key)
    if found.at is not None and raw.writing is not None:
        line, column = raw.writing.place(found.at)
    return Finding(
        position,
        found.event,
        problem.rule,
        problem.code,
        problem.message,
        kind.rules.rulebook.cite(problem.rule, edition),
        (),
        line,
        column,
        fix=found.fix and found.fix.if_short(),
    )


def legal_alternatives(kind: GameKind, state: Any) -> tuple[str, ...]:
    """Return some legal events in text spelling: of a long list an even sample, and the last ones
    (ways to end the game).
    """
    listed = kind.rules.decisions.listed
    every = engine_of(kind, state).legal_events(state) if listed is None else listed(state, {})
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
