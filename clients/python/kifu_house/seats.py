"""A seat of a room that plays: for bots."""

import time
from collections.abc import Callable

from .bodies import Json
from .connection import Connection
from .errors import KifuError
from .group_bodies import Room, RoomLegal
from .room import RoomClient

POLL = 1.0
"""Seconds between two requests while others are to act."""
PATIENCE = 5
"""After so many requests the client asks house bots to go on."""
Choose = Callable[[Room, RoomLegal], int]
"""Returns the number of an option: of `events`, or if there are none, of `choices`."""


class Seat(RoomClient):
    """A room with the key of a seat and its role, which enters the events of this role."""

    def __init__(self, connection: Connection, code: str, key: str, role: str) -> None:
        super().__init__(connection, code, key)
        self.role = role

    def enter(self, event: Json) -> Room:
        """Enter an event. The room has its step, and those that the site entered after it."""
        return self.append(event, role=self.role)

    def pass_turn(self) -> Room:
        """Decline to answer the last event (`Room.may_pass`)."""
        return self._change("POST", "pass/")

    def resign(self) -> Room:
        """Resign as the role of the seat."""
        return self.enter({"type": "resign", "role": self.role})

    def ask_take_back(self, length: int) -> Room:
        """Ask the other players to take back events, so that `length` of them stay."""
        return self._change("POST", "take-back/", length=length)

    def answer_take_back(self, *, accept: bool) -> Room:
        """Accept or decline a take-back that another player asks for."""
        return self._change("POST", "take-back/", accept=accept)

    def claim_time(self) -> Room:
        """Claim the win over a player whose time is over."""
        return self._change("POST", "claim/")

    def play(self, choose: Choose, *, poll: float = POLL, timeout: float = 3600) -> Room:
        """Play until the game is over, or for `timeout` seconds, and return the room. `choose`
        decides between the options; an answer that can be passed is passed.
        """
        end, polls = time.monotonic() + timeout, 0
        room = self.read()
        while not room.over and time.monotonic() < end:
            if room.may_pass:
                room = self.pass_turn()
            elif any(turn.is_yours for turn in room.turns) and not room.thinking:
                room = self.enter(self.choose_event(room, choose))
            elif room.thinking and polls >= PATIENCE:
                room, polls = self._continue(), 0
            else:
                time.sleep(poll)
                room, polls = self.read(), polls + 1
        return room

    def _continue(self) -> Room:
        """Continue a house bot that ran out of time, in case no worker has."""
        try:
            return self.pass_turn()
        except KifuError as error:
            if error.code not in ("changed", "nothing_to_pass"):
                raise
            return self.read()

    def choose_event(self, room: Room, choose: Choose) -> Json:
        """Return one of the events that the seat can enter, chosen part after part if there are
        many.
        """
        legal = self.legal(self.role)
        while legal.whole is None and not legal.events:
            choice = legal.choices[choose(room, legal)]
            legal = self.legal(self.role, [*legal.chosen, (choice.path, choice.value)])
        return legal.whole or legal.events[choose(room, legal)].event
