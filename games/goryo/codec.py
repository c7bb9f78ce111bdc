"""Goryō positions and events as plain data: the steps of the log-format page, and events read from
JSON.
"""

from collections.abc import Callable
from typing import Any

from games.core import fields
from games.core.errors import LogError
from games.core.fields import boolean, string
from games.core.findings import show
from games.core.language import text
from games.goryo.rules import events
from games.goryo.rules.board import set_bits
from games.goryo.rules.events import EVENT_NAMES, Event, Plan
from games.goryo.rules.state import CHASE, PublicView, State, Table

ROLES = ("goryo", "samurai")
ROUTE_MAX = 32
_TEXT = frozenset({str})
_DISCOVER = events.Discover()
_new = tuple.__new__
"""Creates a NamedTuple in half the time of its constructor; for the most frequent events."""


def plain_plan(plan: Plan) -> dict[str, Any]:
    """Return a plan with all its fields."""
    return {**plan._asdict(), "route": list(plan.route)}


def plain_state(position: State | PublicView) -> dict[str, Any]:
    """Return the `state` object of a step. A public view has no plan, and no bound type before the
    game is over.
    """
    setup, table, chase = position[:3]
    board, colours = setup.board, setup.ruleset.colours
    bound, plan = table.bound, None
    bag = len(board.types) - table.bound_drawn - table.haunted.bit_count() - table.drawn
    if isinstance(position, State):
        secret = position.secret
        if secret.recorded:
            bound = next(set_bits(secret.possible))
        if secret.plan is not None:
            plan = plain_plan(secret.plan)
        elif table.phase is CHASE:
            plan = {"route": None, "target": None, "sprint": False, "false_trail": None}
    revealed = table.revealed
    return {
        "round": table.round,
        "phase": table.phase.value,
        "pawn": None if table.pawn is None else board.names[table.pawn],
        "samurai": {c: board.names[i] for c, i in zip(colours, chase.samurai, strict=True)},
        "broken": board.spaces(table.broken),
        "sealed": board.spaces(table.sealed),
        "types": {name: _type_state(table, 1 << i) for i, name in enumerate(board.types)},
        "spirits": table.spirits,
        "gong": table.gong,
        "green": board.spaces(chase.green),
        "red": board.spaces(chase.red),
        "actions_left": chase.actions_left,
        "called": [colours[i] for i in chase.called],
        "draws_due": table.draws_due,
        "bag": bag,
        "sprint_left": table.sprint_left,
        "false_trail_left": table.false_trail_left,
        "mistakes": table.mistakes,
        "bound": None if bound is None else board.types[bound],
        "plan": plan,
        "revealed": revealed and {"round": revealed.round, **plain_plan(revealed.plan)},
        "winner": table.winner,
        "reason": table.reason,
    }


def _type_state(table: Table, kind: int) -> str:
    if table.sealed_types & kind:
        return "sealed"
    return "broken" if table.broken_types & kind else "intact"


def plain_event(event: Event) -> dict[str, Any]:
    """Return an event as written in a log, without fields that have their default value."""
    plain: dict[str, Any] = {"type": EVENT_NAMES[type(event)], **event._asdict()}
    if isinstance(event, events.HiddenPlan):
        return {**plain, "route": None, "target": None}
    if isinstance(event, Plan):
        plain["route"] = list(event.route)
        _remove_defaults(plain)
    return plain


def _remove_defaults(plan: dict[str, Any]) -> None:
    for key, default in (("sprint", False), ("false_trail", None)):
        if plan.get(key, default) is default:
            plan.pop(key, None)


# ------------------------------------------------------------------------------------------ reading


def read_event(raw: dict[str, Any]) -> Event:
    """Read an event of a log and put `raw` into canonical form (`games.core.fields.read_event`)."""
    event: Event = fields.read_event(raw, _READERS)
    return event


def _bind(plain: dict[str, Any]) -> events.Bind:
    return events.Bind(None if plain["object"] is None else string(plain, "object"))


def _plan(plain: dict[str, Any]) -> Plan | events.HiddenPlan:
    route = plain["route"]
    if route is None and plain["target"] is None:
        _remove_defaults(plain)
        if not plain.keys() & {"sprint", "false_trail"}:
            return events.HiddenPlan()
    if type(route) is list and len(route) > ROUTE_MAX:
        message = text(
            "A route can have at most {most} spaces; this one has {n} (7.1).",
            most=ROUTE_MAX,
            n=len(route),
        )
        raise LogError(message, code="route_too_long", key="route")
    if type(route) is not list or not _TEXT.issuperset(map(type, route)):
        message = text('"route" must be a list of space names.')
        raise LogError(message, code="wrong_type", key="route")
    sprint = "sprint" in plain and boolean(plain, "sprint")
    trail = None if plain.get("false_trail") is None else string(plain, "false_trail")
    if "sprint" in plain or "false_trail" in plain:
        _remove_defaults(plain)
    return _new(Plan, (tuple(route), string(plain, "target"), sprint, trail))


def _move(plain: dict[str, Any]) -> events.Move:
    samurai, to = plain.get("samurai"), plain.get("to")
    if type(samurai) is str and type(to) is str:
        return _new(events.Move, (samurai, to))
    return events.Move(string(plain, "samurai"), string(plain, "to"))


def _search(plain: dict[str, Any]) -> events.Search:
    samurai, answer = plain.get("samurai"), plain.get("answer")
    if type(samurai) is str and type(answer) is bool:
        return _new(events.Search, (samurai, answer))
    return events.Search(string(plain, "samurai"), boolean(plain, "answer"))


def _sniff(plain: dict[str, Any]) -> events.Sniff:
    samurai, space, answer = plain.get("samurai"), plain.get("space"), plain.get("answer")
    if type(samurai) is str and type(space) is str and type(answer) is bool:
        return _new(events.Sniff, (samurai, space, answer))
    return events.Sniff(string(plain, "samurai"), string(plain, "space"), boolean(plain, "answer"))


def _resign(plain: dict[str, Any]) -> events.Resign:
    role = string(plain, "role")
    if role not in ROLES:
        message = text("There is no role {role}. Use goryo or samurai.", role=show(role))
        raise LogError(message, code="unknown_role", key="role")
    return events.Resign(role)


_READERS: dict[str, tuple[frozenset[str], Callable[[dict[str, Any]], Event]]] = {
    name: (frozenset({"type", *fields}), read)
    for name, fields, read in (
        ("bind", ("object",), _bind),
        (
            "haunt",
            ("object", "space"),
            lambda p: events.Haunt(string(p, "object"), string(p, "space")),
        ),
        ("plan", ("route", "target", "sprint", "false_trail"), _plan),
        ("move", ("samurai", "to"), _move),
        ("search", ("samurai", "answer"), _search),
        ("sniff", ("samurai", "space", "answer"), _sniff),
        ("discover", (), lambda _: _DISCOVER),
        ("draw", ("object",), lambda plain: events.Draw(string(plain, "object"))),
        ("stuck", (), lambda _: events.Stuck()),
        ("unmask", ("object",), lambda plain: events.Unmask(string(plain, "object"))),
        ("resign", ("role",), _resign),
        ("abandon", (), lambda _: events.Abandon()),
    )
}
