"""The assessment of a game: what each side could know at every step, what each action was worth,
and the marks that follow.

What the Samurai and the public may have is made from public views and open events alone; what needs
the plan or the bound type is added for the views that may see them.
"""

from typing import Any, NamedTuple

from games.core.replay import Replay, Step
from games.goryo.assessment import marks, worth
from games.goryo.assessment.belief import Knowledge, know
from games.goryo.assessment.marks import Mark
from games.goryo.assessment.priors import UNIFORM, Prior, Weighing, weigh
from games.goryo.assessment.timeline import Point, point
from games.goryo.assessment.worth import Worth
from games.goryo.rules.effects import Effect
from games.goryo.rules.engine import OPEN_VIEWS
from games.goryo.rules.events import Bind, Discover, Draw, Event, Plan, Search, Sniff
from games.goryo.rules.state import CHASE, PublicView, State


class Assessed(NamedTuple):
    """A step: what the Samurai can know after it (in a chase), what the action was worth (None
    where that has no number), its marks, and its point on the graph.
    """

    number: int
    known: Knowledge | None
    worth: Worth | None
    marks: tuple[Mark, ...]
    point: Point

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "step": self.number,
            "belief": self.known.to_json() if self.known else None,
            "worth": worth.plain(self.worth),
            "marks": [mark.to_json() for mark in self.marks],
            "point": self.point.to_json(),
        }


class Assessment(NamedTuple):
    """A game as a view may judge it, under one prior."""

    view: str
    prior: Prior
    steps: tuple[Assessed, ...]

    @property
    def timeline(self) -> list[Point]:
        """The graph over the game."""
        return [step.point for step in self.steps]

    def to_json(self) -> dict[str, Any]:
        """Plain data: the view, the prior with what it was fitted on, and the steps."""
        prior = {**self.prior.to_json(), "words": self.prior.words}
        steps = [step.to_json() for step in self.steps]
        return {"view": self.view, "prior": prior, "steps": steps}


class _Open(NamedTuple):
    """What lies open of a step: the event (None where it is secret), the views, the effects."""

    number: int
    event: Event | None
    plans: bool
    before: PublicView
    after: PublicView
    effects: tuple[Effect, ...]


def assess(replay: Replay, view: str, prior: Prior = UNIFORM) -> Assessment:
    """Assess a replay's steps as a view may know them; `prior` is one fitted for this ruleset and
    board, or uniform.
    """
    walk = _Walk(prior)
    steps = [walk.step(_open(step)) for step in replay.steps]
    if view in OPEN_VIEWS:
        steps = _with_secrets(replay.steps, steps)
    return Assessment(view, prior, tuple(steps))


def _public(state: State) -> PublicView:
    return PublicView(state.setup, state.table, state.chase)


def _open(step: Step) -> _Open:
    event = step.entry.event
    secret = isinstance(event, Plan | Bind)
    before, after = _public(step.before), _public(step.state)
    shown = None if secret else event
    return _Open(step.number, shown, isinstance(event, Plan), before, after, step.effects)


class _Walk:
    """The steps of a game in order, as they lie open. Within a chase what can be known changes
    with answers only.
    """

    def __init__(self, prior: Prior) -> None:
        self.prior = prior
        self.weighing: Weighing | None = None
        self.kept: dict[tuple[int, int], Knowledge] = {}

    def step(self, step: _Open) -> Assessed:
        """Assess the next step."""
        if step.plans:
            self.weighing, self.kept = weigh(step.after, self.prior), {}
        known = self._known(step.after)
        valued, found = self._judge(step, self._known(step.before), known)
        return Assessed(
            step.number, known, valued, tuple(found), point(step.number, step.after, known)
        )

    def _known(self, view: PublicView) -> Knowledge | None:
        if view.table.phase is not CHASE or self.weighing is None:
            return None
        key = (view.chase.green, view.chase.red)
        if key not in self.kept:
            self.kept[key] = know(view, self.weighing)
        return self.kept[key]

    def _judge(
        self, step: _Open, before: Knowledge | None, after: Knowledge | None
    ) -> tuple[Worth | None, list[Mark]]:
        event = step.event
        if step.plans and after is not None:
            return None, marks.of_plan(step.after, after)
        if isinstance(event, Draw):
            intact = step.before.setup.board.all_types & ~step.before.table.lit_types
            drawn = worth.draw_worth(step.before, event, step.after, intact)
            return drawn, marks.of_draw(drawn)
        if before is None:
            return None, []
        if isinstance(event, Search | Sniff) and after is not None:
            asked = worth.question_worth(step.before, event, before, after)
            return asked, marks.of_question(step.before, event, before, asked)
        if isinstance(event, Discover):
            found = worth.discovery_worth(step.before, step.after, before)
            return found, marks.of_discovery(step.before, step.after, before, found, step.effects)
        return None, []


def _with_secrets(steps: tuple[Step, ...], assessed: list[Assessed]) -> list[Assessed]:
    """Add what only views that may see the plan and the bound type can say."""
    found = []
    for number, (step, seen) in enumerate(zip(steps, assessed, strict=True)):
        event = step.entry.event
        if isinstance(event, Plan):
            last = _last_of_chase(assessed, number)
            seen = _with_plan(seen, step.state, steps[last].state, assessed[last])
        elif isinstance(event, Search | Sniff):
            seen = _with_marks(seen, marks.of_secret_answer(step.before, step.state))
        elif isinstance(event, Draw):
            possible = step.before.secret.possible
            before, after = _public(step.before), _public(step.state)
            drawn = worth.draw_worth(before, event, after, possible)
            seen = seen._replace(worth=drawn, marks=tuple(marks.of_draw(drawn)))
        found.append(seen)
    return found


def _last_of_chase(assessed: list[Assessed], plan: int) -> int:
    """The number of the last step at which the chase that begins with step `plan` goes on."""
    last = plan
    while last + 1 < len(assessed) and assessed[last + 1].known is not None:
        last += 1
    return last


def _with_plan(seen: Assessed, start: State, last: State, at_last: Assessed) -> Assessed:
    if seen.known is None or at_last.known is None:
        return seen
    valued = worth.plan_worth(start, seen.known, last, at_last.known)
    return _with_marks(seen._replace(worth=valued), marks.of_secret_plan(start))


def _with_marks(seen: Assessed, more: list[Mark]) -> Assessed:
    return seen._replace(marks=(*seen.marks, *more))
