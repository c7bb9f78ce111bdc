"""Pages of lists that may be too long to count."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from replays.text.numbers import page_number

PAGE_SIZE = 50
MAX_COUNTED = 1000
"""Rows up to which a list is counted."""


@dataclass(frozen=True, slots=True)
class LongPage:
    """A page of a list, numbered from 1. The list has `n` rows, or more (`are_more`)."""

    rows: list[Any]
    number: int
    has_next: bool
    n: int
    are_more: bool

    @property
    def has_previous(self) -> bool:
        """Whether it is not the first page."""
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        """Whether it is not the only page."""
        return self.has_previous or self.has_next

    @property
    def previous_page_number(self) -> int:
        """The number of the page before."""
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        """The number of the page after."""
        return self.number + 1


def page_of(
    read: Callable[[int, int], tuple[list[Any], bool]],
    total: Callable[[], tuple[int, bool]],
    number_text: str,
) -> LongPage:
    """Return a page by its number as text. `read` returns rows from one to another and whether more
    follow; `total` how many there are and whether there are more than that. Raises Http404 where
    there is no such page.
    """
    number = page_number(number_text)
    if not number:
        raise Http404
    rows, has_next = read((number - 1) * PAGE_SIZE, number * PAGE_SIZE)
    if not rows and number > 1:
        raise Http404
    return LongPage(rows, number, has_next, *total())


def page_of_rows(rows: QuerySet[Any], number_text: str) -> LongPage:
    """Return a page of a query. Raises Http404."""

    def read(first: int, last: int) -> tuple[list[Any], bool]:
        fetched = list(rows[first : last + 1])
        return fetched[: last - first], len(fetched) > last - first

    def total() -> tuple[int, bool]:
        n = rows.order_by()[: MAX_COUNTED + 1].count()
        return min(n, MAX_COUNTED), n > MAX_COUNTED

    return page_of(read, total, number_text)
