"""URLs of the API of accounts."""

from django.urls import URLPattern, path

from . import players, webhooks

HOOK = "webhooks/<public_id:public_id>/"
GAME = "games/<public_id:public_id>/"
SEAT = f"{GAME}players/<str:role>/"
urlpatterns: list[URLPattern] = [
    path(route, view.as_view(), name=name)
    for route, view, name in (
        (f"{GAME}players/", players.PlayersView, "api-game-players"),
        (SEAT, players.SeatView, "api-game-seat"),
        (f"{SEAT}invitation/", players.SeatInvitationView, "api-game-seat-invitation"),
        (f"{GAME}consent/", players.ConsentView, "api-game-consent"),
        ("invitations/accept/", players.AcceptView, "api-invitation-accept"),
        ("webhooks/", webhooks.WebhooksView, "api-webhooks"),
        (HOOK, webhooks.WebhookView, "api-webhook"),
        (f"{HOOK}test/", webhooks.WebhookTestView, "api-webhook-test"),
        (f"{HOOK}deliveries/", webhooks.DeliveriesView, "api-webhook-deliveries"),
        (f"{HOOK}deliveries/<int:number>/", webhooks.RedeliveryView, "api-webhook-redelivery"),
    )
]
