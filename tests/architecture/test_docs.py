"""Statements of the documents about the project are true."""

import json
import re
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

ADRS = sorted((ROOT / "docs" / "adr").glob("*.md"))
PARTS = ["Context", "Decision", "Consequences", "Rejected"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def matches(pattern: str, name: str) -> set[str]:
    """Return what a pattern captures in the lines of a file."""
    return set(re.findall(pattern, text(name), re.MULTILINE))


def required(name: str) -> set[str]:
    """Return the packages of an input file in lower case."""
    return {package.lower() for package in matches(r"^\s*([^\s#\[<>=;-][^\s\[<>=;]*)", name)}


def test_decisions_are_numbered_without_gaps() -> None:
    names = [path.name for path in ADRS]
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name) for name in names), names
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert len(names) >= 7


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_a_decision_has_four_parts(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert page.startswith(f"# {int(path.name[:4])}. ")
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == PARTS


def test_exactly_the_dependencies_are_explained() -> None:
    explained = matches(r"^\| `([^`]+)` \|", "docs/dependencies.md")
    packages = required("requirements.in") | required("requirements-dev.in")
    scripts = json.loads(text("scripts/editor/package.json"))
    packages |= scripts["dependencies"].keys() | scripts["devDependencies"].keys()
    assert packages == {package.lower() for package in explained}
    assert len(required("requirements.in")) > 10


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_every_requirement_is_pinned(name: str) -> None:
    pins = {pin.lower() for pin in matches(r"^([A-Za-z0-9_.-]+)==\S+", f"{name}.txt")}
    assert required(f"{name}.in") - pins == set()
    assert not re.search(r"^--|://", text(f"{name}.txt"), re.MULTILINE), "no index hosts"
    hashed = matches(r"^([A-Za-z0-9_.-]+)==\S+.* \\\n    --hash=sha256:[0-9a-f]{64}", f"{name}.txt")
    assert pins == {pin.lower() for pin in hashed}, "run `make lock`"


def test_every_environment_variable_is_documented() -> None:
    pattern = r'(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)"'
    modules = tuple(
        f"goryo_site/{name}.py" for name in ("settings", "runtime/gunicorn", "runtime/compiled")
    )
    read = set().union(*(matches(pattern, name) for name in modules))
    assert read == matches(r"^\| `([A-Z_]+)` \|", "docs/settings.md")
    assert len(read) > 20


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", ".pre-commit-config.yaml", ".ci/run"])
def test_commands_in_the_documents_are_targets_of_the_makefile(name: str) -> None:
    commands = matches(r"\bmake ([a-z][a-z0-9-]*)", name)
    assert commands
    assert commands - matches(r"^([a-z0-9-]+):", "Makefile") == set()


def test_make_lists_every_target() -> None:
    phony = matches(r"^\.PHONY: (.+)$", "Makefile")
    assert phony == matches(r"^([a-z0-9-]+):.* ## \S", "Makefile")


def test_documented_limits_are_those_of_the_settings() -> None:
    read = r'env\.str\(\s*"([A-Z_]+_RATE)",\s*default="([^"]+)"'
    limits = matches(read, "goryo_site/settings.py")
    documented = matches(r"^\| `([A-Z_]+_RATE)` \| `?([^`|]+?)`? \|", "docs/settings.md")
    assert limits == {(name, default) for name, default in documented if "/" in default}
    assert len(limits) > 15
