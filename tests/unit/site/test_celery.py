"""Settings of tasks, so that each can be delivered twice, late or never without harm."""

import pytest
from celery import Task
from celery.app.routes import MapRoute
from django.conf import settings

from goryo_site.runtime import broker
from goryo_site.runtime.celery import app as current_app

MARGIN_SECONDS = 60


@pytest.fixture
def tasks() -> list[Task]:
    current_app.loader.import_default_modules()
    found = [task for name, task in current_app.tasks.items() if not name.startswith("celery.")]
    assert {task.name for task in found} >= {
        "replays.tasks.read_upload",
        "replays.tasks.sweep_uploads",
        "analytics.tasks.count_games",
        "analytics.tasks.sweep_games",
        "goryo_site.tasks.heartbeat",
    }
    return found


def test_tasks_end_before_redelivery_and_are_returned_if_a_worker_dies(tasks: list[Task]) -> None:
    options = broker.transport_options("redis://r", settings.DATA_DIR, 6 * settings.TASK_SECONDS)
    for task in tasks:
        hard = task.time_limit or current_app.conf.task_time_limit
        soft = task.soft_time_limit or current_app.conf.task_soft_time_limit
        assert soft < hard < options["visibility_timeout"] - MARGIN_SECONDS, task.name
        assert (task.acks_late, task.reject_on_worker_lost, task.ignore_result) == (True,) * 3


def test_messages_are_json_only() -> None:
    assert current_app.conf.task_serializer == "json"
    assert list(current_app.conf.accept_content) == ["json"]


def test_every_task_has_a_queue_and_periodic_tasks_have_their_own(tasks: list[Task]) -> None:
    route = MapRoute(current_app.conf.task_routes)
    queues = {task.name: route(task.name)["queue"] for task in tasks}
    assert set(queues.values()) <= {queue.name for queue in current_app.conf.task_queues}
    assert (
        queues.items()
        >= {
            "goryo_site.tasks.heartbeat": "beat",
            "replays.tasks.sweep_uploads": "beat",
            "replays.tasks.read_upload": "uploads",
            "analytics.tasks.count_games": "stats",
        }.items()
    )


def test_periodic_tasks_exist_and_expire(tasks: list[Task]) -> None:
    schedule = current_app.conf.beat_schedule
    assert {entry["task"] for entry in schedule.values()} <= {task.name for task in tasks}
    assert len(schedule) == 9
    for entry in schedule.values():  # without a worker they must not pile up
        assert 0 < entry["options"]["expires"] <= entry["schedule"]
