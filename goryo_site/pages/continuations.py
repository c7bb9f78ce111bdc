"""`/games/<id>/from-here/?step=4`: how games with the same moves continued from a step of a game,
or of its variation `of`.

Only public moves are compared, so every view of a game has the same page, and it contains nothing
about the hidden information of this game.
"""

from typing import Any, cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, pgettext
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from analytics.forms.addresses import with_params
from analytics.insight.continuations import Continuation
from analytics.insight.question import Simulated
from analytics.reads.line_people import NO_PEOPLE, LinePeople
from analytics.reads.lines import MAX_GAMES
from analytics.web.people import PEOPLE, whole_text
from replays.access.throttles import ListThrottle
from replays.reads import games as game_reads
from replays.requests.http import game_or_404
from replays.web.address import check_rate, check_step, one_of, refused_as_text, step_of
from replays.web.branches import branch_of
from replays.web.replay import title_of

from .flows import flow_figure, people_context
from .from_here import ALL, SAME, Question

MOST_ROWS, MOST_GAMES = 12, 60
Json = dict[str, Any]


@gzip_page
@require_safe
@refused_as_text
def from_here_page(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Show how other games continued, or with `move` the games that continued with it."""
    game = game_or_404(request, public_id)
    views = game_reads.open_views(game)
    usual = "yes" if game.is_simulated else "no"
    view = one_of(request, "as", views, views[0])
    rules = one_of(request, "rules", (SAME, ALL), SAME)
    board = one_of(request, "board", (SAME, ALL), SAME)
    simulated = cast(Simulated, one_of(request, "simulated", ("no", "yes", ALL), usual))
    branch = branch_of(request, game, request.GET.get("of", ""))
    step = step_of(request.GET.get("step", "0"))
    check_rate(request, ListThrottle())
    question = Question(game, view, step, rules, board, simulated, branch)
    check_step(step, question.drawing.last)
    context = _context(question, request.GET.get("move", ""))
    response = render(request, "site/from_here.html", context)
    response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-cache"
    return response


def _context(question: Question, move: str) -> Json:
    game, answer = question.game, question.answer
    line = question.branch or game
    replay = with_params(line.get_absolute_url(), {"step": str(question.step), "as": question.view})
    chosen = next((row for row in answer.continuations if row.terms == move), None)
    people = NO_PEOPLE if chosen else question.people(MOST_ROWS)
    everyone = next(iter(people.shares.values()), None)
    return {
        "game": game,
        "kind": question.kind,
        "title": title_of(game),
        "step": question.step,
        "replay_address": f"{replay}#board",
        "answer": answer,
        "rows": [_row(question, row, people) for row in answer.continuations[:MOST_ROWS]],
        "has_people": bool(people.shares),
        "everyone": whole_text(everyone) if everyone else "",
        "methods": gettext(PEOPLE) if people.shares or people.flows else "",
        "n_more": max(0, len(answer.continuations) - MOST_ROWS),
        "sides": list(question.sides.values()),
        "chips": _chips(question),
        "figure": flow_figure(question.drawing, answer, people.flows),
        "n_most": MAX_GAMES if question.is_cut else 0,
        "known": _known(question),
        "chosen": chosen and _games(chosen, question),
    }


def _row(question: Question, row: Continuation, people: LinePeople) -> Json:
    address = question.address(move=row.terms)
    wins = [people.wins.get((row.terms, side)) for side in question.sides]
    players = next(filter(None, wins), None)
    return {
        "label": question.label(row.terms),
        "share": people_context(row.share, people.shares.get(row.terms), address),
        "players": players.clusters if players else None,
        "wins": [
            people_context(row.wins[side], its)
            for side, its in zip(question.sides, wins, strict=True)
        ],
    }


def _games(row: Continuation, question: Question) -> Json:
    rows = row.games[:MOST_GAMES]
    return {
        "label": question.label(row.terms),
        "n": row.share.k,
        "games": [
            (public_id, f"{reverse('replay', args=[public_id])}?step={step}&as=public#board")
            for public_id, step in rows
        ],
        "back": question.address(),
    }


def _known(question: Question) -> Json | None:
    """Return up to where other games have the same moves, if none has all of them."""
    step = question.known_step
    return None if step is None else {"step": step, "address": question.address(step=str(step))}


def _chips(question: Question) -> list[Json]:
    game = question.game
    rules = question.kind.identity.rules_text(game.edition, game.mode)
    any_label = pgettext("rules", "All")
    players = [("no", gettext("Humans")), ("yes", gettext("Bots")), (ALL, gettext("Both"))]
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
