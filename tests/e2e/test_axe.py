"""axe-core on every page of the URL map, light and dark, wide and narrow. No page scrolls sideways.

Pages come from the URL map, so a new page is checked at once.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
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
from goryo_site.pages.api_reference import reference
from replays import services as replay_services
from replays.access.viewer import Viewer
from replays.models import (
    AnnotationSet,
    Branch,
    Event,
    EventSpelling,
    Game,
    Upload,
    UploadSource,
)
from replays.services.reviews import Shown
from replays.text.names import handle_of
from tests.e2e.conftest import Tabs, assert_fits
from tests.e2e.prepared import prepare
from tests.support.deep import IS_DEEP, TENTH, due, is_due, turn
from tests.support.kinds import changed_kind
from tests.support.walk import fill, routes
from tests.unit.analytics.gorinto_logs import of_every_mode
from tests.unit.analytics.logs import ndjson, varied
from tests.unit.replays.logs import REFUSED, UNFINISHED, text_log
from tests.unit.rooms.sessions import Table

sync_api = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")

NOT_WALKED = ("admin/", "it/")
"""Django's own pages, and the same pages in Italian."""
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
ALL_BUT_COLOURS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {rule: {"enabled": False} for rule in COLOUR_RULES},
}
COLOURS = {"runOnly": {"type": "rule", "values": COLOUR_RULES}}
RUNS = [(1280, "light", COLOURS), (1280, "dark", COLOURS)]
"""Width, colour scheme, and axe's options. Only the rules about colours depend on the scheme."""
WIDE, NARROW = (1280, "light", ALL_BUT_COLOURS), (390, "light", ALL_BUT_COLOURS)
"""Each for half of the pages every day, the other way round the next day; both in a deep run."""
DEEP_RUNS = [(390, "light", COLOURS), (390, "dark", COLOURS)]
"""Colours hardly depend on the width, and these rules take most of the time."""
COLOURS_OF_NEW_LOOKS = """async ([options, seen]) => {
  const STATES = [
    "class", "role", "type", "open", "hidden", "disabled", "style", "fill", "aria-current",
    "aria-pressed", "aria-selected", "aria-disabled", "aria-invalid", "aria-expanded", "aria-sort",
    "data-theme", "data-state", "data-form", "data-flag", "data-spoilers", "data-zen",
  ];
  const hash = (text) => {
    let [low, high] = [0xdeadbeef, 0x41c6ce57];
    for (const letter of text) {
      low = Math.imul(low ^ letter.codePointAt(0), 2654435761);
      high = Math.imul(high ^ letter.codePointAt(0), 1597334677);
    }
    return (high >>> 0) * 0x200000 + (low >>> 11);
  };
  const looks = new Map([[document.documentElement, 0]]);
  const look = (el) => {
    if (!looks.has(el)) {
      const states = STATES.map((name) => el.getAttribute(name));
      looks.set(el, hash(JSON.stringify([look(el.parentElement), el.localName, states])));
    }
    return looks.get(el);
  };
  const [known, found] = [new Set(seen), new Map()];
  const isSeen = (el) =>
    el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    el.getClientRects().length > 0;
  for (const el of document.body.querySelectorAll("*")) {
    const hasText = [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!hasText && !el.matches("input, select, textarea")) continue;
    if (known.has(look(el)) || found.has(look(el)) || !isSeen(el)) continue;
    found.set(look(el), el);
  }
  if (found.size === 0) return [[], []];
  const { violations } = await axe.run({ include: [...found.values()] }, options);
  return [violations, [...found.keys()]];
}"""
"""Checks the colours of the texts whose look no earlier page had: their element and all around it
have the same tag, classes and states, which is all that style sheets select by.
"""
_seen: dict[tuple[int, str], set[int]] = {}
"""Looks that this process has checked, by width and colour scheme."""
TRANSITIONS_END = """async () => {
  for (let frames = 0; frames < 60; frames += 1) {
    if (!document.getAnimations().some((animation) => animation instanceof CSSTransition)) return;
    await new Promise(requestAnimationFrame);
  }
}"""
"""Waits for the colours of another scheme: inherited colours change a few frames later."""
ROOM = {"format": "goryo-log/1", "game": "goryo", "ruleset": {"edition": "2024"}, "players": []}
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
    "record": ("?game=kyoto",),
    "review": ("?step=2&as=public",),
    "room": ("?overlay=1",),
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
FEEDS = (
    *("feed", "feed-of-kind", "player-feed"),
    *("event-feed", "own-event-feed", "collection-feed"),
)
"""Routes whose answers are no pages."""
OF_REVIEW = (
    *("review", "review-state", "review-events"),
    *("api-review", "api-review-lead", "api-review-events"),
)
OF_OFFLINE = (
    *("record-service-worker", "record-manifest", "record-worker", "record-rules"),
    *("record-interpreter", "record-offline-send", "room-copy"),
)
"""Scripts and data; the states of their page are in `test_offline.py`."""
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


BOTH = [{"slug": kind, "kind": kind} for kind in ("goryo", "gorinto")]
FIXED: Arguments = {
    "data-file": [{"name": "2026-11-28", "file": "manifest.json"}],
    "data-dump": [{"name": "2026-11-28"}],
    "data-cite": [],  # only a form
    "json-address": [],  # redirects to the API
    "section": [{"section": "games"}],
    **{name: list[dict[str, str]]() for name in OF_OFFLINE},
    "slug": BOTH,
    "rule slug": [{"slug": "goryo", "rule": "4.1"}],
    "kind": BOTH,
    "group": [{"group": group.key} for group in reference().groups],
    "secret": [{"secret": "x"}],
    "": [{}],
}
"""Values of routes that are the same in each run."""


def of_collection(*games: Game) -> Arguments:
    """Store a public collection; return values for its routes."""
    texts = replay_services.Texts("Games to look at", "A test", "public")
    collection = replay_services.create_collection("an owner", texts)
    owner, ids = Viewer(frozenset({"an owner"})), [game.public_id for game in games]
    replay_services.add_games(collection, owner, ids)
    _, token = replay_services.invite(collection)
    values = {"public_id": collection.public_id, "game_id": ids[0], "rest": "goryo/"}
    values |= {"invitation_id": "i" * 12, "member_id": "1"}
    names = [name for name, path in routes() if "collections/<" in path]
    names.append("report-collection")
    return {"token": [{"token": token}, {"token": "unknown"}], **{key: [values] for key in names}}


def event_arguments() -> Arguments:
    """Store an event and its games; return values for its routes."""
    upload(ndjson([{**log, "event": "Cup"} for log in of_every_mode(1)[:3]]))
    event = Event.objects.create(owner="owner", title="A cup", description="Bring tea")
    EventSpelling.objects.create(event=event, handle=handle_of("cup"), name="Cup")
    return {
        "event": [{"handle": handle_of("cup")}],
        "own-event": [{"public_id": event.public_id}],
        "report-event": [{"public_id": event.public_id}],
        "event-edit": [],  # needs a signed-in owner
        **{key: list[dict[str, str]]() for key in FEEDS},
    }


def of_parts(game: Game, branches: Sequence[Branch], notes: AnnotationSet) -> Arguments:
    """Return values for the routes of parts of a game."""
    own = {"public_id": game.public_id, "record_id": game.records.get().public_id}
    review, _ = replay_services.begin_review(game, Shown(5, "samurai", shapes=[SHAPE]))
    return {
        "public_id record_id": [own],
        "public_id role": [{**own, "role": "goryo"}],
        "number public_id": [{**own, "number": "1"}],
        **{name: [{"name": game.setup_digest}] for name in ("deal", "api-deal")},
        "branch": [{"public_id": branch.public_id} for branch in branches],
        "notes": [{"public_id": notes.public_id}],
        **{name: [{"public_id": review.public_id}] for name in OF_REVIEW},
        "report-game": [{"public_id": game.public_id}],
        "report-notes": [{"public_id": notes.public_id}],
        "report-variation": [{"public_id": branches[0].public_id}],
        "code": [{"code": Table(ROOM).room.code}],
    }


def fill_site() -> tuple[Arguments, list[str]]:
    """Store an object of every type; return values for routes, and the pages of Kyoto."""
    uploads = [upload(text_log()), upload(UNFINISHED.encode()), upload(REFUSED.encode())]
    upload(ndjson(varied(12)))
    upload(ndjson(of_every_mode()))
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setitem(registry.KINDS, "goryo", without_lengths())
        stats_services.count_games(Game.objects.values_list("pk", flat=True))
    stats_services.sweep_games(0, 100)
    (change,) = Reanalysis.objects.exclude(n_changes=0).values_list("pk", flat=True)
    goryo = uploads[0].items.get().game
    gorinto = Game.objects.filter(kind="gorinto").order_by("pk")
    games = [goryo, uploads[1].items.get().game, gorinto[0]]
    branch, _ = replay_services.begin_branch(goryo, 3, "goryo")
    other_branch, _ = replay_services.begin_branch(games[2], 2, "public")
    notes, _ = replay_services.begin_notes(goryo, "samurai", title="What I saw")
    replay_services.put_note(notes, 5, text="Why there?", glyph="?!", shapes=[SHAPE])
    shown = "".join(Client().get(f"/stats/{of['kind']}/").content.decode() for of in BOTH)
    metrics = re.findall(r'href="/stats/(goryo|gorinto)/([a-z-]+)/"', shown)
    names = re.findall(r'href="/players/([^/"?]+)/"', Client().get("/players/").content.decode())
    arguments = {
        **of_collection(goryo, games[2]),
        **event_arguments(),
        **of_parts(goryo, (branch, other_branch), notes),
        **FIXED,
        "handle": [{"handle": names[0]}],
        "stats-change": [{"pk": str(change)}],
        "upload-status": [{"public_id": u.public_id} for u in uploads],
        "public_id": [{"public_id": game.public_id} for game in games],
        "kind metric": [{"kind": kind, "metric": metric} for kind, metric in due(metrics)],
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
        *("/stats/kyoto/routes/", "/stats/gorinto/routes/", "/stats/gorinto/order/"),
        *(
            "/stats/gorinto/learning/",
            "/stats/kyoto/?player=Ai",
            "/stats/kyoto/learning/?player=Ai",
        ),
    ]


def opens(page: Any, address: str) -> bool:
    """Open an address, and return whether it is a page; the API, pictures and films are none."""
    path = address.split("?")[0]
    if path.startswith("/api/v1/") or re.search(r"\.(gif|webp|png|svg|json|csv|txt|xml)$", path):
        return False
    try:
        answer = page.goto(address)
    except sync_api.Error as error:
        if "net::ERR_ABORTED" not in str(error) and "Download is starting" not in str(error):
            raise
        return False  # a download
    assert answer.status < 500, address
    return answer.headers.get("content-type", "").startswith("text/html") and answer.body() != b""


def faults(page: Any, where: str) -> list[str]:
    """Return one line per fault that axe reports in a width and colour scheme."""
    page.evaluate(axe.Axe().axe_script)
    found, name = [], re.sub(ID, "", where)
    turn = (WIDE, NARROW)[(zlib.crc32(name.encode()) + TENTH) % 2]
    structure = [WIDE, NARROW] if IS_DEEP else [turn]
    for width, scheme, options in [*structure, *RUNS, *(DEEP_RUNS if is_due(name) else [])]:
        assert_fits(page, width)
        page.emulate_media(color_scheme=scheme)
        page.evaluate(TRANSITIONS_END)
        found += [
            f"{where} {width} {scheme}: {fault['id']} {node['target']} {node['html'][:160]} "
            f"{[check['message'] for check in node['any']][:1]}"
            for fault in violations(page, width, scheme, options)
            for node in fault["nodes"]
        ]
    assert_fits(page, WIDE[0], NARROW[0])
    return found


def violations(page: Any, width: int, scheme: str, options: dict[str, Any]) -> list[Any]:
    """Return what axe reports. Colours are checked once for each look, but everywhere in a deep
    run.
    """
    options = {**options, "resultTypes": ["violations"]}
    if IS_DEEP or "rules" in options:
        return list(page.evaluate("options => axe.run(options)", options)["violations"])
    seen = _seen.setdefault((width, scheme), set())
    reported, looks = page.evaluate(COLOURS_OF_NEW_LOOKS, [options, list(seen)])
    seen.update(looks)
    return list(reported)


@pytest.mark.slow
@pytest.mark.parametrize("part", turn(range(PARTS), PARTS))
def test_axe_finds_nothing_on_any_page(tabs: Tabs, tmp_path: Path, part: int) -> None:
    arguments, of_kyoto = prepare("site", fill_site)
    page = tabs.new(reduced_motion="reduce")
    addresses = list(dict.fromkeys([*pages(arguments), *of_kyoto]))
    found, seen = [], 0
    for address in addresses[part::PARTS]:
        if address.endswith("/replay.html"):  # a file to be downloaded
            (tmp_path / "game.html").write_bytes(Client().get(address).content)
            page.goto((tmp_path / "game.html").as_uri())
        elif not opens(page, address):
            continue
        found += faults(page, address)
        seen += 1
    assert not found, "\n".join(found)
    # Chromium reports the status of the pages that refuse an address.
    assert [fault for fault in tabs.take_faults() if "Failed to load resource" not in fault] == []
    assert seen > (60 + len(of_kyoto)) / PARTS / (1 if IS_DEEP else 2)


def test_the_pages_of_kyoto_are_pages() -> None:
    _, of_kyoto = prepare("site", fill_site)
    for address in of_kyoto:
        assert Client().get(address)["Content-Type"].startswith("text/html"), address
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
