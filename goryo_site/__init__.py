"""The Django project: settings, URLs and everything the apps share at run time."""

import os
from typing import Any

from goryo_site.runtime.compiled import use_compiled

# Before NumPy is loaded: with one thread, sums of a fit have one order, and workers that share a
# machine do not wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
use_compiled()


def __getattr__(name: str) -> Any:
    """Load the Celery application when `celery --app goryo_site` asks for it (PEP 562)."""
    if name == "app":
        from goryo_site.runtime.celery import app

        return app
    raise AttributeError(name)
