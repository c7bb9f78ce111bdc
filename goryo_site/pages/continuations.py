"""`/games/<id>/from-here/?step=4`: how games with the same moves continued from a step.

Only public moves are compared, so every view of a game has the same page, and it contains nothing
about the hidden information of this game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.forms.tables import rate_context
from analytics.insight.continuations import Continuation, FromHere, Line, from_here
from analytics.insight.question import Simulated
from analytics.reads.lines import MAX_GAMES, LineFilter, lines_of
from games.core.contract import PUBLIC, GameKind
from games.core.lines import LineMove
from games.registry import get_kind
from replays.access.throttles import ListThrottle
from replays.models import Game
from replays.reads import games as game_reads
from replays.requests.http import game_or_404
from replays.web.address import check_rate, existing_step, one_of, refused_as_text
from replays.web.replay import title_of
from replays.web.replay_drawing import Drawing, drawing_of

from .flows import flow_figure, occupied

MOST_ROWS, MOST_GAMES = 12, 60
SAME, ALL = "same", "all"
Json = dict[str, Any]


@dataclass(frozen=True)
class _Question:
    """A step of a game, and with which games it is compared."""

    game: Game
    view: str
    step: int
    rules: str
    board: str
    simulated: Simulated

    @property
    def kind(self) -> GameKind:
        return get_kind(self.game.kind)

    def params(self, **changes: str) -> dict[str, str]:
        """Return the query parameters; those with their default are left out."""
        usual = "yes" if self.game.is_simulated else "no"
        params = {
            "step": str(self.step), "as": self.view, "rules": self.rules, "board": self.board,
            "simulated": self.simulated, **changes,
        }  # fmt: skip
        defaults = {("rules", SAME), ("board", SAME), ("simulated", usual)}
        return {name: value for name, value in params.items() if (name, value) not in defaults}

    def address(self, **changes: str) -> str:
        """Return the address of the page with some parameters changed."""
        return with_params(reverse("from-here", args=[self.game.public_id]), self.params(**changes))

    @cached_property
    def moves(self) -> list[LineMove]:
        """The public moves of the game up to the step."""
        record = game_reads.replay_of(self.game).record
        events = [entry.plain for entry in record.entries[: self.step]]
        moves = self.kind.counting.lines(record.header, events)
        return [move for move in moves if move.terms]

    @cached_property
    def others(self) -> list[Line]:
        """The games that this one is compared with."""
        game = self.game
        is_same, board = self.rules == SAME, game.board_digest if self.board == SAME else ""
        edition, mode = (game.edition, game.mode) if is_same else ("", "")
        chosen = LineFilter(game.kind, edition, mode, board, self.simulated)
        return [line for line in lines_of(chosen) if line.game != game.pk]


@gzip_page
@require_safe
@refused_as_text
def from_here_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show how other games continued, or with `move` the games that continued with it."""
    game = game_or_404(public_id)
    views = game_reads.open_views(game)
    usual = "yes" if game.is_simulated else "no"
    view = one_of(request, "as", views, views[0])
    rules = one_of(request, "rules", (SAME, ALL), SAME)
    board = one_of(request, "board", (SAME, ALL), SAME)
    simulated = cast(Simulated, one_of(request, "simulated", ("no", "yes", ALL), usual))
    check_rate(request, ListThrottle())
    drawing = drawing_of(game, PUBLIC)
    step = existing_step(drawing, request.GET.get("step", "0"))
    question = _Question(game, view, step, rules, board, simulated)
    context = _context(question, drawing, request.GET.get("move", ""))
    response = render(request, "site/from_here.html", context)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-cache"
    return response


def _context(question: _Question, drawing: Drawing, move: str) -> Json:
    game, kind = question.game, question.kind
    frame = drawing.frames[question.step]
    sides = _sides(kind, game)
    played = [m.terms for m in question.moves]
    answer = from_here(question.others, played, occupied(drawing.scene, frame), sides)
    replay = with_params(game.get_absolute_url(), {"step": str(question.step), "as": question.view})
    chosen = next((row for row in answer.continuations if row.terms == move), None)
    return {
        "game": game,
        "kind": kind,
        "title": title_of(game),
        "step": question.step,
        "replay_address": f"{replay}#board",
        "answer": answer,
        "rows": [_row(question, kind, row, sides) for row in answer.continuations[:MOST_ROWS]],
        "n_more": max(0, len(answer.continuations) - MOST_ROWS),
        "sides": list(sides.values()),
        "chips": _chips(question, kind),
        "figure": flow_figure(drawing, answer),
        "n_most": MAX_GAMES if answer.n_games >= MAX_GAMES - 1 else 0,
        "known": _known(question, answer),
        "chosen": chosen and _games(kind, chosen, question),
    }


def _sides(kind: GameKind, game: Game) -> dict[str, str]:
    """Return the sides that can win a game, with their names."""
    roles = kind.identity.roles_in(game.mode)
    return {side: title for side, title in kind.identity.sides.items() if side in roles}


def _label(kind: GameKind, terms: str) -> str:
    """Return a move in the reader's language."""
    return " ".join(kind.display.terms.get(term, term) for term in terms.split(" "))


def _row(question: _Question, kind: GameKind, row: Continuation, sides: Mapping[str, str]) -> Json:
    address = question.address(move=row.terms)
    return {
        "label": _label(kind, row.terms),
        "share": rate_context(row.share, address),
        "wins": [rate_context(row.wins[side]) for side in sides],
    }


def _games(kind: GameKind, row: Continuation, question: _Question) -> Json:
    rows = row.games[:MOST_GAMES]
    return {
        "label": _label(kind, row.terms),
        "n": row.share.k,
        "games": [
            (public_id, f"{reverse('replay', args=[public_id])}?step={step}&as=public#board")
            for public_id, step in rows
        ],
        "back": question.address(),
    }


def _known(question: _Question, answer: FromHere) -> Json | None:
    """Return up to where other games have the same moves, if none has all of them."""
    if answer.n_here or not answer.known_moves:
        return None
    step = question.moves[answer.known_moves - 1].number
    return {"step": step, "address": question.address(step=str(step))}


def _chips(question: _Question, kind: GameKind) -> list[Json]:
    game = question.game
    rules = kind.identity.rules_text(game.edition, game.mode)
    any_label = pgettext("rules", "All")
    players = [("no", gettext("People")), ("yes", gettext("Bots")), (ALL, gettext("Both"))]
    boards = [(SAME, gettext("This board")), (ALL, gettext("All boards"))]
    groups = [
        ("simulated", gettext("Played by"), players, question.simulated),
        ("rules", gettext("Rules"), [(SAME, rules), (ALL, any_label)], question.rules),
        ("board", gettext("Board"), boards, question.board),
    ]
    return [
        {
            "title": title,
            "chips": [
                {
                    "label": label,
                    "address": question.address(**{name: value}),
                    "is_now": value == now,
                }
                for value, label in options
            ],
        }
        for name, title, options, now in groups
    ]
