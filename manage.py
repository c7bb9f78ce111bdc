#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys
from pathlib import Path


def main() -> None:
    """Run a management command, with the project's own environment where this Python lacks
    Django.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")
    try:
        from django.core.management import execute_from_command_line
    except ModuleNotFoundError:
        own = Path(__file__).resolve().parent / ".venv" / "bin" / "python"
        if own.exists() and Path(sys.prefix) != own.parent.parent:
            os.execv(own, [str(own), *sys.argv])  # noqa: S606 - the same command, in the environment `make setup` made
        sys.exit("Django is not installed here. `make setup` makes .venv with all that is needed.")
    try:
        execute_from_command_line(sys.argv)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read what we print (`head`, say) has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
