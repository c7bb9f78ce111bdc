"""Names that the owner of a game hides in it: its seats, its match and its board follow."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from games.registry import read_replay
from replays.intake.event_tags import store_event_tags
from replays.intake.storing import write_seats
from replays.models import Board, Game, ShownName
from replays.models.choices import read_names, write_names
from replays.pipeline import board_fields, match_fields
from replays.text.masks import mask_of_log, masked, masked_board
from replays.text.names import name_key, shown_name

from .errors import refusal

_BOARD_TEXTS = {"board_id": 200, "name": 200, "provenance": 40}
"""The texts of a board and their greatest lengths."""
PUBLISHED = ("house",)
"""The provenance of boards that are part of this site and contain no names."""


def chosen_names(game: Game, shown: str | Mapping[str, str]) -> str:
    """Return the text form of an owner's choices: one for all players of a game, or by role; roles
    that are missing keep theirs. Raises Refusal.
    """
    roles = list(game.seats.values_list("role", flat=True))
    choices = dict.fromkeys(roles, shown) if isinstance(shown, str) else dict(shown)
    if not set(choices.values()) <= set(ShownName.values):
        message = gettext("Choose full, initials or none for each name.")
        raise refusal(422, "names", message)
    if unknown := sorted(set(choices) - set(roles)):
        message = gettext("This game has no player with the role {role}.")
        raise refusal(422, "names", message, role=unknown[0][:40])
    return write_names({**read_names(game.names_shown), **choices})


def rewrite_names(games: Sequence[Game]) -> None:
    """Store the seats and event tags of games again after a change of which names are shown."""
    before = {game.pk: game.hidden_seats for game in games}
    write_seats([(game, seats_of_log(game.canonical)) for game in games])
    store_event_tags(games)
    for game in games:
        game.__dict__.pop("_hidden_names", None)
        _rewrite_match(game)
    settle_boards(game for game in games if game.hidden_seats != before[game.pk])


def seats_of_log(canonical: str) -> list[dict[str, Any]]:
    """Return the values of a log's seats, with all names."""
    return [
        {
            "role": player["role"],
            "position": position,
            "name": None if name is None else shown_name(name),
            "name_key": None if name is None else name_key(name),
        }
        for position, player in enumerate(json.loads(canonical)["players"])
        for name in [player.get("name")]
    ]


def _rewrite_match(game: Game) -> None:
    """Take a game out of its match while a name is hidden, since other games of the match can show
    the name; put it back afterwards.
    """
    if game.names_shown:
        match: dict[str, Any] = {"match_key": "", "match_game": None}
    else:
        try:
            match = match_fields(read_replay(game.canonical).record)
        except ValueError:  # the current engine refuses it
            return
    Game.objects.filter(pk=game.pk).update(**match)
    game.match_key, game.match_game = match["match_key"], match["match_game"]


def settle_boards(games: Iterable[Game]) -> None:
    """Remove hidden names from the texts of the boards of these games, and restore those that are
    no longer hidden in any game.
    """
    boards: dict[str, Board | None] = {}
    for game in games:
        if game.board_digest not in boards:
            rows = Board.objects.filter(digest=game.board_digest)
            boards[game.board_digest] = rows.exclude(provenance__in=PUBLISHED).first()
        board = boards[game.board_digest]
        if board is None:
            continue
        if board.is_masked:
            _restore_board(board, game)
            for other in Game.objects.filter(board_digest=board.digest, hidden_seats__gt=0):
                _mask_board(board, other)
        else:
            _mask_board(board, game)


def _mask_board(board: Board, game: Game) -> None:
    mask = mask_of_log(game.canonical, game.hidden_positions)
    texts = {name: masked(getattr(board, name), mask)[:n] for name, n in _BOARD_TEXTS.items()}
    data = masked_board(board.data, mask)
    if data == board.data and all(getattr(board, name) == text for name, text in texts.items()):
        return
    for name, text in texts.items():
        setattr(board, name, text)
    board.data, board.is_masked = data, True
    board.save(update_fields=[*_BOARD_TEXTS, "data", "is_masked"])


def _restore_board(board: Board, game: Game) -> None:
    """Give a board the texts of a log that has it."""
    try:
        fields = board_fields(read_replay(game.canonical).record)
    except ValueError:
        return
    for name in (*_BOARD_TEXTS, "data"):
        setattr(board, name, fields[name])
    board.is_masked = False
    board.save(update_fields=[*_BOARD_TEXTS, "data", "is_masked"])
