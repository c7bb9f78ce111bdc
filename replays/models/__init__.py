"""The tables of the keep: what arrived (raw files, uploads), what it proved to be (games, seats,
boards), and what readers make of it (branches, notes).
"""

from .board import Board
from .branch import Branch
from .game import Game, Seat
from .identity import new_public_id
from .notes import Annotation, AnnotationSet, Glyph
from .people import NameEvent, NameRequest, NameWish, Person, PersonName, WishState
from .upload import ItemStatus, RawFile, Upload, UploadItem, UploadSource, UploadState
from .verification import Verdict, Verification

__all__ = [
    "Annotation",
    "AnnotationSet",
    "Board",
    "Branch",
    "Game",
    "Glyph",
    "ItemStatus",
    "NameEvent",
    "NameRequest",
    "NameWish",
    "Person",
    "PersonName",
    "RawFile",
    "Seat",
    "Upload",
    "UploadItem",
    "UploadSource",
    "UploadState",
    "Verdict",
    "Verification",
    "WishState",
    "new_public_id",
]
