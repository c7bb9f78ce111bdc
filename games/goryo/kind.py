"""Goryō as one value."""

from typing import Any

from games.core.chance import Chance
from games.core.contract import (
    Counting,
    Display,
    Identity,
    Kind,
    LogFormat,
    PartialRules,
    Rules,
)
from games.core.language import Labels
from games.core.language import gettext_noop as _
from games.goryo import bots, codec, header, scene, sheets
from games.goryo.assessment import fit
from games.goryo.assessment.definitions import MARKS
from games.goryo.decisions import DECISIONS
from games.goryo.facts import FACTS_VERSION, facts, visits
from games.goryo.habits import HABITS, seat_facts
from games.goryo.hints import hints, suspects
from games.goryo.lines import lines
from games.goryo.metrics import METRICS
from games.goryo.notation import GoryoNotation
from games.goryo.play import PLAY
from games.goryo.questions import QUESTIONS
from games.goryo.rules.editions import EDITIONS, RULESETS
from games.goryo.rules.engine import ENGINE
from games.goryo.rules.events import Event
from games.goryo.rules.rulebook import RULEBOOK, SECTIONS
from games.goryo.rules.sheet import SHEETS
from games.goryo.rules.sheet_state import Sheet
from games.goryo.rules.state import State
from games.goryo.scene import insight
from games.goryo.schema import json_schema
from games.goryo.step_facts import step_facts
from games.goryo.steps import steps
from games.goryo.terms import LOG_TERMS
from games.log.header import bot_header

REASONS = Labels(
    {
        "revenge": _("Revenge (four rounds survived)"),
        "spirits": _("Capture (third spirit flipped)"),
        "exorcism": _("Exorcism (7 of 8 types sealed or broken)"),
        "bound": _("Bound object broken"),
        "stuck": _("No legal plan"),
        "resign": _("Resignation"),
        "abandon": _("Abandoned"),
    }
)


def _simulated_header(ruleset: str, board: Any, _chance: Chance) -> dict[str, Any]:
    """Return the header of a bot game. `ruleset` is an edition, with `-advanced` for that mode."""
    edition, _, mode = ruleset.partition("-")
    rules = {"edition": edition, **({"advanced": True} if mode else {})}
    head = bot_header("goryo", rules, bots.HOUSE.names, bots.SOURCE)
    return head if board is None else {**head, "board": board}


ROLES = {"goryo": "Goryō", "samurai": "Samurai"}
"""Both are the same in every language."""


KIND: Kind[State, Event] = Kind(
    Identity(
        slug="goryo",
        title="Goryō",
        roles=ROLES,
        sides=ROLES,
        editions=EDITIONS,
        modes=Labels({"standard": _("standard"), "advanced": _("advanced")}),
        rulesets=tuple(ruleset.name.replace(" ", "-") for ruleset in RULESETS.values()),
        default_ruleset="2024",
        reasons=REASONS,
        edition_of=lambda setup: setup.ruleset.edition,
        mode_of=lambda setup: "advanced" if setup.ruleset.advanced else "standard",
        roles_in=lambda _mode: tuple(ROLES),
        rulebook_languages={"2021": "it"},
    ),
    Rules(
        ENGINE,
        "1.0",
        RULEBOOK,
        Labels(SECTIONS),
        bots.choose,
        bots.at_random,
        DECISIONS,
        PartialRules(
            engine=SHEETS,
            is_setup=lambda setup: setup.known_by == "goryo",
            has_state=lambda state: isinstance(state, Sheet),
            is_partial=sheets.is_sheet,
            finish=sheets.finish,
        ),
        bots.HOUSE,
    ),
    LogFormat(
        GoryoNotation(),
        codec,
        header,
        header,
        json_schema,
        _simulated_header,
        hints,
        is_incomplete=sheets.is_incomplete,
        suspects=suspects,
        play=PLAY,
    ),
    Display(
        steps,
        scene.scene,
        scene.frames,
        LOG_TERMS,
        priors=insight.PRIORS,
        insight=insight.insight,
        judgements=MARKS,
        fitting=fit,
        taps=scene.taps,
        drawer=scene.drawer,
    ),
    Counting(
        FACTS_VERSION,
        facts,
        METRICS,
        HABITS,
        seat_facts,
        visits,
        questions=QUESTIONS,
        lines=lines,
        step_facts=step_facts,
        secrets=("goryo",),
        order=Labels(
            {
                "roles/goryo": _("Goryō: always plans first"),
                "roles/samurai": _("Samurai: always second"),
            }
        ),
    ),
)
