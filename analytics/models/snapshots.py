"""Snapshots of the sums, and re-analyses: games counted again by other rules."""

from collections.abc import Iterable
from typing import Any, ClassVar, Self, TypeVar

import msgspec
from django.db import connection, models
from django.db.models import Q, UniqueConstraint
from django.db.models.expressions import RawSQL
from django.utils import timezone


class SnapshotQuerySet(models.QuerySet["Snapshot"]):
    """Snapshots."""

    def dumps(self) -> Self:
        """Return those with files: open data."""
        return self.filter(manifest__isnull=False, removed_at__isnull=True)

    def removed_dumps(self) -> Self:
        """Return those whose files and sums were removed."""
        return self.filter(manifest__isnull=False, removed_at__isnull=False)


class Snapshot(models.Model):
    """One row per stored state of the sums: what open data was made from, and the numbers before
    and after the counting rules changed.

    `versions` are those that made the sums: kind → `{"engine", "facts"}`. `boards` are the boards
    of its cells, by digest. `manifest` lists the files of open data; null where there are none. A
    dump with `cited_at` is kept. One with `removed_at` has neither files nor sums: the row remains,
    so that its address states what it was, and no other dump gets its name. `names` are the
    players' names as they were written when a dump was made, by handle. `learning` are the learning
    curves of a dump, without names (`analytics.services.learning`). `files_at` is where its files
    are in a storage (`analytics.dumps.store`).
    """

    name = models.SlugField(max_length=60, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    revision = models.PositiveBigIntegerField(help_text="the ledger's, when the sums were taken")
    as_of = models.DateTimeField(null=True, blank=True)
    versions = models.JSONField()
    boards = models.JSONField(default=dict)
    manifest = models.JSONField(null=True, blank=True)
    cited_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    names = models.JSONField(default=dict)
    learning = models.JSONField(default=dict, editable=False)
    files_at = models.CharField(max_length=40, blank=True, default="", editable=False)

    objects = SnapshotQuerySet.as_manager()

    class Meta:
        ordering = ("-made_at", "-id")

    def __str__(self) -> str:
        return self.name


Key = tuple[str | int, ...]
_Row = TypeVar("_Row", bound=models.Model)


class LiveManager(models.Manager[_Row]):
    """Live rows only."""

    def get_queryset(self) -> models.QuerySet[_Row]:
        """Return the rows that belong to no snapshot."""
        return super().get_queryset().filter(snapshot=None)


class SumsRow(models.Model):
    """A row of the live sums, or of a snapshot's.

    `objects` and the related managers hold live rows only, so that no query mixes the two by
    accident; rows of snapshots are read with `of` and `in_snapshots`. `KEY` are the fields that are
    unique in each state.
    """

    KEY: ClassVar[tuple[str, ...]]
    snapshot = models.ForeignKey(
        Snapshot,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,  # each model has an index of the rows of snapshots
        help_text="null: the live sums",
    )

    objects = LiveManager()

    class Meta:
        abstract = True

    @classmethod
    def of(cls, snapshot: Snapshot | None) -> models.QuerySet[Self]:
        """Return the rows of a snapshot; the live ones for None."""
        return cls._base_manager.filter(snapshot=snapshot)

    @classmethod
    def in_snapshots(cls) -> models.QuerySet[Self]:
        """Return the rows of all snapshots."""
        return cls._base_manager.exclude(snapshot=None)

    @classmethod
    def snapshot_names(cls, **filters: Any) -> list[str]:
        """Return the names of the snapshots with rows that match the filters, newest first."""
        rows = cls.in_snapshots().filter(**filters).order_by()
        used = Snapshot.objects.filter(pk__in=rows.values("snapshot_id"))
        return list(used.values_list("name", flat=True))

    @classmethod
    def by_key(cls, keys: Iterable[Key], snapshot: Snapshot | None = None) -> dict[Key, Self]:
        """Return the rows with these keys, of the live sums or of a snapshot."""
        wanted = set(keys)
        if not wanted:
            return {}
        rows = cls.of(snapshot).filter(_has_key(cls, wanted, snapshot))
        return {row.key: row for row in rows if row.key in wanted}

    @property
    def key(self) -> Key:
        """The values of the `KEY` fields."""
        return tuple(getattr(self, name) for name in self.KEY)


def _has_key(model: type[SumsRow], keys: Iterable[Key], snapshot: Snapshot | None) -> Q:
    """Return a condition that the rows of the live sums, or of a snapshot, with these keys meet,
    and on SQLite also others.
    """
    fields: list[Any] = [model._meta.get_field(name.removesuffix("_id")) for name in model.KEY]
    columns = [field.column for field in fields]
    if connection.vendor != "postgresql":
        values = zip(model.KEY, zip(*keys, strict=True), strict=True)
        return Q(**{f"{name}__in": set(of_name) for name, of_name in values})
    types = [field.db_type(connection) for field in fields]
    quoted = [connection.ops.quote_name(column) for column in columns]
    listed = ", ".join(f"{name} {of}" for name, of in zip(quoted, types, strict=True))
    same = " and ".join(f"t.{name} = k.{name}" for name in quoted)
    table = connection.ops.quote_name(model._meta.db_table)
    rows = [dict(zip(columns, key, strict=True)) for key in keys]
    # The indexes of keys are those of live sums and of snapshots, so both name the snapshot.
    of_snapshot = "t.snapshot_id is null" if snapshot is None else "t.snapshot_id = %s"
    ids = RawSQL(  # noqa: S611 - only names of columns and tables are put together
        f"select t.id from {table} t join jsonb_to_recordset(%s::jsonb) as k({listed})"  # noqa: S608 - as above
        f" on {same} and {of_snapshot}",
        [msgspec.json.encode(rows).decode(), *([] if snapshot is None else [snapshot.pk])],
    )
    return Q(pk__in=ids)


class RulesetFields(models.Model):
    """The fields that select a ruleset of a game."""

    kind = models.CharField(max_length=20)
    edition = models.CharField(max_length=20, blank=True)
    mode = models.CharField(max_length=40)

    class Meta:
        abstract = True


def unique_keys(
    fields: tuple[str, ...], live_name: str, snapshot_name: str
) -> list[models.BaseConstraint]:
    """Return the constraints that a key is unique among live rows and within each snapshot."""
    return [
        UniqueConstraint(fields=fields, condition=Q(snapshot__isnull=True), name=live_name),
        UniqueConstraint(
            fields=["snapshot", *fields], condition=Q(snapshot__isnull=False), name=snapshot_name
        ),
    ]


class Reanalysis(models.Model):
    """One row per time that a kind's games were counted again by other rules or another engine.

    `before` has the old cells, `after` the same games counted again. Games that were added or
    removed meanwhile are in neither, so that only the rules explain the differences. Contributions,
    cells and `after` change in one transaction. Once all games are counted again, `changes` lists
    the numbers that changed: `{"metric", "by", "cluster", "old", "new"}`; `n_changes` is how many
    there are, listed or not.
    """

    kind = models.CharField(max_length=20)
    from_versions = models.JSONField(help_text="[engine, counting rules] before")
    engine_version = models.CharField(max_length=40)
    facts_version = models.PositiveIntegerField()
    before = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    n_games = models.PositiveIntegerField(default=0)
    n_changed = models.PositiveIntegerField(default=0, help_text="games whose facts differ")
    n_changes = models.PositiveIntegerField(default=0)
    changes = models.JSONField(default=list)

    class Meta:
        ordering = ("-id",)
        constraints = [
            UniqueConstraint(
                fields=["kind", "engine_version", "facts_version"],
                condition=Q(finished_at__isnull=True),
                name="reanalysis_open_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} → engine {self.engine_version}, counting rules {self.facts_version}"
