"""The value that describes Gorinto to the site (`games.core.contract.Kind`)."""

from functools import partial
from typing import Any

from games.core.chance import Chance
from games.core.contract import Counting, Display, Identity, Kind, LogFormat, Rules
from games.core.language import Labels, LazyLabels, gettext, gettext_noop
from games.gorinto import bots, claims, codec, gamepark, header, scene
from games.gorinto.deal import deal
from games.gorinto.decisions import DECISIONS
from games.gorinto.facts import FACTS_VERSION, facts
from games.gorinto.habits import HABITS, POSITIONS, partners_in, ranking, seat_facts
from games.gorinto.metrics import METRICS
from games.gorinto.notation import GorintoNotation
from games.gorinto.rules.editions import EDITIONS, KITSUNE_SIDE, ROLES, RULESETS, Ruleset
from games.gorinto.rules.engine import ENGINE
from games.gorinto.rules.events import Event
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK, Landscape
from games.gorinto.rules.rulebook import RULEBOOK, SECTIONS
from games.gorinto.rules.state import Setup, State
from games.gorinto.schema import json_schema
from games.gorinto.steps import steps
from games.log.header import bot_header


def _player(number: int) -> str:
    return gettext("Player {n}").format(n=number)


REASONS = Labels(
    {
        "wisdom": gettext_noop("most Wisdom"),
        "fewest_tiles": gettext_noop("tied for most Wisdom, fewest tiles"),
        "shared": gettext_noop("shared victory, tied for Wisdom and tiles"),
        "solo_tie": gettext_noop("the Kitsune wins the tie"),
        "resign": gettext_noop("the other side resigned"),
        "abandon": gettext_noop("the game was abandoned"),
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
TERMS = Labels(
    {
        "type": gettext_noop("event"),
        "kitsune": gettext_noop("kitsune"),
        "fill": gettext_noop("fill"),
        "chit": gettext_noop("chit"),
        "place": gettext_noop("place"),
        "burrow": gettext_noop("burrow"),
        "remove": gettext_noop("remove"),
        "coin": gettext_noop("coin"),
        "score": gettext_noop("score"),
        "resign": gettext_noop("resign"),
        "abandon": gettext_noop("abandon"),
        "tiles": gettext_noop("tiles"),
        "path": gettext_noop("path"),
        "number": gettext_noop("number"),
        "player": gettext_noop("player"),
        "from": gettext_noop("from"),
        "to": gettext_noop("to"),
        "take": gettext_noop("take"),
        "tile": gettext_noop("tile"),
        "give": gettext_noop("give"),
        "tokens": gettext_noop("tokens"),
        "side": gettext_noop("side"),
        "wisdom": gettext_noop("wisdom"),
        "role": gettext_noop("role"),
        "yes": gettext_noop("yes"),
        "no": gettext_noop("no"),
        "heads": gettext_noop("heads"),
        "tails": gettext_noop("tails"),
        "void": gettext_noop("void"),
        "wind": gettext_noop("wind"),
        "fire": gettext_noop("fire"),
        "water": gettext_noop("water"),
        "earth": gettext_noop("earth"),
    }
)
"""The words of the log in the reader's language."""


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
    """Return the header of a bot game, dealt by chance."""
    if board is not None:
        raise ValueError("Gorinto has no custom boards. Name a landscape instead.")
    ruleset, landscape = find(name)
    players = dict(zip(ruleset.roles, BOT_NAMES, strict=False))
    rules = header.plain_ruleset(ruleset, landscape)
    head = bot_header("gorinto", rules, players, bots.SOURCE)
    return {**head, "setup": deal(ruleset, landscape, chance)}


def _edition(setup: Setup) -> str:  # noqa: ARG001 - there is one edition
    return ""


def _mode(setup: Setup) -> str:
    return setup.ruleset.name


def _roles_in(mode: str) -> tuple[str, ...]:
    return RULESETS[mode].roles


KIND: Kind[State, Event] = Kind(
    Identity(
        slug="gorinto",
        title="Gorinto",
        roles=PLAYERS,
        sides=SIDES,
        editions=EDITIONS,
        modes=Labels({ruleset.name: ruleset.title for ruleset in RULESETS.values()}),
        rulesets=_names(),
        default_ruleset="2p-burrow",
        reasons=REASONS,
        edition_of=_edition,
        mode_of=_mode,
        roles_in=_roles_in,
    ),
    Rules(ENGINE, "1.0", RULEBOOK, Labels(SECTIONS), bots.choose, bots.at_random, DECISIONS),
    LogFormat(
        GorintoNotation(),
        codec,
        header,
        claims,
        json_schema,
        _simulated_header,
        importers={"gamepark": gamepark.convert},
    ),
    Display(steps, scene.scene, scene.frames, TERMS),
    Counting(
        FACTS_VERSION,
        facts,
        METRICS,
        HABITS,
        seat_facts,
        ranking=ranking,
        seats=POSITIONS,
        seats_rated_separately=False,
        partners_in=partners_in,
    ),
)
