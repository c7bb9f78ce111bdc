"""The assessment of a game: what each side could know at every step, the value of each action, and
the resulting marks.

The assessment for the Samurai and the public uses public views and events only. What needs the plan
or the bound type is added for the views that may see them.
"""

from typing import Any, NamedTuple

from games.core.replay import Replay, Step
from games.goryo.assessment import marks, worth
from games.goryo.assessment.belief import Knowledge, infer_knowledge
from games.goryo.assessment.marks import Mark
from games.goryo.assessment.priors import UNIFORM, PlanWeights, Prior, plan_weights
from games.goryo.assessment.worth import Worth
from games.goryo.rules.effects import Effect
from games.goryo.rules.engine import OPEN_VIEWS
from games.goryo.rules.events import Bind, Discover, Draw, Event, Plan, Question
from games.goryo.rules.state import CHASE, OVER, PublicView, State, public_view


class Point(NamedTuple):
    """A step on the graph. `bits` (everything unknown), `target_bits` and `hypotheses` are None
    unless it is a chase with hypotheses left; `bound_types` is the number of types that the Samurai
    must consider as the bound one.
    """

    step: int
    round: int
    phase: str
    bits: float | None
    target_bits: float | None
    hypotheses: int | None
    bound_types: int
    spirits: int
    gong: int


class AssessedStep(NamedTuple):
    """A step: what the Samurai can know after it (in a chase), the value of the action (None if it
    has no numbers), its marks, and its point on the graph.
    """

    number: int
    known: Knowledge | None
    worth: Worth | None
    marks: tuple[Mark, ...]
    point: Point

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "step": self.number,
            "belief": self.known.to_json() if self.known else None,
            "worth": self.worth.to_json() if self.worth else None,
            "marks": [mark.to_json() for mark in self.marks],
            "point": self.point._asdict(),
        }


class Assessment(NamedTuple):
    """A game as assessed for a view, under one prior."""

    view: str
    prior: Prior
    steps: tuple[AssessedStep, ...]

    @property
    def timeline(self) -> list[Point]:
        """The points of the graph over the game."""
        return [step.point for step in self.steps]

    def to_json(self) -> dict[str, Any]:
        """Return plain data: the view, the prior with a description, and the steps."""
        prior = {**self.prior.to_json(), "words": self.prior.description}
        steps = [step.to_json() for step in self.steps]
        return {"view": self.view, "prior": prior, "steps": steps}


class _PublicStep(NamedTuple):
    """The public part of a step: the event (None if it is secret), the views, the effects."""

    number: int
    event: Event | None
    is_plan: bool
    before: PublicView
    after: PublicView
    effects: tuple[Effect, ...]


def assess(replay: Replay, view: str, prior: Prior = UNIFORM) -> Assessment:
    """Assess a replay's steps for a view; `prior` was fitted for this ruleset and board, or is
    uniform.
    """
    assessor = _Assessor(prior)
    steps = [assessor.assess(_public_step(step)) for step in replay.steps]
    if view in OPEN_VIEWS:
        steps = _with_secrets(replay.steps, steps)
    return Assessment(view, prior, tuple(steps))


def _public_step(step: Step) -> _PublicStep:
    event = step.entry.event
    shown = None if isinstance(event, Plan | Bind) else event
    before, after = public_view(step.before), public_view(step.state)
    return _PublicStep(step.number, shown, isinstance(event, Plan), before, after, step.effects)


class _Assessor:
    """Assesses the steps of a game in order, from public information. Within a chase the knowledge
    changes with answers only, so it is cached by the answers.
    """

    def __init__(self, prior: Prior) -> None:
        self.prior = prior
        self.weights: PlanWeights | None = None
        self.cache: dict[tuple[int, int], Knowledge] = {}

    def assess(self, step: _PublicStep) -> AssessedStep:
        """Assess the next step."""
        if step.is_plan:
            self.weights, self.cache = plan_weights(step.after, self.prior), {}
        known = self._known(step.after)
        value, step_marks = self._evaluate(step, self._known(step.before), known)
        timeline_point = _point(step.number, step.after, known)
        return AssessedStep(step.number, known, value, tuple(step_marks), timeline_point)

    def _known(self, view: PublicView) -> Knowledge | None:
        if view.table.phase is not CHASE or self.weights is None:
            return None
        key = (view.chase.green, view.chase.red)
        if key not in self.cache:
            self.cache[key] = infer_knowledge(view, self.weights)
        return self.cache[key]

    def _evaluate(
        self, step: _PublicStep, before: Knowledge | None, after: Knowledge | None
    ) -> tuple[Worth | None, list[Mark]]:
        event = step.event
        if step.is_plan and after is not None:
            return None, marks.plan_marks(step.after, after)
        if isinstance(event, Draw):
            intact = step.before.setup.board.all_types & ~step.before.table.lit_types
            drawn = worth.draw_worth(step.before, event, step.after, intact)
            return drawn, marks.draw_marks(drawn)
        if before is None:
            return None, []
        if isinstance(event, Question) and after is not None:
            question = worth.question_worth(step.before, event, before, after)
            return question, marks.question_marks(step.before, event, before, question)
        if isinstance(event, Discover):
            value = worth.discovery_worth(step.before, step.after, before)
            return value, marks.discovery_marks(
                step.before, step.after, before, value, step.effects
            )
        return None, []


def _point(number: int, view: PublicView, known: Knowledge | None) -> Point:
    """Return the point of a step; `known` is what can be known after it, during a chase."""
    table = view.table
    has_bits = known is not None and known.hypotheses > 0
    return Point(
        step=number,
        round=table.round,
        phase=str(table.phase),
        bits=known.masses.bits if known and has_bits else None,
        target_bits=known.target_bits if known and has_bits else None,
        hypotheses=known.hypotheses if known else None,
        bound_types=_bound_types(view, known),
        spirits=table.spirits,
        gong=table.gong,
    )


def _bound_types(view: PublicView, known: Knowledge | None) -> int:
    table = view.table
    if table.phase is OVER and table.bound is not None:
        return 1
    if known is not None and known.hypotheses:
        return len(known.belief.bound)
    return (view.setup.board.all_types & ~table.lit_types).bit_count()


def _with_secrets(steps: tuple[Step, ...], assessed: list[AssessedStep]) -> list[AssessedStep]:
    """Add what only the views that may see the plan and the bound type know."""
    complete = []
    for number, (step, result) in enumerate(zip(steps, assessed, strict=True)):
        event = step.entry.event
        if isinstance(event, Plan):
            last = _last_of_chase(assessed, number)
            result = _with_plan(result, step.state, steps[last].state, assessed[last])
        elif isinstance(event, Question):
            result = _with_marks(result, marks.secret_answer_marks(step.before, step.state))
        elif isinstance(event, Draw):
            before, after = public_view(step.before), public_view(step.state)
            drawn = worth.draw_worth(before, event, after, step.before.secret.possible)
            result = result._replace(worth=drawn, marks=tuple(marks.draw_marks(drawn)))
        complete.append(result)
    return complete


def _last_of_chase(assessed: list[AssessedStep], plan: int) -> int:
    """Return the index of the last step of the chase that begins with step `plan`."""
    last = plan
    while last + 1 < len(assessed) and assessed[last + 1].known is not None:
        last += 1
    return last


def _with_plan(
    result: AssessedStep, start: State, last: State, at_last: AssessedStep
) -> AssessedStep:
    if result.known is None or at_last.known is None:
        return result
    value = worth.plan_worth(start, result.known, last, at_last.known)
    return _with_marks(result._replace(worth=value), marks.secret_plan_marks(start))


def _with_marks(result: AssessedStep, more: list[Mark]) -> AssessedStep:
    return result._replace(marks=(*result.marks, *more))
