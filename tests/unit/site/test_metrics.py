"""`/metrics`: counts of requests and of the site, for clients with the token."""

import json
import re
from typing import Any

import pytest
import yaml
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families

from goryo_site.settings import BASE_DIR
from replays.models import Game
from tests.support.pages import get
from tests.unit.analytics.conftest import count_logs, store_logs
from tests.unit.analytics.logs import varied

pytestmark = pytest.mark.django_db
TOKEN = "a-long-random-token"


def values(client: Client) -> dict[tuple[str, ...], float]:
    """Return the values by name and values of the labels, which are sorted."""
    answer = get(client, "/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    families = text_string_to_metric_families(answer.content.decode())
    samples = (sample for family in families for sample in family.samples)
    return {(s.name, *(s.labels[key] for key in sorted(s.labels))): s.value for s in samples}


@pytest.mark.parametrize("sent", ["", "Bearer ", "Bearer other", f"Token {TOKEN}"])
@pytest.mark.parametrize("token", ["", TOKEN])
def test_without_the_token_there_is_no_such_page(
    client: Client, settings: Any, token: str, sent: str
) -> None:
    settings.METRICS_TOKEN = token
    answer = client.get("/metrics", headers={"Authorization": sent})
    missing = client.get("/no-such-page")
    assert answer.status_code == missing.status_code == 404
    assert b"kifu_" not in answer.content


def test_games_uploads_and_requests_are_counted(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    count_logs(varied(3))
    store_logs(varied(2, seed=1))
    found = values(client)
    assert found["kifu_games_stored_total", "goryo", "no"] == 5
    assert found["kifu_games_counted_total",] == 3
    assert found["kifu_games_pending", "goryo", "no"] == 2
    assert found["kifu_uploads_total", "done"] == 2
    assert found["kifu_upload_queue_length",] == 0
    assert found["kifu_storage_bytes", "database"] > 0
    assert (found["kifu_reports_open",], found["kifu_report_age_seconds",]) == (0, 0)
    Game.objects.filter(contribution=None).update(visibility="private")
    assert values(client)["kifu_games_pending", "goryo", "no"] == 0
    client.generic("INVENTED", "/rules/")
    assert not any("INVENTED" in key for key in values(client))
    key = ("kifu_request_seconds_count", "GET", "200", "rulebooks")
    before = found.get(key, 0)
    for _ in range(3):
        get(client, "/rules/")
    assert values(client)[key] == before + 3


def test_alerts_and_dashboard_name_metrics_that_exist(client: Client, settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN
    get(client, "/rules/")
    text = get(client, "/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    known = set(re.findall(r"# TYPE (\w+)", text))
    alerts = yaml.safe_load((BASE_DIR / "docs/monitoring/alerts.yml").read_text(encoding="utf-8"))
    board = json.loads((BASE_DIR / "docs/monitoring/dashboard.json").read_text(encoding="utf-8"))
    asked = [rule["expr"] for rule in alerts["groups"][0]["rules"]]
    asked += [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    assert len(asked) >= 15
    for expression in asked:
        names = re.findall(r"kifu_\w+", expression)
        assert names
        assert {re.sub("_(bucket|count)$", "", name) for name in names} <= known, expression
