"""What the keep tells others. Both are sent inside the transaction that makes them true.

A receiver that starts work elsewhere must wait with `transaction.on_commit`; one that only writes
rows may do so at once, and shares the fate of the transaction.
"""

from django.dispatch import Signal

# kwargs: game_ids (list[int]), primary keys of games just stored
games_stored = Signal()

# kwargs: game_ids (list[int]), primary keys of games just withdrawn, or about to be deleted
games_withdrawn = Signal()

# kwargs: game_ids (list[int]), primary keys of games at whose tables somebody is called otherwise
# now, or is somebody else than was thought
names_changed = Signal()

# kwargs: game_ids (list[int]), primary keys of games whose withdrawal was taken back
games_restored = Signal()
