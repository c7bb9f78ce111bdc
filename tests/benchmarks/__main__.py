"""`make bench`: all figures, a line `NAME VALUE` each. `LOGS="PATTERN…"` measures logs of your own
instead of made ones.

One run on one core. `goryo.replay.vs_python_chess` is of the engine compiled by mypyc, as the image
of docker-compose has it, where a C compiler is found; the pure form's figure stands beside it.
`gorinto.judge` and `kyoto.judge` parse, validate and replay whole games; `replay_alone` only
applies events that were read before, which is what Gorinto's peer's recorded figures are about
(`whole.py`).
"""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

from tests.benchmarks.whole import LOGS, PEER

COMPILED = "var/compiled"


def run(module: str, *arguments: str) -> dict[str, Any]:
    """The figures that a module of this package prints."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def show(name: str, value: float) -> None:
    """One figure."""
    print(f"{name} {value:.6g}", flush=True)


def main() -> None:
    """Measure on one core, pure and compiled."""
    logs = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    pure, whole_pure = run("engine", *logs), {kind: run("whole", kind) for kind in LOGS}
    best, whole, form = pure, whole_pure, "pure"
    if shutil.which("cc") or shutil.which("gcc"):
        script = [sys.executable, "scripts/compile_games.py", COMPILED]
        subprocess.run(script, check=True, stdout=subprocess.DEVNULL)
        best, form = run("engine", "--compiled", COMPILED, *logs), "compiled"
        whole = {kind: run("whole", kind, "--compiled", COMPILED) for kind in LOGS}
    http, page = run("http", *logs), run("page")
    stats = run("stats")
    show("goryo.replay.vs_python_chess", best["vs_python_chess"])
    print(f"goryo.replay.form {form}")
    show("goryo.replay.vs_python_chess.pure", pure["vs_python_chess"])
    show("goryo.replay.events_per_s", best["events_per_s"])
    show("goryo.replay.events_per_s.pure", pure["events_per_s"])
    show("python_chess.plies_per_s", best["chess_plies_per_s"])
    show("goryo.belief.per_s", best["belief_per_s"])
    show("goryo.belief.per_s.pure", pure["belief_per_s"])
    for kind, one in whole.items():
        show(f"{kind}.judge.games_per_s", one["judged_per_s"])
        show(f"{kind}.judge.games_per_s.pure", whole_pure[kind]["judged_per_s"])
        show(f"{kind}.replay_alone.games_per_s", one["replayed_per_s"])
        show(f"{kind}.replay_alone.games_per_s.pure", whole_pure[kind]["replayed_per_s"])
    show("gorinto.replay_alone.peer_recorded.least", PEER["least"])
    show("gorinto.replay_alone.peer_recorded.most", PEER["most"])
    show("http.upload.p50_ms", http["p50_ms"])
    show("http.upload.p95_ms", http["p95_ms"])
    for name, value in page.items():
        show(f"replay.page.{name}", value)
    show("engine.replay.ms", pure["replay_ms"])
    _show_stats(stats)


def _show_stats(stats: dict[str, Any]) -> None:
    """What was measured of statistics; nothing without PostgreSQL."""
    if not stats:
        print("stats.page no PostgreSQL answered, so statistics were not measured")
        return
    sizes = [int(name.rpartition("_")[2]) for name in stats if name.startswith("page_")]
    for size in sizes:
        show(f"stats.page.p95_ms.{size}", stats[f"page_p95_ms_{size}"])
        show(f"stats.page.cells.{size}", stats[f"cells_{size}"])
    if len(sizes) > 1:
        few, many = (stats[f"page_p95_ms_{size}"] for size in (min(sizes), max(sizes)))
        show("stats.page.ratio", many / few)
    show("stats.apply.games_per_s", stats["apply_games_per_s"])


if __name__ == "__main__":
    main()
