"""The one value that tells the house about Gorinto."""

from functools import partial
from typing import Any

from games.core.chance import Chance
from games.core.contract import GameKind
from games.core.language import Labels, LazyLabels, gettext, gettext_noop
from games.gorinto import bots, claims, codec, header, scene
from games.gorinto.deal import deal
from games.gorinto.decisions import DECISIONS
from games.gorinto.facts import FACTS_VERSION, facts
from games.gorinto.habits import HABITS, POSITIONS, partners_in, ranking, seat_facts
from games.gorinto.metrics import METRICS
from games.gorinto.notation import GorintoNotation
from games.gorinto.rules.editions import EDITIONS, KITSUNE_SIDE, ROLES, RULESETS, Ruleset
from games.gorinto.rules.engine import ENGINE
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK, Landscape
from games.gorinto.rules.rulebook import RULEBOOK, SECTIONS
from games.gorinto.rules.state import Setup
from games.gorinto.schema import json_schema
from games.gorinto.steps import steps
from games.log.header import FORMAT


def _player(number: int) -> str:
    return gettext("Player {n}").format(n=number)


REASONS = Labels(
    {
        "wisdom": gettext_noop("most Wisdom"),
        "fewest_tiles": gettext_noop("tied for most Wisdom, fewest tiles"),
        "shared": gettext_noop("shared victory, tied for Wisdom and tiles"),
        "solo_tie": gettext_noop("the Kitsune wins the tie"),
        "resign": gettext_noop("the other side resigned"),
        "abandon": gettext_noop("the game was broken off"),
    }
)
PLAYERS = LazyLabels({role: partial(_player, number) for number, role in enumerate(ROLES, 1)})
SIDES = LazyLabels(
    {
        **{role: partial(_player, number) for number, role in enumerate(ROLES, 1)},
        KITSUNE_SIDE: lambda: gettext("the Kitsune"),
    }
)
BOT_NAMES = ("Bot Sora", "Bot Kaze", "Bot Mizu", "Bot Tsuchi")
USUAL = "2p-burrow"


def _names() -> tuple[str, ...]:
    """Return the names for `simulate`: every mode, on the peak and with every landscape."""
    landscapes = [name for name in LANDSCAPES if name != PEAK]
    alone = tuple(RULESETS)
    return (*alone, *(f"{mode}-{name}" for mode in alone for name in landscapes))


def find(name: str) -> tuple[Ruleset, Landscape]:
    """Return the mode and landscape of a name such as `2p-burrow-hill`.

    Raise ValueError if there is no such ruleset.
    """
    mode, _, landscape = name.rpartition("-")
    if mode in RULESETS and landscape in LANDSCAPES:
        return RULESETS[mode], LANDSCAPES[landscape]
    if name in RULESETS:
        return RULESETS[name], LANDSCAPES[PEAK]
    raise ValueError(f"Unknown ruleset {name}. Use one of {', '.join(RULESETS)}.")


def _simulated_header(name: str, board: Any, chance: Chance) -> dict[str, Any]:
    """Return the header of a random game between bots."""
    if board is not None:
        raise ValueError("Gorinto has no custom boards. Choose a landscape instead.")
    ruleset, landscape = find(name)
    return {
        "format": FORMAT,
        "game": "gorinto",
        "ruleset": header.plain_ruleset(ruleset, landscape),
        "players": [
            {"role": role, "name": name}
            for role, name in zip(ruleset.roles, BOT_NAMES, strict=False)
        ],
        "setup": deal(ruleset, landscape, chance),
        "source": bots.SOURCE,
    }


def _edition(setup: Setup) -> str:  # noqa: ARG001 - there is one edition
    return ""


def _mode(setup: Setup) -> str:
    return setup.ruleset.name


def _roles_in(mode: str) -> tuple[str, ...]:
    return RULESETS[mode].roles


KIND = GameKind(
    slug="gorinto",
    title="Gorinto",
    roles=PLAYERS,
    sides=SIDES,
    editions=EDITIONS,
    modes=Labels({ruleset.name: ruleset.title for ruleset in RULESETS.values()}),
    rulesets=_names(),
    usual_ruleset=USUAL,
    reasons=REASONS,
    engine_version="1.0",
    facts_version=FACTS_VERSION,
    rulebook=RULEBOOK,
    sections=Labels(SECTIONS),
    engine=ENGINE,
    notation=GorintoNotation(),
    read_setup=header.read_setup,
    read_outcome=claims.read_outcome,
    read_event=codec.read_event,
    plain_event=codec.plain_event,
    claims=claims.claims,
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
    ranking=ranking,
    places=POSITIONS,
    rated_apart=False,
    partners_in=partners_in,
    habits=HABITS,
    seat_facts=seat_facts,
)
