"""A spreadsheet runs no cell of a CSV file, whatever separator it expects."""

import csv
import io
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from analytics import services as stats_services
from analytics.rest.tables import as_cell, csv_response
from replays.text.names import handle_of, name_key

from .conftest import count_logs
from .logs import game

NAMES = [
    '=HYPERLINK("http://example.org/")',
    "+1",
    "-12",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\tAnn",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "−1",
    " =1",
    "\u00a0\u3000=1",
    "\u200b\ufeff=1",
    "Ann;=1",
    'Ann"; =1',
    "Ann\n=1",
    "Ann\t＝1",
]
NUMBER = re.compile(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?")


def runs(cell: str) -> bool:
    """Return whether a spreadsheet could take a cell for a formula."""
    if NUMBER.fullmatch(cell):
        return False
    visible = cell.strip(" \u00a0\u3000\u200b\ufeff")
    first = unicodedata.normalize("NFKC", visible[:1])
    return first in ("=", "+", "-", "@", "−", "\t", "\r", "\n") and first != ""


def cells(text: str) -> list[str]:
    """Return the cells of a file as spreadsheets with different separators see them."""
    found = [cell for row in csv.reader(io.StringIO(text, newline="")) for cell in row]
    lines = re.split(r"[\r\n]+", text)
    found += [part.strip('"') for line in lines for part in re.split("[;\t]", line)]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_no_text_runs(name: str) -> None:
    text = csv_response("x", ["a", name], [{"a": 3, name: name}]).content.decode()
    assert [cell for cell in cells(text) if runs(cell)] == []
    assert name.replace("'", "") == as_cell(name).replace("'", "")


@pytest.mark.parametrize(
    "value", [-12, -0.5, 0, True, None, "", "2024", "Ann", "Ann-Jo", "a=b", "—"]
)
def test_numbers_and_other_texts_stay(value: Any) -> None:
    assert as_cell(value) is value or as_cell(value) == value
    text = csv_response("x", ["a"], [{"a": value}]).content.decode()
    (_, row) = csv.reader(io.StringIO(text))
    assert row == ["" if value is None else str(value)]


@pytest.mark.django_db
def test_no_cell_of_a_download_runs(client: Client) -> None:
    names = NAMES[:6]
    logs = [
        game(number, name, f"Ren {number}", "samurai", f"2026-01-{number % 28 + 1:02d}")
        for number, name in enumerate(names * 10)
    ]
    count_logs(logs)
    stats_services.fit_results()
    api = "/api/v1/stats/goryo"
    addresses = [
        f"{api}/{part}/csv/" for part in ("ratings", "balance", "roles", "spaces", "routes")
    ]
    addresses.append(f"{api}/metrics/wins-first/csv/")
    addresses += [f"/api/v1/players/{handle_of(name_key(name))}/csv/" for name in names]
    texts = [client.get(address).content.decode() for address in addresses]
    empty = [a for a, text in zip(addresses, texts, strict=True) if text.count("\n") < 2]
    assert empty == []
    assert [cell for text in texts for cell in cells(text) if runs(cell)] == []
    assert "'=HYPERLINK" in texts[0]
    assert re.search(",-?[0-9]+[.][0-9]+,", texts[0])


def test_there_is_no_other_writer_of_csv() -> None:
    """`results_model.reading` reads the tables of others."""
    writers = [
        str(path.relative_to(settings.BASE_DIR))
        for folder in ("games", "replays", "analytics", "goryo_site")
        for path in (Path(settings.BASE_DIR) / folder).rglob("*.py")
        if re.search(
            r"^(import|from) csv\b|to_csv|HttpResponse\(.*text/csv", path.read_text(), re.M
        )
    ]
    assert set(writers) == {"analytics/rest/tables.py", "analytics/results_model/reading.py"}
