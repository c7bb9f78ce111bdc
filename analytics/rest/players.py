"""`/api/v1/players/…`: names, their records, habits, opponents and ratings."""

from collections.abc import Iterable, Iterator
from csv import DictWriter
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.http import urlencode
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from analytics.forms.encoding import encode_rate
from analytics.insight import player as words
from analytics.insight.player import Counts, HabitTable, Record, Value, opponents_of
from analytics.reads import players as player_reads
from analytics.reads.players import Habits, Player
from analytics.reads.ratings import RATINGS, ratings_of
from analytics.requests.player_filter import ASKED, PlayerFilter
from analytics.requests.stats_filter import problems
from analytics.rollups.players import handle as handle_of
from games.registry import KINDS
from replays.access.throttles import ListThrottle
from replays.rest.body import BodyRenderer

from . import schema_players
from .encode import basis_body
from .ratings import rating_body
from .schema_players import A_LIST

Body = dict[str, Any]


class PlayersView(APIView):
    """A view anyone may call."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (BodyRenderer,)
    throttle_classes = (ListThrottle,)
    schema = AutoSchema()

    def wrong(self, request: Request, form: PlayerFilter, *also: str) -> Response | None:
        """What is wrong with the address, if anything is."""
        found = problems(request.query_params, form, {*form.fields, *also})
        if not found:
            return None
        message = f"{found[0]['word']}: {found[0]['message']}"
        error = {"code": "bad_question", "message": message, "problems": found}
        return Response({"error": error}, status=400)


class PlayerListView(PlayersView):
    """Names."""

    @extend_schema(**schema_players.PLAYERS)
    def get(self, request: Request) -> Any:
        """Names in logs with how their games ended; by games, most first, or by name."""
        form = _form(request, "q", "sort")
        if wrong := self.wrong(request, form, "page"):
            return wrong
        number = request.query_params.get("page", "1")
        if not (number.isascii() and number.isdecimal() and len(number) <= 9 and int(number)):
            raise Http404
        said = form.cleaned_data
        found = player_reads.list_players(form.chosen(), said["q"], said["sort"], form.sums())
        first = (int(number) - 1) * A_LIST
        rows = list(found[first : first + A_LIST])
        total = found.count()
        if not rows and first:
            raise Http404
        names = player_reads.names_by_handle(row["player"] for row in rows)
        return Response(
            {
                "definition": f"{words.PLAYERS} {words.RECORD}",
                "total": total,
                "page": int(number),
                **_basis(form, KINDS),
                "players": [
                    {
                        "handle": row["player"],
                        "name": names[row["player"]],
                        "url": _url(request, "api-player", row["player"]),
                        **_counts(Counts(*(row[f"n_{name}"] for name in Counts._fields))),
                    }
                    for row in rows
                ],
            }
        )


class PlayerView(PlayersView):
    """One name."""

    @extend_schema(**schema_players.PLAYER)
    def get(self, request: Request, handle: str) -> Any:
        """A name's record by role and ruleset, its habits beside those of others, its opponents."""
        one = find(handle)
        form = _form(request)
        if wrong := self.wrong(request, form):
            return wrong
        return Response(_player(one, form, request))


class PlayerCsvView(PlayersView):
    """One name's record as a table."""

    @extend_schema(**schema_players.PLAYER_CSV)
    def get(self, request: Request, handle: str) -> Any:
        """The record as CSV: a row for each game, role and ruleset."""
        one = find(handle)
        form = _form(request)
        if wrong := self.wrong(request, form):
            return wrong
        cells = player_reads.cells_of(one.handles, form.chosen(), form.sums())
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="player-{one.handle}.csv"'
        writer = DictWriter(response, ("kind", "part", "label", *_FIELDS))
        writer.writeheader()
        writer.writerows(_csv_rows(cells))
        return response


_FIELDS = (*Counts._fields, "rate", "low", "high", "n")


def _csv_rows(cells: Any) -> Iterator[Body]:
    for of in player_reads.records_of(cells):
        parts = (("game", [of.whole]), ("role", of.by_role), ("ruleset", of.by_ruleset))
        for part, rows in parts:
            for row in rows:
                rate = row.counts.rate
                told = {"rate": rate.value, "low": rate.low, "high": rate.high, "n": rate.n}
                yield {
                    "kind": of.kind.slug,
                    "part": part,
                    "label": row.label,
                    **row.counts._asdict(),
                    **told,
                }


def _player(one: Player, form: PlayerFilter, request: Request) -> Body:
    cells = player_reads.cells_of(one.handles, form.chosen(), form.sums())
    records = player_reads.records_of(cells)
    games = _url(request, "player-games", one.handle)

    def record(row: Record) -> Body:
        listed = f"{games}?{urlencode(form.games_words(**row.words))}"
        return {"label": row.label, "words": row.words, **_counts(row.counts), "games_url": listed}

    return {
        "definition": f"{words.PLAYERS} {words.RECORD}",
        "handle": one.handle,
        "name": one.name,
        "is_bot": one.is_bot,
        "games": one.games,
        **_basis(form, [of.kind.slug for of in records]),
        "question": {word: said for word, said in form.words().items() if word in ASKED},
        "records": [
            {
                "kind": of.kind.slug,
                "whole": record(of.whole),
                "by_role": [record(row) for row in of.by_role],
                "by_ruleset": [record(row) for row in of.by_ruleset],
            }
            for of in records
        ],
        "habits_definition": words.HABITS,
        "habits": [
            _habits(habits, games)
            for of in records
            if (habits := player_reads.habits_of(cells, of.kind, form.sums())) is not None
        ],
        "ratings_definition": RATINGS,
        "ratings": [
            rating_body(one) for one in ratings_of(one.handles, form.chosen(), form.sums())
        ],
        "opponents_definition": words.AGAINST,
        "opponents": _opponents(player_reads.opponents_in(cells, one.keys)),
    }


def _opponents(vs: dict[str, list[int]]) -> list[Body]:
    found = opponents_of(vs)
    names = player_reads.names_of(opponent.name_key for opponent in found)
    return [
        {
            "handle": handle_of(opponent.name_key) if opponent.name_key in names else None,
            "name": names.get(opponent.name_key),
            "ahead": encode_rate(opponent.ahead),
            "level": opponent.level,
        }
        for opponent in found
    ]


def _habits(habits: Habits, games: str) -> Body:
    return {
        "kind": habits.kind.slug,
        "edition": habits.edition,
        "mode": habits.mode,
        "board": habits.board,
        "tables": [_table(table, games, habits.words) for table in habits.tables],
    }


def _form(request: Request, *also: str) -> PlayerFilter:
    snapshots = player_reads.snapshot_names()
    return PlayerFilter(request.query_params, also=(*also, "snapshot"), snapshots=snapshots)


def _basis(form: PlayerFilter, kinds: Iterable[str]) -> Body:
    """What numbers of several games rest on: the versions of each that has any."""
    sums = form.sums()
    found = [basis_body(sums.basis(kind)) for kind in KINDS]
    behind = sum(one["games_behind"] for one in found)
    by_kind = dict(zip(KINDS, (one["versions"] for one in found), strict=True))
    made = {kind: by_kind[kind] for kind in kinds if by_kind[kind]["engine"]}
    return {**found[0], "versions": made, "games_behind": behind}


def find(handle: str) -> Player:
    """The player of a handle. Raises Http404."""
    found = player_reads.find_player(handle)
    if found is None:
        raise Http404
    return found


def _counts(counts: Counts) -> Body:
    return {**counts._asdict(), "rate": encode_rate(counts.rate), "is_few": counts.rate.is_few}


def _table(table: HabitTable, games: str, words: Body) -> Body:
    def listed(key: str) -> str:
        return f"{games}?{urlencode({**words, **table.words(key)})}"

    return {
        "key": table.habit.metric.key,
        "roles": list(table.habit.roles),
        "layer": table.layer or None,
        "title": table.title,
        "definition": table.definition,
        "n_more": table.n_more,
        "rows": [
            {
                "key": row.key,
                "label": row.label,
                "player": _value(row.mine),
                "others": _value(row.others),
                "differs": row.differs or None,
                "games_url": listed("" if table.layer else row.key),
            }
            for row in table.rows
        ],
    }


def _value(value: Value) -> Body:
    return {"value": value.value, "low": value.low, "high": value.high, "n": value.n}


def _url(request: Request, name: str, handle: str) -> str:
    return str(request.build_absolute_uri(reverse(name, args=[handle])))
