"""Text in the reader's language. A message is looked up by its English text. Without a translator
the English text stays (`docs/translating.md`).

A message is a whole sentence or label with named placeholders, filled in after the lookup:
`gettext("{name} moves to {space}.").format(name=…, space=…)`. Mark constants with `gettext_noop`;
`Labels`, `TranslatedField` or `gettext` look them up when they are shown. A message that is stored
in English and may be shown in another language later is a `Text`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Protocol, Self, TypeVar

T = TypeVar("T", covariant=True)


class Translator(Protocol):
    """Looks messages up in the current language; named like `gettext.NullTranslations`. The methods
    here return the English text.
    """

    def gettext(self, message: str) -> str:
        """Return a message in the current language."""
        return message

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return the form of a message for a number."""
        return singular if number == 1 else plural

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - a translator's signature
        """Return a message that has another meaning in another context."""
        return message

    def npgettext(self, context: str, singular: str, plural: str, number: int) -> str:  # noqa: ARG002
        """Combine `ngettext` and `pgettext`."""
        return singular if number == 1 else plural

    def fixed_language(self) -> AbstractContextManager[None]:
        """Use the current language until the block ends."""
        return nullcontext()


class English(Translator):
    """English, in which the messages are written."""


_translator: Translator = English()


def set_translator(translator: Translator) -> Translator:
    """Use this translator from now on; return the one before."""
    global _translator
    before, _translator = _translator, translator
    return before


def gettext(message: str) -> str:
    """Return a message in the reader's language."""
    return _translator.gettext(message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Return the form of a message for a number in the reader's language."""
    return _translator.ngettext(singular, plural, number)


def pgettext(context: str, message: str) -> str:
    """Return a message that has another translation in another context."""
    return _translator.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, number: int) -> str:
    """Combine `ngettext` and `pgettext`."""
    return _translator.npgettext(context, singular, plural, number)


def fixed_language() -> AbstractContextManager[None]:
    """Use the current language until the block ends.

    For code that looks up many messages: finding out the language costs more than the lookup.
    """
    return _translator.fixed_language()


def gettext_noop(message: str) -> str:
    """Return the message, marked to be translated where it is shown."""
    return message


def format_number(value: float, form: str = ",") -> str:
    """Return a number as the reader's language writes it; `form` is a format specification.

    >>> format_number(1234), format_number(0.25, ".1%")
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

    def to_data(self) -> dict[str, Any]:
        """Return the template and values as plain data, to be stored."""
        data: dict[str, Any] = {"template": self.template}
        if self.values:
            data["values"] = {name: _to_data(value) for name, value in self.values.items()}
        if self.plural:
            data |= {"plural": self.plural, "number": self.number}
        return data

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the text that `to_data` stored."""
        values = {name: _from_data(value) for name, value in data.get("values", {}).items()}
        return cls(data["template"], values, data.get("plural", ""), data.get("number", 1))

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


def _to_data(value: Any) -> Any:
    if isinstance(value, Text):
        return value.to_data()
    if isinstance(value, Items):
        return [_to_data(item) for item in value]
    return value if type(value) is int else str(value)


def _from_data(data: Any) -> Any:
    if isinstance(data, dict):
        return Text.from_data(data)
    return Items(map(_from_data, data)) if isinstance(data, list) else data


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
    # translators: the end of a list: "a, b and c"
    return text("{first} and {last}", first=Items(first), last=last) if first else last


def choice_text(items: Iterable[str]) -> str:
    """Return alternatives joined as in a sentence, to be a value of a `Text`.

    >>> choice_text(["a", "b", "c"])
    'a, b or c'
    """
    *first, last = [*items] or [""]
    # translators: the end of a list of alternatives: "a, b or c"
    return text("{first} or {last}", first=Items(first), last=last) if first else last


def join_and(items: Iterable[str]) -> str:
    """Return items joined as in a sentence, in the reader's language: "a, b and c"."""
    return translated(list_text(items))


def join_or(items: Iterable[str]) -> str:
    """Return alternatives joined as in a sentence, in the reader's language: "a, b or c"."""
    return translated(choice_text(items))


class LazyMapping(Mapping[str, T]):
    """A mapping with values that are computed when they are read (`__getitem__`)."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = dict(values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class Labels(LazyMapping[str]):
    """Labels in English by key, read in the reader's language."""

    def __getitem__(self, key: str) -> str:
        return gettext(self._values[key])


class LazyLabels(LazyMapping[str]):
    """Labels by key, returned by functions."""

    def __getitem__(self, key: str) -> str:
        label: str = self._values[key]()
        return label


def sentences(*messages: str) -> str:
    """Join messages that a `TranslatedField` looks up one by one."""
    return "\n".join(messages)


class TranslatedField:
    """A field of a dataclass without slots: set in English, read in the reader's language.

    `title: TranslatedField = TranslatedField()` has no default, `TranslatedField("Won")` has one.
    Each line is a message (`sentences`).
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
        value: str = instance.__dict__[self._name]
        return " ".join(gettext(line) for line in value.split("\n")) if value else value

    def __set__(self, instance: Any, value: str) -> None:
        instance.__dict__[self._name] = value
