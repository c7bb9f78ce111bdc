"""Games, uploads and findings as pages show them."""

import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.core.codec import canonical_json
from games.core.findings import DELETE, INSERT, TEXT, Finding, text_of
from games.core.language import translated
from games.log.judge import Judged
from games.registry import KINDS
from replays import services
from replays.access.viewer import Viewer
from replays.intake.intake import Verdict
from replays.models import REJECTED, Game, ItemStatus, NotCounted, Upload, UploadItem
from replays.models.audience import PUBLIC, Audience
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
        (kind.identity.roles.get(seat.role, seat.role), seat.shown_name)
        for seat in game.seats.all()
    ]
    outcome, how = result_text(kind, game.winner, game.reason)
    rules = kind.identity.rules_text(game.edition, game.mode)
    return GameRow(game, kind.title, players, outcome, how, rules, match)


LABEL_MAX = 24
"""Most characters of a correction on its button."""


def fix_key(finding: Finding | dict[str, Any]) -> str:
    """Return the key of a finding's correction, by game and content; empty if there is none."""
    stored = finding.to_json() if isinstance(finding, Finding) else finding
    fix: Any = stored.get("fix")
    return f"{zlib.crc32(canonical_json([stored['game'], fix]).encode()):08x}" if fix else ""


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
    def fix_key(self) -> str:
        """The key of the correction; empty without one."""
        return fix_key(self.finding)

    @property
    def fix_label(self) -> str:
        """The text of the button that applies the correction; empty without one."""
        if not (fix := self.finding.get("fix")):
            return ""
        new = fix.get("value", fix.get("text"))
        new = new.strip() if isinstance(new, str) else ""
        if fix["op"] == DELETE or ("text" in fix and not new):
            return gettext("Remove it")
        if not new or len(new) > LABEL_MAX:
            return gettext("Apply the correction")
        label = gettext("Add {text}") if fix["op"] == INSERT else gettext("Change to {text}")
        return label.format(text=new)

    @property
    def place(self) -> str:
        """Line and column, counted from 1; else the event."""
        return self._location(("line", "column")) if self.finding["line"] else self.location

    @property
    def location(self) -> str:
        """Event, line and column, counted from 1."""
        return self._location(("event", "line", "column"))

    def _location(self, keys: tuple[str, ...]) -> str:
        event, line, column = (
            self.finding[key] if key in keys else None for key in ("event", "line", "column")
        )
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
    added: list[str] = field(default_factory=list)
    same_as: Game | None = None
    contradicts: Game | None = None
    differs_at: int | None = None
    is_gone: bool = False
    is_unfinished: bool = False


def _item_row(item: UploadItem) -> ItemRow:
    """Return a stored item; a game that the viewer can't reach has no link."""
    game = item.game
    row = ItemRow(
        item.position + 1,
        item.label,
        item.status,
        str(ItemStatus(item.status).label),
        game,
        list(map(FindingRow, item.findings)),
        list(map(FindingRow, item.warnings)),
        game_row(game) if game else None,
        added=[] if game is None else added_sentences(item.added, game),
        is_gone=game is None and item.status not in REJECTED,
    )
    _add_repeat(row, game)
    return row


CHECKED = {
    ItemStatus.STORED: gettext_lazy("Valid, ready to upload"),
    ItemStatus.MERGED: gettext_lazy("Valid, another record of a stored game"),
    ItemStatus.CONTINUED: gettext_lazy("Valid, continues your game"),
    ItemStatus.DUPLICATE: gettext_lazy("Valid, already stored"),
    ItemStatus.REFUSED: gettext_lazy("Errors found"),
    ItemStatus.UNREADABLE: gettext_lazy("Unreadable"),
}
"""What a check says of a game, by the status that an upload would give it."""


def _draft_row(draft: Draft, verdict: Verdict) -> ItemRow:
    """Return a game that was only checked."""
    game = verdict.game if verdict.game is not None and not verdict.game._state.adding else None
    findings = list(map(FindingRow, verdict.findings))
    warnings = list(map(FindingRow, draft.warnings))
    hints = tuple(map(_hint_text, map(FindingRow, draft.hints)))
    label = str(CHECKED[verdict.status])
    row = ItemRow(draft.position + 1, draft.label, verdict.status, label, game, findings, warnings)
    row.hints = hints
    row.is_unfinished = any(hint["code"] == "unfinished" for hint in draft.hints)
    row.added = [] if verdict.game is None else added_sentences(verdict.added, verdict.game)
    _add_repeat(row, verdict.game)
    return row


def refused_row(draft: Draft) -> ItemRow:
    """Return a log that was refused."""
    return _draft_row(draft, Verdict(ItemStatus.REFUSED, findings=draft.findings))


def _hint_text(hint: FindingRow) -> str:
    """Return a hint with its place; one about the whole log has none."""
    if hint.finding["event"] is None:
        return hint.message
    return gettext("{place}: {hint}").format(place=hint.location, hint=hint.message)


def _add_repeat(row: ItemRow, game: Game | None) -> None:
    """Add the game that counts instead of this one."""
    if game is None or (other := visible_same_as(game)) is None:
        return
    if game.not_counted == NotCounted.CONTRADICTION:
        row.contradicts = other
        row.differs_at = None if game.differs_at is None else game.differs_at + 1
    else:
        row.same_as = other


def added_sentences(added: dict[str, Any], game: Game) -> list[str]:
    """Return what a record added to its game, each in a few words; no names if one is hidden."""
    sentences = []
    if (names := added.get("names")) and not game.hidden_seats:
        sentences.append(gettext("names: {names}").format(names=", ".join(names.values())))
    if played_at := added.get("played_at"):
        sentences.append(gettext("date: {date}").format(date=played_at))
    if n := added.get("n_notes"):
        sentences.append(ngettext("{n} note", "{n} notes", n).format(n=n))
    if n := added.get("n_facts"):
        sentences.append(
            ngettext("{n} event that was unknown", "{n} events that were unknown", n).format(n=n)
        )
    return sentences


def visible_same_as(game: Game | None) -> Game | None:
    """Return the game that statistics count instead of this one, if it is visible."""
    other = game.same_as if game is not None and game.not_counted else None
    return other if other is not None and other.is_visible else None


class CheckedRows(NamedTuple):
    """The expected results for the games of some files, whether all were checked, and the files in
    zips that were skipped.
    """

    rows: list[ItemRow]
    is_complete: bool
    skipped_files: list[str]


def checked_rows(
    parts: list[Part],
    uploader: str,
    audience: Audience = PUBLIC,
    judged: Iterable[Judged] | None = None,
    seconds: float | None = None,
) -> CheckedRows:
    """Return the expected results for the games of some files; `judged` and `seconds` as in
    `check_all`.
    """
    rows: list[ItemRow] = []
    data = [part.data for part in parts]
    all_checked = services.check_all(data, uploader, audience, judged, seconds)
    for part, checked in zip(parts, all_checked, strict=True):
        pairs = zip(checked.drafts, checked.verdicts, strict=True)
        part_rows = [_draft_row(draft, verdict) for draft, verdict in pairs]
        add_excerpts(part_rows, part.data)
        for row in part_rows:
            row.label = " · ".join(filter(None, (part.name if len(parts) > 1 else "", row.label)))
        rows += part_rows
    is_complete = all(checked.is_complete for checked in all_checked)
    return CheckedRows(rows, is_complete, [n for c in all_checked for n in c.skipped_files])


def stored_rows(
    upload: Upload, viewer: Viewer, *, after: int = -1, details: bool = True
) -> list[ItemRow]:
    """Return the results for an upload's games after a position. Findings and lines of the file
    contain hidden information, so they are only for the uploader (`details`).
    """
    items = game_reads.upload_items(upload, viewer, after=after, limit=MAX_ITEMS)
    rows = list(map(_item_row, items))
    if not details:
        for row in rows:
            row.findings, row.warnings, row.added = [], [], []
    elif any(row.findings or row.warnings for row in rows):
        add_excerpts(rows, game_reads.upload_bytes(upload, excerpts.MAX_BYTES))
    return rows


def add_excerpts(rows: list[ItemRow], data: bytes) -> None:
    """Add the lines of the file to findings."""
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
