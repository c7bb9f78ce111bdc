"""House bots in Shadows in Kyoto: bots of three strengths, and the cards that chance deals."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from games.core.branching import Refused
from games.core.chance import Chance
from games.core.findings import LOG_FORMAT, Problem
from games.core.house import EASY, HARD, MEDIUM, House
from games.core.language import text
from games.kyoto import codec
from games.kyoto.bots import chance_events
from games.kyoto.bots.player import choose_answer, choose_due
from games.kyoto.bots.search import CANDIDATES, best_play
from games.kyoto.decisions import DECISIONS
from games.kyoto.rules.components import ONIWABAN, PILES, SITE, TACTIC
from games.kyoto.rules.events import Event, Pistol
from games.kyoto.rules.generation import legal_events
from games.kyoto.rules.piles import count_cards_due
from games.kyoto.rules.state import Phase, Setup, State, setup_role
from games.kyoto.rules.views import observe

NOISE = {EASY: 40.0, MEDIUM: 12.0, HARD: 0.5}
"""Random noise in the value of an event; a step forward is worth 2 or 3, a real agent 25."""
COSTS = {EASY: 1, MEDIUM: 1, HARD: 8}
NAMES = {"oniwaban": "Bot Kaede", "government": "Bot Sakon"}
CONFLICT = {"type": "conflict"}


def choose(view: State, role: str, strength: str, chance: Chance) -> Mapping[str, Any] | None:
    """Return the event of a bot, None if it enters nothing. What secrets give is left out: the
    agent that a Pistol or Bugs reveal, and the result of a conflict.
    """
    if view.phase in (Phase.DEAL, Phase.OVER):
        return None
    answer = choose_answer(view, role, chance, NOISE[strength])
    if view.phase is Phase.CONFLICT and answer is None:
        return CONFLICT if role == ONIWABAN else None
    event = answer or _in_turn(view, role, strength, chance)
    return None if event is None else _question(event)


def _in_turn(view: State, role: str, strength: str, chance: Chance) -> Event | None:
    is_setup = view.phase in (Phase.DEPLOY, Phase.CHARISMA)
    if (setup_role(view) if is_setup else view.active_role) != role:
        return None

    def try_all(plays: list[Event]) -> Event:
        return best_play(view, role, plays[:CANDIDATES], chance)

    among = try_all if strength == HARD else None
    event = choose_due(view, role, chance, NOISE[strength], among)
    if event is None and view.phase is Phase.DRAW:
        return chance_events.draw(view, chance)
    return event


def _question(event: Event) -> Mapping[str, Any]:
    plain = codec.plain_event(event)
    answer = DECISIONS.answers.get(plain["type"])
    return {key: v for key, v in plain.items() if answer is None or key != answer.field}


def deal(state: State, chance: Chance) -> Mapping[str, Any] | None:
    """Return a first hand, or a conflict that no Pistol can change; else None."""
    if state.phase is Phase.DEAL:
        return codec.plain_event(chance_events.deal(state, chance))
    if state.phase is Phase.CONFLICT:
        seen = legal_events(observe(state, ONIWABAN))
        return None if any(isinstance(event, Pistol) for event in seen) else CONFLICT
    return None


def narrow(
    state: State, events: Iterable[dict[str, Any]], _chance: Chance
) -> Iterator[dict[str, Any]]:
    """Yield the events, with piles to draw from instead of cards."""
    is_draw_listed = False
    for plain in events:
        if plain["type"] != "draw":
            yield plain
        elif not is_draw_listed:
            is_draw_listed = True
            yield from _draws(state)


def _draws(state: State) -> Iterator[dict[str, Any]]:
    side = state.side(state.active_role)
    due, (sites, tactics) = count_cards_due(side), side.piles
    for number in range(due, -1, -1):
        if number <= sites.size and due - number <= tactics.size:
            piles = [SITE] * number + [TACTIC] * (due - number)
            yield {"type": "draw", **({"piles": piles} if piles else {})}


def complete(state: State, plain: Mapping[str, Any], chance: Chance) -> Mapping[str, Any]:
    """Return an entered event; a draw gets cards of its piles. Raises Refused for other draws."""
    if plain.get("type") != "draw" or state.phase is not Phase.DRAW:
        return plain
    piles = plain.get("piles", [])
    options = [sorted(draw.get("piles", ())) for draw in _draws(state)]
    is_list = isinstance(piles, list) and all(pile in PILES for pile in piles)
    if plain.keys() - {"type", "piles"} or not is_list or sorted(piles) not in options:
        message = text('The site deals the cards. Enter only "piles": one pile for each card.')
        raise Refused(Problem(LOG_FORMAT, "not_dealt", message, "piles"))
    return codec.plain_event(chance_events.draw_from(state, piles, chance))


def plays(setup: Setup) -> bool:
    """Return whether the site plays and deals games with a set-up: full logs without Charisma. With
    Tomoyo a side looks at two cards and then keeps one, which no single event can express.
    """
    return setup.full and not setup.ruleset.charisma


HOUSE = House(
    names=NAMES, choose=choose, deal=deal, plays=plays, narrow=narrow, complete=complete,
    costs=COSTS,
)  # fmt: skip
