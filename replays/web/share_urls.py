"""Addresses of what a game is shared by."""

from django.urls import URLPattern, path

from . import share_films, share_page, share_pictures, share_player

urlpatterns: list[URLPattern] = [
    path("games/<public_id:public_id>/step-<str:step>.svg", share_pictures.svg, name="step-svg"),
    path("games/<public_id:public_id>/step-<str:step>.png", share_pictures.raster, name="step-png"),
    path("games/<public_id:public_id>/card.png", share_pictures.card, name="card"),
    path("games/<public_id:public_id>/replay.gif", share_films.gif, name="film-gif"),
    path("games/<public_id:public_id>/replay.webp", share_films.webp, name="film-webp"),
    path("games/<public_id:public_id>/replay.html", share_player.offline, name="offline"),
    path("embed/<public_id:public_id>/", share_player.embed, name="embed"),
    path("games/<public_id:public_id>/share/", share_page.share, name="share"),
    path("oembed/", share_page.oembed, name="oembed"),
]
