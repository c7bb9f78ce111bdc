"""The compiled rules are used exactly as long as they are made from the present sources."""

import importlib
import sys
from pathlib import Path

import pytest

from goryo_site.runtime.compiled import STAMP, digest_of, use_compiled


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of one module with a current copy, before `games` is imported."""
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "rules.py").write_text("PAWNS = 1\n")
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "compile_games.py").write_text("OPTIMIZATION = 2\n")
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / STAMP).write_text(digest_of(tmp_path))
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "games")
    monkeypatch.delenv("KIFU_COMPILED", raising=False)
    return tmp_path


def is_used(project: Path) -> bool:
    used = use_compiled(project / "compiled", project)
    assert used == (sys.path[0] == str(project / "compiled"))
    return used


def test_a_current_copy_is_used(project: Path) -> None:
    assert is_used(project)


@pytest.mark.parametrize("change", ["PAWNS = 2\n", "PAWNS = 1\n\n"])
def test_a_copy_of_other_sources_is_not_used(project: Path, change: str) -> None:
    (project / "games" / "rules.py").write_text(change)
    assert not is_used(project)


def test_a_copy_is_not_used_if_a_module_is_new_or_moved(project: Path) -> None:
    (project / "games" / "rules.py").rename(project / "games" / "law.py")
    assert not is_used(project)


def test_a_copy_by_another_compiler_is_not_used(project: Path) -> None:
    (project / "scripts" / "compile_games.py").write_text("OPTIMIZATION = 3\n")
    assert not is_used(project)


def test_the_setting_0_keeps_the_modules(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIFU_COMPILED", "0")
    assert not is_used(project)


def test_a_process_that_imported_the_modules_keeps_them(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "games", importlib.import_module("json"))
    assert not is_used(project)
