"""`/api/v1/games.ndjson`: public games as lines, for programs that follow the site."""

import json
import re
from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from msgspec import UNSET
from rest_framework.request import Request

from replays.access.throttles import StreamThrottle
from replays.models import Game
from replays.reads.games import is_log_open, shown_log
from replays.reads.stream import games_after, number_before
from replays.text.times import parse_time

from . import schemas
from .base import PublicView, bad_parameter, flag, number, plain
from .body import BodyEncoder, BodyRenderer
from .describe import game_fields
from .games import FILTERS, chosen_by
from .openapi import endpoint, query

NDJSON = "application/x-ndjson"
MOST = 1000
"""Lines in an answer: about 0.4 s of processor time with logs."""
_CURSOR = re.compile(r"c([0-9]{1,18})")


class LinesRenderer(BodyRenderer):
    """Lets clients ask for lines; errors are written as JSON."""

    media_type = NDJSON


class GamesStreamView(PublicView):
    """Public games as lines."""

    renderer_classes = (BodyRenderer, LinesRenderer)

    throttle_classes = (StreamThrottle,)

    @endpoint(
        "games_stream",
        {(200, NDJSON): schemas.StreamedGame},
        query("since", "A cursor of an earlier line, or a time such as 2027-01-31T18:00Z."),
        query("max", f"Most lines, 1 to {MOST}. Default: {MOST}."),
        query("log", "1: include the logs of finished games.", ["1", "0"]),
        *(each for each in FILTERS if each.name != "refused"),
        errors=(400, 429),
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return public games in the order in which they became public, oldest first: one JSON
        object on each line. Continue after the last `cursor`.
        """
        most, with_log = number(request, "max", MOST, MOST), flag(request, "log")
        if not most:
            raise bad_parameter("max", f"a number from 1 to {MOST}")
        games = games_after(_since(request), chosen_by(request), most, with_log=with_log)
        lines = _lines(games, plain(request), with_log=with_log)
        response = StreamingHttpResponse(
            () if request.method == "HEAD" else lines, content_type=NDJSON
        )
        response["Cache-Control"] = "no-cache"
        response["X-Accel-Buffering"] = "no"  # proxies pass each line on
        return response


def _since(request: Request) -> int:
    """Return the cursor after which the answer begins. Raises a 400."""
    text = request.query_params.get("since")
    if text is None:
        return 0
    if cursor := _CURSOR.fullmatch(text):
        return int(cursor[1])
    when = parse_time(text.replace(" ", "+"))  # a plus sign that was not escaped
    if when is None:
        raise bad_parameter("since", "the cursor of a line, or a time such as 2027-01-31T18:00Z")
    return number_before(when)


def _lines(
    games: Iterator[tuple[int, Game]], request: HttpRequest, *, with_log: bool
) -> Iterator[str]:
    for cursor, game in games:
        line = schemas.StreamedGame.make(
            game,
            **game_fields(game, request),
            cursor=f"c{cursor}",
            log=json.loads(shown_log(game)) if with_log and is_log_open(game) else UNSET,
        )
        yield json.dumps(line, cls=BodyEncoder, ensure_ascii=False, separators=(",", ":")) + "\n"
