"""The page is drawn from a kind's scene and frames alone: any other game needs no change to it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from replays.web import replay, replay_drawing

TRACK = {
    "id": "score",
    "title": "Score",
    "form": "track",
    "items": [{"id": "score-0", "name": "0"}],
}
FACTS = {
    "id": "facts",
    "title": "Facts",
    "form": "facts",
    "items": [{"id": "turn", "name": "Turn"}],
}
SCENE: dict[str, Any] = {
    "kind": "hops",
    "title": "Two stones",
    "origin": "drawn for a test",
    "view_box": [0, 0, 200.0, 100.0],
    "areas": [
        {"id": "a", "name": "All", "tone": 1, "d": "M0 0h200v100z", "x": 9, "y": 9, "size": 9}
    ],
    "walls": "M0 0H200",
    "links": [],
    "cells": [
        {"id": n, "x": x, "y": 0, "words": n, "icon": "", "letters": n.upper(), "centre": False}
        for n, x in (("l", 0.0), ("r", 100.0))
    ],
    "marks": [{"id": "last", "symbol": "last", "words": "just now", "layer": "under"}],
    "pieces": [{"id": "hopper", "symbol": "shape", "letter": "H", "words": "the hopper"}],
    "paths": ["way"],
    "panels": [TRACK, FACTS],
}


def frame(step: int) -> dict[str, Any]:
    """The hopper hops from cell to cell."""
    here, x = (("l", 50.0), ("r", 150.0))[step % 2]
    move = {"group": "Hops", "part": "One by one", "actor": "", "verb": "Hop", "text": here}
    told = {**move, "sign": "", "follows": ["it is there"], "note": "", "at": None}
    return {
        "step": step,
        "section": 0,
        "said": f"The hopper is at {here}.",
        "cells": {here: "last"},
        "beads": {},
        "pieces": {"hopper": [x, 50.0, 1.0, 1.0]},
        "paths": {},
        "texts": {"turn": str(step), "round": f"Hop {step}"},
        "classes": {"score-0": "here"},
        "move": told if step else None,
    }


@pytest.fixture
def hops(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A stored game of a kind that is only scene and frames."""
    record = SimpleNamespace(played_at=None, event=None, site=None, source=None)
    kind = SimpleNamespace(
        slug="hops",
        title="Hops",
        roles={},
        views_in=lambda _: ("omniscient", "public"),
        rules_words=lambda edition, _mode: edition,
        scene=lambda _: SCENE,
        frames=lambda *_: [frame(step) for step in range(4)],
    )
    for module in (replay, replay_drawing):
        monkeypatch.setattr(module, "get_kind", lambda _: kind)
    monkeypatch.setattr(replay.selectors, "open_views", lambda _: kind.views_in(""))
    monkeypatch.setattr(replay.selectors, "replay_of", lambda _: SimpleNamespace(record=record))
    return Game.objects.create(
        public_id="hops00000001", digest="0" * 64, kind="hops", edition="1", board_id="b",
        board_digest="0" * 64, n_events=3, winner=None, reason="end", is_finished=True,
        is_simulated=False, canonical="hops", engine_version="1",
    )  # fmt: skip


def test_another_game_is_drawn_by_the_same_page(client: Client, hops: Game) -> None:
    text = client.get(f"/games/{hops.public_id}/?step=3&as=public").content.decode()
    assert "The hopper is at r." in text
    assert re.search(r'<g class="cell last" data-cell="r"[^>]*>\s*<title>r: just now</title>', text)
    assert 'transform="translate(150 50) scale(1)"' in text
    assert '<li class="slot here" data-slot="score-0"' in text
    assert '<dd data-text="turn">3</dd>' in text
    assert text.count(">Hop</b>") == 3
    assert not re.search(
        "Gory|Samurai|samurai", text[text.index("<article") : text.index("</article")]
    )
