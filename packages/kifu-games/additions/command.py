"""The command `kifu-games`."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from games.log.report import Report
from games.registry import hints, judge


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit status is 1 if a game is refused, 2 if a file cannot be read."""
    parser = ArgumentParser(prog="kifu-games", description="Rules and logs of board games.")
    parser.add_argument("--version", action="version", version=version("kifu-games"))
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    checking = commands.add_parser(
        "validate",
        help="check every game of the files",
        description="Check every game of the files and print each error with its location, rule "
        "and legal alternatives.",
    )
    checking.add_argument("files", nargs="+", metavar="FILE", help="a log; - is standard input")
    checking.add_argument("--hints", action="store_true", help="also print hints")
    options = parser.parse_args(arguments)
    return validate(options.files, with_hints=options.hints)


def validate(paths: Sequence[str], *, with_hints: bool = False) -> int:
    """Print what is wrong with the logs of some files, then totals. Return the exit status."""
    report = Report()
    for path in paths:
        try:
            data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        except OSError as error:
            sys.stderr.write(f"{path} can't be read: {error.strerror}\n")
            return 2
        for judged in judge(data):
            for line in report.lines(path, judged, hints(judged) if with_hints else ()):
                sys.stdout.write(f"{line.text}\n")
    sys.stdout.write(f"{report.summary}\n")
    return 1 if report.refused else 0


if __name__ == "__main__":
    sys.exit(main())
