"""The Django project: settings, URLs and everything the apps share at run time."""

from typing import Any


def __getattr__(name: str) -> Any:
    """Load the Celery application when `celery --app goryo_site` asks for it (PEP 562)."""
    if name == "app":
        from goryo_site.runtime.celery import app

        return app
    raise AttributeError(name)
