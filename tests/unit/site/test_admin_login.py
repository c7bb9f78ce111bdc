"""The sign-in of staff: limited by address and by user name; its path is a setting."""

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.contrib.auth.models import User
from django.test import Client

from tests.unit.site.test_settings import python, read

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite(in_turn=True)]
PASSWORD = "a password 123"
DJANGO = "import django; django.setup();"


def attempt(name: str = "staff", password: str = "wrong", address: str = "10.0.0.1") -> Any:
    """Try to sign in."""
    client = Client(REMOTE_ADDR=address)
    return client.post("/admin/login/", {"username": name, "password": password})


@pytest.fixture(autouse=True)
def _staff(db: None) -> None:
    User.objects.create_superuser("staff", "staff@example.org", PASSWORD)


def test_guesses_from_an_address_are_limited(rates: Callable[..., None]) -> None:
    rates(admin="3/min", admin_name="100/hour")
    assert [attempt(f"user{n}").status_code for n in range(4)] == [200, 200, 200, 429]
    answer = attempt(password=PASSWORD)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 61
    assert "Too many requests" in answer.content.decode()
    assert attempt(password=PASSWORD, address="10.0.0.2").status_code == 302
    assert Client(REMOTE_ADDR="10.0.0.1").get("/admin/login/").status_code == 200


def test_guesses_for_a_name_are_limited_from_all_addresses(rates: Callable[..., None]) -> None:
    rates(admin="100/min", admin_name="3/hour")
    names = ("staff", "Staff ", "STAFF", "staff")
    answers = [attempt(name, address=f"10.0.0.{n}") for n, name in enumerate(names)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert "Wait 60 minutes" in answers[-1].content.decode().replace("Wait 61", "Wait 60")
    assert int(answers[-1]["Retry-After"]) > 3500
    assert attempt("other", address="10.0.0.9").status_code == 200
    assert attempt("", address="10.0.0.9").status_code == 200


def test_nobody_can_lock_out_a_known_browser(rates: Callable[..., None]) -> None:
    rates(admin="100/min", admin_name="3/hour")
    known, form = Client(), {"username": "staff", "password": PASSWORD}
    assert known.post("/admin/login/", form).status_code == 302
    cookie = known.cookies["known_staff"]
    assert cookie["httponly"]
    assert (cookie["path"], cookie["samesite"]) == ("/admin/", "Lax")
    assert "staff" not in cookie.value.lower()
    known.post("/admin/logout/")
    while attempt().status_code == 200:
        pass
    assert attempt(password=PASSWORD).status_code == 429
    assert known.post("/admin/login/", form).status_code == 302
    wrong = {**form, "password": "wrong"}
    known.post("/admin/logout/")
    answers = [known.post("/admin/login/", wrong).status_code for _ in range(4)]
    assert answers[-1] == 429, "a known browser has a limit, too"
    other = Client()
    other.cookies["known_staff"] = f"{cookie.value}x"
    assert other.post("/admin/login/", form).status_code == 429
    known.cookies.pop("sessionid", None)
    assert known.post("/admin/login/", {**form, "username": "staff2"}).status_code == 200


def test_only_a_sign_in_with_the_name_makes_a_browser_known(rates: Callable[..., None]) -> None:
    """Neither an account nor another member of staff gets a new limit for a name."""
    rates(admin="100/min", admin_name="3/hour")
    for user in (
        User.objects.create_user("player", password=PASSWORD),
        User.objects.create_superuser("other", "other@example.org", PASSWORD),
    ):
        client = Client()
        client.force_login(user)
        wrong = {"username": "staff", "password": "wrong"}
        assert client.post("/admin/login/", wrong).status_code == 200
        assert "known_staff" not in client.cookies
    client = Client()
    right = {"username": "other ", "password": PASSWORD}
    assert client.post("/admin/login/", right).status_code == 302
    assert client.cookies["known_staff"].value


def test_a_limited_address_does_not_use_up_the_limit_of_a_name(rates: Callable[..., None]) -> None:
    rates(admin="1/min", admin_name="2/hour")
    assert [attempt().status_code for _ in range(5)] == [200, 429, 429, 429, 429]
    assert attempt(password=PASSWORD, address="10.0.0.2").status_code == 302


def test_the_defaults_limit_guesses() -> None:
    rates = site_settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    assert (rates["admin"], rates["admin_name"]) == ("10/min", "30/hour")


def test_the_path_is_a_setting_and_robots_txt_follows(tmp_path: Any) -> None:
    assert read(tmp_path, "ADMIN_PATH") == ["admin/"]
    for path in ("back-office", "/back-office/"):
        assert read(tmp_path, "ADMIN_PATH", ADMIN_PATH=path) == ["back-office/"]
    code = (
        f"{DJANGO} from django.test import Client; from django.urls import resolve, reverse;"
        "print(Client(headers={'host': 'localhost'}).get('/robots.txt').content.decode());"
        "print(reverse('admin:login'), resolve('/back-office/login/').func.__name__)"
    )
    done = python(tmp_path, "-c", code, ADMIN_PATH="back-office")
    assert done.returncode == 0, done.stderr
    assert "Disallow: /back-office/\n" in done.stdout
    assert "/admin/" not in done.stdout
    assert "/back-office/login/ admin_login" in done.stdout
