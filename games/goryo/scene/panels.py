"""The panels next to the palace: their items for a board, and their texts for a state."""

from games.core.language import Labels, gettext, pgettext
from games.core.language import gettext_noop as _
from games.core.scene import Item, Panel
from games.goryo.rules.editions import ACTIONS_IN_ALL, SPIRITS
from games.goryo.rules.state import Setup
from games.goryo.scene.captions import Plain, phase_text, round_text
from games.goryo.terms import colour_name, edition_term, type_name

ICONS = frozenset({"helmet", "lantern", "mask", "scroll", "vase", "urn", "flower", "fan"})
LONGEST_TRACK = 48  # a gong with more spaces is shown as a number only
NOTHING = "–"
STATUS = Labels({"intact": _("intact"), "broken": _("broken"), "sealed": _("sealed")})
BOUND_STATUS = Labels(
    {"intact": _("intact, bound"), "broken": _("broken, bound"), "sealed": _("sealed, bound")}
)
"""The status texts of a type, and of the bound type if a view knows it."""


def icon(kind: str) -> str:
    """Return the symbol of an object type, or the empty string if there is none."""
    return kind if kind in ICONS else ""


def letters(kind: str, types: tuple[str, ...]) -> str:
    """Return the letters for a type without a symbol: its initial, or as many letters as needed to
    tell it from the board's other types.

    >>> letters("drum", ("drum", "drape", "mask"))
    'Dru'
    """
    for size in range(1, 4):
        if sum(other[:size].casefold() == kind[:size].casefold() for other in types) == 1:
            return kind[:size].capitalize()
    return f"{types.index(kind) + 1}"


def panels(setup: Setup) -> list[Panel]:
    """Return the panels of a game with this set-up."""
    edition, board = setup.ruleset.edition, setup.board
    last = board.gong_last
    gong: list[Item] = [
        {"id": f"gong-{n}", "name": str(n), "flag": gettext("bag") if n in board.bags else ""}
        for n in range(last + 1 if last < LONGEST_TRACK else 0)
    ]
    spirits: list[Item] = [
        {"id": f"spirit-{n}", "name": gettext("spirit {n}").format(n=n), "icon": "spirit"}
        for n in range(1, SPIRITS + 1)
    ]
    types: list[Item] = [
        {
            "id": f"type-{i}",
            "name": type_name(kind),
            "icon": icon(kind),
            "letters": letters(kind, board.types),
        }
        for i, kind in enumerate(board.types)
    ]
    facts: list[tuple[str, str]] = [
        ("actions", gettext("Actions left")),
        ("called", gettext("Samurai activated")),
        ("sprint", edition_term(edition, "sprint")),
        ("false_trail", edition_term(edition, "false_trail")),
        ("draws", gettext("Ofuda to draw")),
        ("bag", gettext("Tokens in the bag")),
        ("mistakes", gettext("Mistakes found")),
        ("bound", gettext("Bound type")),
    ]
    return [
        {"id": "gong", "title": gettext("Gong"), "form": "track", "items": gong},
        {"id": "spirits", "title": gettext("Spirits"), "form": "tokens", "items": spirits},
        {"id": "types", "title": gettext("Object types"), "form": "tiles", "items": types},
        {
            "id": "turn",
            "title": gettext("Status"),
            "form": "facts",
            "items": [{"id": name, "name": title} for name, title in facts],
        },
    ]


def slots(
    setup: Setup, state: Plain, before: Plain, bound: str
) -> tuple[dict[str, str], dict[str, str]]:
    """Return texts and classes of the panels' slots for a state; `bound` is the text for a bound
    type that the view does not know.
    """
    texts, classes = _tracks(setup, state, before)
    lit = 0
    for i, kind in enumerate(setup.board.types):
        status = state["types"][kind]
        if status is None:
            texts[f"type-{i}"] = gettext("unknown")
            continue
        lit += status != "intact"
        is_bound = state["bound"] == kind
        fresh = " fresh" if before["types"][kind] != status else ""
        texts[f"type-{i}"] = (BOUND_STATUS if is_bound else STATUS)[status]
        classes[f"type-{i}"] = status + (" bound" if is_bound else "") + fresh
    total = len(setup.board.types)
    texts["types"] = gettext("{n} of {total} sealed or broken").format(n=lit, total=total)
    texts.update(_facts(setup, state, bound))
    return texts, classes


def _tracks(setup: Setup, state: Plain, before: Plain) -> tuple[dict[str, str], dict[str, str]]:
    """Return texts and classes of the gong and the spirits; a sheet may not determine them."""
    texts, classes = {}, {}
    last, gong, spirits = setup.board.gong_last, state["gong"], state["spirits"]
    texts["gong"] = texts["spirits"] = gettext("unknown")
    if gong is not None:
        texts["gong"] = gettext("{n} of {total}").format(n=gong, total=last)
        if last < LONGEST_TRACK:
            classes = {f"gong-{n}": "passed" for n in range(gong)} | {f"gong-{gong}": "here"}
    if spirits is not None:
        texts["spirits"] = gettext("{n} of {total} flipped").format(n=spirits, total=SPIRITS)
        old = spirits if before["spirits"] is None else before["spirits"]
        for n in range(1, spirits + 1):
            classes[f"spirit-{n}"] = "flipped" + (" fresh" if n > old else "")
    return texts, classes


def _facts(setup: Setup, state: Plain, bound: str) -> dict[str, str]:
    plan = state["plan"] or {}
    texts = {
        "round": round_text(state["round"]),
        "phase": phase_text(state, setup.ruleset.edition),
        "actions": _actions_text(state),
        "called": ", ".join(colour_name(c) for c in state["called"]) or NOTHING,
        "draws": _number_text(state["draws_due"]),
        "bag": _number_text(state["bag"]),
        "mistakes": _number_text(state["mistakes"]),
        "bound": type_name(state["bound"]) if state["bound"] else bound,
    }
    for power, used in (("sprint", plan.get("sprint")), ("false_trail", plan.get("false_trail"))):
        texts[power] = _power_text(state[f"{power}_left"], bool(used))
    return texts


def _number_text(number: int | None) -> str:
    return gettext("unknown") if number is None else str(number)


def _actions_text(state: Plain) -> str:
    if state["phase"] != "chase":
        return NOTHING
    if state["actions_left"] is None:
        return gettext("unknown")
    return gettext("{n} of {total}").format(n=state["actions_left"], total=ACTIONS_IN_ALL)


def _power_text(is_left: bool | None, is_used: bool) -> str:
    if is_left is None:
        return gettext("unknown")
    if is_used:
        if is_left:
            return pgettext("a power", "available, used in this plan")
        return pgettext("a power", "unavailable, but in this plan")
    return pgettext("a power", "available") if is_left else pgettext("a power", "used")
