"""What the keep does: the only code that writes its rows."""

from .branches import (
    WAYS,
    append_event,
    begin_branch,
    delete_branch,
    rename_branch,
    sweep_branches,
    undo_event,
)
from .check import Checked, check, check_all
from .errors import Refusal, TooLarge, UploadFault
from .notes import begin_notes, delete_note, delete_notes, name_notes, put_note, sweep_notes
from .people import (
    accept_request,
    ask_about_name,
    decline_request,
    leave_out,
    let_back_in,
    merge_names,
    part_names,
    undo_name_event,
    withdraw_request,
)
from .reading import read_waiting
from .reverify import begin_verification, verify_games, verify_some
from .submit import Reading, submit, submit_all, submit_once
from .sweep import retry_upload, sweep_uploads
from .withdrawal import delete_games, restore_games, withdraw, withdraw_games

__all__ = [
    "WAYS",
    "Checked",
    "Reading",
    "Refusal",
    "TooLarge",
    "UploadFault",
    "accept_request",
    "append_event",
    "ask_about_name",
    "begin_branch",
    "begin_notes",
    "begin_verification",
    "check",
    "check_all",
    "decline_request",
    "delete_branch",
    "delete_games",
    "delete_note",
    "delete_notes",
    "leave_out",
    "let_back_in",
    "merge_names",
    "name_notes",
    "part_names",
    "put_note",
    "read_waiting",
    "rename_branch",
    "restore_games",
    "retry_upload",
    "submit",
    "submit_all",
    "submit_once",
    "sweep_branches",
    "sweep_notes",
    "sweep_uploads",
    "undo_event",
    "undo_name_event",
    "verify_games",
    "verify_some",
    "withdraw",
    "withdraw_games",
    "withdraw_request",
]
