"""Addresses and bodies of requests."""

from datetime import date
from typing import Any
from urllib.parse import quote

PAGE = 200
"""Rows requested at once."""
Filter = str | int | bool
Query = dict[str, str]


def address(*names: str) -> str:
    """Return the path of an endpoint.

    >>> address("games", "a b")
    '/api/v1/games/a%20b/'
    """
    return "".join(["/api/v1/", *(f"{quote(name, safe='')}/" for name in names)])


def to_query(filters: dict[str, Filter]) -> Query:
    """Return filters as query parameters: `from_` as `from`, true and false as yes and no."""
    texts = {True: "yes", False: "no"}
    return {
        name.removesuffix("_"): texts[value] if isinstance(value, bool) else str(value)
        for name, value in filters.items()
    }


def sent(**values: Any) -> dict[str, Any]:
    """Return the values of a JSON body, without those that are None; days as text."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in values.items()
        if value is not None
    }
