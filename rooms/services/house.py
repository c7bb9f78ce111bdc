"""What the site enters in rooms: it deals, and its bots answer each change, exactly once.

The events are written in the transaction of the change that they follow. If there are many, a task
goes on, and the room says that bots are still due. This depends on the number of events and the
strengths of the bots, which everyone knows: a limit of time would depend on their secrets.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext

from games.core import house_play
from games.core.contract import GameKind
from games.core.house import STRENGTHS
from games.recorder.entering import EVENTS_MAX
from replays.services.errors import refusal
from replays.services.notifications import send_task
from rooms.models import Room
from rooms.reads import house as house_reads
from rooms.reads import rooms as room_reads

MAX_COST, TASK_COST = 40, 400
"""The cost of the events (`House.costs`) after which bots stop in a request, and in a task. One
event of cost 8 takes at most about 0.25 seconds (docs/measures.md).
"""
PLAY_HOUSE = "rooms.tasks.play_house"
PROGRAM, PROGRAM_MAX = "Kifu House bots 1", 100

Rows = list[dict[str, Any]]


def play_house(room: Room, state: Any, most: int | None = None) -> Any:
    """Add what the site enters after the events of a room, which lead to a state, and return the
    state after it. The caller has the lock of the row, and saves it. `most`: the cost after which
    it stops, `MAX_COST` by default.
    """
    if not house_reads.is_played_by_house(room):
        return state
    left = MAX_COST if most is None else most
    kind, first = room_reads.kind_of(room), len(room.events)
    costs = house_play.house_of(kind).costs
    has_passed, room.house_due = room.passed_at == first, False
    chance_at = partial(house_reads.chance_at, room)
    for event in house_play.play_on(
        kind, state, room.bots, chance_at, first, has_passed=has_passed
    ):
        if len(room.events) >= EVENTS_MAX:
            break
        source = "deal" if event.bot is None else "bot"
        row = {"event": event.plain, "role": event.bot or event.turn.role, "house": source}
        state = event.after
        room.events = [*room.events, row]
        left -= 1 if event.bot is None else costs[room.bots[event.bot]]
        if left <= 0:
            room.house_due = True
            transaction.on_commit(partial(send_task, PLAY_HOUSE, room.pk))
            break
    room.n_events = len(room.events)
    return state


def check_house(kind: GameKind, setup: Any, roles: Sequence[str], bots: Mapping[str, str]) -> None:
    """Raise Refusal if the site can't deal or play a game with this set-up, for unknown roles or
    strengths, and if no other player takes part.
    """
    house = kind.rules.house
    if house is None or not house.plays(setup):
        message = gettext(
            "The site can't deal this variant and has no bots for it. Choose other rules."
        )
        raise refusal(422, "no_house", message)
    for role, strength in bots.items():
        if role not in roles:
            message = gettext('There is no role "{role}" in this game. Use one of: {known}.')
            raise refusal(422, "no_such_role", message, role=role, known=", ".join(roles))
        if strength not in STRENGTHS:
            message = gettext('There is no strength "{strength}". Use one of: {known}.')
            known = ", ".join(STRENGTHS)
            raise refusal(422, "no_such_strength", message, strength=strength, known=known)
    if not set(roles) - bots.keys():
        message = gettext("At least one seat must be played by a person or a program.")
        raise refusal(422, "only_bots", message)


def check_programs(header: Mapping[str, Any]) -> None:
    """Raise Refusal if a player's `x_bot` in a sent header is not `{"program": name}`, or has the
    name of house bots.
    """
    for player in header["players"]:
        bot = player.get("x_bot", {"program": "-"})
        program = bot.get("program") if isinstance(bot, dict) and len(bot) == 1 else None
        is_name = isinstance(program, str) and 0 < len(program) <= PROGRAM_MAX
        if not is_name or program == PROGRAM:
            message = gettext(
                '"x_bot" of a player must be an object with the name of a program: {example}.'
            )
            example = '{"program": "my-bot 1.0"}'
            raise refusal(422, "bad_bot", message, example=example)


def with_bots(kind: GameKind, header: dict[str, Any], bots: Mapping[str, str]) -> dict[str, Any]:
    """Return a header that names house bots as players. A game with a bot or another program is
    marked as simulated, so that it never counts among human games.
    """
    players = {player["role"]: player for player in header["players"]}
    for role, strength in bots.items():
        bot = {"program": PROGRAM, "strength": strength}
        name = f"{house_play.house_of(kind).names[role]} ({strength})"
        players[role] = {"role": role, "name": name, "x_bot": bot}
    if not any("x_bot" in player for player in players.values()):
        return header
    ordered = [players[role] for role in kind.identity.roles if role in players]
    return {**header, "players": ordered, "x_simulated": True}
