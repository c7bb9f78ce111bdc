"""Work in several threads at the same time."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections


def at_once(*jobs: Callable[[], Any]) -> list[Any]:
    """Run jobs in threads that start together; exceptions are results."""
    start = threading.Barrier(len(jobs))
    results: list[Any] = [None] * len(jobs)

    def run(number: int, job: Callable[[], Any]) -> None:
        start.wait()
        try:
            results[number] = job()
        except Exception as error:  # noqa: BLE001 - shown by the test that compares
            results[number] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=job) for job in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results
