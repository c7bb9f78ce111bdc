"""The one value that tells the house about Shadows in Kyoto."""

from typing import Any

from games.core.chance import Chance
from games.core.contract import GameKind
from games.core.language import Labels, gettext_noop
from games.kyoto import bots, codec, header, scene
from games.kyoto.decisions import DECISIONS
from games.kyoto.facts import FACTS_VERSION, facts
from games.kyoto.habits import HABITS, seat_facts
from games.kyoto.metrics import METRICS
from games.kyoto.notation import KyotoNotation
from games.kyoto.rules.editions import EDITIONS
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.rulebook import RULEBOOK, SECTIONS
from games.kyoto.rules.ruleset import MODES
from games.kyoto.rules.state import Setup
from games.kyoto.schema import json_schema
from games.kyoto.steps import steps
from games.kyoto.terms import SIDES
from games.log.header import FORMAT

REASONS = Labels(
    {
        "escape": gettext_noop("a real agent escaped"),
        "captures": gettext_noop("two real agents captured"),
        "decoys": gettext_noop("the other side held three fake agents"),
        "stuck": gettext_noop("the other side had no card that could be played"),
        "turn_cap": gettext_noop("the turn cap was reached"),
        "resign": gettext_noop("the other side resigned"),
        "abandon": gettext_noop("the game was broken off"),
    }
)
BOTS = {"oniwaban": "Bot Kaede", "government": "Bot Sakon"}


def _simulated_header(name: str, board: Any, _chance: Chance) -> dict[str, Any]:
    """The header of a game between bots: `name` is a mode. Raises ValueError for another."""
    if name not in MODES:
        raise ValueError(f"There is no ruleset {name}; there are {', '.join(MODES)}.")
    words = name.split("-")
    modules = {"charisma", "neutral"} if "neutral" in words else set()
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": "kyoto",
        "ruleset": dict.fromkeys(sorted(modules | set(words) - {"base"}), True),
        "players": [{"role": role, "name": bot} for role, bot in BOTS.items()],
        "source": bots.SOURCE,
    }
    return head if board is None else {**head, "board": board}


def _edition(setup: Setup) -> str:  # noqa: ARG001 - there is one edition
    return ""


def _mode(setup: Setup) -> str:
    return setup.ruleset.name


def _roles_in(_mode: str) -> tuple[str, ...]:
    return tuple(SIDES)


KIND = GameKind(
    slug="kyoto",
    title="Shadows in Kyoto",
    roles=SIDES,
    sides=SIDES,
    editions=EDITIONS,
    modes=MODES,
    rulesets=tuple(MODES),
    usual_ruleset="base",
    reasons=REASONS,
    engine_version="1.0",
    facts_version=FACTS_VERSION,
    rulebook=RULEBOOK,
    sections=Labels(SECTIONS),
    engine=ENGINE,
    notation=KyotoNotation(),
    read_setup=header.read_setup,
    read_outcome=header.read_outcome,
    read_event=codec.read_event,
    plain_event=codec.plain_event,
    claims=header.claims,
    edition_of=_edition,
    mode_of=_mode,
    roles_in=_roles_in,
    edition_claimed=header.edition_claimed,
    steps=steps,
    facts=facts,
    metrics=METRICS,
    scene=scene.scene,
    frames=scene.frames,
    header_keys=header.HEADER_KEYS,
    simulated_header=_simulated_header,
    bot=bots.choose,
    at_random=bots.at_random,
    json_schema=json_schema,
    decisions=DECISIONS,
    priors=scene.PRIORS,
    insight=scene.insight,
    habits=HABITS,
    seat_facts=seat_facts,
    match_of=header.match_of,
)
