"""Merging two records into one game, and what the younger one added."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.core.codec import canonical_json
from games.core.merge import Merged, merge, without_claims
from games.core.play import differences, is_complete
from games.registry import get_kind
from games.registry import judge as judge_file
from replays.pipeline import Draft, draft_of

from .fingerprint import Fingerprint


@dataclass(frozen=True, slots=True)
class Union:
    """The merged log of two records as a draft, and what the younger one added to it."""

    draft: Draft
    merged: Merged

    @property
    def added(self) -> dict[str, Any]:
        """What the younger record added: names by role, a more exact date, notes and facts."""
        added = {
            "names": self.merged.names,
            "played_at": self.merged.played_at,
            "n_notes": len(self.merged.notes),
            "n_facts": self.merged.n_facts,
        }
        return {key: value for key, value in added.items() if value}


def unite(older: Fingerprint, younger: Fingerprint) -> Union | None:
    """Return the union of two records; None if their plays contradict each other, or it is not a
    valid log.
    """
    if differences(older.play, younger.play) != []:
        return None
    merged = merge(older.record, younger.record, (older.play, younger.play))
    for variant in _variants(merged, older):
        judged = next(judge_file(canonical_json(variant.log).encode("utf-8")))
        draft = draft_of(judged)
        if draft.game is not None:
            return Union(draft, variant)
    return None


def _variants(merged: Merged, older: Fingerprint) -> Iterator[Merged]:
    """Yield the forms of a merged log that may be valid. A play that is known completely is no
    longer the record of one side, and has none of the claims that such a record needs.
    """
    play_format = get_kind(older.record.kind).log.play
    setup = dict(merged.log.get("setup", {}))
    if is_complete(merged.log["events"], play_format):
        yield without_claims(merged, play_format.complete_setup(setup), play_format.claims)
    yield merged
    yield without_claims(merged, setup, play_format.claims)
