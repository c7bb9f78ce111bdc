"""The games of an event with one kind and one population: table, rounds, names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext

from analytics.models import Contribution
from games.core.contract import GameKind
from games.registry import KINDS
from replays.models import Game, Seat
from replays.models.game import stored_order
from replays.reads import events as event_reads
from replays.reads import names as name_reads
from replays.reads.events import EventPage

from .standings import Result, Seated, Table, table_of

MAX_GAMES = 2000
"""Games that a table is computed from, the newest: the others of larger events are not read."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which games of an event are shown: those of one kind, of humans or of bots."""

    kind: GameKind
    is_simulated: bool


def choose(
    counts: dict[tuple[str, bool], int], kind: str = "", simulated: str = ""
) -> Choice | None:
    """Return the choice of a request, with defaults for what it leaves open: human games before bot
    games, then the kind with the most games. None: there are no games.
    """
    fitting = {
        key: n
        for key, n in counts.items()
        if kind in ("", key[0]) and simulated in ("", "yes" if key[1] else "no")
    }
    if not fitting:
        if not kind:
            return None
        return Choice(KINDS[kind], simulated == "yes")
    slug, is_simulated = min(fitting, key=lambda key: (key[1], -fitting[key], key[0]))
    return Choice(KINDS[slug], is_simulated)


@dataclass(frozen=True)
class EventGames:
    """The games of a choice, and what is computed from them. `n_games` are all of them, `games` the
    newest `MAX_GAMES`, newest first.
    """

    n_games: int
    games: Sequence[Game]

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of the players as the newest game writes them, by the key of the person."""
        keys = self.keys
        newest: dict[str, str] = {}
        for game in self.games:
            for seat in game.seats.all():
                if seat.name_key and seat.name:
                    newest.setdefault(keys[seat.name_key], seat.name)
        return newest

    @cached_property
    def keys(self) -> dict[str, str]:
        """The key of the person by the key of each name: several names can belong to one person."""
        seats = (seat for game in self.games for seat in game.seats.all())
        return name_reads.shown_names({seat.name_key for seat in seats if seat.name_key})

    @cached_property
    def _counting(self) -> list[Game]:
        return [g for g in self.oldest_first if g.is_finished and not g.not_counted]

    @cached_property
    def _ranks(self) -> dict[int, list[dict[str, Any]]]:
        """The seats of the games that statistics have counted, with ranks."""
        ids = [game.pk for game in self._counting]
        ranks: dict[int, list[dict[str, Any]]] = {}
        for start in range(0, len(ids), 500):
            rows = Contribution.objects.filter(game__in=ids[start : start + 500])
            ranks |= dict(rows.values_list("game_id", "seats"))
        return ranks

    @cached_property
    def results(self) -> list[Result]:
        """The games with a result, as far as statistics have counted them."""
        results = []
        for game in self._counting:
            seats = self._ranks.get(game.pk, [])
            if seats and all(seat["rank"] for seat in seats):
                results.append(Result(game.public_id, self._players(game.seats.all(), seats)))
        return results

    def _players(
        self, seats: Iterable[Seat], ranks: Sequence[dict[str, Any]]
    ) -> tuple[Seated, ...]:
        by_role = {row["role"]: row for row in ranks}
        return tuple(
            Seated(
                self.keys.get(seat.name_key or "", ""),
                by_role[seat.role]["side"],
                by_role[seat.role]["rank"],
            )
            for seat in seats
            if seat.role in by_role
        )

    @cached_property
    def table(self) -> Table:
        """The standings and meetings."""
        return table_of(self.results)

    @property
    def n_pending(self) -> int:
        """How many games will be in the table when statistics have counted them."""
        return len(self._counting) - len(self._ranks)

    @cached_property
    def oldest_first(self) -> list[Game]:
        """The games in the order of uploads and their files."""
        return sorted(self.games, key=lambda game: stored_order(game.pk))

    def rounds(self, games: Iterable[Game]) -> list[tuple[str, list[Game]]]:
        """Return some of the games by round, in order of play; games without a round by day."""
        groups: dict[tuple[Any, ...], list[Game]] = {}
        for game in games:
            groups.setdefault(_round_of(game), []).append(game)
        return [(_round_title(key), groups[key]) for key in sorted(groups)]


def games_of_choice(event: EventPage, choice: Choice) -> EventGames:
    """Return the games of an event that a choice shows."""
    games = event_reads.games_of(event).filter(
        kind=choice.kind.slug, is_simulated=choice.is_simulated
    )
    rows = list(games[: MAX_GAMES + 1])
    n_games = games.count() if len(rows) > MAX_GAMES else len(rows)
    return EventGames(n_games, rows[:MAX_GAMES])


def tag_of(game: Game) -> Any:
    """Return the event tag of a game, or None."""
    return getattr(game, "event_tag", None)


def round_of(game: Game) -> str:
    """Return the round that the log of a game names; empty: none."""
    tag = tag_of(game)
    return tag.round if tag else ""


def _round_of(game: Game) -> tuple[Any, ...]:
    """Return the key of a game's round, in the order of rounds: numbered ones, named ones, days."""
    name = round_of(game)
    if name.isascii() and name.isdecimal():
        return 0, int(name), ""
    if name:
        return 1, 0, name
    return 2, game.played_on.toordinal() if game.played_on else 0, ""


def _round_title(key: tuple[Any, ...]) -> str:
    group, number, name = key
    if group == 0:
        return gettext("Round {n}").format(n=number)
    if group == 1:
        return str(name)
    if not number:
        return gettext("No date")
    return date_format(date.fromordinal(number), "j M Y")
