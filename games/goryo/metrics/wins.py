"""Win rates by how a game went: what was known of it at the end, and where it stood on the way."""

from games.core.metrics import Change, RateMetric
from games.goryo.metrics.spaces import ROUNDS

DECIDED = (
    "Games the Goryō won, and beside them those the Samurai won, divided by decided games. Decided "
    "are games that somebody won, by rule or because the other side resigned."
)
HISTORY = (Change(4, "2026-11-28", "First counted."),)
SPLITS = ("edition", "mode", "board", "month")

LENGTHS = {
    "d0": "no discovery",
    "d1": "1 round",
    **{f"d{n}": f"{n} rounds" for n in range(2, 5)},
}
MISTAKES = {"m0": "none", "m1": "1 mistake", "m2": "2 mistakes", "m3": "3 or more"}
POWERS = {"sprint": "Sprint", "trail": "False trail"}
NEVER = "never"
USES = {
    f"{power}.{when}": f"{title}: {words}"
    for power, title in POWERS.items()
    for when, words in {
        **{root: f"in {text.lower()}" for root, text in ROUNDS.items()},
        NEVER: "kept",
    }.items()
}
SPIRITS = {
    f"{root}.s{n}": f"{text}, {n} spirit{'' if n == 1 else 's'} flipped"
    for root, text in ROUNDS.items()
    for n in range(3)
}
BANDS = {"g0": (0, 0), "g1": (1, 2), "g3": (3, 4), "g5": (5, 6), "g7": (7, None)}
"""Spaces of the gong taken together: first and last, None for no last one."""
GONG = {
    f"{root}.{band}": f"{text}, gong on {first}{'' if last == first else f'–{last}' if last else ' or more'}"  # noqa: E501
    for root, text in ROUNDS.items()
    for band, (first, last) in BANDS.items()
}
BOUND = {
    f"{root}.b{n}": f"{text}, {n} types left"
    for root, text in ROUNDS.items()
    for n in range(7, 1, -1)
}


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
    groups: dict[str, str],
    *,
    splits: tuple[str, ...] = (),
    is_open: bool = False,
) -> RateMetric:
    return RateMetric(
        key=key,
        title=title,
        definition=f"{DECIDED} {words}",
        unit="decided games",
        group_title=group_title,
        groups=groups,
        won="Goryō won",
        lost="Samurai won",
        splits=splits,
        is_open=is_open,
        history=HISTORY,
    )


METRICS = (
    _wins(
        "wins-rounds",
        "Win rate by rounds played",
        "A round was played when its plan was discovered.",
        "Rounds",
        LENGTHS,
        splits=SPLITS,
    ),
    _wins(
        "wins-first",
        "Win rate by first object",
        "By the type of the first object the Goryō broke, at set-up. Which object lies where is a "
        "matter of the board: choose one before comparing.",
        "First object",
        {},
        splits=SPLITS,
        is_open=True,
    ),
    _wins(
        "wins-powers",
        "Win rate by powers used",
        "By the round in which a power was used up: a sprint with its plan, a false trail when "
        "somebody asked of it. A power that is still there at the end was kept. Of plans that were "
        "never discovered nothing is known.",
        "Power",
        USES,
    ),
    _wins(
        "wins-mistakes",
        "Win rate by mistakes",
        "By the mistakes that discoveries found in the Goryō's plans and answers.",
        "Mistakes",
        MISTAKES,
        splits=SPLITS,
    ),
    _wins(
        "wins-spirits",
        "Win rate by round reached and spirits",
        "By the spirits that were flipped when a round began. A game is counted in every round it "
        "reached.",
        "When the round began",
        SPIRITS,
    ),
    _wins(
        "wins-gong",
        "Win rate by round reached and gong",
        "By the space of the gong when a round began. A game is counted in every round it reached.",
        "When the round began",
        GONG,
    ),
    _wins(
        "wins-bound",
        "Win rate by round reached and bound types left",
        "By the types that were still intact when a round began: the bound type is one of them. A "
        "game is counted in every round it reached.",
        "When the round began",
        BOUND,
    ),
)
