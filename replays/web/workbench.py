"""`/upload/check/`: a log checked while it is typed, its corrections, and the board at a line.

The log is the reader's own and is not stored: answers may contain its hidden information.
"""

import time
from collections.abc import Iterator
from itertools import count as count_from
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_POST

from games.core.findings import Finding
from games.log.judge import IsEnough, Judged
from games.registry import KINDS, fixed_text, judge
from replays.access.costs import TooOften, count
from replays.access.limits import limits
from replays.access.throttles import CheckThrottle
from replays.access.uploaders import browser_key
from replays.models import REJECTED
from replays.requests.files import FORM_SLACK, Part
from replays.services import TooLarge
from replays.text.numbers import is_number

from .address import with_retry
from .editing import UNEXPECTED_FORM
from .replay_drawing import draw_replay, step_context
from .rows import FindingRow, ItemRow, checked_rows, fix_key

LIVE_MAX = 200_000
"""Most characters of a log that is checked while it is typed."""
FIXES_MAX = 50
"""Most corrections that one request applies."""
ALL = "all"
"""The key that asks for all corrections."""


class JudgedText:
    """The games of a text, each judged when it is needed first, and only once. `is_corrected`: the
    request has also corrected it, so there is less time to check it.
    """

    def __init__(
        self, text: str, is_enough: IsEnough | None = None, *, is_corrected: bool = False
    ) -> None:
        self.text, self.data = text, text.encode("utf-8", "replace")
        self.is_corrected = is_corrected
        self._rest = judge(self.data, is_enough)
        self._games: list[Judged] = []

    def __iter__(self) -> Iterator[Judged]:
        """Yield the games in order."""
        for number in count_from(0):
            if number == len(self._games):
                following = next(self._rest, None)
                if following is None:
                    return
                self._games.append(following)
            yield self._games[number]

    @property
    def seconds(self) -> float:
        """The processor time of a check."""
        return limits().check_seconds / (2 if self.is_corrected else 1)


def corrected(text: str, key: str) -> JudgedText:
    """Return a text with one correction, or with all of them, each after a new check, as far as
    half of the time of a check suffices.
    """
    ends = time.thread_time() + limits().check_seconds / 2

    def is_wanted(finding: Finding) -> bool:
        return finding.fix is not None and key in (ALL, fix_key(finding))

    for _ in range(FIXES_MAX):
        judged = JudgedText(text, is_wanted, is_corrected=True)
        first = next(filter(is_wanted, _findings(judged, ends)), None)
        new = text if first is None else fixed_text(text, first)
        if first is None:
            return judged  # with all findings of its games
        is_last = new == text or key != ALL or time.thread_time() > ends
        text = new
        if is_last:
            break
    return JudgedText(text, is_corrected=True)


def _findings(games: JudgedText, ends: float) -> Iterator[Finding]:
    """Yield the findings of the first games: of at least one, until the processor time `ends`."""
    for number, judged in enumerate(games):
        if number >= limits().check_games or (number and time.thread_time() > ends):
            return
        yield from judged.findings
        yield from judged.warnings


def checked_text(
    judged: JudgedText, uploader: str, *, is_correction: bool = False
) -> dict[str, Any]:
    """Return the context of the panel of problems for a text."""
    if not judged.data.strip():
        return {"state": "empty"}
    checked = checked_rows([Part("", judged.data)], uploader, judged=judged, seconds=judged.seconds)
    rows = checked.rows
    problems = [f for row in rows for f in row.findings + row.warnings]
    n_errors = sum(len(row.findings) for row in rows)
    n_fixes = sum(bool(f.fix_key) for row in rows for f in row.findings)
    state = _state(rows)
    return {
        "state": state,
        "rows": rows,
        "is_complete": checked.is_complete,
        "is_correction": is_correction,
        "n_problems": len(problems),
        "n_errors": n_errors,
        "n_warnings": len(problems) - n_errors,
        "n_fixes": n_fixes,
        "summary": _summary(n_errors, len(problems) - n_errors, state),
    }


def _state(rows: list[ItemRow]) -> str:
    if any(row.status in REJECTED for row in rows):
        return "partly" if any(row.status not in REJECTED for row in rows) else "errors"
    return "unfinished" if any(row.is_unfinished for row in rows) else "valid"


def _summary(n_errors: int, n_warnings: int, state: str) -> str:
    """Return the result of a check in a sentence, for the status line."""
    parts = [ngettext("{n} error", "{n} errors", n_errors).format(n=n_errors)] if n_errors else []
    if n_warnings:
        parts += [ngettext("{n} warning", "{n} warnings", n_warnings).format(n=n_warnings)]
    if state == "unfinished":
        parts.append(gettext("valid, but unfinished"))
    return ", ".join(parts) or gettext("No errors found")


def marks_of(context: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what the editor marks: places of errors and warnings, with their corrections."""
    return [
        {
            "line": shown.finding["line"],
            "column": shown.finding["column"] or 1,
            "length": (shown.finding.get("fix") or {}).get("length", 0),
            "tone": tone,
            "message": str(shown.message),
            "fix": shown.fix_key,
            "label": shown.fix_label,
        }
        for row in context.get("rows", ())
        for tone, findings in (("err", row.findings), ("warn", row.warnings))
        for shown in findings
        if shown.finding["line"]
    ]


def first_line(context: dict[str, Any]) -> int:
    """Return the line of the first error, or a line after the last one."""
    shown: list[FindingRow] = [f for row in context.get("rows", ()) for f in row.findings]
    return next((f.finding["line"] for f in shown if f.finding["line"]), LIVE_MAX)


def preview(games: JudgedText, line: int) -> dict[str, Any]:
    """Return the context of the board after the valid events up to a line; empty without board.

    Nothing is cached: a faster answer would tell that another user has checked the same text.
    """
    judged = _game_at(games, line)
    replay = None if judged is None else judged.replay
    if judged is None or replay is None:
        return {}
    identity, setup = KINDS[replay.record.kind].identity, replay.record.setup
    rules = identity.rules_text(identity.edition_of(setup), identity.mode_of(setup))
    lines = [judged.locate(event, None)[0] or 1 for event in range(len(replay.steps))]
    wrong = next((f.line for f in judged.findings if f.line and f.event is not None), None)
    is_wrong = wrong is not None and wrong <= line
    drawing = draw_replay(replay.record.kind, replay, "omniscient")
    step = min(sum(at <= line for at in lines), drawing.last)
    return {
        **step_context(drawing, step),
        "slug": replay.record.kind,
        "name": f"{KINDS[replay.record.kind].title} {rules}",
        "line": wrong if is_wrong else lines[step - 1] if step else None,
        "is_wrong": is_wrong,
    }


def _game_at(games: JudgedText, line: int) -> Judged | None:
    """Return the last game with a board that begins at or before a line, or else the first one. It
    is searched for half of the time of a check.
    """
    ends = time.thread_time() + limits().check_seconds / 2
    found = None
    for number, judged in enumerate(games):
        if judged.replay is not None:
            if found is not None and (judged.locate(None, "game")[0] or 1) > line:
                break
            found = judged
        if number >= limits().check_games or time.thread_time() > ends:
            break
    return found


@never_cache
@csrf_exempt  # the length is checked before the body is read; `_check` checks the token
@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """Return problems, marks and the board of a text as JSON; after a correction also the text."""
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > 4 * LIVE_MAX + FORM_SLACK:
            raise TooLarge(LIVE_MAX)
        count(request, CheckThrottle())
    except TooLarge:
        message = gettext("Logs of this size are not checked while you type. Use “Check only”.")
        return JsonResponse({"problem": message}, status=413)
    except TooOften as error:
        return with_retry(JsonResponse({"problem": str(error)}, status=429), error.wait)
    return _check(request)


@csrf_protect
def _check(request: HttpRequest) -> HttpResponse:
    if "text" not in request.POST:
        return JsonResponse({"problem": str(UNEXPECTED_FORM)}, status=400)
    judged, body = JudgedText(request.POST["text"]), {}
    if key := request.POST.get("fix", ""):
        judged = corrected(judged.text, key)
        body["text"] = judged.text
    at = request.POST.get("line", "")
    line = int(at) if is_number(at) else 1
    if request.POST.get("part") == "board":
        return JsonResponse({"board": _render("preview", preview(judged, line), request)})
    is_correction = request.POST.get("purpose") == "correction"
    bench = checked_text(judged, browser_key(request, keep=False), is_correction=is_correction)
    shown = parts_of(request, bench, preview(judged, line))
    return JsonResponse({**body, **shown, "marks": marks_of(bench)})


def bench_context(
    request: HttpRequest, text: str | JudgedText, *, is_correction: bool = False
) -> dict[str, Any]:
    """Return what a page with the workbench shows of a text."""
    judged = JudgedText(text) if isinstance(text, str) else text
    bench = checked_text(judged, browser_key(request, keep=False), is_correction=is_correction)
    return {"text": judged.text, **parts_of(request, bench, preview(judged, first_line(bench)))}


def parts_of(request: HttpRequest, bench: dict[str, Any], shown: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of the page that a check changes as HTML, and the result of the check."""
    bench |= {key: shown.get(key, "") for key in ("name", "slug")}
    return {
        "bar": _render("bench_bar", bench, request),
        "problems": _render("problems", bench, request),
        "board": _render("preview", shown, request),
        "state": bench["state"],
        "summary": bench.get("summary", ""),
    }


def _render(name: str, context: dict[str, Any], request: HttpRequest) -> SafeString:
    return SafeString(render_to_string(f"replays/_{name}.html", context, request))
