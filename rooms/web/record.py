"""`/record/`: opening a table, and the tables of this browser."""

import random
from typing import Any

from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.core.branching import Refused
from games.core.contract import GameKind
from games.core.language import translated
from games.recorder.opening import header_of
from games.registry import KINDS, get_kind
from replays.access.costs import TooOften, count
from replays.access.edit_keys import sent_key
from replays.access.throttles import NewThrottle, WriteThrottle
from replays.access.uploaders import browser_key
from replays.access.viewer import viewer_of
from replays.services.errors import Refusal, refusal
from replays.text.names import MAX_NAME, clean_line
from replays.text.numbers import is_number
from rooms import services
from rooms.access.keys import creator_digest, remember_key
from rooms.models import DELAYS, HOUSE_RULES_MAX, Room
from rooms.offline.bundle import is_installed
from rooms.reads import rooms as room_reads

from .clocks import TIMES, clock_in
from .house import STRENGTH_NAMES, bots_in
from .names import seat_name


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@csp_update({"manifest-src": ["'self'"]})
def record(request: HttpRequest) -> HttpResponse:
    """Choose game, rules and names, and open a table."""
    slug = request.POST.get("game", request.GET.get("game", ""))
    kind = KINDS.get(slug)
    if request.method != "POST" or kind is None:
        return _page(request, kind)
    try:
        count(request, WriteThrottle(), NewThrottle())
        return _open(request, kind)
    except Refusal as refusal:
        return _page(request, kind, refusal.translated(), refusal.status)
    except TooOften as error:
        return _page(request, kind, str(error), 429)


def _page(
    request: HttpRequest, kind: GameKind | None, problem: str = "", status: int = 200
) -> HttpResponse:
    viewer, params = viewer_of(request), request.POST or request.GET
    context: dict[str, Any] = {
        "kinds": list(KINDS.values()),
        "kind": kind,
        "problem": problem,
        "names": room_reads.names_played_with(viewer),
        "tables": [_row(room) for room in room_reads.open_rooms(viewer)],
        "days": int(settings.ROOM_DAYS),
        "name_max": MAX_NAME,
        "rules_max": HOUSE_RULES_MAX,
        "sent": params,
        "has_offline": is_installed(),
    }
    if kind is not None:
        context |= {
            "rulesets": [(name, ruleset_text(kind, name)) for name in kind.identity.rulesets],
            "ruleset": params.get("ruleset", kind.identity.default_ruleset),
            "roles": [
                (role, label, params.get(f"name-{role}", ""), params.get(f"bot-{role}", ""))
                for role, label in kind.identity.roles.items()
            ],
            "clocks": TIMES,
            "strengths": STRENGTH_NAMES if kind.rules.house is not None else {},
            "has_bots": any(params.get(f"bot-{role}") for role in kind.identity.roles),
            "depths": list(kind.rules.decisions.depths.items()),
            "depth": params.get("depth", next(iter(kind.rules.decisions.depths), "")),
            "phones": params.get("phones", "one"),
            "delays": [(str(minutes), delay_text(minutes)) for minutes in DELAYS],
            "delay": params.get("delay", "0"),
        }
    return render(request, "rooms/record.html", context, status=status)


def ruleset_text(kind: GameKind, name: str) -> str:
    """Return a ruleset in words: `2024 advanced`, `2 players, tactical (Hill)`."""
    modes = kind.identity.modes
    if name in modes:
        return str(modes[name])
    first, _, rest = name.rpartition("-")
    if first in modes:
        return f"{modes[first]} ({kind.display.value_names.get(rest, rest)})"
    edition, _, mode = name.partition("-")
    return f"{edition} {modes.get(mode, mode)}".strip()


def delay_text(minutes: int) -> str:
    """Return a delay for followers in words."""
    if not minutes:
        return gettext("at once")
    return gettext("{n} minutes later").format(n=minutes)


def _row(room: Room) -> dict[str, Any]:
    kind = get_kind(room.kind)
    return {
        "url": room.get_absolute_url(),
        "title": kind.title,
        "slug": kind.slug,
        "players": [seat_name(room, player["role"]) for player in room.header["players"]],
        "n_events": room.n_events,
        "touched_at": room.touched_at,
    }


def _open(request: HttpRequest, kind: GameKind) -> HttpResponse:
    """Open a table. Raises Refusal."""
    owner = browser_key(request, keep=True)
    new = services.NewRoom(
        _header(request, kind),
        owner,
        creator_digest(request),
        sent_key(request.POST.get("key", "")),
        bots_in(request.POST, kind, _ruleset(request, kind)),
        request.POST.get("deals") == "yes",
        clock_in(request.POST.get("clock", "")),
        delay=_number(request.POST.get("delay", "0")),
        is_shared=request.POST.get("phones") == "several",
        is_timed=request.POST.get("times") == "yes",
        house_rules=request.POST.get("house_rules", ""),
    )
    opened = services.open_room(new)
    response = HttpResponseRedirect(opened.room.get_absolute_url())
    remember_key(response, opened.room, opened.recorder_key)
    return response


def _number(text: str) -> int:
    return int(text) if is_number(text) else -1


def _ruleset(request: HttpRequest, kind: GameKind) -> str:
    """Return the name of the chosen ruleset; an unknown one is the default."""
    name = request.POST.get("ruleset", "")
    return name if name in kind.identity.rulesets else kind.identity.default_ruleset


def _header(request: HttpRequest, kind: GameKind) -> dict[str, Any]:
    """Return the header of a log from the form. What chance decides in the set-up is dealt here,
    unless the form has it.
    """
    params = {name: clean_line(str(value)) for name, value in request.POST.items() if name != "own"}
    params["own"] = request.POST.get("own", "")
    day, chance = f"{timezone.now():%Y-%m-%d}", random.SystemRandom()
    try:
        return header_of(kind, params, _ruleset(request, kind), day, chance)
    except Refused as refused:
        raise refusal(422, refused.problem.code, translated(refused.problem.message)) from refused
