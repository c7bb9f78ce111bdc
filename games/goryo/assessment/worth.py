"""The value of each action of a game, as plain numbers: questions, draws and discoveries from
public information, plans for the views that may see them.
"""

from math import log2
from typing import NamedTuple

from games.goryo.assessment.belief import Knowledge
from games.goryo.assessment.questions import Option, best_option, evaluate_question
from games.goryo.assessment.reach import full_reach
from games.goryo.inference import legal_route_sets
from games.goryo.rules.board import set_bits
from games.goryo.rules.discovery import wrong_answers
from games.goryo.rules.events import Draw, Plan, Question, Sniff
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import PublicView, State, public_view


class QuestionWorth(NamedTuple):
    """A search or sniff: hypotheses before and after, the chance of the answer, the bits it gave
    (None if no hypothesis is left, 8.3) and the expected bits.

    `best` is the best question that this Samurai could still reach; `more` is how many more bits it
    was expected to give than the question he asked.
    """

    space: str
    answer: bool
    before: int
    after: int
    chance: float
    bits: float | None
    expected: float
    best: Option | None
    more: float


class DrawWorth(NamedTuple):
    """A draw: the tokens in the bag, the chance of this type, the spaces that were sealed, whether
    an intact type was turned, whether the game ended, the chance that a draw would end it, and how
    many types could be the bound one before and after.

    Chances treat each type that may be bound as equally likely.
    """

    object: str
    tokens: int
    chance: float
    sealed: list[str]
    ended: bool
    end_chance: float
    bound_before: int
    bound_after: int


class DiscoveryWorth(NamedTuple):
    """A discovery: what the Samurai could know just before it, the chance that a Samurai was on the
    target, and how many were. `fits`: whether the plan was among their hypotheses, as it always is
    without mistakes.
    """

    plans: int
    targets: int
    bits: float | None
    catch_chance: float | None
    caught: int
    fits: bool


class PlanWorth(NamedTuple):
    """A plan, for the views that may see it.

    Stealth: `legal` is the number of plans that she could choose from; `plans` is how many fitted
    the public information when the chase ended, and `targets` their number of targets; the chances
    are those of the target for the Samurai, at the start and at the end. Both numbers of plans
    count orders of the cubes and spaces of the false trail, `plans` for any bound type.
    Exposure: which Samurai could have reached the target, and how many of the cubes, except the
    pawn's, a Samurai could have investigated.
    """

    legal: int
    plans: int
    targets: int
    chance_first: float | None
    chance_last: float | None
    reached_by: list[str]
    exposed: int
    cubes: int


Worth = QuestionWorth | DrawWorth | DiscoveryWorth | PlanWorth


def question_worth(
    view: PublicView, event: Question, before: Knowledge, after: Knowledge
) -> QuestionWorth:
    """Return the value of a question; `before` and `after` are what could be known."""
    ruleset, names = view.setup.ruleset, view.setup.board.names
    number = ruleset.colours.index(event.samurai)
    space = question_space(view, event)
    answers = evaluate_question(before.masses, space, ruleset.denial_allowed)
    best = best_option(view, before, number) if before.hypotheses else None
    gained = None
    if before.hypotheses and after.hypotheses:
        gained = max(0.0, log2(before.masses.total / after.masses.total))
    return QuestionWorth(
        space=names[space],
        answer=event.answer,
        before=before.hypotheses,
        after=after.hypotheses,
        chance=answers.chance if event.answer else 1 - answers.chance,
        bits=gained,
        expected=answers.bits,
        best=best,
        more=max(0.0, best.bits - answers.bits) if best else 0.0,
    )


def question_space(view: PublicView, event: Question) -> int:
    """Return the space that a question investigates; `view` is the one before it."""
    if isinstance(event, Sniff):
        return view.setup.board.index[event.space]
    return view.chase.samurai[view.setup.ruleset.colours.index(event.samurai)]


def draw_worth(before: PublicView, event: Draw, after: PublicView, possible: int) -> DrawWorth:
    """Return the value of a draw; `possible` is the mask of the types that may be bound, as far as
    the view knows before the draw.
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
        ends = sum(chance(number) for number in set_bits(intact))
    return DrawWorth(
        object=event.object,
        tokens=tokens,
        chance=chance(kind),
        sealed=board.spaces(after.table.sealed & ~table.sealed),
        ended=after.table.reason == "exorcism",
        end_chance=ends,
        bound_before=count,
        bound_after=(possible & ~(1 << kind)).bit_count(),
    )


def discovery_worth(before: PublicView, after: PublicView, known: Knowledge) -> DiscoveryWorth:
    """Return the value of a discovery; `known` is what could be known just before it."""
    if after.table.revealed is None:
        raise ValueError("no plan has been discovered yet")
    plan, board = after.table.revealed.plan, before.setup.board
    on_target = sum(known.masses.target[i] for i in sorted(set(before.chase.samurai)))
    return DiscoveryWorth(
        plans=known.plans,
        targets=len(known.belief.targets),
        bits=known.masses.bits if known.hypotheses else None,
        catch_chance=min(1.0, on_target / known.masses.total) if known.hypotheses else None,
        caught=before.chase.samurai.count(board.index[plan.target]),
        fits=plan_fits(before, plan, board.all_types & ~before.table.lit_types),
    )


def plan_fits(view: PublicView, plan: Plan, possible: int) -> bool:
    """Return whether a plan is among the hypotheses of a chase (8.2): it is legal for a type that
    may be bound, and 5.5 allows every answer.
    """
    board = view.setup.board
    if plan_faults(board, view.table, plan):
        return False
    if not possible & ~(1 << board.type_of[board.index[plan.target]]):
        return False
    return not wrong_answers(view.setup.ruleset, view.chase, *plan_masks(board, plan))


def plan_worth(start: State, first: Knowledge, known: Knowledge) -> PlanWorth:
    """Return the stealth and exposure of a plan. `start` is the chase's first state, `first` and
    `known` are what could be known in its first and in its last.
    """
    plan = start.secret.plan
    if plan is None:
        raise ValueError("the chase has no plan")
    view = public_view(start)
    board, ruleset = start.setup.board, start.setup.ruleset
    target = board.index[plan.target]
    questions, reached = 0, []
    for number, colour in enumerate(ruleset.colours):
        stand, investigate = full_reach(view, number)
        questions |= investigate
        if stand >> target & 1:
            reached.append(colour)
    cubes, _ = plan_masks(board, plan)
    if start.table.pawn is not None:
        cubes &= ~(1 << start.table.pawn)
    return PlanWorth(
        legal=sum(routes.plans for routes in legal_route_sets(view, start.secret.possible)),
        plans=known.plans,
        targets=len(known.belief.targets),
        chance_first=_target_chance(first, target),
        chance_last=_target_chance(known, target),
        reached_by=reached,
        exposed=(cubes & questions).bit_count(),
        cubes=cubes.bit_count(),
    )


def _target_chance(known: Knowledge, target: int) -> float | None:
    return known.masses.target[target] / known.masses.total if known.hypotheses else None
