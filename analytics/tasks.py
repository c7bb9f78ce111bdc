"""Celery tasks, which only call services. Lost, duplicated or late messages delay counting and
never change a number.
"""

from celery import shared_task

from analytics import services
from analytics.services import notifications
from analytics.services.baselines import Slice, continue_baselines
from analytics.services.dump import dump_if_due


@shared_task(name=notifications.COUNT_GAMES, ignore_result=True)
def count_games(game_ids: list[int]) -> None:
    """Bring the statistics of these games up to date."""
    services.count_games(game_ids)


@shared_task(name="analytics.tasks.fit_results", ignore_result=True)
def fit_results() -> None:
    """Fit balance and ratings again where games have changed (beat)."""
    services.fit_results()


@shared_task(name="analytics.tasks.fit_results_fully", ignore_result=True)
def fit_results_fully() -> None:
    """Replace fits that started from earlier ones by fits from nothing (beat, every night)."""
    services.fit_results(full=True)


@shared_task(name=notifications.MAKE_BASELINE, ignore_result=True)
def make_baseline(part: list[int] | None = None) -> None:
    """Play a slice of a baseline of random play, and queue the next one. Without a slice: for a
    board and ruleset that has none (beat).
    """
    following = continue_baselines(Slice(*part) if part else None)
    if following is not None:
        notifications.enqueue_baseline(following)


@shared_task(name="analytics.tasks.dump", ignore_result=True)
def dump() -> None:
    """Make open data if the last is old enough (beat, every hour)."""
    dump_if_due()


@shared_task(name=notifications.SWEEP_GAMES, ignore_result=True)
def sweep_games(after: int = 0) -> None:
    """Find games that need to be counted (beat); queue the next part while there is more."""
    if not after:
        _count_hidden(0)
    swept = services.sweep_games(after)
    if swept.after is not None:
        notifications.enqueue_sweep(swept.after)


@shared_task(name=notifications.COUNT_HIDDEN, ignore_result=True)
def count_hidden(after: int = 0) -> None:
    """Count games that are not public, for the sets that contain them; queue the next part."""
    _count_hidden(after)


def _count_hidden(after: int) -> None:
    following = services.count_hidden_games(after)
    if following is not None:
        notifications.enqueue_hidden(following)


@shared_task(name=notifications.STORE_SET_SUMS, ignore_result=True)
def store_set_sums() -> None:
    """Store the sums of large sets of games as they are now (beat, every ten minutes)."""
    services.store_set_sums()


@shared_task(name=notifications.FIT_SETS, ignore_result=True)
def fit_sets() -> None:
    """Fit balance and ratings of the sets of games that pages requested (beat, every minute)."""
    services.fit_sets()
