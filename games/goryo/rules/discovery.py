"""The discovery (section 6): mistakes, gong, spirits, the stone, and how many tokens will be drawn."""

from dataclasses import dataclass, field

from games.core.errors import EngineFault
from games.goryo.rules.editions import SPIRITS, TYPES_TO_EXORCISE, Ruleset, Stage
from games.goryo.rules.effects import (
    Effect,
    GongAdvanced,
    MistakesFound,
    PowerSpent,
    SpiritsFlipped,
    StonePlaced,
)
from games.goryo.rules.ending import end_game, end_round
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import plan_faults, plan_masks
from games.goryo.rules.state import Chase, Discovered, Phase, Secret, Setup, State, Table


@dataclass(slots=True)
class _Discovery:
    """The discovery while it is carried out: what is known of it, and what its stages have changed so far."""

    setup: Setup
    plan: Plan
    chase: Chase
    table: Table
    before: Table
    possible: int
    recorded: bool
    cubes: int
    trail: int
    flips: int = 0
    bags: int = 0
    effects: list[Effect] = field(default_factory=list)


def discover(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Carry the discovery out in the edition's order, up to the first win."""
    setup, table, chase, secret = state
    plan = secret.plan
    if plan is None:
        raise EngineFault("a discovery without a plan")
    cubes, trail = plan_masks(setup.board, plan)
    now = _Discovery(setup, plan, chase, table, table, secret.possible, secret.recorded, cubes, trail)
    _spend_powers(now)
    reason = None
    for stage in setup.ruleset.discovery:
        reason = _STAGES[stage](now)
        if reason is not None:
            break
    after = Secret(now.recorded, now.possible, 0, None)
    cleared = Chase(chase.samurai)
    if reason is not None:
        over = State(setup, now.table, cleared, after)
        return end_game(over, "samurai", reason, stage, tuple(now.effects))
    return _draws(now, cleared, after)


def _draws(now: _Discovery, chase: Chase, secret: Secret) -> tuple[State, tuple[Effect, ...]]:
    """One token for every bag reached and every spirit flipped (6.6), never more than the bag holds (7.6)."""
    left = len(now.setup.board.types) - 2 - now.table.drawn
    due = min(now.flips + now.bags, left)
    if due:
        table = now.table._replace(phase=Phase.DRAW, draws_due=due)
        return State(now.setup, table, chase, secret), tuple(now.effects)
    return end_round(now.setup, now.table, chase, secret, tuple(now.effects))


def _spend_powers(now: _Discovery) -> None:
    """6.7 takes effect with the discovery itself, also where it ends the game; the plan lies open from here on."""
    table, plan = now.table, now.plan
    asked = now.chase.green | now.chase.red
    trail_asked = (
        plan.false_trail is not None and asked >> now.setup.board.index[plan.false_trail] & 1
    )
    now.table = table._replace(
        sprint_left=table.sprint_left and not plan.sprint,
        false_trail_left=table.false_trail_left and not trail_asked,
        revealed=Discovered(table.round, plan),
    )
    if table.sprint_left and plan.sprint:
        now.effects.append(PowerSpent("sprint"))
    if table.false_trail_left and trail_asked:
        now.effects.append(PowerSpent("false_trail"))


def wrong_answers(ruleset: Ruleset, chase: Chase, cubes: int, trail: int) -> int:
    """How many answers of the chase 5.5 does not allow (7.2); `cubes` and `trail` as of `plan_masks`."""
    must = cubes if ruleset.denial_allowed else cubes | trail
    return (chase.green & ~(cubes | trail)).bit_count() + (chase.red & must).bit_count()


def _mistakes(now: _Discovery) -> str | None:
    in_plan = plan_faults(now.setup.board, now.before, now.plan)
    in_answers = wrong_answers(now.setup.ruleset, now.chase, now.cubes, now.trail)
    if in_plan or in_answers:
        now.effects.append(MistakesFound(in_plan, in_answers))
        now.table = now.table._replace(mistakes=now.table.mistakes + in_plan + in_answers)
    return _flip(now, in_plan + in_answers, Stage.MISTAKES)


def _flip(now: _Discovery, count: int, stage: Stage) -> str | None:
    """Flip spirits, no more than are left (7.5); the third wins."""
    flips = min(count, SPIRITS - now.table.spirits)
    if flips:
        now.flips += flips
        now.table = now.table._replace(spirits=now.table.spirits + flips)
        now.effects.append(SpiritsFlipped(flips, stage))
    return "spirits" if now.table.spirits == SPIRITS else None


def _bound(now: _Discovery) -> str | None:
    """6.2. Where the type was not recorded, a game that went on says that it was another (7.7)."""
    board = now.setup.board
    kind = 1 << board.type_of[board.index[now.plan.target]]
    if now.possible == kind:
        return "bound"
    now.possible &= ~kind
    return None


def _gong(now: _Discovery) -> str | None:
    board, table = now.setup.board, now.table
    greens = (now.chase.green & ~now.trail).bit_count()
    to = min(table.gong + greens, board.gong_last)
    now.bags = sum(table.gong < bag <= to for bag in board.bags)
    if to != table.gong:
        now.effects.append(GongAdvanced(to - table.gong, to, now.bags))
        now.table = table._replace(gong=to)
    return None


def _spirits(now: _Discovery) -> str | None:
    target = now.setup.board.index[now.plan.target]
    return _flip(now, now.chase.samurai.count(target), Stage.SPIRITS)


def _stone(now: _Discovery) -> str | None:
    board, table = now.setup.board, now.table
    target = board.index[now.plan.target]
    kind = 1 << board.type_of[target]
    turned = not table.lit_types & kind
    now.table = table._replace(
        pawn=target,
        broken=table.broken | 1 << target,
        sealed=table.sealed & ~(1 << target),
        broken_types=table.broken_types | kind if turned else table.broken_types,
    )
    name = board.types[board.type_of[target]]
    now.effects.append(StonePlaced(now.plan.target, name if turned else None))
    return "exorcism" if now.table.lit_types.bit_count() >= TYPES_TO_EXORCISE else None


_STAGES = {
    Stage.MISTAKES: _mistakes,
    Stage.BOUND: _bound,
    Stage.GONG: _gong,
    Stage.SPIRITS: _spirits,
    Stage.STONE: _stone,
}
