"""What the keep does: the only code that writes its rows."""

from .check import Checked, check, check_all
from .errors import TooLarge, UploadFault
from .reading import read_waiting
from .submit import Reading, submit, submit_all, submit_once
from .sweep import retry_upload, sweep_uploads
from .withdrawal import delete_games, restore_games, withdraw, withdraw_games

__all__ = [
    "Checked",
    "Reading",
    "TooLarge",
    "UploadFault",
    "check",
    "check_all",
    "delete_games",
    "read_waiting",
    "restore_games",
    "retry_upload",
    "submit",
    "submit_all",
    "submit_once",
    "sweep_uploads",
    "withdraw",
    "withdraw_games",
]
