"""Costly answers are counted before they are computed, and cached; edit keys in cookies."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from games.core import branching
from games.registry import get_kind, replay
from replays import services as replay_services
from replays.models import AnnotationSet, Branch, Game
from replays.reads import games as game_reads
from replays.reads.cache import BoundedCache
from replays.web import replay_drawing, share_films, share_pictures
from tests.support import pages
from tests.support.engine import bot_game, dump, judge_one

from .branches import Api, store_game
from .logs import as_json, json_log, numbered, submit

pytestmark = pytest.mark.django_db

GORINTO = get_kind("gorinto")


@pytest.fixture(autouse=True)
def _nothing_drawn() -> None:
    """What was drawn for another test is forgotten."""
    replay_drawing._drawings.clear()
    share_pictures._cache.clear()
    share_films._frames.clear()


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The views and priors that were drawn."""
    made: list[tuple[str, str]] = []
    draw = replay_drawing.draw_replay

    def drawing(slug: str, game: Any, view: str, prior: str = "", fitted: Any = None) -> Any:
        made.append((view, prior))
        return draw(slug, game, view, prior, fitted)

    monkeypatch.setattr(replay_drawing, "draw_replay", drawing)
    return made


GAME_PAGES = ("", "step-3.svg", "step-3.png", "replay.gif", "replay.html", "share/")
OTHER_PAGES = ("/embed/{id}/", "/notes/{notes}/", "/branches/{branch}/")
PAGES = (*(f"/games/{{id}}/{page}" for page in GAME_PAGES), *OTHER_PAGES)


@pytest.fixture
def _small_films(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share_films, "WIDTH", 160)


@pytest.mark.usefixtures("_small_films")
@pytest.mark.parametrize("page", PAGES)
def test_belief_is_counted_before_it_is_computed(
    page: str, client: Client, rates: Any, drawn: list[Any], game: Game
) -> None:
    rates(belief="2/min")
    notes, _ = replay_services.begin_notes(game, "public")
    branch, _ = replay_services.begin_branch(game, 5, "samurai")
    address = page.format(id=game.public_id, notes=notes.public_id, branch=branch.public_id)
    address += "?from=3&to=4&as=" if page.endswith(".gif") else "?as="
    views = ("samurai", "goryo", "samurai", "public")
    answers = [client.get(f"{address}{view}&belief=uniform") for view in views]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert ("public", "uniform") not in drawn
    pages.get(client, f"{address}public")


@pytest.mark.parametrize("name", ["step-3.svg", "step-3.png", "card.png"])
def test_pictures_are_counted_first(name: str, client: Client, rates: Any, drawn: Any) -> None:
    rates(pictures="1/min")
    game = store_game()
    pages.get(client, f"/games/{game.public_id}/step-2.svg?as=goryo")
    answer = pages.get(client, f"/games/{game.public_id}/{name}?as=public", 429)
    assert drawn == [("goryo", "")]
    assert int(answer["Retry-After"]) <= 61


@pytest.mark.usefixtures("_small_films")
def test_a_heavy_drawing_is_drawn_once(client: Client, drawn: list[Any], monkeypatch: Any) -> None:
    monkeypatch.setattr(replay_drawing, "_drawings", BoundedCache(max_count=128, max_bytes=10))
    pages.get(client, f"/games/{store_game().public_id}/replay.gif")
    assert len(drawn) == 1


@pytest.fixture
def pictured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The drawings that were rendered for clips."""
    made: list[str] = []
    render = share_films.png

    def png(svg: str, wide: int) -> bytes:
        made.append(svg)
        return render(svg, wide)

    monkeypatch.setattr(share_films, "png", png)
    return made


@pytest.mark.usefixtures("_small_films")
def test_a_clip_is_made_in_pieces_and_resumed(
    client: Client, settings: Any, pictured: list[str], rates: Any
) -> None:
    address = f"/games/{store_game().public_id}/replay.webp?to=5&pace=fast"
    whole = pages.get(client, address).content
    assert len(pictured) == 6
    share_pictures._cache.clear()
    share_films._frames.clear()
    pictured.clear()
    settings.SLICE_MS = 1.0  # less than a picture takes
    rates(films="1/min")
    answer, pieces = client.get(address), 0
    while answer.status_code == 302:
        pieces += 1
        assert answer["Cache-Control"] == "no-store"
        if pieces == 3:  # as if the client went away and came back
            cache.clear()
            answer = client.get(address)
        else:
            answer = client.get(answer["Location"])
        assert len(pictured) <= pieces  # the first piece may only draw the game
    assert (answer.status_code, answer.content == whole) == (200, True)
    assert len(set(pictured)) == len(pictured) == 6


@pytest.mark.usefixtures("_small_films")
def test_only_redirects_lead_to_later_pieces_of_a_clip(
    client: Client, settings: Any, rates: Any
) -> None:
    settings.SLICE_MS = 0.001
    rates(films="1/min")
    address = f"/games/{store_game().public_id}/replay.gif"
    moved = client.get(f"{address}?to=3")
    assert moved.status_code == 302
    signed = moved["Location"].partition("piece=")[2]
    for query in ("to=4&piece=1", f"to=4&piece={signed}", f"to=3&piece=2{signed[1:]}"):
        pages.get(client, f"{address}?{query}", 429)
    assert client.get(moved["Location"]).status_code in (200, 302)


@pytest.mark.usefixtures("_small_films")
def test_a_clip_of_many_pieces_asks_to_come_back(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SLICE_MS = 0.001
    monkeypatch.setattr(share_films, "MAX_PIECES", 1)
    first = client.get(f"/games/{store_game().public_id}/replay.gif?to=3")
    address = first["Location"]
    answer = pages.get(client, address, 503, headers={"Accept": "text/html"})
    assert answer["Retry-After"] == answer["Refresh"] == "1"
    while (answer := client.get(address)).status_code == 503:
        assert answer["Content-Type"].startswith("text/plain")
    assert answer["Content-Type"] == "image/gif"


def test_offers_are_throttled(rates: Any) -> None:
    rates(offers="2/min")
    api = Api()
    branch = api.begin(store_game(), 4)
    path = f"branches/{branch['id']}/legal/"
    assert [api.send("GET", path).status_code for _ in range(3)] == [200, 200, 429]
    page = f"/branches/{branch['id']}/"
    author = Client()
    pages.get(author, page)  # other viewers get no choices
    author.cookies[f"edit_{branch['id']}_en"] = branch["edit_key"]
    assert 'name="event"' not in pages.page(author, page, 429)


def test_an_event_beyond_the_belief_limit_has_no_belief(rates: Any) -> None:
    rates(belief="1/min")
    api = Api()
    branch = api.begin(store_game(), 3, **{"as": "samurai"})
    first = api.play(branch, event={"type": "move", "samurai": "green", "to": "b3"}).json()
    assert first["step"]["belief"]["hypotheses"] > 0
    assert "belief_waits" not in first
    second = api.play(branch, event={"type": "search", "samurai": "green"}).json()
    assert (second["n_events"], "belief" in second["step"]) == (2, False)
    assert 0 < second["belief_waits"] <= 61


def test_events_of_a_game_without_secrets_count_no_belief(rates: Any) -> None:
    rates(belief="1/min")
    api = Api()
    branch = api.begin(store_game(bot_game("gorinto", "2p-tactical").plain()), 0)
    for _ in range(3):
        answer = api.play(branch, decide="chance")
        assert answer.status_code == 201
        assert "belief_waits" not in answer.json()


# ------------------------------------------------------- what is legal where nobody counts it all


def refused_at(due: str) -> Any:
    """The finding about an event that says nothing where this is due."""
    for ruleset in GORINTO.identity.rulesets:
        game = replay(bot_game("gorinto", ruleset, 2))
        for step in game.steps:
            if step.entry.plain["type"] == due:
                log = game.record.plain()
                log.pop("outcome", None)
                bad = {"type": "coin", "side": "sun"} if due != "coin" else {}
                log["events"] = [*log["events"][: step.number - 1], bad]
                return step.before, judge_one(dump(log)).findings[0]
    raise LookupError(due)


@pytest.mark.parametrize(("due", "most"), [("fill", 5), ("kitsune", 16)])
def test_a_refusal_lists_examples_of_the_event_due(due: str, most: int) -> None:
    state, finding = refused_at(due)
    firsts = {words.split()[1] for words in finding.legal if words.startswith(f"{due} ")}
    listed = list(GORINTO.rules.decisions.listed(state, {}))
    plain = [GORINTO.log.codec.plain_event(event) for event in listed]
    format_event = GORINTO.log.notation.format_event
    assert firsts <= {format_event(event)[1] for event in plain if event["type"] == due}
    assert len(firsts) > most // 2
    for event in listed:
        assert GORINTO.rules.engine.violation(state, event) is None


def test_tiles_of_the_kitsune_are_chosen_one_by_one() -> None:
    state, _ = refused_at("kitsune")
    chosen: Any = (("type", "kitsune"),)
    tiles: list[Any] = []
    while (at := branching.choose(GORINTO, state, "public", chosen)).whole is None:
        assert at.is_complete
        tiles.append(at.choices[-1].value)
        chosen = (*at.chosen, (at.choices[-1].path, at.choices[-1].value))
    assert at.is_complete
    assert at.whole["tiles"][: len(tiles)] == tiles
    event = GORINTO.log.codec.read_event(dict(at.whole))
    assert GORINTO.rules.engine.violation(state, event) is None


# ------------------------------------------------------------------------------- keys of browsers


def begin_both(client: Client) -> list[tuple[Branch | AnnotationSet, Any]]:
    """Create a variation and notes on the pages; return them with the answers."""
    path, form = f"/games/{store_game().public_id}/", {"step": "3", "as": "samurai"}
    answers = [client.post(f"{path}{page}/", form) for page in ("branch", "notes")]
    return [(Branch.objects.get(), answers[0]), (AnnotationSet.objects.get(), answers[1])]


def test_the_site_stores_no_readable_key(client: Client) -> None:
    for made, answer in begin_both(client):
        key = answer.cookies[f"edit_{made.public_id}_en"].value
        assert key
        rows = [made.__dict__, *(row.get_decoded() for row in Session.objects.all())]
        assert key not in str(rows)


def test_a_key_is_sent_to_its_own_page_only(client: Client) -> None:
    for made, answer in begin_both(client):
        headers = [morsel.OutputString() for morsel in answer.cookies.values()]
        cookies = [header for header in headers if header.startswith("edit_")]
        for place in ("", "/it"):
            (cookie,) = [one for one in cookies if f"Path={place}{made.get_absolute_url()};" in one]
            assert pages.missing(cookie, "HttpOnly", "SameSite=Lax") == []


def test_a_key_is_valid_in_either_language(client: Client) -> None:
    (branch, _), (notes, _) = begin_both(client)
    for name in [name for name in client.cookies if name.endswith("_en")]:
        del client.cookies[name]
    pages = (branch.get_absolute_url(), notes.get_absolute_url())
    for page, button in zip(pages, (b'value="delete"', b'value="save"'), strict=True):
        assert button in client.get(f"/it{page}").content


def test_two_tabs_store_both_keys() -> None:
    """Two tabs of a browser that has nothing yet: neither answer knows of the other."""
    game, jar = store_game(), {}
    for _ in range(2):
        answer = Client().post(f"/games/{game.public_id}/branch/", {"step": "3", "as": "samurai"})
        jar |= {name: morsel.value for name, morsel in answer.cookies.items()}
    browser = Client()
    browser.cookies.load(jar)
    for branch in Branch.objects.all():
        assert "Delete this variation" in pages.page(browser, branch.get_absolute_url())


def test_deleting_removes_the_key(client: Client) -> None:
    for made, _ in begin_both(client):
        answer = client.post(made.get_absolute_url(), {"action": "delete"})
        assert answer.status_code == 302
        assert answer.cookies[f"edit_{made.public_id}_it"]["max-age"] == 0


def get(cache: BoundedCache[str], key: str, made: list[str], weight: int = 1) -> str:
    def make() -> str:
        made.append(key)
        return key * 2

    return cache.get(key, make, lambda _: weight)


def test_a_value_is_made_once_while_it_is_stored() -> None:
    cache: BoundedCache[str] = BoundedCache(max_count=2, max_bytes=100)
    made: list[str] = []
    assert [get(cache, key, made) for key in "abab"] == ["aa", "bb", "aa", "bb"]
    assert made == ["a", "b"]
    for key in "acab":  # b is the least recently used when c is stored
        get(cache, key, made)
    assert made == ["a", "b", "c", "b"]
    cache.clear()
    assert (len(cache), cache.weight) == (0, 0)


def test_the_weight_of_all_values_is_bounded() -> None:
    cache: BoundedCache[str] = BoundedCache(max_count=1000, max_bytes=100)
    made: list[str] = []
    for number in range(50):
        get(cache, str(number), made, weight=30)
        assert cache.weight == 30 * len(cache) <= 100
    assert len(cache) == 3
    assert get(cache, "whale", made, weight=101) == "whalewhale"
    assert (len(cache), cache.weight) == (3, 90), "a value that is too heavy evicts nothing"


def test_games_with_long_notes_do_not_fill_the_memory(client: Client, monkeypatch: Any) -> None:
    replays: BoundedCache[Any] = BoundedCache(max_count=64, max_bytes=50_000)
    drawings: BoundedCache[Any] = BoundedCache(max_count=64, max_bytes=50_000)
    monkeypatch.setattr(game_reads, "_replays", replays)
    monkeypatch.setattr(replay_drawing, "_drawings", drawings)
    events = json_log()["events"]
    events[0]["note"] = "n" * 12_000
    logs = [numbered(number, events=events) for number in range(6)]
    submit(as_json(*logs))
    for game in Game.objects.all():
        for address in (game.get_absolute_url(), f"/api/v1/games/{game.public_id}/steps/"):
            pages.get(client, address)
    assert 0 < len(replays) < 6
    assert 0 < len(drawings) < 6
    assert max(replays.weight, drawings.weight) <= 50_000


def test_values_are_cached_by_language() -> None:
    localized: BoundedCache[str] = BoundedCache(max_count=4, max_bytes=100)
    neutral: BoundedCache[str] = BoundedCache(max_count=4, max_bytes=100, by_language=False)
    for language in ("en", "it"):
        with translation.override(language):
            assert localized.get("key", lambda now=language: now, len) == language
            assert neutral.get("key", lambda now=language: now, len) == "en"
