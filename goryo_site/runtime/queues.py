"""The queues of Celery: which task goes to which, and which worker consumes which.

Each worker has its own processes, so that neither reading nor counting waits for a long job. Within
a worker the queues take turns: a new game is counted after at most one part of a sweep, however
many of them wait.
"""

from collections.abc import Mapping
from typing import Final

UPLOADS, COUNTING, SWEEP, BEAT, SLOW = "uploads", "counting", "sweep", "beat", "slow"
HOOKS, REQUESTED_HOOKS = "webhooks", "webhooks-requested"

WORKERS: Final[Mapping[str, tuple[str, ...]]] = {
    "uploads": (UPLOADS,),
    "counting": (COUNTING, SWEEP, BEAT),
    "slow": (SLOW,),
    "webhooks": (HOOKS, REQUESTED_HOOKS),  # receivers can be slow
}
"""Worker → the queues it consumes."""

ROUTES: Final = {
    "replays.tasks.read_upload": {"queue": UPLOADS},
    "replays.tasks.publish_due": {"queue": UPLOADS},
    "rooms.tasks.play_house": {"queue": UPLOADS},
    "analytics.tasks.count_games": {"queue": COUNTING},
    "analytics.tasks.count_hidden": {"queue": COUNTING},
    "analytics.tasks.sweep_games": {"queue": SWEEP},
    "replays.tasks.sweep_uploads": {"queue": BEAT},
    "rooms.tasks.sweep_house": {"queue": BEAT},
    "goryo_site.*": {"queue": BEAT},
    "accounts.tasks.send_webhooks": {"queue": HOOKS},
    "accounts.tasks.deliver_webhook": {"queue": HOOKS},
    "accounts.tasks.deliver_event": {"queue": REQUESTED_HOOKS},
    "replays.*": {"queue": SLOW},
    "analytics.*": {"queue": SLOW},
    "accounts.*": {"queue": SLOW},
    "rooms.*": {"queue": SLOW},
}
"""Task → its queue; the first that fits. New tasks are slow until they are listed here."""
