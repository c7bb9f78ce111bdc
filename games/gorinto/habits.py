"""The results and habits of players in a game of Gorinto, for the statistics of players."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from games.core.contract import Side
from games.core.language import Labels, LazyLabels, pgettext, sentences
from games.core.language import gettext_noop as _
from games.core.metrics import DistributionMetric, Facts, Habit, SpacesMetric
from games.core.replay import Replay
from games.gorinto.codec import plain_state
from games.gorinto.facts import BY_RULE
from games.gorinto.metrics import METRICS, TO_THE_END
from games.gorinto.rules.editions import ROLES, RULESETS
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import Setup
from games.gorinto.terms import ELEMENT_TITLE

POSITIONS = LazyLabels(
    {
        "turn1": lambda: pgettext("place", "First"),
        "turn2": lambda: pgettext("place", "Second"),
        "turn3": lambda: pgettext("place", "Third"),
        "turn4": lambda: pgettext("place", "Fourth"),
    }
)
"""Positions in Spring's turn order."""
LAYERS = ("placed", "gathered")
SPACES = next(metric for metric in METRICS if isinstance(metric, SpacesMetric))

MAT = DistributionMetric(
    key="mat-elements",
    title=_("Elements"),
    definition=sentences(_("Tiles of each element on the player's mat at the end."), TO_THE_END),
    unit=_("games"),
    group_title=_("Element"),
    groups=ELEMENT_TITLE,
    value=_("tiles"),
)
WISDOM = DistributionMetric(
    key="own-wisdom",
    title=_("Final Wisdom"),
    definition=sentences(_("Final Wisdom of the player, in partnership of the team."), TO_THE_END),
    unit=_("games"),
    group_title=_("Wisdom"),
    groups=Labels({"wisdom": _("Wisdom")}),
    value=_("Wisdom"),
)
HABITS = (Habit(MAT, ROLES), Habit(WISDOM, ROLES), Habit(SPACES, ROLES, LAYERS))


def partners_in(mode: str) -> tuple[tuple[str, ...], ...]:
    """Return the teams of a mode, none in modes without partners."""
    ruleset = RULESETS[mode]
    return tuple(tuple(side.split("+")) for side in ruleset.sides) if ruleset.partners else ()


def ranking(replay: Replay) -> tuple[Side, ...]:
    """Return the sides with their ranks: winners first, then by Wisdom, then by fewer tiles.

    Return nothing for solo games and games without a winner.
    """
    setup: Setup = replay.record.setup
    ruleset, winners = setup.ruleset, set(replay.outcome.winners)
    if not winners or ruleset.has_kitsune:
        return ()
    state = plain_state(replay.final)
    members: dict[str, list[str]] = defaultdict(list)
    for number in setup.order:
        members[ruleset.sides[ruleset.side_of[number]]].append(ruleset.roles[number])

    def sort_key(side: str) -> tuple[bool, int, int]:
        roles = members[side]
        tiles = sum(sum(state["mats"][role].values()) for role in roles)
        return winners.isdisjoint(roles), -state["wisdom"][side], tiles

    keys = {side: sort_key(side) for side in members}
    won = {side for side in keys if not keys[side][0]}
    return tuple(
        Side(
            tuple(sorted(roles)),
            f"turn{position}",
            1 if side in won else 1 + sum(key < keys[side] for key in keys.values()),
            state["wisdom"][side],
        )
        for position, (side, roles) in enumerate(members.items(), 1)
    )


def seat_facts(replay: Replay) -> Mapping[str, Mapping[str, Any]]:
    """Return the sums of a game's habits by role."""
    setup: Setup = replay.record.setup
    ruleset = setup.ruleset
    facts = {role: Facts() for role in ruleset.roles}
    placed: dict[str, Counter[str]] = {role: Counter() for role in ruleset.roles}
    gathered: dict[str, Counter[str]] = {role: Counter() for role in ruleset.roles}
    for step in replay.steps:
        event = step.entry.plain
        if event["type"] == "place":
            role, cell = event["player"], event["to"]
            placed[role][cell] += 1
            for entry in event.get("take", ()):
                gathered[role][cell if isinstance(entry, int) else entry] += 1
    for role in ruleset.roles:
        layers = {"placed": placed[role], "gathered": gathered[role]}
        facts[role].visits(SPACES.key, placed[role].total(), layers)
    if replay.outcome.winners and replay.outcome.reason in BY_RULE:
        state = plain_state(replay.final)
        for number, role in enumerate(ruleset.roles):
            for element in ELEMENTS:
                facts[role].observe(MAT.key, element, state["mats"][role][element])
            side = ruleset.sides[ruleset.side_of[number]]
            facts[role].observe(WISDOM.key, "wisdom", state["wisdom"][side])
    return {role: facts[role].sums() for role in ruleset.roles}
