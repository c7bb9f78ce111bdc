"""Win rates by how a game went: what was known of it at the end, and where it stood on the way."""

from collections.abc import Mapping
from functools import partial

from games.core.language import LazyLabels, gettext, gettext_noop, ngettext, pgettext, sentences
from games.core.metrics import Change, RateMetric
from games.goryo.metrics.spaces import ROUNDS

DECIDED = gettext_noop(
    "Games the Goryō won, and beside them those the Samurai won, divided by decided games. Decided "
    "are games that somebody won, by rule or because the other side resigned."
)
HISTORY = (Change(4, "2026-11-28", gettext_noop("First counted.")),)
SPLITS = ("edition", "mode", "board", "month")
NEVER = "never"
POWERS = ("sprint", "trail")
BANDS = {"g0": (0, 0), "g1": (1, 2), "g3": (3, 4), "g5": (5, 6), "g7": (7, None)}
"""Spaces of the gong taken together: first and last, None for no last one."""


def _played(number: int) -> str:
    if not number:
        return gettext("no discovery")
    return ngettext("{n} round", "{n} rounds", number).format(n=number)


def _mistakes(number: int) -> str:
    return ngettext("{n} mistake", "{n} mistakes", number).format(n=number)


def _power(power: str) -> str:
    return pgettext("Goryō", "Sprint") if power == "sprint" else gettext("False trail")


def _used(power: str, number: int) -> str:
    told = gettext("{power}: in round {round}")
    return told.format(power=_power(power), round=number)


def _kept(power: str) -> str:
    return gettext("{power}: kept").format(power=_power(power))


def _spirits(number: int, flipped: int) -> str:
    return ngettext(
        "Round {round}, {n} spirit flipped", "Round {round}, {n} spirits flipped", flipped
    ).format(round=number, n=flipped)


def _gong(number: int, first: int, last: int | None) -> str:
    if last is None:
        told = gettext("Round {round}, gong on {first} or more")
    elif first == last:
        told = gettext("Round {round}, gong on {first}")
    else:
        told = gettext("Round {round}, gong on {first}–{last}")
    return told.format(round=number, first=first, last=last)


def _types(number: int, left: int) -> str:
    return ngettext("Round {round}, {n} type left", "Round {round}, {n} types left", left).format(
        round=number, n=left
    )


_NUMBERS = range(1, len(ROUNDS) + 1)
LENGTHS = LazyLabels({f"d{n}": partial(_played, n) for n in range(5)})
MISTAKES = LazyLabels(
    {
        "m0": lambda: pgettext("mistakes", "none"),
        "m1": partial(_mistakes, 1),
        "m2": partial(_mistakes, 2),
        "m3": lambda: pgettext("mistakes", "3 or more"),
    }
)
USES = LazyLabels(
    {
        f"{power}.{when}": made
        for power in POWERS
        for when, made in (
            *((f"r{n}", partial(_used, power, n)) for n in _NUMBERS),
            (NEVER, partial(_kept, power)),
        )
    }
)
SPIRITS = LazyLabels(
    {f"r{number}.s{n}": partial(_spirits, number, n) for number in _NUMBERS for n in range(3)}
)
GONG = LazyLabels(
    {
        f"r{number}.{band}": partial(_gong, number, *spaces)
        for number in _NUMBERS
        for band, spaces in BANDS.items()
    }
)
BOUND = LazyLabels(
    {f"r{number}.b{n}": partial(_types, number, n) for number in _NUMBERS for n in range(7, 1, -1)}
)


def band(gong: int) -> str:
    """The band that a space of the gong lies in.

    >>> band(0), band(2), band(12)
    ('g0', 'g1', 'g7')
    """
    return next(
        key
        for key, (first, last) in BANDS.items()
        if first <= gong and (last is None or gong <= last)
    )


def _wins(
    key: str,
    title: str,
    words: str,
    group_title: str,
    groups: Mapping[str, str],
    *,
    splits: tuple[str, ...] = (),
    is_open: bool = False,
) -> RateMetric:
    return RateMetric(
        key=key,
        title=title,
        definition=sentences(DECIDED, words),
        unit=gettext_noop("decided games"),
        group_title=group_title,
        groups=groups,
        won=gettext_noop("Goryō won"),
        lost=gettext_noop("Samurai won"),
        splits=splits,
        is_open=is_open,
        history=HISTORY,
    )


METRICS = (
    _wins(
        "wins-rounds",
        gettext_noop("Win rate by rounds played"),
        gettext_noop("A round was played when its plan was discovered."),
        gettext_noop("Rounds"),
        LENGTHS,
        splits=SPLITS,
    ),
    _wins(
        "wins-first",
        gettext_noop("Win rate by first object"),
        gettext_noop(
            "By the type of the first object the Goryō broke, at set-up. Which object lies where "
            "is a matter of the board: choose one before comparing."
        ),
        gettext_noop("First object"),
        {},
        splits=SPLITS,
        is_open=True,
    ),
    _wins(
        "wins-powers",
        gettext_noop("Win rate by powers used"),
        gettext_noop(
            "By the round in which a power was used up: a sprint with its plan, a false trail "
            "when somebody asked of it. A power that is still there at the end was kept. Of plans "
            "that were never discovered nothing is known."
        ),
        gettext_noop("Power"),
        USES,
    ),
    _wins(
        "wins-mistakes",
        gettext_noop("Win rate by mistakes"),
        gettext_noop("By the mistakes that discoveries found in the Goryō's plans and answers."),
        gettext_noop("Mistakes"),
        MISTAKES,
        splits=SPLITS,
    ),
    _wins(
        "wins-spirits",
        gettext_noop("Win rate by round reached and spirits"),
        gettext_noop(
            "By the spirits that were flipped when a round began. A game is counted in every "
            "round it reached."
        ),
        gettext_noop("When the round began"),
        SPIRITS,
    ),
    _wins(
        "wins-gong",
        gettext_noop("Win rate by round reached and gong"),
        gettext_noop(
            "By the space of the gong when a round began. A game is counted in every round it "
            "reached."
        ),
        gettext_noop("When the round began"),
        GONG,
    ),
    _wins(
        "wins-bound",
        gettext_noop("Win rate by round reached and bound types left"),
        gettext_noop(
            "By the types that were still intact when a round began: the bound type is one of "
            "them. A game is counted in every round it reached."
        ),
        gettext_noop("When the round began"),
        BOUND,
    ),
)
