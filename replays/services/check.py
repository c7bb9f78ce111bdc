"""Checking files without storing anything."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from replays.access.limits import limits
from replays.intake.intake import Intake, Verdict
from replays.pipeline import Draft, drafts_of, skipped_files

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


def check_all(files: Sequence[bytes], uploader: str = "") -> list[Checked]:
    """Judge files sent together without storing anything. The number of games is limited per file,
    and the time for all files, but at least one game of the first is checked. Raises TooLarge.

    `uploader` is the key of the client: only the uploader of an unfinished game learns that it is
    stored. Files are checked apart from each other.
    """
    limit = limits()
    if sum(len(data) for data in files) > limit.max_bytes:
        raise TooLarge(limit.max_bytes)
    ends = time.monotonic() + limit.check_seconds
    return [
        _check(data, uploader, ends)
        if number == 0 or time.monotonic() <= ends
        else Checked((), (), False)
        for number, data in enumerate(files)
    ]


def _check(data: bytes, uploader: str, ends: float) -> Checked:
    max_games = limits().check_games
    drafts: list[Draft] = []
    is_complete = True
    for draft in drafts_of(data, uploader, with_hints=True):
        if drafts and (len(drafts) >= max_games or time.monotonic() > ends):
            is_complete = False
            break
        drafts.append(draft)
    intake = Intake(uploader, 0, drafts)
    verdicts = tuple(intake.take(draft) for draft in drafts)
    return Checked(tuple(drafts), verdicts, is_complete, tuple(skipped_files(data)))
