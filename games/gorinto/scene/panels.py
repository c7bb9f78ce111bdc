"""The panels beside the Mountain: what they are for a table, and what they say at a state."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, pgettext
from games.core.scene import HIGHEST, Column, Item, Panel
from games.gorinto.insight import scored_now
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.elements import ELEMENTS, Counts, counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.seasons import KITSUNE_PAYS, REGULAR_PAYS
from games.gorinto.scene.table import END_OF_ISOLATE, ISOLATE, Table
from games.gorinto.scene.words import (
    capital,
    number_of,
    order_words,
    phase_words,
    tiles_words,
    when_words,
)
from games.gorinto.terms import ELEMENT, PATTERN, TOKEN, TOKEN_TITLE

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
            "title": gettext("What else could be done"),
            "form": "lines",
            "items": lines,
            "place": "under",
        },
        _elements(),
        {"id": "turn", "title": gettext("The table"), "form": "facts", "items": _facts(table)},
    ]


def _mat(table: Table, role: str) -> Panel:
    is_kitsune = role == KITSUNE_SIDE
    items: list[Item] = []
    for element in ELEMENTS:
        item: Item = {"id": f"mat-{role}-{element}", "name": ELEMENT[element], "icon": element}
        if is_kitsune and element in table.kitsune_keys:
            item["flag"] = gettext("pays {n}").format(n=KITSUNE_PAYS)
        elif element in table.keys:
            pays = gettext("pays {n}").format(n=REGULAR_PAYS)
            item["flag"] = pays if is_kitsune else pgettext("element", "Key")
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
        rows.append({"id": f"goal-{goal}", "name": name, "words": capital(gettext(card.words))})
    if KITSUNE_SIDE in table.mats:
        words = gettext("{n} for each tile of a Key Element, {own} of its own Keys")
        words = words.format(n=REGULAR_PAYS, own=KITSUNE_PAYS)
        rows.append({"id": "kitsune", "name": gettext("Kitsune"), "words": words})
    each = table.setup.ruleset.key_points
    words = gettext("{n} for each tile of a Key Element, after Winter").format(n=each)
    so_far = gettext("so far of the team") if table.setup.ruleset.partners else gettext("so far")
    rows += [
        {"id": "keys", "name": pgettext("score", "Keys"), "words": words},
        {"id": "now", "name": gettext("Season"), "words": gettext("if it ended now")},
        {"id": "wisdom", "name": gettext("Wisdom"), "words": so_far},
    ]
    return {
        "id": "goals",
        "title": gettext("Score if the Season ended now"),
        "form": "table",
        "items": rows,
        "columns": columns,
        "place": "under",
    }


def short_title(table: Table, role: str) -> str:
    """A mat's owner over a narrow column."""
    name = gettext("Kitsune") if role == KITSUNE_SIDE else table.names[role]
    name = name.replace(ISOLATE, "").replace(END_OF_ISOLATE, "")
    return name if len(name) <= LONGEST_TITLE else name[: LONGEST_TITLE - 1] + "…"


def _elements() -> Panel:
    rows: list[Item] = [
        {"id": f"tiles-{e}", "name": ELEMENT[e], "icon": e, "words": PATTERN[e]} for e in ELEMENTS
    ]
    columns: list[Column] = [
        {"id": "bag", "name": gettext("Bag"), "words": gettext("still in the bag")},
        {"id": "out", "name": pgettext("tiles", "Out"), "words": gettext("out of the game")},
    ]
    return {
        "id": "tiles",
        "title": gettext("Elements"),
        "form": "table",
        "items": rows,
        "columns": columns,
    }


def _facts(table: Table) -> list[Item]:
    facts = [("order", gettext("Turn order"))] if len(table.players) > 1 else []
    facts += [
        ("path", gettext("Tiles on the Path")),
        ("bag", gettext("In the bag")),
        ("out", gettext("Out of the game")),
    ]
    if table.setup.ruleset.has_kitsune:
        facts += TOKEN_TITLE.items()
        facts += [("chits", gettext("Chits drawn")), ("coin", gettext("Coin"))]
    return [{"id": name, "name": title} for name, title in facts]


class Slots:
    """What the panels of a table say at one state after the other. What mats and scores say is made
    once for each height: most steps change one mat or none.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._mats: dict[tuple[Any, ...], tuple[dict[str, str], dict[str, str]]] = {}
        self._scores: dict[tuple[Any, ...], dict[str, str]] = {}

    def at(self, state: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
        """The texts and the classes of the slots at a state."""
        table = self.table
        texts = {"round": when_words(state), "phase": phase_words(table, state)}
        classes: dict[str, str] = {}
        for role in table.mats:
            texts[f"mat-{role}"] = _mat_words(table, state, role)
            heights, earlier = state["mats"][role], before["mats"][role]
            key = role, *heights.values(), *earlier.values()
            if key not in self._mats:
                self._mats[key] = _mat_slots(role, heights, earlier)
            told, drawn = self._mats[key]
            texts |= told
            classes |= drawn
        for element in ELEMENTS:
            texts[f"tiles-{element}-bag"] = str(state["bag"][element])
            texts[f"tiles-{element}-out"] = str(state["discarded"][element])
        texts |= self._score_texts(state)
        texts |= _fact_texts(table, state)
        return texts, classes

    def _score_texts(self, state: Plain) -> dict[str, str]:
        mats = tuple(counts([state["mats"][r][e] for e in ELEMENTS]) for r in self.table.mats)
        key = state["season"], mats, *state["wisdom"].values()
        if key not in self._scores:
            self._scores[key] = _score_texts(self.table, state, mats)
        return self._scores[key]


def _mat_slots(role: str, heights: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
    texts, classes, takes = {}, {}, gettext("takes {n}")
    for element in ELEMENTS:
        slot, height = f"mat-{role}-{element}", heights[element]
        texts[slot] = str(height)
        if role != KITSUNE_SIDE:
            texts[f"{slot}-note"] = takes.format(n=height + 1)
        fresh = " fresh" if height != before[element] else ""
        classes[slot] = f"up-{min(height, HIGHEST)} tile-{element}{fresh}"
    return texts, classes


def _mat_words(table: Table, state: Plain, role: str) -> str:
    side = table.side_of(role)
    wisdom = gettext("{n} Wisdom") if side == role else gettext("{n} Wisdom of the team")
    words = [wisdom.format(n=state["wisdom"][side])]
    words.append(tiles_words(number_of(state["mats"][role])))
    if table.setup.ruleset.clockwise and state["order"][0] == role:
        words.append(gettext("Start coin"))
    if state["to_move"] == role:
        words.append(gettext("to move"))
    return ", ".join(words)


def _score_texts(table: Table, state: Plain, mats: tuple[Counts, ...]) -> dict[str, str]:
    """What each card pays now, what the Season would bring, and Wisdom so far."""
    setup = table.setup
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
        texts |= {token: solo[token] or NOTHING for token in TOKEN}
        texts["chits"] = ", ".join(map(str, solo["chits"])) or pgettext("tiles", "none")
    return texts
