"""Services: the only code that writes rows of replays."""

from .branches import (
    DECIDERS,
    append_event,
    begin_branch,
    delete_branch,
    rename_branch,
    sweep_branches,
    undo_event,
)
from .check import Checked, check_all
from .corrections import Correction, correct_game, decide_counting, mark_examples, split_game
from .editing import set_listed
from .errors import Refusal, TooLarge, UploadFault
from .identity import Repeat, find_repeats, identify_games
from .notes import begin_notes, delete_note, delete_notes, name_notes, put_note, sweep_notes
from .people import (
    accept_request,
    decline_request,
    hide_names,
    merge_names,
    request_name_change,
    show_names,
    split_names,
    undo_name_event,
    withdraw_request,
)
from .reading import read_waiting
from .recheck import verdict_of
from .reverify import begin_verification, verify_games, verify_some
from .submit import Reading, submit, submit_all, submit_once
from .sweep import retry_upload, sweep_uploads
from .withdrawal import delete_games, restore_games, withdraw_games
