"""The ASGI entry point, for gunicorn with `goryo_site.runtime.web_worker`."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")

from goryo_site.runtime.front import Front

application = Front(
    get_wsgi_application(),
    threads=settings.WEB_THREADS,
    body_bytes=settings.BODY_MAX_BYTES,
    buffer_bytes=settings.WEB_BUFFER_BYTES,
)
