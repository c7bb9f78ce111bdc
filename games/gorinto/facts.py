"""The facts of a game of Gorinto that statistics sum, from the plain steps of a replay.

The metrics are declared in `metrics` and explained in `docs/data-dictionary.md`. States are plain
data as on the log-format page.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.metrics import Facts, Visits
from games.core.pace import count_pace
from games.core.replay import Replay, Step
from games.gorinto.codec import plain_state
from games.gorinto.groups import HEIGHTS, pair
from games.gorinto.rules.editions import KITSUNE_SIDE, PARTNERSHIP, SOLO
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import Setup

FACTS_VERSION = 6
"""Raise it when the same log gives other facts. Older facts are then recounted."""

BY_RULE = frozenset({"wisdom", "fewest_tiles", "shared", "solo_tie"})
Plain = Mapping[str, Any]


class Turn(NamedTuple):
    """A player's turn: the tile placed and its cell, the Understanding, the tiles gathered (cell,
    element), and the tiles on the player's mat afterwards.
    """

    player: str
    element: str
    cell: str
    understanding: int
    gathered: tuple[tuple[str, str], ...]
    tiles: int


class Table(NamedTuple):
    """The group of the table (`3p`), the side of each player, and the set-up."""

    group: str
    side: Mapping[str, str]
    setup: Setup


def facts(replay: Replay) -> dict[str, Any]:
    """Return the facts of a game: the sums of its metrics."""
    setup: Setup = replay.record.setup
    turns, scorings, kitsune = list[Turn](), dict[int, Plain](), Counter[str]()
    state = plain_state(replay.initial)
    for step in replay.steps:
        before, state = state, plain_state(step.state)
        if step.entry.plain["type"] == "place":
            turns.append(_turn(before, step.entry.plain, state))
        elif step.entry.plain["type"] == "coin":
            kitsune.update(_taken(before, state))
        if state["scoring"] is not None:
            scorings.setdefault(state["scoring"]["season"], state["scoring"])
    table = _table(setup)
    facts = Facts()
    facts.visits("spaces", *_visits(turns, kitsune))
    if replay.is_over:
        count_pace(facts, replay.steps, lambda step: table.group if _is_turn(step) else None)
    if state["winners"]:
        winners = {table.side.get(role, role) for role in state["winners"]}
        _wins(facts, table, winners)
        if state["reason"] in BY_RULE:
            _wisdom(facts, table, state)
            _goals(facts, table, state, list(scorings.values()))
            _players(facts, table, state, turns, winners)
    return facts.sums()


def _is_turn(step: Step) -> bool:
    return bool(step.entry.plain["type"] == "place")


def visits(replay: Replay) -> Visits:
    """Return the counts by space of a game, as `facts` has them."""
    turns, kitsune = list[Turn](), Counter[str]()
    for step in replay.steps:
        if step.entry.plain["type"] == "place":
            state = plain_state(step.state)
            turns.append(_turn(plain_state(step.before), step.entry.plain, state))
        elif step.entry.plain["type"] == "coin":
            kitsune.update(_taken(plain_state(step.before), plain_state(step.state)))
    return _visits(turns, kitsune)


def _table(setup: Setup) -> Table:
    ruleset = setup.ruleset
    side = {
        role: ruleset.sides[number]
        for role, number in zip(ruleset.roles, ruleset.side_of, strict=True)
    }
    if ruleset.partners:
        return Table(PARTNERSHIP, side, setup)
    return Table(SOLO if ruleset.has_kitsune else f"{ruleset.players}p", side, setup)


def _turn(before: Plain, event: Plain, state: Plain) -> Turn:
    player, cell, element = event["player"], event["to"], before["path"][event["from"]]
    stack = before["mountain"][cell]
    gathered = tuple(
        (cell, stack[entry - 1])
        if isinstance(entry, int)
        else (entry, before["mountain"][entry][-1])
        for entry in event.get("take", ())
    )
    understanding = 1 + before["mats"][player][element]
    tiles = sum(state["mats"][player].values())
    return Turn(player, element, cell, understanding, gathered, tiles)


def _taken(before: Plain, state: Plain) -> dict[str, int]:
    """Return the number of tiles that the Kitsune's turn took from each cell."""
    after = state["mountain"]
    return {cell: len(stack) - len(after[cell]) for cell, stack in before["mountain"].items()}


def _visits(turns: list[Turn], kitsune: Counter[str]) -> Visits:
    layers: dict[str, Counter[str]] = {"placed": Counter(), "gathered": Counter()}
    for turn in turns:
        layers["placed"][turn.cell] += 1
        layers.setdefault(f"placed-{turn.element}", Counter())[turn.cell] += 1
        for cell, element in turn.gathered:
            layers["gathered"][cell] += 1
            layers.setdefault(f"gathered-{element}", Counter())[cell] += 1
    return Visits(len(turns), {**layers, "kitsune": kitsune})


def _wins(facts: Facts, table: Table, winners: set[str]) -> None:
    """Add the winners by seat, start player and position in Spring's turn order."""
    ruleset = table.setup.ruleset
    if ruleset.difficulty is not None:
        facts.trial("wins-solo", ruleset.difficulty, won=KITSUNE_SIDE not in winners)
        return
    shared = len(winners) > 1
    for side in ruleset.sides:
        facts.trial("wins-seat", f"{table.group}.{side}", won=side in winners, aside=shared)
    sides = list(dict.fromkeys(table.side[ruleset.roles[number]] for number in table.setup.order))
    for position, side in enumerate(sides, 1):
        won = side in winners
        facts.trial("wins-order", f"{table.group}.turn{position}", won=won, aside=shared)
    start, others = sides[0] in winners, bool(winners - {sides[0]})
    facts.trial("wins-start", f"{table.group}.start", won=start, aside=shared)
    facts.trial("wins-start", f"{table.group}.other", won=others, aside=shared)


def _wisdom(facts: Facts, table: Table, state: Plain) -> None:
    """Add the final Wisdom of the sides by goal pair, in solo the margin, and Key Elements."""
    setup, wisdom = table.setup, state["wisdom"]
    ruleset = setup.ruleset
    group = PARTNERSHIP if ruleset.partners else pair(setup.goals)
    for side in dict.fromkeys(table.side.values()):
        facts.observe("wisdom", group, wisdom[side])
    if ruleset.difficulty is not None:
        margin = wisdom[ruleset.roles[0]] - wisdom[KITSUNE_SIDE]
        facts.observe("margin-solo", ruleset.difficulty, margin)
    for player in table.side:
        for key in (ELEMENTS[number] for number in setup.keys):
            facts.observe("key-wisdom", key, ruleset.key_points * state["mats"][player][key])


def _goals(facts: Facts, table: Table, state: Plain, scorings: list[Plain]) -> None:
    """Add the points of each goal in all Seasons, and the mats of its top scorers."""
    totals: dict[str, Counter[str]] = {}
    for scoring in scorings:
        for player, by_goal in scoring["goals"].items():
            for goal, points in by_goal.items():
                totals.setdefault(goal, Counter())[player] += points
    for goal, by_player in totals.items():
        top = max(by_player.values())
        for player, points in by_player.items():
            facts.observe("goal-wisdom", goal, points)
            if points == top > 0 and table.group != SOLO:
                _mat(facts, goal, state["mats"][player])
    for player in table.side if table.group != SOLO else ():
        _mat(facts, "all", state["mats"][player])


def _mat(facts: Facts, group: str, mat: Plain) -> None:
    for height, tiles in zip(HEIGHTS, sorted(mat.values(), reverse=True), strict=True):
        facts.point("goal-shape", group, height, tiles)
    for element in ELEMENTS:
        facts.point("goal-elements", group, element, mat[element])


def _players(
    facts: Facts, table: Table, state: Plain, turns: list[Turn], winners: set[str]
) -> None:
    """Add the final elements and the turns of winners and others."""
    for player, side in table.side.items():
        group = f"{table.group}.{'winners' if side in winners else 'others'}"
        for element in ELEMENTS:
            facts.point("elements", group, element, state["mats"][player][element])
        for number, turn in enumerate((turn for turn in turns if turn.player == player), 1):
            facts.point("understanding", group, f"t{number}", turn.understanding)
            facts.point("mat", group, f"t{number}", turn.tiles)
