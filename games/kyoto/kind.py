"""Shadows in Kyoto as one value."""

from typing import Any

from games.core.chance import Chance
from games.core.contract import Counting, Display, Identity, Kind, LogFormat, Rules
from games.core.language import Labels
from games.core.language import gettext_noop as _
from games.kyoto import bots, codec, header, scene
from games.kyoto.decisions import DECISIONS
from games.kyoto.facts import FACTS_VERSION, facts
from games.kyoto.habits import HABITS, seat_facts
from games.kyoto.metrics import METRICS
from games.kyoto.notation import KyotoNotation
from games.kyoto.rules.editions import EDITIONS
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.events import Event
from games.kyoto.rules.rulebook import RULEBOOK, SECTIONS
from games.kyoto.rules.ruleset import MODES
from games.kyoto.rules.state import Setup, State
from games.kyoto.schema import json_schema
from games.kyoto.steps import steps
from games.kyoto.terms import SIDES
from games.log.header import bot_header

REASONS = Labels(
    {
        "escape": _("a real agent escaped"),
        "captures": _("two real agents captured"),
        "decoys": _("the other side held three fake agents"),
        "stuck": _("the other side had no playable card"),
        "turn_cap": _("the turn cap was reached"),
        "resign": _("the other side resigned"),
        "abandon": _("the game was abandoned"),
    }
)
BOTS = {"oniwaban": "Bot Kaede", "government": "Bot Sakon"}


TERMS = Labels(
    {
        "type": _("event"),
        "deal": _("deal"),
        "draw": _("draw"),
        "deploy": _("deploy"),
        "charisma": _("charisma"),
        "declare": _("declare"),
        "conflict": _("conflict"),
        "defend": _("defend"),
        "tunnel": _("tunnel"),
        "charge": _("charge"),
        "swap": _("swap"),
        "bait": _("bait"),
        "spring": _("spring"),
        "show": _("show"),
        "push": _("push"),
        "pistol": _("pistol"),
        "flip": _("flip"),
        "typewriter": _("typewriter"),
        "drugs": _("drugs"),
        "stun": _("stun"),
        "bugs": _("bugs"),
        "site": _("site"),
        "unmask": _("unmask"),
        "stuck": _("stuck"),
        "resign": _("resign"),
        "abandon": _("abandon"),
        "role": _("role"),
        "card": _("card"),
        "cards": _("cards"),
        "from": _("from"),
        "to": _("to"),
        "fan": _("fan"),
        "mark": _("mark"),
        "defender": _("defender"),
        "attacker": _("attacker"),
        "winner": _("winner"),
        "agent": _("agent"),
        "agents": _("agents"),
        "identity": _("identity"),
        "guess": _("guess"),
        "yes": _("yes"),
        "no": _("no"),
        "shrine": _("shrine"),
        "residence": _("residence"),
        "market": _("market"),
        "castle": _("castle"),
        "wild": _("wild"),
        "oniwaban": _("oniwaban"),
        "government": _("government"),
    }
)
"""The words of the log in the reader's language."""


def _simulated_header(name: str, board: Any, _chance: Chance) -> dict[str, Any]:
    """Return the header of a bot game in a mode. Raises ValueError for an unknown mode."""
    if name not in MODES:
        raise ValueError(f"There is no ruleset {name}. Choose one of: {', '.join(MODES)}.")
    parts = name.split("-")
    modules = {"charisma", "neutral"} if "neutral" in parts else set()
    ruleset = dict.fromkeys(sorted(modules | set(parts) - {"base"}), True)
    head = bot_header("kyoto", ruleset, BOTS, bots.SOURCE)
    return head if board is None else {**head, "board": board}


def _edition(setup: Setup) -> str:  # noqa: ARG001 - there is one edition
    return ""


def _mode(setup: Setup) -> str:
    return setup.ruleset.name


def _roles_in(_mode: str) -> tuple[str, ...]:
    return tuple(SIDES)


KIND: Kind[State, Event] = Kind(
    Identity(
        slug="kyoto",
        title="Shadows in Kyoto",
        roles=SIDES,
        sides=SIDES,
        editions=EDITIONS,
        modes=MODES,
        rulesets=tuple(MODES),
        default_ruleset="base",
        reasons=REASONS,
        edition_of=_edition,
        mode_of=_mode,
        roles_in=_roles_in,
    ),
    Rules(ENGINE, "1.0", RULEBOOK, Labels(SECTIONS), bots.choose, bots.at_random, DECISIONS),
    LogFormat(
        KyotoNotation(),
        codec,
        header,
        header,
        json_schema,
        _simulated_header,
        match_of=header.match_of,
    ),
    Display(steps, scene.scene, scene.frames, TERMS, priors=scene.PRIORS, insight=scene.insight),
    Counting(FACTS_VERSION, facts, METRICS, HABITS, seat_facts),
)
