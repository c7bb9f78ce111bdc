"""The panels next to the Mountain: their layout for a table, and their texts at a state."""

from collections.abc import Mapping
from typing import Any

from games.core.language import gettext, ngettext, pgettext
from games.core.names import END_OF_ISOLATE, ISOLATE
from games.core.scene import HIGHEST, Column, Item, Panel
from games.gorinto.insight import scored_now
from games.gorinto.rules.editions import KITSUNE_SIDE
from games.gorinto.rules.elements import ELEMENTS, Counts, counts
from games.gorinto.rules.goals import GOALS
from games.gorinto.rules.seasons import KITSUNE_POINTS, REGULAR_POINTS
from games.gorinto.scene.labels import capitalized, order_label, phase_label, season_label
from games.gorinto.scene.table import Table
from games.gorinto.terms import ELEMENT, GOAL, PATTERN, TOKEN, TOKEN_TITLE

Plain = Mapping[str, Any]

INSIGHT_LINES = 3
"""The number of lines in the panel of alternatives."""
NOTHING = "–"
MAX_TITLE_LENGTH = 12


def panels(table: Table) -> list[Panel]:
    """Return the panels of a game at this table."""
    title = gettext("Alternatives")
    lines: list[Item] = [{"id": f"insight-{n}", "name": ""} for n in range(INSIGHT_LINES)]
    return [
        *(_mat(table, role) for role in table.mats),
        _goals(table),
        {"id": "turn", "title": gettext("Status"), "form": "facts", "items": _facts(table)},
        _scores(table),
        {"id": "insight", "title": title, "form": "lines", "items": lines, "placement": "under"},
        _elements(),
    ]


def _mat(table: Table, role: str) -> Panel:
    is_kitsune = role == KITSUNE_SIDE
    items: list[Item] = []
    for number, element in enumerate(ELEMENTS):
        item: Item = {"id": f"mat-{role}-{element}", "name": ELEMENT[element], "icon": element}
        if is_kitsune and number in table.setup.kitsune_keys:
            item["flag"] = gettext("scores {n}").format(n=KITSUNE_POINTS)
        elif number in table.setup.keys:
            scores = gettext("scores {n}").format(n=REGULAR_POINTS)
            item["flag"] = scores if is_kitsune else pgettext("element", "Key")
        items.append(item)
    wisdom = gettext("Team Wisdom") if table.side_of(role) != role else gettext("Wisdom")
    figure: Item = {"id": f"mat-{role}-wisdom", "name": wisdom}
    return {
        "id": f"mat-{role}",
        "title": table.title(role),
        "form": "columns",
        "items": items,
        "actor": role,
        "figure": figure,
    }


def _goals(table: Table) -> Panel:
    """Return the goals of the game, by name and picture."""
    items: list[Item] = [
        {"id": f"goal-card-{goal}", "name": GOAL[goal], "icon": f"goal-{goal}"}
        for goal in table.setup.goals
    ]
    title = gettext("Goals")
    return {"id": "goal-cards", "title": title, "form": "legend", "items": items}


def _scores(table: Table) -> Panel:
    columns: list[Column] = [
        {"id": role, "name": short_title(table, role), "label": table.title(role)}
        for role in table.mats
    ]
    rows: list[Item] = []
    for goal in table.setup.goals:
        icon, summary = f"goal-{goal}", capitalized(gettext(GOALS[goal].summary))
        rows.append({"id": icon, "name": GOAL[goal], "icon": icon, "label": summary})
    if KITSUNE_SIDE in table.mats:
        kitsune = gettext(
            "{regular} for each tile of a regular Key Element, {kitsune} of a Kitsune one"
        ).format(regular=REGULAR_POINTS, kitsune=KITSUNE_POINTS)
        rows.append({"id": "kitsune", "name": gettext("Kitsune"), "label": kitsune})
    keys = gettext("{n} for each tile of a Key Element, after Winter")
    keys = keys.format(n=table.setup.ruleset.key_points)
    so_far = (
        gettext("team total so far") if table.setup.ruleset.partners else gettext("total so far")
    )
    rows += [
        {"id": "keys", "name": pgettext("score", "Keys"), "label": keys},
        {"id": "now", "name": gettext("Season"), "label": gettext("if it ended now")},
        {"id": "wisdom", "name": gettext("Wisdom"), "label": so_far},
    ]
    return {
        "id": "goals",
        "title": gettext("Score if the Season ended now"),
        "form": "table",
        "items": rows,
        "columns": columns,
        "placement": "under",
    }


def short_title(table: Table, role: str) -> str:
    """Return the name of a mat's owner for a narrow column."""
    name = gettext("Kitsune") if role == KITSUNE_SIDE else table.names[role]
    name = name.replace(ISOLATE, "").replace(END_OF_ISOLATE, "")
    return name if len(name) <= MAX_TITLE_LENGTH else name[: MAX_TITLE_LENGTH - 1] + "…"


def _elements() -> Panel:
    rows: list[Item] = [
        {"id": f"tiles-{e}", "name": ELEMENT[e], "icon": e, "label": PATTERN[e]} for e in ELEMENTS
    ]
    columns: list[Column] = [
        {"id": "bag", "name": gettext("Bag"), "label": gettext("in the bag")},
        {"id": "out", "name": pgettext("tiles", "Out"), "label": gettext("discarded")},
    ]
    title = gettext("Elements")
    return {
        "id": "tiles",
        "title": title,
        "form": "table",
        "items": rows,
        "columns": columns,
        "placement": "under",
    }


def _facts(table: Table) -> list[Item]:
    facts = [("order", gettext("Turn order"))] if len(table.players) > 1 else []
    facts += [
        ("path", gettext("Tiles on the Path")),
        ("bag", gettext("In the bag")),
        ("out", gettext("Discarded")),
    ]
    if table.setup.ruleset.has_kitsune:
        facts += TOKEN_TITLE.items()
        facts += [("chits", gettext("Chits drawn")), ("coin", gettext("Coin"))]
    return [{"id": name, "name": title} for name, title in facts]


class Slots:
    """The texts and classes of the panels at each state. Those of mats and scores are cached,
    because most steps change one mat or none.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._mats: dict[tuple[Any, ...], tuple[dict[str, str], dict[str, str]]] = {}
        self._scores: dict[tuple[Any, ...], dict[str, str]] = {}

    def at(self, state: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
        """Return the texts and the classes of the slots at a state."""
        table = self.table
        texts = {"round": season_label(state), "phase": phase_label(table, state)}
        classes: dict[str, str] = {}
        for role in table.mats:
            is_next = state["to_move"] == role
            texts[f"mat-{role}-wisdom"] = str(state["wisdom"][table.side_of(role)])
            texts[f"mat-{role}-tag"] = gettext("to move") if is_next else ""
            classes |= {f"mat-{role}": "active"} if is_next else {}
            heights, earlier = state["mats"][role], before["mats"][role]
            key = role, *heights.values(), *earlier.values()
            if key not in self._mats:
                self._mats[key] = _mat_slots(role, heights, earlier)
            mat_texts, mat_classes = self._mats[key]
            texts |= mat_texts
            classes |= mat_classes
        for element in ELEMENTS:
            texts[f"tiles-{element}-bag"] = str(state["bag"][element])
            texts[f"tiles-{element}-out"] = str(state["discarded"][element])
        texts |= self._score_texts(state)
        for role in table.mats:
            texts[f"mat-{role}"] = _mat_label(table, state, role, texts[f"now-{role}"])
        texts |= _fact_texts(table, state)
        return texts, classes

    def _score_texts(self, state: Plain) -> dict[str, str]:
        mats = tuple(counts([state["mats"][r][e] for e in ELEMENTS]) for r in self.table.mats)
        key = state["season"], mats, *state["wisdom"].values()
        if key not in self._scores:
            self._scores[key] = _score_texts(self.table, state, mats)
        return self._scores[key]


def _mat_slots(role: str, heights: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
    texts, classes, gathers = {}, {}, gettext("gathers {n}")
    for element in ELEMENTS:
        slot, height = f"mat-{role}-{element}", heights[element]
        texts[slot] = str(height)
        if role != KITSUNE_SIDE:
            texts[f"{slot}-note"] = gathers.format(n=height + 1)
        fresh = " fresh" if height != before[element] else ""
        classes[slot] = f"up-{min(height, HIGHEST)} tile-{element}{fresh}"
    return texts, classes


def _mat_label(table: Table, state: Plain, role: str, points: str) -> str:
    """Return the text under a mat; `points` is what the owner would score now."""
    tiles = sum(state["mats"][role].values())
    parts = [
        gettext("{points} if the Season ended now").format(points=points),
        ngettext("{n} tile", "{n} tiles", tiles).format(n=tiles),
    ]
    if table.setup.ruleset.clockwise and state["order"][0] == role:
        parts.append(gettext("Start coin"))
    return ", ".join(parts)


def _score_texts(table: Table, state: Plain, mats: tuple[Counts, ...]) -> dict[str, str]:
    """Return the points of each card now, the sum for the Season, and the Wisdom so far."""
    setup = table.setup
    scoring = scored_now(setup, state["season"], mats)
    texts = {f"goal-{goal}-{role}": NOTHING for goal in setup.goals for role in table.mats}
    keys = dict.fromkeys(table.mats, NOTHING)
    sums = dict.fromkeys(table.mats, 0)
    for number, role in enumerate(table.players):
        for card, n in zip(setup.ruleset.cards(number), scoring.goals[number], strict=True):
            texts[f"goal-{setup.goals[card]}-{role}"] = str(n)
        tiles = sum(mats[number][key] for key in setup.keys)
        keys[role] = str(setup.ruleset.key_points * tiles)
        sums[role] = sum(scoring.goals[number])
        if scoring.keys is not None:
            sums[role] += scoring.keys[number]
    if scoring.kitsune is not None:
        sums[KITSUNE_SIDE] = scoring.kitsune
        texts[f"kitsune-{KITSUNE_SIDE}"] = str(scoring.kitsune)
        texts |= {f"kitsune-{role}": NOTHING for role in table.players}
    for role in table.mats:
        texts[f"keys-{role}"] = keys[role]
        texts[f"now-{role}"] = f"+{sums[role]}"
        texts[f"wisdom-{role}"] = str(state["wisdom"][table.side_of(role)])
    return texts


def _fact_texts(table: Table, state: Plain) -> dict[str, str]:
    texts = {
        "path": str(sum(tile is not None for tile in state["path"].values())),
        "bag": str(sum(state["bag"].values())),
        "out": str(sum(state["discarded"].values())),
    }
    if len(table.players) > 1:
        texts["order"] = order_label(table, state)
    solo = state["solo"]
    if solo is not None:
        texts |= {token: solo[token] or NOTHING for token in TOKEN}
        texts["chits"] = ", ".join(map(str, solo["chits"])) or pgettext("tiles", "none")
    return texts
