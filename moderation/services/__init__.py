"""Services: the only code that writes rows of moderation."""

from .audit import Actor
from .blocks import add_block, lift_block
from .decisions import block_uploader, dismiss_case, hide_target, remove_target
from .reports import add_report
