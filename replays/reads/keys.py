"""Many primary keys in a query as one parameter."""

import json
from collections.abc import Iterable

from django.db import connection
from django.db.models.expressions import RawSQL


def key_list(ids: Iterable[int]) -> RawSQL:
    """Return primary keys as the right side of `pk__in`. Django prepares each element of a list,
    and SQLite refuses lists of more than 250,000: with thousands of keys this takes longer than
    the query.
    """
    ids = list(ids)
    if connection.vendor == "postgresql":
        return RawSQL("SELECT unnest(%s::bigint[])", [ids])
    return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(ids)])
