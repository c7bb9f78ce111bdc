"""Games of Shadows in Kyoto that look alike from the table: they differ only in what is hidden from
the Government and from the public.
"""

from typing import Any

GOVERNMENT_HAND = ["shrine", "castle", "residence", "market", "bait", "tunnel"]
GOVERNMENT_AGENTS = {"a6": "1f", "b6": "3f", "c6": "2r", "d6": "0f", "e6": "3r", "c5": "2f"}


def twin(
    hand: list[str],
    agents: dict[str, str],
    *,
    swapped: bool,
    mark: str,
    drawn_cards: list[str],
    note: str = "",
) -> dict[str, Any]:
    """A game that stops in its seventh turn. The Oniwaban play market, swap and bait; `drawn` are
    the Site card, the Tactic, and the Site card and the Tactic that they draw.
    """
    one, two, three, four = drawn_cards
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
    return {
        "format": "goryo-log/1",
        "game": "kyoto",
        "ruleset": {},
        "players": players,
        "events": events,
    }


AGENTS = {"a1": "2f", "b1": "3r", "c1": "0f", "d1": "1f", "e1": "3f", "c2": "2r"}
OTHER_AGENTS = {"a1": "3f", "b1": "1f", "c1": "3r", "d1": "2r", "e1": "0f", "c2": "2f"}
HAND = ["shrine", "market", "residence", "wild", "bait", "swap"]
OTHER_HAND = ["shrine", "market", "castle", "castle", "bait", "swap"]
DRAWN = ["shrine", "defend", "wild", "charge"]
OTHER_DRAWN = ["market", "tunnel", "castle", "bait"]

TWINS = (
    twin(HAND, AGENTS, swapped=True, mark="shrine", drawn_cards=DRAWN),
    twin(
        OTHER_HAND,
        OTHER_AGENTS,
        swapped=False,
        mark="castle",
        drawn_cards=OTHER_DRAWN,
        note="a word",
    ),
)
"""They differ in hands, draws, agents, whether a Swap was one, and a mark."""
SAME_AGENTS = (
    TWINS[0],
    twin(OTHER_HAND, AGENTS, swapped=True, mark="castle", drawn_cards=OTHER_DRAWN),
)
"""They differ in hands, draws and a mark, which stay hidden after the end."""
END = {"type": "resign", "role": "oniwaban"}


def ended(log: dict[str, Any]) -> dict[str, Any]:
    """The same, resigned."""
    return {**log, "events": [*log["events"], END]}
