"""What statistics sum of a game of Gorinto: plain facts, from the plain steps of a replay.

The metrics are declared in `metrics`; `docs/data-dictionary.md` says the same in the words of the
pages. States are plain data, as the log-format page has them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from games.core.metrics import Facts
from games.core.replay import Replay
from games.gorinto.codec import plain_state
from games.gorinto.groups import HEIGHTS, pair
from games.gorinto.rules.editions import KITSUNE_SIDE, PARTNERSHIP, SOLO
from games.gorinto.rules.elements import ELEMENTS
from games.gorinto.rules.state import Setup

FACTS_VERSION = 5
"""Moves when the same log would give other facts; what was counted before is then counted anew."""

BY_RULE = frozenset({"wisdom", "fewest_tiles", "shared", "solo_tie"})
Plain = Mapping[str, Any]


class Turn(NamedTuple):
    """A player's turn: what was placed where, with which Understanding, what was gathered (cell,
    element), and how many tiles lay on the player's mat afterwards.
    """

    player: str
    element: str
    cell: str
    understanding: int
    gathered: tuple[tuple[str, str], ...]
    tiles: int


class Table(NamedTuple):
    """Who sits there: the table's word, the side that each player belongs to, the set-up."""

    word: str
    side: Mapping[str, str]
    setup: Setup


def facts(replay: Replay) -> dict[str, Any]:
    """The facts of a game: the sums of its metrics."""
    setup: Setup = replay.record.setup
    turns, scorings, taken = list[Turn](), dict[int, Plain](), Counter[str]()
    state = plain_state(replay.initial)
    for step in replay.steps:
        before, state = state, plain_state(step.state)
        if step.entry.plain["type"] == "place":
            turns.append(_turn(before, step.entry.plain, state))
        elif step.entry.plain["type"] == "coin":
            taken.update(_taken(before, state))
        if state["scoring"] is not None:
            scorings.setdefault(state["scoring"]["season"], state["scoring"])
    table = _table(setup)
    found = Facts()
    found.visits("spaces", len(turns), {**_visits(turns), "kitsune": taken})
    if state["winners"]:
        winners = {table.side.get(role, role) for role in state["winners"]}
        _wins(found, table, winners)
        if state["reason"] in BY_RULE:
            _wisdom(found, table, state)
            _goals(found, table, state, list(scorings.values()))
            _players(found, table, state, turns, winners)
    return found.sums()


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
        (cell, stack[taken - 1])
        if isinstance(taken, int)
        else (taken, before["mountain"][taken][-1])
        for taken in event.get("take", ())
    )
    understanding = 1 + before["mats"][player][element]
    tiles = sum(state["mats"][player].values())
    return Turn(player, element, cell, understanding, gathered, tiles)


def _taken(before: Plain, state: Plain) -> dict[str, int]:
    """How many tiles the Kitsune's turn took from each cell."""
    now = state["mountain"]
    return {cell: len(stack) - len(now[cell]) for cell, stack in before["mountain"].items()}


def _visits(turns: list[Turn]) -> dict[str, Counter[str]]:
    layers: dict[str, Counter[str]] = {"placed": Counter(), "gathered": Counter()}
    for turn in turns:
        layers["placed"][turn.cell] += 1
        layers.setdefault(f"placed-{turn.element}", Counter())[turn.cell] += 1
        for cell, element in turn.gathered:
            layers["gathered"][cell] += 1
            layers.setdefault(f"gathered-{element}", Counter())[cell] += 1
    return layers


def _wins(facts: Facts, table: Table, winners: set[str]) -> None:
    """Who won, by seat, start and place in Spring's turn order."""
    ruleset = table.setup.ruleset
    if ruleset.difficulty is not None:
        facts.trial("wins-solo", ruleset.difficulty, won=KITSUNE_SIDE not in winners)
        return
    shared = len(winners) > 1
    for side in ruleset.sides:
        facts.trial("wins-seat", f"{table.word}.{side}", won=side in winners, aside=shared)
    sides = list(dict.fromkeys(table.side[ruleset.roles[number]] for number in table.setup.order))
    for place, side in enumerate(sides, 1):
        won = side in winners
        facts.trial("wins-order", f"{table.word}.turn{place}", won=won, aside=shared)
    start, others = sides[0] in winners, bool(winners - {sides[0]})
    facts.trial("wins-start", f"{table.word}.start", won=start, aside=shared)
    facts.trial("wins-start", f"{table.word}.other", won=others, aside=shared)


def _wisdom(facts: Facts, table: Table, state: Plain) -> None:
    """Wisdom of the sides at the end, by goal pair; in solo also how far ahead."""
    setup, wisdom = table.setup, state["wisdom"]
    ruleset = setup.ruleset
    group = PARTNERSHIP if ruleset.partners else pair(setup.goals)
    for side in dict.fromkeys(table.side.values()):
        facts.observe("wisdom", group, wisdom[side])
    if ruleset.difficulty is not None:
        ahead = wisdom[ruleset.roles[0]] - wisdom[KITSUNE_SIDE]
        facts.observe("margin-solo", ruleset.difficulty, ahead)
    for player in table.side:
        for key in (ELEMENTS[number] for number in setup.keys):
            facts.observe("key-wisdom", key, ruleset.key_points * state["mats"][player][key])


def _goals(facts: Facts, table: Table, state: Plain, scorings: list[Plain]) -> None:
    """What each goal gave over all Seasons, and the mats of those to whom it gave most."""
    totals: dict[str, Counter[str]] = {}
    for scoring in scorings:
        for player, by_goal in scoring["goals"].items():
            for goal, points in by_goal.items():
                totals.setdefault(goal, Counter())[player] += points
    for goal, by_player in totals.items():
        most = max(by_player.values())
        for player, points in by_player.items():
            facts.observe("goal-wisdom", goal, points)
            if points == most > 0 and table.word != SOLO:
                _mat(facts, goal, state["mats"][player])
    for player in table.side if table.word != SOLO else ():
        _mat(facts, "all", state["mats"][player])


def _mat(facts: Facts, group: str, mat: Plain) -> None:
    for height, tiles in zip(HEIGHTS, sorted(mat.values(), reverse=True), strict=True):
        facts.point("goal-shape", group, height, tiles)
    for element in ELEMENTS:
        facts.point("goal-elements", group, element, mat[element])


def _players(
    facts: Facts, table: Table, state: Plain, turns: list[Turn], winners: set[str]
) -> None:
    """Winners and others: their elements at the end, their way there."""
    for player, side in table.side.items():
        group = f"{table.word}.{'winners' if side in winners else 'others'}"
        for element in ELEMENTS:
            facts.point("elements", group, element, state["mats"][player][element])
        for number, turn in _numbered(turns, player):
            facts.point("understanding", group, f"t{number}", turn.understanding)
            facts.point("mat", group, f"t{number}", turn.tiles)


def _numbered(turns: list[Turn], player: str) -> Iterator[tuple[int, Turn]]:
    return enumerate((turn for turn in turns if turn.player == player), 1)
