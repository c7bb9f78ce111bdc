"""Reads the text spelling: tags as in PGN, one event per line or separated by `;`, notes in braces,
comments after `#`.

A kind's notation turns tags and words into header keys and events. The result is the same raw data
that the JSON reader returns.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
from games.core.language import text
from games.log.header import FORMAT
from games.log.json_reader import JsonFault, read_value
from games.log.quoting import Quoted, unescape
from games.log.raw import Lines, Place, RawGame, Unreadable

_TOKEN = re.compile(
    r"""(?P<blank>[^\S\r\n]+)
    |(?P<end>\r\n|\r|\n|;)
    |(?P<remark>\#[^\r\n]*)
    |(?P<note>\{[^\\}\0]*+(?:\\[^\0][^\\}\0]*+)*+\})
    |(?P<quoted>"[^"\\\n\0]*+(?:\\[^\n\0][^"\\\n\0]*+)*+")
    |(?P<open>\[)
    |(?P<close>\])
    |(?P<word>[^\s;{}"\[\]\#\0]+)""",
    re.VERBOSE | re.DOTALL,
)
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")
TEXT_TAGS = {"Date": "played_at", "Event": "event", "Site": "site", "Source": "source"}
JSON_TAGS = {
    "Tags": "tags",
    "Setup": "setup",
    "Outcome": "outcome",
    "Players": "players",
    "Ruleset": "ruleset",
}
UNKNOWN_NAME = "?"
_TAG_NAMES = {key: tag for tag, key in {**TEXT_TAGS, **JSON_TAGS, "Game": "game"}.items()}


class Token(NamedTuple):
    """A token: its kind (a group of the pattern), its text, and its offset."""

    kind: str
    text: str
    at: int

    @property
    def stop(self) -> int:
        """The offset after the token."""
        return self.at + len(self.text)


class _PlacedError(LogError):
    """An event cannot be read; `at` is the offset of the error."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class _Stop(Exception):
    """The file cannot be read any further; `at` is the offset."""

    def __init__(self, code: str, message: str, at: int) -> None:
        super().__init__(message)
        self.code, self.message, self.at = code, message, at


@dataclass(slots=True)
class _Game:
    """A game whose text is being read."""

    start: int = 0
    stop: int = 0
    tags: list[tuple[str, str, int]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    broken: tuple[int, LogError, int] | None = None

    @property
    def has_begun(self) -> bool:
        """Whether an event was read, valid or not."""
        return bool(self.events) or self.broken is not None


class TextReader:
    """Reads all games of one text; `kinds` are the games by slug."""

    def __init__(self, source: str, kinds: Mapping[str, GameKind]) -> None:
        self._text, self._kinds, self._lines = source, kinds, Lines(source)
        self._game: _Game | None = None

    def games(self) -> Iterator[RawGame]:
        """Return the games, lazily, in the order of the text."""
        try:
            for statement in self._statements():
                finished = self._take(statement)
                if finished is not None:
                    yield self._finish(finished)
        except _Stop as stop:
            yield self._stopped(stop)
            return
        if self._game is not None:
            yield self._finish(self._game)

    # ------------------------------------------------------------------------------- tokens

    def _tokens(self) -> Iterator[Token]:
        at, source = 0, self._text
        while at < len(source):
            match = _TOKEN.match(source, at)
            if match is None:
                raise self._bad_character(at)
            kind = match.lastgroup
            if kind != "blank" and kind != "remark":
                yield Token(str(kind), match[0], at)
            at = match.end()

    def _bad_character(self, at: int) -> _Stop:
        character = self._text[at]
        if character == '"':
            return _Stop("open_quote", text("A closing quote is missing on this line."), at)
        if character == "{":
            return _Stop("open_note", text("This note is never closed. Add a }."), at)
        if character == "\0":
            message = text("The file contains a NUL character. Save it as UTF-8.")
            return _Stop("unreadable", message, at)
        return _Stop("unreadable", _misplaced(repr(character)), at)

    def _statements(self) -> Iterator[list[Token]]:
        """Return each tag and the tokens of each event; a line end or `;` separates events."""
        statement: list[Token] = []
        tokens = self._tokens()
        for token in tokens:
            if token.kind == "end":
                if statement:
                    yield statement
                    statement = []
            elif token.kind == "open" and not statement:
                yield [token, *self._tag(token, tokens)]
            else:
                statement.append(token)
        if statement:
            yield statement

    def _tag(self, opened: Token, tokens: Iterator[Token]) -> list[Token]:
        """Return name, value and bracket of a tag. The name of a custom key may be in quotes:
        `[X_"odd key" "…"]`.
        """
        parts: list[Token] = []
        for token in tokens:
            parts.append(token)
            if (
                len(parts) == 2
                and parts[0].text == "X_"
                and token.kind == "quoted"
                and token.at == parts[0].stop
            ):
                parts = [Token("word", "X_" + unescape(token.text[1:-1]), parts[0].at)]
            elif token.kind != ("word", "quoted", "close")[len(parts) - 1]:
                break
            elif len(parts) == 3:
                return parts
        message = text('This tag is incomplete. Write [Name "value"].')
        raise _Stop("bad_tag", message, parts[-1].at if parts else opened.at)

    # --------------------------------------------------------------------------- statements

    def _take(self, statement: list[Token]) -> _Game | None:
        """Read a tag or an event into the current game. Return the game before if a new one
        begins.
        """
        if statement[0].kind == "open":
            name, value = statement[1].text, unescape(statement[2].text[1:-1])
            before = self._game
            if (
                before is None
                or before.has_begun
                or (name == "Game" and any(t[0] == "Game" for t in before.tags))
            ):
                self._game = _Game(
                    statement[0].at, statement[-1].stop, [(name, value, statement[0].at)]
                )
                return before
            before.tags.append((name, value, statement[0].at))
            before.stop = statement[-1].stop
            return None
        if all(token.kind == "note" for token in statement):
            message = text("This note has no event. Put it on the line of its event.")
            raise _Stop("note_alone", message, statement[0].at)
        if self._game is None:
            message = text(
                'This is not a log. A text log begins with tags such as [Game "goryo"]; a JSON log '
                "begins with { or [."
            )
            raise _Stop("no_tag", message, statement[0].at)
        self._game.stop = statement[-1].stop
        if self._game.broken is None:
            self._read_event(self._game, statement)
        return None

    def _read_event(self, game: _Game, statement: list[Token]) -> None:
        try:
            plain = self._event(game, statement)
        except LogError as error:
            game.broken = (
                len(game.events),
                error,
                error.at if isinstance(error, _PlacedError) else statement[0].at,
            )
            return
        game.events.append(plain)
        game.places.append(statement[0].at)

    def _event(self, game: _Game, statement: list[Token]) -> dict[str, Any]:
        words: list[str] = []
        extras: dict[str, Any] = {}
        queue = list(reversed(statement))
        while queue:
            token = queue.pop()
            if token.kind == "note":
                self._put(
                    extras, "note", unescape(_one_line_ends(token.text[1:-1]), "}").strip(), token
                )
            elif token.kind == "word" and token.text.startswith("x_"):
                self._extra(extras, token, queue)
            elif token.kind == "word" and token.text.startswith("@"):
                self._put(extras, "at", _number(token), token)
            elif token.kind == "word":
                words.append(token.text)
            elif token.kind == "quoted":
                words.append(Quoted(unescape(token.text[1:-1])))
            else:
                raise _PlacedError(_misplaced(token.text), token.at)
        if not words:
            raise _PlacedError(text("The event is missing on this line."), statement[0].at)
        kind = self._kinds.get(_tag_value(game, "Game"))
        if kind is None:
            return {}
        plain = kind.log.notation.parse_event(words)
        return {**{key: _unquoted(value) for key, value in plain.items()}, **extras}

    @staticmethod
    def _put(extras: dict[str, Any], key: str, value: Any, token: Token) -> None:
        if key in extras:
            raise _PlacedError(text("{key} is given twice.", key=show(key)), token.at)
        extras[key] = value

    def _extra(self, extras: dict[str, Any], token: Token, queue: list[Token]) -> None:
        """Read `x_key="json"`; a key may be in quotes: `x_"odd key"="json"`."""
        key, stop = token.text, token.stop
        if key == "x_" and queue and queue[-1].kind == "quoted" and queue[-1].at == stop:
            quoted = queue.pop()
            key, stop = "x_" + unescape(quoted.text[1:-1]), quoted.stop
            if not queue or queue[-1].text != "=" or queue[-1].at != stop:
                raise _PlacedError(_bad_extra(), token.at)
            stop = queue.pop().stop
        elif key.endswith("="):
            key = key[:-1]
        else:
            raise _PlacedError(_bad_extra(), token.at)
        if not queue or queue[-1].kind != "quoted" or queue[-1].at != stop:
            raise _PlacedError(_bad_extra(), token.at)
        value = queue.pop()
        try:
            decoded = _json(unescape(value.text[1:-1]))
        except JsonFault as fault:
            raise _PlacedError(_not_json(key, fault), value.at) from None
        self._put(extras, key, decoded, token)

    # ------------------------------------------------------------------------------- games

    def _finish(self, game: _Game) -> RawGame:
        problems: list[Problem] = []
        header = self._header(game, problems)
        unreadable = None
        if game.broken is not None:
            event, error, at = game.broken
            line, column = self._lines.place(at)
            unreadable = Unreadable(event, error.problem.code, error.problem.message, line, column)
        value = {**header, "events": game.events}
        size = game.stop - game.start
        locate = self._locator(game)
        return RawGame(value, unreadable, locate, problems, _TAG_NAMES, size=size)

    def _stopped(self, stop: _Stop) -> RawGame:
        line, column = self._lines.place(stop.at)
        if self._game is not None and self._game.broken is not None:
            return self._finish(self._game)
        return RawGame(None, Unreadable(None, stop.code, stop.message, line, column))

    def _locator(self, game: _Game) -> Any:
        tags = {name: at for name, _, at in reversed(game.tags)}
        kind = self._kinds.get(_tag_value(game, "Game"))
        game_tags = kind.log.notation.game_tags if kind is not None else {}

        def locate(event: int | None, key: str | None) -> Place:
            if event is not None and event < len(game.places):
                return self._lines.place(game.places[event])
            first = game.tags[0][2] if game.tags else 0
            if key is None:
                return self._lines.place(first)
            of_game = (
                tags[tag] for tag, about in game_tags.items() if about == key and tag in tags
            )
            fallback = tags.get(_TAG_NAMES.get(key, key.capitalize()), next(of_game, first))
            return self._lines.place(tags.get(key, fallback))

        return locate

    def _header(self, game: _Game, problems: list[Problem]) -> dict[str, Any]:
        tags: dict[str, str] = {}
        for name, value, _ in game.tags:
            if name in tags:
                message = text("The tag {name} is given twice.", name=show(name))
                problems.append(Problem(LOG_FORMAT, "tag_twice", message, name))
            tags.setdefault(name, value)
        header: dict[str, Any] = {"format": FORMAT}
        if "Game" in tags:
            header["game"] = tags["Game"]
        kind = self._kinds.get(tags.get("Game", ""))
        if kind is None:
            return {**header, "players": []}
        notation = kind.log.notation
        header.update(notation.read_tags(tags, problems))
        roles = notation.role_tags
        header["players"] = [
            {"role": roles[name], "name": None if value == UNKNOWN_NAME else value}
            for name, value in tags.items()
            if name in roles
        ]
        if header["players"] and "Players" in tags:
            message = text("Use either the tag Players or one tag per role, not both.")
            problems.append(Problem(LOG_FORMAT, "tag_twice", message, "Players"))
        own = {*notation.game_tags, *roles, "Game"}
        known = {*own, *TEXT_TAGS, *JSON_TAGS, "Board"}
        for name, value in tags.items():
            if name not in own:
                _read_tag(name, value, header, problems, known)
        return header


def _read_tag(
    name: str, value: str, header: dict[str, Any], problems: list[Problem], known: set[str]
) -> None:
    """Read a tag that all games share into the header; `known` are all tags of this game."""
    if name in TEXT_TAGS:
        header[TEXT_TAGS[name]] = value
    elif name == "Board":
        is_data = value.lstrip().startswith("{")
        header["board"] = _tag_json(name, value, problems) if is_data else value
    elif name in JSON_TAGS:
        header[JSON_TAGS[name]] = _tag_json(name, value, problems)
    elif name.startswith("X_"):
        header["x_" + name[2:]] = _tag_json(name, value, problems)
    else:
        message = text("There is no tag {name}. Custom tags start with X_.", name=show(name))
        message += did_you_mean(name, known, len(problems))
        problems.append(Problem(LOG_FORMAT, "unknown_tag", message, name))


def _unquoted(value: Any) -> Any:
    """Return a value without the marks of words that were in quotes."""
    if isinstance(value, list):
        return [_unquoted(item) for item in value]
    return str(value) if isinstance(value, Quoted) else value


def _tag_value(game: _Game, wanted: str) -> str:
    return next((value for name, value, _ in game.tags if name == wanted), "")


def _tag_json(name: str, value: str, problems: list[Problem]) -> Any:
    try:
        return _json(value)
    except JsonFault as fault:
        problems.append(Problem(LOG_FORMAT, "json", _not_json(name, fault), name))
        return None


def _json(source: str) -> Any:
    stripped = source.strip()
    value, end = read_value(stripped)
    if end < len(stripped):
        raise JsonFault(text("there is other data after the value"), end)
    return value


def _number(token: Token) -> int | float:
    digits = token.text[1:]
    match = _NUMBER.fullmatch(digits)
    if match is None or len(digits) > 40:
        message = text(
            "{time} is not a time. Write seconds since the game began, for example @12.5.",
            time=show(token.text),
        )
        raise _PlacedError(message, token.at)
    return float(digits) if match[1] or match[2] else int(digits)


def _not_json(name: str, fault: JsonFault) -> str:
    return text("{name} is not valid JSON: {reason}.", name=show(name), reason=fault.reason)


def _misplaced(characters: str) -> str:
    return text("{characters} is not allowed here.", characters=show(characters))


def _bad_extra() -> str:
    return text('A custom field must be written x_key="JSON".')


def _one_line_ends(source: str) -> str:
    return source.replace("\r\n", "\n")
