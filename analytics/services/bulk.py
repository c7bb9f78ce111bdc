"""Writing many rows at once: on PostgreSQL with COPY, and one statement for all updates; with the
bulk operations of Django elsewhere.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.db import connection, models
from psycopg import sql

_BATCH_SIZE = 200
"""Rows per statement of the databases without COPY, which limit the values of a statement."""


def insert_rows(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """Insert rows; give primary keys to those without one. Raises IntegrityError if one exists."""
    new = list(rows)
    if not new:
        return
    if connection.vendor != "postgresql":
        model._base_manager.bulk_create(new, batch_size=_BATCH_SIZE)
        return
    _set_primary_keys(model, [row for row in new if row.pk is None])
    fields: list[Any] = [*model._meta.concrete_fields]
    columns = [sql.Identifier(field.column) for field in fields]
    statement = sql.SQL("copy {} ({}) from stdin").format(
        sql.Identifier(model._meta.db_table), sql.SQL(", ").join(columns)
    )
    # Django wraps the errors of all methods of its cursor but `copy`.
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(statement) as copy,
    ):
        for row in new:
            copy.write_row([_value(field, row) for field in fields])
    for row in new:
        row._state.adding, row._state.db = False, connection.alias


def update_rows(
    model: type[models.Model], rows: Iterable[models.Model], names: Sequence[str]
) -> None:
    """Write these fields of stored rows."""
    changed = list(rows)
    if not changed:
        return
    if connection.vendor != "postgresql":
        model._base_manager.bulk_update(changed, names, batch_size=_BATCH_SIZE)
        return
    fields: list[Any] = [model._meta.pk, *map(model._meta.get_field, names)]
    columns = [sql.Identifier(field.column) for field in fields]
    statement = sql.SQL(
        "update {table} t set {values} from jsonb_to_recordset(%s::jsonb) as v({columns})"
        " where t.{key} = v.{key}"
    ).format(
        table=sql.Identifier(model._meta.db_table),
        values=sql.SQL(", ").join(sql.SQL("{0} = v.{0}").format(name) for name in columns[1:]),
        columns=sql.SQL(", ").join(
            sql.SQL("{} {}").format(name, sql.SQL(column_type(field)))
            for name, field in zip(columns, fields, strict=True)
        ),
        key=columns[0],
    )
    values = [{field.column: getattr(row, field.attname) for field in fields} for row in changed]
    with connection.cursor() as cursor:
        cursor.execute(statement, [msgspec.json.encode(values).decode()])


def column_type(field: Any) -> str:
    """Return the type of a column without what makes new values of it."""
    return str(field.rel_db_type(connection) if field.primary_key else field.db_type(connection))


def _value(field: Any, row: models.Model) -> Any:
    value = getattr(row, field.attname)
    is_json = isinstance(field, models.JSONField)
    return msgspec.json.encode(value).decode() if is_json else value


def _set_primary_keys(model: type[models.Model], rows: Sequence[models.Model]) -> None:
    """Take primary keys of the table's sequence for new rows."""
    if not rows:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "select nextval(pg_get_serial_sequence(%s, 'id')) from generate_series(1, %s)",
            [model._meta.db_table, len(rows)],
        )
        for row, (pk,) in zip(rows, cursor.fetchall(), strict=True):
            row.pk = pk
