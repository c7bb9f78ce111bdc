"""The discovery (section 6): mistakes, gong, spirits, the broken object, and the tokens to draw."""

from collections.abc import Mapping

from games.core.errors import EngineFault
from games.goryo.rules import effects
from games.goryo.rules.editions import SPIRITS, TYPES_TO_EXORCISE, Ruleset, Stage
from games.goryo.rules.effects import Effect
from games.goryo.rules.ending import end_game, end_round
from games.goryo.rules.events import Plan
from games.goryo.rules.plan import faults_and_masks
from games.goryo.rules.state import DRAW, Chase, Discovered, Secret, State, Table

_new = tuple.__new__
"""As in `transition`."""
_REASONS = {
    Stage.MISTAKES: "spirits",
    Stage.BOUND: "bound",
    Stage.SPIRITS: "spirits",
    Stage.STONE: "exorcism",
}
"""Why the game ends, by the stage that ends it."""
_Stone = tuple[int | None, int, int, int]
"""The pawn, the masks of broken and sealed objects, and that of broken types."""


def discover(state: State) -> tuple[State, tuple[Effect, ...]]:
    """Carry out the stages in the edition's order, up to the first win. The order matters only for
    that: what each stage changes is computed first, and dropped if a win comes before the stage.
    """
    setup, table, chase, secret = state
    board, plan = setup.board, secret.plan
    if plan is None:
        raise EngineFault("a discovery without a plan")
    in_plan, cubes, trail = faults_and_masks(board, table, plan)
    in_answers = wrong_answers(setup.ruleset, chase, cubes, trail).bit_count()
    target = board.index[plan.target]
    cube, kind = 1 << target, 1 << board.type_of[target]
    left = SPIRITS - table.spirits  # no more are flipped (7.5)
    flips = min(in_plan + in_answers, left)
    catches = min(chase.samurai.count(target), left - flips)
    gong = min(table.gong + (chase.green & ~trail).bit_count(), board.gong_last)
    types = table.broken_types | kind & ~table.sealed_types
    stone: _Stone = target, table.broken | cube, table.sealed & ~cube, types
    possible = secret.possible & ~kind  # another type if the game goes on (7.7)
    reason: str | None = None
    is_exorcised = (types | table.sealed_types).bit_count() >= TYPES_TO_EXORCISE
    if flips + catches == left or secret.possible == kind or is_exorcised:
        wins = {
            Stage.MISTAKES: flips == left,
            Stage.BOUND: secret.possible == kind,
            Stage.SPIRITS: flips + catches == left,
            Stage.STONE: is_exorcised,
        }
        reason, done = _first_win(setup.ruleset, wins)
        gong = gong if Stage.GONG in done else table.gong
        catches = catches if Stage.SPIRITS in done else 0
        if Stage.STONE not in done:
            stone = table.pawn, table.broken, table.sealed, table.broken_types
        if done[-1] in (Stage.MISTAKES, Stage.BOUND):
            possible = secret.possible
    counts = table.spirits + flips + catches, gong, table.mistakes + in_plan + in_answers
    # 6.6: one token for each bag reached and each spirit flipped; 7.6: no more than there are
    bags = 0 if gong == table.gong else sum([table.gong < bag <= gong for bag in board.bags])
    due = min(flips + catches + bags, len(board.types) - 2 - table.drawn)
    after = _table(state, plan, due, stone, counts)
    found = _effects(table, after, (in_plan, in_answers), (flips, catches))
    cleared = _new(Chase, (chase.samurai, (), 0, False, False, 0, 0, 0))
    secret = _new(Secret, (secret.recorded, possible, 0, None))
    if reason is not None:
        return end_game(_new(State, (setup, after, cleared, secret)), "samurai", reason), found
    if due:
        return _new(State, (setup, after, cleared, secret)), found
    return end_round(setup, after, cleared, secret), found


def _first_win(ruleset: Ruleset, wins: Mapping[Stage, bool]) -> tuple[str, tuple[Stage, ...]]:
    """Return why the game ends, and the stages up to the first one that wins."""
    order = ruleset.discovery
    last = next(number for number, stage in enumerate(order) if wins.get(stage))
    return _REASONS[order[last]], order[: last + 1]


def _table(
    state: State, plan: Plan, draws_due: int, stone: _Stone, counts: tuple[int, int, int]
) -> Table:
    """Return the table after the discovery; `counts` are spirits, gong and mistakes. Powers are
    used up and the plan is revealed even if the game ends (6.7).
    """
    setup, before, chase, _ = state
    pawn, broken, sealed, types = stone
    trail = plan.false_trail
    is_trail_found = trail is not None and (
        (chase.green | chase.red) >> setup.board.index[trail] & 1 == 1
    )
    sprint_left = before.sprint_left and not plan.sprint
    trail_left = before.false_trail_left and not is_trail_found
    number, sealed_types, haunted = before.round, before.sealed_types, before.haunted
    head = (DRAW, number, draws_due, None, None, None, sealed, sealed_types, broken, types, pawn)
    plan_shown = _new(Discovered, (number, plan))
    tail = (sprint_left, trail_left, plan_shown, True, haunted)
    return _new(Table, head + counts + tail)


def _effects(
    before: Table, after: Table, mistakes: tuple[int, int], spirits: tuple[int, int]
) -> tuple[Effect, ...]:
    """Return the effects of a discovery with these mistakes (in the plan, in answers) and spirits
    flipped (for mistakes, by Samurai on the target).
    """
    found: list[Effect] = []
    in_plan, in_answers = mistakes
    if in_plan or in_answers:
        found.append(effects.MistakesFound(in_plan, in_answers))
    for_mistakes, on_target = spirits
    if for_mistakes:
        found.append(effects.SpiritsFlipped(for_mistakes, "6.1"))
    if on_target:
        found.append(effects.SpiritsFlipped(on_target, "6.4"))
    if before.sprint_left and not after.sprint_left:
        found.append(effects.PowerSpent("sprint"))
    if before.false_trail_left and not after.false_trail_left:
        found.append(effects.PowerSpent("false_trail"))
    return tuple(found)


def wrong_answers(ruleset: Ruleset, chase: Chase, cubes: int, trail: int) -> int:
    """Return the mask of the spaces whose answer 5.5 does not allow (7.2); `cubes` and `trail` as
    returned by `plan_masks`.
    """
    must = cubes if ruleset.denial_allowed else cubes | trail
    return chase.green & ~(cubes | trail) | chase.red & must
