"""Shadows in Kyoto as a kind for tests: rules, log and knowledge."""

from typing import Any

from games.core.contract import GameKind
from games.kyoto import codec, header
from games.kyoto.notation import KyotoNotation
from games.kyoto.rules.engine import ENGINE
from games.kyoto.rules.rulebook import RULEBOOK, SECTIONS
from games.kyoto.rules.ruleset import MODES
from games.kyoto.schema import json_schema
from games.kyoto.steps import steps

SIDES = {"oniwaban": "Oniwaban", "government": "Government"}


def _none(*_: Any) -> Any:
    raise NotImplementedError


KIND = GameKind(
    slug="kyoto",
    title="Shadows in Kyoto",
    roles=SIDES,
    sides=SIDES,
    editions=(),
    modes=MODES,
    rulesets=tuple(MODES),
    usual_ruleset="base",
    reasons={},
    engine_version="1.0",
    facts_version=1,
    rulebook=RULEBOOK,
    sections=SECTIONS,
    engine=ENGINE,
    notation=KyotoNotation(),
    read_setup=header.read_setup,
    read_outcome=header.read_outcome,
    read_event=codec.read_event,
    plain_event=codec.plain_event,
    claims=header.claims,
    edition_of=lambda _: "",
    mode_of=lambda setup: setup.ruleset.name,
    roles_in=lambda _: tuple(SIDES),
    edition_claimed=header.edition_claimed,
    steps=steps,
    facts=_none,
    metrics=(),
    scene=_none,
    frames=_none,
    header_keys=header.HEADER_KEYS,
    simulated_header=_none,
    bot=_none,
    json_schema=json_schema,
)
KINDS = {KIND.slug: KIND}
