"""Sign-in with other sites: off by default, and configured by one setting."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from tests.architecture.sources import ROOT

SCRIPT = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
page = Client().get("/it/account/sign-in/?next=/games/").content.decode()
assert "/account/with/github/login/?next=%2Fgames%2F" in page, page
target = Client().get("/account/with/github/login/")["Location"]
assert target.startswith("https://github.com/login/oauth/authorize?client_id=an-id"), target
assert "testserver%2Faccount%2Fwith%2Fgithub%2Flogin%2Fcallback%2F" in target, target
assert Client().get("/account/with/error/").status_code == 401
from allauth.socialaccount.internal.flows.login import complete_login
from allauth.socialaccount.models import SocialAccount, SocialLogin
from django.contrib.auth.models import User
user = User.objects.create(username="ann", email="ann@example.org")
request = Client().get("/games/").wsgi_request
request.user = user
login = SocialLogin(user=User(), account=SocialAccount(provider="github", uid="7"))
login.state = {"process": "connect"}
assert complete_login(request, login)["Location"] == "/account/"
assert not SocialAccount.objects.exists()
assert Client().get("/account/with/cancelled/").status_code == 200
"""


@pytest.mark.django_db
def test_there_is_none_by_default(client: Client) -> None:
    assert "/account/with/" not in client.get("/account/sign-in/").content.decode()
    assert client.get("/account/with/github/login/").status_code == 404


def test_a_provider_is_added_by_a_setting(tmp_path: Path) -> None:
    providers = {"github": {"client_id": "an-id", "secret": "a-secret"}}
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3",
        "SECRET_KEY": "x" * 50,
        "DATA_DIR": str(tmp_path),
        "SIGN_IN_PROVIDERS": json.dumps(providers),
    }
    subprocess.run([sys.executable, "-c", SCRIPT], check=True, cwd=ROOT, env=environment)
