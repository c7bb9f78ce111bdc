"""Games, uploads and findings as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from games.core.findings import TEXT, text_of
from games.core.language import translated
from games.registry import KINDS
from replays import services
from replays.models import Game, ItemStatus, Upload, UploadItem
from replays.pipeline import Draft
from replays.reads import games as game_reads
from replays.requests.files import Part
from replays.text import excerpts
from replays.text.terms import result_text

MAX_ITEMS = 100
"""Games of an upload on one page."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A row of a list of games."""

    game: Game
    title: str
    players: list[tuple[str, str | None]]
    outcome: str
    how: str
    rules: str
    match: dict[str, Any] | None = None


def shown_match(
    game: Game, *, is_spoiler_free: bool, matches: dict[str, list[Game]] | None = None
) -> dict[str, Any] | None:
    """Return the number of a game in its match, and the other games of it; None without a match.
    Without spoilers only earlier games: a third game reveals how the first two ended.
    """
    if not game.match_key:
        return None
    number = game.match_game or 0
    games = (matches or game_reads.matches_of([game]))[game.match_key]
    others = [
        other
        for other in games
        if other.pk != game.pk and not (is_spoiler_free and (other.match_game or 0) >= number)
    ]
    return {"number": number, "others": others}


def game_rows(games: Iterable[Game], *, is_spoiler_free: bool = False) -> list[GameRow]:
    """Return games as rows of a list. Their seats should be prefetched."""
    games = list(games)
    matches = game_reads.matches_of(games)
    return [
        game_row(game, shown_match(game, is_spoiler_free=is_spoiler_free, matches=matches))
        for game in games
    ]


def game_row(game: Game, match: dict[str, Any] | None = None) -> GameRow:
    """Return a game as a row: players, rules and result."""
    kind = KINDS[game.kind]
    players = [
        (kind.identity.roles.get(seat.role, seat.role), seat.name) for seat in game.seats.all()
    ]
    outcome, how = result_text(kind, game.winner, game.reason)
    rules = kind.identity.rules_text(game.edition, game.mode)
    return GameRow(game, kind.title, players, outcome, how, rules, match)


@dataclass(slots=True)
class FindingRow:
    """An error or warning, with the line of the file that it is about."""

    finding: dict[str, Any]
    excerpt: str = ""
    caret: str = ""
    suggestion: str = ""

    @property
    def message(self) -> str:
        """What is wrong, in the reader's language if it can be translated."""
        return translated(text_of(self.finding, "message"))

    @property
    def citation(self) -> str:
        """The rule, in the reader's language if it can be translated."""
        return translated(text_of(self.finding, "citation"))

    @property
    def english(self) -> frozenset[str]:
        """The texts that are in English in every language."""
        return frozenset({"message", "citation"} - self.finding.get(TEXT, {}).keys())

    @property
    def location(self) -> str:
        """Event, line and column, counted from 1."""
        event, line, column = (self.finding[key] for key in ("event", "line", "column"))
        parts = []
        if event is not None:
            parts.append(gettext("event {n}").format(n=event + 1))
        elif line is None:
            parts.append(gettext("the header or the whole file"))
        if line is not None:
            parts.append(gettext("line {n}").format(n=line))
        if column is not None:
            parts.append(gettext("column {n}").format(n=column))
        return ", ".join(parts)


@dataclass(slots=True)
class ItemRow:
    """The result, or expected result, for one game of a file."""

    number: int
    label: str
    status: str
    status_label: str
    game: Game | None
    findings: list[FindingRow]
    warnings: list[FindingRow]
    line: GameRow | None = None
    hints: tuple[str, ...] = ()


def _item_row(item: UploadItem) -> ItemRow:
    """Return a stored item; a game that was withdrawn has no link."""
    game = item.game if item.game is not None and item.game.withdrawn_at is None else None
    return ItemRow(
        item.position + 1,
        item.label,
        item.status,
        str(ItemStatus(item.status).label),
        game,
        list(map(FindingRow, item.findings)),
        list(map(FindingRow, item.warnings)),
        game_row(game) if game else None,
    )


def _draft_row(draft: Draft, known: dict[str, Game]) -> ItemRow:
    """Return a game that was only checked."""
    game = known.get(draft.digest or "")
    status, label = "acceptable", gettext("Valid, ready to upload")
    if draft.digest is None:
        status, label = "refused", gettext("Errors found")
    elif game is not None:
        status, label = "duplicate", gettext("Valid, already stored")
    findings, warnings = (list(map(FindingRow, rows)) for rows in (draft.findings, draft.warnings))
    number = draft.position + 1
    hints = tuple(FindingRow(hint).message for hint in draft.hints)
    return ItemRow(number, draft.label, status, label, game, findings, warnings, hints=hints)


def checked_rows(parts: list[Part], sender: str) -> tuple[list[ItemRow], bool]:
    """Return the expected results for the games of some files, and whether all were checked."""
    rows: list[ItemRow] = []
    all_checked = services.check_all([part.data for part in parts], sender)
    for part, checked in zip(parts, all_checked, strict=True):
        part_rows = [_draft_row(draft, checked.known) for draft in checked.drafts]
        _add_excerpts(part_rows, part.data)
        for row in part_rows:
            row.label = " · ".join(filter(None, (part.name if len(parts) > 1 else "", row.label)))
        rows += part_rows
    return rows, all(checked.is_complete for checked in all_checked)


def stored_rows(upload: Upload, *, after: int = -1, details: bool = True) -> list[ItemRow]:
    """Return the results for an upload's games after a position. Findings and lines of the file
    contain hidden information, so they are only for the sender (`details`).
    """
    items = game_reads.upload_items(upload, after=after, limit=MAX_ITEMS)
    rows = list(map(_item_row, items))
    if not details:
        for row in rows:
            row.findings, row.warnings = [], []
    elif any(row.findings or row.warnings for row in rows):
        _add_excerpts(rows, game_reads.upload_bytes(upload, excerpts.MAX_BYTES))
    return rows


def _add_excerpts(rows: list[ItemRow], data: bytes) -> None:
    if not any(f.finding["line"] for row in rows for f in row.findings + row.warnings):
        return
    lines = excerpts.lines_of(data)
    for row in rows:
        of_row = lines.get(row.label, [])
        for shown in row.findings + row.warnings:
            finding = shown.finding
            shown.excerpt, shown.caret = excerpts.excerpt(
                of_row, finding["line"], finding["column"]
            )
            shown.suggestion = excerpts.corrected(of_row, finding.get("fix") or {})
