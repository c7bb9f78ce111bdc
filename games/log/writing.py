"""Where the parts of a text log are written, for findings and fixes."""

import re
from typing import NamedTuple

from games.core.findings import DELETE, INSERT, REPLACE, Fix
from games.log.quoting import Quoted, unescape
from games.log.raw import Place
from games.log.tags import Tag, Tags
from games.log.tokens import Tokens


class TextWriting(NamedTuple):
    """A game as written in a text: its tokens, the offsets of its events, and its tags."""

    tokens: Tokens
    places: list[int]
    tags: Tags
    first_tag: Tag | None

    def locate(self, event: int | None, key: str | None) -> Place:
        """Return the place of an event, or of the tag with a header key."""
        if event is not None and event < len(self.places):
            return self.place(self.places[event])
        tag = None if key is None else self.tags.find(key)
        tag = tag or self.first_tag
        return self.place(0 if tag is None else tag.at)

    def place(self, offset: int) -> Place:
        """Return the line and column of an offset."""
        return self.tokens.lines.place(offset)

    def word_places(self, event: int) -> list[tuple[str, int]]:
        """Return the words of an event with their offsets."""
        return [
            (
                Quoted(unescape(token.string[1:-1])) if token.kind == "quoted" else token.string,
                token.at,
            )
            for token in self.tokens.statement(self.places[event])
            if token.kind in ("word", "quoted")
        ]

    def replace(self, start: int, stop: int, new: str) -> Fix:
        """Return the fix that replaces the text between two offsets."""
        return self.tokens.replace(start, stop, new)

    def delete_event(self, event: int) -> Fix:
        """Return the fix that removes an event and the `;` next to it."""
        source, start = self.tokens.source, self.places[event]
        stop = self.tokens.statement(start)[-1].stop
        after = re.compile(r"[^\S\r\n]*;[^\S\r\n]*").match(source, stop)
        if after is not None:
            stop = after.end()
        else:
            head = source[
                max(source.rfind("\n", 0, start), source.rfind("\r", 0, start)) + 1 : start
            ]
            trimmed = head.rstrip()
            if trimmed.endswith(";"):
                start -= len(head) - len(trimmed) + 1
        return Fix(DELETE, *self._at(start), stop - start)

    def insert_event(self, event: int, words: str) -> Fix:
        """Return the fix that inserts an event before another one, or after the last one."""
        source = self.tokens.source
        if event >= len(self.places):
            last = self.tokens.statement(self.places[-1])[-1].stop
            return Fix(INSERT, *self._at(last), text="\n" + words)
        start = self.places[event]
        line_start = max(source.rfind("\n", 0, start), source.rfind("\r", 0, start)) + 1
        is_first = not source[line_start:start].strip()
        return Fix(INSERT, *self._at(start), text=words + ("\n" if is_first else "; "))

    def insert_tag(self, tag: str) -> Fix | None:
        """Return the fix that adds a tag: `Game` before the first tag, another one after it."""
        if self.first_tag is None:
            return None
        if tag.startswith("[Game "):
            return Fix(INSERT, *self._at(self.first_tag.at), text=tag + "\n")
        return Fix(INSERT, *self._at(self.first_tag.value_stop + 1), text="\n" + tag)

    def replace_tag(self, key: str, meant: str, *, is_name: bool) -> Fix | None:
        """Return the fix that replaces a tag's name or its value."""
        tag = self.tags.find(key)
        if tag is None:
            return None
        if is_name:
            return Fix(REPLACE, *self._at(tag.name_at), len(tag.name), meant)
        length = tag.value_stop - tag.value_at - 2
        return Fix(REPLACE, *self._at(tag.value_at + 1), length, meant)

    def _at(self, offset: int) -> tuple[int, int]:
        return self.tokens.lines.place(offset)
