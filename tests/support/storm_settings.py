"""Settings of the workers of the storm: short leases and small batches, which kills interrupt."""

import os

from games import registry
from tests.settings import *  # noqa: F403
from tests.support.kinds import changed_kind

UPLOAD_BATCH_GAMES = 5
UPLOAD_LEASE_SECONDS = 2.0
UPLOAD_REQUEUE_SECONDS = 3.0
UPLOAD_ATTEMPTS = 500  # the storm kills workers at any time

STORM_RULES = int(os.environ.get("STORM_RULES", "0"))
if STORM_RULES:  # newer counting rules, as after an update of the site: one more number per game
    _kind = registry.KINDS["goryo"]
    registry.KINDS["goryo"] = changed_kind(
        _kind,
        counting={
            "version": _kind.counting.version + STORM_RULES,
            "facts": lambda replay: {
                **_kind.counting.facts(replay),
                "storm": {"rules": len(replay.steps) + STORM_RULES},
            },
        },
    )
