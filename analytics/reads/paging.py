"""Pages of a list that may be so long that nobody counts it to the end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

A_PAGE = 50
COUNTED = 1000
"""Rows up to which a list is counted."""


@dataclass(frozen=True, slots=True)
class LongPage:
    """A page from 1 on. The list has `n` rows, or more than that (`are_more`)."""

    rows: list[Any]
    number: int
    has_next: bool
    n: int
    are_more: bool

    @property
    def has_previous(self) -> bool:
        """Whether it is not the first."""
        return self.number > 1

    @property
    def has_other_pages(self) -> bool:
        """Whether it is not the only one."""
        return self.has_previous or self.has_next

    @property
    def previous_page_number(self) -> int:
        """That of the page before."""
        return self.number - 1

    @property
    def next_page_number(self) -> int:
        """That of the page after."""
        return self.number + 1


def page_of(
    read: Callable[[int, int], tuple[list[Any], bool]],
    total: Callable[[], tuple[int, bool]],
    written: str,
) -> LongPage:
    """The page of this number as written. `read` gives rows from one to another and whether more
    follow, `total` how many there are and whether there are more than that. Raises Http404 where
    there is no such page.
    """
    is_number = written.isascii() and written.isdecimal() and len(written) <= 9
    if not is_number or int(written) < 1:
        raise Http404
    number = int(written)
    rows, has_next = read((number - 1) * A_PAGE, number * A_PAGE)
    if not rows and number > 1:
        raise Http404
    return LongPage(rows, number, has_next, *total())


def page_of_rows(rows: QuerySet[Any], written: str) -> LongPage:
    """The same of a query. Raises Http404."""

    def read(first: int, last: int) -> tuple[list[Any], bool]:
        found = list(rows[first : last + 1])
        return found[: last - first], len(found) > last - first

    def total() -> tuple[int, bool]:
        n = rows.order_by()[: COUNTED + 1].count()
        return min(n, COUNTED), n > COUNTED

    return page_of(read, total, written)
