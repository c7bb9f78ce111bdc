"""Jobs: that each task can be delivered twice, late or never without harm starts with its
settings.
"""

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


def test_no_task_can_run_longer_than_its_message_is_hidden(tasks: list[Task]) -> None:
    options = broker.transport_options("redis://r", settings.DATA_DIR, 6 * settings.TASK_SECONDS)
    for task in tasks:
        hard = task.time_limit or current_app.conf.task_time_limit
        soft = task.soft_time_limit or current_app.conf.task_soft_time_limit
        assert soft < hard, task.name
        assert hard + MARGIN_SECONDS < options["visibility_timeout"], task.name


def test_every_task_is_handed_back_when_its_worker_dies(tasks: list[Task]) -> None:
    for task in tasks:
        assert task.acks_late, task.name
        assert task.reject_on_worker_lost, task.name
        assert task.ignore_result, task.name


def test_messages_are_json_and_nothing_else() -> None:
    assert current_app.conf.task_serializer == "json"
    assert list(current_app.conf.accept_content) == ["json"]


def test_every_task_has_a_queue_that_workers_listen_to(tasks: list[Task]) -> None:
    queues = {queue.name for queue in current_app.conf.task_queues}
    route = MapRoute(current_app.conf.task_routes)
    assert {route(task.name)["queue"] for task in tasks} <= queues


def test_what_the_beat_sends_does_not_wait_behind_the_bulk() -> None:
    route = MapRoute(current_app.conf.task_routes)
    assert route("goryo_site.tasks.heartbeat")["queue"] == "beat"
    assert route("replays.tasks.sweep_uploads")["queue"] == "beat"
    assert route("replays.tasks.read_upload")["queue"] == "uploads"
    assert route("analytics.tasks.count_games")["queue"] == "stats"


def test_the_beat_sends_tasks_that_exist(tasks: list[Task]) -> None:
    names = {task.name for task in tasks}
    schedule = current_app.conf.beat_schedule
    assert {entry["task"] for entry in schedule.values()} <= names
    assert len(schedule) == 9
    for entry in schedule.values():  # without a worker they must not pile up
        assert 0 < entry["options"]["expires"] <= entry["schedule"]
