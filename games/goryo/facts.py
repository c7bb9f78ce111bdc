"""What statistics sums of a game of Goryō: plain facts, from the steps of a replay.

What speaks of plans and chases speaks of *discovered* rounds: a plan that resignation, break-off or
the end of the log cut short was never laid open, so neither it nor the questions asked about it
count. `docs/data-dictionary.md` says the same in the words of the pages.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from games.core.metrics import Facts
from games.core.replay import Replay, Step
from games.goryo.assessment import assess
from games.goryo.assessment.assess import Assessed
from games.goryo.assessment.worth import DiscoveryWorth, QuestionWorth
from games.goryo.metrics import LAYERS, SPACES, WAYS
from games.goryo.metrics.play import TENTHS
from games.goryo.metrics.wins import NEVER, POWERS, band
from games.goryo.rules.board import bits
from games.goryo.rules.effects import MistakesFound, PowerSpent, SpiritsFlipped
from games.goryo.rules.events import Discover, Draw, Haunt, Move, Plan, Search, Sniff
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import plan_faults
from games.goryo.rules.state import PLAN, State

FACTS_VERSION = 6
"""Moves when the same log would give other facts; what was counted before is then counted anew."""
STOPPED = frozenset({"resign", "abandon"})
_EXORCISED = "exorcism"
_POWER = {"sprint": "sprint", "false_trail": "trail"}
_PLAIN = re.compile(r"[a-z]+( [a-z]+)*")
OTHER_TYPE = "another type"


def facts(replay: Replay) -> dict[str, Any]:
    """The facts of a game: the sums of its metrics.

    By space: `route` has move cubes as placed, also of faulty plans, the one on the pawn's space
    included; `asked_yes` and `asked_no` searches and sniffs by the answer given, right or wrong. A
    log that stops before its game does adds nothing: it may be sent again and again, each time a
    little longer.
    """
    found = Facts()
    if replay.is_over:
        rounds = list(discovered_rounds(replay))
        _spaces(found, rounds)
        _draws(found, replay)
        _chases(found, replay)
        if replay.outcome.winner is not None:
            won = replay.outcome.winner == "goryo"
            _wins(found, replay, len(rounds), won=won)
            if replay.outcome.reason not in STOPPED:
                _length(found, replay, len(rounds))
        _ways(found, replay, rounds)
    return found.sums()


Round = list[Step]
"""The steps of a discovered round, from its plan to its discovery."""


def discovered_rounds(replay: Replay) -> Iterable[Round]:
    """The discovered rounds of a game, in order."""
    pending: Round = []
    for step in replay.steps:
        if isinstance(step.entry.event, Plan):
            pending = []
        pending.append(step)
        if isinstance(step.entry.event, Discover):
            yield pending
            pending = []


def _spaces(found: Facts, rounds: list[Round]) -> None:
    counts: dict[str, Counter[str]] = {layer: Counter() for layer in LAYERS}
    for steps in rounds:
        for step in steps:
            for layer, space in marks(step):
                counts[layer][space] += 1
    found.visits(SPACES.key, len(rounds), counts)


def marks(step: Step) -> Iterable[tuple[str, str]]:
    """What one event adds to the round it stands in: (layer, space) pairs."""
    event, setup = step.entry.event, step.before.setup
    names = setup.board.names
    match event:
        case Plan(route=route, target=target):
            pawn = step.before.table.pawn
            start = [] if pawn is None else [("start", names[pawn])]
            return [*start, *(("route", space) for space in route), ("target", target)]
        case Search(samurai=colour, answer=answer):
            own = step.before.chase.samurai[setup.ruleset.colours.index(colour)]
            return [("asked_yes" if answer else "asked_no", names[own])]
        case Sniff(space=space, answer=answer):
            return [("asked_yes" if answer else "asked_no", space)]
        case Discover():
            target = step.state.table.revealed.plan.target
            flips = [e.spirits for e in step.effects if isinstance(e, SpiritsFlipped)
                     and e.rule == "6.4"]  # fmt: skip
            flipped = [("spirits", target)] * sum(flips)
            return [*(("standing", names[i]) for i in step.before.chase.samurai), *flipped]
    return ()


def _wins(found: Facts, replay: Replay, rounds: int, *, won: bool) -> None:
    found.trial("wins-rounds", f"d{rounds}", won=won)
    mistakes, spent = 0, dict[str, int]()
    for step in replay.steps:
        before: State = step.before
        if isinstance(step.entry.event, Haunt):
            found.trial("wins-first", type_group(step.entry.event.object), won=won)
        if step.state.table.phase is PLAN and before.table.phase is not PLAN:
            _reached(found, step.state, won=won)
        for effect in step.effects:
            if isinstance(effect, MistakesFound):
                mistakes += effect.in_plan + effect.in_answers
            elif isinstance(effect, PowerSpent):
                spent[_POWER[effect.power]] = before.table.round
    found.trial("wins-mistakes", f"m{min(mistakes, 3)}", won=won)
    for power in POWERS:
        when = f"r{spent[power]}" if power in spent else NEVER
        found.trial("wins-powers", f"{power}.{when}", won=won)


def _reached(found: Facts, state: State, *, won: bool) -> None:
    """A round begins: where the game stands."""
    table, root = state.table, f"r{state.table.round}"
    found.trial("wins-spirits", f"{root}.s{table.spirits}", won=won)
    found.trial("wins-gong", f"{root}.{band(table.gong)}", won=won)
    left = len(state.setup.board.types) - table.lit_types.bit_count()
    found.trial("wins-bound", f"{root}.b{left}", won=won)


def type_group(name: str) -> str:
    """The group of an object's type: its name, where that is plain words; a board may call its
    types anything.

    >>> type_group("vase"), type_group("a__b")
    ('vase', 'another type')
    """
    return name if _PLAIN.fullmatch(name) else OTHER_TYPE


def _length(found: Facts, replay: Replay, rounds: int) -> None:
    winner = replay.outcome.winner or ""
    acts = (Move, Search, Sniff)
    actions = sum(isinstance(step.entry.event, acts) for step in replay.steps)
    found.observe("length", winner, rounds)
    found.observe("actions", winner, actions)


def _draws(found: Facts, replay: Replay) -> None:
    """Each draw beside the tokens then in the bag, where it is known which those are."""
    for step in replay.steps:
        event, before = step.entry.event, step.before
        if not isinstance(event, Draw) or not before.secret.recorded:
            continue
        board, tokens = before.setup.board, bag(before)
        n = tokens.bit_count()
        intact = tokens & ~before.table.lit_types
        turned = bool(intact >> board.type_index[event.object] & 1)
        found.chance("luck", "turned", intact.bit_count() / n, happened=turned)
        left = (board.all_types & ~before.table.lit_types).bit_count()
        ends = intact.bit_count() / n if left == 2 else 0.0
        if ends:
            ended = step.state.table.reason == _EXORCISED
            found.chance("luck", "ended", ends, happened=ended)
        for number in bits(tokens):
            name = board.types[number]
            found.chance("bag", type_group(name), 1 / n, happened=name == event.object)


def _chases(found: Facts, replay: Replay) -> None:
    """What was asked in discovered chases, and what could be known by it."""
    asked, at = defaultdict[int, list[QuestionWorth]](list), 0
    for step, told in zip(replay.steps, assess(replay, "public").steps, strict=True):
        at = step.before.table.round
        if isinstance(told.worth, QuestionWorth):
            asked[at].append(told.worth)
        elif isinstance(told.worth, DiscoveryWorth):
            _chase(found, f"r{at}", asked[at], told)


def _chase(found: Facts, root: str, asked: list[QuestionWorth], told: Assessed) -> None:
    found.observe("questions", root, len(asked))
    gained = [one.bits for one in asked]
    for one in asked:
        if one.bits is not None:
            found.observe("bits", "yes" if one.answer else "no", round(TENTHS * one.bits))
    if None not in gained:
        found.observe("bits-chase", root, round(TENTHS * sum(bit or 0.0 for bit in gained)))
    end = told.worth
    if not isinstance(end, DiscoveryWorth) or not end.fits or end.bits is None:
        return
    found.observe("stealth", root, round(TENTHS * end.bits))
    if end.catch_chance is not None:
        found.chance("luck", "caught", end.catch_chance, happened=end.caught > 0)
    for one in asked:
        yes = one.chance if one.answer else 1 - one.chance
        found.chance("luck", "yes", yes, happened=one.answer)


def _ways(found: Facts, replay: Replay, rounds: list[Round]) -> None:
    winner = replay.outcome.winner
    for steps in rounds:
        first, last = steps[0], steps[-1]
        event, before = first.entry.event, first.before
        if not isinstance(event, Plan) or plan_faults(before.setup.board, before.table, event):
            continue
        caught = last.before.setup.board.index[event.target] in last.before.chase.samurai
        spaces = (*event.route, f">{event.target}")
        ends = (caught, winner == "goryo", winner == "samurai")
        found.way(WAYS.key, f"r{before.table.round}", spaces, ends)
