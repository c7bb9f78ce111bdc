"""What the documents say of the project is so."""

import re
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT

ADRS = sorted((ROOT / "docs" / "adr").glob("*.md"))
PARTS = ["Context", "Decision", "Consequences", "Rejected"]


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def wanted(name: str) -> set[str]:
    """The packages that an input file asks for, in their normal spelling."""
    lines = (line.strip() for line in text(name).splitlines())
    return {
        re.split(r"[\[<>=;\s]", line)[0].lower()
        for line in lines
        if line and not line.startswith(("#", "-"))
    }


def test_decisions_are_numbered_without_gaps() -> None:
    names = [path.name for path in ADRS]
    assert all(re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", name) for name in names), names
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert len(names) >= 7


@pytest.mark.parametrize("path", ADRS, ids=lambda path: path.stem)
def test_a_decision_has_its_four_parts(path: Path) -> None:
    words = path.read_text(encoding="utf-8")
    assert words.startswith(f"# {int(path.name[:4])}. ")
    assert re.findall(r"^## (.+)$", words, re.MULTILINE) == PARTS


@pytest.mark.parametrize("name", ["requirements.in", "requirements-dev.in"])
def test_every_dependency_is_explained(name: str) -> None:
    explained = set(re.findall(r"^\| `([^`]+)` \|", text("docs/dependencies.md"), re.MULTILINE))
    assert wanted(name) - {each.lower() for each in explained} == set()


def test_no_dependency_is_explained_that_is_gone() -> None:
    explained = set(re.findall(r"^\| `([^`]+)` \|", text("docs/dependencies.md"), re.MULTILINE))
    known = wanted("requirements.in") | wanted("requirements-dev.in")
    assert {each.lower() for each in explained} - known == set()


@pytest.mark.parametrize("name", ["requirements", "requirements-dev"])
def test_pins_are_in_step_with_what_is_asked_for(name: str) -> None:
    pins = re.findall(r"^([A-Za-z0-9_.-]+)==\S+", text(f"{name}.txt"), re.MULTILINE)
    assert wanted(f"{name}.in") - {pin.lower() for pin in pins} == set()
    assert not re.search(r"^--|://", text(f"{name}.txt"), re.MULTILINE), "no index hosts"


def test_every_variable_of_the_environment_is_documented() -> None:
    code = text("goryo_site/settings.py") + text("goryo_site/runtime/gunicorn.py")
    read = set(re.findall(r'(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)"', code))
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", text("docs/settings.md"), re.MULTILINE))
    assert read == told
    assert len(read) > 20


def test_commands_in_the_documents_are_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", text("Makefile"), re.MULTILINE))
    for name in ("CONTRIBUTING.md", ".pre-commit-config.yaml", ".ci/run"):
        called = set(re.findall(r"\bmake ([a-z][a-z0-9-]*)", text(name)))
        assert called, name
        assert called - targets == set(), name


def test_make_lists_every_target() -> None:
    makefile = text("Makefile")
    phony = set(re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE))
    told = set(re.findall(r"^([a-z0-9-]+):.* ## \S", makefile, re.MULTILINE))
    assert phony == told
