"""`make bench`: print all figures, one line `NAME VALUE` each. `LOGS="PATTERN…"` measures your logs
instead of generated ones.

One run on one core. `goryo.replay.vs_python_chess` is that of the engine compiled by mypyc, as in
the image of docker-compose, if a C compiler is found; `….pure` is that of the Python modules.
`gorinto.judge` and `kyoto.judge` parse, validate and replay whole games; `replay_alone` only
applies events that were read before, which is what Gorinto's peer's recorded figures are about
(`whole.py`). `vs_peer` compares it with the slowest of them, scaled by the speed of python-chess in
this run. `facts.KIND.facts_share` is the cost of the facts divided by judging,
`facts.KIND.part.NAME` what each part of them costs.
"""

import json
import os
import shutil
import subprocess
import sys
from typing import Any

from tests.benchmarks.whole import LOGS, PEER

COMPILED = "var/compiled"
PEER_PLIES = 68_627
"""What python-chess reads per second on the machine on which Gorinto's peer was measured."""
ENGINE = {
    "goryo.replay.vs_python_chess": "vs_python_chess",
    "goryo.replay.events_per_s": "events_per_s",
    "goryo.belief.per_s": "belief_per_s",
}


def run(module: str, *arguments: str) -> dict[str, Any]:
    """Run a module of this package and return the figures that it prints."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def show(name: str, value: float) -> None:
    """Print one figure."""
    print(f"{name} {value:.6g}", flush=True)


def main() -> None:
    """Measure on one core, pure and compiled."""
    logs = sys.argv[1:]
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    pure, whole_pure = run("engine", *logs), {kind: run("whole", kind) for kind in LOGS}
    facts_pure = facts = run("facts")
    best, whole, form = pure, whole_pure, "pure"
    if shutil.which("cc") or shutil.which("gcc"):
        script = [sys.executable, "scripts/compile_games.py", COMPILED]  # quick if it is current
        subprocess.run(script, check=True, stdout=subprocess.DEVNULL)
        best, form = run("engine", "--compiled", COMPILED, *logs), "compiled"
        whole = {kind: run("whole", kind, "--compiled", COMPILED) for kind in LOGS}
        facts = run("facts", "--compiled", COMPILED)
    baselines = run("random_games")
    http, page, stats = run("http", *logs), run("page"), run("stats")
    counting = run("counting") if stats else {}
    print(f"goryo.replay.form {form}")
    for name, key in ENGINE.items():
        show(name, best[key])
        show(f"{name}.pure", pure[key])
    show("python_chess.plies_per_s", best["chess_plies_per_s"])
    for kind, figures in whole.items():
        for name, key in (("judge", "judged_per_s"), ("replay_alone", "replayed_per_s")):
            show(f"{kind}.{name}.games_per_s", figures[key])
            show(f"{kind}.{name}.games_per_s.pure", whole_pure[kind][key])
    _show_engines(facts, facts_pure, "facts")
    _show_engines(_vs_peer(best, whole), _vs_peer(pure, whole_pure), "gorinto.replay_alone")
    for kind, seconds in baselines.items():
        show(f"baseline.{kind}.s_per_1000_games.pure", seconds)
    for prefix, group in {
        "gorinto.replay_alone.peer_recorded": PEER, "http.upload": http, "replay.page": page,
    }.items():  # fmt: skip
        for name, value in group.items():
            show(f"{prefix}.{name}", value)
    show("engine.replay.ms", pure["replay_ms"])
    _show_stats(stats)
    for name, value in counting.items():
        show(f"stats.count.{name}", value)


def _show_engines(best: dict[str, float], pure: dict[str, float], prefix: str) -> None:
    """Print the figures of both forms of the engines."""
    for name, value in best.items():
        show(f"{prefix}.{name}", value)
        if name in pure:
            show(f"{prefix}.{name}.pure", pure[name])


def _vs_peer(engine: dict[str, Any], whole: dict[str, dict[str, Any]]) -> dict[str, float]:
    """Return the rate of Gorinto's replay divided by the rate of the peer, scaled to this run."""
    expected = PEER["least"] * engine["chess_plies_per_s"] / PEER_PLIES
    return {"vs_peer": whole["gorinto"]["replayed_per_s"] / expected}


def _show_stats(stats: dict[str, Any]) -> None:
    """Print the figures of statistics, which need PostgreSQL."""
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
        for name in ("behind_p95_ms", "counted_bytes_a_game", "stored_bytes_a_game"):
            show(f"stats.{name}.{max(sizes)}", stats[f"{name}_{max(sizes)}"])


if __name__ == "__main__":
    main()
