"""Numbers in addresses."""

MAX_DIGITS = 9
"""Digits of the longest number that is accepted."""


def is_number(text: str) -> bool:
    """Return whether a text is a natural number that is not too long."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS


def page_number(text: str) -> int:
    """Return the number of a page, from 1; 0 if the text is not one.

    >>> page_number("2"), page_number("0"), page_number("x"), page_number("１")
    (2, 0, 0, 0)
    """
    return int(text) if is_number(text) else 0
