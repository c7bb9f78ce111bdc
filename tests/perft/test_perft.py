"""Counts of legal events compared with recorded counts, and small ones with the naive rules. The
naive rules list no draws of Kyoto.
"""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.core.engine import perft
from games.registry import KINDS
from tests.brute import gorinto, gorinto_legal, kyoto, kyoto_legal, legal, replay
from tests.cases import test_gorinto_cases, test_kyoto_cases
from tests.support.deep import due
from tests.support.engine import accepted

NAIVE: dict[str, tuple[Callable[[Any], Any], Callable[[Any], list[Any]]]] = {
    "goryo": (replay.Game, legal.legal),
    "gorinto": (gorinto.Game, gorinto_legal.legal),
    "kyoto": (kyoto.Game, kyoto_legal.legal),
}
COUNTS = {
    slug: tomllib.loads(Path(__file__).with_name(f"{slug}.toml").read_text("utf-8"))["count"]
    for slug in NAIVE
}
QUICK = [entry for entry in COUNTS["goryo"] if entry["count"] <= 3000]
LONG = [entry for entry in COUNTS["goryo"] if entry not in QUICK]


def each(**entries: list[dict[str, Any]]) -> Any:
    """Run a test with the entries of each kind."""
    cases = [(slug, entry) for slug, of_kind in entries.items() for entry in of_kind]
    return pytest.mark.parametrize(("slug", "entry"), cases, ids=name_of)


def name_of(value: Any) -> str:
    shown = ("edition", "mode", "id", "start", "depth")
    return (
        value if isinstance(value, str) else ", ".join(str(value[k]) for k in shown if k in value)
    )


def is_not_counted(slug: str, kind: str) -> bool:
    return kind in ("abandon", "resign") or (slug, kind) == ("kyoto", "stuck")


def text_of(slug: str, entry: dict[str, Any]) -> bytes:
    """Return the log of the start position."""
    if slug == "kyoto":
        return test_kyoto_cases.text_of(entry)
    if slug == "gorinto":
        return test_gorinto_cases.text_of({"mode": entry["mode"], "log": entry["events"]}).encode()
    edition, _, mode = entry["edition"].partition("-")
    advanced = '[Advanced "yes"]' if mode else ""
    return f'[Game "goryo"] [Edition "{edition}"] {advanced}\n{entry["events"]}\n'.encode()


@each(**{**COUNTS, "goryo": [*QUICK, *due(LONG)]})
def test_the_engine_matches_the_recorded_counts(slug: str, entry: dict[str, Any]) -> None:
    judged, engine = accepted(text_of(slug, entry)), KINDS[slug].rules.engine
    counted = perft(
        engine, judged.replay.final, entry["depth"],
        lambda event: is_not_counted(slug, type(event).__name__.lower()),
    )  # fmt: skip
    assert counted == entry["count"]


def naive_perft(game: Any, slug: str, depth: int) -> int:
    events = [event for event in NAIVE[slug][1](game) if not is_not_counted(slug, event["type"])]
    if depth == 1:
        return len(events)
    return sum(naive_perft(game.after(event), slug, depth - 1) for event in events)


@each(
    goryo=due(QUICK),
    gorinto=[entry for entry in COUNTS["gorinto"] if entry["count"] <= 600],
    kyoto=[entry for entry in COUNTS["kyoto"] if not entry.get("draws")],
)
def test_the_naive_rules_match_the_recorded_counts(slug: str, entry: dict[str, Any]) -> None:
    log = json.loads(accepted(text_of(slug, entry)).record.canonical())
    game = NAIVE[slug][0](log)
    for event in log["events"]:
        game.play(event)
    assert naive_perft(game, slug, entry["depth"]) == entry["count"]
