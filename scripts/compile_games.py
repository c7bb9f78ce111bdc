"""Compile the rules engine with mypyc: about twice as fast. The pure form always works; nothing
needs this.

    python scripts/compile_games.py                a copy of `games/` with compiled modules in
                                                   var/compiled, which the site uses unless
                                                   KIFU_COMPILED=0; nothing to do if it is current
    python scripts/compile_games.py FOLDER         the same in another folder
    python scripts/compile_games.py --in-place     next to the sources: for an image

Needs a C compiler, mypy and setuptools. A compiled module hides its source, so a working copy is
better left pure: the site uses the copy only as long as no file of `games/` changes
(`goryo_site/runtime/compiled.py`).
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "games/core/codec.py",
    "games/core/errors.py",
    "games/core/findings.py",
    "games/core/record.py",
    "games/core/replay.py",
    "games/core/rules.py",
    "games/gorinto/claims.py",
    "games/gorinto/codec.py",
    "games/gorinto/header.py",
    "games/gorinto/rules",
    "games/gorinto/steps.py",
    "games/gorinto/table.py",
    "games/goryo/assessment/chase_counts.py",
    "games/goryo/codec.py",
    "games/goryo/header.py",
    "games/goryo/inference.py",
    "games/goryo/steps.py",
    "games/goryo/rules",
    "games/kyoto/codec.py",
    "games/kyoto/header.py",
    "games/kyoto/position.py",
    "games/kyoto/rules",
    "games/kyoto/steps.py",
    "games/log/header.py",
    "games/log/json_reader.py",
    "games/log/judge.py",
    "games/log/raw.py",
)
"""What a log passes through. Left out: modules whose classes mypyc cannot make (a subclass of
str, protocols).
"""
SETUP = """
import os
from concurrent.futures import ThreadPoolExecutor
from mypyc.build import mypycify
from setuptools import setup
from setuptools.command.build_ext import build_ext


class ParallelBuild(build_ext):
    # One module after the other would leave the other cores idle.
    def build_extensions(self):
        compiler, cores = self.compiler, os.cpu_count() or 1

        def compile(sources, output_dir=None, macros=None, include_dirs=None, debug=0,
                    extra_preargs=None, extra_postargs=None, depends=None):
            macros, objects, after, options, build = compiler._setup_compile(
                output_dir, macros, include_dirs, sources, depends, extra_postargs)
            before = compiler._get_cc_args(options, debug, extra_preargs)

            def compile_one(name):
                compiler._compile(name, *build[name], before, after, options)

            with ThreadPoolExecutor(cores) as pool:
                list(pool.map(compile_one, build))
            return objects

        compiler.compile = compile
        super().build_extensions()


modules = mypycify({options!r}, opt_level={level!r}, debug_level="0", multi_file=True)
setup(name="games", packages=[], ext_modules=modules, cmdclass={{"build_ext": ParallelBuild}})
"""
OPTIMIZATION = "2"
CHECK = """
import hashlib, json, random
from games.registry import KINDS, judge_log, simulate, write_text

digest = hashlib.sha256()
for kind in KINDS.values():
    for number, ruleset in enumerate(kind.identity.rulesets[:9]):
        record = simulate(kind.slug, ruleset, "check", random.Random(number))
        log = {**record.header, "events": [entry.plain for entry in record.entries]}
        for left_out in range(0, len(log["events"]), 3):
            events = [e for n, e in enumerate(log["events"]) if n != left_out]
            judged = judge_log({**log, "events": events})
            findings = [(f.event, f.code, str(f.message)) for f in judged.findings]
            digest.update(repr(findings).encode())
        digest.update(json.dumps(log, sort_keys=True).encode() + write_text(record).encode())
        for view in ("omniscient", "public"):
            steps = kind.display.steps(judge_log(log).replay, view, False)
            digest.update(json.dumps(list(steps), sort_keys=True).encode())
print(digest.hexdigest())
"""
"""Judges games and games with an event left out; prints the digest of all results."""


def module_files(top: Path) -> list[str]:
    """The modules' files, relative to `top`."""
    files: list[str] = []
    for name in MODULES:
        path = top / name
        found = sorted(path.glob("*.py")) if path.is_dir() else [path]
        files += [str(file.relative_to(top)) for file in found if file.name != "__init__.py"]
    return files


def results_of(top: Path) -> str:
    """Return the digest of what `top/games` makes of some games. Raises CalledProcessError."""
    environment = {**os.environ, "PYTHONPATH": str(top), "PYTHONHASHSEED": "0"}
    command = [sys.executable, "-c", CHECK]
    done = subprocess.run(command, cwd=top, check=True, env=environment, capture_output=True)  # noqa: S603 - our own script
    return done.stdout.decode().strip()


def compile_games(top: Path) -> None:
    """Compile the modules of `top/games` in place, and compare their results with those before.
    Raises CalledProcessError, and ValueError if they differ.
    """
    before = results_of(top)
    build = top / "build-games"
    build.mkdir(exist_ok=True)
    script = build / "setup.py"
    config = build / "mypy.ini"
    config.write_text("[mypy]\n", encoding="utf-8")
    options = [f"--config-file={config}", *module_files(top)]
    text = SETUP.format(options=options, level=OPTIMIZATION)
    script.write_text(text, encoding="utf-8")
    command = [sys.executable, str(script), "--quiet", "build_ext", "--inplace"]
    environment = {**os.environ, "PYTHONPATH": str(top), "MYPYPATH": str(top)}
    subprocess.run(command, cwd=top, check=True, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603 - our own script
    shutil.rmtree(build)
    shutil.rmtree(top / "build", ignore_errors=True)
    if results_of(top) != before:
        raise ValueError("The compiled rules have other results than the modules.")


def compile_copy(into: Path) -> bool:
    """Compile a copy of the games, unless a current one is there; return whether it was compiled.
    The copy appears when it is complete, so processes can start meanwhile.
    """
    sys.path.insert(0, str(ROOT))
    from goryo_site.runtime.compiled import STAMP, digest_of

    digest, stamp = digest_of(ROOT), into / STAMP
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return False
    draft = into.with_name(f"{into.name}.{os.getpid()}")
    try:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "games", draft / "games", ignore=ignored)
        compile_games(draft)
        (draft / STAMP).write_text(digest, encoding="utf-8")
        shutil.rmtree(into, ignore_errors=True)
        draft.rename(into)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return True


def main() -> None:
    """Copy if asked to, then compile."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("into", type=Path, nargs="?", help="a folder for the compiled copy")
    parser.add_argument("--in-place", action="store_true")
    options = parser.parse_args()
    if options.in_place and options.into is not None:
        parser.error("name a folder, or --in-place")
    if options.in_place:
        compile_games(ROOT)
        print(f"compiled {len(module_files(ROOT))} modules in {ROOT}")
        return
    into = (options.into or ROOT / "var" / "compiled").resolve()
    is_new = compile_copy(into)
    print(f"{into} {'is compiled' if is_new else 'was already current'}")


if __name__ == "__main__":
    main()
