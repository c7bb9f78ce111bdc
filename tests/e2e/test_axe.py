"""axe-core on every page of the URL map, light and dark, wide and narrow. No page scrolls sideways.

Pages come from the URL map, so a new page is checked at once.
"""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from analytics import services as stats_services
from analytics.models import Reanalysis
from games import registry
from games.core.contract import GameKind
from games.core.replay import Replay
from replays import services as replay_services
from replays.models import Game, Upload, UploadSource
from tests.e2e.conftest import Tabs, assert_fits
from tests.e2e.prepared import prepare
from tests.support.deep import IS_DEEP, TENTH, due, is_due
from tests.support.kinds import changed_kind
from tests.support.walk import fill, routes
from tests.unit.analytics.gorinto_logs import of_every_mode
from tests.unit.analytics.logs import ndjson, varied
from tests.unit.replays.logs import REFUSED, UNFINISHED, text_log

pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

NOT_WALKED = ("admin/", "it/")
"""Django's own pages, and the same pages in Italian."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
ALL = {"runOnly": {"type": "tag", "values": TAGS}}
COLOURS = {"runOnly": {"type": "rule", "values": COLOUR_RULES}}
ALL_BUT_COLOURS = {**ALL, "rules": {rule: {"enabled": False} for rule in COLOUR_RULES}}
RUNS = [(1280, "light", ALL), (1280, "dark", COLOURS)]
"""Width, colour scheme, and axe's options. Only the rules about colours depend on the scheme."""
NARROW = (390, "light", ALL_BUT_COLOURS)
"""For half of the pages every day, the other half the next day; all in a deep run."""
DEEP_RUNS = [(390, "light", COLOURS), (390, "dark", COLOURS)]
"""Colours hardly depend on the width, and these rules take most of the time."""
TRANSITIONS_END = """async () => {
  for (let frames = 0; frames < 60; frames += 1) {
    if (!document.getAnimations().some((animation) => animation instanceof CSSTransition)) return;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Waits for the colours of another scheme: inherited colours change a few frames later."""
PARTS = 6
"""The number of tests, run in parallel, that share the pages."""
MORE = {
    "replay": (
        "?step=5&as=samurai&belief=uniform", "?step=2&as=public&belief=fitted",
        "?step=4&spoilers=no", "?step=99", "?belief=nothing", "?step=4&from-here=open",
    ),
    "embed": ("?step=4&spoilers=yes&belief=uniform&as=samurai", "?theme=dark"),
    "games": ("?simulated=all", "?player=nobody"),
    "branch": ("?step=3&belief=uniform",),
    "share": ("?step=4&as=samurai",),
    "stats-kind": ("?edition=2024",),
}  # fmt: skip
"""More query strings by route name: other states of the page."""
WRONG = {"replay": "?step=x", "embed": "?step=x", "games": "?winner=nobody"}
"""Invalid query strings by route name, tried for one object only."""

ID = r"(?<=/)[\w-]{12,16}(?=/)"
"""The ids in an address, which differ in each run."""
ALL_KINDS = {
    *("replay", "embed", "branch", "upload-status"),
    *("rules", "log-format-of", "stats-kind", "stats-metric"),
}
"""Routes whose pages differ by game; the others are tested with one game, and in turn with more."""
USUAL = {"step": "3", "form": "json"}
"""Arguments with the same value on every route."""
SHAPE = {"form": "circle", "cell": "c3", "colour": "red"}
KYOTO = Path("tests/golden/kyoto/charisma-equipment-full-chiharu-drugs.txt")
"""A game with all modules."""


def upload(*logs: bytes) -> Upload:
    """Upload logs and read them at once."""
    return replay_services.submit(
        b"\n".join(logs), source=UploadSource.PAGE, reading=replay_services.Reading.NOW
    )


def without_lengths() -> GameKind:
    """Return Goryō with earlier counting rules, which did not count the length of games."""
    now = registry.KINDS["goryo"]

    def facts(replay: Replay) -> dict[str, Any]:
        return {key: fact for key, fact in now.counting.facts(replay).items() if key != "length"}

    return changed_kind(now, counting={"facts": facts, "version": now.counting.version - 1})


Arguments = dict[str, list[dict[str, str]]]
"""Values for the arguments of routes, by route name or by the names of the arguments."""


def fill_site() -> tuple[Arguments, list[str]]:
    """Store an object of every type; return values for routes, and the pages of Kyoto."""
    uploads = [upload(text_log()), upload(UNFINISHED.encode()), upload(REFUSED.encode())]
    upload(ndjson(varied(12)))
    upload(ndjson(of_every_mode()))
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setitem(registry.KINDS, "goryo", without_lengths())
        stats_services.count_games(Game.objects.values_list("pk", flat=True))
    stats_services.sweep_games(0, 100)
    (change,) = Reanalysis.objects.exclude(n_moved=0).values_list("pk", flat=True)
    goryo = uploads[0].items.get().game
    gorinto = Game.objects.filter(kind="gorinto").order_by("pk")
    games = [goryo, uploads[1].items.get().game, gorinto[0]]
    branch, _ = replay_services.begin_branch(goryo, 3, "goryo")
    other_branch, _ = replay_services.begin_branch(games[2], 2, "public")
    notes, _ = replay_services.begin_notes(goryo, "samurai", title="What I saw")
    replay_services.put_note(notes, 5, text="Why there?", glyph="?!", shapes=[SHAPE])
    both = [{"slug": kind, "kind": kind} for kind in ("goryo", "gorinto")]
    shown = "".join(Client().get(f"/stats/{of['kind']}/").content.decode() for of in both)
    metrics = re.findall(r'href="/stats/(goryo|gorinto)/([a-z-]+)/"', shown)
    names = re.findall(r'href="/players/([^/"?]+)/"', Client().get("/players/").content.decode())
    own = {"public_id": goryo.public_id, "record_id": goryo.records.get().public_id}
    arguments = {
        "public_id record_id": [own],
        "number public_id": [{**own, "number": "1"}],
        "handle": [{"handle": names[0]}],
        "data-file": [{"name": "2026-11-28", "file": "manifest.json"}],
        "data-dump": [{"name": "2026-11-28"}],
        "data-cite": [],  # only a form
        "stats-change": [{"pk": str(change)}],
        "branch": [{"public_id": b.public_id} for b in (branch, other_branch)],
        "notes": [{"public_id": notes.public_id}],
        "upload-status": [{"public_id": u.public_id} for u in uploads],
        "public_id": [{"public_id": game.public_id} for game in games],
        "slug": both,
        "rule slug": [{"slug": "goryo", "rule": "4.1"}],
        "kind": both,
        "kind metric": [{"kind": kind, "metric": metric} for kind, metric in due(metrics)],
        "": [{}],
    }
    return arguments, pages_of_kyoto()


def pages(arguments: Arguments) -> Iterator[str]:
    """Yield the addresses of all pages. A route whose arguments have no value is a failure."""
    for name, path in routes():
        if path.startswith(NOT_WALKED):
            continue
        names = set(re.findall(r"<(?:\w+:)?(\w+)>", path)) - set(USUAL)
        values = arguments.get(name, arguments.get(" ".join(sorted(names))))
        if values is None:
            pytest.fail(f"`arguments` has no values for {name} ({path})")
        for number, value in enumerate(values):
            address = fill(path, {**USUAL, **value})
            if number == 0 or name in ALL_KINDS or is_due(f"{name} {number}"):
                yield address
            for more in MORE.get(name, ()):
                if number == 0 or is_due(f"{name} {number} {more}"):
                    yield address + more
        if name in WRONG:
            yield address + WRONG[name]
    yield "/no/such/page/"


def pages_of_kyoto() -> list[str]:
    """Store a match of Kyoto; return the pages whose content depends on the game."""
    log = KYOTO.read_text()
    tags = '\n[Oniwaban "Ai"]\n[Government "Ken"]\n[Match "a final"]\n[MatchGame "{}"]\n\n'
    match = upload(*(log.replace("\n\n", tags.format(n), 1).encode() for n in (1, 2)))
    game = match.items.earliest("pk").game
    stats_services.count_games([game.pk])
    branch, _ = replay_services.begin_branch(game, 30, "government")
    page = reverse("replay", args=[game.public_id])
    return [
        f"{page}?step=40&as=oniwaban&belief=assignments",
        f"{page}?step={game.n_events}&as=omniscient&belief=assignments",
        f"{reverse('branch', args=[branch.public_id])}?belief=assignments",
        *("/games/?kind=kyoto", "/rules/kyoto/", "/log-format/kyoto/", "/stats/kyoto/"),
        "/stats/kyoto/cards/",
    ]


def is_page(address: str) -> bool:
    """Return whether an address answers with HTML, as the API, pictures and films do not."""
    path = address.split("?")[0]
    if path.startswith("/api/v1/") or re.search(r"\.(gif|webp|png|svg|json|csv|txt)$", path):
        return False
    answer = Client().get(address, follow=True)
    is_html = str(answer.get("Content-Type", "")).startswith("text/html") and answer.content != b""
    assert not is_html or answer.status_code < 500, address
    return is_html


def faults(page: Any, where: str) -> list[str]:
    """Return one line per fault that axe reports in a width and colour scheme."""
    page.evaluate(axe.Axe().axe_script)
    found, name = [], re.sub(ID, "", where)
    narrow = [NARROW] if IS_DEEP or zlib.crc32(name.encode()) % 2 == TENTH % 2 else []
    for width, scheme, options in [*RUNS, *narrow, *(DEEP_RUNS if is_due(name) else [])]:
        assert_fits(page, width)
        page.emulate_media(color_scheme=scheme)
        page.evaluate(TRANSITIONS_END)
        violations = {**options, "resultTypes": ["violations"]}
        result = page.evaluate("options => axe.run(options)", violations)
        found += [
            f"{where} {width} {scheme}: {fault['id']} {node['target']} {node['html'][:160]} "
            f"{[check['message'] for check in node['any']][:1]}"
            for fault in result["violations"]
            for node in fault["nodes"]
        ]
    assert_fits(page, NARROW[0])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_axe_finds_nothing_on_any_page(tabs: Tabs, tmp_path: Path, part: int) -> None:
    arguments, of_kyoto = prepare("site", fill_site)
    page = tabs.new(reduced_motion="reduce")
    addresses = list(dict.fromkeys([*pages(arguments), *of_kyoto]))
    found, seen = [], 0
    for address in filter(is_page, addresses[part::PARTS]):
        if address.endswith("/replay.html"):  # a file to be downloaded
            (tmp_path / "game.html").write_bytes(Client().get(address).content)
            page.goto((tmp_path / "game.html").as_uri())
        else:
            page.goto(address)
        found += faults(page, address)
        seen += 1
    assert not found, "\n".join(found)
    # Chromium reports the status of the pages that refuse an address.
    assert [fault for fault in tabs.take_faults() if "Failed to load resource" not in fault] == []
    assert seen > (60 + len(of_kyoto)) / PARTS / (1 if IS_DEEP else 2)


def test_the_pages_of_kyoto_are_pages() -> None:
    _, of_kyoto = prepare("site", fill_site)
    assert all(map(is_page, of_kyoto))
    assert "game 2 of a match" in Client().get("/games/?kind=kyoto").content.decode()


def test_axe_finds_nothing_in_what_keys_open(open_page: Any) -> None:
    game = upload(text_log()).items.get().game
    address = f"{reverse('replay', args=[game.public_id])}?step=4&as=samurai"
    page = open_page(address, reduced_motion="reduce")
    page.keyboard.press("?")
    found = faults(page, "keys")
    page.keyboard.press("Escape")
    page.locator('[data-cell="c3"]').click(force=True)
    found += faults(page, "a space")
    page.keyboard.press("1")
    page.locator('.moves [data-step="2"]').hover()
    found += faults(page, "a preview")
    assert not found, "\n".join(found)
