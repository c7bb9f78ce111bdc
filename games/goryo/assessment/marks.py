"""Marks on steps: what a side could have known. Each is defined in `definitions.MARKS`.

The functions that take a `PublicView` mark what lies open; those that take a `State` are for views
that may see the plan.
"""

from typing import Any, NamedTuple

from games.core.language import format_number, gettext, join_and, join_or
from games.goryo.assessment.belief import Knowledge
from games.goryo.assessment.definitions import MARKS, PRIOR_NAMES, UNLIKELY
from games.goryo.assessment.questions import weigh_question
from games.goryo.assessment.reach import asks, cover
from games.goryo.assessment.worth import (
    DiscoveryWorth,
    DrawWorth,
    QuestionWorth,
    asked_space,
)
from games.goryo.inference import fitting
from games.goryo.rules.board import bits
from games.goryo.rules.effects import Effect, MistakesFound
from games.goryo.rules.events import Plan, Search, Sniff
from games.goryo.rules.plan import plan_faults, plan_masks, plan_rules_broken
from games.goryo.rules.state import PublicView, State
from games.goryo.terms import colour_word, type_name


class Mark(NamedTuple):
    """A mark on a step: its key in `MARKS`, and the numbers and names it speaks of."""

    key: str
    numbers: dict[str, Any]

    @property
    def words(self) -> str:
        """What is said of this one, in a sentence."""
        told = {name: _told(name, value) for name, value in self.numbers.items()}
        return MARKS[self.key].told.format(**told)

    def to_json(self) -> dict[str, Any]:
        """Plain data, with title, sort, side and rule of the definition."""
        definition = MARKS[self.key]
        numbers = dict(self.numbers)
        if "moves" in numbers:
            moves = [f"{colour} to {space}" for colour, space in numbers["moves"]]
            numbers["moves"] = moves or ["standing still"]
        return {
            "key": self.key,
            "title": definition.title,
            "sort": definition.sort,
            "side": definition.side,
            "rule": definition.rule,
            "words": self.words,
            "numbers": numbers,
        }


def _told(name: str, value: Any) -> str:
    """A number or name of a mark for people."""
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
            return _moves_words(value)
        case "samurai":
            return join_and(colour_word(colour) for colour in value)
    return join_and(value) if isinstance(value, list) else str(value)


def _moves_words(moves: list[tuple[str, str]]) -> str:
    if not moves:
        return gettext("standing still")
    return join_and(
        gettext("{samurai} to {space}").format(samurai=colour_word(colour), space=space)
        for colour, space in moves
    )


def of_question(
    view: PublicView, event: Search | Sniff, known: Knowledge, worth: QuestionWorth
) -> list[Mark]:
    """Marks of a question by what could be known before it; none where nothing fitted already."""
    if not known.hypotheses:
        return []
    place = asked_space(view, event)
    exact = weigh_question(known.counts, place, view.setup.ruleset.denial_allowed)
    found = []
    told: dict[str, Any] = {"space": worth.space, "before": worth.before}
    if worth.best is not None:
        told |= {"best": worth.best.space, "best_bits": worth.best.bits}
    if not exact.yes:
        found.append(Mark("wasted", told))
    elif not known.counts.cubes[place]:
        weighed = weigh_question(known.masses, place, view.setup.ruleset.denial_allowed)
        found.append(Mark("trail_only", told | {"yes": weighed.chance}))
    elif not exact.no:
        found.append(Mark("sure_clue", told))
    if not worth.after:
        found.append(Mark("contradiction", {"before": worth.before}))
    elif worth.chance < UNLIKELY:
        found.append(Mark("unlikely_answer", {"chance": worth.chance, "prior": known.prior}))
    return found


def of_plan(view: PublicView, known: Knowledge) -> list[Mark]:
    """Marks of a plan as they lie open: `view` is the first of its chase."""
    covering = _covering(view, known)
    if covering is None:
        return []
    return [Mark("no_escape", {"targets": known.block.targets, "moves": covering})]


def of_discovery(
    before: PublicView,
    after: PublicView,
    known: Knowledge,
    worth: DiscoveryWorth,
    effects: tuple[Effect, ...],
) -> list[Mark]:
    """Marks of a discovery: what was left undone, luck, and the mistakes it found (6.1)."""
    found = []
    covering = _covering(before, known)
    if covering:
        found.append(Mark("catch_left", {"targets": known.block.targets, "moves": covering}))
    clues = _clues_left(before, known)
    if clues:
        found.append(Mark("clue_left", {"spaces": clues}))
    chance = worth.catch_chance if worth.fits else None
    if chance is not None and worth.caught and chance < UNLIKELY:
        found.append(Mark("lucky_catch", {"chance": chance, "prior": known.prior}))
    if chance is not None and not worth.caught and chance > 1 - UNLIKELY:
        found.append(Mark("unlucky_miss", {"chance": chance, "prior": known.prior}))
    revealed = after.table.revealed
    if revealed is not None:
        found += _mistakes(before, revealed.plan, effects)
    return found


def _covering(view: PublicView, known: Knowledge) -> list[tuple[str, str]] | None:
    """How Samurai could still be moved onto every space that may be the target: a list of colour
    and space, empty where they stand there; None where they cannot, or nothing is known.
    """
    if not known.hypotheses:
        return None
    targets = sum(1 << view.setup.board.index[name] for name in known.block.targets)
    moves = cover(view, targets)
    if moves is None:
        return None
    colours, names = view.setup.ruleset.colours, view.setup.board.names
    return [(colours[number], names[to]) for number, to in sorted(moves.items())]


def _clues_left(view: PublicView, known: Knowledge) -> list[str]:
    """Spaces with a sure cube that could still be asked of, where the gong has a bag ahead."""
    board = view.setup.board
    if not any(bag > view.table.gong for bag in board.bags):
        return []
    sure = {board.index[name] for name in known.block.certain}
    within_reach = {
        ask.space for number in range(len(view.chase.samurai)) for ask in asks(view, number)
    }
    return [board.names[i] for i in sorted(sure & within_reach)]


def _mistakes(before: PublicView, plan: Plan, effects: tuple[Effect, ...]) -> list[Mark]:
    """The mistakes that a discovery found; its plan lies open."""
    found = []
    for effect in effects:
        if isinstance(effect, MistakesFound):
            if effect.in_plan:
                found.append(_faulty(before, plan))
            if effect.in_answers:
                wrong = _wrong_spaces(before, plan)
                found.append(_wrong(before.setup.board.spaces(wrong)))
    return found


def _faulty(view: PublicView, plan: Plan) -> Mark:
    board, table = view.setup.board, view.table
    mistakes = plan_faults(board, table, plan)
    return Mark(
        "faulty_plan", {"mistakes": mistakes, "rules": plan_rules_broken(board, table, plan)}
    )


def _wrong(spaces: list[str]) -> Mark:
    return Mark("wrong_answer", {"mistakes": len(spaces), "spaces": spaces})


def _wrong_spaces(view: PublicView, plan: Plan) -> int:
    """The spaces of a chase whose answer 5.5 does not allow, as a mask."""
    cubes, trail = plan_masks(view.setup.board, plan)
    must = cubes if view.setup.ruleset.denial_allowed else cubes | trail
    return view.chase.green & ~(cubes | trail) | view.chase.red & must


def of_draw(worth: DrawWorth) -> list[Mark]:
    """Marks of a draw: whether it ended the game against the odds."""
    if worth.ended and worth.end_chance < 1 / 2:
        return [Mark("decisive_draw", {"tokens": worth.tokens, "chance": worth.end_chance})]
    return []


def of_secret_plan(start: State) -> list[Mark]:
    """Marks of a plan for those who may see it; `start` is the state after it."""
    plan, setup = start.secret.plan, start.setup
    if plan is None:
        return []
    view = PublicView(setup, start.table, start.chase)
    board, found = setup.board, []
    if plan_faults(board, start.table, plan):
        found.append(_faulty(view, plan))
    target = board.index[plan.target]
    kind = board.type_of[target]
    if start.secret.possible == 1 << kind:
        found.append(Mark("bound_target", {"target": plan.target, "type": board.types[kind]}))
    standing = [
        colour
        for colour, at in zip(setup.ruleset.colours, start.chase.samurai, strict=True)
        if at == target
    ]
    free = _free_targets(view, start.secret.possible)
    if standing and free:
        found.append(
            Mark("under_samurai", {"samurai": standing, "target": plan.target, "free": free})
        )
    return found


def _free_targets(view: PublicView, possible: int) -> int:
    """How many legal targets have no Samurai on them, the bound type left out where it is known."""
    board = view.setup.board
    bound = possible if possible.bit_count() == 1 else 0
    targets = 0
    for fit in fitting(view):
        if not bound >> board.type_of[fit.target] & 1:
            targets |= 1 << fit.target
    for i in view.chase.samurai:
        targets &= ~(1 << i)
    return sum(1 for _ in bits(targets))


def of_secret_answer(before: State, after: State) -> list[Mark]:
    """The mark of a wrong answer, for those who may see the plan."""
    plan = before.secret.plan
    if plan is None:
        return []
    wrong = _wrong_spaces(PublicView(after.setup, after.table, after.chase), plan)
    wrong &= ~(before.chase.green | before.chase.red)
    return [_wrong(after.setup.board.spaces(wrong))] if wrong else []
