"""The report of an import."""

from collections.abc import Iterable, Iterator

from games.core.plural import count_noun
from replays.models import REJECTED, ItemStatus, Upload, UploadItem, UploadState

REFUSALS_SHOWN = 50


class Report:
    """Counts over all files of an import, and the positions of refused games."""

    def __init__(self) -> None:
        self.n_files = self.n_before = self.n_waiting = 0
        self.counts = dict.fromkeys(ItemStatus, 0)
        self.refusals: list[str] = []
        self.failures: list[str] = []

    @property
    def n_rejected(self) -> int:
        """Games of which nothing is stored, because of their errors."""
        return sum(self.counts[status] for status in REJECTED)

    def could_not_read(self, file: str, why: str) -> None:
        """Add a file that failed."""
        self.n_files += 1
        self.failures.append(f"{file}: {why}")

    def add(self, file: str, upload: Upload, was_here: bool, refused: Iterable[UploadItem]) -> None:
        """Add an imported file; for an earlier import its earlier counts."""
        self.n_files += 1
        self.n_before += was_here
        self.n_waiting += not upload.is_settled
        for status in ItemStatus:
            self.counts[status] += getattr(upload, f"n_{status}")
        if upload.state == UploadState.FAULT:
            self.failures.append(f"{file}: internal error {upload.fault_id}")
        new = [f"{file}{_position(item)}" for item in refused]
        self.refusals = [*self.refusals, *new][:REFUSALS_SHOWN]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the report."""
        yield from (f"refused: {line}" for line in self.refusals)
        if self.n_rejected > len(self.refusals):
            yield f"refused: and {self.n_rejected - len(self.refusals)} more"
        yield from (f"failed: {line}" for line in self.failures)
        before = f" ({self.n_before} of them imported before)" if self.n_before else ""
        yield f"{count_noun(self.n_files, 'file')}{before}"
        counts = self.counts
        stored = f"{count_noun(counts[ItemStatus.STORED], 'game')} stored"
        others = (
            (ItemStatus.MERGED, "added to stored games"),
            (ItemStatus.CONTINUED, "continued"),
        )
        more = "".join(f", {counts[status]} {what}" for status, what in others if counts[status])
        known = f"{counts[ItemStatus.DUPLICATE]} already stored"
        yield f"{stored}{more}, {known}, {self.n_rejected} refused"
        if self.n_waiting:
            waits = count_noun(self.n_waiting, "file waits", "files wait")
            them = "it" if self.n_waiting == 1 else "them"
            yield f"{waits} for a worker; repeat the command to see the result of {them}"


def _position(item: UploadItem) -> str:
    finding = item.findings[0]
    label = f" [{item.label}]" if item.label else ""
    numbers = {"game": 1, "event": 1, "line": 0, "column": 0}  # games and events count from 0
    parts = (f" {k} {finding[k] + n}" for k, n in numbers.items() if finding[k] is not None)
    return f"{label}{''.join(parts)}: {finding['message']} (rule {finding['rule']})"
