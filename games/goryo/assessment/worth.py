"""What each action of a game was worth, in plain values: questions and draws by what lay open,
plans by the plan itself, for those who may see it.
"""

from collections.abc import Mapping
from math import log2
from typing import Any, NamedTuple

from games.goryo.assessment.belief import Knowledge
from games.goryo.assessment.questions import Option, best_option, weigh_question
from games.goryo.assessment.reach import fresh_reach
from games.goryo.inference import fitting
from games.goryo.rules.board import bits
from games.goryo.rules.discovery import wrong_answers
from games.goryo.rules.events import Draw, Plan, Search, Sniff
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import Chase, PublicView, State


class QuestionWorth(NamedTuple):
    """A search or sniff: hypotheses before and after, the chance the answer had, the bits it gave
    (None where no hypothesis is left, 8.3) and those to be expected.

    `best` is the best question this Samurai could still get to ask; `more`: how many more bits it
    was expected to give than the one he asked.
    """

    samurai: str
    space: str
    kind: str
    answer: bool
    before: int
    after: int
    chance: float
    bits: float | None
    expected: float
    best: Option | None
    more: float

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        best = self.best._asdict() if self.best else None
        return {"of": "question", **self._asdict(), "best": best}


class DrawWorth(NamedTuple):
    """A draw: the tokens in the bag, the chance of this type, the spaces that took a seal, whether
    a type that was intact turned, whether the game ended, the chance that a draw would end it, and
    how many types could be bound before and after.

    Chances take each type that may be bound as equally likely to be it.
    """

    object: str
    tokens: int
    chance: float
    sealed: list[str]
    turned: bool
    ended: bool
    end_chance: float
    bound_before: int
    bound_after: int

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the bits the draw told of the bound type."""
        told = log2(self.bound_before / self.bound_after) if self.bound_after else 0.0
        return {"of": "draw", **self._asdict(), "bits": told}


class DiscoveryWorth(NamedTuple):
    """A discovery: what the Samurai could know just before it, the chance that somebody stood on
    the target, and how many did. `fits`: whether the plan was among the plans possible to them; it
    is not after a mistake.
    """

    hypotheses: int
    plans: int
    targets: int
    bits: float | None
    catch_chance: float | None
    caught: int
    fits: bool

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"of": "discovery", **self._asdict()}


class PlanWorth(NamedTuple):
    """A plan, for those who may see it.

    Stealth: `legal`, how many plans she could choose among; `plans`, how many shared its public
    story (the answers, and what lay open) when the chase ended, with how many targets; and the
    chance of its target in the Samurai's eyes at the start and at the end. Both numbers of plans
    count orders of cubes and places of the false trail; `plans` of whatever bound type.
    Exposure: which Samurai could have come to stand on the target, and how many of its cubes,
    without the pawn's space, some Samurai could have asked of.
    """

    legal: int
    plans: int
    targets: int
    fits: bool
    chance_first: float | None
    chance_last: float | None
    reached_by: list[str]
    asked: int
    cubes: int

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"of": "plan", **self._asdict()}


Worth = QuestionWorth | DrawWorth | DiscoveryWorth | PlanWorth


def question_worth(
    view: PublicView, event: Search | Sniff, known: Knowledge, then: Knowledge
) -> QuestionWorth:
    """What a question was worth; `known` and `then` are what could be known before and after."""
    ruleset, names = view.setup.ruleset, view.setup.board.names
    number = ruleset.colours.index(event.samurai)
    space = asked_space(view, event)
    asked = weigh_question(known.masses, space, ruleset.denial_allowed)
    best = best_option(view, known, number) if known.hypotheses else None
    gained = None
    if known.hypotheses and then.hypotheses:
        gained = max(0.0, log2(known.masses.total / then.masses.total))
    return QuestionWorth(
        samurai=event.samurai,
        space=names[space],
        kind="search" if isinstance(event, Search) else "sniff",
        answer=event.answer,
        before=known.hypotheses,
        after=then.hypotheses,
        chance=asked.chance if event.answer else 1 - asked.chance,
        bits=gained,
        expected=asked.bits,
        best=best,
        more=max(0.0, best.bits - asked.bits) if best else 0.0,
    )


def asked_space(view: PublicView, event: Search | Sniff) -> int:
    """The space a question asks of; `view` is the one before it."""
    if isinstance(event, Sniff):
        return view.setup.board.index[event.space]
    return view.chase.samurai[view.setup.ruleset.colours.index(event.samurai)]


def draw_worth(before: PublicView, event: Draw, after: PublicView, possible: int) -> DrawWorth:
    """What a draw was worth; `possible` is the mask of the types that may be bound, as the view
    that asks knows it before the draw.
    """
    board, table = before.setup.board, before.table
    kind = board.type_index[event.object]
    tokens = len(board.types) - 2 - table.drawn
    count = possible.bit_count()

    def chance(number: int) -> float:
        bound = 1 / count if count and possible >> number & 1 else 0.0
        return (1 - bound) / tokens

    intact = board.all_types & ~table.lit_types
    ends = 0.0
    if intact.bit_count() == 2:
        ends = sum(chance(number) for number in bits(intact))
    return DrawWorth(
        object=event.object,
        tokens=tokens,
        chance=chance(kind),
        sealed=board.spaces(after.table.sealed & ~table.sealed),
        turned=intact >> kind & 1 == 1,
        ended=after.table.reason == "exorcism",
        end_chance=ends,
        bound_before=count,
        bound_after=(possible & ~(1 << kind)).bit_count(),
    )


def catch_chance(chase: Chase, known: Knowledge) -> float | None:
    """The chance that some Samurai stands on the target; None without hypotheses."""
    if not known.hypotheses:
        return None
    on_target = sum(known.masses.target[i] for i in sorted(set(chase.samurai)))
    return min(1.0, on_target / known.masses.total)


def discovery_worth(before: PublicView, after: PublicView, known: Knowledge) -> DiscoveryWorth:
    """What stood at stake at a discovery; `known` is what could be known just before it. The plan
    lies open by then.
    """
    plan = _revealed(after)
    target = before.setup.board.index[plan.target]
    return DiscoveryWorth(
        hypotheses=known.hypotheses,
        plans=known.plans,
        targets=len(known.block.targets),
        bits=known.masses.bits if known.hypotheses else None,
        catch_chance=catch_chance(before.chase, known),
        caught=before.chase.samurai.count(target),
        fits=plan_fits(before, plan, before.setup.board.all_types & ~before.table.lit_types),
    )


def _revealed(after: PublicView) -> Plan:
    if after.table.revealed is None:
        raise ValueError("nothing was discovered yet")
    return after.table.revealed.plan


def plan_fits(view: PublicView, plan: Plan, possible: int) -> bool:
    """Whether a plan is among the hypotheses of a chase (8.2): legal for a type that may be bound,
    and every answer is one that 5.5 allows.
    """
    board = view.setup.board
    if plan_faults(board, view.table, plan):
        return False
    if not possible & ~(1 << board.type_of[board.index[plan.target]]):
        return False
    return wrong_answers(view.setup.ruleset, view.chase, *plan_masks(board, plan)) == 0


def plan_worth(start: State, first: Knowledge, last: State, known: Knowledge) -> PlanWorth:
    """How hidden a plan was and how exposed. `start` and `first` are the chase's first state and
    what could be known in it, `last` and `known` its last.
    """
    plan = start.secret.plan
    if plan is None:
        raise ValueError("no plan is on the table")
    view = PublicView(start.setup, start.table, start.chase)
    board, ruleset = start.setup.board, start.setup.ruleset
    target = board.index[plan.target]
    asked, reached = 0, []
    for number, colour in enumerate(ruleset.colours):
        stand, may_ask = fresh_reach(view, number)
        asked |= may_ask
        if stand >> target & 1:
            reached.append(colour)
    cubes, _ = plan_masks(board, plan)
    if start.table.pawn is not None:
        cubes &= ~(1 << start.table.pawn)
    end = PublicView(last.setup, last.table, last.chase)
    return PlanWorth(
        legal=_legal_plans(start),
        plans=known.plans,
        targets=len(known.block.targets),
        fits=plan_fits(end, plan, start.secret.possible),
        chance_first=_target_chance(first, target),
        chance_last=_target_chance(known, target),
        reached_by=reached,
        asked=(cubes & asked).bit_count(),
        cubes=cubes.bit_count(),
    )


def _target_chance(known: Knowledge, target: int) -> float | None:
    if not known.hypotheses:
        return None
    return known.masses.target[target] / known.masses.total


def _legal_plans(start: State) -> int:
    """How many plans she could choose among (section 4), for the bound type where it is known."""
    board, possible = start.setup.board, start.secret.possible
    bound = possible if possible.bit_count() == 1 else 0
    return sum(
        fit.ways * (1 + fit.places)
        for fit in fitting(PublicView(start.setup, start.table, start.chase))
        if not bound >> board.type_of[fit.target] & 1
    )


def plain(worth: Worth | None) -> Mapping[str, Any] | None:
    """A worth as plain data, or None."""
    return worth.to_json() if worth is not None else None
