"""The facts of a Goryō game that statistics sum, computed from the steps of a replay.

Facts about plans and chases cover *discovered* rounds only. A plan that was cut short by
resignation, abandonment or the end of the log was never revealed, so neither it nor the questions
about it count. `docs/data-dictionary.md` defines every fact.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import log2
from typing import Any, NamedTuple

from games.core.language import gettext_noop
from games.core.metrics import Facts, Visits
from games.core.pace import count_pace
from games.core.replay import Replay, Step
from games.goryo.assessment.chase_counts import ChaseCounts, Hypotheses
from games.goryo.assessment.worth import plan_fits, question_space
from games.goryo.metrics.play import ALL, TENTHS
from games.goryo.metrics.spaces import LAYERS, ROUTES, SPACES
from games.goryo.metrics.wins import NEVER, POWERS, band
from games.goryo.rules.board import set_bits
from games.goryo.rules.effects import MistakesFound, PowerSpent, SpiritsFlipped
from games.goryo.rules.events import Action, Discover, Draw, Haunt, HiddenPlan, Plan, Search, Sniff
from games.goryo.rules.legality import bag
from games.goryo.rules.plan import plan_faults
from games.goryo.rules.state import PLAN, State, public_view

FACTS_VERSION = 8
"""Raised when the same log would give other facts; stored games are then counted again."""
STOPPED = frozenset({"resign", "abandon"})
_POWER = {"sprint": "sprint", "false_trail": "trail"}
_PLAIN = re.compile(r"[a-z]+( [a-z]+)*")
_PLANS = frozenset({Plan, HiddenPlan})
_CHASED = frozenset({Search, Sniff, Discover})
_ON_SPACES = _CHASED | {Plan}
OTHER_TYPE = gettext_noop("another type")


def facts(replay: Replay) -> dict[str, Any]:
    """Return the facts of a game: the sums of its metrics.

    By space: `route` counts move cubes as placed, also of faulty plans, including the one on the
    pawn's space; `asked_yes` and `asked_no` count searches and sniffs by the answer given, right or
    wrong. An unfinished game adds only the round that it reached: its log may grow. A sheet adds
    nothing, since its positions are not all known.
    """
    collected = Facts()
    if replay.is_exact and replay.final.table.round:
        is_by_rule = replay.is_over and replay.outcome.reason not in STOPPED
        collected.stop("survival", ALL, replay.final.table.round, ended=is_by_rule)
    if replay.is_over and replay.is_exact:
        rounds = replay.derive(discovered_rounds)
        collected.visits(SPACES.key, *visits(replay))
        count_pace(collected, replay.steps, _decider)
        _count_draws(collected, replay)
        _count_chases(collected, replay)
        if replay.outcome.winner is not None:
            won = replay.outcome.winner == "goryo"
            _count_wins(collected, replay, len(rounds), won=won)
            if replay.outcome.reason not in STOPPED:
                actions = [isinstance(step.entry.event, Action) for step in replay.steps]
                collected.observe("length", replay.outcome.winner, len(rounds))
                collected.observe("actions", replay.outcome.winner, sum(actions))
        _count_routes(collected, replay, rounds)
    return collected.sums()


def _decider(step: Step) -> str | None:
    """Return the side whose decision an event is, if it is one."""
    if isinstance(step.entry.event, Plan):
        return "goryo"
    return "samurai" if isinstance(step.entry.event, Action) else None


Round = list[Step]
"""The steps of a discovered round, from its plan to its discovery."""


def visits(replay: Replay) -> Visits:
    """Return the counts by space of a game, as `facts` has them."""
    return Visits(len(replay.derive(discovered_rounds)), replay.derive(count_by_layer))


def discovered_rounds(replay: Replay) -> list[Round]:
    """Return the discovered rounds of a finished game, in order."""
    rounds, pending = list[Round](), list[Step]()
    for step in replay.steps if replay.is_over else ():
        kind = type(step.entry.event)
        if kind is Plan:
            pending = []
        pending.append(step)
        if kind is Discover:
            rounds.append(pending)
            pending = []
    return rounds


def count_by_layer(replay: Replay) -> dict[str, Counter[str]]:
    """Return the counts by space in the discovered rounds of a finished game."""
    counts: dict[str, Counter[str]] = {layer: Counter() for layer in LAYERS}
    for steps in replay.derive(discovered_rounds):
        for step in steps:
            if type(step.entry.event) in _ON_SPACES:
                for layer, space in _layer_spaces(step):
                    counts[layer][space] += 1
    return counts


def _layer_spaces(step: Step) -> Iterable[tuple[str, str]]:
    """Return the (layer, space) pairs that a step adds to the counts of its round."""
    event, setup = step.entry.event, step.before.setup
    names = setup.board.names
    match event:
        case Plan(route=route, target=target):
            pawn = step.before.table.pawn
            start = [] if pawn is None else [("start", names[pawn])]
            return [*start, *(("route", space) for space in route), ("target", target)]
        case Search(samurai=colour, answer=answer):
            here = step.before.chase.samurai[setup.ruleset.colours.index(colour)]
            return [("asked_yes" if answer else "asked_no", names[here])]
        case Sniff(space=space, answer=answer):
            return [("asked_yes" if answer else "asked_no", space)]
        case Discover():
            target = step.state.table.revealed.plan.target
            flips = (e for e in step.effects if isinstance(e, SpiritsFlipped) and e.rule == "6.4")
            flipped = [("spirits", target)] * sum(flip.spirits for flip in flips)
            return [*(("standing", names[i]) for i in step.before.chase.samurai), *flipped]
    return ()


def _count_wins(collected: Facts, replay: Replay, rounds: int, *, won: bool) -> None:
    collected.trial("wins-rounds", f"d{rounds}", won=won)
    mistakes, used = 0, dict[str, int]()
    for step in replay.steps:
        before: State = step.before
        if isinstance(step.entry.event, Haunt):
            collected.trial("wins-first", type_group(step.entry.event.object), won=won)
        if step.state.table.phase is PLAN and before.table.phase is not PLAN:
            _count_round_start(collected, step.state, won=won)
        for effect in step.effects:
            if isinstance(effect, MistakesFound):
                mistakes += effect.in_plan + effect.in_answers
            elif isinstance(effect, PowerSpent):
                used[_POWER[effect.power]] = before.table.round
    collected.trial("wins-mistakes", f"m{min(mistakes, 3)}", won=won)
    for power in POWERS:
        when = f"r{used[power]}" if power in used else NEVER
        collected.trial("wins-powers", f"{power}.{when}", won=won)


def _count_round_start(collected: Facts, state: State, *, won: bool) -> None:
    table, root = state.table, f"r{state.table.round}"
    collected.trial("wins-spirits", f"{root}.s{table.spirits}", won=won)
    collected.trial("wins-gong", f"{root}.{band(table.gong)}", won=won)
    left = len(state.setup.board.types) - table.lit_types.bit_count()
    collected.trial("wins-bound", f"{root}.b{left}", won=won)


@lru_cache(maxsize=1024)
def type_group(name: str) -> str:
    """Return the group of an object type: its name if that is plain words, since a board may use
    any name.

    >>> type_group("vase"), type_group("a__b")
    ('vase', 'another type')
    """
    return name if _PLAIN.fullmatch(name) else OTHER_TYPE


def _count_draws(collected: Facts, replay: Replay) -> None:
    """Count each draw with its chances, if the tokens in the bag are known."""
    for step in replay.steps:
        event, before = step.entry.event, step.before
        if not isinstance(event, Draw) or not before.secret.recorded:
            continue
        board, tokens = before.setup.board, bag(before)
        n = tokens.bit_count()
        intact = tokens & ~before.table.lit_types
        turned = bool(intact >> board.type_index[event.object] & 1)
        collected.chance("luck", "turned", intact.bit_count() / n, happened=turned)
        left = (board.all_types & ~before.table.lit_types).bit_count()
        ends = intact.bit_count() / n if left == 2 else 0.0
        if ends:
            ended = step.state.table.reason == "exorcism"
            collected.chance("luck", "ended", ends, happened=ended)
        for number in set_bits(tokens):
            name = board.types[number]
            collected.chance("bag", type_group(name), 1 / n, happened=name == event.object)


class _Question(NamedTuple):
    """A search or sniff: its answer, the chance of a yes, and the bits it gave (None if no
    hypothesis is left).
    """

    answer: bool
    chance: float
    bits: float | None


def _count_chases(collected: Facts, replay: Replay) -> None:
    """Count questions and discoveries. The numbers are those of `assess`, without what only pages
    show: marks, the best question, and the knowledge of every space.
    """
    counts, questions = ChaseCounts(), list[_Question]()
    for step in replay.steps:
        event = step.entry.event
        if type(event) in _PLANS:
            counts.begin()
            questions = []
        elif type(event) in _CHASED:
            view = public_view(step.before)
            before = counts.count(view)
            if before is None:
                continue
            if isinstance(event, Discover):
                root = f"r{step.before.table.round}"
                _count_chase(collected, root, questions)
                _count_discovery(collected, root, questions, before, step)
            elif (after := counts.count(public_view(step.state))) is not None:
                gained = None
                if before.total and after.total:
                    gained = max(0.0, log2(before.total / after.total))
                chance = before.chance_of_yes(question_space(view, event))
                questions.append(_Question(event.answer, chance, gained))


def _count_chase(collected: Facts, root: str, questions: list[_Question]) -> None:
    collected.observe("questions", root, len(questions))
    gains = [question.bits for question in questions]
    for question in questions:
        if question.bits is not None:
            answer = "yes" if question.answer else "no"
            collected.observe("bits", answer, round(TENTHS * question.bits))
    if None not in gains:
        collected.observe("bits-chase", root, round(TENTHS * sum(bits or 0.0 for bits in gains)))


def _count_discovery(
    collected: Facts, root: str, questions: list[_Question], known: Hypotheses, step: Step
) -> None:
    before, setup = step.before, step.before.setup
    plan = step.state.table.revealed.plan
    intact = setup.board.all_types & ~before.table.lit_types
    if not known.total or not plan_fits(public_view(before), plan, intact):
        return
    collected.observe("stealth", root, round(TENTHS * log2(known.total)))
    stands = before.chase.samurai
    caught = setup.board.index[plan.target] in stands
    collected.chance("uniform-plans", "caught", known.chance_on_target(stands), happened=caught)
    for question in questions:
        # As `assess` has it: from the chance of the answer that was given.
        yes = question.chance if question.answer else 1 - (1 - question.chance)
        collected.chance("uniform-plans", "yes", yes, happened=question.answer)


def _count_routes(collected: Facts, replay: Replay, rounds: list[Round]) -> None:
    winner = replay.outcome.winner
    for steps in rounds:
        first, last = steps[0], steps[-1]
        event, before = first.entry.event, first.before
        if not isinstance(event, Plan) or plan_faults(before.setup.board, before.table, event):
            continue
        caught = last.before.setup.board.index[event.target] in last.before.chase.samurai
        spaces = (*event.route, f">{event.target}")
        ends = (caught, winner == "goryo", winner == "samurai")
        collected.route(ROUTES.key, f"r{before.table.round}", spaces, ends)
