"""The tables of the keep: what arrived (raw files, uploads), and what it proved to be (games,
seats, boards).
"""

from .board import Board
from .game import Game, Seat
from .identity import new_public_id
from .upload import ItemStatus, RawFile, Upload, UploadItem, UploadSource, UploadState

__all__ = [
    "Board",
    "Game",
    "ItemStatus",
    "RawFile",
    "Seat",
    "Upload",
    "UploadItem",
    "UploadSource",
    "UploadState",
    "new_public_id",
]
