"""The search over players, games, events, rules, statistics and pages.

It reads only what lists show to everyone: the names of seats, which lack hidden ones, and the kind,
edition and id of a game. A result of an unfinished game is the same whatever its log hides.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from analytics.forms.addresses import with_params
from analytics.reads import players as player_reads
from games.registry import KINDS
from replays.models import Game, Seat
from replays.models.visibility import visible
from replays.reads import events as event_reads
from replays.text.names import clean_line, name_key, without_direction_marks
from replays.web import replay

from .search_index import Hit, Match, plain, texts_of

MAX_QUERY = 80
"""Characters of a query; the rest is ignored."""
MAX_WORDS = 6
MIN_ID = 4
"""Characters of the beginning of a game's id, as lists show it."""
PLAYERS, GAMES, EVENTS = "players", "games", "events"
RULES, STATISTICS, PAGES = "rules", "statistics", "pages"
_ID = re.compile(r"[A-Za-z0-9_-]{4,12}")
_OF_GAME = re.compile(r"/(?:games|embed)/([A-Za-z0-9_-]{12})(?:[/?#]|$)")
_BETWEEN_NAMES = {"v", "vs", "against"}


class Group(NamedTuple):
    """The results of one sort, the best first. `more` is the page with all, if there are more."""

    key: str
    title: str
    hits: list[Hit]
    more: str = ""


def clean_query(text: str) -> str:
    """Return a query without invisible characters and surplus white space, cut at a limit."""
    return clean_line(text[:MAX_QUERY])


def search(query: str, limit: int) -> list[Group]:
    """Return the groups with results, up to `limit` results each; none for an empty query."""
    key = name_key(query)
    if not key:
        return []
    groups = [_players(key, limit), _games(query, key, limit), _events(query, key, limit)]
    titles = {
        RULES: gettext("Rules"),
        STATISTICS: gettext("Statistics"),
        PAGES: gettext("Pages"),
    }
    groups += [Group(name, title, _found(name, query, limit)) for name, title in titles.items()]
    return [group for group in groups if group.hits]


def _players(key: str, limit: int) -> Group:
    """Return the players with a name that contains the query; names that start with it first."""
    rows = list(player_reads.list_players({}, key)[: limit + 1])
    names = player_reads.names_by_handle(row["player"] for row in rows)
    bots = player_reads.bots_among(names)
    rows.sort(key=lambda row: not row["name"].startswith(key))
    hits = []
    for row in rows[:limit]:
        is_bot = row["player"] in bots
        address = reverse("player", args=[row["player"]])
        detail = gettext("{n} games").format(n=row["n_games"]) if row["n_games"] > 1 else ""
        name = without_direction_marks(names[row["player"]])
        hits.append(Hit(name, detail, with_params(address, _bots(is_bot)), is_bot=is_bot))
    more = with_params(reverse("players"), {"q": key}) if len(rows) > limit else ""
    return Group(PLAYERS, gettext("Players"), hits, more)


def _bots(is_bot: bool) -> dict[str, str]:
    return {"simulated": "yes"} if is_bot else {}


def _games(query: str, key: str, limit: int) -> Group:
    """Return the games that every word of the query fits, human games first, then the newest."""
    rows = list(_matching_games(query, key)[: limit + 1])
    hits = [_game_hit(game) for game in rows[:limit]]
    more = ""
    if len(rows) > limit:
        more = with_params(reverse("games"), {"player": key, "simulated": "all"})
        if len(key.split()) > 1 or not _is_name(key):
            more = ""
    return Group(GAMES, gettext("Games"), hits, more)


def _is_name(key: str) -> bool:
    return Seat.objects.filter(visible("game__"), name_key__contains=key).exists()


def _matching_games(query: str, key: str) -> QuerySet[Game]:
    seats = Prefetch("seats", Seat.objects.order_by("position"))
    games = Game.objects.listed().order_by("is_simulated", "-id").prefetch_related(seats)
    games = games.defer("canonical", "warnings")
    if linked := _OF_GAME.search(query):
        return games.filter(public_id=linked[1])
    condition = Q()
    written = dict(zip(key.split(), query.split(), strict=False))
    for word in [word for word in key.split() if word not in _BETWEEN_NAMES][:MAX_WORDS]:
        condition &= _fits(word, written.get(word, word))
    return games.filter(condition) if condition else games.none()


def _fits(word: str, written: str) -> Q:
    """Return the condition that a word is of a player's name, of the game's title or edition, or
    the beginning of its id.
    """
    fits = Q(pk__in=Seat.objects.filter(name_key__contains=word).values("game_id"))
    fits |= Q(edition=word)
    if kinds := [s for s, kind in KINDS.items() if plain(word) in plain(kind.title).split()]:
        fits |= Q(kind__in=kinds)
    if len(written) >= MIN_ID and _ID.fullmatch(written):
        fits |= Q(public_id__startswith=written)
    return fits


def _game_hit(game: Game) -> Hit:
    """Return a game without its result."""
    date = date_format(game.played_on, "j M Y") if game.played_on else ""
    names = replay.versus(game) or game.public_id[:MIN_ID]
    detail = " · ".join(filter(None, (replay.played_text(game), date)))
    address = reverse("replay", args=[game.public_id])
    return Hit(names, detail, address, kind=game.kind, is_bot=game.is_simulated)


def _events(query: str, key: str, limit: int) -> Group:
    """Return the events with a name that contains the query: those of owners, then those with human
    games, then those of bots.
    """
    hits = [
        Hit(without_direction_marks(event.title), event.place, event.get_absolute_url())
        for event in event_reads.list_owned(query, limit + 1)
    ]
    for is_bot in (False, True):
        rows = list(event_reads.list_tags(simulated=is_bot, name=key)[: limit + 1])
        names = event_reads.names_of_tags(row["newest"] for row in rows)
        for row in rows:
            n = row["n_games"]
            detail = ngettext("{n} game", "{n} games", n).format(n=n)
            address = with_params(reverse("event", args=[row["handle"]]), _bots(is_bot))
            name = without_direction_marks(names.get(row["handle"], ""))
            hits.append(Hit(name, detail, address, is_bot=is_bot))
    more = with_params(reverse("events"), {"q": query}) if len(hits) > limit else ""
    return Group(EVENTS, gettext("Events"), hits[:limit], more)


def _found(group: str, query: str, limit: int) -> list[Hit]:
    """Return the texts of a group that contain every word of the query, the best first."""
    words = plain(query).split()[:MAX_WORDS]
    ranked = sorted(_ranked(texts_of(group), words), key=lambda pair: pair[0])
    return [hit for _, hit in ranked[:limit]]


def _ranked(texts: Iterable[Match], words: list[str]) -> Iterator[tuple[int, Hit]]:
    """Yield each fitting text with its rank: the words start the title, start words of it, are in
    it, or are in the text.
    """
    for title, text, hit in texts:
        if not all(word in text for word in words):
            continue
        if title.startswith(words[0]) and all(word in title for word in words):
            yield 0, hit
        elif all(f" {word}" in f" {title}" for word in words):
            yield 1, hit
        else:
            yield (2 if all(word in title for word in words) else 3), hit
