"""Logs with one to four independent slips: each slip is reported in the first pass, few findings
are false consequences, and most corrections restore the line.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.core.findings import Finding
from games.registry import write_text
from tests.slips.make import LEFT_OUT, TWICE, Slip, slipped
from tests.support.deep import IS_DEEP
from tests.support.engine import bot_game, findings

LOGS = 300 if IS_DEEP else 60
RULESETS = {
    "goryo": ("2019", "2021", "2024", "2024-advanced"),
    "gorinto": ("2p-burrow", "2p-tactical", "3p-clockwise", "partnership"),
    "kyoto": ("base", "charisma", "equipment"),
}
LINE = re.compile(r"line (\d+)")
NOTE = re.compile(r"\s*\{[^}]*\}?\s*$")


@dataclass
class Tally:
    """How many slips were reported and corrected, and which findings belong to none."""

    slips: int = 0
    reported: int = 0
    restored: int = 0
    findings: int = 0
    false: list[str] = field(default_factory=list)

    def add(self, text: str, slips: list[Slip], findings: list[Finding]) -> None:
        """Count the findings of one log."""
        self.findings += len(findings)
        left = list(findings)
        for slip, following in zip(slips, [*slips[1:], None], strict=True):
            stop = len(text) if following is None else following.line
            own = [finding for finding in left if _concerns(finding, slip, stop)]
            left = [finding for finding in left if finding not in own]
            fixes = [finding.fix for finding in own if finding.fix is not None]
            self.slips += 1
            self.reported += bool(own)
            self.restored += any(_restores(text, fix, slip) for fix in fixes)
        self.false += [f"{finding.line}: {finding.message}" for finding in left]

    def summary(self) -> str:
        """Return the shares, and the findings that belong to no slip."""
        return (
            f"{self.slips} slips: {self.reported / self.slips:.1%} reported, "
            f"{self.restored / self.slips:.1%} restored; of {self.findings} findings these are "
            f"false: {self.false}"
        )


def _concerns(finding: Finding, slip: Slip, stop: int) -> bool:
    """Return whether a finding is about a slip: its line, the line of its correction, or one that
    its message names. A missing line is missed by the first line that needs it.
    """
    lines = {finding.line, *(int(number) for number in LINE.findall(finding.message))}
    lines |= {finding.fix.line} if finding.fix is not None else set()
    if slip.kind == LEFT_OUT:
        return any(line is not None and slip.line < line <= stop for line in lines)
    near = {slip.line + 1, slip.line} if slip.kind == TWICE else {slip.line + 1}
    return bool(lines & near)


def _restores(text: str, fix: Any, slip: Slip) -> bool:
    """Return whether a correction makes the line what it was."""
    line, start = text.split("\n")[fix.line - 1], fix.column - 1
    new = (line[:start] + fix.text + line[start + fix.length :]).split("\n")
    if slip.kind == TWICE:
        return not "".join(new).strip()
    if slip.kind == LEFT_OUT:
        return slip.before in new
    return NOTE.sub("", slip.before or "").strip() in [NOTE.sub("", part).strip() for part in new]


def base_logs() -> list[str]:
    """Return games of all kinds as text."""
    games = (
        bot_game(slug, rulesets[number % len(rulesets)], f"slips:{slug}:{number}")
        for slug, rulesets in RULESETS.items()
        for number in range(LOGS // 15)
    )
    return [re.sub(r"\[X_.*\n", "", write_text(game)) for game in games]


@pytest.mark.slow
def test_slips_are_reported_and_corrected() -> None:
    tally = Tally()
    bases = base_logs()
    for number in range(LOGS):
        rng = random.Random(f"slip {number}")
        text, slips = slipped(rng, bases[number % len(bases)], number % 4 + 1, findings)
        tally.add(text, slips, findings(text))
    summary = tally.summary()
    print(summary)
    assert tally.reported >= 0.95 * tally.slips, summary
    assert len(tally.false) <= 0.05 * tally.findings, summary
    assert tally.restored >= 0.8 * tally.slips, summary
