"""The page depends only on scene and frames, so other games need no change to it."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from replays.models import Game
from replays.reads import players
from replays.web import address, replay, replay_drawing
from tests.support.pages import page


def panel(name: str, form: str, *items: dict[str, str], **more: Any) -> dict[str, Any]:
    return {"id": name, "title": name.title(), "form": form, "items": [*items], **more}


def cell(name: str, x: float, **more: Any) -> dict[str, Any]:
    return {"id": name, "x": x, "y": 0, "label": name, "icon": "", "centre": False, **more}


ROW = {"id": "row", "name": "Row", "label": "what it means"}
ASH = {"id": "high-ash", "name": "ash", "icon": "shape", "flag": "worth two"}
COLUMNS = [{"id": n, "name": n, "label": f"column {n}"} for n in ("one", "two")]
AT = {"x": 9, "y": 9, "size": 9}
SCENE: dict[str, Any] = {
    "kind": "hops",
    "title": "Two stones",
    "origin": "drawn for a test",
    "view_box": [0, 0, 200.0, 100.0],
    "areas": [{"id": "a", "name": "All", "tone": 1, "d": "M0 0h200v100z", **AT}],
    "walls": "M0 0H200",
    "links": [],
    "cells": [
        cell("l", 0.0, letters="L"),
        cell("r", 100.0, letters="R"),
        cell("pit", 200.0, letters="", form="stack"),
        cell("gate", 300.0, letters="", form="space"),
    ],
    "tiles": [{"id": n, "letters": n[0], "label": n} for n in ("ash", "oak")],
    "marks": [{"id": "last", "symbol": "last", "label": "just now", "layer": "under"}],
    "pieces": [{"id": "hopper", "symbol": "shape", "letter": "H", "label": "the hopper"}],
    "paths": ["way"],
    "panels": [
        panel("score", "track", {"id": "score-0", "name": "0"}),
        panel("facts", "facts", {"id": "turn", "name": "Turn"}),
        panel("heights", "columns", ASH),
        panel("a table", "table", ROW, columns=COLUMNS, placement="under"),
        panel("lines", "lines", *({"id": f"line-{n}", "name": ""} for n in (0, 1))),
    ],
}
TEXTS = {"high-ash": "7", "high-ash-note": "a note", "row-two": "22", "line-0": "a <line>"}


def frame(step: int) -> dict[str, Any]:
    """The hopper hops from cell to cell."""
    here, x = (("l", 50.0), ("r", 150.0))[step % 2]
    move = dict.fromkeys(("actor", "sign", "note"), "") | {"at": None, "follows": ["it is there"]}
    move |= {"group": "Hops", "part": "One by one", "verb": "Hop", "text": here}
    return {
        "step": step,
        "section": 0,
        "sentence": f"The hopper is at {here}.",
        "cells": {here: "last"},
        "beads": {},
        "pieces": {"hopper": [x, 50.0, 1.0, 1.0]},
        "paths": {},
        "stacks": {"pit": " ".join(["ash", "oak", "ash"][:step]), "gate": "oak"},
        "texts": {**TEXTS, "turn": str(step), "round": f"Hop {step}"},
        "classes": {"score-0": "here", "high-ash": "up-7"},
        "move": move if step else None,
    }


@pytest.fixture
def hops(db: None, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Return a stored game of a kind with only a scene and frames."""
    record = SimpleNamespace(played_at=None, event=None, site=None, source=None)
    identity = SimpleNamespace(roles={}, rules_text=lambda edition, _: edition)
    identity.views_in = lambda _: ("omniscient", "public")
    display = SimpleNamespace(priors={}, insight=None)
    display.scene, display.frames = lambda _: SCENE, lambda *_: [*map(frame, range(4))]
    kind = SimpleNamespace(slug="hops", title="Hops", identity=identity, display=display)
    for module in (address, replay, replay_drawing):
        monkeypatch.setattr(module, "get_kind", lambda _: kind)
    monkeypatch.setattr(players, "open_views", lambda _: kind.identity.views_in(""))
    monkeypatch.setattr(replay.game_reads, "open_views", lambda _: kind.identity.views_in(""))
    played = SimpleNamespace(record=record, is_exact=True)
    monkeypatch.setattr(replay.game_reads, "replay_of", lambda _: played)
    return Game.objects.create(
        public_id="hops00000001", digest="0" * 64, kind="hops", edition="1", board_id="b",
        board_digest="0" * 64, n_events=3, winner=None, reason="end", is_finished=True,
        is_simulated=False, canonical="hops", engine_version="1",
    )  # fmt: skip


def page_of(client: Client, game: Game, query: str = "") -> str:
    return " ".join(page(client, f"/games/{game.public_id}/?{query}").split())


def test_another_game_is_drawn_by_the_same_page(client: Client, hops: Game) -> None:
    text = page_of(client, hops, "step=3&as=public")
    assert "The hopper is at r." in text
    cell = r'<g class="cell last" role="gridcell" data-cell="r"[^>]*>\s*<rect [^>]*'
    assert re.search(cell + r'role="img" aria-label="r: just now"', text)
    assert 'transform="translate(150 50) scale(1)"' in text
    assert '<li class="slot here" data-slot="score-0"' in text
    assert '<dd data-text="turn">3</dd>' in text
    assert text.count(">Hop</b>") == 3
    article = text[text.index("<article") : text.index("</article")]
    assert not re.search("Gory|Samurai|samurai", article)


def test_the_board_is_a_table(client: Client, hops: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def table() -> list[list[str]]:
        text = page_of(client, hops)
        grid = text[text.index('role="grid"') :].split("</svg>")[0]
        rows = grid.split('<g role="row">')[1:]
        return [re.findall(r'role="gridcell" (?:data-cell|aria-label)="([^"]+)"', r) for r in rows]

    assert table() == [["l", "r", "pit", "gate"]]
    monkeypatch.setitem(SCENE, "rows", [["", "r", "l"], ["pit", "gate", ""]])
    replay_drawing._drawings.clear()
    assert [row.count("no space") for row in table()] == [1, 1]
    low = [{**c, "x": float(n % 2), "y": float(n // 2)} for n, c in enumerate(SCENE["cells"])]
    monkeypatch.delitem(SCENE, "rows")
    monkeypatch.setitem(SCENE, "cells", low[1:])
    replay_drawing._drawings.clear()
    assert table() == [["no space", "r"], ["pit", "gate"]]


def test_stacks_are_drawn_and_described_from_the_top(client: Client, hops: Game) -> None:
    tiles = {0: "empty", 1: "1 tile: ash", 3: "3 tiles: ash, oak, ash"}
    for step, words in tiles.items():
        text = page_of(client, hops, f"step={step}")
        pit = text[text.index('data-cell="pit"') : text.index('data-cell="gate"')]
        assert f'role="img" aria-label="pit: {words}"' in pit
        assert pit.count('class="slab') == step
        assert re.findall(r'">(\d+)</text>', pit) == ([str(step)] if step else [])
        gate = text[text.index('data-cell="gate"') :]
        assert 'aria-label="gate: oak"' in gate
        assert 'class="height"' not in gate[: gate.index("</svg>")]


def test_columns_tables_and_lines_are_slots_like_others(client: Client, hops: Game) -> None:
    text = page_of(client, hops, "step=1")
    assert '<li class="slot up-7" data-slot="high-ash" data-flag="worth two">' in text
    assert '<b class="num" data-text="high-ash">7</b>' in text
    assert '<small data-text="high-ash-note">a note</small>' in text
    assert '<td class="num" data-text="row-two">22</td>' in text
    assert "<b>Row</b> <span>what it means</span>" in text
    assert '<li data-text="line-0">a &lt;line&gt;</li><li data-text="line-1"></li>' in text
    under = text[text.index('class="panels under"') :].split('id="this-game"')[0]
    assert ("A Table" in under, "Heights" in under) == (True, False)
