"""Slips of people who type or paste logs: list numbers, chat exports, curly quotes, broken tags."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from games.core.findings import show
from games.core.language import Text, text
from games.log.quoting import quote, unescape

CURLY = "“”„‟«»「」『』＂″‘’"
PREFIX_MAX = 120
"""Most characters before the event of a line."""
_CHAT = re.compile(
    r"\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"(?:\]\s*|\s*-\s*)(?:[^:\r\n]{1,60}:[^\S\r\n]*)?"
)
_LIST_MARK = re.compile(r"(?:\(?\d{1,4}[.):\]]+|[•‣◦·∙▪●○*–—‒>→-])(?:[^\S\r\n]+|(?=[^\W\d]))")
_BROKEN = re.compile(
    rf"""[\[(<{{]*\s*(?P<name>[^\W\d][\w.]*)\s*[:=]?\s*
    ["'{CURLY}]*(?P<value>.*?)["'{CURLY}]*\s*[\])>}}]*\s*(?:\#.*)?\Z""",
    re.VERBOSE,
)


def chat_prefix(line: str) -> str:
    """Return date, time and name at the start of a line of a chat export, else an empty text.

    >>> chat_prefix("[20/11/26, 21:03:12] Ann: bind mask")
    '[20/11/26, 21:03:12] Ann: '
    """
    match = _CHAT.match(line)
    return match[0] if match else ""


def chat_message() -> Text:
    """Return the message about a chat export."""
    return text(
        "This looks like a chat export. Remove the date, time and name at the start of each line."
    )


def list_mark(line: str) -> str:
    """Return the number or bullet at the start of a line, with the blanks after it.

    >>> list_mark("1) bind mask"), list_mark("• bind mask"), list_mark("bind mask")
    ('1) ', '• ', '')
    """
    match = _LIST_MARK.match(line)
    return match[0] if match else ""


def list_message(mark: str) -> Text:
    """Return the message about a number or bullet."""
    return text(
        'Remove "{mark}" at the start of the line. A log has no list numbers or bullets.',
        mark=mark.strip(),
    )


_WITH_VALUE = re.compile(
    r'[\[(<{]*\s*(?P<name>[^\W\d][\w.]*)\s*[:=]?\s*"(?P<value>(?:[^"\\]|\\.)*)"'
)


def known_tag(name: str, tag_names: Mapping[str, str]) -> str | None:
    """Return the tag with this name in any case, also a custom one."""
    if name[:2].casefold() == "x_":
        return "X_" + name[2:]
    return tag_names.get(name.casefold())


class BrokenTag(NamedTuple):
    """A tag that can't be read: a code and a message, the column of the fault from 0, the known tag
    it seems to be (None: none) and its value.
    """

    code: str
    message: Text
    column: int
    name: str | None
    value: str

    @property
    def fixed(self) -> str:
        """The tag as it should be written."""
        return f"[{self.name} {quote(self.value)}]"


def broken_tag(line: str, tag_names: Mapping[str, str]) -> BrokenTag:
    """Return what is wrong with a line that should be a tag. `tag_names` are the known tags by
    their names in lower case.
    """
    match = _WITH_VALUE.match(line) or _BROKEN.match(line)
    name = None if match is None else known_tag(match["name"], tag_names)
    value = "" if match is None else unescape(match["value"].rstrip())
    example = text('[Name "value"]') if name is None else f"[{name} {quote(show(value))}]"
    column = next((i for i, character in enumerate(line) if character in CURLY), -1)
    if column >= 0:
        message = text(
            "{character} is a curly quote. Type straight quotes: {example}",
            character=line[column],
            example=example,
        )
        return BrokenTag("curly_quotes", message, column, name, value)
    if line.count('"') == 1:
        message = text("A closing quote is missing: {example}", example=example)
        return BrokenTag("open_quote", message, line.index('"'), name, value)
    message = text("This tag is incomplete. Write {example}.", example=example)
    return BrokenTag("bad_tag", message, 0, name, value)
