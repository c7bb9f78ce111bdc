"""Finished games as plays, for apps and sites that list what people played: BG Stats and
BoardGameGeek.

The link is the documented one of BG Stats ("Push plays to BG Stats from other apps or websites").
The same game always has the same id there, so a play that is sent again is not a second one.
"""

import json
from math import ceil
from typing import Any, NamedTuple
from urllib.parse import quote

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from games.core.contract import Side
from games.core.replay import Replay
from games.registry import KINDS
from replays.models import Game
from replays.text.names import handle_of, name_key

from .games import replay_of

SOURCE = "Kifu House"
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="


class PlayPlayer(NamedTuple):
    """A player of a play. `key` identifies the name, or the role in this game if there is none in
    full. `rank` is 1 for the best, 0 if it is unknown; `score` is None in games without points.
    `starts`: is known to have begun; no partner is.
    """

    key: str
    name: str
    role: str
    rank: int
    score: int | None
    won: bool
    starts: bool


class Play(NamedTuple):
    """What play trackers store of a game. `began` is its local date and time,
    `YYYY-MM-DD HH:MM:SS`; empty if the log has none. `minutes` is None if the log has no times of
    events.
    """

    game: Game
    began: str
    minutes: int | None
    players: tuple[PlayPlayer, ...]
    has_scores: bool


def has_play(game: Game) -> bool:
    """Return whether people finished the game, and the current engine reads its log to the end.
    Raises GameRefused.
    """
    return game.is_finished and not game.is_simulated and replay_of(game).is_over


def play_of(game: Game) -> Play | None:
    """Return a finished game as a play, with names as pages show them. None for other games
    (`has_play`). Raises GameRefused.
    """
    if not has_play(game):
        return None
    replay = replay_of(game)
    sides = KINDS[game.kind].counting.ranking(replay)
    players = tuple(_player(game, seat, sides, replay) for seat in game.seats.all())
    has_scores = any(player.score is not None for player in players)
    return Play(game, _began(replay), _minutes(replay), players, has_scores)


def _player(game: Game, seat: Any, sides: tuple[Side, ...], replay: Replay) -> PlayPlayer:
    side = next((side for side in sides if seat.role in side.roles), None)
    return PlayPlayer(
        key=handle_of(name_key(seat.name)) if seat.name else f"{game.public_id}-{seat.role}",
        name=seat.shown_name or gettext("Anonymous"),
        role=str(KINDS[game.kind].identity.roles[seat.role]),
        rank=side.rank if side else 0,
        score=side.score if side else None,
        won=seat.role in replay.outcome.winners,
        starts=side is not None and side.seat == "turn1" and len(side.roles) == 1,
    )


def _began(replay: Replay) -> str:
    day, _, time = str(replay.record.header.get("played_at", "")).partition("T")
    return f"{day} {time[:5] or '00:00'}:00" if day else ""


def _minutes(replay: Replay) -> int | None:
    """Return the time of the last event that has one, in minutes from the beginning, rounded up."""
    times = [float(entry.plain["at"]) for entry in replay.record.entries if "at" in entry.plain]
    return max(1, ceil(max(times) / 60)) if times else None


def bg_stats_link(play: Play, address: str) -> str:
    """Return the link that opens a play in BG Stats, to be checked and stored there. `address` is
    that of the replay.

    Its app for Android needs `winner` and `startPlayer` of each player, although they are optional.
    """
    kind, game = KINDS[play.game.kind].identity, play.game
    data: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": game.public_id,
        "board": kind.rules_text(game.edition, game.mode),
        "comments": address,
        "game": {
            "name": kind.title,
            "sourceGameId": kind.slug,
            "highestWins": True,
            "noPoints": not play.has_scores,
        },
        "players": [_bg_stats_player(player) for player in play.players],
    }
    if play.began:
        data["playDate"] = play.began
    if play.minutes is not None:
        data["durationMin"] = play.minutes
    if kind.bgg_id is not None:
        data["game"]["bggId"] = kind.bgg_id
    return BG_STATS + quote(json.dumps(data, ensure_ascii=False, separators=(",", ":")), safe="")


def _bg_stats_player(player: PlayPlayer) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": player.name,
        "sourcePlayerId": player.key,
        "role": player.role,
        "winner": player.won,
        "startPlayer": player.starts,
    }
    if player.rank:
        found["rank"] = player.rank
    if player.score is not None:
        found["score"] = str(player.score)
    return found


def play_text(play: Play, address: str) -> str:
    """Return a play as a text for a comment on BoardGameGeek: game, date, minutes, the players with
    roles and results, and the address of the replay.
    """
    kind, game = KINDS[play.game.kind].identity, play.game
    first = [f"{kind.title} ({kind.rules_text(game.edition, game.mode)})"]
    if game.played_on:
        first.append(date_format(game.played_on))
    if play.minutes is not None:
        minutes = ngettext("%(n)s minute", "%(n)s minutes", play.minutes)
        first.append(minutes % {"n": play.minutes})
    return "\n".join([", ".join(first), *map(_line, play.players), address])


def _line(player: PlayPlayer) -> str:
    parts = [f"{player.name} – {player.role}"]
    if player.score is not None:
        points = ngettext("%(n)s point", "%(n)s points", player.score)
        parts.append(points % {"n": player.score})
    if player.won:
        parts.append(gettext("won"))
    return ", ".join(parts)
