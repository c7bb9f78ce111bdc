"""Entering, undoing and correcting the events of a room. The engine checks every event, and each
change names the version that it builds on.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.core import house_play, recording
from games.core.branching import Refused
from games.core.contract import PUBLIC, GameKind
from games.core.findings import Finding, Problem
from games.core.replay import Replay
from games.core.turns import STOPS, Turn
from games.recorder.entering import EVENTS_MAX, NOTE_MAX
from replays.services.errors import Refusal, refusal
from replays.text.names import clean_line
from rooms.access.keys import Access
from rooms.models import Action, Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

from . import clocks
from .changing import Change, Rows, change_once, store_change
from .house import play_house

AT_MAX = 10**9
"""Most seconds since the beginning of a game."""
_LEGAL_SHOWN = 12


_CHANGED = ("events", "n_events", "house_due", "passed_at", "clock", "take_back", "header")


class Edit(NamedTuple):
    """What a change makes of the events: the new ones, those it removed, and `at`, the index of the
    first that differs.
    """

    rows: Rows
    removed: Rows
    at: int


def append_event(
    room: Room, change: Change, raw: Mapping[str, Any], *, note: str = "", at: float | None = None
) -> Room:
    """Enter the next event. Raises Refusal."""
    change = _for_seat(room, change)

    def enter(room: Room) -> Edit:
        if len(room.events) >= EVENTS_MAX:
            message = gettext("A game can have at most {most} moves here.")
            raise refusal(422, "too_long", message, most=EVENTS_MAX)
        clocks.check(room, str(raw.get("type")))
        replay, turn = _replay(room), room_reads.turn_for(room, change.access, change.role)
        plain = _decide(room, replay, turn, change, raw)
        asides = asides_of(note, clocks.seconds_played(room) if at is None else at)
        row = {"event": plain, "role": _author(turn, change), **asides}
        return Edit([*room.events, row], [], len(room.events))

    return write_change(room, change, Action.APPEND, enter)


def undo_events(room: Room, change: Change, length: int) -> Room:
    """Take back the last events, down to a number of them. A seat can take back its own only, and
    none that revealed a secret. Raises Refusal.
    """

    def undo(room: Room) -> Edit:
        if not 0 <= length < len(room.events):
            raise refusal(409, "nothing_to_undo", gettext("There is nothing to undo."))
        _check_seat(room, change.access, length)
        room.passed_at = None
        return Edit(room.events[:length], room.events[length:], length)

    return write_change(room, change, Action.UNDO, undo)


def replace_event(
    room: Room, change: Change, index: int, raw: Mapping[str, Any], *, cuts: bool = False
) -> Room:
    """Replace an earlier event, from 0, and check the later ones again. `cuts`: the first that is
    not possible any more and all after it are removed; else the change is refused, and the refusal
    names it. Unless the recorder has the only phone, which events stay depends only on what
    everyone knows. Raises Refusal.
    """
    change = _for_seat(room, change)

    def replace(room: Room) -> Edit:
        if not 0 <= index < len(room.events):
            raise refusal(404, "no_such_step", gettext("There is no such step."))
        if house_reads.is_played_by_house(room):
            message = gettext(
                "Where bots play or the site deals, steps can't be corrected. Undo them."
            )
            raise refusal(409, "not_with_house", message)
        kind, replay = room_reads.kind_of(room), _replay(room)
        state, old = replay.steps[index].before, room.events[index]
        role = change.role if change.access.is_recorder else change.access.role
        turn = room_reads.turn_in(room, state, change.access, role)
        _check_seat(room, change.access, index)
        plain = _decide(room, replay, turn, change, raw, state)
        later = [row["event"] for row in room.events[index + 1 :]]
        is_public = room.is_shared or not change.access.is_recorder
        replaced = recording.replace_event(kind, replay, index, plain, later, is_public=is_public)
        if replaced.conflict is not None and not cuts:
            raise _conflict(room, replaced.conflict, change, is_public=is_public)
        end = len(room.events) if replaced.conflict is None else replaced.conflict
        row = {**old, "event": plain}
        rows = [*room.events[:index], row, *room.events[index + 1 : end]]
        return Edit(rows, [old, *room.events[end:]], index)

    return write_change(room, change, Action.REPLACE, replace)


def add_note(room: Room, change: Change, index: int, note: str, at: float | None = None) -> Room:
    """Write the note and the time of an event, from 0; an empty note removes it. Raises Refusal."""

    def write(room: Room) -> Edit:
        if not 0 <= index < len(room.events):
            raise refusal(404, "no_such_step", gettext("There is no such step."))
        old = room.events[index]
        if not change.access.is_recorder and old["role"] != change.access.role:
            raise refusal(403, "not_yours", gettext("You can change only what you entered."))
        unannotated = {key: value for key, value in old.items() if key not in ("note", "at")}
        row = {**unannotated, **asides_of(note, at)}
        return Edit([*room.events[:index], row, *room.events[index + 1 :]], [old], index)

    return write_change(room, change, Action.NOTE, write)


def _for_seat(room: Room, change: Change) -> Change:
    """Return a change in the name of the role that its key has, if the room is shared: there even
    the recorder enters no secrets of others.
    """
    if not room.is_shared:
        return change
    return Change(change.access, change.version, change.access.role, change.key)


def write_change(room: Room, change: Change, action: Action, make: Callable[[Room], Edit]) -> Room:
    """Change the events of a room once, and let the site enter what follows. Raises Refusal."""

    def write(room: Room) -> None:
        replay = _replay(room)
        edit = make(room)
        rows = edit.rows
        state = _state_after(room, replay, rows)
        if len(rows) > len(room.events):
            is_end = rows[-1]["event"]["type"] in STOPS
            clocks.charge(room, None if is_end else rows[-1]["role"])
        room.events, room.n_events = rows, len(rows)
        if action != Action.NOTE:
            clocks.start(room, play_house(room, state))
            room.take_back = None
        store_change(room, change, action, edit.removed, edit.at)

    return change_once(room, change, write, _CHANGED)


def _state_after(room: Room, replay: Replay, rows: Rows) -> Any:
    """Return the position after the new entries of a room; `replay` is that of its old ones."""
    kind, known = room_reads.kind_of(room), 0
    for old, new in zip(room.events, rows, strict=False):
        if old["event"] != new["event"]:
            break
        known += 1
    state = replay.steps[known - 1].state if known else replay.initial
    for row in rows[known:]:
        event = kind.log.codec.read_event(dict(row["event"]))
        state, _effects = kind.rules.engine.transition(state, event)
    return state


def may_undo(room: Room, access: Access) -> bool:
    """Return whether a key may take back the last event."""
    if not room.events or not access.may_write:
        return False
    is_house = house_reads.is_played_by_house(room)
    last = house_reads.undo_length(room) if is_house else len(room.events) - 1
    try:
        _check_seat(room, access, last)
    except Refusal:
        return False
    return True


def _check_seat(room: Room, access: Access, index: int) -> None:
    """Raise Refusal if a seat would take back or correct an event after which the other side
    entered something: whether that is still possible can depend on its secrets. Likewise if one of
    the events revealed a secret: an answer, a result or the end of the game. Where bots
    play or the site deals, that holds for the recorder too, and what was dealt is not taken back.
    """
    is_house = house_reads.is_played_by_house(room)
    if access.is_recorder and not is_house:
        return
    rows = room.events[index:]
    others = (row for row in rows if not row.get("house") and row["role"] != access.role)
    if not access.is_recorder and any(others):
        message = gettext("You can undo or change only what you entered last.")
        raise refusal(403, "not_yours", message)
    check_revealed(room, index)


def check_revealed(room: Room, index: int) -> None:
    """Raise Refusal if an event from `index` on revealed a secret, or was dealt by the site."""
    rows, is_house = room.events[index:], house_reads.is_played_by_house(room)
    decisions = room_reads.kind_of(room).rules.decisions
    reveals = STOPS | decisions.answers.keys() | decisions.results | decisions.reveals
    if is_house:
        reveals |= decisions.chance
    if not any(row["event"]["type"] in reveals for row in rows) and not _replay(room).is_over:
        return
    if is_house:
        message = gettext("What has been revealed or dealt stays. Take back later steps only.")
    else:
        message = gettext(
            "What has been revealed stays. Only the person who records the game can change it."
        )
    raise refusal(403, "revealed", message)


def check_rules(room: Room) -> None:
    """Raise Refusal if the current rules engine refuses the events of a room."""
    _replay(room)


def _replay(room: Room) -> Replay:
    """Return the replay of a room. Raises Refusal if its rules have changed."""
    try:
        return room_reads.replay_of(room)
    except ValueError as error:
        message = gettext(
            "The rules engine has changed, so this game can't be continued. Delete the table."
        )
        raise refusal(409, "stale", message) from error


def _decide(
    room: Room, replay: Replay, turn: Turn | None, change: Change, raw: Mapping[str, Any],
    state: Any = None,
) -> dict[str, Any]:  # fmt: skip
    """Return the plain event to store. Raises Refusal."""
    check_types(raw)
    kind = room_reads.kind_of(room)
    position = replay.final if state is None else state
    role = change.access.role if change.access.role is not None else change.role
    is_other = role is not None and raw.get("role") != role
    if raw.get("type") == "resign" and (is_other or raw.get("role") in room.bots):
        raise refusal(403, "not_yours", gettext("You can resign only for your own side."))
    try:
        if house_reads.is_played_by_house(room) and turn is not None:
            raw = _as_dealt(room, position, raw)
        return recording.decide(kind, position, turn, raw)
    except Refused as refused:
        raise _finding(kind, replay, position, turn, refused.problem) from refused


def check_types(raw: Mapping[str, Any]) -> None:
    """Raise Refusal if what a request calls an event has another form."""
    role = raw.get("role")
    if not isinstance(raw.get("type"), str) or not (role is None or isinstance(role, str)):
        message = gettext("The type and the role of an event must be texts.")
        raise refusal(422, "wrong_type", message)


def _as_dealt(room: Room, state: Any, raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an entered event with what was dealt, and without an answer, which the site gives.
    Raises Refused.
    """
    kind = room_reads.kind_of(room)
    answer = kind.rules.decisions.answers.get(str(raw.get("type")))
    if answer is not None:
        raw = {key: value for key, value in raw.items() if key != answer.field}
    if not room.deals:
        return raw
    chance = house_reads.chance_at(room, len(room.events), house_play.DEAL)
    return house_play.house_of(kind).complete(state, raw, chance)


def _finding(
    kind: GameKind, replay: Replay, state: Any, turn: Turn | None, problem: Problem
) -> Refusal:
    """Return a refusal with its rule and some events that are possible."""
    legal: tuple[str, ...] = ()
    if turn is not None:
        node = recording.choose(kind, state, turn, ())
        answers = kind.rules.decisions.answers
        whole = (e for e in node.events if e["type"] not in answers and len(e) > 1)
        written = (" ".join(kind.log.notation.format_event(event)) for event in whole)
        legal = tuple(text for text, _ in zip(written, range(_LEGAL_SHOWN), strict=False))
    citation = kind.rules.rulebook.cite(problem.rule, kind.identity.edition_of(replay.record.setup))
    at = len(replay.steps)
    return Refusal(
        422, Finding(0, at, problem.rule, problem.code, problem.message, citation, legal)
    )


def _author(turn: Turn | None, change: Change) -> str | None:
    return change.access.role or (turn.role if turn is not None else change.role)


def _conflict(room: Room, index: int, change: Change, *, is_public: bool) -> Refusal:
    """Return the refusal of a correction. The event is described as the view sees it that makes the
    correction.
    """
    view = change.access.role or change.role or PUBLIC
    step = room_reads.steps_of(room, view, index + 1)[0]
    kind = room_reads.kind_of(room)
    name = step["event"]["type"]
    text = kind.display.terms.get(name, name)
    if is_public:
        message = gettext(
            "Step {step} ({event}) and the later steps can't stay after this correction: they are "
            "no longer possible, or secrets decide whether they are. Remove them, or cancel the "
            "correction."
        )
    else:
        message = gettext(
            "Step {step} ({event}) is not possible after this correction. Remove it and the later "
            "steps, or cancel the correction."
        )
    return refusal(409, "later_illegal", message, at=index, step=index + 1, event=text)


def asides_of(note: str, at: float | None) -> dict[str, Any]:
    """Return note and time as parts of an entry. Raises Refusal."""
    asides: dict[str, Any] = {}
    clean = "\n".join(map(clean_line, note.splitlines())).strip()
    if len(clean) > NOTE_MAX:
        message = gettext("The note is too long: at most {most} characters.")
        raise refusal(422, "too_long", message, most=NOTE_MAX)
    if clean:
        asides["note"] = clean
    if at is not None:
        if not 0 <= at <= AT_MAX:
            raise refusal(
                422,
                "bad_time",
                gettext("The time must be a number of seconds since the start of the game."),
            )
        asides["at"] = at
    return asides
