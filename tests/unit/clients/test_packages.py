"""Both packages are built, installed in environments without anything else, and run their READMEs.

Nothing is downloaded: builds use the packages of this environment, and the client's dependencies
are linked from it, with what they require and nothing more.
"""

import json
import os
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from analytics.services import make_dump
from games.registry import judge
from tests.architecture.sources import ROOT
from tests.unit.analytics.conftest import count_logs
from tests.unit.analytics.logs import varied

pytestmark = pytest.mark.slow
FOLDERS = {
    "kifu_games": ROOT / "packages" / "kifu-games",
    "kifu_house": ROOT / "clients" / "python",
}
SAMPLES = sorted((ROOT / "samples").glob("*.txt"))
RUN_README = """
import re, sys
text = open(sys.argv[1], encoding="utf-8").read().replace("https://kifu.example", sys.argv[2])
blocks = re.findall(r"```python\\n(.*?)```", text, re.DOTALL)
assert len(blocks) > 3
for block in blocks:
    exec(compile(block, block, "exec"), globals())
"""
JUDGE = """
import json, sys
from kifu_games.registry import judge
for path in sys.argv[1:]:
    for game in judge(open(path, "rb").read()):
        print(json.dumps([game.record.canonical(), [w.to_json() for w in game.warnings]]))
"""
MODULES = """
import json, sys
import kifu_games.registry
roots = {name.partition(".")[0] for name in sys.modules}
print(json.dumps(sorted(roots - sys.stdlib_module_names - {"__main__"})))
"""


def run(*command: Any, folder: Path) -> str:
    """Return what a command prints. It sees no variables that lead to other packages."""
    keep = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env={**keep, "NO_PROXY": "*", "PIP_CONFIG_FILE": os.devnull},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both wheels, built as `make packages` does, by package."""
    folder = tmp_path_factory.mktemp("wheels")
    for source in FOLDERS.values():
        build = ("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, source)
        run(sys.executable, *build, folder=folder)
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


def install(wheel: Path, folder: Path) -> Path:
    """Install a wheel into a new environment; return its Python."""
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python"
    options = ("--no-index", "--no-deps", "--no-compile", "--quiet")
    run(sys.executable, "-m", "pip", "--python", python, "install", *options, wheel, folder=folder)
    return python


def requirements(name: str, extra: str = "") -> Iterator[str]:
    """Yield the names of what a package requires, and of what that requires."""
    for text in distribution(name).requires or []:
        required = Requirement(text)
        if required.marker is None or required.marker.evaluate({"extra": extra}):
            yield required.name
            yield from requirements(required.name)


def link(names: set[str], python: Path) -> None:
    """Make packages of this environment importable in another one."""
    (packages,) = python.parents[1].glob("lib/python*/site-packages")
    for name in names:
        found = distribution(name)
        for top in {file.parts[0] for file in found.files or []} - {"..", "__pycache__"}:
            if not (packages / top).exists():
                (packages / top).symlink_to(found.locate_file(top))


@pytest.fixture(scope="module")
def engine(wheels: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with `kifu-games` only."""
    return install(wheels["kifu_games"], tmp_path_factory.mktemp("engine"))


def test_the_engine_needs_nothing_else(engine: Path, tmp_path: Path) -> None:
    assert json.loads(run(engine, "-I", "-c", MODULES, folder=tmp_path)) == ["kifu_games"]
    readme = FOLDERS["kifu_games"] / "README.md"
    printed = run(engine, "-I", "-c", RUN_README, readme, "", folder=tmp_path)
    assert "goryo accepted" in printed
    assert "Did you mean plan?" in printed
    assert "Esorcismo" in printed


def test_the_installed_engine_judges_as_the_site(engine: Path, tmp_path: Path) -> None:
    expected = [
        [game.record.canonical(), [warning.to_json() for warning in game.warnings]]
        for sample in SAMPLES
        for game in judge(sample.read_bytes())
        if game.record is not None
    ]
    judged = run(engine, "-I", "-c", JUDGE, *SAMPLES, folder=tmp_path).splitlines()
    assert [json.loads(line) for line in judged] == json.loads(json.dumps(expected))
    assert len(judged) >= len(SAMPLES)


def test_the_command_validates_files(engine: Path, tmp_path: Path) -> None:
    command = engine.with_name("kifu-games")
    n = len(SAMPLES)
    printed = run(command, "validate", *SAMPLES, folder=tmp_path)
    assert printed == f"{n} games: {n} legal (0 with a warning), 0 refused\n"
    broken = tmp_path / "broken.txt"
    broken.write_text('[Game "goryo"]\n\nplam e4\n', encoding="utf-8")
    done = subprocess.run([command, "validate", broken], capture_output=True, text=True)
    assert (done.returncode, "error: game 1" in done.stdout) == (1, True)
    done = subprocess.run([command, "validate", "none.txt"], capture_output=True, text=True)
    assert (done.returncode, done.stderr[:22]) == (2, "none.txt can't be read")


def test_the_client_needs_what_it_declares(
    wheels: dict[str, Path], tmp_path: Path, transactional_db: None, live_server: Any, settings: Any
) -> None:
    settings.DUMPS_DIR = tmp_path / "dumps"
    count_logs(varied(5))
    make_dump()
    python = install(wheels["kifu_house"], tmp_path / "venv")
    link(
        {"httpx", "pandas", "pyarrow"}
        | {name for package in ("httpx", "pandas", "pyarrow") for name in requirements(package)},
        python,
    )
    readme = FOLDERS["kifu_house"] / "README.md"
    printed = run(python, "-I", "-c", RUN_README, readme, live_server.url, folder=tmp_path)
    assert "stored http" in printed
    assert "404 not_found" in printed
    assert sorted(path.suffix for path in (tmp_path / "downloads").iterdir()) == [".gz", ".parquet"]


def test_wheels_have_their_data_and_one_version(wheels: dict[str, Path]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    version = project["project"]["version"]
    for name, wheel in wheels.items():
        assert wheel.name == f"{name}-{version}-py3-none-any.whl"
        files = set(ZipFile(wheel).namelist())
        assert f"{name}/py.typed" in files
        assert f"{name}-{version}.dist-info/licenses/LICENSE" in files
    games = set(ZipFile(wheels["kifu_games"]).namelist())
    sources = {path.relative_to(ROOT) for path in (ROOT / "games").rglob("*.py")}
    sources |= {path.relative_to(ROOT) for path in (ROOT / "games").rglob("*.json")}
    copies = {path.as_posix().replace("games/", "kifu_games/", 1) for path in sources}
    assert copies <= games
    assert "kifu_games/locale/it/LC_MESSAGES/django.mo" in games


def test_the_build_renames_modules_and_notices_what_it_misses() -> None:
    path = FOLDERS["kifu_games"] / "hatch_build.py"
    spec = spec_from_file_location("hatch_build", path)
    assert spec is not None
    assert spec.loader is not None
    hook = module_from_spec(spec)
    spec.loader.exec_module(hook)
    source = 'from games.core import x\nfiles("games.goryo")\n'
    assert hook.renamed(source).splitlines()[:2] == [
        "from kifu_games.core import x",
        'files("kifu_games.goryo")',
    ]
    for missed in ("import games", "from games.chess import kind", "from games import registry"):
        with pytest.raises(ValueError, match="imports"):
            hook.renamed(missed)
