"""Reads: cells for questions, and which games statistics have yet to settle."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Q, QuerySet, Sum
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext

from analytics.insight import board_views
from analytics.insight.answer import Basis, BoardFacts, RoleAnswer, Ruleset, SpaceAnswer, Tally
from analytics.insight.board_views import BoardAnswer
from analytics.insight.frames import cells_frame
from analytics.insight.metric import MetricAnswer, MetricQuestion, answer_metric
from analytics.insight.question import UNKNOWN, Filters, RoleQuestion, SpaceQuestion
from analytics.insight.roles import answer_roles, tally_of
from analytics.insight.routes import WaysAnswer, WaysQuestion, answer_starts, answer_ways
from analytics.insight.spaces import answer_spaces
from analytics.insight.terms import label
from analytics.models import (
    KEY_FIELDS,
    Baseline,
    Cell,
    Contribution,
    Ledger,
    Snapshot,
    SnapshotCell,
    SnapshotTree,
    Tree,
)
from analytics.reads import drilldown
from analytics.reads.archive import boards as boards_in
from analytics.reads.drilldown import Counted, GamesBehind
from analytics.rollups.measures import total
from games.core.metrics import WHOLE, GroupedMetric, SpacesMetric, WaysMetric
from games.registry import KINDS, get_kind
from replays.reads import games as game_reads
from replays.reads import names as name_reads


def countable_games(ids: Iterable[int]) -> QuerySet[Any]:
    """The games of these primary keys that count: accepted and not withdrawn."""
    return game_reads.games_by_id(ids).order_by()


def unsettled(ids: Sequence[int]) -> list[int]:
    """Those of these games for which a contribution is missing, behind, or there without right."""
    visible = set(countable_games(ids).values_list("pk", flat=True))
    stale = set(Contribution.objects.filter(_behind(), pk__in=ids).values_list("pk", flat=True))
    stored = set(Contribution.objects.filter(pk__in=ids).values_list("pk", flat=True))
    return sorted((visible - stored) | (visible & stale) | (stored - visible))


def games_to_settle(after: int, limit: int) -> list[int]:
    """The next primary keys of games not counted, counted but gone, or counted by older rules."""
    missing = game_reads.visible_games().filter(pk__gt=after, contribution__isnull=True)
    gone = Contribution.objects.exclude(game_id__in=game_reads.visible_games().values("pk"))
    wrong = gone.filter(pk__gt=after) | Contribution.objects.filter(_behind(), pk__gt=after)
    first = missing.order_by("pk").values_list("pk", flat=True)[:limit]
    second = wrong.order_by("pk").values_list("pk", flat=True)[:limit]
    return sorted({*first, *second})[:limit]


def games_from(after: int, limit: int) -> list[int]:
    """The next primary keys of all games that count: for walking through them."""
    return list(
        game_reads.visible_games()
        .filter(pk__gt=after)
        .order_by("pk")
        .values_list("pk", flat=True)[:limit]
    )


def names_in(ids: Iterable[int]) -> dict[int, list[str | None]]:
    """The keys of the names at each game's table, in the order of the log; None: not named."""
    return name_reads.names_in(ids)


def contributions_without_game() -> list[int]:
    """Primary keys of games that are counted but withdrawn or deleted."""
    gone = Contribution.objects.exclude(game_id__in=game_reads.visible_games().values("pk"))
    return list(gone.order_by("pk").values_list("pk", flat=True))


def n_waiting(limit: int = 1000) -> int:
    """How many stored games are not counted yet, up to a limit."""
    return game_reads.visible_games().filter(contribution__isnull=True)[:limit].count()


def _behind(*kinds: str) -> Q:
    """Contributions made by an earlier engine or earlier counting rules; those of later rules are
    none (while the site is being renewed, old workers leave the work of new ones alone). Written so
    that an index answers it.
    """
    condition = Q(pk__in=[])
    for slug in kinds or KINDS:
        facts, engine = KINDS[slug].facts_version, str(KINDS[slug].engine_version)
        others = Q(engine_version__lt=engine) | Q(engine_version__gt=engine)
        condition |= Q(kind=slug, facts_version__lt=facts)
        condition |= Q(kind=slug, facts_version=facts) & others
    return condition


def basis_for(kind: str, snapshot: str = "") -> Basis:
    """When the sums last changed, and the versions they were made with: those of a snapshot where
    one is named, else those that sums have now.
    """
    if snapshot:
        kept = Snapshot.objects.get(name=snapshot)
        made = kept.versions.get(kind, {"engine": "", "facts": 0})
        return Basis(kept.as_of, kept.revision, made["engine"], made["facts"], snapshot)
    ledger = Ledger.objects.filter(pk=1).first() or Ledger(pk=1)
    about = get_kind(kind)
    return Basis(
        ledger.changed_at,
        ledger.revision,
        str(about.engine_version),
        about.facts_version,
        n_behind=n_behind(kind),
    )


def n_behind(kind: str) -> int:
    """How many counted games are still counted by an earlier engine or earlier rules."""
    return Contribution.objects.filter(_behind(kind)).count()


def is_behind(kind: str) -> bool:
    """Whether any is."""
    return Contribution.objects.filter(_behind(kind)).exists()


def versions_counted(kind: str) -> set[tuple[str, int]]:
    """The engines and counting rules that a kind's games are counted by now: mostly one pair."""
    rows = Contribution.objects.filter(kind=kind).order_by()
    return set(rows.values_list("engine_version", "facts_version").distinct())


def ledger_revision() -> int:
    """Moves whenever a sum changes."""
    return Ledger.objects.filter(pk=1).values_list("revision", flat=True).first() or 0


def ask_roles(question: RoleQuestion) -> RoleAnswer:
    """The answer to a question about win rates."""
    return ask_roles_by(question.kind, question.filters, (question.by,))[0]


def ask_roles_by(kind: str, filters: Filters, splits: Iterable[str]) -> list[RoleAnswer]:
    """The same games' win rates, split in several ways, from one reading of the cells."""
    basis, about = basis_for(kind, filters.snapshot), get_kind(kind)
    frame = cells_frame(_cells(kind, filters).values(*KEY_FIELDS, "games"))
    names = {"mode": about.modes}
    if "board" in splits:
        names["board"] = board_names(frame["board_digest"].unique(), filters.snapshot)

    def labels(by: str, key: str) -> str:
        return label(by, key, names.get(by, {}))

    questions = [RoleQuestion(kind, filters, by) for by in splits]
    return [answer_roles(question, frame, about.sides, labels, basis) for question in questions]


def spaces_metric(kind: str) -> SpacesMetric | None:
    """What a game counts by space, if anything."""
    found = (metric for metric in get_kind(kind).metrics if isinstance(metric, SpacesMetric))
    return next(found, None)


def grouped_metrics(kind: str) -> dict[str, GroupedMetric]:
    """A game's other metrics, by key."""
    metrics = get_kind(kind).metrics
    return {m.key: m for m in metrics if not isinstance(m, SpacesMetric | WaysMetric)}


def ways_metric(kind: str) -> WaysMetric | None:
    """What a game counts by the ways taken, if anything."""
    found = (metric for metric in get_kind(kind).metrics if isinstance(metric, WaysMetric))
    return next(found, None)


def ask_spaces(question: SpaceQuestion) -> SpaceAnswer | None:
    """The answer to a question about the spaces of a board; None where no such board is kept."""
    snapshot = question.filters.snapshot
    metric, board = spaces_metric(question.kind), board_facts(question.filters.board, snapshot)
    if metric is None or board is None:
        return None
    basis = basis_for(question.kind, snapshot)
    cells = _cells_with_layer(question, metric)
    sums = total(part for _, part in cells)
    tally = tally_of(cells_frame(key for key, _ in cells))
    return answer_spaces(question, metric, sums, board, tally, basis)


def ask_board(question: SpaceQuestion) -> BoardAnswer | None:
    """The board as it is to be seen; None where no such board is kept."""
    metric = spaces_metric(question.kind)
    answer = ask_spaces(question)
    if metric is None or answer is None:
        return None
    match question.show:
        case board_views.SHARE:
            return BoardAnswer(answer, (board_views.share_view(answer),))
        case board_views.LIFT:
            return _lift(question, metric, answer)
        case board_views.PAIR | board_views.DIFFERENCE:
            sides = get_kind(question.kind).sides
            filters = [question.filters.but(winner=side) for side in sides]
            both = [ask_spaces(replace(question, filters=each)) for each in filters]
            won = [one for one in both if one is not None]
            titles = tuple(gettext("{side} won").format(side=title) for title in sides.values())
            if question.show == board_views.PAIR:
                return BoardAnswer(answer, board_views.pair_views(won), titles)
            return BoardAnswer(answer, (board_views.difference_view(*won),), titles)
        case _:
            return BoardAnswer(answer, (board_views.times_view(answer),))


def _lift(question: SpaceQuestion, metric: SpacesMetric, answer: SpaceAnswer) -> BoardAnswer:
    """Lift is over play by the same rules, so of games by one ruleset."""
    cells = _cells_with_layer(question, metric)
    rulesets = sorted({(key["edition"], key["mode"]) for key, _ in cells})
    if len(rulesets) != 1:
        some = tuple(Ruleset(*one) for one in rulesets)
        return BoardAnswer(answer, (), (), some)
    edition, mode = rulesets[0]
    kind = get_kind(question.kind)
    row = Baseline.objects.filter(
        kind=question.kind,
        board_digest=question.filters.board,
        edition=edition,
        mode=mode,
        engine_version=str(kind.engine_version),
        facts_version=kind.facts_version,
    ).first()
    if row is None:
        return BoardAnswer(answer, ())
    baseline = board_views.Baseline(row.games, row.seed, row.sums)
    sums = total(part for _, part in cells)
    view = board_views.lift_view(answer, sums, baseline)
    return BoardAnswer(answer, (view,), (), (), baseline)


def no_tally() -> Tally:
    """Of no games."""
    return Tally()


def ask_ways(question: WaysQuestion) -> WaysAnswer | None:
    """The answer to a question about ways; None where no such board is kept, or nothing counts
    ways.
    """
    metric, board = (
        ways_metric(question.kind),
        board_facts(question.filters.board, question.filters.snapshot),
    )
    if metric is None or board is None:
        return None
    snapshot = question.filters.snapshot
    basis, cells = basis_for(question.kind, snapshot), _cells(question.kind, question.filters)
    tally = tally_of(cells_frame(cells.values(*KEY_FIELDS, "games")))
    kept: Any = SnapshotTree if snapshot else Tree
    trees = kept.objects.filter(cell__in=cells.values("pk"), metric=metric.key)
    if question.root:
        trees = trees.filter(root=question.root)
    if not question.node:
        rows = trees.order_by().values("start").annotate(n_in_all=Sum("n"))
        starts = {row["start"]: row["n_in_all"] for row in rows}
        return answer_starts(question, metric, board, starts, tally, basis)
    start = question.node.partition(" ")[0]
    sums = total(trees.filter(start=start).values_list("sums", flat=True))
    return answer_ways(question, metric, board, sums, tally, basis)


def games_of_way(question: WaysQuestion, metric: WaysMetric, end: str = "") -> GamesBehind:
    """The games in which this way was taken; those alone that came to an end."""
    counted = drilldown.of_way(metric, question.root, question.node, end)
    return _games_behind(question.kind, question.filters, counted)


def ask_metric(question: MetricQuestion) -> MetricAnswer:
    """The answer to a question about a metric."""
    snapshot = question.filters.snapshot
    basis, about = basis_for(question.kind, snapshot), get_kind(question.kind)
    cells = _cells_with(question.kind, question.filters, question.metric.key)
    column = {"board": "board_digest"}.get(question.by, question.by)
    found = [(str(key[column] or UNKNOWN) if column else "", part) for key, part in cells]
    names = {"mode": about.modes}
    if question.by == "board":
        names["board"] = board_names({key for key, _ in found}, snapshot)

    def labels(key: str) -> str:
        return label(question.by, key, names.get(question.by, {}))

    tally = tally_of(cells_frame(key for key, _ in cells))
    return answer_metric(question, found, tally, labels, basis)


def _cells_with(
    kind: str, filters: Filters, metric: str
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The cells asked about: key and number of games, and a metric's part of their sums."""
    part = f"sums__{metric}"
    rows = _cells(kind, filters).values(*KEY_FIELDS, "games", part)
    return [(row, row.pop(part) or {}) for row in rows]


def _cells_with_layer(
    question: SpaceQuestion, metric: SpacesMetric
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """The same of one layer of the spaces, and of what all layers rest on: reading the others takes
    most of a page's time.
    """
    names = {"whole": WHOLE, "layer": question.layer}
    parts = {
        name: KeyTransform(part, KeyTransform(metric.key, "sums")) for name, part in names.items()
    }
    rows = _cells(question.kind, question.filters).annotate(**parts)
    return [
        (row, {names[part]: sums for part in names if (sums := row.pop(part)) is not None})
        for row in rows.values(*KEY_FIELDS, "games", *names)
    ]


def _sums(snapshot: str) -> QuerySet[Any]:
    """The sums as they are now, or as they were in a snapshot."""
    if snapshot:
        return SnapshotCell.objects.filter(snapshot__name=snapshot).order_by()
    return Cell.objects.order_by()


def _cells(kind: str, filters: Filters) -> QuerySet[Any]:
    exact = {
        "edition": filters.edition,
        "mode": filters.mode,
        "board_digest": filters.board,
        "reason": filters.reason,
    }
    exact |= {"month__gte": filters.first, "month__lte": filters.last}
    condition = Q(kind=kind, **{name: value for name, value in exact.items() if value})
    if filters.first or filters.last:
        condition &= ~Q(month="")
    if filters.month:
        condition &= Q(month="" if filters.month == UNKNOWN else filters.month)
    if filters.winner:
        condition &= game_reads.won_by(filters.winner)
    if filters.simulated != "all":
        condition &= Q(is_simulated=filters.simulated == "yes")
    return _sums(filters.snapshot).filter(condition)


def games_at_space(question: SpaceQuestion, metric: SpacesMetric, space: str) -> GamesBehind:
    """The games in which it happened on this space at least once: those of one `SpaceCount`."""
    counted = drilldown.of_space(metric, question.layer, space)
    return _games_behind(question.kind, question.filters, counted)


def games_of_metric(question: MetricQuestion, group: str = "", *, won: str = "") -> GamesBehind:
    """The games that add to a metric, or to one group of it; of a rate's group only those that
    were won (`yes`) or not (`no`).
    """
    counted = drilldown.of_metric(question.metric, group, won)
    return _games_behind(question.kind, question.filters, counted)


def _games_behind(kind: str, filters: Filters, counted: Counted) -> GamesBehind:
    """Lists show the games that are here now, also those of a snapshot's numbers."""
    return GamesBehind(kind, _cells(kind, filters.but(snapshot="")), counted)


def counts_by_player(kind: str, snapshot: str = "") -> dict[str, int]:
    """How many games of people (`no`), of programs (`yes`) and of both (`all`) are counted."""
    rows = _sums(snapshot).filter(kind=kind).values("is_simulated").annotate(n=Sum("games"))
    counts = {row["is_simulated"]: row["n"] for row in rows}
    people, programs = counts.get(False, 0), counts.get(True, 0)
    return {"no": people, "yes": programs, "all": people + programs}


def months_known(kind: str, snapshot: str = "") -> list[str]:
    """The months games were played in, oldest first."""
    rows = _sums(snapshot).filter(kind=kind).exclude(month="").order_by("month")
    return list(rows.values_list("month", flat=True).distinct())


def boards_played(kind: str, filters: Filters) -> list[tuple[str, int]]:
    """Boards by how many games a question's filters find on them, most first: (digest, games)."""
    rows = _cells(kind, filters).values("board_digest").annotate(n=Sum("games"))
    return [(row["board_digest"], row["n"]) for row in rows.order_by("-n", "board_digest")]


def counted_boards(kind: str, snapshot: str = "") -> dict[str, tuple[str, str]]:
    """The boards of counted games: digest → (id, what people read), by that."""
    cells = _sums(snapshot).filter(kind=kind)
    boards = boards_in(cells.values_list("board_digest", flat=True).distinct(), snapshot)
    names = board_names(boards, snapshot)
    return {d: (boards[d].board_id, names[d]) for d in sorted(boards, key=lambda d: (names[d], d))}


def board_names(digests: Iterable[str], snapshot: str = "") -> dict[str, str]:
    """What people read for boards: name and id; where two share both, also the beginning of the
    digest.
    """
    boards = boards_in(digests, snapshot)
    plain = {
        d: b.title if b.title.casefold() == b.board_id.casefold() else f"{b.title} ({b.board_id})"
        for d, b in boards.items()
    }
    titles = list(plain.values())
    return {d: t if titles.count(t) == 1 else f"{t} · {d[:8]}" for d, t in plain.items()}


def board_facts(digest: str, snapshot: str = "") -> BoardFacts | None:
    """A kept board as a plain value."""
    board = boards_in([digest], snapshot).get(digest)
    if board is None:
        return None
    return BoardFacts(digest, board.board_id, board.title, board.provenance, board.data)
