"""Names of files and boards as labels."""

MAX_LABEL = 200


def clean_label(text: str) -> str:
    """A file's or member's name as a label: never a path to open, no control characters, at most
    MAX_LABEL characters.
    """
    kept = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return kept if len(kept) <= MAX_LABEL else kept[: MAX_LABEL - 1] + "…"
