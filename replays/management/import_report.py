"""What an import prints at its end."""

from collections.abc import Iterable, Iterator
from itertools import islice

from games.core.plural import count_noun
from replays.models import Upload, UploadItem, UploadState

REFUSALS_SHOWN = 50


class Report:
    """Counts over all files of an import, and the places of what was refused."""

    def __init__(self) -> None:
        self.n_files = self.n_before = self.n_waiting = 0
        self.n_stored = self.n_duplicate = self.n_refused = 0
        self.refusals: list[str] = []
        self.failures: list[str] = []

    @property
    def has_failed(self) -> bool:
        """Whether anything was refused or could not be read."""
        return bool(self.n_refused or self.failures)

    def could_not_read(self, file: str, why: str) -> None:
        """A file of which nothing can be said but why."""
        self.n_files += 1
        self.failures.append(f"{file}: {why}")

    def add(self, file: str, upload: Upload, was_here: bool, refused: Iterable[UploadItem]) -> None:
        """A file that was taken in; counts of one read before are its counts of then."""
        self.n_files += 1
        self.n_before += was_here
        self.n_waiting += not upload.is_settled
        self.n_stored += upload.n_stored
        self.n_duplicate += upload.n_duplicate
        self.n_refused += upload.n_refused
        if upload.state == UploadState.FAULT:
            self.failures.append(f"{file}: a fault of ours, id {upload.fault_id}")
        for item in islice(refused, REFUSALS_SHOWN - len(self.refusals)):
            self.refusals.append(f"{file}{_place(item)}")

    def lines(self) -> Iterator[str]:
        """The summary."""
        yield from (f"refused: {line}" for line in self.refusals)
        if self.n_refused > len(self.refusals):
            yield f"refused: and {self.n_refused - len(self.refusals)} more"
        yield from (f"failed: {line}" for line in self.failures)
        before = f" ({self.n_before} of them imported before)" if self.n_before else ""
        yield f"{count_noun(self.n_files, 'file')}{before}"
        kept = f"{count_noun(self.n_stored, 'game')} stored, {self.n_duplicate} already here"
        yield f"{kept}, {self.n_refused} refused"
        if self.n_waiting:
            waits = count_noun(self.n_waiting, "file waits", "files wait")
            them = "it" if self.n_waiting == 1 else "them"
            yield f"{waits} for a worker; run this again to see what became of {them}"


def _place(item: UploadItem) -> str:
    finding = item.findings[0]
    parts = [f" [{item.label}]" if item.label else "", f" game {finding['game'] + 1}"]
    if finding["event"] is not None:
        parts.append(f" event {finding['event'] + 1}")
    parts += [
        f" {name} {finding[name]}" for name in ("line", "column") if finding[name] is not None
    ]
    return f"{''.join(parts)}: {finding['message']} (rule {finding['rule']})"
