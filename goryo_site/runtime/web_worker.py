"""The worker class of gunicorn: uvicorn with our limits, without what Django does itself."""

import logging
from typing import Any

from uvicorn_worker import UvicornWorker


class WebWorker(UvicornWorker):  # type: ignore[misc]  # untyped
    """Serves `goryo_site.asgi`."""

    CONFIG_KWARGS = {
        "loop": "asyncio",
        "http": "goryo_site.runtime.connections:Connection",  # imported with the site
        "ws": "none",
        "lifespan": "off",
        "interface": "asgi3",
        "access_log": False,  # the site logs each request itself
        "server_header": False,
        "proxy_headers": False,  # Django reads them (NUM_PROXIES)
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.config.timeout_graceful_shutdown = self.cfg.graceful_timeout
        # Through our handler. A bad request is the client's error and not worth a warning.
        server_log = logging.getLogger("uvicorn.error")
        server_log.handlers, server_log.propagate = [], True
        server_log.setLevel(logging.ERROR)
