"""Marks on steps: what a side could have known. Each is defined in `definitions.MARKS`.

The functions that take a `PublicView` use public information; those that take a `State` are for
the views that may see the plan.
"""

from typing import Any, NamedTuple

from games.core.language import format_number, gettext, join_and, join_or
from games.goryo.assessment.belief import Knowledge
from games.goryo.assessment.definitions import MARKS, PRIOR_NAMES, UNLIKELY
from games.goryo.assessment.questions import evaluate_question
from games.goryo.assessment.reach import covering_moves, reachable_questions
from games.goryo.assessment.worth import DiscoveryWorth, DrawWorth, QuestionWorth, question_space
from games.goryo.inference import legal_route_sets
from games.goryo.rules.discovery import wrong_answers
from games.goryo.rules.effects import Effect, MistakesFound
from games.goryo.rules.events import Plan, Question
from games.goryo.rules.plan import plan_faults, plan_masks, plan_rules_broken
from games.goryo.rules.state import PublicView, State, public_view
from games.goryo.terms import colour_term, type_name


class Mark(NamedTuple):
    """A mark on a step: its key in `MARKS`, and the numbers and names in its sentence."""

    key: str
    numbers: dict[str, Any]

    @property
    def text(self) -> str:
        """The mark as a sentence."""
        values = {name: _format_value(name, value) for name, value in self.numbers.items()}
        return MARKS[self.key].template.format(**values)


def _format_value(name: str, value: Any) -> str:
    """Format a number or name of a mark for its sentence."""
    match name:
        case "chance" | "yes":
            return format_number(value, ".1%")
        case "prior":
            return PRIOR_NAMES.get(value, value)
        case "type":
            return type_name(value)
        case "targets":
            return join_or(value)
        case "moves":
            return _format_moves(value)
        case "samurai":
            return join_and(colour_term(colour) for colour in value)
    return join_and(value) if isinstance(value, list) else str(value)


def _format_moves(moves: list[tuple[str, str]]) -> str:
    if not moves:
        return gettext("standing still")
    return join_and(
        gettext("{samurai} to {space}").format(samurai=colour_term(colour), space=space)
        for colour, space in moves
    )


def question_marks(
    view: PublicView, event: Question, known: Knowledge, worth: QuestionWorth
) -> list[Mark]:
    """Return the marks of a question from what could be known before it; none if no hypothesis was
    left.
    """
    if not known.hypotheses:
        return []
    space, denial = question_space(view, event), view.setup.ruleset.denial_allowed
    exact = evaluate_question(known.counts, space, denial)
    marks = []
    numbers: dict[str, Any] = {"space": worth.space, "before": worth.before}
    if not exact.yes:
        marks.append(Mark("wasted", numbers))
    elif not known.counts.cubes[space]:
        chance = evaluate_question(known.masses, space, denial).chance
        marks.append(Mark("trail_only", numbers | {"yes": chance}))
    elif not exact.no:
        marks.append(Mark("sure_clue", numbers))
    if not worth.after:
        marks.append(Mark("contradiction", {"before": worth.before}))
    elif worth.chance < UNLIKELY:
        marks.append(Mark("unlikely_answer", {"chance": worth.chance, "prior": known.prior}))
    return marks


def plan_marks(view: PublicView, known: Knowledge) -> list[Mark]:
    """Return the public marks of a plan; `view` is the first of its chase."""
    covering = _covering(view, known)
    if covering is None:
        return []
    return [Mark("no_escape", {"targets": known.belief.targets, "moves": covering})]


def discovery_marks(
    before: PublicView,
    after: PublicView,
    known: Knowledge,
    worth: DiscoveryWorth,
    effects: tuple[Effect, ...],
) -> list[Mark]:
    """Return the marks of a discovery: missed chances, luck, and the mistakes it found (6.1)."""
    marks = []
    covering = _covering(before, known)
    if covering:
        marks.append(Mark("catch_left", {"targets": known.belief.targets, "moves": covering}))
    clues = _missed_clues(before, known)
    if clues:
        marks.append(Mark("clue_left", {"spaces": clues}))
    chance = worth.catch_chance if worth.fits else None
    if chance is not None and worth.caught and chance < UNLIKELY:
        marks.append(Mark("lucky_catch", {"chance": chance, "prior": known.prior}))
    if chance is not None and not worth.caught and chance > 1 - UNLIKELY:
        marks.append(Mark("unlucky_miss", {"chance": chance, "prior": known.prior}))
    revealed = after.table.revealed
    if revealed is not None:
        marks += _mistakes(before, revealed.plan, effects)
    return marks


def _covering(view: PublicView, known: Knowledge) -> list[tuple[str, str]] | None:
    """Return moves (colour, space) that put a Samurai on every possible target, empty if they are
    there already; None if that is impossible or no hypothesis is left.
    """
    if not known.hypotheses:
        return None
    targets = sum(1 << view.setup.board.index[name] for name in known.belief.targets)
    moves = covering_moves(view, targets)
    if moves is None:
        return None
    colours, names = view.setup.ruleset.colours, view.setup.board.names
    return [(colours[number], names[to]) for number, to in sorted(moves.items())]


def _missed_clues(view: PublicView, known: Knowledge) -> list[str]:
    """Return the spaces with a certain cube that could still be investigated, if the gong has a bag
    ahead.
    """
    board = view.setup.board
    if not any(bag > view.table.gong for bag in board.bags):
        return []
    certain = {board.index[name] for name in known.belief.certain}
    within_reach = {
        question.space
        for number in range(len(view.chase.samurai))
        for question in reachable_questions(view, number)
    }
    return [board.names[i] for i in sorted(certain & within_reach)]


def _mistakes(before: PublicView, plan: Plan, effects: tuple[Effect, ...]) -> list[Mark]:
    """Return the marks of the mistakes that a discovery found."""
    marks = []
    for effect in effects:
        if isinstance(effect, MistakesFound):
            if effect.in_plan:
                marks.append(_faulty_plan(before, plan))
            if effect.in_answers:
                marks.append(_wrong_answers(before, _wrong_spaces(before, plan)))
    return marks


def _faulty_plan(view: PublicView, plan: Plan) -> Mark:
    board, table = view.setup.board, view.table
    mistakes, rules = plan_faults(board, table, plan), plan_rules_broken(board, table, plan)
    return Mark("faulty_plan", {"mistakes": mistakes, "rules": rules})


def _wrong_answers(view: PublicView, wrong: int) -> Mark:
    spaces = view.setup.board.spaces(wrong)
    return Mark("wrong_answer", {"mistakes": len(spaces), "spaces": spaces})


def _wrong_spaces(view: PublicView, plan: Plan) -> int:
    return wrong_answers(view.setup.ruleset, view.chase, *plan_masks(view.setup.board, plan))


def draw_marks(worth: DrawWorth) -> list[Mark]:
    """Return the marks of a draw: whether it ended the game against the odds."""
    if worth.ended and worth.end_chance < 1 / 2:
        return [Mark("decisive_draw", {"tokens": worth.tokens, "chance": worth.end_chance})]
    return []


def secret_plan_marks(start: State) -> list[Mark]:
    """Return the marks of a plan for the views that may see it; `start` is the state after it."""
    plan, setup = start.secret.plan, start.setup
    if plan is None:
        return []
    view = public_view(start)
    board, marks = setup.board, []
    if plan_faults(board, start.table, plan):
        marks.append(_faulty_plan(view, plan))
    target = board.index[plan.target]
    kind = board.type_of[target]
    if start.secret.possible == 1 << kind:
        marks.append(Mark("bound_target", {"target": plan.target, "type": board.types[kind]}))
    standing = [
        colour
        for colour, space in zip(setup.ruleset.colours, start.chase.samurai, strict=True)
        if space == target
    ]
    legal_targets = {routes.target for routes in legal_route_sets(view, start.secret.possible)}
    free = len(legal_targets - set(start.chase.samurai))
    if standing and free:
        numbers = {"samurai": standing, "target": plan.target, "free": free}
        marks.append(Mark("under_samurai", numbers))
    return marks


def secret_answer_marks(before: State, after: State) -> list[Mark]:
    """Return the mark of a wrong answer, for the views that may see the plan."""
    plan, view = before.secret.plan, public_view(after)
    if plan is None:
        return []
    wrong = _wrong_spaces(view, plan) & ~(before.chase.green | before.chase.red)
    return [_wrong_answers(view, wrong)] if wrong else []
