"""Games of Shadows in Kyoto that look alike from the table: they differ only in what is hidden from
the Government and from the public.
"""

from typing import Any

from .logs import json_log

GOVERNMENT_HAND = ["shrine", "castle", "residence", "market", "bait", "tunnel"]
GOVERNMENT_AGENTS = {"a6": "1f", "b6": "3f", "c6": "2r", "d6": "0f", "e6": "3r", "c5": "2f"}


def twin(
    hand: list[str], agents: dict[str, str], cards: list[str], swapped: bool, note: str = ""
) -> dict[str, Any]:
    """A game that stops in its seventh turn. The Oniwaban play market, swap and bait; `cards` are
    the Site card, the Tactic, the Site card and the Tactic that they draw, and the bait's mark.
    """
    one, two, three, four, mark = cards
    events: list[dict[str, Any]] = [
        {"type": "deal", "role": "oniwaban", "cards": hand},
        {"type": "deal", "role": "government", "cards": GOVERNMENT_HAND},
        {"type": "deploy", "role": "oniwaban", "agents": agents, "note": note},
        {"type": "deploy", "role": "government", "agents": GOVERNMENT_AGENTS},
        {"type": "site", "card": "market", "from": "c2", "to": "d3"},
        {"type": "draw", "cards": [one]},
        {"type": "site", "card": "residence", "from": "c5", "to": "d4"},
        {"type": "draw", "cards": ["wild"]},
        {"type": "swap", "spaces": ["a1", "c1"], "swapped": swapped},
        {"type": "draw", "cards": [two]},
        {"type": "site", "card": "castle", "from": "b6", "to": "c5"},
        {"type": "draw", "cards": ["shrine"]},
        {"type": "bait", "marks": [mark]},
        {"type": "draw", "cards": [three, four]},
        {"type": "site", "card": "shrine", "from": "d6", "to": "e5"},
        {"type": "draw", "cards": ["defend"]},
    ]
    players = [{"role": "oniwaban", "name": "Jane"}, {"role": "government", "name": "John"}]
    return json_log(game="kyoto", ruleset={}, players=players, events=events)


AGENTS = {"a1": "2f", "b1": "3r", "c1": "0f", "d1": "1f", "e1": "3f", "c2": "2r"}
OTHER_AGENTS = {"a1": "3f", "b1": "1f", "c1": "3r", "d1": "2r", "e1": "0f", "c2": "2f"}
HAND = ["shrine", "market", "residence", "wild", "bait", "swap"]
OTHER_HAND = ["shrine", "market", "castle", "castle", "bait", "swap"]
CARDS = ["shrine", "defend", "wild", "charge", "shrine"]
OTHER_CARDS = ["market", "tunnel", "castle", "bait", "castle"]

TWINS = (
    twin(HAND, AGENTS, CARDS, swapped=True),
    twin(OTHER_HAND, OTHER_AGENTS, OTHER_CARDS, swapped=False, note="a word [%csl Ra1]"),
)
"""They differ in hands, draws, agents, whether a Swap was one, and a mark."""
SAME_AGENTS = (TWINS[0], twin(OTHER_HAND, AGENTS, OTHER_CARDS, swapped=True))
"""They differ in hands, draws and a mark, which stay hidden after the end."""
END = {"type": "resign", "role": "oniwaban"}


def ended(log: dict[str, Any]) -> dict[str, Any]:
    """The same, resigned."""
    return {**log, "events": [*log["events"], END]}
