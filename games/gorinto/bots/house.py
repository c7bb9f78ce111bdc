"""House bots in Gorinto: bots of three strengths, and the events of chance."""

from collections.abc import Mapping
from typing import Any

from games.core.chance import Chance
from games.core.house import EASY, HARD, MEDIUM, House
from games.gorinto import codec
from games.gorinto.bots.chance import draw
from games.gorinto.bots.players import Skill, choose_place, choose_remove
from games.gorinto.rules.phase import OVER, PLACE, REMOVE
from games.gorinto.rules.state import State

SKILLS = {EASY: Skill(1, 9.0), MEDIUM: Skill(1, 2.0), HARD: Skill(8)}
NAMES = {"p1": "Bot Sora", "p2": "Bot Kaze", "p3": "Bot Mizu", "p4": "Bot Tsuchi"}


def choose(state: State, role: str, strength: str, chance: Chance) -> Mapping[str, Any] | None:
    """Return the placement or removal of a bot, None if another player acts."""
    if state.phase not in (PLACE, REMOVE) or state.actor != role:
        return None
    pick = choose_place if state.phase is PLACE else choose_remove
    return codec.plain_event(pick(state, chance, SKILLS[strength]))


def deal(state: State, chance: Chance) -> Mapping[str, Any] | None:
    """Return the event of chance that is next, or None."""
    return None if state.phase in (PLACE, REMOVE, OVER) else codec.plain_event(draw(state, chance))


HOUSE = House(names=NAMES, choose=choose, deal=deal)
