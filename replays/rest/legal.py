"""`POST /api/v1/legal/`: the events that are legal after a log, for programs that play."""

import hashlib
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.core import branching
from games.core.choosing import Parts
from games.core.contract import OMNISCIENT
from games.recorder.labels import spelled
from games.recorder.offers import parse_choices
from games.registry import get_kind
from replays.access.budget import client_of
from replays.access.limits import MIB
from replays.access.throttles import OfferThrottle
from replays.pipeline import drafts_of
from replays.reads.cache import BoundedCache
from replays.services import TooLarge

from . import base, describe, editing_schemas, schemas
from .errors import ApiError
from .openapi import endpoint, query
from .owners import LOG_BODY
from .uploads import log_of, log_refused

MAX_BYTES = 256 * 1024
"""Bytes of a log: more than any game has, with notes."""
_results: BoundedCache[editing_schemas.NextEvents] = BoundedCache(
    max_count=1024, max_bytes=16 * MIB, by_language=False
)
"""Bodies by client and content. Clients don't share them: a faster answer would tell that another
one has sent the same log, and so confirm a guess of its secrets.
"""


class _Rejected(Exception):
    """Client error: the log has errors."""

    def __init__(self, findings: list[Any]) -> None:
        super().__init__("the log has errors")
        self.findings = findings


class LegalView(base.PublicView):
    """The legal events after a log that is sent. Nothing is stored."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Limit all requests: every legal event is examined."""
        return [OfferThrottle()]

    @endpoint(
        "legal", {200: editing_schemas.NextEvents, 422: schemas.Refused},
        query("as", "Events that this view may choose. Default: omniscient."),
        query("chosen", "Parts chosen so far: JSON, a list of [path, value]."),
        request=LOG_BODY,
        errors=(400, 413, 415, 429),
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Return the events that are legal after the last event of one log, JSON or text. If there
        are many, choose their parts one after another with `chosen`. At most 120 events and 200
        choices are listed; `complete` is false if not all legal events were examined.
        """
        chosen = parse_choices(request.query_params.get("chosen", "[]"))
        if chosen is None:
            raise base.bad_parameter("chosen", "a JSON list of chosen parts, each [path, value]")
        log = log_of(base.plain(request))
        if len(log) > MAX_BYTES:
            raise TooLarge(MAX_BYTES)
        client = client_of(base.plain(request))
        digest = hashlib.sha256(log).hexdigest()
        key = (client, digest, request.query_params.get("as", ""), repr(chosen))
        try:
            return Response(_results.get(key, lambda: _legal(request, log, chosen), _weigh))
        except _Rejected as error:
            body = schemas.Refused(log_refused(error.findings), error.findings)
            return Response(body, status=422)


def _legal(request: Request, log: bytes, chosen: Parts) -> editing_schemas.NextEvents:
    """Return the body. Raises ApiError and _Rejected."""
    drafts = drafts_of(log)
    draft = next(drafts, None)
    if draft is None or next(drafts, None) is not None:
        raise ApiError(400, "bad_body", "Send exactly one log.")
    if draft.replay is None or draft.game is None:
        raise _Rejected(describe.findings(draft.findings))
    if not draft.replay.is_exact:
        message = "This log leaves out moves, so what is legal after it is not known."
        raise ApiError(400, "not_exact", message)
    kind, final = get_kind(draft.game["kind"]), draft.replay.final
    views = (OMNISCIENT, *kind.identity.views_in(draft.game["mode"]))
    view = base.choice(request, "as", dict.fromkeys(views), OMNISCIENT)
    node, due = branching.choose(kind, final, view, chosen), branching.due(kind, final)
    return editing_schemas.NextEvents(
        step=len(draft.replay.steps),
        due=due,
        is_chance=due in kind.rules.decisions.chance,
        is_yours=not branching.is_decided_for(kind, final, view),
        **editing_schemas.offered(node, lambda event: spelled(kind, event)),
    )


def _weigh(body: editing_schemas.NextEvents) -> int:
    return 1000 + 500 * (len(body.events) + len(body.choices))
