"""Win rates by the course of a game: its totals, and its state at the start of each round."""

from collections.abc import Mapping
from functools import partial

from games.core.language import LazyLabels, gettext, ngettext, pgettext, sentences
from games.core.language import gettext_noop as _
from games.core.metrics import REACHED, Change, RateMetric
from games.goryo.metrics.spaces import ROUNDS

DECIDED = _(
    "Games won by the Goryō, and games won by the Samurai, divided by decided games. Decided games "
    "are those with a winner, by rule or by resignation."
)
HISTORY = (Change(4, "2026-11-28", _("First counted.")),)
SPLITS = ("edition", "mode", "board", "month")
NEVER = "never"
POWERS = ("sprint", "trail")
BANDS = {"g0": (0, 0), "g1": (1, 2), "g3": (3, 4), "g5": (5, 6), "g7": (7, None)}
"""Groups of gong spaces: first and last, None if there is no last one."""


def _played(number: int) -> str:
    if not number:
        return gettext("no discovery")
    return ngettext("{n} round", "{n} rounds", number).format(n=number)


def _mistakes(number: int) -> str:
    return ngettext("{n} mistake", "{n} mistakes", number).format(n=number)


def _use(power: str, number: int | None) -> str:
    name = pgettext("Goryō", "Sprint") if power == "sprint" else gettext("False trail")
    if number is None:
        return gettext("{power}: not used").format(power=name)
    return gettext("{power}: in round {round}").format(power=name, round=number)


def _spirits(number: int, flipped: int) -> str:
    return ngettext(
        "Round {round}, {n} spirit flipped", "Round {round}, {n} spirits flipped", flipped
    ).format(round=number, n=flipped)


def _gong(number: int, first: int, last: int | None) -> str:
    if last is None:
        message = gettext("Round {round}, gong on {first} or more")
    elif first == last:
        message = gettext("Round {round}, gong on {first}")
    else:
        message = gettext("Round {round}, gong on {first}–{last}")
    return message.format(round=number, first=first, last=last)


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
        f"{power}.{NEVER if number is None else f'r{number}'}": partial(_use, power, number)
        for power in POWERS
        for number in (*_NUMBERS, None)
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
    """Return the band of a space of the gong.

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
    explanation: str,
    group_title: str,
    groups: Mapping[str, str],
    *,
    splits: tuple[str, ...] = (),
    is_open: bool = False,
    is_conditional: bool = True,
) -> RateMetric:
    texts = (DECIDED, explanation, REACHED) if is_conditional else (DECIDED, explanation)
    return RateMetric(
        key=key,
        title=title,
        definition=sentences(*texts),
        unit=_("decided games"),
        group_title=group_title,
        groups=groups,
        won=_("Goryō won"),
        lost=_("Samurai won"),
        splits=splits,
        is_open=is_open,
        is_conditional=is_conditional,
        history=HISTORY,
    )


METRICS = (
    _wins(
        "wins-rounds",
        _("Win rate by rounds played"),
        _("A round counts if its plan was discovered."),
        _("Rounds"),
        LENGTHS,
        splits=SPLITS,
    ),
    _wins(
        "wins-first",
        _("Win rate by first object"),
        _(
            "Grouped by the type of the first object that the Goryō broke, at set-up. The position "
            "of each object depends on the board, so choose one board before you compare."
        ),
        _("First object"),
        {},
        splits=SPLITS,
        is_open=True,
        is_conditional=False,
    ),
    _wins(
        "wins-powers",
        _("Win rate by powers used"),
        _(
            "Grouped by the round in which a power was used up: a sprint with its plan, a false "
            "trail when it was investigated. A power still available at the end was not used. "
            "Plans that were never discovered do not count."
        ),
        _("Power"),
        USES,
    ),
    _wins(
        "wins-mistakes",
        _("Win rate by mistakes"),
        _(
            "Grouped by the number of mistakes in the Goryō's plans and answers, found at "
            "discoveries."
        ),
        _("Mistakes"),
        MISTAKES,
        splits=SPLITS,
    ),
    _wins(
        "wins-spirits",
        _("Win rate by spirits flipped"),
        _(
            "Grouped by the number of spirits flipped at the start of each round. A game counts in "
            "every round that it reached."
        ),
        _("At the start of the round"),
        SPIRITS,
    ),
    _wins(
        "wins-gong",
        _("Win rate by gong space"),
        _(
            "Grouped by the gong space at the start of each round. A game counts in every round "
            "that it reached."
        ),
        _("At the start of the round"),
        GONG,
    ),
    _wins(
        "wins-bound",
        _("Win rate by possible bound types"),
        _(
            "Grouped by the number of types still intact at the start of each round; the bound "
            "type is one of them. A game counts in every round that it reached."
        ),
        _("At the start of the round"),
        BOUND,
    ),
)
