"""Signals about games. Each is sent inside the transaction of the change.

A receiver that starts work elsewhere must wait with `transaction.on_commit`. A receiver that only
writes rows can do so at once, in the same transaction.
"""

from django.dispatch import Signal

# kwargs: game_ids (list[int]), primary keys of games just stored
games_stored = Signal()

# kwargs: game_ids (list[int]), primary keys of games just withdrawn, or about to be deleted
games_withdrawn = Signal()

# kwargs: game_ids (list[int]), primary keys of games whose seats have other names or persons now
names_changed = Signal()

# kwargs: game_ids (list[int]), primary keys of games whose withdrawal was undone
games_restored = Signal()
