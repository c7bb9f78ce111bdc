"""The one value that tells the house about Goryō."""

from typing import Any

from games.core.chance import Chance
from games.core.contract import GameKind
from games.core.language import Labels, gettext_noop
from games.goryo import bots, codec, header, scene
from games.goryo.assessment import MARKS
from games.goryo.decisions import DECISIONS
from games.goryo.facts import FACTS_VERSION, facts
from games.goryo.habits import HABITS, seat_facts
from games.goryo.hints import hints
from games.goryo.metrics import METRICS
from games.goryo.notation import GoryoNotation
from games.goryo.rules.editions import EDITIONS, RULESETS
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.rulebook import RULEBOOK, SECTIONS
from games.goryo.rules.state import Setup
from games.goryo.scene import insight
from games.goryo.schema import json_schema
from games.goryo.steps import steps
from games.log.header import FORMAT

REASONS = Labels(
    {
        "revenge": gettext_noop("the Goryō had her revenge: four rounds went by"),
        "spirits": gettext_noop("the third spirit was flipped"),
        "exorcism": gettext_noop("seven of the eight types are no longer intact"),
        "bound": gettext_noop("the Goryō broke an object of her own type"),
        "stuck": gettext_noop("the Goryō had no legal plan"),
        "resign": gettext_noop("the other side resigned"),
        "abandon": gettext_noop("the game was broken off"),
    }
)


def _simulated_header(ruleset: str, board: Any, _chance: Chance) -> dict[str, Any]:
    """The header of a game between bots: `ruleset` is an edition, with `-advanced` behind it for
    that mode.
    """
    edition, _, mode = ruleset.partition("-")
    rules: dict[str, Any] = {"edition": edition}
    if mode == "advanced":
        rules["advanced"] = True
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": "goryo",
        "ruleset": rules,
        "players": [
            {"role": "goryo", "name": "Bot Kuro"},
            {"role": "samurai", "name": "Bot Shiro"},
        ],
        "source": bots.SOURCE,
    }
    return head if board is None else {**head, "board": board}


def _edition(setup: Setup) -> str:
    return setup.ruleset.edition


def _mode(setup: Setup) -> str:
    return "advanced" if setup.ruleset.advanced else "standard"


def _roles_in(_mode: str) -> tuple[str, ...]:
    return tuple(ROLES)


ROLES = {"goryo": "Goryō", "samurai": "Samurai"}
"""The same in every language."""


KIND = GameKind(
    slug="goryo",
    title="Goryō",
    roles=ROLES,
    sides=ROLES,
    editions=EDITIONS,
    modes=Labels({"standard": gettext_noop("standard"), "advanced": gettext_noop("advanced")}),
    rulesets=tuple(ruleset.name.replace(" ", "-") for ruleset in RULESETS.values()),
    usual_ruleset="2024",
    reasons=REASONS,
    engine_version="1.0",
    facts_version=FACTS_VERSION,
    rulebook=RULEBOOK,
    sections=Labels(SECTIONS),
    engine=ENGINE,
    notation=GoryoNotation(),
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
    hints=hints,
    priors=insight.PRIORS,
    insight=insight.insight,
    judgements=MARKS,
    rulebook_languages={"2021": "it"},
    habits=HABITS,
    seat_facts=seat_facts,
)
