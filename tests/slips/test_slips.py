"""Logs with one to four independent slips: each slip is reported in the first pass, few findings
are false consequences, and most corrections restore the line.
"""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.core.findings import Finding
from games.registry import judge, simulate, write_text
from tests.slips.make import LEFT_OUT, TWICE, Slip, slipped
from tests.support.deep import IS_DEEP

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
    """How many slips were reported and corrected, and how many findings belong to none."""

    slips: Counter[str] = field(default_factory=Counter)
    reported: Counter[str] = field(default_factory=Counter)
    restored: Counter[str] = field(default_factory=Counter)
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
            self.slips[slip.kind] += 1
            self.reported[slip.kind] += bool(own)
            fixes = [finding.fix for finding in own if finding.fix is not None]
            self.restored[slip.kind] += any(_restores(text, fix, slip) for fix in fixes)
        self.false += [f"{finding.line}: {finding.message}" for finding in left]

    def summary(self) -> str:
        """Return the numbers by kind of slip."""
        rows = [
            f"{kind}: {self.reported[kind]}/{n} reported, {self.restored[kind]} restored"
            for kind, n in sorted(self.slips.items())
        ]
        n = self.slips.total()
        rows.append(
            f"in all {n}: {self.reported.total() / n:.1%} reported, "
            f"{self.restored.total() / n:.1%} restored; "
            f"{len(self.false) / self.findings:.1%} of {self.findings} findings false"
        )
        return "\n".join(rows)


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
    lines = text.split("\n")
    line = lines[fix.line - 1]
    start, stop = fix.column - 1, fix.column - 1 + fix.length
    new = (line[:start] + fix.text + line[stop:]).split("\n")
    if slip.kind == TWICE:
        return not "".join(new).strip()
    if slip.kind == LEFT_OUT:
        return slip.before in new
    return any(
        NOTE.sub("", part).strip() == NOTE.sub("", slip.before or "").strip() for part in new
    )


def base_logs() -> list[str]:
    """Return games of all kinds as text."""
    texts = []
    for slug, rulesets in RULESETS.items():
        for number in range(LOGS // 15):
            ruleset = rulesets[number % len(rulesets)]
            seed = f"slips:{slug}:{number}"
            text = write_text(simulate(slug, ruleset, seed, random.Random(seed)))
            texts.append(re.sub(r"\[X_.*\n", "", text))
    return texts


def is_wrong(text: str) -> bool:
    return any(judged.findings for judged in judge(text.encode()))


@pytest.mark.slow
def test_slips_are_reported_and_corrected() -> None:
    tally = Tally()
    bases = base_logs()
    for number in range(LOGS):
        rng = random.Random(f"slip {number}")
        text, slips = slipped(rng, bases[number % len(bases)], number % 4 + 1, is_wrong)
        findings = [finding for judged in judge(text.encode()) for finding in judged.findings]
        tally.add(text, slips, findings)
        if os.environ.get("SHOW_SLIPS"):
            show(text, slips, findings, tally)
    summary = tally.summary()
    print(summary)
    n = tally.slips.total()
    assert tally.reported.total() >= 0.95 * n, summary
    assert len(tally.false) <= 0.05 * tally.findings, summary + "\n" + "\n".join(tally.false)
    assert tally.restored.total() >= 0.8 * n, summary


def show(text: str, slips: list[Slip], findings: list[Finding], tally: Tally) -> None:
    """Print a log's slips and findings."""
    lines = text.split("\n")
    print("\n#", lines[0], len(tally.false))
    for slip in slips:
        print("  SLIP", slip.line + 1, slip.kind, "|", slip.before, "->", lines[slip.line])
    for finding in findings:
        fix = finding.fix.to_json() if finding.fix else None
        print("  ", finding.line, finding.code, finding.message[:170], fix)
