"""Management commands as tests run them."""

import io
from contextlib import redirect_stdout
from typing import Any

from django.core.management import call_command


def run(name: str, *arguments: object, **options: Any) -> tuple[int, str, str]:
    """Return the exit status of a command, and what it wrote to its two streams."""
    out, errors, status = io.StringIO(), io.StringIO(), 0
    try:
        with redirect_stdout(out):
            call_command(name, *map(str, arguments), stdout=out, stderr=errors, **options)
    except SystemExit as end:
        status = int(end.code or 0)
    return status, out.getvalue(), errors.getvalue()


def output(name: str, *arguments: object, **options: Any) -> str:
    """Return what a command wrote to its standard output; fail if it did not succeed."""
    status, out, errors = run(name, *arguments, **options)
    assert status == 0, errors
    return out
