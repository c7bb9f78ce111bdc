"""House bots in Goryō: bots of three strengths for both sides, and the tokens that chance draws."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from games.core.branching import Refused
from games.core.chance import Chance, pick
from games.core.findings import LOG_FORMAT, Problem
from games.core.house import EASY, HARD, MEDIUM, House
from games.core.language import text
from games.goryo import codec
from games.goryo.bots.goryo import choose_haunt, choose_plan
from games.goryo.bots.samurai import choose_action
from games.goryo.rules.board import set_bits
from games.goryo.rules.events import Bind, Draw, Event
from games.goryo.rules.legality import bag
from games.goryo.rules.state import CHASE, DRAW, PLAN, SETUP, PublicView, Setup, State


class Skill(NamedTuple):
    """How well a bot plays: how strongly the Goryō prefers better plans, and random noise in the
    scores of the Samurai's actions.
    """

    greed: float
    noise: float


SKILLS = {EASY: Skill(0.0, 3.0), MEDIUM: Skill(0.3, 0.8), HARD: Skill(0.9, 0.02)}
NAMES = {"goryo": "Bot Kuro", "samurai": "Bot Shiro"}


def choose(
    observed: State | PublicView, role: str, strength: str, chance: Chance
) -> Mapping[str, Any] | None:
    """Return the event of a bot, None if the other side or chance is next. A question has no
    answer.
    """
    skill, phase, event = SKILLS[strength], observed.table.phase, None
    if role == "samurai":
        if phase is CHASE:
            event = choose_action(PublicView(*observed[:3]), chance, skill.noise)
    elif isinstance(observed, State):
        event = _goryo(observed, skill, chance)
    if event is None:
        return None
    return {key: value for key, value in codec.plain_event(event).items() if key != "answer"}


def _goryo(state: State, skill: Skill, chance: Chance) -> Event | None:
    if state.table.phase is PLAN:
        return choose_plan(state, chance, skill.greed)
    if state.table.phase is SETUP and state.table.bound_drawn:
        return choose_haunt(state, haunted(state, chance), chance)
    return None


def haunted(state: State, chance: Chance) -> str:
    """Return the type that is drawn for the haunted space (3.2)."""
    types = state.setup.board.types
    return pick([n for i, n in enumerate(types) if state.secret.possible != 1 << i], chance)


def deal(state: State, chance: Chance) -> Mapping[str, Any] | None:
    """Return the bound type or a token from the bag, None if a player is next."""
    types, table = state.setup.board.types, state.table
    if table.phase is SETUP and not table.bound_drawn:
        return codec.plain_event(Bind(pick(types, chance)))
    if table.phase is DRAW:
        return codec.plain_event(Draw(types[pick(list(set_bits(bag(state))), chance)]))
    return None


def narrow(
    state: State, events: Iterable[dict[str, Any]], chance: Chance
) -> Iterator[dict[str, Any]]:
    """Yield the events, of those that haunt a space only the ones with the drawn type."""
    is_haunt = state.table.phase is SETUP and state.table.bound_drawn
    drawn = haunted(state, chance) if is_haunt else None
    for plain in events:
        if plain["type"] != "haunt" or plain["object"] == drawn:
            yield plain


def complete(state: State, plain: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
    """Return an entered event. Raises Refused if it haunts a space of another type than drawn."""
    if plain.get("type") == "haunt" and state.table.phase is SETUP:
        drawn = haunted(state, chance)
        if plain.get("object", drawn) != drawn:
            message = text('The drawn token is "{token}". Choose a space with it.', token=drawn)
            raise Refused(Problem(LOG_FORMAT, "not_dealt", message, "object"))
        return {**plain, "object": drawn}
    return plain


def plays(setup: Setup) -> bool:
    """Return whether the site plays and deals games with a set-up: not records of one side."""
    return setup.known_by is None


HOUSE = House(names=NAMES, choose=choose, deal=deal, plays=plays, narrow=narrow, complete=complete)
