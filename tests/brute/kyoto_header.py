"""A naive Shadows in Kyoto: names, boards and headers.

Written only from the rules page and the format page; slow and plain on purpose.
"""

import json
import random
from pathlib import Path
from typing import Any

from tests.brute.board import Refused

COLUMNS, ROWS = "abcde", "123456"
SPACES = [column + row for row in ROWS for column in COLUMNS]
COLOURS = ["castle", "market", "residence", "shrine"]
SITE = [*COLOURS, "wild"]
TACTIC = ["bait", "charge", "defend", "swap", "tunnel"]
DECK = {**dict.fromkeys(SITE, 5), "bait": 2, "charge": 1, "defend": 2, "swap": 1, "tunnel": 2}
IDENTITIES = ["0f", "1f", "2f", "2r", "3f", "3r"]
IMPORTANT = ["3r", "3f", "2r", "0f"]
ROLES = ["oniwaban", "government"]
CHARISMA = {"oniwaban": ["anju", "tomoyo", "yoko"], "government": ["ayane", "chiharu", "iroha"]}
EQUIPMENT = {"oniwaban": ["drugs", "pistol", "typewriter"], "government": ["bugs", "fan", "stun"]}
HQ = {"oniwaban": "hq-oniwaban", "government": "hq-government"}
BOARD_FILE = Path(__file__).with_name("kyoto-recon-1.json")


def refuse_if(condition: Any, rule: str) -> None:
    if condition:
        raise Refused(rule)


def other(role: str) -> str:
    return "government" if role == "oniwaban" else "oniwaban"


def is_site(card: str) -> bool:
    return card in SITE


def default_board() -> dict[str, Any]:
    return dict(json.loads(BOARD_FILE.read_text("utf-8")))


def goal_row(role: str) -> str:
    """Return the other side's home row (section 1)."""
    return "6" if role == "oniwaban" else "1"


def vector(role: str, start: str, end: str) -> tuple[int, int]:
    """Return columns to the side and rows forward from one space to another (2.2)."""
    aside = COLUMNS.index(end[0]) - COLUMNS.index(start[0])
    rows = ROWS.index(end[1]) - ROWS.index(start[1])
    return aside, rows if role == "oniwaban" else -rows


def between(start: str, end: str) -> list[str]:
    """Return the spaces between two of one row."""
    low, high = sorted((COLUMNS.index(start[0]), COLUMNS.index(end[0])))
    return [COLUMNS[index] + start[1] for index in range(low + 1, high)]


def open_to(role: str, rows: str, spaces: dict[str, str]) -> list[str]:
    """Return the spaces of these rows that a side may enter."""
    return [s for s in SPACES if s[1] in rows and spaces[s] != HQ[other(role)]]


def random_board(rng: random.Random) -> dict[str, Any]:
    """Return a board that fits 2.5 and the format page, made by trying."""
    while True:
        few = rng.choice([2, 8])
        types = [*COLOURS * few, "neutral", "neutral", *HQ.values(), *HQ.values()]
        spaces = {space: rng.choice(types) for space in SPACES}
        deep = {role: rng.randint(1, 3) for role in ROLES}
        rows = {"oniwaban": ROWS[: deep["oniwaban"]], "government": ROWS[6 - deep["government"] :]}
        fit = {role: open_to(role, rows[role], spaces) for role in ROLES}
        are_fit = all(len(fit[r]) >= 6 and open_to(r, goal_row(r), spaces) for r in ROLES)
        if set(COLOURS) <= set(spaces.values()) and are_fit:
            break
    return {
        "id": "a board of chance",
        "spaces": spaces,
        "starts": {role: rng.sample(fit[role], 6) for role in ROLES},
        "home": {"oniwaban": 1, "government": 6},
        "territory": {role: sorted(int(row) for row in rows[role]) for role in ROLES},
    }
