"""The route explorer: its page, and the address it had before."""

import pytest

from .logs import varied

pytestmark = pytest.mark.django_db
PAGE = "/stats/goryo/routes/"


def test_the_former_address_redirects_with_its_parameters(client):
    response = client.get("/stats/goryo/ways/?root=r1&node=b4%20b3")
    assert response.status_code == 301
    assert response["Location"] == f"{PAGE}?root=r1&node=b4%20b3"
    assert client.get("/stats/goryo/ways/")["Location"] == PAGE


def test_the_page_leads_down_the_tree_and_its_filters_keep_the_node(client, counted):
    counted(varied(6))
    ways = client.get("/api/v1/stats/goryo/ways/").json()["ways"]
    start = ways[0]["node"]
    assert f"node={start}" in client.get(PAGE).content.decode()
    page = client.get(PAGE, {"root": "r1", "node": start}).content.decode()
    assert f'<input type="hidden" name="node" value="{start}">' in page
    assert '<input type="hidden" name="root" value="r1">' in page


@pytest.mark.parametrize("query", ["?root=r9", "?node=zz", "?root=r1&node=b4%20"])
def test_unknown_roots_and_nodes(client, query):
    assert client.get(f"{PAGE}{query}").status_code == 404
