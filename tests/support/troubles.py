"""Random interference for the storm: games are withdrawn, restored, deleted, uploaded and counted
again until this process is killed.

`python -m tests.support.troubles LOGS DELETED SEED`: a folder of logs, and a file to which the
digest of each game is written before it is deleted.
"""

import os
import random
import sys
import time
from pathlib import Path

import django


def main(logs: Path, deleted: Path, seed: str) -> None:
    """Change random games."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.support.storm_settings")
    django.setup()
    from analytics import services as stats_services
    from replays import services as replay_services
    from replays.models import Game, UploadSource

    chance = random.Random(seed)
    lines = [line for path in sorted(logs.iterdir()) for line in path.read_bytes().splitlines()]

    def some(games: object, most: int) -> list[int]:
        ids = list(games.values_list("pk", flat=True))  # type: ignore[attr-defined]
        return chance.sample(ids, min(len(ids), chance.randint(1, most)))

    while True:
        match chance.choice(["hide", "hide", "show", "delete", "again", "count", "count"]):
            case "hide":
                replay_services.withdraw_games(some(Game.objects.visible(), 6))
            case "show":
                hidden = Game.objects.filter(withdrawn_at__isnull=False)
                replay_services.restore_games(some(hidden, 6))
            case "delete":
                ids = some(Game.objects.all(), 2)
                digests = Game.objects.filter(pk__in=ids).values_list("digest", flat=True)
                with deleted.open("a") as file:
                    file.write("".join(f"{digest}\n" for digest in digests))
                    file.flush()
                    os.fsync(file.fileno())
                replay_services.delete_games(ids)
            case "again":
                data = b"\n".join(chance.sample(lines, min(len(lines), chance.randint(1, 12))))
                queued = replay_services.Reading.QUEUED
                replay_services.submit(data, source=UploadSource.COMMAND, reading=queued)
            case "count":
                stats_services.count_games(some(Game.objects.all(), 30), again=True)
        print(".", end="", flush=True)
        time.sleep(chance.uniform(0.0, 0.1))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
