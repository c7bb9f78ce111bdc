"""Readers of uploads that fail."""

from typing import Any

import pytest

from replays.services import reading


def fail_reading(monkeypatch: pytest.MonkeyPatch, error: BaseException, mark: bytes = b"") -> None:
    """Raise an error for each file that contains the mark."""
    whole = reading.drafts_of

    def drafts_of(data: bytes, uploader: str = "") -> Any:
        if mark in data:
            raise error
        return whole(data, uploader)

    monkeypatch.setattr(reading, "drafts_of", drafts_of)


def fail_after(
    monkeypatch: pytest.MonkeyPatch, batches: int, error: BaseException, *, inside: bool = False
) -> None:
    """Raise an error after some batches: before the next one, or inside its transaction."""
    save, store, done = reading.save_batch, reading.store_items, []

    def save_batch(*args: Any, **kwargs: Any) -> None:
        if len(done) == batches and not inside:
            raise error
        save(*args, **kwargs)
        done.append(1)

    def store_items(*args: Any) -> Any:
        stored = store(*args)
        if len(done) == batches and inside:
            raise error
        return stored

    monkeypatch.setattr(reading, "save_batch", save_batch)
    monkeypatch.setattr(reading, "store_items", store_items)
