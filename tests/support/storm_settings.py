"""Settings of the storm's workers: short leases, small batches, so that kills find them at work."""

from tests.settings import *  # noqa: F403

UPLOAD_BATCH_GAMES = 5
UPLOAD_LEASE_SECONDS = 2.0
UPLOAD_REQUEUE_SECONDS = 3.0
UPLOAD_ATTEMPTS = 50  # the storm kills; it does not say whose fault that is
