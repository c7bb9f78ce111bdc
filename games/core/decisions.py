"""Who decides what in a game. Branches use it to avoid asking players about what they cannot know
(docs/adr/0013).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A field that hidden information fills in when a question is asked, and its possible values.
    `is_fixed`: only the true value is legal, so a user cannot choose it.
    """

    field: str
    values: tuple[Any, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Decisions:
    """Event types of a kind by who decides them. The defaults describe a game without chance and
    without hidden information.

    `chance`: draws and coin tosses. `secret`: their content is hidden from some view. `lasting`:
    secrets that are never revealed, and on which later chance and secrets depend. `answers`: the
    answer to each type of question. `lax`: a log may contain more of them than the rules allow.
    `claims`: they repeat what the rules compute, and are not played.

    `known`: what a view with hidden information may do, from what `observe` returns; without it
    such a view cannot play on. `listed`: the legal events of a state that has too many to list: of
    the types in `samples` only one per continuation of what was chosen (path → value).

    In games where several sides have secrets, `others` replaces `chance` and `secret`: it returns
    the event types that a view may not choose in a position as it observes it. `due` names the next
    event without revealing another side's hand.
    """

    chance: frozenset[str] = frozenset()
    secret: frozenset[str] = frozenset()
    lasting: frozenset[str] = frozenset()
    answers: Mapping[str, Answer] = field(default_factory=dict)
    lax: frozenset[str] = frozenset()
    claims: frozenset[str] = frozenset()
    known: Callable[[Any], Iterator[Any]] | None = None
    samples: frozenset[str] = frozenset()
    listed: Callable[[Any, Mapping[str, Any]], Iterator[Any]] | None = None
    others: Callable[[Any, str], frozenset[str]] | None = None
    due: Callable[[Any], str] | None = None
