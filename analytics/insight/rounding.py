"""How numbers are written in the reader's language: percentages with one decimal, half up. Sorting
and colours use what was not rounded.
"""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from games.core.language import format_number, gettext

from .means import Mean

NOTHING = "–"
MINUS = "−"
_TENTH = Decimal("0.1")


def percent(value: float | None) -> str:
    """`62.5 %` for 0.625; a dash where there is no value.

    >>> percent(0.125), percent(1 / 3), percent(None)
    ('12.5 %', '33.3 %', '–')
    """
    if value is None:
        return NOTHING
    return f"{_written(_tenths(Decimal(repr(value)) * 100))} %"


def percent_of(k: int, n: int) -> str:
    """The same for a share known exactly, so that 1 of 16 (6.25 %) is 6.3 % whatever floats make of
    it.

    >>> percent_of(1, 16), percent_of(0, 0)
    ('6.3 %', '–')

    """
    if n == 0:
        return NOTHING
    exact = Fraction(100 * k, n)
    return f"{_written(_tenths(Decimal(exact.numerator) / Decimal(exact.denominator)))} %"


def count_of(k: int, n: int) -> str:
    """Return a share exactly: `3 of 4 (75.0 %)`."""
    return f"{k} of {n} ({percent_of(k, n)})"


def signed_percent(value: float | None) -> str:
    """A difference of shares with its sign: `+12.5 %`, `−3.0 %`, `0.0 %`.

    >>> signed_percent(0.125), signed_percent(-0.03), signed_percent(0.0)
    ('+12.5 %', '−3.0 %', '0.0 %')
    """
    text = percent(value)
    if value is None or not any(digit in text for digit in "123456789"):
        return text.removeprefix("-")
    return _signed(text) if value < 0 else f"+{text}"


def two_decimals(value: float | None) -> str:
    """A ratio or a mean of small counts, with two decimals: `1.83`.

    >>> two_decimals(1.834), two_decimals(None)
    ('1.83', '–')
    """
    if value is None:
        return NOTHING
    rounded = Decimal(repr(value)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return format_number(float(rounded), ".2f")


def average(total: int, n: int) -> str:
    """A mean with one decimal, half up; a dash for none of nothing."""
    return NOTHING if n == 0 else _written(_tenths(Decimal(total) / Decimal(n)))


def decimal(value: float | None) -> str:
    """A number with one decimal, half up; a dash where there is no value.

    >>> decimal(4.25), decimal(-1.25), decimal(-0.04), decimal(None)
    ('4.3', '−1.3', '0.0', '–')
    """
    if value is None:
        return NOTHING
    rounded = _tenths(Decimal(repr(value)))
    return _signed(_written(abs(rounded) if rounded == 0 else rounded))


def plain_number(value: float) -> str:
    """A value, or the middle of two, as it is: `12`, `12.5`, `−3`."""
    return _signed(format_number(value, "g"))


def _signed(text: str) -> str:
    return text.replace("-", MINUS)


def mean_interval(mean: Mean) -> str:
    """`3.1 to 4.2`; a dash where there is none."""
    return NOTHING if mean.low is None else span(decimal(mean.low), decimal(mean.high))


def span(low: str, high: str) -> str:
    """`3 to 4`, in the reader's language."""
    return gettext("{low} to {high}").format(low=low, high=high)


def _written(number: Decimal) -> str:
    return format_number(float(number), ".1f")  # it has one decimal already


def _tenths(number: Decimal) -> Decimal:
    return number.quantize(_TENTH, rounding=ROUND_HALF_UP)
