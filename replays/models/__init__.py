"""Tables: received files and uploads, games with seats and boards, people, variations, notes."""

from .board import Board
from .branch import Branch
from .game import Game, NotCounted, Seat
from .identity import new_public_id
from .notes import Annotation, AnnotationSet, Glyph
from .people import NameEvent, NameRequest, NameWish, Person, PersonName, WishState
from .record import IntakeLock, Record
from .upload import REJECTED, ItemStatus, RawFile, Upload, UploadItem, UploadSource, UploadState
from .verification import Verdict, Verification
