"""Bodies of the API of webhooks."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from accounts.hooks import EVENTS
from accounts.models import HookGames, HookState, PauseReason
from replays.rest.body import Body, Time, Url, doc

Games = Annotated[str, doc("Your games, or all public games.", enum=HookGames.values)]
Event = Annotated[str, doc(enum=list(EVENTS))]


class WebhookChange(Body):
    """A new webhook (`url`, `events` and `games` are required), or the values to change."""

    url: Annotated[str | UnsetType, doc("HTTPS; where events are sent.")] = UNSET
    events: list[Event] | UnsetType = UNSET
    games: Games | UnsetType = UNSET
    paused: Annotated[bool | UnsetType, doc("Pause it, or resume it.")] = UNSET
    new_secret: Annotated[bool | UnsetType, doc("Replace the secret, which ends at once.")] = UNSET


class Webhook(Body):
    """A webhook."""

    id: str
    url: Url
    games: Games
    events: list[Event]
    created_at: Time
    paused: Annotated[str | None, doc("Why it is paused.", enum=[*PauseReason.values, None])]
    n_failures: Annotated[int, doc("Failed attempts in a row.")]
    n_waiting: Annotated[int, doc("Events that wait.")]
    secret: Annotated[str | UnsetType, doc("Sent only when it is new.")] = UNSET


class Webhooks(Body):
    """The webhooks of an account."""

    webhooks: list[Webhook]


class Attempt(Body):
    """An attempt to deliver an event."""

    at: Time
    ms: int
    status: Annotated[int | None, doc("The status of the response; null: there was none.")]
    problem: Annotated[str, doc("`address`, `timeout`, `tls`, `connection`, or empty.")]
    excerpt: Annotated[str, doc("The start of the response.")]


class Delivery(Body):
    """An event for a webhook. `event` is the id in its body, which redeliveries share."""

    id: int
    event: str
    type: str
    state: Annotated[str, doc(enum=HookState.values)]
    created_at: Time
    attempts: list[Attempt]


class Deliveries(Body):
    """The newest events of a webhook, newest first."""

    deliveries: list[Delivery]
