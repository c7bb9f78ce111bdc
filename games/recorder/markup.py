"""Text that is markup already: Django and Jinja insert it without escaping it (`__html__`)."""

import json
from collections.abc import Iterable
from html import escape
from typing import Any


class Html(str):
    """Markup."""

    __slots__ = ()

    def __html__(self) -> str:
        """Return the markup, as templates expect it."""
        return self


def format_html(template: str, *values: Any) -> Html:
    """Return markup with values filled in; they are escaped unless they are markup."""
    return Html(template.format(*map(_escaped, values)))


def join_html(template: str, rows: Iterable[tuple[Any, ...]]) -> Html:
    """Return markup that repeats a template for each row of values."""
    return Html("".join(format_html(template, *row) for row in rows))


def _escaped(value: Any) -> str:
    return str(value) if hasattr(value, "__html__") else escape(str(value))


def json_in_html(data: Any) -> Html:
    """Return data as JSON that is safe in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, code in (("<", "\\u003C"), (">", "\\u003E"), ("&", "\\u0026")):
        text = text.replace(sign, code)  # much faster than `translate` for a long text
    return Html(text)
