"""Checking files without storing anything."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.log.judge import Judged
from games.registry import judge
from replays.access.limits import limits
from replays.intake.intake import Intake, Verdict
from replays.models.audience import PUBLIC, Audience
from replays.pipeline import Draft, draft_of, skipped_files

from .errors import TooLarge


@dataclass(frozen=True, slots=True)
class Checked:
    """The games of a file, what an upload would make of each, whether the whole file was checked,
    and the files in a zip that were skipped.
    """

    drafts: tuple[Draft, ...]
    verdicts: tuple[Verdict, ...]
    is_complete: bool
    skipped_files: tuple[str, ...] = ()


def check_all(
    files: Sequence[bytes],
    uploader: str = "",
    audience: Audience = PUBLIC,
    judged: Iterable[Judged] | None = None,
    seconds: float | None = None,
) -> list[Checked]:
    """Judge files sent together without storing anything. The number of games is limited per file,
    and the processor time for all files, but at least one game of the first is checked. Raises
    TooLarge.

    `judged` are the games of the only file, if the caller reads them too; `seconds` is the
    processor time, by default that of the limits. `uploader` is the key of
    the client: only the uploader of an unfinished game learns that it is
    stored. Files are checked apart from each other.
    """
    limit = limits()
    if sum(len(data) for data in files) > limit.check_bytes:
        raise TooLarge(limit.check_bytes)
    ends = time.thread_time() + (limit.check_seconds if seconds is None else seconds)
    return [
        _check(data, judged or judge(data), uploader, ends, audience)
        if number == 0 or time.thread_time() <= ends
        else Checked((), (), False)
        for number, data in enumerate(files)
    ]


def _check(
    data: bytes, games: Iterable[Judged], uploader: str, ends: float, audience: Audience
) -> Checked:
    max_games = limits().check_games
    drafts: list[Draft] = []
    is_complete = True
    for judged in games:
        if drafts and (len(drafts) >= max_games or time.thread_time() > ends):
            is_complete = False
            break
        drafts.append(draft_of(judged, uploader, with_hints=True))
    intake = Intake(uploader, 0, drafts, audience=audience)
    verdicts = tuple(intake.take(draft) for draft in drafts)
    return Checked(tuple(drafts), verdicts, is_complete, tuple(skipped_files(data)))
