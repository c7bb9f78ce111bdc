"""Findings as lines of text, for commands that check files of logs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from games.core.findings import Finding
from games.core.plural import count_noun
from games.log.judge import Judged

LEGAL_PRINTED = 8
"""Most legal alternatives that are printed with a finding."""


class Line(NamedTuple):
    """A line of a report. `severity` is `error`, `warning`, `hint`, or empty for a line that
    continues the one before it.
    """

    severity: str
    text: str


@dataclass
class Report:
    """Lines about judged games, and the numbers of games so far."""

    games: int = 0
    refused: int = 0
    warned: int = 0

    def lines(self, path: str, judged: Judged, hints: Iterable[Finding] = ()) -> Iterator[Line]:
        """Count a game of a file, and yield lines about its findings, warnings and hints."""
        self.games += 1
        self.refused += bool(judged.findings)
        self.warned += bool(judged.warnings)
        name = f"{path}:{judged.label}" if judged.label else path
        found = {"error": judged.findings, "warning": judged.warnings, "hint": hints}
        for severity, findings in found.items():
            for finding in findings:
                yield Line(severity, _text(name, severity, finding))
                if finding.legal:
                    legal = "; ".join(finding.legal[:LEGAL_PRINTED])
                    yield Line("", f"    legal here, for example: {legal}")

    @property
    def summary(self) -> str:
        """The numbers of games, for the last line."""
        legal = f"{self.games - self.refused} legal ({self.warned} with a warning)"
        return f"{count_noun(self.games, 'game')}: {legal}, {self.refused} refused"


def _text(name: str, severity: str, finding: Finding) -> str:
    where = name if finding.line is None else f"{name}:{finding.line}:{finding.column}"
    event = "header" if finding.event is None else f"event {finding.event + 1}"
    rule = f"{finding.rule}; {finding.citation}" if finding.citation else finding.rule
    return f"{where}: {severity}: game {finding.game + 1}, {event}: {finding.message} [{rule}]"
