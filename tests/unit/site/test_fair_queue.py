"""Costly work waits in a queue in which clients take turns (`replays.access.fair_queue`)."""

import threading
import time

import pytest

from replays.access.fair_queue import Busy, FairQueue


def test_clients_take_turns() -> None:
    """A client with many requests gets one turn, then the others."""
    queue, turns = FairQueue(max_waiting=10), list[str]()
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        with queue.turn("greedy", 5):
            is_held.set()
            may_end.wait(5)

    def work(client: str) -> None:
        with queue.turn(client, 5):
            turns.append(client)

    threads = [threading.Thread(target=hold)]
    threads[0].start()
    is_held.wait(5)
    for n, client in enumerate(["greedy"] * 3 + ["ann", "ben"], 1):
        threads.append(threading.Thread(target=work, args=[client]))
        threads[-1].start()
        while len(queue._waiting) < n:
            time.sleep(0.001)
    may_end.set()
    for thread in threads:
        thread.join()
    assert turns == ["ann", "ben", "greedy", "greedy", "greedy"]


def test_no_more_than_a_few_wait_and_not_for_long() -> None:
    queue = FairQueue(max_waiting=0)
    with queue.turn("ann", 1), pytest.raises(Busy), queue.turn("ben", 1):
        pytest.fail("two at a time")
    queue = FairQueue(max_waiting=1)
    with queue.turn("ann", 1), pytest.raises(Busy), queue.turn("ben", 0.001):
        pytest.fail("two at a time")
    with queue.turn("ben", 0):
        assert queue._waiting == []
