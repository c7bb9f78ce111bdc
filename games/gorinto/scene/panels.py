"""The panels beside the Mountain: what they are for a table, and what they say at a state."""

from collections.abc import Mapping
from typing import Any

from games.core.scene import HIGHEST, Column, Item, Panel
from games.gorinto.insight import scored_now
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.elements import ELEMENTS, counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.seasons import KITSUNE_PAYS, REGULAR_PAYS
from games.gorinto.scene.table import END_OF_ISOLATE, ISOLATE, Table
from games.gorinto.scene.words import (
    PATTERN,
    TOKENS,
    capital,
    count,
    number_of,
    order_words,
    phase_words,
    when_words,
)

Plain = Mapping[str, Any]

INSIGHT_LINES = 3
"""How many lines the panel of what else could be done has."""
NOTHING = "–"
LONGEST_TITLE = 12


def panels(table: Table) -> list[Panel]:
    """The panels of a game at this table."""
    lines: list[Item] = [{"id": f"insight-{n}", "name": ""} for n in range(INSIGHT_LINES)]
    return [
        *(_mat(table, role) for role in table.mats),
        _scores(table),
        {
            "id": "insight",
            "title": "What else could be done",
            "form": "lines",
            "items": lines,
            "place": "under",
        },
        _elements(),
        {"id": "turn", "title": "The table", "form": "facts", "items": _facts(table)},
    ]


def _mat(table: Table, role: str) -> Panel:
    is_kitsune = role == KITSUNE_SIDE
    items: list[Item] = []
    for element in ELEMENTS:
        item: Item = {"id": f"mat-{role}-{element}", "name": element, "icon": element}
        if is_kitsune and element in table.kitsune_keys:
            item["flag"] = f"pays {KITSUNE_PAYS}"
        elif element in table.keys:
            item["flag"] = f"pays {REGULAR_PAYS}" if is_kitsune else "Key"
        items.append(item)
    return {
        "id": f"mat-{role}",
        "title": table.title(role),
        "form": "columns",
        "items": items,
    }


def _scores(table: Table) -> Panel:
    columns: list[Column] = [
        {"id": role, "name": short_title(table, role), "words": table.title(role)}
        for role in table.mats
    ]
    rows: list[Item] = []
    for goal in table.setup.goals:
        card = GOALS[goal]
        name = f"{goal} {card.letter}".strip()
        rows.append({"id": f"goal-{goal}", "name": name, "words": capital(card.words)})
    if KITSUNE_SIDE in table.mats:
        words = f"{REGULAR_PAYS} for each tile of a Key Element, {KITSUNE_PAYS} of its own Keys"
        rows.append({"id": "kitsune", "name": "Kitsune", "words": words})
    each = table.setup.ruleset.key_points
    words = f"{each} for each tile of a Key Element, after Winter"
    team = " of the team" if table.setup.ruleset.partners else ""
    rows += [
        {"id": "keys", "name": "Keys", "words": words},
        {"id": "now", "name": "Season", "words": "if it ended now"},
        {"id": "wisdom", "name": "Wisdom", "words": f"so far{team}"},
    ]
    return {
        "id": "goals",
        "title": "Score if the Season ended now",
        "form": "table",
        "items": rows,
        "columns": columns,
        "place": "under",
    }


def short_title(table: Table, role: str) -> str:
    """A mat's owner over a narrow column."""
    name = "Kitsune" if role == KITSUNE_SIDE else table.names[role]
    name = name.replace(ISOLATE, "").replace(END_OF_ISOLATE, "")
    return name if len(name) <= LONGEST_TITLE else name[: LONGEST_TITLE - 1] + "…"


def _elements() -> Panel:
    rows: list[Item] = [
        {"id": f"tiles-{e}", "name": e, "icon": e, "words": f"gathers from {PATTERN[e]}"}
        for e in ELEMENTS
    ]
    columns: list[Column] = [
        {"id": "bag", "name": "Bag", "words": "still in the bag"},
        {"id": "out", "name": "Out", "words": "out of the game"},
    ]
    return {
        "id": "tiles",
        "title": "Elements",
        "form": "table",
        "items": rows,
        "columns": columns,
    }


def _facts(table: Table) -> list[Item]:
    facts = [("order", "Turn order")] if len(table.players) > 1 else []
    facts += [("path", "Tiles on the Path"), ("bag", "In the bag"), ("out", "Out of the game")]
    if table.setup.ruleset.has_kitsune:
        facts += [(token, capital(words)) for token, words in TOKENS.items()]
        facts += [("chits", "Chits drawn"), ("coin", "Coin")]
    return [{"id": name, "name": title} for name, title in facts]


def slots(table: Table, state: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
    """The texts and the classes of the panels' slots at a state."""
    texts, classes = {"round": when_words(state), "phase": phase_words(table, state)}, {}
    for role in table.mats:
        texts[f"mat-{role}"] = _mat_words(table, state, role)
        for element in ELEMENTS:
            slot, height = f"mat-{role}-{element}", state["mats"][role][element]
            texts[slot] = str(height)
            if role != KITSUNE_SIDE:
                texts[f"{slot}-note"] = f"takes {height + 1}"
            fresh = " fresh" if height != before["mats"][role][element] else ""
            classes[slot] = f"up-{min(height, HIGHEST)} tile-{element}{fresh}"
    for element in ELEMENTS:
        texts[f"tiles-{element}-bag"] = str(state["bag"][element])
        texts[f"tiles-{element}-out"] = str(state["discarded"][element])
    texts |= _score_texts(table, state)
    texts |= _fact_texts(table, state)
    return texts, classes


def _mat_words(table: Table, state: Plain, role: str) -> str:
    side = table.side_of(role)
    words = [f"{state['wisdom'][side]} Wisdom"]
    if side != role:
        words = [f"{words[0]} of the team"]
    words.append(count(number_of(state["mats"][role]), "tile"))
    if table.setup.ruleset.clockwise and state["order"][0] == role:
        words.append("Start coin")
    if state["to_move"] == role:
        words.append("to move")
    return ", ".join(words)


def _score_texts(table: Table, state: Plain) -> dict[str, str]:
    """What each card pays now, what the Season would bring, and Wisdom so far."""
    setup = table.setup
    mats = tuple(counts([state["mats"][r][e] for e in ELEMENTS]) for r in table.mats)
    scoring = scored_now(setup, state["season"], mats)
    texts = {f"goal-{goal}-{role}": NOTHING for goal in setup.goals for role in table.mats}
    keys = dict.fromkeys(table.mats, NOTHING)
    alone = dict.fromkeys(table.mats, 0)
    for number, role in enumerate(table.players):
        for goal, n in zip(table.goals_of(role), scoring.goals[number], strict=True):
            texts[f"goal-{goal}-{role}"] = str(n)
        tiles = sum(mats[number][key] for key in setup.keys)
        keys[role] = str(setup.ruleset.key_points * tiles)
        alone[role] = sum(scoring.goals[number])
        if scoring.keys is not None:
            alone[role] += scoring.keys[number]
    if scoring.kitsune is not None:
        alone[KITSUNE_SIDE] = scoring.kitsune
        texts[f"kitsune-{KITSUNE_SIDE}"] = str(scoring.kitsune)
        texts |= {f"kitsune-{role}": NOTHING for role in table.players}
    for role in table.mats:
        texts[f"keys-{role}"] = keys[role]
        texts[f"now-{role}"] = f"+{alone[role]}"
        texts[f"wisdom-{role}"] = str(state["wisdom"][table.side_of(role)])
    return texts


def _fact_texts(table: Table, state: Plain) -> dict[str, str]:
    texts = {
        "path": str(sum(tile is not None for tile in state["path"].values())),
        "bag": str(number_of(state["bag"])),
        "out": str(number_of(state["discarded"])),
    }
    if len(table.players) > 1:
        texts["order"] = order_words(table, state)
    solo = state["solo"]
    if solo is not None:
        texts |= {token: solo[token] or NOTHING for token in TOKENS}
        texts["chits"] = ", ".join(map(str, solo["chits"])) or "none"
    return texts
