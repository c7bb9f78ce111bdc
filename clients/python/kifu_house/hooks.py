"""The webhooks of your account: `Client.webhooks`."""

from collections.abc import Sequence
from typing import Any

from .addresses import address, sent
from .connection import Connection, json_of, parsed
from .group_bodies import Delivery, Webhook


class Webhooks:
    """Manages webhooks. Needs a token with the scope `webhooks`, and `read:private` for those of
    your own games. An app sees only the webhooks that it created. `verify_webhook` checks what a
    webhook receives. Every method raises `KifuError` if its request fails.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> list[Webhook]:
        """Return the webhooks."""
        found = self._connection.get(address("webhooks"))
        return [parsed(Webhook, row) for row in found["webhooks"]]

    def get(self, webhook_id: str) -> Webhook:
        """Return a webhook."""
        return parsed(Webhook, self._connection.get(address("webhooks", webhook_id)))

    def create(self, url: str, events: Sequence[str], games: str = "own") -> Webhook:
        """Create a webhook of `own` games, or of all `public` ones. Store its `secret`: only this
        response has it.
        """
        body = {"url": url, "events": list(events), "games": games}
        response = self._connection.send("POST", address("webhooks"), json=body)
        return parsed(Webhook, json_of(response))

    def change(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        events: Sequence[str] | None = None,
        games: str | None = None,
        paused: bool | None = None,
    ) -> Webhook:
        """Change a webhook, pause or resume it; what is None stays."""
        chosen = None if events is None else list(events)
        body = sent(url=url, events=chosen, games=games, paused=paused)
        return self._change(webhook_id, body, is_safe=True)

    def new_secret(self, webhook_id: str) -> Webhook:
        """Replace the secret; the earlier one ends at once. Store the `secret` of the response."""
        return self._change(webhook_id, {"new_secret": True})

    def delete(self, webhook_id: str) -> None:
        """Delete a webhook with its log."""
        self._connection.send("DELETE", address("webhooks", webhook_id))

    def test(self, webhook_id: str) -> Delivery:
        """Send an event `ping`, also if the webhook is paused."""
        response = self._connection.send("POST", address("webhooks", webhook_id, "test"))
        return parsed(Delivery, json_of(response))

    def deliveries(self, webhook_id: str) -> list[Delivery]:
        """Return the newest events with the attempts to deliver them."""
        found = self._connection.get(address("webhooks", webhook_id, "deliveries"))
        return [parsed(Delivery, row) for row in found["deliveries"]]

    def redeliver(self, webhook_id: str, delivery_id: int) -> Delivery:
        """Send an event once more, with the same id and body."""
        path = address("webhooks", webhook_id, "deliveries", str(delivery_id))
        return parsed(Delivery, json_of(self._connection.send("POST", path)))

    def _change(self, webhook_id: str, body: dict[str, Any], *, is_safe: bool = False) -> Webhook:
        path = address("webhooks", webhook_id)
        response = self._connection.send("PATCH", path, json=body, is_safe=is_safe)
        return parsed(Webhook, json_of(response))
