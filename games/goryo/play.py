"""What a record of Goryō says of the play (docs/log-format.md; a Samurai's record does not know the
bound type and undiscovered plans, the Goryō's own sheet may lack the Samurai's moves).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.core.play import PlayFormat, without_annotations
from games.core.record import Record
from games.core.replay import Step
from games.goryo.rules.events import Haunt
from games.goryo.sheets import is_incomplete

_PLAN = ("route", "target", "sprint", "false_trail")


def _header(record: Record) -> dict[str, Any]:
    ruleset, board = record.ruleset, record.board
    samurai = dict(zip(ruleset.colours, record.setup.samurai, strict=True))
    return {
        "ruleset": record.header["ruleset"],
        "samurai": {colour: board.names[space] for colour, space in samurai.items()},
    }


def _event(plain: Mapping[str, Any]) -> dict[str, Any]:
    event = without_annotations(plain)
    if event["type"] == "bind":
        return {"type": "bind", "bound": event["object"]}
    if event["type"] != "plan":
        return event
    plan = {key: event[key] for key in _PLAN if key in event}
    return {"type": "plan", "plan": None if event["route"] is None else plan}


def _gaps(record: Record) -> frozenset[str]:
    return frozenset({"move"}) if is_incomplete(record) else frozenset()


def _without_recorder(setup: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in setup.items() if key != "known_by"}


def _options(step: Step, events: Iterable[Any]) -> Iterable[Any]:
    """Return the events that the acting side could choose: chance draws the haunted type."""
    drawn = step.entry.event
    if not isinstance(drawn, Haunt):
        return events
    return (e for e in events if isinstance(e, Haunt) and e.object == drawn.object)


PLAY = PlayFormat(
    header=_header,
    event=_event,
    uncertain=frozenset({"plan", "bound"}),
    claims=frozenset({"stuck", "unmask"}),
    gaps=_gaps,
    gap_types=frozenset({"move"}),
    fillable=frozenset({"object", *_PLAN}),
    complete_setup=_without_recorder,
    forced=frozenset({"bind", "draw"}),
    options=_options,
)
