"""`/healthz` reports what works, and no addresses. Settings of tasks, so that each can be delivered
twice, late or never without harm.
"""

import json
import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from celery import Task
from celery.app.routes import MapRoute
from django.conf import settings
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from goryo_site import tasks
from goryo_site.management.commands.worker import start_workers
from goryo_site.models import Heartbeat
from goryo_site.runtime import broker, health
from goryo_site.runtime.celery import app as current_app
from goryo_site.runtime.queues import WORKERS
from tests.support.commands import run
from tests.support.pages import get, present

pytestmark = pytest.mark.django_db


def beat_ago(seconds: float) -> None:
    received_at = timezone.now() - timedelta(seconds=seconds)
    Heartbeat.objects.update_or_create(name=health.BEAT, defaults={"received_at": received_at})


def test_a_healthy_site_with_a_heartbeat_that_replaces_the_last(client: Client) -> None:
    beat_ago(1000)
    tasks.heartbeat()
    assert Heartbeat.objects.filter(name=health.BEAT).count() == 1
    answer = get(client, "/healthz")
    body = answer.json()
    assert (body["ok"], set(body)) == (True, {"ok", "database", "broker", "beat"})
    assert body["beat"]["age_seconds"] < 5
    assert "no-store" in answer["Cache-Control"]


def test_a_missing_heartbeat_is_reported(client: Client) -> None:
    beat = get(client, "/healthz", 503).json()["beat"]
    assert (beat["ok"], beat["age_seconds"]) == (False, None)


@pytest.mark.parametrize(("beyond", "status"), [(-10, 200), (10, 503)])
def test_the_age_of_the_beat_decides(client: Client, beyond: float, status: int) -> None:
    beat_ago(settings.BEAT_STALE_SECONDS + beyond)
    get(client, "/healthz", status)


def test_a_broken_broker_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks.heartbeat()
    away = current_app.connection_for_write("redis://:sesame@127.0.0.1:1/0")
    monkeypatch.setattr(current_app, "connection_for_write", lambda: away)
    answer = get(client, "/healthz", 503)
    assert answer.json()["broker"]["ok"] is False
    assert present(answer.content.decode(), "sesame", "127.0.0.1") == []


def test_a_broken_database_is_reported(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> dict[str, object]:
        raise OperationalError("connection to server at db.internal, user kifu, failed")

    monkeypatch.setitem(health.CHECKS, "database", away)
    assert b"internal" not in get(client, "/healthz/web", 503).content


def test_the_web_part_checks_only_the_database(client: Client) -> None:
    assert set(get(client, "/healthz/web").json()) == {"ok", "database"}
    assert client.post("/healthz").status_code == 405


def test_the_command_prints_the_report() -> None:
    status, out, _ = run("health", "beat")
    assert (status, json.loads(out)["beat"]["ok"]) == (1, False)
    tasks.heartbeat()
    status, out, _ = run("health")
    assert (status, json.loads(out)["ok"]) == (0, True)


MARGIN_SECONDS = 60


QUICK = {
    "replays.tasks.publish_due": "uploads",
    "goryo_site.tasks.heartbeat": "beat",
    "replays.tasks.sweep_uploads": "beat",
    "replays.tasks.read_upload": "uploads",
    "rooms.tasks.play_house": "uploads",
    "rooms.tasks.sweep_house": "beat",
    "analytics.tasks.count_games": "counting",
    "analytics.tasks.count_hidden": "counting",
    "analytics.tasks.sweep_games": "sweep",
    "accounts.tasks.send_webhooks": "webhooks",
    "accounts.tasks.deliver_webhook": "webhooks",
    "accounts.tasks.deliver_event": "webhooks-requested",
}


@pytest.fixture
def all_tasks() -> list[Task]:
    current_app.loader.import_default_modules()
    found = [task for name, task in current_app.tasks.items() if not name.startswith("celery.")]
    assert {task.name for task in found} >= QUICK.keys()
    return found


def test_tasks_end_before_redelivery_and_survive_dead_workers(all_tasks: list[Task]) -> None:
    options = broker.transport_options("redis://r", settings.DATA_DIR, 6 * settings.TASK_SECONDS)
    for task in all_tasks:
        hard = task.time_limit or current_app.conf.task_time_limit
        soft = task.soft_time_limit or current_app.conf.task_soft_time_limit
        assert soft < hard < options["visibility_timeout"] - MARGIN_SECONDS, task.name
        assert (task.acks_late, task.reject_on_worker_lost, task.ignore_result) == (True,) * 3


def test_messages_are_json_only() -> None:
    assert current_app.conf.task_serializer == "json"
    assert list(current_app.conf.accept_content) == ["json"]


def test_every_task_has_a_queue_and_only_quick_ones_share_workers_with_counting(
    all_tasks: list[Task],
) -> None:
    route = MapRoute(current_app.conf.task_routes)
    queues = {task.name: route(task.name)["queue"] for task in all_tasks}
    assert queues == dict.fromkeys(queues, "slow") | QUICK
    consumed = [queue for group in WORKERS.values() for queue in group]
    assert sorted(consumed) == sorted(queue.name for queue in current_app.conf.task_queues)
    assert set(queues.values()) == set(consumed)
    assert WORKERS["slow"] == ("slow",)
    assert WORKERS["uploads"] == ("uploads",)


def test_each_group_of_queues_has_a_worker() -> None:
    started = {}
    children = SimpleNamespace(
        start=lambda name, command, restart: started.update({name: (command, restart)})
    )
    start_workers(children, 3)  # type: ignore[arg-type]
    names = ["worker-uploads", "worker-counting", "worker-slow", "worker-webhooks"]
    assert list(started) == names
    for name, (command, restart) in started.items():
        assert restart
        queues = command[command.index("--queues") + 1].split(",")
        assert tuple(queues) == WORKERS[name.removeprefix("worker-")]
        n_processes = command[command.index("--concurrency") + 1]
        assert n_processes == ("1" if name == "worker-slow" else "3")
    assert len({command[command.index("--hostname") + 1] for command, _ in started.values()}) == 4


def test_the_containers_consume_every_queue() -> None:
    compose = (settings.BASE_DIR / "docker-compose.yml").read_text()
    consumed = re.findall(r"--queues (\S+)", compose)
    assert sorted(consumed) == sorted(",".join(group) for group in WORKERS.values())


def test_periodic_tasks_exist_and_expire(all_tasks: list[Task]) -> None:
    schedule = current_app.conf.beat_schedule
    assert {entry["task"] for entry in schedule.values()} <= {task.name for task in all_tasks}
    assert len(schedule) == 19
    for entry in schedule.values():  # without a worker they must not pile up
        assert 0 < entry["options"]["expires"] <= entry["schedule"]
