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

# kwargs: own, public (str): "stored", "changed", "removed", or empty: what happened to the games
# for their owners, and for everyone; games (list[Game]) as they are now, or just before their
# deletion
games_changed = Signal()

# kwargs: upload_id (int), primary key of an upload whose reading ended
upload_done = Signal()

# kwargs: keys (Collection[str]), keys of an owner who leaves, new_key (str), the key that has their
# things now; empty: they are deleted or have no owner
owner_left = Signal()

# kwargs: request (HttpRequest), row (Branch or AnnotationSet) that the request created
row_created = Signal()

# kwargs: collection_id (int), primary key of a collection whose games or members have changed
collection_changed = Signal()
