"""Reads the text spelling: tags as in PGN, one event per line or separated by `;`, notes in braces,
comments after `#`.

A kind's notation turns tags and words into header keys and events. The result is the same raw data
that the JSON reader returns. After an unreadable place reading goes on.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, plain_word, show
from games.core.language import text
from games.log import slips
from games.log.json_reader import JsonFault
from games.log.quoting import Quoted, unescape
from games.log.raw import Fault, RawGame, UnreadEvent
from games.log.tags import GAME, SHARED_TAGS, Tag, Tags, not_json, read_json
from games.log.tokens import Token, Tokens, misplaced
from games.log.writing import TextWriting

UNREAD_MAX = 200
"""After so many events that cannot be read the rest of a game is skipped."""
CHAT_LINES_MAX = 20
"""Most lines of a chat export that are reported for a game."""
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")


@dataclass(slots=True)
class _Game:
    """A game whose text is being read."""

    start: int = 0
    stop: int = 0
    tags: list[Tag] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    remarks: list[Fault] = field(default_factory=list)
    kind: GameKind | None = None
    is_kind_sought: bool = False
    n_unread: int = 0


class TextReader:
    """Reads all games of one text; `kinds` are the games by slug."""

    def __init__(self, source: str, kinds: Mapping[str, GameKind]) -> None:
        self._kinds = kinds
        self._tokens = Tokens(source)
        self._game: _Game | None = None
        self._notes_alone: list[int] = []
        self._has_text_before = False
        names = {*SHARED_TAGS}
        for kind in kinds.values():
            names |= {*kind.log.notation.game_tags, *kind.log.notation.role_tags}
        self._tag_names = {name.casefold(): name for name in names}

    def games(self) -> Iterator[RawGame]:
        """Return the games, lazily, in the order of the text."""
        for statement in self._statements():
            yield from self._take(statement)
        end = len(self._tokens.source) + 1
        if self._game is not None:
            yield self._finish(self._game, end)
        elif faults := self._tokens.take_faults(end):
            yield RawGame(None, faults)

    # --------------------------------------------------------------------------- statements

    def _statements(self) -> Iterator[list[Token]]:
        """Return each tag and the tokens of each event; a line end or `;` separates events. A tag
        that cannot be read is a token `broken`: the rest of its line.
        """
        statement: list[Token] = []
        for token in self._tokens:
            kind = token.kind
            if kind == "end":
                if statement:
                    yield statement
                    statement = []
            elif self._continues(statement, token):
                statement.append(token)
            elif kind == "tag":
                statement = []
                yield [token]
            elif kind in ("open", "word") and self._skip_chat_prefix(token.at):
                statement = []
            elif kind == "open":
                statement = []
                line = self._tokens.rest_of_line(token.at).rstrip()
                self._tokens.at = token.at + len(line)
                yield [Token("broken", line, token.at)]
            else:
                statement.append(token)
        if statement:
            yield statement

    def _continues(self, statement: list[Token], token: Token) -> bool:
        """Return whether a token is an ordinary part of an event."""
        if token.kind == "word":
            return bool(statement) or not token.string[0].isdigit()
        if not statement:
            return False
        return token.kind not in ("tag", "open") or not self._is_list_mark(statement)

    def _skip_chat_prefix(self, at: int) -> bool:
        """Skip date, time and name of a line of a chat export. Return whether there are any."""
        prefix = slips.chat_prefix(self._tokens.source[at : at + slips.PREFIX_MAX])
        if not prefix:
            return False
        stop = at + len(prefix)
        if sum(fault.code == "chat_export" for fault in self._tokens.faults) < CHAT_LINES_MAX:
            fix = self._tokens.replace(at, stop, "")
            self._tokens.add_fault("chat_export", slips.chat_message(), at, fix)
        self._tokens.at = stop
        return True

    def _is_list_mark(self, statement: list[Token]) -> bool:
        """Report a list number or bullet before a tag. Return whether the tokens are one."""
        if len(statement) > 1:
            return False
        mark = statement[0].string
        if slips.list_mark(mark + " ") != mark + " ":
            return False
        fix = self._tokens.replace(statement[0].at, statement[0].stop, "")
        self._tokens.add_fault("list_mark", slips.list_message(mark), statement[0].at, fix)
        return True

    def _take(self, statement: list[Token]) -> Iterator[RawGame]:
        """Read a tag or an event into the current game. Yield the game before if a new one begins,
        and an unreadable game for text without tags.
        """
        first = statement[0]
        if first.kind == "tag":
            tag = _tag(first)
            yield from self._begin_game(tag.name, first.at)
            self._add_tag(tag, first.stop)
        elif first.kind == "broken":
            yield from self._take_broken_tag(first)
        elif self._is_broken_tag(statement):
            line = self._tokens.rest_of_line(first.at).rstrip()
            yield from self._take_broken_tag(Token("broken", line, first.at))
        elif all(token.kind == "note" for token in statement):
            self._notes_alone.append(first.at)
        elif self._game is None:
            yield from self._without_tags(first.at)
        else:
            self._report_notes_alone()
            self._game.stop = statement[-1].stop
            self._read_event(self._game, statement)

    def _begin_game(self, name: str, at: int) -> Iterator[RawGame]:
        """Begin a game if a tag begins one. Yield the game before."""
        game, is_game = self._game, name.casefold() == "game"
        if game is not None:
            is_second = is_game and any(tag.name.casefold() == "game" for tag in game.tags)
            # after an unreadable place only a Game tag begins a new game
            if not is_second and (not game.events or (self._tokens.faults and not is_game)):
                return
            if self._notes_alone and game.events:
                game.remarks += self._as_remarks()
            yield self._finish(game, at)
        elif (self._has_text_before or not self._is_chat()) and (
            faults := self._tokens.take_faults(at)
        ):
            yield RawGame(None, faults)
        self._has_text_before = False
        self._game = _Game(at)
        self._game.remarks += self._as_remarks()

    def _add_tag(self, tag: Tag, stop: int) -> None:
        if self._game is not None:
            self._report_notes_alone()
            self._game.tags.append(tag)
            self._game.stop = max(self._game.stop, stop)

    def _is_broken_tag(self, statement: list[Token]) -> bool:
        """Return whether tokens are a tag without its opening bracket."""
        kinds = [token.kind for token in statement]
        if kinds == ["word", "quoted", "close"]:
            return True
        name = statement[0].string.strip("[(<:=")
        return kinds == ["word", "quoted"] and slips.known_tag(name, self._tag_names) is not None

    def _take_broken_tag(self, token: Token) -> Iterator[RawGame]:
        """Report a tag that cannot be read, and read it as it was probably meant."""
        broken = slips.broken_tag(token.string, self._tag_names)
        stop = token.at + len(token.string)
        self._tokens.at = max(self._tokens.at, stop)
        if broken.name is None and self._game is None:
            yield from self._without_tags(token.at, broken.message)
            return
        if broken.name is not None:
            yield from self._begin_game(broken.name, token.at)
        fix = None
        if broken.name is not None:
            fix = self._tokens.replace(token.at, stop, broken.fixed)
            self._add_tag(Tag(broken.name, broken.value, token.at, token.at, token.at, stop), stop)
        self._tokens.add_fault(broken.code, broken.message, token.at + broken.column, fix)

    def _without_tags(self, at: int, message: str = "") -> Iterator[RawGame]:
        """Yield the unreadable game of text that belongs to no tags, up to the next `Game` tag. The
        lines of a chat export are one such game.
        """
        if self._is_chat():
            self._has_text_before = True
            return
        code = "bad_tag" if message else "no_tag"
        message = message or text(
            'This is not a log. A text log begins with tags such as [Game "goryo"]; a JSON log '
            "begins with { or [."
        )
        self._tokens.faults.clear()
        self._tokens.add_fault(code, message, at)
        self._tokens.skip_to_game()
        self._notes_alone.clear()
        yield RawGame(None, self._tokens.take_faults(max(self._tokens.at, at + 1)))

    def _is_chat(self) -> bool:
        return any(fault.code == "chat_export" for fault in self._tokens.faults)

    def _as_remarks(self) -> list[Fault]:
        message = text("This note belongs to no event. It is not part of the game.")
        remarks = [
            Fault("note_alone", message, *self._tokens.lines.place(at)) for at in self._notes_alone
        ]
        self._notes_alone.clear()
        return remarks

    def _report_notes_alone(self) -> None:
        """Report notes without an event that stand inside a game."""
        for at in self._notes_alone:
            message = text("This note has no event. Put it on the line of its event.")
            self._tokens.add_fault("note_alone", message, at)
        self._notes_alone.clear()

    # ------------------------------------------------------------------------------- events

    def _read_event(self, game: _Game, statement: list[Token]) -> None:
        game.places.append(statement[0].at)
        kind = self._kind_of(game)
        try:
            game.events.append(_event(statement, kind))
        except LogError as error:
            at = statement[0].at if error.at is None else error.at
            game.events.append(self._unread(statement, kind, error.problem, at))
            game.n_unread += 1
            if game.n_unread == UNREAD_MAX:
                self._tokens.skip_to_game()

    def _unread(
        self, statement: list[Token], kind: GameKind | None, problem: Problem, at: int
    ) -> UnreadEvent:
        """Return an event that cannot be read, and what was probably meant."""
        first = statement[0]
        mark = slips.list_mark(self._tokens.source[first.at : first.at + slips.PREFIX_MAX])
        if mark:
            start, fix = (
                first.at + len(mark),
                self._tokens.replace(first.at, first.at + len(mark), ""),
            )
            rest = [token for token in statement if token.at >= start]
            if first.stop > start:  # the mark is a part of the first word
                rest.insert(0, Token("word", self._tokens.source[start : first.stop], start))
            problem = Problem(LOG_FORMAT, "list_mark", slips.list_message(mark))
            return UnreadEvent(problem, first.at, _meant(rest, kind), fix)
        return UnreadEvent(problem, at, _meant(statement, kind))

    def _kind_of(self, game: _Game) -> GameKind | None:
        if not game.is_kind_sought:
            game.is_kind_sought = True
            first = game.tags[0]
            game.kind = self._kinds.get(first.value) if first.name == GAME else None
            game.kind = game.kind or Tags(game.tags, self._kinds).kind
        return game.kind

    # ------------------------------------------------------------------------------- games

    def _finish(self, game: _Game, stop: int) -> RawGame:
        """Return a game that ends before an offset."""
        if self._notes_alone and stop > len(self._tokens.source):
            if game.events:
                game.remarks += self._as_remarks()
            self._report_notes_alone()
        tags = Tags(game.tags, self._kinds)
        header = tags.header()
        writing = TextWriting(self._tokens, game.places, tags, next(iter(game.tags), None))
        return RawGame(
            {**header, "events": game.events},
            self._tokens.take_faults(stop),
            writing.locate,
            tags.problems,
            tags.names(),
            size=game.stop - game.start,
            start=game.start,
            remarks=game.remarks,
            writing=writing,
        )


def _tag(token: Token) -> Tag:
    name_at = token.at + token.string.index(token.name)
    value_at = token.stop - 1 - token.string[::-1].index('"') - len(token.value) + 1
    name = token.name if token.name[-1] != '"' else "X_" + unescape(token.name[3:-1])
    value = unescape(token.value[1:-1])
    return Tag(name, value, token.at, name_at, value_at, value_at + len(token.value))


def _event(statement: list[Token], kind: GameKind | None) -> dict[str, Any]:
    """Return an event as plain data. Raises LogError."""
    words: list[str] = []
    extras: dict[str, Any] = {}
    queue = list(reversed(statement))
    while queue:
        token = queue.pop()
        if token.kind == "note":
            note = unescape(token.string[1:-1], "}").strip()
            _put(extras, "note", note, token)
        elif token.kind == "word" and token.string.startswith("x_"):
            _extra(extras, token, queue)
        elif token.kind == "word" and token.string.startswith("@"):
            _put(extras, "at", _number(token), token)
        elif token.kind == "word":
            words.append(token.string)
        elif token.kind == "quoted":
            words.append(Quoted(unescape(token.string[1:-1])))
        else:
            raise LogError(misplaced(token.string), at=token.at)
    if not words:
        raise LogError(text("The event is missing on this line."), at=statement[0].at)
    if kind is None:
        return {}
    plain = kind.log.notation.parse_event(words)
    return {**{key: _unquoted(value) for key, value in plain.items()}, **extras}


def _meant(statement: list[Token], kind: GameKind | None) -> dict[str, Any] | None:
    """Return the event that an unreadable line was probably meant to be: its words in lower case,
    without full-width characters and punctuation; None if that is no event either.
    """
    plain = [
        token._replace(string=plain_word(token.string) or token.string)
        for token in statement
        if token.kind == "word" and token.string[0] != "@" and not token.string.startswith("x_")
    ]
    notes = [token for token in statement if token.kind == "note"]
    try:
        return _event(plain + notes[:1], kind) if plain else None
    except LogError:
        return None


def _put(extras: dict[str, Any], key: str, value: Any, token: Token) -> None:
    if key in extras:
        raise LogError(text("{key} is given twice.", key=show(key)), at=token.at)
    extras[key] = value


def _extra(extras: dict[str, Any], token: Token, queue: list[Token]) -> None:
    """Read `x_key="json"`; a key may be in quotes: `x_"odd key"="json"`."""
    key, stop = token.string, token.stop
    if key == "x_" and queue and queue[-1].kind == "quoted" and queue[-1].at == stop:
        quoted = queue.pop()
        key, stop = "x_" + unescape(quoted.string[1:-1]), quoted.stop
        if not queue or queue[-1].string != "=" or queue[-1].at != stop:
            raise LogError(_bad_extra(), at=token.at)
        stop = queue.pop().stop
    elif key.endswith("="):
        key = key[:-1]
    else:
        raise LogError(_bad_extra(), at=token.at)
    if not queue or queue[-1].kind != "quoted" or queue[-1].at != stop:
        raise LogError(_bad_extra(), at=token.at)
    value = queue.pop()
    try:
        decoded = read_json(unescape(value.string[1:-1]))
    except JsonFault as fault:
        raise LogError(not_json(key, fault), at=value.at) from None
    _put(extras, key, decoded, token)


def _unquoted(value: Any) -> Any:
    """Return a value without the marks of words that were in quotes."""
    if isinstance(value, list):
        return [_unquoted(item) for item in value]
    return str(value) if isinstance(value, Quoted) else value


def _number(token: Token) -> int | float:
    digits = token.string[1:]
    match = _NUMBER.fullmatch(digits)
    if match is None or len(digits) > 40:
        message = text(
            "{time} is not a time. Write seconds since the game began, for example @12.5.",
            time=show(token.string),
        )
        raise LogError(message, at=token.at)
    return float(digits) if match[1] or match[2] else int(digits)


def _bad_extra() -> str:
    return text('A custom field must be written x_key="JSON".')
