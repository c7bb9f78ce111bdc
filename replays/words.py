"""The words people read about an upload: one place for all doors."""

from games.core.contract import GameKind
from replays.models import Upload, UploadState

_SENTENCES = {
    UploadState.RECEIVED: "We have your file. It waits for its turn to be read.",
    UploadState.READING: "Your file is being read.",
    UploadState.DONE: "Your file has been read.",
    UploadState.REFUSED: (
        "Nothing in this file could be kept. Below is what is wrong, and where; "
        "mend it and upload it again."
    ),
    UploadState.FAULT: (
        "We failed to read this file; that is a fault of ours, not of your log. "
        "The file is kept and we will look into it. If you write to us, name the fault id."
    ),
}


def state_sentence(upload: Upload) -> str:
    """What an upload's state means for the person who sent it."""
    return _SENTENCES[UploadState(upload.state)]


def counted(number: int, one: str, many: str) -> str:
    """`1 game`, `2 games`."""
    return f"{number:,} {one if number == 1 else many}"


def result_words(kind: GameKind, winner: str | None, reason: str | None) -> tuple[str, str]:
    """A game's result, and how it came about: `("Goryō won", …)`, `("Unfinished", "")`."""
    if reason is None:
        return "Unfinished", ""
    how = kind.reasons.get(reason, reason)
    if winner is None:
        return "Nobody won", how
    return f"{kind.winner_words(winner)} won", how
