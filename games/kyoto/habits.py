"""How somebody plays Shadows in Kyoto: what statistics of players sum of one game, by role.

All of it is what both sides saw, of games that are over.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import Labels, LazyLabels, gettext_noop, sentences
from games.core.metrics import DistributionMetric, Facts, Habit
from games.core.replay import Replay
from games.kyoto.facts import LOST, WON, visits
from games.kyoto.metrics import ENDS, SPACES_METRIC, TO_THE_END
from games.kyoto.rules.components import ATTACKER, CARDS, SIDES
from games.kyoto.rules.events import Bait, Charge, Conflict, Defend, Event, Site, Swap, Tunnel
from games.kyoto.terms import CARDS as CARD_NAMES

WAYS = {role: (f"entered-{role}", f"attacked-{role}") for role in SIDES}

PLAYS = DistributionMetric(
    key="plays",
    title=gettext_noop("Cards played"),
    definition=sentences(
        gettext_noop("How often the side played each card in a game, with the Fan too."),
        TO_THE_END,
    ),
    unit=gettext_noop("games"),
    group_title=gettext_noop("Card"),
    groups=LazyLabels({card: partial(CARD_NAMES.__getitem__, card) for card in CARDS}),
    value=gettext_noop("times"),
)
ATTACKS = DistributionMetric(
    key="attacks",
    title=gettext_noop("Attacks"),
    definition=sentences(
        gettext_noop(
            "Conflicts in which the side's agents attacked, by whether they won; a right guess of "
            "the Pocket Pistol is none."
        ),
        TO_THE_END,
    ),
    unit=gettext_noop("games"),
    group_title=gettext_noop("Attack"),
    groups=Labels({WON: gettext_noop("Won"), LOST: gettext_noop("Lost")}),
    value=gettext_noop("conflicts"),
)
HABITS = (
    Habit(PLAYS, SIDES),
    Habit(ATTACKS, SIDES),
    *(Habit(SPACES_METRIC, (role,), layers) for role, layers in WAYS.items()),
)


def card_of(event: Event) -> str | None:
    """The card that an event plays, None where it plays none."""
    match event:
        case Site(card=card):
            return card
        case Defend():
            return "defend"
        case Tunnel():
            return "tunnel"
        case Charge():
            return "charge"
        case Swap():
            return "swap"
        case Bait():
            return "bait"
    return None


def seat_facts(replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """The sums of a game's habits, by role; nothing of a log that stops before its game does."""
    if not replay.is_over:
        return {}
    final, found = replay.final, {role: Facts() for role in SIDES}
    counts = visits(replay)
    for role, layers in WAYS.items():
        found[role].visits(
            SPACES_METRIC.key, final.turn, {layer: counts[layer] for layer in layers}
        )
    if final.reason in ENDS:
        plays, attacks = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for step in replay.steps:
            event, fight = step.entry.event, step.before.conflict
            card = card_of(event)
            if card is not None:
                plays[step.before.active, card] += 1
            elif isinstance(event, Conflict) and fight is not None:
                attacks[fight.attacker, WON if event.winner == ATTACKER else LOST] += 1
        for role, one in found.items():
            for card in CARDS:
                one.observe(PLAYS.key, card, plays[role, card])
            for how in (WON, LOST):
                one.observe(ATTACKS.key, how, attacks[role, how])
    return {role: one.sums() for role, one in found.items()}
