"""Who decides what in a game: what a what-if branch must know to ask nobody for what they may not
know (docs/adr/0013).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Answer(NamedTuple):
    """A field that what is hidden fills in when a question is asked, and the values it can have.
    `is_fixed`: only the truth is legal, so nobody may answer by himself.
    """

    field: str
    values: tuple[Any, ...]
    is_fixed: bool = False


@dataclass(frozen=True, slots=True)
class Decisions:
    """Event types of a kind by who decides them. The defaults are those of a game in which players
    decide everything and nothing is hidden.

    `chance`: nobody's choice (a draw, a coin). `secret`: their content is hidden from some view.
    `lasting`: those of them that stay hidden for good, and that later chance and secrets rest on.
    `answers`: what a question is answered, by event type. `lax`: a log may hold more of them than
    the rules allow. `claims`: they say again what the rules compute, and are not played.

    `known`: what a view that `observe` hides something from may do, from what it observes; such a
    view cannot play on without it. `listed`: the legal events of a state where there are too many
    to go through: of the types `samples` only one for each way to go on from what was chosen (path
    → value).

    Where more than one side has secrets, who asks counts too. `others`: the event types that are
    not a view's to choose in a position as it observes it, in place of `chance` and `secret`;
    `due`: the word for what is due there, since the legal events of another side tell its hand.
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
