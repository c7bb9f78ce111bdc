"""What the scripts of the replay page and of the player are given: a view's frames, and the words
to tell them with.
"""

import json
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, npgettext


def data_text(
    scene: dict[str, Any],
    frames: list[dict[str, Any]],
    shade_words: str,
    curves: list[dict[str, Any]],
) -> SafeString:
    """What the page's script is given, as JSON that can stand in HTML."""
    data = {
        "shadeWords": shade_words,
        "curves": {curve["id"]: curve["told"] for curve in curves},
        "words": {mark["id"]: mark["words"] for mark in scene["marks"]},
        "tiles": {tile["id"]: tile["words"] for tile in scene.get("tiles", ())},
        **({"stackWords": words_of_stacks()} if scene.get("tiles") else {}),
        "frames": [_sent(frame) for frame in frames],
    }
    return in_html(data)


def _sent(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame as the script gets it: of the move only what followed from it, to be said."""
    sent = {key: value for key, value in frame.items() if key != "move"}
    if frame["move"] and frame["move"]["follows"]:
        sent["changed"] = frame["move"]["follows"]
    return sent


def in_html(data: Any) -> SafeString:
    """Data as JSON that can stand in a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, escape in (("<", "\\u003C"), (">", "\\u003E"), ("&", "\\u0026")):
        text = text.replace(sign, escape)  # much faster than `translate` of so long a text
    return mark_safe(text)  # noqa: S308 - no <, > or & is left in it


def words_of_stacks() -> dict[str, str]:
    """What script and server say of a stack: `one` tile in it or `many`."""
    sizes = {"one": 1, "many": 2}
    told = {k: ngettext("{n} tile: {tiles}", "{n} tiles: {tiles}", n) for k, n in sizes.items()}
    return {
        "empty": gettext("empty"),
        **told,
        "countOne": npgettext("stack", "{n} tile", "{n} tiles, from the top", 1),
        "countMany": npgettext("stack", "{n} tile", "{n} tiles, from the top", 2),
        "level": gettext("level {n}"),
    }
