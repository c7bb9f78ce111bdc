#!/usr/bin/env python
"""Django's command line for this project."""

import gc
import os
import sys
from pathlib import Path


def main() -> None:
    """Run a management command, in the project's environment if this Python lacks Django."""
    gc.disable()  # imports make many objects and no garbage; `GoryoSiteConfig.ready` enables it
    gc.set_threshold(50_000)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        python = Path(__file__).resolve().parent / ".venv" / "bin" / "python"
        if python.exists() and Path(sys.prefix) != python.parent.parent:
            os.execv(python, [str(python), *sys.argv])  # noqa: S606 - the same command, in the project's environment
        sys.exit("Django is not installed here. `make setup` creates .venv with everything needed.")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output (`head`) closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
