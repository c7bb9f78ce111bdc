"""The ASGI entry point, for servers that speak it."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goryo_site.settings")
application = get_asgi_application()
