"""A receiver of webhooks: a real server on this machine."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from accounts.hooks import secret_of
from accounts.models import Webhook
from accounts.services.deliveries import deliver
from accounts.services.outbox import make_events
from kifu_house import WebhookEvent, verify_webhook

EVENTS = ("game.stored", "game.changed", "game.removed", "upload.done")


class Receiver:
    """A server that records requests. `answers` are the next statuses; then it answers 204."""

    def __init__(self) -> None:
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.requests.append((dict(self.headers), body))
                status = receiver.answers.pop(0) if receiver.answers else 204
                self.send_response(status)
                self.send_header("Location", receiver.url + "/elsewhere")
                text = b"" if status == 204 else b"no\x00" + b"<b>thanks</b>" * 1000
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def events(self, hook: Webhook) -> list[WebhookEvent]:
        """Return the received events, after checking their signatures."""
        return [
            verify_webhook(secret_of(hook), headers["Kifu-Signature"], body)
            for headers, body in self.requests
        ]


def work(hook: Webhook) -> None:
    """Do what a worker does."""
    while make_events():
        pass
    deliver(hook.pk)
    hook.refresh_from_db()


def shown(events: list[WebhookEvent]) -> list[tuple[str, str]]:
    return [(event.type, event.data["id"]) for event in events]
