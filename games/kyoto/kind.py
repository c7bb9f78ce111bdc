"""Shadows in Kyoto as one value."""

from typing import Any

from games.core.chance import Chance
from games.core.contract import Counting, Display, Identity, Kind, LogFormat, Rules
from games.core.language import Labels
from games.core.language import gettext_noop as _
from games.kyoto import bots, codec, header, scene
from games.kyoto.decisions import DECISIONS
from games.kyoto.facts import FACTS_VERSION, facts, visits
from games.kyoto.habits import HABITS, seat_facts
from games.kyoto.lines import lines
from games.kyoto.metrics import METRICS
from games.kyoto.notation import KyotoNotation
from games.kyoto.openings import OPENINGS
from games.kyoto.play import PLAY
from games.kyoto.questions import QUESTIONS
from games.kyoto.rules.editions import EDITIONS
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.events import Event
from games.kyoto.rules.rulebook import RULEBOOK, SECTIONS
from games.kyoto.rules.ruleset import MODES
from games.kyoto.rules.state import State
from games.kyoto.schema import json_schema
from games.kyoto.step_facts import step_facts
from games.kyoto.steps import steps
from games.kyoto.terms import IDENTITY_NAMES, SIDES
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

_TERMS = (
    *(_("deal"), _("draw"), _("deploy"), _("charisma"), _("declare"), _("conflict"), _("defend")),
    *(_("tunnel"), _("charge"), _("swap"), _("bait"), _("spring"), _("show"), _("push")),
    *(_("pistol"), _("flip"), _("typewriter"), _("drugs"), _("stun"), _("bugs"), _("site")),
    *(_("unmask"), _("stuck"), _("resign"), _("abandon"), _("role"), _("card"), _("cards")),
    *(_("from"), _("to"), _("fan"), _("mark"), _("defender"), _("attacker"), _("winner")),
    *(_("agent"), _("agents"), _("identity"), _("guess"), _("yes"), _("no"), _("shrine")),
    *(_("residence"), _("market"), _("castle"), _("wild"), _("oniwaban"), _("government")),
)
TERMS = Labels({"type": _("event"), **{word: word for word in _TERMS}})
"""Labels of the event types, fields and values of a log."""


def _simulated_header(name: str, board: Any, _chance: Chance) -> dict[str, Any]:
    """Return the header of a bot game in a mode. Raises ValueError for an unknown mode."""
    if name not in MODES:
        raise ValueError(f"There is no ruleset {name}. Choose one of: {', '.join(MODES)}.")
    parts = name.split("-")
    modules = {"charisma", "neutral"} if "neutral" in parts else set()
    ruleset = dict.fromkeys(sorted(modules | set(parts) - {"base"}), True)
    head = bot_header("kyoto", ruleset, bots.HOUSE.names, bots.SOURCE)
    return head if board is None else {**head, "board": board}


KIND: Kind[State, Event] = Kind(
    Identity(
        slug="kyoto",
        title="Shadows in Kyoto",
        bgg_id=229741,
        roles=SIDES,
        sides=SIDES,
        editions=EDITIONS,
        modes=MODES,
        rulesets=tuple(MODES),
        default_ruleset="base",
        reasons=REASONS,
        edition_of=lambda _: "",
        mode_of=lambda setup: setup.ruleset.name,
        roles_in=lambda _: tuple(SIDES),
    ),
    Rules(
        ENGINE,
        "1.0",
        RULEBOOK,
        Labels(SECTIONS),
        bots.choose,
        bots.at_random,
        DECISIONS,
        house=bots.HOUSE,
    ),
    LogFormat(
        KyotoNotation(),
        codec,
        header,
        header,
        json_schema,
        _simulated_header,
        match_of=header.match_of,
        play=PLAY,
    ),
    Display(
        steps,
        scene.scene,
        scene.frames,
        TERMS,
        priors=scene.PRIORS,
        insight=scene.insight,
        taps=scene.taps,
        drawer=scene.drawer,
        value_names=IDENTITY_NAMES,
    ),
    Counting(
        FACTS_VERSION,
        facts,
        (*METRICS, OPENINGS),
        HABITS,
        seat_facts,
        visits,
        questions=QUESTIONS,
        lines=lines,
        step_facts=step_facts,
        secrets=tuple(SIDES),
        order=Labels(
            {
                "roles/oniwaban": _("Oniwaban: always starts"),
                "roles/government": _("Government: always second"),
            }
        ),
    ),
)
