"""The table of Shadows in Kyoto: the cards of a frame are those of the view's position."""

import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.core.replay import Replay
from games.kyoto.kind import KIND
from games.kyoto.rules.components import SIDES
from games.kyoto.rules.ruleset import MODES
from games.kyoto.rules.views import observe
from tests.support.engine import accepted, dump
from tests.support.kyoto_games import random_log

VIEWS = ("omniscient", "oniwaban", "government", "public")


@cache
def played(mode: str, seed: str) -> Replay:
    """Return a random game of a mode."""
    return accepted(dump(random_log(mode, seed))).replay


def laid(deck: str) -> Counter[str]:
    """Return the number of each card in a deck of a frame."""
    entries = (entry.partition(":") for entry in deck.split())
    return Counter({card: int(number or 1) for card, _, number in entries}) if deck else Counter()


def in_row(deck: str) -> Counter[str]:
    """Return the number of each card in a hand, whose cards are listed one by one."""
    return Counter(deck.split())


def positions(replay: Replay, view: str) -> list[Any]:
    states = [replay.initial, *(step.state for step in replay.steps)]
    return [observe(state, view) for state in states]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("mode", MODES)
def test_every_card_lies_where_the_view_sees_it(mode: str, view: str) -> None:
    replay = played(mode, "3")
    scene, frames = KIND.display.scene(replay.record), KIND.display.frames(replay, view)
    cards = {card["id"] for card in scene["cards"]}
    for frame, state in zip(frames, positions(replay, view), strict=True):
        decks = frame["decks"]
        for role in SIDES:
            side = state.side(role)
            hand = in_row(decks.get(f"{role}-hand", ""))
            backs = Counter({"back-site": side.sites, "back-tactic": side.tactics})
            assert hand == (+backs if side.hand is None else Counter(side.hand))
            assert laid(decks.get(f"{role}-discard", "")) == Counter(side.discard)
            piles = {
                f"back-{kind}": p.size
                for kind, p in zip(("site", "tactic"), side.piles, strict=True)
            }
            assert laid(decks.get(f"{role}-piles", "")) == +Counter(piles)
            assert laid(decks.get(f"{role}-baits", "")) == +Counter({"bait-down": len(side.baits)})
        for deck in decks.values():
            assert laid(deck).keys() <= cards


@pytest.mark.parametrize("view", ["oniwaban", "government", "public"])
def test_the_other_hand_lies_face_down(view: str) -> None:
    replay = played("base", "5")
    for frame in KIND.display.frames(replay, view)[:-1]:
        for role in SIDES:
            if role != view:
                assert in_row(frame["decks"].get(f"{role}-hand", "")).keys() <= {
                    "back-site",
                    "back-tactic",
                }


@pytest.mark.parametrize("mode", MODES)
def test_no_text_has_a_code_of_the_log(mode: str) -> None:
    replay = played(mode, "7")
    scene = KIND.display.scene(replay.record)
    texts = [piece["letter"] for piece in scene["pieces"]]
    texts += [item["label"] for key in ("cards", "pieces", "marks") for item in scene[key]]
    texts += [item["name"] for panel in scene["panels"] for item in panel["items"]]
    assert KIND.display.insight is not None
    insight = KIND.display.insight(replay, "public", "assignments", None)
    texts += [column["name"] for panel in insight["panels"] for column in panel["columns"]]
    for frame in KIND.display.frames(replay, "omniscient"):
        texts += [frame["sentence"], *frame["texts"].values()]
        move = frame["move"]
        texts += [move["verb"], move["text"], *move["follows"]] if move else []
    assert not re.search(r"\b[0-3][rf]\b|\bp[1-4]\b", json.dumps(texts))
