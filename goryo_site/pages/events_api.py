"""`/api/v1/events/…`: events with their games, standings and meetings."""

from collections.abc import Iterator
from typing import Annotated

from rest_framework.request import Request
from rest_framework.response import Response

from games.registry import KINDS
from replays.access.throttles import ListThrottle
from replays.reads import events as event_reads
from replays.reads.events import EventPage
from replays.rest.base import PublicView, bad_parameter, choice, number
from replays.rest.body import Body, Url, doc
from replays.rest.errors import ApiError
from replays.rest.openapi import endpoint, in_path, query
from replays.text.names import clean_line, handle_of, name_key

from .event_games import EventGames, choose, games_of_choice

PAGE_SIZE, MAX_PAGE, MAX_QUERY = 50, 10_000, 80
NAMED = query("q", f"Part of the name, up to {MAX_QUERY} characters.")
PAGE = query("page", f"{PAGE_SIZE} events on each page. Default: 1.")
KIND = query("kind", "Only games of this kind. Default: the one with the most games.", [*KINDS])
ANY_KIND = query("kind", "Only events with games of this kind.", [*KINDS])
SIMULATED = query("simulated", "Bot games (yes), or human games (no).", ["no", "yes"])
HANDLE = in_path("handle", "The handle of an event that logs name.")
PUBLIC_ID = in_path("public_id", "The id of an event that its owner describes.")
Day = Annotated[str | None, doc(format="date")]


class ListedEvent(Body):
    """An event that logs name."""

    id: Annotated[str, doc("Its handle.")]
    name: Annotated[str, doc("As spelled in the newest of its games.")]
    n_games: int
    first_day: Day
    last_day: Day
    url: Annotated[Url, doc("Its page.")]
    api: Annotated[Url, doc("Its games and standings.")]


class EventList(Body):
    """Events that logs name, the newest first."""

    events: list[ListedEvent]
    next_page: Annotated[int | None, doc("Null: this is the last page.")]


class EventStanding(Body):
    """A row of the standings."""

    place: Annotated[int, doc("From 1. Tied players share a place.")]
    player: Annotated[str, doc("The handle of the name.")]
    name: str
    points: Annotated[
        float, doc("One for each opponent who ended behind, half for each one level.")
    ]
    most_points: Annotated[float, doc("The points for winning every game.")]
    direct_points: Annotated[float, doc("Points in games against players with the same points.")]
    games: int
    won: int


class EventMeeting(Body):
    """What a player scored against another one in a game."""

    player: str
    opponent: str
    game: Annotated[str, doc("The id of the game.")]
    points: Annotated[float, doc("1 ahead, 0.5 level, 0 behind.")]


class EventGame(Body):
    """A game of an event. `GET /games/{id}/` has the whole game."""

    id: str
    winner: Annotated[str | None, doc("Null: unfinished, or without a winner.")]
    finished: bool
    played_on: Day
    counts: Annotated[bool, doc("False: statistics and standings don't count it.")]
    url: Url


class EventRound(Body):
    """A round, from the key `x_round` of the logs; without it a day."""

    round: str
    games: list[EventGame]


class EventDetails(Body):
    """The games of an event with one kind, of humans or of bots, and what they add up to."""

    id: str
    name: str
    description: Annotated[str, doc("By the owner of the event; empty if only logs name it.")]
    places: list[str]
    first_day: Day
    last_day: Day
    kind: Annotated[str | None, doc("The board game. Null: the event has no public games.")]
    simulated: bool
    n_games: int
    n_counted: Annotated[int, doc("Finished games with a result, which the standings count.")]
    n_pending: Annotated[int, doc("Games that wait to be counted.")]
    is_cut: Annotated[bool, doc("There are more games; only the newest are read.")]
    rounds: list[EventRound]
    standings: list[EventStanding]
    meetings: list[EventMeeting]
    url: Annotated[Url, doc("Its page.")]


class EventsView(PublicView):
    """Events that logs name."""

    throttle_classes = (ListThrottle,)

    @endpoint("events_list", EventList, NAMED, ANY_KIND, SIMULATED, PAGE, errors=(400, 429))
    def get(self, request: Request) -> Response:
        """Return the events that the logs of public games name, the newest first; `simulated` is
        `no` by default.
        """
        kind = choice(request, "kind", ("", *KINDS), "")
        simulated = choice(request, "simulated", ("no", "yes"), "no")
        page = number(request, "page", 1, MAX_PAGE)
        if not page:
            raise bad_parameter("page", f"a number from 1 to {MAX_PAGE}")
        name = name_key(clean_line(request.query_params.get("q", "")[:MAX_QUERY]))
        found = event_reads.list_tags(simulated=simulated == "yes", kind=kind, name=name)
        start = (page - 1) * PAGE_SIZE
        rows = list(found[start : start + PAGE_SIZE + 1])
        names = event_reads.names_of_tags(row["newest"] for row in rows)
        absolute = request.build_absolute_uri
        events = [
            ListedEvent(
                row["handle"],
                names.get(row["handle"], ""),
                row["n_games"],
                _day(row["first"]),
                _day(row["last"]),
                absolute(f"/events/{row['handle']}/"),
                absolute(f"/api/v1/events/{row['handle']}/"),
            )
            for row in rows[:PAGE_SIZE]
        ]
        return Response(EventList(events, page + 1 if len(rows) > PAGE_SIZE else None))


class EventView(PublicView):
    """An event that logs name."""

    throttle_classes = (ListThrottle,)

    @endpoint("event", EventDetails, HANDLE, KIND, SIMULATED, errors=(400, 404, 429))
    def get(self, request: Request, handle: str) -> Response:
        """Return the games, standings and meetings of an event. `simulated` is `no` by default, if
        the event has human games.
        """
        return Response(_details(request, event_reads.find_tagged(handle)))


class OwnedEventView(PublicView):
    """An event that its owner describes."""

    throttle_classes = (ListThrottle,)

    @endpoint("own_event", EventDetails, PUBLIC_ID, KIND, SIMULATED, errors=(400, 404, 429))
    def get(self, request: Request, public_id: str) -> Response:
        """Return the public games, standings and meetings of an event that its owner describes."""
        return Response(_details(request, event_reads.find_owned(public_id)))


def _day(day: object) -> str | None:
    return str(day) if day else None


def _details(request: Request, event: EventPage | None) -> EventDetails:
    if event is None:
        raise ApiError(404, "not_found", "There is no such event.")
    kind = choice(request, "kind", ("", *KINDS), "")
    simulated = choice(request, "simulated", ("", "no", "yes"), "")
    chosen = choose(event_reads.count_games(event), kind, simulated)
    shown = games_of_choice(event, chosen) if chosen else EventGames(0, [])
    first, last = event_reads.days_of(event)
    return EventDetails(
        id=event.key,
        name=event.title,
        description=event.own.description if event.own else "",
        places=event_reads.places_of(event),
        first_day=_day(first),
        last_day=_day(last),
        kind=chosen.kind.slug if chosen else None,
        simulated=bool(chosen and chosen.is_simulated),
        n_games=shown.n_games,
        n_counted=shown.table.n_games,
        n_pending=shown.n_pending,
        is_cut=shown.n_games > len(shown.games),
        rounds=list(_rounds(request, shown)),
        standings=_standings(shown),
        meetings=list(_meetings(shown)),
        url=request.build_absolute_uri(event.address),
    )


def _rounds(request: Request, shown: EventGames) -> Iterator[EventRound]:
    for title, games in shown.rounds(shown.oldest_first):
        rows = [
            EventGame(
                game.public_id,
                game.winner or None,
                game.is_finished,
                _day(game.played_on),
                not game.not_counted,
                request.build_absolute_uri(game.get_absolute_url()),
            )
            for game in games
        ]
        yield EventRound(title, rows)


def _standings(shown: EventGames) -> list[EventStanding]:
    return [
        EventStanding(
            row.place,
            handle_of(row.key),
            shown.names.get(row.key, row.key),
            row.halves / 2,
            row.most / 2,
            row.direct / 2,
            row.games,
            row.won,
        )
        for row in shown.table.rows
    ]


def _meetings(shown: EventGames) -> Iterator[EventMeeting]:
    for (player, opponent), meetings in shown.table.meetings.items():
        for meeting in meetings:
            ends = handle_of(player), handle_of(opponent)
            yield EventMeeting(*ends, meeting.game, meeting.halves / 2)
