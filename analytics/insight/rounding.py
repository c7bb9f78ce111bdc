"""Numbers as text in the reader's language, rounded half up. Sorting and colours are exact."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from games.core.language import format_number, gettext

from .means import Mean
from .wilson import Rate

NOTHING = "–"
MINUS = "−"


def percent(value: float | None) -> str:
    """Return `62.5 %` for 0.625; a dash without a value.

    >>> percent(0.125), percent(1 / 3), percent(None)
    ('12.5 %', '33.3 %', '–')
    """
    if value is None:
        return NOTHING
    return f"{_one_decimal(Decimal(repr(value)) * 100)} %"


def percent_of(k: int, n: int) -> str:
    """Return an exact share as a percentage: 1 of 16 (6.25 %) is 6.3 %, without errors of floats.

    >>> percent_of(1, 16), percent_of(0, 0)
    ('6.3 %', '–')
    """
    if n == 0:
        return NOTHING
    exact = Fraction(100 * k, n)
    return f"{_one_decimal(Decimal(exact.numerator) / Decimal(exact.denominator))} %"


def percent_of_rate(rate: Rate) -> str:
    """Return a rate as a percentage: exactly, or as it is weighted; a dash without a value.

    >>> percent_of_rate(Rate(2, 3, 2 / 3, 0.2, 0.9)), percent_of_rate(Rate(2, 3, None, None, None))
    ('66.7 %', '–')
    """
    if rate.value is None or rate.is_weighted:
        return percent(rate.value)
    return percent_of(rate.k, rate.n)


def count_of(k: int, n: int) -> str:
    """Return a share exactly: `3 of 4 (75.0 %)`."""
    return f"{k} of {n} ({percent_of(k, n)})"


def signed_percent(value: float | None) -> str:
    """Return a difference of shares with its sign: `+12.5 %`, `−3.0 %`, `0.0 %`.

    >>> signed_percent(0.125), signed_percent(-0.03), signed_percent(0.0)
    ('+12.5 %', '−3.0 %', '0.0 %')
    """
    text = percent(value)
    if value is None or not any(digit in text for digit in "123456789"):
        return text.removeprefix("-")
    return _signed(text) if value < 0 else f"+{text}"


def two_decimals(value: float | None) -> str:
    """Return a ratio or a mean of small counts with two decimals: `1.83`.

    >>> two_decimals(1.834), two_decimals(None)
    ('1.83', '–')
    """
    if value is None:
        return NOTHING
    rounded = Decimal(repr(value)).quantize(Decimal("0.01"), rounding=ROUND_HALF_UP)
    return format_number(float(rounded), ".2f")


def decimal(value: float | None) -> str:
    """Return a number with one decimal; a dash without a value.

    >>> decimal(4.25), decimal(-1.25), decimal(-0.04), decimal(None)
    ('4.3', '−1.3', '0.0', '–')
    """
    if value is None:
        return NOTHING
    return _signed(_one_decimal(Decimal(repr(value))))


def plain_number(value: float) -> str:
    """Return an exact value, or the mean of two: `12`, `12.5`, `−3`."""
    return _signed(format_number(value, "g"))


def signed(text: str) -> str:
    """Return a number as text with a plus if it is positive: `+3.5`, `−2.0`, `0.0`."""
    if text.startswith(MINUS) or not any(digit in text for digit in "123456789"):
        return text
    return f"+{text}"


def _signed(text: str) -> str:
    return text.replace("-", MINUS)


def mean_interval(mean: Mean) -> str:
    """Return `3.1 to 4.2`; a dash without an interval."""
    return NOTHING if mean.low is None else span(decimal(mean.low), decimal(mean.high))


def span(low: str, high: str) -> str:
    """Return `3 to 4`, in the reader's language."""
    return gettext("{low} to {high}").format(low=low, high=high)


def whole_percent(value: float | None) -> str:
    """Return a share for a sentence, without decimals: `63 %` for 0.625.

    >>> whole_percent(0.625), whole_percent(None)
    ('63 %', '–')
    """
    return NOTHING if value is None else f"{points(value)} %"


def points(value: float) -> str:
    """Return percentage points without decimals: `40` for 0.4.

    >>> points(0.395), points(-0.02)
    ('40', '−2')
    """
    number = (Decimal(repr(value)) * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP)
    return _signed(f"{int(number)}")


def points_span(low: float, high: float) -> str:
    """Return an interval of percentage points: `24 to 53`."""
    return span(points(low), points(high))


def whole_span(low: float, high: float) -> str:
    """Return an interval of shares for a sentence: `44 to 60 %`."""
    return f"{points_span(low, high)} %"


def two_digits(value: float | None) -> str:
    """Return a mean for a sentence: one decimal below 100, else none.

    >>> two_digits(3.64), two_digits(123.4)
    ('3.6', '123')
    """
    if value is not None and abs(value) >= 100:
        return plain_number(float(round(value)))
    return decimal(value)


def _one_decimal(number: Decimal) -> str:
    rounded = number.quantize(Decimal("0.1"), rounding=ROUND_HALF_UP)
    return format_number(float(rounded) or 0.0, ".1f")  # no negative zero
