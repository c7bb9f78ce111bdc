"""The discovery (section 6): mistakes, gong, spirits, the broken object, and the tokens to draw."""

from dataclasses import dataclass, field

from games.core.errors import EngineFault
from games.goryo.rules import effects
from games.goryo.rules.editions import RULESETS, SPIRITS, TYPES_TO_EXORCISE, Ruleset, Stage
from games.goryo.rules.effects import Effect
from games.goryo.rules.ending import end_game, end_round
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import (
    DRAW,
    OVER,
    Chase,
    Discovered,
    Phase,
    Secret,
    Setup,
    State,
    Table,
)


@dataclass(slots=True)
class _Discovery:
    """A discovery in progress: its data, and what its stages have changed so far."""

    setup: Setup
    plan: Plan
    chase: Chase
    before: Table
    possible: int
    cubes: int
    trail: int
    sealed: int
    broken: int
    broken_types: int
    pawn: int | None
    spirits: int
    gong: int
    mistakes: int
    flips: int = 0
    bags: int = 0
    effects: list[Effect] = field(default_factory=list)


def discover(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Carry out the stages in the edition's order, up to the first win."""
    setup, table, chase, secret = state
    plan = secret.plan
    if plan is None:
        raise EngineFault("a discovery without a plan")
    cubes, trail = plan_masks(setup.board, plan)
    changing = (table.sealed, table.broken, table.broken_types, table.pawn)
    counts = (table.spirits, table.gong, table.mistakes)
    now = _Discovery(setup, plan, chase, table, secret.possible, cubes, trail, *changing, *counts)
    cleared = Chase(chase.samurai)
    for stage in _ORDER[setup.ruleset.discovery]:
        reason = stage(now)
        if reason is not None:
            after = Secret(secret.recorded, now.possible, 0, None)
            over = State(setup, _table(now, OVER, 0), cleared, after)
            return end_game(over, "samurai", reason), tuple(now.effects)
    after = Secret(secret.recorded, now.possible, 0, None)
    # 6.6: one token for each bag reached and each spirit flipped; 7.6: no more than there are
    due = min(now.flips + now.bags, len(setup.board.types) - 2 - table.drawn)
    after_stone = _table(now, DRAW, due)
    if due:
        return State(setup, after_stone, cleared, after), tuple(now.effects)
    return end_round(setup, after_stone, cleared, after), tuple(now.effects)


def _table(now: _Discovery, phase: Phase, draws_due: int) -> Table:
    """Return the table after the discovery. Powers are used up and the plan is revealed even if the
    game ends (6.7).
    """
    before, plan = now.before, now.plan
    investigated = now.chase.green | now.chase.red
    index = now.setup.board.index
    trail_investigated = (
        plan.false_trail is not None and investigated >> index[plan.false_trail] & 1 == 1
    )
    if before.sprint_left and plan.sprint:
        now.effects.append(effects.PowerSpent("sprint"))
    if before.false_trail_left and trail_investigated:
        now.effects.append(effects.PowerSpent("false_trail"))
    sprint_left = before.sprint_left and not plan.sprint
    trail_left = before.false_trail_left and not trail_investigated
    head = (phase, before.round, draws_due, None, None, None, now.sealed, before.sealed_types)
    middle = (now.broken, now.broken_types, now.pawn, now.spirits, now.gong, now.mistakes)
    tail = (sprint_left, trail_left, Discovered(before.round, plan), True, before.haunted)
    return Table._make((*head, *middle, *tail))


def wrong_answers(ruleset: Ruleset, chase: Chase, cubes: int, trail: int) -> int:
    """Return the mask of the spaces whose answer 5.5 does not allow (7.2); `cubes` and `trail` as
    returned by `plan_masks`.
    """
    must = cubes if ruleset.denial_allowed else cubes | trail
    return chase.green & ~(cubes | trail) | chase.red & must


def _mistakes(now: _Discovery) -> str | None:
    in_plan = plan_faults(now.setup.board, now.before, now.plan)
    in_answers = wrong_answers(now.setup.ruleset, now.chase, now.cubes, now.trail).bit_count()
    if in_plan or in_answers:
        now.effects.append(effects.MistakesFound(in_plan, in_answers))
        now.mistakes += in_plan + in_answers
    return _flip(now, in_plan + in_answers, "6.1")


def _flip(now: _Discovery, count: int, rule: str) -> str | None:
    """Flip spirits, no more than are left (7.5); the third wins the game."""
    flips = min(count, SPIRITS - now.spirits)
    if flips:
        now.flips += flips
        now.spirits += flips
        now.effects.append(effects.SpiritsFlipped(flips, rule))
    return "spirits" if now.spirits == SPIRITS else None


def _bound(now: _Discovery) -> str | None:
    """Check 6.2. If the type was not recorded and the game continues, it was another (7.7)."""
    board = now.setup.board
    kind = 1 << board.type_of[board.index[now.plan.target]]
    if now.possible == kind:
        return "bound"
    now.possible &= ~kind
    return None


def _gong(now: _Discovery) -> str | None:
    board, before = now.setup.board, now.gong
    greens = (now.chase.green & ~now.trail).bit_count()
    now.gong = min(before + greens, board.gong_last)
    now.bags = sum(before < bag <= now.gong for bag in board.bags)
    return None


def _spirits(now: _Discovery) -> str | None:
    target = now.setup.board.index[now.plan.target]
    return _flip(now, now.chase.samurai.count(target), "6.4")


def _stone(now: _Discovery) -> str | None:
    board = now.setup.board
    target = board.index[now.plan.target]
    number = board.type_of[target]
    lit = now.broken_types | now.before.sealed_types
    now.pawn = target
    now.broken |= 1 << target
    now.sealed &= ~(1 << target)
    if not lit >> number & 1:
        now.broken_types |= 1 << number
        lit |= 1 << number
    return "exorcism" if lit.bit_count() >= TYPES_TO_EXORCISE else None


_STAGES = {
    Stage.MISTAKES: _mistakes,
    Stage.BOUND: _bound,
    Stage.GONG: _gong,
    Stage.SPIRITS: _spirits,
    Stage.STONE: _stone,
}
_ORDER = {
    ruleset.discovery: tuple(_STAGES[stage] for stage in ruleset.discovery)
    for ruleset in RULESETS.values()
}
