"""Small files of results for the tests."""

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management import call_command

HEADER = "game,played_at,group,seat,player,place"


def two_sided(seed: int = 1, games: int = 60, players: int = 8, effect: float = 0.4) -> list[str]:
    """Return the lines of games of two seats between players of different strength."""
    random = np.random.default_rng(seed)
    strength = random.normal(0, 0.7, players)
    lines = []
    for number in range(games):
        first, second = map(int, random.choice(players, 2, replace=False))
        won = random.random() < 1 / (1 + np.exp(-effect - strength[first] + strength[second]))
        day = f"2026-{1 + number * 11 // games:02}-{1 + number % 28:02}"
        lines.append(f"g{number},{day},r/b,black,p{first},{1 if won else 2}")
        lines.append(f"g{number},{day},r/b,white,p{second},{2 if won else 1}")
    return lines


def write(path: Path, lines: list[str], header: str = HEADER) -> Path:
    """Write a file of results and return its path."""
    file = path / "results.csv"
    file.write_text("\n".join([header, *lines, ""]), encoding="utf-8")
    return file


def fit(path: Path, lines: list[str], header: str = HEADER, **options: Any) -> dict[str, Any]:
    """Return the JSON of `fit_results`."""
    result: dict[str, Any] = json.loads(output(path, lines, header, **options))
    return result


def output(path: Path, lines: list[str], header: str = HEADER, **options: Any) -> str:
    """Return what `fit_results --json` prints."""
    out = io.StringIO()
    call_command("fit_results", write(path, lines, header), json=True, stdout=out, **options)
    return out.getvalue()
