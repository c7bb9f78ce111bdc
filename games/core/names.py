"""Names of players inside other text."""

from unicodedata import bidirectional

MAX_NAME_LENGTH = 24
RIGHT_TO_LEFT = ("R", "AL", "AN")
ISOLATE, END_OF_ISOLATE = "\u2068", "\u2069"


def short_name(name: str | None) -> str:
    r"""Return a name for sentences: on one line, without invisible characters, cut if it is long. A
    right-to-left name is isolated, so that the text around it keeps its order.

    >>> short_name(" Ann\u202e  of  Avonlea ")
    'Ann of Avonlea'
    """
    visible = "".join(c if c.isprintable() else " " * c.isspace() for c in name or "")
    one_line = " ".join(visible.split())
    if len(one_line) > MAX_NAME_LENGTH:
        one_line = one_line[: MAX_NAME_LENGTH - 1] + "…"
    is_mixed = any(bidirectional(c) in RIGHT_TO_LEFT for c in one_line)
    return f"{ISOLATE}{one_line}{END_OF_ISOLATE}" if is_mixed else one_line
