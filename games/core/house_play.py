"""What the site enters in a game: the events that it deals, and those of its bots."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from games.core import recording
from games.core.chance import Chance, pick
from games.core.contract import GameKind
from games.core.house import House
from games.core.recording import Narrow
from games.core.turns import Turn

DEAL = "deal"
ChanceOf = Callable[[str], Chance]
"""Returns the chance of a position for a role, or for the dealer (`DEAL`); always the same one."""


class HouseEvent(NamedTuple):
    """An event that the site enters: the plain event as it is stored, the turn that it takes, the
    role of the bot (None: it was dealt), and the position after it.
    """

    plain: dict[str, Any]
    turn: Turn
    bot: str | None
    after: Any = None


def house_of(kind: GameKind) -> House:
    """Return the `House` of a game. Raises ValueError if it has none."""
    if kind.rules.house is None:
        raise ValueError(f"{kind.title} has no house bots.")
    return kind.rules.house


def narrow_of(kind: GameKind, state: Any, chance_of: ChanceOf) -> Narrow:
    """Return the function that narrows the offers of a position to what was dealt."""
    house = house_of(kind)
    return lambda events: house.narrow(state, events, chance_of(DEAL))


def next_event(
    kind: GameKind,
    state: Any,
    bots: Mapping[str, str],
    chance_of: ChanceOf,
    *,
    has_passed: bool = False,
) -> HouseEvent | None:
    """Return the next event that the site enters, None if a player is to act or the game has ended.

    `bots` maps roles to strengths. A bot that is to act waits while another player can answer the
    last event, unless `has_passed`. Raises EngineFault or Refused if a bot breaks a rule.
    """
    turns = recording.turns_of(kind, state)
    if not turns or kind.rules.engine.outcome(state).reason is not None:
        return None
    house = house_of(kind)
    dealt = house.deal(state, chance_of(DEAL))
    if dealt is not None:
        turn = next(turn for turn in turns if dealt["type"] in turn.types)
        return HouseEvent(recording.decide(kind, state, turn, dealt), turn, None)
    for turn, role in _bot_turns(turns[1:], bots):
        if plain := _choice(kind, state, turn, (role, bots[role]), chance_of):
            return HouseEvent(plain, turn, role)
    if not has_passed and can_answer(kind, state, bots):
        return None
    for turn, role in _bot_turns(turns[:1], bots):
        plain = _choice(kind, state, turn, (role, bots[role]), chance_of)
        if plain is None and turn.role is not None:
            plain = _any(kind, state, turn, chance_of(role))
        if plain is not None:
            return HouseEvent(plain, turn, role)
    return None


def _bot_turns(turns: tuple[Turn, ...], bots: Collection[str]) -> Iterator[tuple[Turn, str]]:
    """Yield the turns that bots can take, each with the role of the bot."""
    for turn in turns:
        yield from ((turn, role) for role in bots if turn.role in (None, role))


def _choice(
    kind: GameKind, state: Any, turn: Turn, bot: tuple[str, str], chance_of: ChanceOf
) -> dict[str, Any] | None:
    role, strength = bot
    observed = kind.rules.engine.observe(state, role)
    plain = house_of(kind).choose(observed, role, strength, chance_of(role))
    return None if plain is None else recording.decide(kind, state, turn, plain)


def _any(kind: GameKind, state: Any, turn: Turn, chance: Chance) -> dict[str, Any] | None:
    """Return any event of a turn, for a bot that found none; None if there is none."""
    found = list(recording.offers(kind, state, turn))
    return recording.decide(kind, state, turn, pick(found, chance)) if found else None


def can_answer(kind: GameKind, state: Any, bots: Collection[str]) -> bool:
    """Return whether a bot is to act, but a player could still answer the last event, as far as
    everyone knows. So a wait does not tell others what the player can really do.
    """
    turns = recording.turns_of(kind, state)
    if not turns or turns[0].role not in bots:
        return False
    others = (turn._replace(is_secret=False) for turn in turns[1:] if turn.role not in bots)
    return any(next(recording.offers(kind, state, turn), None) is not None for turn in others)


def play_on(
    kind: GameKind,
    state: Any,
    bots: Mapping[str, str],
    chance_at: Callable[[int, str], Chance],
    first: int,
    *,
    has_passed: bool = False,
) -> Iterator[HouseEvent]:
    """Yield the events that the site enters until a player is to act. `first` is the number of the
    next event, from 0; `chance_at` returns the chance of an event's number. `has_passed` is for the
    first event only. Raises EngineFault or Refused if a bot breaks a rule.
    """
    number = first
    while True:
        chance_of = partial(chance_at, number)
        event = next_event(kind, state, bots, chance_of, has_passed=has_passed)
        if event is None:
            return
        entry = kind.log.codec.read_event(dict(event.plain))
        state, _effects = kind.rules.engine.transition(state, entry)
        yield event._replace(after=state)
        number, has_passed = number + 1, False
