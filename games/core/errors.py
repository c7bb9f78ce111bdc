"""Two kinds of errors that never share a class: a wrong log, and an engine that is wrong."""

from games.core.findings import LOG_FORMAT, Problem


class LogError(Exception):
    """A client error: something in a log cannot be read. Carries the problem as data, and `at`, the
    offset in the text where that is known.
    """

    def __init__(
        self,
        message: str,
        *,
        rule: str = LOG_FORMAT,
        code: str = "unreadable",
        key: str | None = None,
        at: int | None = None,
    ) -> None:
        super().__init__(message)
        self.at = at
        self.problem = Problem(rule, code, message, key)


class EngineFault(Exception):
    """An internal error: the engine contradicts itself. Never shown as a mistake in the log."""


class ConversionError(ValueError):
    """A client error: another program's record cannot be converted to a log."""
