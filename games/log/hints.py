"""Hints for the uploader of an accepted log: what is not wrong, but perhaps not meant."""

from collections.abc import Iterator, Mapping

from games.core.contract import GameKind
from games.core.errors import LogError
from games.core.findings import LOG_FORMAT, Claim, Finding
from games.core.language import Items, text
from games.core.replay import Replay
from games.log.judge import Judged, legal_alternatives

NEXT_SHOWN = 3
"""How many possible next moves the hint about an unfinished log shows."""


def hints_of(judged: Judged, kinds: Mapping[str, GameKind]) -> tuple[Finding, ...]:
    """Return the hints on a judged game; none if it is refused. They may contain secrets."""
    replay = judged.replay
    if replay is None or judged.findings:
        return ()
    kind = kinds[replay.record.kind]
    edition = kind.identity.edition_of(replay.record.setup)
    return tuple(
        Finding(
            judged.position,
            claim.event,
            claim.rule,
            claim.code,
            claim.message,
            kind.rules.rulebook.cite(claim.rule, edition),
            (),
            *judged.locate(claim.event, claim.key),
        )
        for claim in (
            *_end_hints(replay, kind),
            *_note_hints(replay, kind),
            *kind.log.hints(replay),
        )
    )


def _end_hints(replay: Replay, kind: GameKind) -> Iterator[Claim]:
    """Yield the hint about a log without events or without an end."""
    if not replay.steps:
        message = text("This log has no events. Did you paste all of it?")
        yield Claim(None, LOG_FORMAT, "no_events", message)
    elif not replay.is_over:
        moves = legal_alternatives(kind, replay.final)[:NEXT_SHOWN]
        message = text(
            "The game is unfinished, so it does not count in win rates. Possible next: {moves}.",
            moves=Items(moves),
        )
        yield Claim(len(replay.steps) - 1, LOG_FORMAT, "unfinished", message)


def _note_hints(replay: Replay, kind: GameKind) -> Iterator[Claim]:
    """Yield a hint for each note with a line that looks like an event: was it closed too late?"""
    for step in replay.steps:
        lines = step.entry.plain.get("note", "").split("\n")[1:]
        if any(_is_event(line, kind) for line in lines):
            message = text("Lines of this note look like moves. Is a } missing before them?")
            yield Claim(step.number - 1, LOG_FORMAT, "moves_in_note", message)


def _is_event(line: str, kind: GameKind) -> bool:
    words = line.split()
    try:
        return bool(words) and bool(kind.log.notation.parse_event(words))
    except LogError:
        return False
