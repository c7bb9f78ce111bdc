"""The screens of a table: what the person who holds the phone may see and enter.

A screen shows one view. On one phone, a secret of a side is on a screen only while this side holds
the phone.
"""

from dataclasses import dataclass
from typing import Any

from games.core import recording
from games.core.choosing import Parts
from games.core.contract import PUBLIC, GameKind
from games.core.language import gettext
from games.core.recording import Narrow
from games.core.replay import Replay
from games.core.turns import Turn

from .labels import time_text
from .offers import button, offers_of
from .table import COVERED, Table, replay_before

MAX_RECENT = 60
WITH_CHOICES = ("table", "secret", "correct", "seat", "solo")
"""The screens on which events can be entered."""
WITH_ENDINGS = ("table", "hand-over", "secret", "seat", "solo")


@dataclass(frozen=True)
class Screen:
    """A screen: `name` chooses the template's part, `view` what may be seen, `turn` what can be
    entered (None: nothing), at `index` if an earlier event is corrected.
    """

    name: str
    view: str
    turn: Turn | None = None
    index: int | None = None


def screen_of(table: Table, edited: int | None = None) -> Screen:
    """Return the screen of the only phone at a table, or that of a correction."""
    kind, replay, holder = table.kind, table.replay, table.holder
    if edited is not None and 0 <= edited < len(replay.steps):
        return _correction(table, edited)
    turns = recording.turns_of(kind, replay.final)
    if holder in table.players:
        own = next((turn for turn in turns if turn.role == holder and turn.is_secret), None)
        return Screen("secret", holder, own)
    if replay.is_over:
        return Screen("over", PUBLIC)
    first = turns[0] if turns else None
    if holder == COVERED or (first is not None and first.is_secret):
        return Screen("hand-over", PUBLIC, first)
    return Screen("table", PUBLIC, first)


def _correction(table: Table, index: int) -> Screen:
    """Return the screen on which an earlier event is corrected: for a secret one, a hand-over to
    its side first.
    """
    step = table.replay.steps[index]
    turns = recording.turns_of(table.kind, step.before)
    entered = step.entry.plain["type"]
    turn = next((turn for turn in turns if entered in turn.types), turns[0])
    if turn.is_secret and turn.role != table.holder:
        return Screen("hand-over", PUBLIC, turn, index)
    return Screen("correct", recording.view_of(turn), turn, index)


def shown_replay(table: Table, screen: Screen) -> Replay:
    """Return the replay that a screen shows, up to the corrected event."""
    if screen.index is None:
        return table.replay
    return replay_before(table.kind, table.replay, screen.index)


def screen_context(
    table: Table,
    screen: Screen,
    frames: list[dict[str, Any]],
    chosen: Parts = (),
    narrow: Narrow | None = None,
) -> dict[str, Any]:
    """Return the context of the templates of a screen. `frames` are those of its replay in its
    view.
    """
    kind, replay = table.kind, shown_replay(table, screen)
    offers: dict[str, Any] = {}
    if screen.turn is not None and screen.name in WITH_CHOICES:
        offers = offers_of(kind, replay.final, screen.turn, chosen, narrow)
    setup = replay.record.setup
    return {
        **offers,
        "kind": kind,
        "screen": screen.name,
        "view": screen.view,
        "turn": screen.turn,
        "edit": None if screen.index is None else screen.index + 1,
        "heading": heading(table, screen, replay),
        "holder_name": table.seat_name(screen.turn.role if screen.turn else None),
        "others": _others(table, screen),
        "moves": _moves(table, screen, frames),
        "rules": kind.identity.rules_text(
            kind.identity.edition_of(setup), kind.identity.mode_of(setup)
        ),
        "house_rules": table.header.get("x_house_rules", ""),
        "result": result_text(kind, replay),
    }


def heading(table: Table, screen: Screen, replay: Replay) -> str:
    """Return who acts, as a heading."""
    kind = table.kind
    if screen.name == "over" or replay.is_over:
        return result_text(kind, replay)
    first = next(iter(recording.turns_of(kind, table.replay.final)), None)
    if screen.turn is None and screen.name == "solo":
        return gettext("House bot to act")
    if screen.turn is None and screen.name == "seat":
        player = table.seat_name(first.role or first.known_to if first else None)
        return gettext("Waiting for {player}").format(player=player)
    if screen.turn is None and screen.name == "secret":
        return gettext("Nothing to enter now")
    turn = screen.turn or first
    return gettext("The table") if turn is None else _turn_text(table, turn)


def _turn_text(table: Table, turn: Turn) -> str:
    terms = table.kind.display.terms
    types = sorted(terms.get(name, name) for name in turn.types)
    if turn.role is None and len(types) == 1:
        return gettext("What was drawn: {what}").format(what=types[0])
    if turn.role is None:
        return gettext("What happened?")
    who = table.seat_name(turn.role)
    if len(types) == 1:
        return gettext("{player}: {what}").format(player=who, what=types[0])
    return gettext("{player} to act").format(player=who)


def result_text(kind: GameKind, replay: Replay) -> str:
    """Return who won and why; empty while the game goes on."""
    outcome = replay.outcome
    if outcome.reason is None:
        return ""
    reason = kind.identity.reasons.get(outcome.reason, outcome.reason)
    if outcome.winner is None:
        return gettext("No winner: {reason}").format(reason=reason)
    winner = kind.identity.winner_text(outcome.winner)
    return gettext("Winner: {winner}. {reason}").format(winner=winner, reason=reason)


def _others(table: Table, screen: Screen) -> list[tuple[str, str]]:
    """Return the roles that can be given the phone to see or enter their secrets, with names."""
    engine, state = table.kind.rules.engine, table.replay.final
    if screen.name not in WITH_ENDINGS or screen.index is not None:
        return []
    due = screen.turn.role if screen.name == "hand-over" and screen.turn else screen.view
    public = engine.observe(state, PUBLIC)
    return [
        (role, table.seat_name(role))
        for role in table.players
        if role != due and engine.observe(state, role) != public
    ]


def _moves(table: Table, screen: Screen, frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the list of moves as the view may know it, the last one first."""
    recent = [frame for frame in frames if frame["move"]][: -MAX_RECENT - 1 : -1]
    return [
        {
            "step": frame["step"],
            "text": frame["move"]["text"],
            "sentence": frame["sentence"],
            "time": _time(table, frame["step"]),
            "note": _note(table, screen, frame["step"]),
        }
        for frame in recent
    ]


def _time(table: Table, step: int) -> str:
    at = table.rows[step - 1].get("at")
    return "" if at is None else time_text(at)


def _note(table: Table, screen: Screen, step: int) -> str:
    """Return the note of a step; that of a secret is shown to its author only."""
    row = table.rows[step - 1]
    note = str(row.get("note", ""))
    if not note or row["role"] in (None, screen.view):
        return note
    before, name = table.replay.steps[step - 1].before, row["event"]["type"]
    turns = recording.turns_of(table.kind, before)
    is_secret = any(turn.is_secret for turn in turns if name in turn.types)
    return "" if is_secret else note


def ending_buttons(table: Table, screen: Screen, events: list[dict[str, Any]]) -> list[Any]:
    """Return the buttons of events that end the game, on the screens that have them."""
    if screen.name not in WITH_ENDINGS or screen.index is not None:
        return []
    return [button(table.kind, event) for event in events]


def stays_with(table: Table, screen: Screen) -> bool:
    """Return whether the phone stays with a side after it entered something: it enters the next
    secret too. `table` is the one after the entry.
    """
    turns = recording.turns_of(table.kind, table.replay.final)
    return bool(turns and turns[0].is_secret and turns[0].role == screen.view)
