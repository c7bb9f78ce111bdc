"""What a log may hold: the first rule an event breaks, in the order of the log-format page ("Order
of checks").

A plan that breaks section 4 and a wrong answer do not make a log illegal: they happen in play and
count as mistakes at the discovery (7.1, 7.2).
"""

from collections.abc import Callable
from typing import Any, get_args

from games.core.findings import LOG_FORMAT, did_you_mean, show
from games.core.language import Items, Text, choice_text, ntext, text
from games.core.language import gettext_noop as _
from games.core.rules import Violation
from games.goryo.rules import events
from games.goryo.rules.board import set_bits
from games.goryo.rules.editions import MOVES_EACH, Ruleset
from games.goryo.rules.events import Event
from games.goryo.rules.state import CHASE, DRAW, OVER, PLAN, SETUP, Chase, State

_NEXT = {
    (SETUP, False): text("record the bound type first (bind)."),
    (SETUP, True): text("break the first object first (haunt)."),
    (PLAN, True): text("the Goryō must plan first."),
    (CHASE, True): text("finish the Samurai's turn first."),
    (DRAW, True): text("draw an Ofuda token first."),
}
"""What comes next, by phase and by whether the bound type was drawn."""
_TOO_EARLY = {
    events.Haunt: _("You can't break the first object yet: {next}"),
    events.Plan: _("You can't plan yet: {next}"),
    events.HiddenPlan: _("You can't plan yet: {next}"),
    events.Move: _("You can't move a Samurai yet: {next}"),
    events.Search: _("You can't search yet: {next}"),
    events.Sniff: _("You can't sniff yet: {next}"),
    events.Discover: _("You can't discover the plan yet: {next}"),
    events.Draw: _("You can't draw a token yet: {next}"),
    events.Stuck: _("The Goryō can't be stuck yet: {next}"),
}


def violation(state: State, event: Event) -> Violation | None:
    """Return why the log may not hold this event here, or None if it may."""
    return _CHECKS[type(event)](state, event)


def bag(state: State) -> int:
    """Return the mask of the types whose token may be drawn next (3.1, 6.6)."""
    table, secret = state.table, state.secret
    left = state.setup.board.all_types & ~(table.haunted | table.sealed_types)
    if secret.possible.bit_count() == 1:
        left &= ~secret.possible
    return left


def unknown_samurai(colour: object, ruleset: Ruleset) -> Text:
    """Return the message about a Samurai that the edition does not have."""
    message = text(
        "The {edition} edition has no {colour} Samurai. Its Samurai are {colours}.",
        edition=ruleset.edition,
        colour=show(colour),
        colours=Items(ruleset.colours),
    )
    return message + did_you_mean(colour, ruleset.colours)


def _out_of_turn(state: State, event: Event) -> Violation:
    table = state.table
    if table.phase is OVER:
        message = text("The game is already over.")
    elif isinstance(event, events.Bind):
        message = text("The bound type has already been drawn.")
    elif isinstance(event, events.Haunt) and table.phase is not SETUP:
        message = text("The first object has already been broken.")
    else:
        message = text(_TOO_EARLY[type(event)], next=_NEXT[table.phase, table.bound_drawn])
    return Violation("7.8", "out_of_turn", message)


def _unknown_space(space: str, state: State) -> Violation:
    board = state.setup.board.id
    message = text("There is no space {space} on board {board}.", space=show(space), board=board)
    return Violation("2.1", "unknown_space", message)


def _unknown_type(name: str, state: State) -> Violation:
    types = state.setup.board.types
    message = text(
        "There is no object type {name} on this board. Its types are {types}.",
        name=show(name),
        types=Items(types),
    )
    return Violation("2.1", "unknown_type", message + did_you_mean(name, types))


def _check_bind(state: State, event: events.Bind) -> Violation | None:
    if state.table.phase is not SETUP or state.table.bound_drawn:
        return _out_of_turn(state, event)
    if event.object is not None and event.object not in state.setup.board.type_index:
        return _unknown_type(event.object, state)
    return None


def _check_haunt(state: State, event: events.Haunt) -> Violation | None:
    if state.table.phase is not SETUP or not state.table.bound_drawn:
        return _out_of_turn(state, event)
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _unknown_type(event.object, state)
    space = board.index.get(event.space)
    if space is None:
        return _unknown_space(event.space, state)
    if state.secret.possible == 1 << kind:
        message = text(
            "The bound type is {object}, so its token is not in the bag.", object=event.object
        )
        return Violation("3.2", "not_in_bag", message)
    if board.type_of[space] != kind:
        message = text(
            "The object type on {space} is {there}, not {object}.",
            space=event.space,
            there=board.types[board.type_of[space]],
            object=event.object,
        )
        return Violation("3.2", "another_object", message)
    return None


def _check_plan(state: State, event: events.Plan) -> Violation | None:
    if state.table.phase is not PLAN:
        return _out_of_turn(state, event)
    index = state.setup.board.index
    for space in (*event.route, event.target, event.false_trail):
        if space is not None and space not in index:
            return _unknown_space(space, state)
    return None


def _check_action(state: State, event: events.Action) -> Violation | None:
    """Check phase, colour, activation and limits, then the space."""
    if state.table.phase is not CHASE:
        return _out_of_turn(state, event)
    ruleset, chase = state.setup.ruleset, state.chase
    if event.samurai not in ruleset.colours:
        return Violation("2.3", "unknown_samurai", unknown_samurai(event.samurai, ruleset))
    number = ruleset.colours.index(event.samurai)
    used = chase.turn_of(number)
    if used is None:
        return _not_callable(state, event.samurai, number)
    here = chase.samurai[number]
    fault = _check_limits(state, event, used)
    if fault is not None or isinstance(event, events.Search):
        return fault or _check_question(state, here)
    if isinstance(event, events.Move):
        return _check_adjacent(state, here, event.samurai, event.to, "5.3")
    fault = _check_adjacent(state, here, event.samurai, event.space, "5.4")
    return fault or _check_question(state, state.setup.board.index[event.space])


def _check_limits(state: State, event: events.Action, used: Chase) -> Violation | None:
    """Check the numbers of actions (5.2); `used` holds those the Samurai has taken."""
    each = state.setup.ruleset.actions_each
    if state.chase.actions_left == 0:
        code, message = "no_actions_left", text("All six actions of this round have been used.")
    elif used.actions >= each:
        code = "samurai_spent"
        message = ntext(
            "{samurai} has already taken {n} action this round.",
            "{samurai} has already taken {n} actions this round.",
            each,
            samurai=_name(event.samurai),
        )
    elif isinstance(event, events.Move) and used.moves >= MOVES_EACH:
        code = "two_moves"
        message = text(
            "{samurai} has already moved twice this round.", samurai=_name(event.samurai)
        )
    elif isinstance(event, events.Search) and used.searched:
        code = "one_search"
        message = text("{samurai} has already searched this round.", samurai=_name(event.samurai))
    elif isinstance(event, events.Sniff) and used.sniffed:
        code, message = (
            "one_sniff",
            text("{samurai} has already sniffed this round.", samurai=_name(event.samurai)),
        )
    else:
        return None
    return Violation("5.2", code, message)


def _not_callable(state: State, colour: str, number: int) -> Violation:
    called = state.chase.called
    if number in called:
        message = text(
            "{samurai} can't act again this round: {last} was activated after him.",
            samurai=_name(colour),
            last=_name(state.setup.ruleset.colours[called[-1]]),
        )
        return Violation("5.1", "samurai_done", message)
    return Violation(
        "5.1", "three_called", text("Three Samurai have already been activated this round.")
    )


def _name(colour: str) -> Text:
    """Return a Samurai's name; `games.goryo.terms` marks the five for translation."""
    return Text(colour.capitalize())


def _check_adjacent(state: State, here: int, colour: str, name: str, rule: str) -> Violation | None:
    board = state.setup.board
    space = board.index.get(name)
    if space is None:
        return _unknown_space(name, state)
    if board.near_mask[here] >> space & 1:
        return None
    message = text(
        "{samurai} is on {here}, and {space} is not next to it.",
        samurai=_name(colour),
        here=board.names[here],
        space=name,
    )
    return Violation(rule, "not_adjacent", message)


def _check_question(state: State, space: int) -> Violation | None:
    name = state.setup.board.names[space]
    if space == state.table.pawn:
        message = text(
            "The Goryō started this round on {space}, so it can't be investigated.", space=name
        )
        return Violation("5.4", "pawn_space", message)
    if (state.chase.green | state.chase.red) >> space & 1:
        message = text("{space} has already been investigated this round.", space=name)
        return Violation("5.4", "already_investigated", message)
    return None


def _check_discover(state: State, event: events.Discover) -> Violation | None:
    if state.table.phase is not CHASE:
        return _out_of_turn(state, event)
    if state.secret.plan is None:
        message = text(
            "This discovery shows the plan of the round: write that plan in full, not as unknown."
        )
        return Violation("7.8", "plan_unknown", message)
    return None


def _check_hidden_plan(state: State, event: events.HiddenPlan) -> Violation | None:
    if state.table.phase is not PLAN:
        return _out_of_turn(state, event)
    if state.setup.known_by != "samurai":
        message = text(
            "Only a record of the Samurai may have an unknown plan: add {tag}.",
            tag='[KnownBy "samurai"]',
        )
        return Violation(LOG_FORMAT, "plan_unknown", message)
    return None


def _check_draw(state: State, event: events.Draw) -> Violation | None:
    if state.table.phase is not DRAW:
        return _out_of_turn(state, event)
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _unknown_type(event.object, state)
    left = bag(state)
    if left >> kind & 1:
        return None
    message = text(
        "The bag has no {object} token. It holds {tokens}.",
        object=event.object,
        tokens=Items(board.types[i] for i in set_bits(left)),
    )
    return Violation("6.6", "not_in_bag", message)


def _check_stuck(state: State, event: events.Stuck) -> Violation | None:
    if state.table.phase is not PLAN:
        return _out_of_turn(state, event)
    if state.secret.recorded:
        message = text(
            "Remove this event: the bound type is recorded, so the game ends automatically when "
            "the Goryō is stuck."
        )
        return Violation("4.8", "bound_recorded", message)
    if not state.secret.stuck:
        message = text(
            "The Goryō is not stuck: she has a legal plan for every possible bound type."
        )
        return Violation("4.8", "not_stuck", message)
    return None


def _check_unmask(state: State, event: events.Unmask) -> Violation | None:
    if state.table.phase is not OVER:
        message = text("You can't unmask yet: the game is not over.")
        return Violation("7.8", "out_of_turn", message)
    board = state.setup.board
    kind = board.type_index.get(event.object)
    if kind is None:
        return _unknown_type(event.object, state)
    if state.secret.recorded or not state.table.bound_drawn:
        message = text("You can unmask only if the bound type was not recorded (bind ?).")
        return Violation("7.7", "nothing_to_unmask", message)
    if not state.secret.possible >> kind & 1:
        message = text(
            "The bound type can't be {object}: this game is only legal with {types}.",
            object=event.object,
            types=choice_text(board.types[i] for i in set_bits(state.secret.possible)),
        )
        return Violation("7.7", "does_not_fit", message)
    return None


def _check_end(state: State, event: events.Resign | events.Abandon) -> Violation | None:
    return _out_of_turn(state, event) if state.table.phase is OVER else None


_CHECKS: dict[type, Callable[[State, Any], Violation | None]] = {
    events.Bind: _check_bind,
    events.Haunt: _check_haunt,
    events.Plan: _check_plan,
    events.HiddenPlan: _check_hidden_plan,
    **dict.fromkeys(get_args(events.Action), _check_action),
    events.Discover: _check_discover,
    events.Draw: _check_draw,
    events.Stuck: _check_stuck,
    events.Unmask: _check_unmask,
    **dict.fromkeys((events.Resign, events.Abandon), _check_end),
}
