"""The metrics of Shadows in Kyoto, besides the win rates. `facts` computes them;
`docs/data-dictionary.md` repeats their definitions.

Metrics of spaces or colours are about one board. A number of assignments is not a probability
(rules page, 11.2), and no metric averages it.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from games.core import metrics
from games.core.language import Labels, LazyLabels, gettext, sentences
from games.core.language import gettext_noop as _
from games.core.pace import KEY, PACE
from games.kyoto.rules.board import COLUMNS, ROWS, SPACES, column, row
from games.kyoto.rules.components import (
    CHARISMA,
    EQUIPMENT_OWNER,
    RURI,
    SIDES,
    TACTICS,
    USED,
)
from games.kyoto.terms import CARDS as CARD_NAMES
from games.kyoto.terms import CHARISMA as CHARISMA_NAMES
from games.kyoto.terms import EQUIPMENT as EQUIPMENT_NAMES
from games.kyoto.terms import SIDES as SIDE_NAMES
from games.kyoto.terms import SITES

ENDS = Labels(
    {
        "escape": _("Escape"),
        "captures": _("Two real captives"),
        "decoys": _("Three fake captives"),
        "stuck": _("No playable card"),
        "turn_cap": _("Turn cap, no winner"),
    }
)
SPLITS = ("mode", "board", "month")
NEVER = "never"
ALL = "all"
EVEN = Fraction(1, 2)
HISTORY = (metrics.Change(1, "2026-11-28", _("First counted.")),)

DECIDED = _("Decided games have a winner, by rule or because the other side resigned.")
TO_THE_END = _(
    "Only games played to their end by rule count, not resigned, abandoned or unfinished games."
)
CLUSTERED = _("The interval takes into account that values from one game are related.")
FULL_HANDS = _("Only full logs count, because a table log does not record hands.")
FULL_LOGS = _("Only full logs count, because a table log does not record who was real.")


def charisma_group(role: str, card: str) -> str:
    """Return the group of a Charisma card and its side.

    >>> charisma_group("government", "ruri")
    'government.ruri'
    """
    return f"{role}.{card}"


def equipment_group(card: str, status: str) -> str:
    """Return the group of an Equipment card, by whether it was used.

    >>> equipment_group("fan", "up")
    'fan.never'
    """
    return f"{card}.{USED if status == USED else NEVER}"


def _label(message: str, role: str, names: Mapping[str, str], card: str) -> str:
    return gettext(message).format(side=SIDE_NAMES[role], card=names.get(card, ""))


def _labels_by_side(messages: Mapping[str, str]) -> LazyLabels:
    """Return a label for each side and key; a message has a placeholder for the side."""
    return LazyLabels(
        {
            f"{role}.{key}": partial(_label, message, role, {}, "")
            for role in SIDES
            for key, message in messages.items()
        }
    )


CHARISMA_GROUPS = LazyLabels(
    {
        charisma_group(role, card): partial(
            _label, _("{card} ({side})"), role, CHARISMA_NAMES, card
        )
        for role in SIDES
        for card in (*CHARISMA[role], RURI)
    }
)
EQUIPMENT_GROUPS = LazyLabels(
    {
        f"{card}.{use}": partial(_label, message, role, EQUIPMENT_NAMES, card)
        for card, role in EQUIPMENT_OWNER.items()
        for use, message in (
            (USED, _("{card} ({side}): used")),
            (NEVER, _("{card} ({side}): not used")),
        )
    }
)
UNKNOWN_GROUPS = _labels_by_side(
    {"known": _("{side}: turn of discovery"), "kept": _("{side}: never discovered")}
)
FIGHT_GROUPS = _labels_by_side({"won": _("{side}: attacks won"), "lost": _("{side}: attacks lost")})


class _BoardLayers(metrics.Layers):
    """The counts by space, of both sides and of each side."""

    def __init__(self) -> None:
        entered = (
            _("Entered: {side}"),
            _(
                "agents of this side that arrived on the space by a move or a push, after a "
                "conflict if there was one"
            ),
        )
        attacked = (
            _("Attacked: {side}"),
            _("conflicts on the space in which an agent of this side attacked"),
        )
        super().__init__(
            {
                "entered": (
                    _("Entered"),
                    _(
                        "agents that arrived on the space by a move or a push, after a conflict if "
                        "there was one"
                    ),
                ),
                "fought": (_("Conflicts"), _("conflicts on the space, won or lost")),
                "captured": (_("Captures"), _("agents captured on the space")),
                "escaped": (_("Escapes"), _("escapes declared on the space")),
                **{f"entered-{role}": entered for role in SIDES},
                **{f"attacked-{role}": attacked for role in SIDES},
            }
        )

    def __getitem__(self, key: str) -> tuple[str, str]:
        title, meaning = super().__getitem__(key)
        return title.format(side=SIDE_NAMES.get(key.partition("-")[2], "")), meaning


def grid(board: Mapping[str, Any]) -> metrics.Grid:
    """Return a board as a grid, as the Oniwaban see it: row 1 is at the bottom."""
    cells = {space: (column(space), row(space) - 1) for space in SPACES}
    return metrics.Grid(
        columns=tuple(COLUMNS),
        rows=tuple(ROWS),
        cells=cells,
        about={space: SITES[board["spaces"][space]] for space in SPACES},
        walls=((0, 0, 5, 0), (0, 6, 5, 6), (0, 0, 0, 6), (5, 0, 5, 6)),
    )


def _win_rate(
    key: str,
    title: str,
    definition: str,
    groups: Mapping[str, str],
    *,
    is_conditional: bool = False,
) -> metrics.RateMetric:
    return metrics.RateMetric(
        key=key,
        title=title,
        history=HISTORY,
        definition=definition,
        unit=_("decided games"),
        group_title=_("Card and side"),
        groups=groups,
        even=dict.fromkeys(groups, EVEN),
        is_conditional=is_conditional,
    )


STRATA = {"t1": (1, 4), "t5": (5, 8), "t9": (9, 12), "t13": (13, None)}
"""Turns of both sides, in which a card may be drawn: first and last."""
_TIMES = {
    metrics.OPENING: _("{card} ({side}): opening hand"),
    metrics.DRAWN: _("{card} ({side}): drawn later"),
    metrics.EVER: _("{card} ({side}): in hand at any time"),
    metrics.NEVER_SEEN: _("{card} ({side}): never in hand"),
}
_DREW = {
    metrics.THIS: _("{card} ({side}), turns {turns}: drawn"),
    metrics.NOT: _("{card} ({side}), turns {turns}: not drawn"),
}


def _turns(stratum: str) -> str:
    first, last = STRATA[stratum]
    return f"{first}+" if last is None else f"{first}–{last}"


def _draw_label(role: str, card: str, stratum: str, drawn: str) -> str:
    text = gettext(_DREW[drawn])
    return text.format(card=CARD_NAMES[card], side=SIDE_NAMES[role], turns=_turns(stratum))


HANDS = metrics.CardsMetric(
    key="wins-hand",
    title=_("Win rate by Tactic in hand"),
    history=(metrics.Change(2, "2026-11-29", _("First counted.")),),
    definition=sentences(
        _(
            "Games won by the side, divided by decided games: with the Tactic in its opening hand, "
            "with its first copy drawn later, with either, and without the Tactic in hand."
        ),
        DECIDED,
        FULL_HANDS,
        metrics.REACHED,
    ),
    unit=_("decided games"),
    group_title=_("Card and side"),
    groups=LazyLabels(
        {
            f"{role}.{card}.{when}": partial(_label, message, role, CARD_NAMES, card)
            for role in SIDES
            for card in TACTICS
            for when, message in _TIMES.items()
        }
    ),
    is_conditional=True,
    is_detail=True,
    cards=LazyLabels(
        {
            f"{role}.{card}": partial(_label, _("{card} ({side})"), role, CARD_NAMES, card)
            for role in SIDES
            for card in TACTICS
        }
    ),
    draws="wins-draw",
    strata={stratum: _turns(stratum) for stratum in STRATA},
)
SPACES_METRIC = metrics.SpacesMetric(
    key="spaces",
    title=_("On the board"),
    history=HISTORY,
    definition=_(
        "Counts by space of one board, including abandoned games but not unfinished ones. Marks, "
        "Swaps and retreats do not count as entering. Times is the number of events. Share of "
        "games is the number of games with at least one event, divided by the number of games "
        "with at least one turn, "
        "with its 95 % Wilson score interval."
    ),
    layers=_BoardLayers(),
    observation=_("turn"),
    grid=grid,
)
METRICS: tuple[metrics.Metric, ...] = (
    _win_rate(
        "wins-charisma",
        _("Win rate by Charisma card"),
        sentences(
            _(
                "Games won by the side with the card, divided by decided games in which it had the "
                "card."
            ),
            DECIDED,
            _("Either side may have Ruri."),
        ),
        CHARISMA_GROUPS,
    ),
    _win_rate(
        "wins-equipment",
        _("Win rate by Equipment card"),
        sentences(
            _(
                "Games won by the side with the card, divided by decided games with Equipment, "
                "separately for games in which the card was used and games in which it was not."
            ),
            DECIDED,
            _(
                "A card can be used only after its side lost an important agent, so games with and "
                "without its use differ in other ways too."
            ),
            metrics.REACHED,
        ),
        EQUIPMENT_GROUPS,
        is_conditional=True,
    ),
    HANDS,
    metrics.RateMetric(
        key=HANDS.draws,
        title=_("Win rate by turn of drawing a Tactic"),
        history=(metrics.Change(2, "2026-11-29", _("First counted.")),),
        definition=sentences(
            _(
                "Of the games that reached these turns before the side had the Tactic in hand: "
                "games won by the side in which it drew the Tactic in these turns, and in which it "
                "did not."
            ),
            DECIDED,
            FULL_HANDS,
        ),
        unit=_("decided games"),
        group_title=_("Card, side and turns"),
        groups=LazyLabels(
            {
                HANDS.draw_group(f"{role}.{card}", stratum, drawn): partial(
                    _draw_label, role, card, stratum, drawn
                )
                for role in SIDES
                for card in TACTICS
                for stratum in STRATA
                for drawn in (metrics.THIS, metrics.NOT)
            }
        ),
        is_conditional=True,
        is_detail=True,
    ),
    metrics.DistributionMetric(
        key="length",
        title=_("Game length"),
        history=HISTORY,
        definition=sentences(
            _("The last turn of the game, counting the turns of both sides from 1, by ending."),
            TO_THE_END,
        ),
        unit=_("games"),
        group_title=_("Ending"),
        groups=ENDS,
        value=_("turns"),
        splits=SPLITS,
    ),
    metrics.SurvivalMetric(
        key="survival",
        title=_("Games still going after each turn"),
        history=(metrics.Change(2, "2026-11-29", _("First counted.")),),
        definition=_(
            "The turn in which a game stopped, counting the turns of both sides from 1: by rule, "
            "or because it was resigned, abandoned or not finished."
        ),
        unit=_("games"),
        group_title=_("Games"),
        groups=Labels({ALL: _("All games")}),
        value=_("turn"),
        splits=SPLITS,
    ),
    metrics.DistributionMetric(
        key=KEY,
        title=_("Time per decision"),
        history=(metrics.Change(2, "2026-11-29", _("First counted.")),),
        definition=sentences(PACE, _("Decisions are cards played in finished games."), CLUSTERED),
        unit=_("decisions"),
        group_title=_("Side"),
        groups=SIDE_NAMES,
        value=_("seconds"),
    ),
    metrics.DistributionMetric(
        key="unknown",
        title=_("Turns until real agents are known"),
        history=HISTORY,
        definition=sentences(
            _(
                "For each real agent, the first turn in which public events prove that it is real: "
                "it is face up, captured, or real in every possible assignment. The last event "
                "counts only if it captures the agent. For agents that stay unknown, the last turn "
                "of the game."
            ),
            FULL_LOGS,
            TO_THE_END,
            CLUSTERED,
        ),
        unit=_("real agents"),
        group_title=_("Side"),
        groups=UNKNOWN_GROUPS,
        value=_("turns"),
    ),
    metrics.RateMetric(
        key="bluff",
        title=_("Games without a known real agent"),
        history=HISTORY,
        definition=sentences(
            _(
                "Games in which public events never prove that an agent of the side is real, "
                "divided by all games. The last event counts only if it captures a real agent."
            ),
            FULL_LOGS,
            TO_THE_END,
        ),
        unit=_("games"),
        group_title=_("Side"),
        groups=SIDE_NAMES,
        won=_("Stayed hidden"),
        counts_wins=False,
    ),
    metrics.DistributionMetric(
        key="conflicts",
        title=_("Conflicts per game"),
        history=HISTORY,
        definition=sentences(
            _(
                "The number of conflicts in a game, by the attacker's side and result. A right "
                "guess with the Pocket Pistol does not count as a conflict."
            ),
            TO_THE_END,
        ),
        unit=_("games"),
        group_title=_("Attacker"),
        groups=FIGHT_GROUPS,
        value=_("conflicts"),
    ),
    SPACES_METRIC,
)
