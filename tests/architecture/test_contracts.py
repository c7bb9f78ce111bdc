"""Import contracts refuse forbidden imports: each is added to the real import graph."""

from copy import deepcopy
from typing import Any

import grimp
import pytest
from importlinter import Contract
from importlinter.application.use_cases import read_user_options
from importlinter.configuration import configure
from importlinter.contracts.acyclic_siblings import AcyclicSiblingsContract
from importlinter.contracts.forbidden import ForbiddenContract
from importlinter.contracts.layers import LayersContract

from tests.architecture.allow_list import AllowListContract

CONTRACT_TYPES: dict[str, type[Contract]] = {
    "acyclic_siblings": AcyclicSiblingsContract,
    "allow_list": AllowListContract,
    "forbidden": ForbiddenContract,
    "layers": LayersContract,
}
FORBIDDEN_IMPORTS = [
    ("replays.text.excerpts", "replays.services.check"),
    ("analytics.reads.ratings", "replays.access.uploaders"),
    ("analytics.reads.ratings", "replays.reads.branches"),
    ("analytics.web.balance", "replays.web.replay"),
    ("analytics.services.cells", "replays.models"),
    ("replays.services.submit", "analytics.signals"),
    ("replays.reads.games", "replays.services.submit"),
    ("replays.models.game", "replays.reads.games"),
    ("replays.pictures.step", "replays.models"),
    ("replays.services.reading", "replays.rest.games"),
    ("replays.intake.storing", "replays.services.people"),
    ("analytics.forms.rate", "analytics.reads.sums"),
    ("analytics.models.sums", "analytics.rollups"),
    ("replays.reads.games", "pandas"),
    ("analytics.services.ledger", "analytics.web"),
    ("analytics.inference.model", "analytics.services.results"),
    ("goryo_site.settings", "goryo_site.urls"),
    ("goryo_site.i18n", "goryo_site.http"),
    ("replays.apps", "goryo_site.settings"),
    ("replays.access.uploaders", "accounts.keys"),
    ("analytics.services.counting", "accounts.wishes"),
    ("accounts.reads.export", "replays.reads.games"),
    ("accounts.models", "accounts.keys"),
    ("rooms.reads.rooms", "rooms.services.entering"),
    ("rooms.services.saving", "replays.intake.storing"),
    ("accounts.keys", "rooms.models"),
    ("games.goryo.kind", "games.kyoto.kind"),
    ("games.core.replay", "games.log.judge"),
    ("games.log.text", "django.utils"),
    ("games.kyoto.rules.engine", "random"),
    ("games.gorinto.rules.engine", "games.gorinto.scene"),
    ("games.goryo.rules.transition", "games.goryo.facts"),
]


@pytest.fixture(scope="module")
def contracts() -> tuple[grimp.ImportGraph, list[Contract]]:
    """The import graph as import-linter builds it, and all contracts of the project."""
    configure()
    options = read_user_options()
    graph = grimp.build_graph(
        *options.session_options["root_packages"],
        include_external_packages=True,
        exclude_type_checking_imports=True,
        cache_dir=None,
    )
    return graph, [_contract(options.session_options, each) for each in options.contracts_options]


def _contract(session: dict[str, Any], options: dict[str, Any]) -> Contract:
    return CONTRACT_TYPES[options["type"]](options["name"], session, options)


def _broken(graph: grimp.ImportGraph, contracts: list[Contract]) -> list[str]:
    return [each.name for each in contracts if not each.check(deepcopy(graph), verbose=False).kept]


def test_the_project_keeps_its_contracts(contracts) -> None:
    assert _broken(*contracts) == []


@pytest.mark.parametrize(("importer", "imported"), FORBIDDEN_IMPORTS)
def test_a_forbidden_import_breaks_a_contract(contracts, importer: str, imported: str) -> None:
    graph, rules = contracts
    changed = deepcopy(graph)
    assert importer in changed.modules, "the module was renamed: rename it here"
    changed.add_import(importer=importer, imported=imported, line_number=1, line_contents="import")
    assert _broken(changed, rules), f"{importer} may import {imported}"


@pytest.mark.parametrize(
    "package",
    [
        *("games", "games.kyoto", "replays", "analytics", "accounts", "rooms", "moderation"),
        "goryo_site",
    ],
)
def test_a_module_outside_all_layers_breaks_a_contract(contracts, package: str) -> None:
    graph, rules = contracts
    changed = deepcopy(graph)
    changed.add_module(f"{package}.misc")
    assert _broken(changed, rules)
