"""The value that describes Gorinto to the site (`games.core.contract.Kind`)."""

from functools import partial
from typing import Any

from games.core.chance import Chance
from games.core.contract import Counting, Display, Identity, Kind, LogFormat, Rules
from games.core.language import Labels, LazyLabels, gettext
from games.core.language import gettext_noop as _
from games.gorinto import bots, claims, codec, gamepark, header, scene
from games.gorinto.deal import deal
from games.gorinto.decisions import DECISIONS
from games.gorinto.facts import FACTS_VERSION, facts, visits
from games.gorinto.groups import ORDER
from games.gorinto.habits import HABITS, POSITIONS, partners_in, ranking, seat_facts
from games.gorinto.lines import lines
from games.gorinto.metrics import METRICS
from games.gorinto.notation import GorintoNotation
from games.gorinto.play import PLAY
from games.gorinto.questions import QUESTIONS
from games.gorinto.rules.editions import EDITIONS, KITSUNE_SIDE, ROLES, RULESETS, Ruleset
from games.gorinto.rules.engine import ENGINE
from games.gorinto.rules.events import Event
from games.gorinto.rules.landscapes import LANDSCAPES, PEAK, Landscape
from games.gorinto.rules.rulebook import RULEBOOK, SECTIONS
from games.gorinto.rules.state import State
from games.gorinto.schema import json_schema
from games.gorinto.step_facts import step_facts
from games.gorinto.steps import steps
from games.gorinto.terms import LANDSCAPE
from games.log.header import bot_header


def _player(number: int) -> str:
    return gettext("Player {n}").format(n=number)


REASONS = Labels(
    {
        "wisdom": _("most Wisdom"),
        "fewest_tiles": _("tied for most Wisdom, fewest tiles"),
        "shared": _("shared victory, tied for Wisdom and tiles"),
        "solo_tie": _("the Kitsune wins the tie"),
        "resign": _("the other side resigned"),
        "abandon": _("the game was abandoned"),
    }
)
_PLAYERS = {role: partial(_player, number) for number, role in enumerate(ROLES, 1)}
PLAYERS = LazyLabels(_PLAYERS)
SIDES = LazyLabels({**_PLAYERS, KITSUNE_SIDE: lambda: gettext("the Kitsune")})
_TERMS = (
    *(_("kitsune"), _("fill"), _("chit"), _("place"), _("burrow"), _("remove"), _("coin")),
    *(_("score"), _("resign"), _("abandon"), _("tiles"), _("path"), _("number"), _("player")),
    *(_("from"), _("to"), _("take"), _("tile"), _("give"), _("tokens"), _("side"), _("wisdom")),
    *(_("role"), _("yes"), _("no"), _("heads"), _("tails"), _("void"), _("wind"), _("fire")),
    *(_("water"), _("earth")),
)
TERMS = Labels({"type": _("event"), **{word: word for word in _TERMS}})
"""Labels of the event types, fields and values of a log."""


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
    players = {role: bots.HOUSE.names[role] for role in ruleset.roles}
    rules = header.plain_ruleset(ruleset, landscape)
    head = bot_header("gorinto", rules, players, bots.SOURCE)
    return {**head, "setup": deal(ruleset, landscape, chance)}


KIND: Kind[State, Event] = Kind(
    Identity(
        slug="gorinto",
        title="Gorinto",
        roles=PLAYERS,
        sides=SIDES,
        editions=EDITIONS,
        modes=Labels({ruleset.name: ruleset.title for ruleset in RULESETS.values()}),
        rulesets=(
            *RULESETS,
            *(f"{m}-{name}" for m in RULESETS for name in LANDSCAPES if name != PEAK),
        ),
        default_ruleset="2p-burrow",
        reasons=REASONS,
        edition_of=lambda _: "",
        mode_of=lambda setup: setup.ruleset.name,
        roles_in=lambda mode: RULESETS[mode].roles,
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
        GorintoNotation(),
        codec,
        header,
        claims,
        json_schema,
        _simulated_header,
        importers={"gamepark": gamepark.convert},
        play=PLAY,
    ),
    Display(
        steps,
        scene.scene,
        scene.frames,
        TERMS,
        taps=scene.taps,
        value_names=LANDSCAPE,
        drawer=scene.drawer,
    ),
    Counting(
        FACTS_VERSION,
        facts,
        METRICS,
        HABITS,
        seat_facts,
        visits,
        ranking=ranking,
        seats=POSITIONS,
        seats_rated_separately=False,
        partners_in=partners_in,
        questions=QUESTIONS,
        lines=lines,
        step_facts=step_facts,
        order=ORDER,
    ),
)
