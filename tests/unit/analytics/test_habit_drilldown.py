"""Each number of a habit links to the list of exactly as many games."""

import re
from html import unescape
from typing import Any

import pytest

from replays.text.names import handle_of
from tests.support.pages import get

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .logs import PAIRS, kyoto_games, named, people

CELL = re.compile(
    r'<th scope="row">[^<]*<br><small>(?:(?:<a\s+href="([^"]*)">)?(\d+)(?:</a>)? /\s+)?'
    r'<a href="([^"]*)">(\d+)</a></small>'
)


@pytest.fixture(scope="module")
def played(module_db: None) -> None:
    names = [("Ben", "Ann"), ("Ann", "Ben")] * 2
    kyoto = [named(log, *pair) for log, pair in zip(kyoto_games(3), names, strict=False)]
    count_logs([*people(*PAIRS[:12]), *of_every_mode(1), *kyoto])


def n_games(client: Any, address: str) -> int:
    answer = get(client, unescape(address))
    page = answer.context["page"]
    assert not page.are_more
    assert len(answer.context["rows"]) == min(page.n, 50)
    return page.n


@pytest.mark.parametrize("kind", ["goryo", "gorinto", "kyoto"])
def test_every_number_links_to_its_games(played: None, client: Any, kind: str) -> None:
    listed = client.get(f"/api/v1/players/?kind={kind}").json()["players"]
    of_ann = (p["handle"] for p in listed if p["name"].casefold() == "ann")
    handle = next(of_ann, listed[0]["handle"])
    page = " ".join(client.get(f"/players/{handle}/?kind={kind}").content.decode().split())
    cells = CELL.findall(page)
    assert len(cells) > 5
    assert page.count('<details class="card"') > 1
    expected = {n_address: int(n) for *_, n_address, n in cells}
    expected |= {k_address: int(k) for k_address, k, *_ in cells if k_address}
    body = client.get(f"/api/v1/players/{handle}/?kind={kind}").json()
    rows = [row for table in body["habits"][0]["tables"] for row in table["rows"][:2]]
    expected |= {row["games_url"]: row["player"]["n"] for row in rows}
    for address, n in expected.items():
        assert n_games(client, address) == n, address


FIRST = "kind=goryo&habit=first-object"
QUERIES = [
    *("habit=nonsense&kind=goryo", "habit=first-object", "kind=goryo&layer=route"),
    *("kind=goryo&won=yes", "kind=kyoto&habit=attacks&group=won&won=yes"),
    *(f"{FIRST}&group={group}" for group in ("nonsense", "mask&role=samurai", "mask&layer=route")),
]


@pytest.mark.parametrize("query", QUERIES)
def test_an_unknown_habit_is_refused(db: None, client: Any, query: str) -> None:
    count_logs(people(PAIRS[0]))
    assert client.get(f"/players/{handle_of('ann')}/games/?{query}").status_code == 400
