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
from .collection_undo import remove_with_undo, restore_entries, sweep_removed_entries
from .collections import CHANGED_MAX as GAMES_OF_CHANGE
from .collections import (
    Texts,
    add_games,
    create_collection,
    delete_collection,
    edit_collection,
    move_game,
    remove_deleted_collections,
    remove_games,
    restore_collection,
    shift_game,
    write_entry,
)
from .corrections import Correction, correct_game, decide_counting, mark_examples, split_game
from .editing import set_listed
from .errors import OverQuota, Refusal, TooLarge, UploadFault, refusal
from .events import change_event, create_event, delete_event, delete_events
from .hiding import hide_page, show_page
from .identity import Repeat, find_repeats, identify_games
from .invitations import LIFETIMES, invite, invited_to, join, leave, remove_member, revoke
from .log_tags import NAME as NAME_FIELD
from .log_tags import change_tags, tags_of
from .notes import begin_notes, delete_note, delete_notes, name_notes, put_note, sweep_notes
from .ownership import hand_over, keep_public_only
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
from .players import agree_to_reveal, inviting_owner, leave_games, link_seat, unlink_seat
from .quotas import delete_old_usage
from .reading import read_waiting
from .recheck import verdict_of
from .refused_files import drop_orphans, drop_refused
from .reverify import begin_verification, verify_games, verify_some
from .reviews import (
    Shown,
    begin_review,
    end_review,
    offer_lead,
    show_step,
    store_followers,
    sweep_reviews,
    take_lead,
)
from .submit import Reading, submit, submit_all, submit_once
from .sweep import retry_upload, sweep_uploads
from .tags import tag_games
from .visibility import (
    Changed,
    change_all_statistics,
    change_audience,
    change_games,
    check_statistics,
    delete_own,
    delete_uploads,
    parse_audience,
    publish_due,
    remove_deleted,
    restore_own,
    undo_change,
)
from .withdrawal import delete_games, restore_games, withdraw_games
