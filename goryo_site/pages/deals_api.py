"""`/api/v1/deals/<digest>/`: the games with the same set-up, compared."""

from typing import Annotated

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from replays.access.throttles import ListThrottle
from replays.models.identity import is_public_id
from replays.reads.deals import MAX_COMPARED
from replays.rest.base import PublicView, bad_parameter, choice
from replays.rest.body import Body, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, in_path, query

from .deals import find_deal

NAME = in_path("name", "The digest of the set-up.")
SIMULATED = query("simulated", "Bot games (yes), or human games (no).", ["no", "yes"])
FIRST = query("a", "The id of the game that the others are compared with. Default: the oldest.")


class ComparedGame(Body):
    """A game of the set-up. `GET /games/{id}/` has the whole game."""

    id: str
    players: Annotated[list[str | None], doc("Names in the order of the seats.")]
    winner: str | None
    steps: int
    played_on: Annotated[str | None, doc(format="date")]
    differs_at: Annotated[
        int | None, doc("The first step that differs from `a`. Null: the same moves.")
    ]
    measures: Annotated[dict[str, float], doc("Means over the game, by title.")]
    url: Url


class SideRank(Body):
    """How a player did in a role, compared with those in the same role of the other games."""

    place: int
    name: str | None
    game: str
    points: Annotated[float, doc("1 for each of the others with a worse rank, 0.5 for the same.")]
    most_points: float


class DealComparison(Body):
    """The public games with the same set-up."""

    setup: str
    kind: str
    simulated: bool
    n_games: Annotated[int, doc(f"All of them; the newest {MAX_COMPARED} are compared.")]
    n_pending: Annotated[int, doc("Games that wait to be counted.")]
    a: Annotated[str, doc("The game that the others are compared with.")]
    games: Annotated[list[ComparedGame], doc("The oldest first.")]
    sides: Annotated[dict[str, list[SideRank]], doc("The ranking of each role.")]
    url: Annotated[Url, doc("The page.")]


class DealView(PublicView):
    """Games with the same set-up, compared."""

    throttle_classes = (ListThrottle,)

    @endpoint("deal", DealComparison, NAME, SIMULATED, FIRST, errors=(400, 404, 429))
    def get(self, request: Request, name: str) -> Response:
        """Return the finished public games with the same rules, board and start position: results,
        first differences, measures, and the ranking of each side.
        """
        simulated = choice(request, "simulated", ("", "no", "yes"), "")
        wanted = request.query_params.get("a", "")
        try:
            deal, counts = find_deal(name, simulated, (wanted,) if is_public_id(wanted) else ())
        except Http404 as error:
            raise ApiError(404, "not_found", "There is no public game with this set-up.") from error
        by_id = {game.public_id: game for game in deal.games}
        if wanted and wanted not in by_id:
            raise bad_parameter("a", "the id of a public game of this set-up")
        first = by_id[wanted] if wanted else deal.games[0]
        differences = deal.differences(first)
        absolute = request.build_absolute_uri
        games = [
            ComparedGame(
                game.public_id,
                [seat.name for seat in game.seats.all()],
                game.winner or None,
                game.n_events,
                game.played_on.isoformat() if game.played_on else None,
                differences.get(game.pk),
                {title: means[game.pk] for title, means in deal.measures if game.pk in means},
                absolute(game.get_absolute_url()),
            )
            for game in deal.games
        ]
        sides = {
            role: [
                SideRank(each.place, each.name, each.game.public_id, each.halves / 2, each.most / 2)
                for each in results
            ]
            for role, results in deal.sides.items()
        }
        n_games = counts[first.is_simulated]
        url = absolute(f"/deals/{name}/")
        own = (name, first.kind, first.is_simulated, n_games, deal.n_pending, first.public_id)
        return Response(DealComparison(*own, games, sides, url))
