"""Pages: home, upload, status, list of games with and without spoilers."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays import services as replay_services
from replays.models import Game, RawFile, Upload, UploadItem
from replays.services import Reading
from tests.support.pages import get, missing, page, present

from . import logs
from .logs import REFUSED, UNFINISHED, as_json, json_log, many, queue, submit, text_log, zipped

pytestmark = pytest.mark.django_db

UPLOAD = "/upload/"


def text_of(answer: Any) -> str:
    return answer.content.decode()


def post(client: Client, text: str | bytes = "", **form: Any) -> Any:
    """Send the upload form."""
    return client.post(UPLOAD, {"text": text, **form})


def check(client: Client, text: str, **form: Any) -> str:
    """Return the page of a check."""
    return text_of(post(client, text, action="check", **form))


def file(name: str, data: bytes = b"x") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_an_empty_site_says_so(client: Client) -> None:
    assert client.get(UPLOAD).status_code == 200
    for path in ("/", "/games/"):
        assert "No games yet" in page(client, path)


def test_pasted_text_leads_to_its_replay(client: Client) -> None:
    answer = post(client, text_log().decode(), action="keep")
    game = Game.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/games/{game.public_id}/")
    assert "Uploaded." in page(client, answer["Location"])


def test_a_small_upload_leads_to_its_first_game(client: Client) -> None:
    text = text_log().decode() + "\n" + text_log(Jane="Ann").decode()
    answer = post(client, text)
    items = UploadItem.objects.order_by("position").values_list("game__public_id", flat=True)
    first, second = (f"/games/{public_id}/" for public_id in items)
    assert answer["Location"] == first
    assert missing(page(client, first), "game 1 of 2", second) == []
    assert "game 1 of 2" not in page(Client(), first)


def test_an_unfinished_file_leads_to_its_replay(client: Client) -> None:
    answer = client.post(UPLOAD, {"file": file("x.txt", UNFINISHED.encode())}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"/games/{Game.objects.get().public_id}/")
    assert answer.status_code == 200


def test_a_duplicate_is_linked(client: Client) -> None:
    submit(text_log())
    address = Game.objects.get().get_absolute_url()
    answer = client.post(UPLOAD, {"text": text_log().decode()}, follow=True)
    checked = check(client, text_log().decode())
    for text, label in ((text_of(answer), "Already stored"), (checked, "already stored")):
        assert missing(text, address, label) == []
    assert "deleted" not in checked


def test_a_refused_paste_stays_in_the_form_with_its_findings(client: Client) -> None:
    answer = post(client, REFUSED)
    assert answer.status_code == 422
    parts = (
        "haunt vase b9\n<span",
        "rule 2.1",
        "Line 8",
        "<code>haunt ",
        "[Goryo &quot;Jane&quot;]",
    )
    assert missing(text_of(answer), *parts) == []


def test_a_check_stores_nothing(client: Client) -> None:
    answer = post(client, REFUSED, action="check")
    assert (answer.status_code, "nothing was saved" in text_of(answer)) == (422, True)
    answer = post(client, REFUSED, file=file("a", text_log()), action="check")
    assert (answer.status_code, "Valid, ready to upload" in text_of(answer)) == (200, True)
    assert Upload.objects.count() == RawFile.objects.count() == Game.objects.count() == 0


def test_several_files_have_a_page_together(client: Client) -> None:
    files = [file("<b>.txt", text_log()), file("bad.txt", REFUSED.encode())]
    answer = client.post(UPLOAD, {"file": files}, follow=True)
    assert answer.status_code == 200
    assert "<b>.txt" not in text_of(answer)
    parts = ("&lt;b&gt;.txt", "bad.txt", Game.objects.get().get_absolute_url())
    assert missing(text_of(answer), *parts) == []


def test_text_of_logs_is_escaped(client: Client) -> None:
    """A165: names, titles and findings that quote the file."""
    evil = "<script>alert(1)</script>"
    submit(as_json(json_log(players=logs.two_players(evil, '"><img src=x>'), event=evil)))
    bad = UNFINISHED.replace("haunt vase b4", f'haunt "{evil}" b4')
    archive = file("a.zip", zipped({f"{evil}.txt": bad.encode()}))
    answers = [
        client.get("/games/"),
        client.get("/"),
        client.get(Game.objects.get().get_absolute_url()),
        post(client, bad),
        post(client, bad, action="check"),
        post(client, evil),
        client.get("/games/", {"player": evil}),
        client.get("/games/", {evil: "1"}),
        client.post(UPLOAD, {"file": archive}, follow=True),
    ]
    texts = [text_of(answer) for answer in answers]
    for text in texts:
        assert present(text, evil, "<img src=x>") == []
    assert sum("&lt;script&gt;" in text for text in texts) >= 5


def test_pages_hold_no_inline_script_handler_or_style(client: Client) -> None:
    upload = submit(many(1))
    uploads = (upload.get_absolute_url(), f"/uploads/?id={upload.public_id}")
    script = r"<script(?![^>]*(\bsrc=|type=\"application/json\"))"
    inline = rf"{script}|\son[a-z]+=|style=|(src|href|action)=[\"']?(https?:)?//"
    for path in ("/", UPLOAD, "/games/", *uploads):
        assert not re.search(inline, page(client, path).replace("http://testserver/", "/")), path


@pytest.mark.parametrize("form", [{}, {"text": "  \n "}, {"action": "keep"}])
def test_an_empty_form_has_an_error(client: Client, form: dict[str, str]) -> None:
    answer = client.post(UPLOAD, form)
    assert (answer.status_code, "Choose a file or paste" in text_of(answer)) == (400, True)


def test_limits_have_an_error(client: Client, settings: Any) -> None:

    def is_refused(message: str, **form: Any) -> None:
        answer = client.post(UPLOAD, form)
        assert (answer.status_code, message in text_of(answer)) == (413, True)

    settings.UPLOAD_MAX_BYTES = 1000
    for size in (1001, 400_000):
        is_refused("too large", file=file("a", b"x" * size))
    settings.UPLOAD_MAX_BYTES = 10_000_000
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    is_refused("Upload larger logs as a file", text="x" * 2000)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
    settings.UPLOAD_MAX_FILES = 1
    is_refused("files per upload", file=[file("a"), file("b")])
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 1
    is_refused("files per upload", file=[file("a"), file("b")])
    answer = client.post("/api/v1/games/", {"file": [file("a"), file("b")]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_many_files")
    assert Upload.objects.count() == 0


def test_the_form_needs_its_token(settings: Any) -> None:
    """A183: anonymous posts too."""
    client = Client(enforce_csrf_checks=True)
    refused = post(client, "x")
    assert (refused.status_code, "The form has expired" in text_of(refused)) == (403, True)
    token = client.get(UPLOAD).cookies["csrftoken"].value
    assert post(client, "x", csrfmiddlewaretoken=token).status_code == 422
    assert post(client, "x", csrfmiddlewaretoken="y" * 64).status_code == 403


def test_the_throttle_has_an_error(client: Client, rates: Any) -> None:
    rates(uploads="2/min")
    address = {"REMOTE_ADDR": "10.1.1.1"}
    posts = ({"HTTP_X_FORWARDED_FOR": str(n), **address} for n in range(3))
    answers = [client.post(UPLOAD, {"text": "x"}, **sent) for sent in posts]
    assert [answer.status_code for answer in answers] == [422, 422, 429]
    assert "Too many uploads. Wait" in text_of(answers[-1])
    assert int(answers[-1]["Retry-After"]) > 0


def test_the_status_page_leads_to_the_replay(client: Client, enqueued: list[int]) -> None:
    upload = queue(text_log())
    path = upload.get_absolute_url()
    progress = f'data-status="/uploads/{upload.public_id}/progress/"'
    parts = ("waiting to be read", '<noscript><meta http-equiv="refresh"', progress)
    assert missing(page(client, path), *parts) == []
    assert client.get(path + "?go=1").status_code == 200
    replay_services.read_waiting(upload.pk)
    assert not re.search('data-status|http-equiv="refresh"', page(client, path))
    answer = client.get(path + "?go=1")
    assert (answer.status_code, answer["Location"]) == (302, Game.objects.get().get_absolute_url())


def test_an_internal_error_shows_its_id(client: Client) -> None:
    upload = submit(many(1))
    Upload.objects.update(state="fault", fault_id="f00dcafe")
    assert missing(page(client, upload.get_absolute_url()), "f00dcafe", "internal error") == []


def test_a_long_upload_pages_through_its_games(client: Client) -> None:
    path = submit(many(130), reading=Reading.NOW).get_absolute_url()
    assert "?after=99" in page(client, path)
    rest = page(client, path + "?after=99")
    assert (">Game 101<" in rest, ">Game 100<" in rest) == (True, False)
    assert client.get(path + "?after=x").status_code == 400


def test_human_games_are_the_default_and_bot_games_a_visible_choice(client: Client) -> None:
    submit(many(3, x_simulated=True))
    submit(many(2, start=10))
    answer = client.get("/games/")
    assert answer.context["n_games"] == 2
    assert [choice["n"] for choice in answer.context["played_by"]] == [2, 3, 5]
    assert "tag-bot" not in text_of(answer)
    assert page(client, "/games/?simulated=yes").count("tag-bot") == 3
    assert client.get("/games/?simulated=all").context["n_games"] == 5
    assert "No games match these filters" in page(client, "/games/?player=unknown")


def test_an_address_has_no_default_parameters(client: Client) -> None:
    defaults = {"player=Jane&kind=&edition=&simulated=no&from=&to=&page=1": "?player=Jane"}
    for query, left in (defaults | {"spoilers=yes": ""}).items():
        assert get(client, f"/games/?{query}", 302)["Location"] == f"/games/{left}"


@pytest.mark.parametrize("number", ["0", "-1", "2", "999999999", "abc", "1.5", ""])
def test_missing_pages(client: Client, number: str) -> None:
    """A163."""
    get(client, f"/games/?page={number}", 404)


def test_pages_of_the_list_hold_each_game_once(client: Client) -> None:
    submit(many(120), reading=Reading.NOW)
    pages = [client.get(f"/games/{query}").context["games"] for query in ("", "?page=2", "?page=3")]
    ids = [row.game.public_id for rows in pages for row in rows]
    assert len(ids) == len(set(ids)) == 120
    second = page(client, "/games/?player=jane&page=2")
    assert missing(second, 'href="?player=jane"', 'href="?player=jane&amp;page=3"') == []


FAULTY = text_log(**{"plan b4 b3 b2 c2 > c3": "plan b4 b3 b4 c2 > c3"}).decode()
HINT = "In round 1, the plan breaks 4.1"


def test_a_check_hints_at_a_plan_that_broke_a_rule(client: Client) -> None:
    checked = check(client, FAULTY)
    assert "Valid, ready to upload" in checked
    hint = checked.split('problem-hint">')[1].split("</p>")[0]
    assert hint.startswith(f"event 3, line 9, column 1: {HINT}")
    assert missing(hint, "4.3 (", "a mistake, found at the discovery (6.1)") == []
    assert "problem-hint" not in check(client, text_log().decode())


def test_a_hint_is_only_in_the_check(client: Client) -> None:
    unfinished = FAULTY[: FAULTY.index("discover")]
    check(client, unfinished)
    post(client, unfinished)
    upload, game = Upload.objects.get(), Game.objects.get()
    assert game.warnings == upload.items.get().warnings == []
    for address in (upload.get_absolute_url(), game.get_absolute_url(), "/games/", UPLOAD):
        assert HINT not in page(client, address)
        assert HINT not in page(Client(), address)
    dry = client.post("/api/v1/games/?dry_run=1", FAULTY, content_type="text/plain").json()
    assert dry["games"][0]["warnings"] == []


def test_more_filters_open_if_one_is_set(client: Client) -> None:
    plain, by_edition = client.get("/games/?kind=gorinto"), client.get("/games/?edition=2024")
    assert not plain.context["has_more_filters"]
    assert by_edition.context["has_more_filters"]
    text = text_of(plain).split("<main")[1]
    assert text.index('name="kind"') < text.index("<details") < text.index('name="edition"')


@pytest.fixture
def game() -> Game:
    """A game that the Samurai resigned."""
    submit(text_log())
    return Game.objects.get()


def listed(client: Client, query: str) -> str:
    """The list, without the form above it, the navigation and the footer."""
    text = page(client, f"/games/{query}")
    main = text[text.index("<main") : text.index("</main>")]
    return main[main.index("</form>") :]


def test_the_list_without_spoilers_has_no_results_or_lengths(client: Client, game: Game) -> None:
    length = f"{game.n_events} steps"
    assert missing(listed(client, ""), "Resignation", length) == []
    hidden = listed(client, "?spoilers=no").replace('<a href="/events/">Events</a>', "")
    assert present(hidden, "Jane", length) == ["Jane"]
    assert not re.search(r"[Rr]esign|Result|Events|win", hidden)


def test_the_form_without_spoilers_has_no_results(client: Client) -> None:
    text = page(client, "/games/?spoilers=no")
    assert present(text, 'name="winner"', 'name="reason"') == []
    assert '<input type="hidden" name="spoilers" value="no">' in text


def test_links_keep_the_choice_of_spoilers(client: Client, game: Game) -> None:
    links = (
        f'href="/games/{game.public_id}/?spoilers=no"',
        'href="?player=Jane&amp;spoilers=no&amp;simulated=yes"',
        '<a href="/games/?spoilers=no">Clear</a>',
        '<a href="?player=Jane">Show results</a>',
    )
    assert missing(page(client, "/games/?spoilers=no&player=Jane"), *links) == []
    with_results = page(client, "/games/?player=Jane&winner=goryo")
    assert '<a href="?player=Jane&amp;spoilers=no">Hide results</a>' in with_results


@pytest.mark.parametrize("query", ["spoilers=maybe", "spoilers=", "spoilers=no&winner=goryo"])
def test_invalid_spoilers_are_400(client: Client, query: str) -> None:
    get(client, f"/games/?{query}", 400)
