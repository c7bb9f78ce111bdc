"""How somebody plays Goryō: what statistics of players sum of one game, by role.

All of it speaks of discovered rounds of games that are over.
"""

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import Labels, LazyLabels, gettext_noop
from games.core.metrics import DistributionMetric, Facts, Habit, RateMetric
from games.core.replay import Replay
from games.goryo.facts import discovered_rounds, marks
from games.goryo.metrics import SPACES
from games.goryo.rules.board import house_board
from games.goryo.rules.events import Plan, Search, Sniff
from games.goryo.terms import type_name

GORYO, SAMURAI = "goryo", "samurai"
WAYS = {GORYO: ("route", "target"), SAMURAI: ("asked_yes", "asked_no", "standing")}


def _title(name: str) -> str:
    return type_name(name).capitalize()


OBJECTS = LazyLabels({name: partial(_title, name) for name in house_board().types})

FIRST = RateMetric(
    key="first-object",
    title=gettext_noop("First object"),
    definition=gettext_noop(
        "The type of the target of the first discovered plan: games in which it was this "
        "one, divided by the games with at least one discovered round."
    ),
    unit=gettext_noop("games"),
    group_title=gettext_noop("Type"),
    groups=OBJECTS,
    won=gettext_noop("First"),
)
OBJECT = RateMetric(
    key="objects",
    title=gettext_noop("Objects"),
    definition=gettext_noop(
        "Games in which a discovered plan had a target of this type at least once, divided "
        "by the games with at least one discovered round."
    ),
    unit=gettext_noop("games"),
    group_title=gettext_noop("Type"),
    groups=OBJECTS,
    won=gettext_noop("Targeted"),
)
QUESTIONS = DistributionMetric(
    key="questions",
    title=gettext_noop("Questions a round"),
    definition=gettext_noop("Searches and sniffs in each discovered round."),
    unit=gettext_noop("rounds"),
    group_title=gettext_noop("Question"),
    groups=Labels({"searches": gettext_noop("Searches"), "sniffs": gettext_noop("Sniffs")}),
    value=gettext_noop("questions a round"),
)
HABITS = (
    Habit(FIRST, (GORYO,)),
    Habit(OBJECT, (GORYO,)),
    Habit(SPACES, (GORYO,), WAYS[GORYO]),
    Habit(QUESTIONS, (SAMURAI,)),
    Habit(SPACES, (SAMURAI,), WAYS[SAMURAI]),
)


def seat_facts(replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """The sums of a game's habits, by role; nothing of a game without a discovered round."""
    rounds = list(discovered_rounds(replay)) if replay.is_over else []
    if not rounds:
        return {}
    board = replay.record.setup.board
    found = {role: Facts() for role in WAYS}
    counts: dict[str, Counter[str]] = {
        layer: Counter() for layers in WAYS.values() for layer in layers
    }
    targets = list[str]()
    for steps in rounds:
        asked = Counter[type]()
        for step in steps:
            event = step.entry.event
            asked[type(event)] += 1
            if isinstance(event, Plan):
                targets.append(board.data["spaces"][event.target]["object"])
            for layer, space in marks(step):
                if layer in counts:
                    counts[layer][space] += 1
        found[SAMURAI].observe(QUESTIONS.key, "searches", asked[Search])
        found[SAMURAI].observe(QUESTIONS.key, "sniffs", asked[Sniff])
    for name in (name for name in OBJECTS if name in board.types):
        found[GORYO].trial(FIRST.key, name, won=targets[0] == name)
        found[GORYO].trial(OBJECT.key, name, won=name in targets)
    for role, layers in WAYS.items():
        found[role].visits(SPACES.key, len(rounds), {layer: counts[layer] for layer in layers})
    return {role: one.sums() for role, one in found.items()}
