"""Celery tasks of rooms."""

from celery import shared_task

from rooms import services


@shared_task(name="rooms.tasks.sweep_rooms", ignore_result=True)
def sweep_rooms() -> None:
    """Delete rooms that are not used any more (beat, every hour)."""
    while services.sweep_rooms():
        pass


@shared_task(name="rooms.tasks.play_house", ignore_result=True)
def play_house(room_id: int) -> None:
    """Let the bots of a room go on that stopped for lack of time."""
    services.continue_house(room_id)


@shared_task(name="rooms.tasks.sweep_house", ignore_result=True)
def sweep_house() -> None:
    """Enqueue `play_house` for rooms in which it was lost (beat)."""
    services.restart_house()
