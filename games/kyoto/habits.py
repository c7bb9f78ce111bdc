"""Habits of players of Shadows in Kyoto: what statistics of players sum up of a game, by role.

They use only public events of finished games.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import Labels, LazyLabels, sentences
from games.core.language import gettext_noop as _
from games.core.metrics import DistributionMetric, Facts, Habit
from games.core.replay import Replay
from games.kyoto.facts import LOST, WON, count_attacks, count_by_layer
from games.kyoto.metrics import ENDS, SPACES_METRIC, TO_THE_END
from games.kyoto.rules.components import CARDS, SIDES, TACTICS
from games.kyoto.rules.events import EVENT_NAMES, Event, Site
from games.kyoto.terms import CARDS as CARD_NAMES

LAYERS = {role: (f"entered-{role}", f"attacked-{role}") for role in SIDES}

PLAYS = DistributionMetric(
    key="plays",
    title=_("Cards played"),
    definition=sentences(
        _("How often the side played each card in a game, including cards played with the Fan."),
        TO_THE_END,
    ),
    unit=_("games"),
    group_title=_("Card"),
    groups=LazyLabels({card: partial(CARD_NAMES.__getitem__, card) for card in CARDS}),
    value=_("times"),
)
ATTACKS = DistributionMetric(
    key="attacks",
    title=_("Attacks"),
    definition=sentences(
        _(
            "Conflicts in which the side's agents attacked, by result. A right guess with the "
            "Pocket Pistol does not count as a conflict."
        ),
        TO_THE_END,
    ),
    unit=_("games"),
    group_title=_("Attack"),
    groups=Labels({WON: _("Won"), LOST: _("Lost")}),
    value=_("conflicts"),
)
HABITS = (
    Habit(PLAYS, SIDES),
    Habit(ATTACKS, SIDES),
    *(Habit(SPACES_METRIC, (role,), layers) for role, layers in LAYERS.items()),
)


def card_of(event: Event) -> str | None:
    """Return the card that an event plays, or None."""
    if isinstance(event, Site):
        return event.card
    name = EVENT_NAMES[type(event)]
    return name if name in TACTICS else None


def seat_facts(replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """Return the sums of a game's habits by role; nothing for an unfinished log."""
    if not replay.is_over:
        return {}
    final, totals = replay.final, {role: Facts() for role in SIDES}
    counts = replay.derive(count_by_layer)
    for role, layers in LAYERS.items():
        totals[role].visits(
            SPACES_METRIC.key, final.turn, {layer: counts[layer] for layer in layers}
        )
    if final.reason in ENDS:
        cards = ((step.before.active, card_of(step.entry.event)) for step in replay.steps)
        plays, attacks = Counter(cards), count_attacks(replay)
        for role, role_totals in totals.items():
            for card in CARDS:
                role_totals.observe(PLAYS.key, card, plays[role, card])
            for result in (WON, LOST):
                role_totals.observe(ATTACKS.key, result, attacks[role, result])
    return {role: role_totals.sums() for role, role_totals in totals.items()}
