"""The site: the only place that knows every part."""

from goryo_site.runtime.celery import app as celery_app

__all__ = ["celery_app"]
