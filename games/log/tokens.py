"""Splits text logs into tokens. An unreadable place becomes a fault, and reading goes on."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.core.findings import DELETE, INSERT, REPLACE, Fix, show
from games.core.language import text
from games.log.raw import Fault, Lines

_TAG_LINE = r'[^\S\r\n]*\[[^\S\r\n]*\w[^\s"\[\]{}]*[^\S\r\n]*["“”„«]'
"""The beginning of a line that no note may hold: such a note was never closed."""
_NOTE = rf"""\{{[^\\}}\r\n]*+(?:\\[^\r\n]?[^\\}}\r\n]*+)*+
    (?:(?:\r\n?|\n)(?!{_TAG_LINE})[^\\{{}}\r\n]*+(?:\\[^\r\n]?[^\\{{}}\r\n]*+)*+)*+\}}"""
_QUOTED = r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"'
_TOKEN = re.compile(
    rf"""(?P<blank>[^\S\r\n]+)
    |(?P<end>(?:\r\n?|\n|;)[\s;]*+)
    |(?P<remark>\#[^\r\n]*)
    |(?P<note>{_NOTE})
    |(?P<quoted>{_QUOTED})
    |(?P<tag>\[[^\S\r\n]*(?P<name>X_{_QUOTED}|[^\s;{{}}"\[\]\#]+)
        [^\S\r\n]*(?P<value>{_QUOTED})[^\S\r\n]*\])
    |(?P<open>\[+)
    |(?P<close>\]+)
    |(?P<word>[^\s;{{}}"\[\]\#]+)""",
    re.VERBOSE,
)
_TO_LINE_END = re.compile(r"[^\r\n]*")
_GAME_TAG = re.compile(r'\[[^\S\r\n]*Game[^\S\r\n]*"')
_BAD_CHARACTER = re.compile("[\0\udc80-\udcff]")
"""NUL, and what Python decodes a byte to that is not UTF-8 (`surrogateescape`)."""
FAULTS_MAX = 50
"""Most unreadable places of a game that are reported."""
_KEPT = frozenset(("note", "quoted", "tag", "open", "close", "word", "end"))


class Token(NamedTuple):
    """A token: its kind (a group of the pattern), its text, and its offset. A tag has its name and
    value, in quotes.
    """

    kind: str
    string: str
    at: int
    name: str = ""
    value: str = ""

    @property
    def stop(self) -> int:
        """The offset after the token."""
        return self.at + len(self.string)


class Tokens:
    """The tokens of a text. `faults` are the unreadable places passed so far; `at` is the offset
    where reading goes on, which the caller may change.
    """

    def __init__(self, source: str) -> None:
        if "\n" not in source:
            source = source.replace("\r", "\n")  # a file with CR line ends
        self._bad = _bad_characters(source)
        self.source = source.translate(_REPLACED) if self._bad else source
        self.lines = Lines(self.source)
        self.at = 0
        self.faults: list[Fault] = []

    def __iter__(self) -> Iterator[Token]:
        source, match = self.source, _TOKEN.match
        end = len(source)
        while self.at < end:
            found = match(source, self.at)
            if found is None:
                yield from self._unreadable(self.at)
                continue
            kind = str(found.lastgroup)
            self.at, at = found.end(), self.at
            if kind == "tag":
                yield Token("tag", found[0], at, found["name"], found["value"])
            elif kind in _KEPT:
                yield Token(kind, found[0], at)

    def statement(self, at: int) -> list[Token]:
        """Return the tokens from an offset to the end of the event there."""
        tokens: list[Token] = []
        while (found := _TOKEN.match(self.source, at)) is not None and found.lastgroup != "end":
            if found.lastgroup in _KEPT:
                tokens.append(Token(str(found.lastgroup), found[0], at))
            at = found.end()
            if at == len(self.source):
                break
        return tokens

    def rest_of_line(self, at: int) -> str:
        """Return the text from an offset to the end of its line."""
        found = _TO_LINE_END.match(self.source, at)
        return found[0] if found else ""

    def skip_to_game(self) -> None:
        """Go on at the next line that begins with a `Game` tag."""
        source = self.source
        for found in _GAME_TAG.finditer(source, self.at):
            at = found.start()
            line_start = max(source.rfind("\n", 0, at), source.rfind("\r", 0, at)) + 1
            if not source[line_start:at].strip():
                self.at = at
                return
        self.at = len(source)

    def add_fault(self, code: str, message: str, at: int, fix: Fix | None = None) -> None:
        """Add an unreadable place. After many of them the rest of the game is skipped."""
        self.faults.append(Fault(code, message, *self.lines.place(at), fix))
        if len(self.faults) == FAULTS_MAX:
            self.skip_to_game()

    def replace(self, at: int, stop: int, new: str) -> Fix:
        """Return the fix that replaces the text between two offsets of a line."""
        op = INSERT if at == stop else REPLACE if new else DELETE
        return Fix(op, *self.lines.place(at), stop - at, new)

    def take_faults(self, stop: int) -> list[Fault]:
        """Return the faults on the lines before an offset and forget them."""
        bad_lines = set()
        while self._bad and self._bad[-1][0] < stop:
            at, character = self._bad.pop()
            line, column = self.lines.place(at)
            if line not in bad_lines:
                bad_lines.add(line)
                fix = Fix(DELETE, line, column, 1) if character == "\0" else None
                self.faults.append(Fault(*_bad_character(character), line, column, fix))
        if not self.faults:
            return []
        last = self.lines.place(stop)[0] if stop < len(self.source) else len(self.source) + 1
        faults = sorted(self.faults, key=lambda fault: (fault.line or 0, fault.column or 0))
        self.faults = [fault for fault in faults if (fault.line or 0) >= last]
        return faults[: len(faults) - len(self.faults)]

    def _unreadable(self, at: int) -> Iterator[Token]:
        """Report a character that begins no token. The line ends there for the event before it."""
        line = self.rest_of_line(at)
        stop = at + len(line.rstrip())
        self.at = at + len(line)
        if self.source[at] == '"':
            fix = self.replace(stop, stop, '"')
            self.add_fault("open_quote", text("A closing quote is missing on this line."), at, fix)
        elif self.source[at] == "{":
            fix = self.replace(stop, stop, " }")
            message = text("This note is never closed. Add a } at its end.")
            self.add_fault("open_note", message, at, fix)
        else:  # a brace that closes nothing
            self.at = at + len(line) - len(line.lstrip("}"))
            fix = self.replace(at, self.at, "")
            self.add_fault("unreadable", misplaced(self.source[at]), at, fix)
            return
        yield Token("end", "", self.at)


def misplaced(characters: str) -> str:
    """Return the message about characters that may not stand somewhere."""
    return text("{characters} is not allowed here.", characters=show(characters))


_REPLACED = {0: " ", **dict.fromkeys(range(0xDC80, 0xDD00), "\ufffd")}


def _bad_characters(source: str) -> list[tuple[int, str]]:
    """Return offset and text of each character that no file may hold, the last one first."""
    if "\0" not in source:
        try:
            source.encode()
        except UnicodeEncodeError:
            pass
        else:
            return []
    return [(found.start(), found[0]) for found in _BAD_CHARACTER.finditer(source)][::-1]


def _bad_character(character: str) -> tuple[str, str]:
    if character == "\0":
        return "unreadable", text("The file contains a NUL character. Save it as UTF-8.")
    return "encoding", text("This character is not valid UTF-8. Save the file as UTF-8.")
