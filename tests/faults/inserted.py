"""Deliberate faults: each is put into a copy of the project, and its tests must fail.

    python -m tests.faults.inserted [part of a name]

Prints the first failing test of each fault. Exit status 1 if a fault was not seen, or if its
code has changed and the table (inserted.toml) must follow.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_suffix(".toml")


def copy_project(target: Path) -> None:
    """Copy the files that git tracks, as they are in the working tree."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    tar = ["tar", "--create", "--null", "--files-from=-", "--file=-"]
    packed = subprocess.run(tar, cwd=ROOT, input=names.stdout, capture_output=True, check=True)
    subprocess.run(["tar", "--extract", "--file=-"], cwd=target, input=packed.stdout, check=True)


def replacements(fault: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what a fault replaces by what: several places if each of them prevents the fault."""
    if isinstance(fault["old"], str):
        return [(fault["old"], fault["new"])]
    return list(zip(fault["old"], fault["new"], strict=True))


def failing_test(project: Path, fault: dict[str, Any]) -> str:
    """Run the tests of a fault in the copy; return the first that fails, or a reason."""
    file = project / fault["file"]
    source = changed = file.read_text(encoding="utf-8")
    for old, new in replacements(fault):
        if source.count(old) != 1:
            return "NOT FOUND: the code to replace has changed"
        changed = changed.replace(old, new)
    file.write_text(changed, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-n", "0"]
    done = subprocess.run(
        [*command, "-m", "not browser and not embedded", *fault["tests"].split()],
        cwd=project, capture_output=True, text=True, check=False,
        env={**os.environ, "TEST_TURNS": "all"},
    )  # fmt: skip
    file.write_text(source, encoding="utf-8")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return failed[0].split(" - ")[0] if failed else "NOT SEEN"


def main(part: str = "") -> int:
    """Try the faults whose names contain `part`; return the exit status."""
    faults = [fault for fault in tomllib.loads(TABLE.read_text())["fault"] if part in fault["name"]]
    is_complete = True
    with tempfile.TemporaryDirectory() as folder:
        copy_project(Path(folder))
        for fault in faults:
            seen_by = failing_test(Path(folder), fault)
            is_complete &= not seen_by.startswith("NOT ")
            print(f"{fault['name']}\n    {seen_by}", flush=True)
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
