"""Games, findings and uploads as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext

from games.core.findings import TEXT, text_of
from games.core.language import translated
from games.registry import KINDS
from replays.models import Game, ItemStatus, Upload, UploadItem
from replays.pipeline import Draft
from replays.reads import games as game_reads
from replays.reads.upload_status import state_sentence
from replays.text.terms import result_text


@dataclass(frozen=True, slots=True)
class GameRow:
    """A line of a list of games."""

    game: Game
    title: str
    players: list[tuple[str, str | None]]
    outcome: str
    how: str
    rules: str
    match: "MatchRow | None" = None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Which game of a match a game is (from 1), and the match's other games that are here."""

    number: int
    others: list[Game]


def match_row(game: Game, games: Iterable[Game], *, is_spoiler_free: bool = False) -> MatchRow:
    """A game's place among the games of its match. Without spoilers only those before it: that
    there is a third tells how the first two went.
    """
    number = game.match_game or 0
    others = [
        other
        for other in games
        if other.pk != game.pk and not (is_spoiler_free and (other.match_game or 0) >= number)
    ]
    return MatchRow(number, others)


def shown_match(game: Game, *, is_spoiler_free: bool) -> MatchRow | None:
    """The match of a game that is shown by itself, None where it belongs to none."""
    if not game.match_key:
        return None
    games = game_reads.matches_of([game])[game.match_key]
    return match_row(game, games, is_spoiler_free=is_spoiler_free)


def game_rows(games: Iterable[Game], *, is_spoiler_free: bool = False) -> list[GameRow]:
    """Games as lines of a list; wants their seats prefetched."""
    games = list(games)
    matches = game_reads.matches_of(games)
    return [
        replace(
            game_row(game),
            match=match_row(game, matches[game.match_key], is_spoiler_free=is_spoiler_free),
        )
        if game.match_key
        else game_row(game)
        for game in games
    ]


def game_row(game: Game) -> GameRow:
    """A game as a line: who played, which rules, how it ended."""
    kind = KINDS[game.kind]
    players = [
        (kind.identity.roles.get(seat.role, seat.role), seat.name) for seat in game.seats.all()
    ]
    outcome, how = result_text(kind, game.winner, game.reason)
    rules = kind.identity.rules_text(game.edition, game.mode)
    return GameRow(game, kind.title, players, outcome, how, rules)


@dataclass(frozen=True, slots=True)
class FindingRow:
    """An error or warning, with the place in the file it is about."""

    finding: dict[str, Any]
    excerpt: str = ""
    caret: str = ""

    @property
    def message(self) -> str:
        """What is wrong, in the reader's language if it can be translated."""
        return translated(text_of(self.finding, "message"))

    @property
    def citation(self) -> str:
        """The rule that it rests on, in the reader's language if it can be translated."""
        return translated(text_of(self.finding, "citation"))

    @property
    def english(self) -> frozenset[str]:
        """Which of the texts are in English in every language."""
        return frozenset({"message", "citation"} - self.finding.get(TEXT, {}).keys())

    @property
    def place(self) -> str:
        """Where, as people count: from 1."""
        parts = []
        if self.finding["event"] is not None:
            parts.append(gettext("event {n}").format(n=self.finding["event"] + 1))
        elif self.finding["line"] is None:
            parts.append(gettext("the header or the whole file"))
        if self.finding["line"] is not None:
            parts.append(gettext("line {n}").format(n=self.finding["line"]))
        if self.finding["column"] is not None:
            parts.append(gettext("column {n}").format(n=self.finding["column"]))
        return ", ".join(parts)


@dataclass(slots=True)
class ItemRow:
    """What became, or would become, of one game of a file."""

    number: int
    label: str
    status: str
    words: str
    game: Game | None
    line: GameRow | None = None
    findings: list[FindingRow] = field(default_factory=list)
    warnings: list[FindingRow] = field(default_factory=list)
    hints: tuple[str, ...] = ()


def item_row(item: UploadItem) -> ItemRow:
    """A stored item; a game withdrawn since has no link."""
    game = item.game if item.game is not None and item.game.withdrawn_at is None else None
    words = str(ItemStatus(item.status).label)
    return ItemRow(
        item.position + 1,
        item.label,
        item.status,
        words,
        game,
        game_row(game) if game else None,
        [FindingRow(finding) for finding in item.findings],
        [FindingRow(warning) for warning in item.warnings],
    )


def draft_row(draft: Draft, known: dict[str, Game]) -> ItemRow:
    """A game that was only checked."""
    game = known.get(draft.digest or "")
    status, words = "acceptable", gettext("Valid, ready to upload")
    if draft.digest is None:
        status, words = "refused", gettext("Errors found")
    elif game is not None:
        status, words = "duplicate", gettext("Valid, already stored")
    findings = [FindingRow(finding) for finding in draft.findings]
    warnings = [FindingRow(warning) for warning in draft.warnings]
    number = draft.position + 1
    return ItemRow(number, draft.label, status, words, game, None, findings, warnings, draft.hints)


@dataclass(frozen=True, slots=True)
class UploadCard:
    """An upload's state in words, with a bar's length where the end is known."""

    upload: Upload
    sentence: str
    game: Game | None = None


def upload_card(upload: Upload, game: Game | None = None) -> UploadCard:
    """An upload as its page heads it."""
    return UploadCard(upload, state_sentence(upload), game)
