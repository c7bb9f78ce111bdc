"""Each number of a habit leads to its games: exactly as many as it says."""

import re
from html import unescape
from typing import Any

import pytest

from replays.text.names import handle_of

from .conftest import count_logs
from .gorinto_logs import of_every_mode
from .test_players import PAIRS, people
from .test_rebuild import of_kyoto

pytestmark = pytest.mark.django_db
CELL = re.compile(
    r'<th scope="row">[^<]*<br><small>(?:(?:<a href="([^"]*)">)?(\d+)(?:</a>)? / )?'
    r'<a href="([^"]*)">(\d+)</a></small>'
)


@pytest.fixture(scope="module")
def played(module_db: None) -> None:
    logs = [*people(*PAIRS[:12]), *of_every_mode(1)]
    for number, log in enumerate(of_kyoto(3)[:4]):
        names = ("Ann", "Ben") if number % 2 else ("Ben", "Ann")
        log["players"] = [
            {**player, "name": name} for player, name in zip(log["players"], names, strict=False)
        ]
        logs.append(log)
    count_logs(logs)


def n_games(client: Any, address: str) -> int:
    answer = client.get(unescape(address))
    assert answer.status_code == 200, answer.content[-2000:]
    page = answer.context["page"]
    assert not page.are_more
    assert len(answer.context["rows"]) == min(page.n, 50)
    return page.n


@pytest.mark.parametrize("kind", ["goryo", "gorinto", "kyoto"])
def test_every_number_of_a_habit_leads_to_exactly_its_games(
    played: None, client: Any, kind: str
) -> None:
    listed = client.get(f"/api/v1/players/?kind={kind}").json()["players"]
    handle = next(
        (p["handle"] for p in listed if p["name"].casefold() == "ann"), listed[0]["handle"]
    )
    page = client.get(f"/players/{handle}/?kind={kind}").content.decode()
    cells = CELL.findall(page)
    assert len(cells) > 5
    assert page.count('<details class="card"') > 1
    for k_address, k, n_address, n in cells:
        assert n_games(client, n_address) == int(n), n_address
        if k_address:
            assert n_games(client, k_address) == int(k), k_address
    body = client.get(f"/api/v1/players/{handle}/?kind={kind}").json()
    for table in body["habits"][0]["tables"]:
        for row in table["rows"][:2]:
            assert n_games(client, row["games_url"]) == row["player"]["n"]


@pytest.mark.parametrize(
    "words",
    [
        "habit=nonsense&kind=goryo",
        "habit=first-object",
        "kind=goryo&habit=first-object&group=nonsense",
        "kind=goryo&habit=first-object&group=mask&role=samurai",
        "kind=goryo&habit=first-object&group=mask&layer=route",
        "kind=goryo&layer=route",
        "kind=goryo&won=yes",
    ],
)
def test_a_habit_that_there_is_not_is_said_so(played: None, client: Any, words: str) -> None:
    address = f"/players/{handle_of('ann')}/games/"
    assert client.get(f"{address}?{words}").status_code == 400
