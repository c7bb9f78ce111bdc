"""Words in the reader's language. A message is looked up by its English text; whoever serves
readers installs a translator (`docs/translating.md`), and without one the English text stands.

A message is a whole sentence or label with named places, filled in after it was looked up:
`gettext("{name} moves to {space}.").format(name=…, space=…)`. Constants are marked with
`gettext_noop` and looked up where they are shown: by a `Words`, a `Spoken` field, or `gettext`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, Self


class Translator(Protocol):
    """What finds words in the language of now, as `gettext.NullTranslations` names it."""

    def gettext(self, message: str) -> str:
        """A message in the language of now."""

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """The form of a message that goes with a number."""

    def pgettext(self, context: str, message: str) -> str:
        """A message that means something else in another context."""

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:
        """Both of these."""

    def held(self) -> AbstractContextManager[None]:
        """Within, the language is that of the beginning."""


class Source:
    """English, in which the messages are written."""

    def gettext(self, message: str) -> str:
        """The message itself."""
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """One is singular, all else plural."""
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - a translator's signature
        """The message itself."""
        return message

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:  # noqa: ARG002
        """One is singular, all else plural."""
        return singular if number == 1 else plural

    def held(self) -> AbstractContextManager[None]:
        """There is one language."""
        return nullcontext()


_translator: Translator = Source()


def install(translator: Translator) -> Translator:
    """From now on messages are looked up here; gives what was asked before."""
    global _translator
    before, _translator = _translator, translator
    return before


def gettext(message: str) -> str:
    """A message in the reader's language."""
    return _translator.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """The form of a message that goes with a number in the reader's language."""
    return _translator.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """A message that has another translation in another context."""
    return _translator.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """`ngettext` in a context."""
    return _translator.npgettext(context, singular, plural, number)


def held() -> AbstractContextManager[None]:
    """Within, the language is that of the beginning: for who says a great deal, since to ask for it
    at each message costs more than to look the message up.
    """
    return _translator.held()


def gettext_noop(message: str) -> str:
    """The message itself, marked to be translated where it is shown."""
    return message


def listed(words: Iterable[str]) -> str:
    """Words joined as in a sentence; none: the empty text.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = [*words] or [""]
    if not first:
        return last
    # translators: the end of a list: "a, b and c"
    return gettext("{first} and {last}").format(first=", ".join(first), last=last)


def either(words: Iterable[str]) -> str:
    """Words of which one holds, joined as in a sentence.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *first, last = [*words] or [""]
    if not first:
        return last
    # translators: the end of a list of which one holds: "a, b or c"
    return gettext("{first} or {last}").format(first=", ".join(first), last=last)


def numeral(value: float, form: str = ",") -> str:
    """A number as the reader's language writes it; `form` as of `format`.

    >>> numeral(1234), numeral(0.25, ".1%")
    ('1,234', '25.0%')
    """
    # translators: the mark between thousands, and then the one before decimals
    marks = {",": pgettext("thousands", ","), ".": pgettext("decimals", ".")}
    text = "".join(marks.get(c, c) for c in format(value, form))
    if not text.endswith("%"):
        return text
    return pgettext("percent", "{n}%").format(n=text[:-1])


class Text(str):
    """A message as a string in English that can still be translated.

    It compares, encodes and formats as the English text. `template` is the message to look up,
    `values` are what fills its placeholders: strings, numbers, other texts, or `Items` of these. A
    message that depends on a number has its `plural` and `number` too.
    """

    template: str
    values: Mapping[str, Any]
    plural: str
    number: int

    def __new__(
        cls,
        template: str,
        values: Mapping[str, Any] | None = None,
        plural: str = "",
        number: int = 1,
    ) -> Self:
        """Return the text with its placeholders filled in; without values braces stay."""
        english = plural if plural and number != 1 else template
        self = super().__new__(cls, english.format_map(values) if values else english)
        self.template, self.values = template, values or {}
        self.plural, self.number = plural, number
        return self

    def __getnewargs__(self) -> tuple[str, Mapping[str, Any], str, int]:  # type: ignore[override]
        return (self.template, self.values, self.plural, self.number)

    def __add__(self, other: str) -> "Text":
        return Text("{first}{second}", {"first": self, "second": other}) if other else self

    def translated(self) -> str:
        """Return the text in the reader's language."""
        if self.plural:
            message = ngettext(self.template, self.plural, self.number)
        else:
            message = gettext(self.template)
        if not self.values:
            return message
        return message.format_map({name: translated(v) for name, v in self.values.items()})


def text(template: str, /, **values: Any) -> Text:
    """Return a message that can be translated later.

    >>> text("There is no space {space} on board {board}.", space="z9", board="classic")
    'There is no space z9 on board classic.'
    """
    return Text(template, values)


def ntext(singular: str, plural: str, n: int, /, **values: Any) -> Text:
    """Return a message in the form that goes with the number `n`, which fills `{n}`.

    >>> ntext("{n} token is left.", "{n} tokens are left.", 2)
    '2 tokens are left.'
    """
    return Text(singular, {"n": n, **values}, plural, n)


class Items(tuple[Any, ...]):
    """Values joined by commas, as one value of a `Text`."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def translated(value: Any) -> str:
    """Return a text in the reader's language; any other value as a string."""
    if isinstance(value, Items):
        return ", ".join(map(translated, value))
    return value.translated() if isinstance(value, Text) else str(value)


def list_text(items: Iterable[str]) -> str:
    """Return items joined as in a sentence, to be a value of a `Text`.

    >>> list_text(["a", "b", "c"])
    'a, b and c'
    """
    *first, last = [*items] or [""]
    return text("{first} and {last}", first=Items(first), last=last) if first else last


def choice_text(items: Iterable[str]) -> str:
    """Return alternatives joined as in a sentence, to be a value of a `Text`.

    >>> choice_text(["a", "b", "c"])
    'a, b or c'
    """
    *first, last = [*items] or [""]
    return text("{first} or {last}", first=Items(first), last=last) if first else last


class Words(Mapping[str, str]):
    """A table of words in the source language, read in the reader's."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = dict(words)

    def __getitem__(self, key: str) -> str:
        return gettext(self._words[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __repr__(self) -> str:
        return f"Words({self._words!r})"


class Told(Mapping[str, str]):
    """A table of words that are made where they are read."""

    def __init__(self, made: Mapping[str, Callable[[], str]]) -> None:
        self._made = dict(made)

    def __getitem__(self, key: str) -> str:
        return self._made[key]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return f"Told({list(self._made)!r})"


def sentences(*messages: str) -> str:
    """Messages to be looked up one by one and read in a row, for a `Spoken` field."""
    return "\n".join(messages)


class Spoken:
    """A field of a dataclass without slots: set in the source language, read in the reader's. Of
    several lines each is a message of its own (`sentences`).

    `title: Spoken = Spoken()` is a field without a default; `Spoken("Won")` has one.
    """

    def __init__(self, default: str | None = None) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: Any, owner: Callable[..., Any] | None = None) -> str:
        if instance is None:
            if self._default is None:
                raise AttributeError(self._name)  # dataclasses: there is no default
            return self._default
        words: str = instance.__dict__[self._name]
        return " ".join(gettext(line) for line in words.split("\n")) if words else words

    def __set__(self, instance: Any, value: str) -> None:
        instance.__dict__[self._name] = value
