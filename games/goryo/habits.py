"""How a player plays Goryō: the facts of one game, by role, that player statistics sum.

All of them cover the discovered rounds of finished games.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.core.language import Labels, LazyLabels
from games.core.language import gettext_noop as _
from games.core.metrics import DistributionMetric, Facts, Habit, RateMetric
from games.core.replay import Replay
from games.goryo.facts import count_by_layer, discovered_rounds
from games.goryo.metrics.spaces import SPACES
from games.goryo.rules.board import default_board
from games.goryo.rules.events import Plan, Search, Sniff
from games.goryo.terms import type_name

GORYO, SAMURAI = "goryo", "samurai"
LAYERS = {GORYO: ("route", "target"), SAMURAI: ("asked_yes", "asked_no", "standing")}


def _title(name: str) -> str:
    return type_name(name).capitalize()


OBJECTS = LazyLabels({name: partial(_title, name) for name in default_board().types})


def _target_rate(key: str, title: str, definition: str, won: str) -> RateMetric:
    return RateMetric(
        key=key,
        title=title,
        definition=definition,
        unit=_("games"),
        group_title=_("Type"),
        groups=OBJECTS,
        won=won,
    )


FIRST = _target_rate(
    "first-object",
    _("First object"),
    _(
        "Games in which the target of the first discovered plan had this type, divided by the "
        "number of games with at least one discovered round."
    ),
    _("First"),
)
OBJECT = _target_rate(
    "objects",
    _("Objects"),
    _(
        "Games in which a discovered plan had a target of this type at least once, divided by "
        "the number of games with at least one discovered round."
    ),
    _("Targeted"),
)
QUESTIONS = DistributionMetric(
    key="questions",
    title=_("Questions per round"),
    definition=_("Searches and sniffs in each discovered round."),
    unit=_("rounds"),
    group_title=_("Question"),
    groups=Labels({"searches": _("Searches"), "sniffs": _("Sniffs")}),
    value=_("questions per round"),
)
HABITS = (
    Habit(FIRST, (GORYO,)),
    Habit(OBJECT, (GORYO,)),
    Habit(SPACES, (GORYO,), LAYERS[GORYO]),
    Habit(QUESTIONS, (SAMURAI,)),
    Habit(SPACES, (SAMURAI,), LAYERS[SAMURAI]),
)


def seat_facts(replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """Return the sums of a game's habits by role; nothing for a sheet, or if no round was
    discovered.
    """
    is_counted = replay.is_over and replay.is_exact
    rounds = replay.derive(discovered_rounds) if is_counted else []
    if not rounds:
        return {}
    board = replay.record.setup.board
    facts = {role: Facts() for role in LAYERS}
    targets = list[str]()
    for steps in rounds:
        events = [type(step.entry.event) for step in steps]
        plans = [step.entry.event for step in steps if type(step.entry.event) is Plan]
        targets += [board.data["spaces"][plan.target]["object"] for plan in plans]
        facts[SAMURAI].observe(QUESTIONS.key, "searches", events.count(Search))
        facts[SAMURAI].observe(QUESTIONS.key, "sniffs", events.count(Sniff))
    for name in (name for name in OBJECTS if name in board.types):
        facts[GORYO].trial(FIRST.key, name, won=targets[0] == name)
        facts[GORYO].trial(OBJECT.key, name, won=name in targets)
    counts = replay.derive(count_by_layer)
    for role, layers in LAYERS.items():
        own = {layer: counts[layer] for layer in layers}
        facts[role].visits(SPACES.key, len(rounds), own)
    return {role: collected.sums() for role, collected in facts.items()}
