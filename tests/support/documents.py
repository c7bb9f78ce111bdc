"""Pages of `docs/` that tests read."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def document(name: str) -> str:
    """Return the source of a page."""
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def logs_in(page: str) -> list[str]:
    """Return the indented blocks of a page that are complete logs."""
    blocks = re.findall(r"(?:^(?:    .*)?\n)+", page, flags=re.MULTILINE)
    logs = [re.sub(r"^    ", "", block, flags=re.MULTILINE).strip() for block in blocks]
    return [log for log in logs if log.startswith(("[Game", '{"format"'))]
