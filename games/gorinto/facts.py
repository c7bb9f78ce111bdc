"""The facts of a game of Gorinto that statistics sum, from the steps of a replay.

The metrics are declared in `metrics` and explained in `docs/data-dictionary.md`. The last state is
plain data as on the log-format page; of the others only the numbers of a turn are read.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from games.core.metrics import Facts, Visits
from games.core.pace import count_pace
from games.core.replay import Replay, Step
from games.gorinto.codec import plain_scoring, plain_state
from games.gorinto.groups import HEIGHTS, SEASONS, pair
from games.gorinto.metrics import PLACED, PLACEMENTS
from games.gorinto.rules.editions import KITSUNE_SIDE, PARTNERSHIP, ROLES, SOLO
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.mountain import CELL_NUMBER, CELLS, SPACE_NUMBER
from games.gorinto.rules.state import Setup, State

FACTS_VERSION = 7
"""Raise it when the same log gives other facts. Older facts are then recounted."""

BY_RULE = frozenset({"wisdom", "fewest_tiles", "shared", "solo_tie"})
Plain = Mapping[str, Any]


class Turn(NamedTuple):
    """A player's turn: the Season from 1, the tile placed and its cell, the Understanding, the
    tiles gathered (cell, element), and the tiles on the player's mat afterwards.
    """

    season: int
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
    turns, kitsune = _turns(replay)
    state, table = plain_state(replay.final), _table(setup)
    facts = Facts()
    facts.visits("spaces", *_visits(turns, kitsune))
    if replay.is_over:
        count_pace(facts, replay.steps, lambda step: table.group if _is_turn(step) else None)
    if state["winners"]:
        winners = {table.side.get(role, role) for role in state["winners"]}
        _wins(facts, table, winners)
        _placements(facts, table, turns, winners)
        if state["reason"] in BY_RULE:
            _wisdom(facts, table, state)
            _goals(facts, table, state, _scorings(replay))
            _players(facts, table, state, turns, winners)
    return facts.sums()


def _is_turn(step: Step) -> bool:
    return bool(step.entry.plain["type"] == "place")


def visits(replay: Replay) -> Visits:
    """Return the counts by space of a game, as `facts` has them."""
    return _visits(*_turns(replay))


def _turns(replay: Replay) -> tuple[list[Turn], Counter[str]]:
    """Return the turns of a game, and the number of tiles that the Kitsune took from each cell."""
    turns, kitsune = list[Turn](), Counter[str]()
    for step in replay.steps:
        event = step.entry.plain
        if event["type"] == "place":
            turns.append(_turn(step.before, event, step.state))
        elif event["type"] == "coin":
            kitsune.update(_taken(step.before, step.state))
    return turns, kitsune


def _scorings(replay: Replay) -> list[Plain]:
    """Return the first scoring of each Season."""
    scorings: dict[int, Plain] = {}
    for step in replay.steps:
        scoring = step.state.scoring
        if scoring is not None and scoring.season not in scorings:
            scorings[scoring.season] = plain_scoring(step.state, scoring)
    return list(scorings.values())


def _table(setup: Setup) -> Table:
    ruleset = setup.ruleset
    side = {
        role: ruleset.sides[number]
        for role, number in zip(ruleset.roles, ruleset.side_of, strict=True)
    }
    if ruleset.partners:
        return Table(PARTNERSHIP, side, setup)
    return Table(SOLO if ruleset.has_kitsune else f"{ruleset.players}p", side, setup)


def _turn(before: State, event: Plain, after: State) -> Turn:
    player, cell = event["player"], event["to"]
    number, mountain = ROLES.index(player), before.mountain
    element = before.path[SPACE_NUMBER[event["from"]]]
    gathered = tuple(
        [
            (cell, ELEMENTS[mountain[CELL_NUMBER[cell]][entry - 1]])
            if isinstance(entry, int)
            else (entry, ELEMENTS[mountain[CELL_NUMBER[entry]][-1]])
            for entry in event.get("take", ())
        ]
    )
    understanding = 1 + before.mats[number][element]
    tiles = sum(after.mats[number])
    return Turn(before.season, player, ELEMENTS[element], cell, understanding, gathered, tiles)


def _taken(before: State, after: State) -> dict[str, int]:
    """Return the number of tiles that the Kitsune's turn took from each cell."""
    stacks = zip(CELLS, before.mountain, after.mountain, strict=True)
    return {cell: len(stack) - len(left) for cell, stack, left in stacks}


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


def _placements(facts: Facts, table: Table, turns: list[Turn], winners: set[str]) -> None:
    """Add the cells of the first placements of each Season, and whether who placed there won."""
    for number, season in enumerate(SEASONS, 1):
        placed = [turn for turn in turns if turn.season == number][:PLACED]
        steps = [(turn.cell, (table.side[turn.player] in winners,)) for turn in placed]
        if steps:
            facts.steps(PLACEMENTS.key, f"{table.group}.{season}", steps)


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
