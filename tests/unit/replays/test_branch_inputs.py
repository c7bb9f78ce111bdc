"""Branches and notes: addresses that say nothing, a changed secret, and rows that are gone."""

from typing import Any

import pytest
from django.test import Client

from replays import services as replay_services
from replays.access.edit_keys import digest_of, fits
from replays.models import Branch, Game, UploadSource
from replays.requests.choices import parse_choices
from replays.services.errors import Refusal

from .logs import text_log

pytestmark = pytest.mark.django_db


def game() -> Game:
    replay_services.submit(text_log(), source=UploadSource.API)
    return Game.objects.get()


def test_a_branch_of_what_is_no_id_is_not_found(client: Client) -> None:
    address = f"/games/{game().public_id}/branch/"
    for of in ("\x00", "x", "../../etc"):
        assert client.get(address, {"of": of}).status_code == 404


def test_half_a_surrogate_pair_is_no_choice() -> None:
    assert parse_choices('[["type","\\ud800"]]') is None
    assert parse_choices('[["type","move"]]') == (("type", "move"),)


def test_a_former_secret_still_fits_and_a_foreign_one_never(settings: Any) -> None:
    digest = digest_of("a key")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "n" * 60
    assert fits("a key", digest)
    assert not fits("another", digest)
    settings.SECRET_KEY_FALLBACKS = []
    assert not fits("a key", digest)


def test_renaming_what_was_deleted_is_refused(client: Client) -> None:
    branch, _ = replay_services.begin_branch(game(), 2, "omniscient")
    Branch.objects.all().delete()
    with pytest.raises(Refusal) as refused:
        replay_services.rename_branch(branch, "late")
    assert refused.value.status == 409
