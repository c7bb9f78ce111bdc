"""Findings with the lines they speak of."""

from replays import services
from replays.models import Upload
from replays.reads import games as game_reads
from replays.requests.files import Part
from replays.text import excerpts

from .rows import FindingRow, ItemRow, draft_row, item_row

ITEMS_SHOWN = 100


def checked_rows(parts: list[Part], sender: str) -> tuple[list[ItemRow], bool]:
    """What would become of the games of these files, and whether all of them were looked at."""
    rows: list[ItemRow] = []
    is_complete = True
    all_checked = services.check_all([part.data for part in parts], sender)
    for part, checked in zip(parts, all_checked, strict=True):
        of_part = [draft_row(draft, checked.known) for draft in checked.drafts]
        _add_excerpts(of_part, part.data)
        for row in of_part:
            row.label = " · ".join(filter(None, (part.name if len(parts) > 1 else "", row.label)))
        rows += of_part
        is_complete = is_complete and checked.is_complete
    return rows, is_complete


def stored_rows(upload: Upload, *, after: int = -1, details: bool = True) -> list[ItemRow]:
    """What became of an upload's games, from after a position on. Without `details` no findings and
    no lines of the file: they hold what the log keeps secret, and are the sender's.
    """
    rows = [
        item_row(item) for item in game_reads.upload_items(upload, after=after, limit=ITEMS_SHOWN)
    ]
    if not details:
        for row in rows:
            row.findings, row.warnings = [], []
    elif any(row.findings or row.warnings for row in rows):
        _add_excerpts(rows, game_reads.upload_bytes(upload, excerpts.MAX_BYTES))
    return rows


def _add_excerpts(rows: list[ItemRow], data: bytes) -> None:
    if not any(found.finding["line"] for row in rows for found in row.findings + row.warnings):
        return
    lines = excerpts.lines_of(data)
    for row in rows:
        row.findings = [_with_excerpt(found, lines.get(row.label, [])) for found in row.findings]
        row.warnings = [_with_excerpt(found, lines.get(row.label, [])) for found in row.warnings]


def _with_excerpt(found: FindingRow, lines: list[str]) -> FindingRow:
    line, caret = excerpts.excerpt(lines, found.finding["line"], found.finding["column"])
    return FindingRow(found.finding, line, caret)
