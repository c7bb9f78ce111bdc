"""Tables: received files and uploads, games with seats and boards, events, collections, people,
variations, notes, shared reviews.
"""

from .audience import Visibility
from .board import Board
from .branch import Branch
from .choices import ShownName, Statistics
from .collection import Collection, CollectionGame, CollectionMember, Invitation, RemovedEntries
from .event import Event, EventSpelling, EventTag
from .game import Game, NotCounted, Seat
from .identity import new_public_id
from .notes import Annotation, AnnotationSet, Glyph
from .people import NameEvent, NameRequest, NameWish, Person, PersonName, WishState
from .record import IntakeLock, Record, RefusedPlay
from .review import Review
from .seat_link import SeatLink
from .tag import GameTag
from .upload import (
    REJECTED,
    ItemStatus,
    RawFile,
    Upload,
    UploadItem,
    UploadSource,
    UploadState,
    Usage,
)
from .verification import Verdict, Verification
