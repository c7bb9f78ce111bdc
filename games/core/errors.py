"""Two families that never share a class: theirs (a log that is wrong) and ours (an engine that
is).
"""

from games.core.findings import LOG_FORMAT, Problem


class LogError(Exception):
    """Theirs: something in a log cannot be read. Carries the problem as data."""

    def __init__(
        self,
        message: str,
        *,
        rule: str = LOG_FORMAT,
        code: str = "unreadable",
        key: str | None = None,
    ) -> None:
        super().__init__(message)
        self.problem = Problem(rule, code, message, key)


class EngineFault(Exception):
    """Ours: the engine contradicts itself. Never shown as a fault of the log."""
