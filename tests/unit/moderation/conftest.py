"""Fixtures of the tests of moderation."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client


@pytest.fixture
def boss(db: None) -> Client:
    """A browser in which a superuser is signed in. The limits start from zero."""
    cache.clear()
    client = Client()
    client.force_login(User.objects.create_superuser("boss"))
    return client
