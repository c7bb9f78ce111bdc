"""The assessment of a game: what each side could know at every step, the value of each action, and
the resulting marks.

The assessment for the Samurai and the public uses public views and events only. What needs the plan
or the bound type is added for the views that may see them.
"""

from itertools import takewhile
from typing import NamedTuple

from games.core.replay import Replay, Step
from games.goryo.assessment import marks, worth
from games.goryo.assessment.belief import Knowledge, infer_knowledge
from games.goryo.assessment.marks import Mark
from games.goryo.assessment.priors import UNIFORM, PlanWeights, Prior, plan_weights
from games.goryo.assessment.worth import Worth
from games.goryo.rules.effects import Effect
from games.goryo.rules.engine import OPEN_VIEWS
from games.goryo.rules.events import Bind, Discover, Draw, Event, HiddenPlan, Plan, Question
from games.goryo.rules.state import CHASE, OVER, PublicView, public_view


class AssessedStep(NamedTuple):
    """A step: what the Samurai can know after it (in a chase), the value of the action (None if it
    has no numbers), its marks, and the number of types that the Samurai must consider as bound.
    """

    known: Knowledge | None
    worth: Worth | None
    marks: tuple[Mark, ...]
    bound_types: int


class _PublicStep(NamedTuple):
    """The public part of a step: the event (None if it is secret), the views, the effects."""

    event: Event | None
    is_plan: bool
    before: PublicView
    after: PublicView
    effects: tuple[Effect, ...]


def assess(replay: Replay, view: str, prior: Prior = UNIFORM) -> tuple[AssessedStep, ...]:
    """Return a replay's steps as assessed for a view; `prior` was fitted for this ruleset and
    board, or is uniform.
    """
    assessor = _Assessor(prior)
    steps = [assessor.assess(_public_step(step)) for step in replay.steps]
    return tuple(_with_secrets(replay.steps, steps) if view in OPEN_VIEWS else steps)


def _public_step(step: Step) -> _PublicStep:
    event = step.entry.event
    is_plan = isinstance(event, Plan | HiddenPlan)
    is_secret = is_plan or isinstance(event, Bind)
    views = public_view(step.before), public_view(step.state)
    return _PublicStep(None if is_secret else event, is_plan, *views, step.effects)


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
        return AssessedStep(known, value, tuple(step_marks), _bound_types(step.after, known))

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
            views = step.before, step.after
            return value, marks.discovery_marks(*views, before, value, step.effects)
        return None, []


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
            chase = [
                known for known in takewhile(bool, (s.known for s in assessed[number:])) if known
            ]
            if chase:
                value = worth.plan_worth(step.state, chase[0], chase[-1])
                result = result._replace(worth=value)
                result = _with_marks(result, marks.secret_plan_marks(step.state))
        elif isinstance(event, Question):
            result = _with_marks(result, marks.secret_answer_marks(step.before, step.state))
        elif isinstance(event, Draw):
            before, after = public_view(step.before), public_view(step.state)
            drawn = worth.draw_worth(before, event, after, step.before.secret.possible)
            result = result._replace(worth=drawn, marks=tuple(marks.draw_marks(drawn)))
        complete.append(result)
    return complete


def _with_marks(result: AssessedStep, more: list[Mark]) -> AssessedStep:
    return result._replace(marks=(*result.marks, *more))
