"""`/api/v1/games/<id>/from-here/`: how games with the same moves continued, for programs."""

from typing import Annotated, cast

from django.http import Http404
from django.http.response import HttpResponseBase
from msgspec.structs import asdict
from rest_framework.request import Request
from rest_framework.response import Response

from analytics.insight.bodies import (
    AnyBasis,
    PeopleField,
    Rate,
    Versions,
    basis_body,
    people_body,
    rate_body,
)
from analytics.insight.continuations import Continuation, Flow
from analytics.insight.people import People
from analytics.insight.question import Simulated
from analytics.insight.wilson import Rate as RateValue
from analytics.reads.line_people import LinePeople
from analytics.reads.lines import MAX_GAMES
from analytics.reads.sums import LIVE
from replays.access.throttles import ListThrottle
from replays.models import Game
from replays.reads import games as game_reads
from replays.requests.http import conditional, game_or_404
from replays.rest.base import PublicView, choice, number, plain
from replays.rest.body import Body, Json, Url, doc
from replays.rest.errors import ApiError
from replays.rest.game import AS, chosen_view
from replays.rest.openapi import endpoint, query
from replays.rest.owners import ID
from replays.web.branches import branch_of

from .from_here import ALL, SAME, Question

MOST_GAMES = 60
STEP = query("step", "A step. Default: 0, the start.")
OF = query("of", "The id of a variation of the game: the step is one of it.")
RULES = query("rules", "Games with the same edition and mode, or all. Default: same.", [SAME, ALL])
BOARD = query("board", "Games on the same board, or on all. Default: same.", [SAME, ALL])
SIMULATED = query("simulated", "Bot games. Default: those like this game.", ["no", "yes", ALL])
DEFINITION = (
    "Of the games with the same public moves so far, the share that continued with each move, and "
    "of these the share that each side won. Draws, hidden events and answers are not compared."
)
INCLUSION = (
    f"The newest {MAX_GAMES} finished games that match the filters, without this game. Games that "
    "are not counted in other statistics are included."
)


class PeopleRate(Rate):
    """A rate with the people it rests on."""

    people: PeopleField


class GameAtStep(Body):
    """A game and the step of the move."""

    id: str
    step: int
    url: Annotated[Url, doc("Its page, in the public view.")]


class NextMove(Body):
    """A move that games continued with."""

    move: Annotated[str, doc("In terms of the log.")]
    share: Annotated[PeopleRate, doc("Of the games with the same moves so far.")]
    wins: Annotated[
        dict[str, PeopleRate], doc("By side: games that it won, of those with the move.")
    ]
    games: Annotated[list[GameAtStep], doc(f"The newest {MOST_GAMES} of them.")]
    games_url: Annotated[Url, doc("The page with these games.")]


class Movement(Body):
    """A movement of a piece between two spaces."""

    origin: str
    to: str
    share: Annotated[PeopleRate, doc("Of the games that moved a piece from the first space.")]


class Continuations(AnyBasis):
    """How games with the same moves continued."""

    versions: Versions
    question: Annotated[Json, doc("The game, the step, and which games are compared.")]
    definition: str
    inclusion: Annotated[str, doc("Which games are compared.")]
    n_games: Annotated[int, doc("Games that are compared.")]
    n_here: Annotated[int, doc("Those with the same moves so far.")]
    n_ended: Annotated[int, doc("Those of them that ended here.")]
    known_step: Annotated[
        int | None,
        doc("If there are none: the step of the last move that another game shares."),
    ]
    is_cut: Annotated[bool, doc("There are more games; only the newest are compared.")]
    moves: list[NextMove]
    movements: Annotated[
        list[Movement],
        doc("Where the pieces went from the spaces on which they are: the most frequent ones."),
    ]
    movements_of: Annotated[
        str,
        doc(
            "Whose movements these are: the next ones of the games with the same moves, or those "
            "at any time of all games, if there are fewer than ten of the former.",
            enum=["here", "all"],
        ),
    ]
    url: Annotated[Url, doc("The page.")]


class ContinuationsView(PublicView):
    """How other games continued from a step."""

    throttle_classes = (ListThrottle,)

    @endpoint(
        "game_from_here", Continuations, ID, STEP, AS, OF, RULES, BOARD, SIMULATED,
        errors=(400, 403, 404, 429), moves=True,
    )  # fmt: skip
    def get(self, request: Request, public_id: str) -> HttpResponseBase:
        """Return how games with the same public moves continued from a step, of the game or of a
        variation of it. The answer is the same in every view, which only its links contain.
        """
        question = _question(request, game_or_404(plain(request), public_id))
        basis = LIVE.basis(question.kind.slug, question.simulated)
        state = f"{basis.revision}.{basis.n_pending}.{question.kind.rules.version}"
        line = question.public_digest if question.branch else ""
        tag = f"{question.game.public_tag}.{state}.{line}.{question.address()}"
        return conditional(plain(request), tag, lambda: Response(_body(question, request)))


def _question(request: Request, game: Game) -> Question:
    """Return what a request is about. Raises ApiError or Http404."""
    usual = "yes" if game.is_simulated else "no"
    if not game_reads.can_be_shown(game):
        raise Http404
    question = Question(
        game,
        chosen_view(request, game),
        number(request, "step", 0),
        choice(request, "rules", (SAME, ALL), SAME),
        choice(request, "board", (SAME, ALL), SAME),
        cast(Simulated, choice(request, "simulated", ("no", "yes", ALL), usual)),
        branch_of(plain(request), game, request.query_params.get("of", "")),
    )
    if question.step > question.drawing.last:
        raise ApiError(404, "no_such_step", f"There is no step {question.step}.")
    return question


def _body(question: Question, request: Request) -> Continuations:
    answer, people = question.answer, question.people()
    basis = basis_body(LIVE.basis(question.kind.slug, question.simulated))
    params: Json = {
        "kind": question.kind.slug,
        "game": question.game.public_id,
        "of": question.branch.public_id if question.branch else None,
        "step": question.step,
        "as": question.view,
        "filters": {
            "simulated": question.simulated, "rules": question.rules, "board": question.board
        },
    }  # fmt: skip
    return Continuations(
        **asdict(basis),
        question=params,
        definition=DEFINITION,
        inclusion=INCLUSION,
        n_games=answer.n_games,
        n_here=answer.n_here,
        n_ended=answer.n_ended,
        known_step=question.known_step,
        is_cut=question.is_cut,
        moves=[_move(row, people, question, request) for row in answer.continuations],
        movements=[_movement(flow, people) for flow in answer.flows],
        movements_of="here" if answer.is_narrow else ALL,
        url=request.build_absolute_uri(question.address()),
    )


def _rate(rate: RateValue, people: People | None) -> PeopleRate:
    return PeopleRate(**asdict(rate_body(rate)), people=people_body(people, rate))


def _move(row: Continuation, people: LinePeople, question: Question, request: Request) -> NextMove:
    absolute = request.build_absolute_uri
    return NextMove(
        row.terms,
        _rate(row.share, people.shares.get(row.terms)),
        {side: _rate(rate, people.wins.get((row.terms, side))) for side, rate in row.wins.items()},
        [
            GameAtStep(
                public_id, step, absolute(f"/games/{public_id}/?step={step}&as=public#board")
            )
            for public_id, step in row.games[:MOST_GAMES]
        ],
        absolute(question.address(move=row.terms)),
    )


def _movement(flow: Flow, people: LinePeople) -> Movement:
    return Movement(
        flow.origin, flow.to, _rate(flow.share, people.flows.get((flow.origin, flow.to)))
    )
