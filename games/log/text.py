"""The text spelling: tags as in PGN, one event a line or separated by `;`, notes in braces, remarks
after `#`.

Knows no game: a kind's notation turns tags and words into header keys and events. Everything
becomes the same raw data that the JSON reader gives, so that there is one judge for both.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Problem, did_you_mean, show
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


class Token(NamedTuple):
    """A piece of text: its kind (a group of the pattern), itself, and where it begins."""

    kind: str
    text: str
    at: int

    @property
    def stop(self) -> int:
        """The offset after it."""
        return self.at + len(self.text)


class _PlacedError(LogError):
    """An event that cannot be read, with the offset of what is wrong in it."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


class _Stop(Exception):
    """The file cannot be read past an offset."""

    def __init__(self, code: str, message: str, at: int) -> None:
        super().__init__(message)
        self.code, self.message, self.at = code, message, at


@dataclass(slots=True)
class _Game:
    """A game while its text is read."""

    start: int = 0
    stop: int = 0
    tags: list[tuple[str, str, int]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    broken: tuple[int, LogError, int] | None = None

    @property
    def has_begun(self) -> bool:
        """Whether an event of it was read, also one that is none."""
        return bool(self.events) or self.broken is not None


class TextReader:
    """Reads all games of one text; `kinds` are the known games by slug."""

    def __init__(self, text: str, kinds: Mapping[str, GameKind]) -> None:
        self._text, self._kinds, self._lines = text, kinds, Lines(text)
        self._game: _Game | None = None

    def games(self) -> Iterator[RawGame]:
        """The games, lazily, in the order of the text."""
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
        at, text = 0, self._text
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                raise self._bad_character(at)
            kind = match.lastgroup
            if kind != "blank" and kind != "remark":
                yield Token(str(kind), match[0], at)
            at = match.end()

    def _bad_character(self, at: int) -> _Stop:
        character = self._text[at]
        if character == '"':
            return _Stop("open_quote", "A quote is opened here and not closed on its line.", at)
        if character == "{":
            return _Stop("open_note", "A note is opened here and never closed.", at)
        if character == "\0":
            message = "A NUL character stands here; is the file perhaps not saved as UTF-8?"
            return _Stop("unreadable", message, at)
        return _Stop("unreadable", f"{character!r} cannot stand here.", at)

    def _statements(self) -> Iterator[list[Token]]:
        """Tags one by one, and the tokens of each event; a line end or `;` separates events."""
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
        """Name, value and bracket; the name of an odd key of one's own stands in quotes:
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
        raise _Stop(
            "bad_tag", 'A tag is written [Name "value"].', parts[-1].at if parts else opened.at
        )

    # --------------------------------------------------------------------------- statements

    def _take(self, statement: list[Token]) -> _Game | None:
        """Read a tag or an event into the game at hand; gives the game before where a new one
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
            raise _Stop(
                "note_alone",
                "A note stands alone; it belongs on its event's line.",
                statement[0].at,
            )
        if self._game is None:
            raise _Stop(
                "no_tag",
                'A text log begins with its tags, as in [Game "goryo"]; a JSON log begins with '
                "{ or [.",
                statement[0].at,
            )
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
                raise _PlacedError(f"{show(token.text)} cannot stand in an event.", token.at)
        if not words:
            raise _PlacedError("Here is no event, only what may follow one.", statement[0].at)
        kind = self._kinds.get(_tag_value(game, "Game"))
        if kind is None:
            return {}
        plain = kind.notation.parse_event(words)
        return {**{key: _unquoted(value) for key, value in plain.items()}, **extras}

    @staticmethod
    def _put(extras: dict[str, Any], key: str, value: Any, token: Token) -> None:
        if key in extras:
            raise _PlacedError(f"An event has one {show(key)}, not two.", token.at)
        extras[key] = value

    def _extra(self, extras: dict[str, Any], token: Token, queue: list[Token]) -> None:
        """`x_key="json"`; a key that is no plain word stands in quotes: `x_"odd key"="json"`."""
        key, stop = token.text, token.stop
        if key == "x_" and queue and queue[-1].kind == "quoted" and queue[-1].at == stop:
            quoted = queue.pop()
            key, stop = "x_" + unescape(quoted.text[1:-1]), quoted.stop
            if not queue or queue[-1].text != "=" or queue[-1].at != stop:
                raise _PlacedError('A field of your own is written x_key="its JSON".', token.at)
            stop = queue.pop().stop
        elif key.endswith("="):
            key = key[:-1]
        else:
            raise _PlacedError('A field of your own is written x_key="its JSON".', token.at)
        if not queue or queue[-1].kind != "quoted" or queue[-1].at != stop:
            raise _PlacedError('A field of your own is written x_key="its JSON".', token.at)
        value = queue.pop()
        try:
            decoded = _json(unescape(value.text[1:-1]))
        except JsonFault as fault:
            message = f"{show(key)} holds no JSON that can be read: {fault}."
            raise _PlacedError(message, value.at) from None
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
        return RawGame(value, unreadable, self._locator(game), problems, size=size)

    def _stopped(self, stop: _Stop) -> RawGame:
        line, column = self._lines.place(stop.at)
        if self._game is not None and self._game.broken is not None:
            return self._finish(self._game)
        return RawGame(None, Unreadable(None, stop.code, stop.message, line, column))

    def _locator(self, game: _Game) -> Any:
        tags = {name: at for name, _, at in reversed(game.tags)}
        names = {key: tag for tag, key in {**TEXT_TAGS, **JSON_TAGS}.items()}
        kind = self._kinds.get(_tag_value(game, "Game"))
        game_tags = kind.notation.game_tags if kind is not None else {}

        def locate(event: int | None, key: str | None) -> Place:
            if event is not None and event < len(game.places):
                return self._lines.place(game.places[event])
            first = game.tags[0][2] if game.tags else 0
            if key is None:
                return self._lines.place(first)
            own = (tags[tag] for tag, said in game_tags.items() if said == key and tag in tags)
            fallback = tags.get(names.get(key, key.capitalize()), next(own, first))
            return self._lines.place(tags.get(key, fallback))

        return locate

    def _header(self, game: _Game, problems: list[Problem]) -> dict[str, Any]:
        tags: dict[str, str] = {}
        for name, value, _ in game.tags:
            if name in tags:
                problems.append(
                    Problem(
                        LOG_FORMAT, "tag_twice", f"The tag {show(name)} stands there twice.", name
                    )
                )
            tags.setdefault(name, value)
        header: dict[str, Any] = {"format": FORMAT}
        if "Game" in tags:
            header["game"] = tags["Game"]
        kind = self._kinds.get(tags.get("Game", ""))
        if kind is None:
            return {**header, "players": []}
        notation = kind.notation
        header.update(notation.read_tags(tags, problems))
        roles = notation.role_tags
        header["players"] = [
            {"role": roles[name], "name": None if value == UNKNOWN_NAME else value}
            for name, value in tags.items()
            if name in roles
        ]
        if header["players"] and "Players" in tags:
            message = "Players and a role's own tag do not go together."
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
    """A tag that every game has, into the header; `known` are all that this one may have."""
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
        message = f"There is no tag {show(name)}; one of your own begins with X_."
        message += did_you_mean(name, known, len(problems))
        problems.append(Problem(LOG_FORMAT, "unknown_tag", message, name))


def _unquoted(value: Any) -> Any:
    """A word without the mark that it stood in quotes, now that its meaning is known."""
    if isinstance(value, list):
        return [_unquoted(item) for item in value]
    return str(value) if isinstance(value, Quoted) else value


def _tag_value(game: _Game, wanted: str) -> str:
    return next((value for name, value, _ in game.tags if name == wanted), "")


def _tag_json(name: str, value: str, problems: list[Problem]) -> Any:
    try:
        return _json(value)
    except JsonFault as fault:
        message = f"The tag {show(name)} holds no JSON that can be read: {fault}."
        problems.append(Problem(LOG_FORMAT, "json", message, name))
        return None


def _json(text: str) -> Any:
    stripped = text.strip()
    value, end = read_value(stripped)
    if end < len(stripped):
        raise JsonFault("there is more after the value", end)
    return value


def _number(token: Token) -> int | float:
    text = token.text[1:]
    match = _NUMBER.fullmatch(text)
    if match is None or len(text) > 40:
        message = f"{show(token.text)} is no time: write @12.5, the seconds since the game began."
        raise _PlacedError(message, token.at)
    return float(text) if match[1] or match[2] else int(text)


def _one_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n")
