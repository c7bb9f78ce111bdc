"""How numbers and dumps are cited: as text and as BibTeX, from data that is kept."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from analytics.dumps import fields
from analytics.forms.addresses import with_params
from analytics.insight.answer import Basis
from analytics.insight.question import Filters
from analytics.models import Snapshot
from analytics.reads import archive
from analytics.requests.stats import StatsRequest
from analytics.web.present import filter_labels
from games.core.contract import GameKind
from games.registry import KINDS
from replays.reads.sets import GameSet

SITE = "Kifu House"
CITE_ANCHOR = "#cite-text"
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_ESCAPED = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
    }
)


class Reference(NamedTuple):
    """What a citation states: `details` are the numbers and versions."""

    key: str
    title: str
    details: str
    date: datetime | None
    address: str

    def text(self) -> str:
        """Return the citation as a sentence."""
        text = gettext("{site}, “{title}”, {details}. {address}")
        return text.format(site=SITE, title=self.title, details=self.details, address=self.address)

    def bibtex(self) -> str:
        """Return the citation as an entry of BibTeX."""
        values = {
            "author": f"{{{SITE}}}",
            "title": f"{{{self.title.translate(_ESCAPED)}}}",
            "note": self.details.translate(_ESCAPED),
            "url": self.address,
        }
        if self.date is not None:
            values |= {"year": str(self.date.year)}
        lines = [f"  {name} = {{{value}}}," for name, value in values.items()]
        if self.date is not None:
            lines.append(f"  month = {MONTHS[self.date.month - 1]},")
        return "\n".join([f"@misc{{{self.key},", *lines, "}"])


def cite_context(
    request: HttpRequest,
    stats: StatsRequest,
    context: Mapping[str, Any],
    title: str = "",
    filters: Filters | None = None,
) -> dict[str, Any]:
    """Return the context of the box "Cite this" of a page from the page's own context; the title
    and the filters are those of the page unless they are given.
    """
    kind, basis = stats.kind, context["basis"]
    snapshot = basis.snapshot or f"live-{basis.revision}"
    title = title or context["title"]
    reference = Reference(
        f"kifuhouse-{snapshot}-{request.path.strip('/').replace('/', '-')}",
        f"{kind.title}: {title}",
        _details(stats, filters or stats.filters, context["tally"].games, basis),
        basis.as_of,
        request.build_absolute_uri(),
    )
    dump = context["open_data"]["dump"] if context["open_data"] else None
    params = {**request.GET.dict(), "snapshot": dump.name if dump else ""}
    return _context(reference, dump, with_params(request.path, params), basis.snapshot)


def cite_fit(
    request: HttpRequest,
    kind: GameKind,
    title: str,
    selection: str,
    context: Mapping[str, Any],
    games: GameSet | None = None,
) -> dict[str, Any]:
    """Return the context of the box "Cite this" of a page about the fit of results, from the page's
    own context: its `basis`, and the fit as `results_fit`. The fit of a set is in no dump.
    """
    selection = f"{games.title}, {selection}" if games else selection
    basis, fit = context["basis"], context["results_fit"]
    snapshot = basis.snapshot or f"live-{basis.revision}"
    details = _numbers_text(fit.games, f"{selection}, {fit.model_version}", basis)
    reference = Reference(
        f"kifuhouse-{snapshot}-{request.path.strip('/').replace('/', '-')}",
        title,
        details,
        basis.as_of,
        request.build_absolute_uri(),
    )
    snapshots = [basis.snapshot] if basis.snapshot else []
    dump = archive.open_data_of(kind.slug, snapshots) if games is None else None
    params = {**request.GET.dict(), "snapshot": dump.name if dump else ""}
    return _context(reference, dump, with_params(request.path, params), basis.snapshot)


def _details(stats: StatsRequest, filters: Filters, n_games: int, basis: Basis) -> str:
    boards = stats.sums.counted_board_labels(stats.kind.slug) if filters.board else {}
    labels = filter_labels(stats.kind, filters, boards)
    return _numbers_text(n_games, ", ".join(value for _, value in labels), basis)


def _numbers_text(n_games: int, selection: str, basis: Basis) -> str:
    when = f"{basis.as_of:%Y-%m-%d %H:%M} UTC" if basis.as_of else "–"
    text = gettext(
        "{n} games ({selection}), snapshot {snapshot}, {when}, engine {engine}, counting rules "
        "{rules}"
    )
    return text.format(
        n=n_games,
        selection=selection,
        snapshot=basis.snapshot or f"live-{basis.revision}",
        when=when,
        engine=basis.engine_version,
        rules=basis.facts_version,
    )


def cite_dump(request: HttpRequest, dump: Snapshot) -> dict[str, Any]:
    """Return the context of the box "Cite this" of a dump."""
    manifest = dump.manifest or {}
    counts = "; ".join(
        gettext("{game}: {people} human games, {simulated} simulated").format(
            game=KINDS[slug].title if slug in KINDS else slug, **numbers
        )
        for slug, numbers in manifest["kinds"].items()
    )
    versions = "; ".join(
        gettext("{game}: engine {engine}, counting rules {rules}").format(
            game=KINDS[slug].title if slug in KINDS else slug,
            engine=made["engine"],
            rules=made["facts"],
        )
        for slug, made in manifest["versions"].items()
    )
    details = gettext(
        "dump {name} ({format}) of {date}. {counts}. {versions}. {licence}. SHA-256 of "
        "manifest.json: {digest}"
    ).format(
        name=dump.name,
        format=manifest["format"],
        date=f"{dump.made_at:%Y-%m-%d}",
        counts=counts,
        versions=versions,
        licence=fields.LICENCE_NAME,
        digest=manifest["sha256"],
    )
    back = reverse("data-dump", args=[dump.name])
    reference = Reference(
        f"kifuhouse-{dump.name}",
        gettext("Open data"),
        details,
        dump.made_at,
        request.build_absolute_uri(back),
    )
    return _context(reference, dump, back, dump.name)


def _context(
    reference: Reference, dump: Snapshot | None, back: str, snapshot: str
) -> dict[str, Any]:
    """Return the citation, and whether its data is kept: without a dump, a snapshot of a recount
    is. For live numbers, `dump` is the newest one, whose numbers can be cited instead.
    """
    return {
        "text": reference.text(),
        "bibtex": reference.bibtex(),
        "is_live": not snapshot,
        "is_kept": bool(snapshot) and (dump is None or dump.cited_at is not None),
        "name": dump.name if dump else "",
        "n_gone": ((dump.manifest or {}).get("cut") or {}).get("games", 0) if dump else 0,
        "back": back + CITE_ANCHOR,
    }
