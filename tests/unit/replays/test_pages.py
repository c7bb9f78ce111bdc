"""The pages: front, upload, status, list."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from replays import services as replay_services
from replays.models import Game, RawFile, Upload, UploadItem, UploadSource
from replays.services import Reading

from .logs import REFUSED, UNFINISHED, as_json, json_log, many, numbered, text_log, zip_of

pytestmark = pytest.mark.django_db
UPLOAD = "/upload/"


def text_of(answer: Any) -> str:
    return answer.content.decode()


def test_an_empty_house_says_what_to_do(client: Client) -> None:
    for path in ("/", "/games/", UPLOAD):
        answer = client.get(path)
        assert answer.status_code == 200
    assert "No games yet" in text_of(client.get("/"))
    assert "No games yet" in text_of(client.get("/games/"))


def test_pasted_text_ends_at_its_replay(client: Client) -> None:
    answer = client.post(UPLOAD, {"text": text_log().decode(), "action": "keep"})
    game = Game.objects.get()
    assert answer.status_code == 302
    assert answer["Location"] == f"/games/{game.public_id}/"
    assert "Uploaded." in text_of(client.get(answer["Location"]))


def test_a_handful_of_games_begins_at_the_first_and_leads_on(client: Client) -> None:
    text = text_log().decode() + "\n" + text_log(Jane="Ann").decode()
    answer = client.post(UPLOAD, {"text": text})
    first, second = (item.game for item in UploadItem.objects.order_by("position"))
    assert first is not None
    assert second is not None
    assert answer["Location"] == first.get_absolute_url()
    page = text_of(client.get(answer["Location"]))
    assert "game 1 of 2" in page
    assert second.get_absolute_url() in page
    assert "game 1 of 2" not in text_of(Client().get(first.get_absolute_url()))


def test_a_file_ends_at_its_replay_also_unfinished(client: Client) -> None:
    file = SimpleUploadedFile("x.txt", UNFINISHED.encode())
    answer = client.post(UPLOAD, {"file": file}, follow=True)
    assert answer.redirect_chain[-1][0].startswith(f"/games/{Game.objects.get().public_id}/")
    assert answer.status_code == 200


def test_a_duplicate_is_told_and_linked(client: Client) -> None:
    replay_services.submit(text_log(), source=UploadSource.API)
    answer = client.post(UPLOAD, {"text": text_log().decode()}, follow=True)
    assert f"/games/{Game.objects.get().public_id}/" in text_of(answer)
    assert "Already stored" in text_of(answer)


def test_a_refused_paste_stays_in_the_form_with_line_caret_rule_and_choices(client: Client) -> None:
    answer = client.post(UPLOAD, {"text": REFUSED})
    page = text_of(answer)
    assert answer.status_code == 422
    assert "haunt vase b9\n<span" in page
    assert "Rule 2.1" in page
    assert "line 8" in page
    assert "<code>haunt " in page
    assert "[Goryo &quot;Jane&quot;]" in page


def test_a_check_keeps_nothing(client: Client) -> None:
    answer = client.post(UPLOAD, {"text": REFUSED, "action": "check"})
    assert (answer.status_code, "nothing was saved" in text_of(answer)) == (422, True)
    answer = client.post(
        UPLOAD, {"file": SimpleUploadedFile("a", text_log()), "text": REFUSED, "action": "check"}
    )
    assert answer.status_code == 200
    assert "Valid, ready to upload" in text_of(answer)
    assert Upload.objects.count() == RawFile.objects.count() == Game.objects.count() == 0


def test_several_files_have_a_page_together(client: Client) -> None:
    files = [
        SimpleUploadedFile("<b>.txt", text_log()),
        SimpleUploadedFile("bad.txt", REFUSED.encode()),
    ]
    answer = client.post(UPLOAD, {"file": files}, follow=True)
    page = text_of(answer)
    assert answer.status_code == 200
    assert "&lt;b&gt;.txt" in page
    assert "<b>.txt" not in page
    assert "bad.txt" in page
    assert f"/games/{Game.objects.get().public_id}/" in page


def test_what_a_log_says_is_never_markup(client: Client) -> None:
    """A165: names, titles and findings that quote the file."""
    evil = "<script>alert(1)</script>"
    log = json_log(
        players=[{"role": "goryo", "name": evil}, {"role": "samurai", "name": '"><img src=x>'}],
        event=evil,
    )
    replay_services.submit(as_json(log), source=UploadSource.API)
    bad = UNFINISHED.replace("haunt vase b4", f'haunt "{evil}" b4')
    archive = SimpleUploadedFile("a.zip", zip_of({f"{evil}.txt": bad.encode()}))
    answers = [
        client.get("/games/"),
        client.get("/"),
        client.get(Game.objects.get().get_absolute_url()),
        client.post(UPLOAD, {"text": bad}),
        client.post(UPLOAD, {"text": bad, "action": "check"}),
        client.post(UPLOAD, {"text": evil}),
        client.get("/games/", {"player": evil}),
        client.get("/games/", {evil: "1"}),
        client.post(UPLOAD, {"file": archive}, follow=True),
    ]
    pages = [text_of(answer) for answer in answers]
    for page in pages:
        assert evil not in page
        assert "<img src=x>" not in page
    assert sum("&lt;script&gt;" in page for page in pages) >= 5


def test_pages_hold_no_inline_script_handler_or_style(client: Client) -> None:
    replay_services.submit(many(1), source=UploadSource.API)
    upload = Upload.objects.get()
    for path in (
        "/",
        UPLOAD,
        "/games/",
        upload.get_absolute_url(),
        f"/uploads/?id={upload.public_id}",
    ):
        page = text_of(client.get(path)).replace("http://testserver/", "/")
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"\son[a-z]+=", page), path
        assert "style=" not in page, path
        assert not re.search(r"(src|href|action)=[\"']?(https?:)?//", page), path


@pytest.mark.parametrize("form", [{}, {"text": "  \n "}, {"action": "keep"}])
def test_nothing_sent_is_said_in_words(client: Client, form: dict[str, str]) -> None:
    answer = client.post(UPLOAD, form)
    assert (answer.status_code, "Choose a file or paste" in text_of(answer)) == (400, True)


def test_too_much_is_said_in_words(client: Client, settings: Any) -> None:
    settings.UPLOAD_MAX_BYTES = 1000
    for size in (1001, 400_000):
        answer = client.post(UPLOAD, {"file": SimpleUploadedFile("a", b"x" * size)})
        assert (answer.status_code, "too large" in text_of(answer)) == (413, True)
    settings.UPLOAD_MAX_BYTES = 10_000_000
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    answer = client.post(UPLOAD, {"text": "x" * 2000})
    assert (answer.status_code, "Upload larger logs as a file" in text_of(answer)) == (413, True)
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 10_000_000
    settings.UPLOAD_MAX_FILES = 1
    answer = client.post(
        UPLOAD, {"file": [SimpleUploadedFile("a", b"x"), SimpleUploadedFile("b", b"x")]}
    )
    assert (answer.status_code, "files per upload" in text_of(answer)) == (413, True)
    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 1
    answer = client.post(
        UPLOAD, {"file": [SimpleUploadedFile("a", b"x"), SimpleUploadedFile("b", b"x")]}
    )
    assert (answer.status_code, "files per upload" in text_of(answer)) == (413, True)
    answer = client.post(
        "/api/v1/games/", {"file": [SimpleUploadedFile("a", b"x"), SimpleUploadedFile("b", b"x")]}
    )
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_many_files")
    assert Upload.objects.count() == 0


def test_the_form_wants_its_token(settings: Any) -> None:
    """A183: anonymous posts too."""
    client = Client(enforce_csrf_checks=True)
    assert client.post(UPLOAD, {"text": "x"}).status_code == 403
    token = client.get(UPLOAD).cookies["csrftoken"].value
    assert client.post(UPLOAD, {"text": "x", "csrfmiddlewaretoken": token}).status_code == 422
    assert client.post(UPLOAD, {"text": "x", "csrfmiddlewaretoken": "y" * 64}).status_code == 403


def test_too_often_is_said_in_words(client: Client, rates: Any) -> None:
    rates(uploads="2/min")
    codes = [
        client.post(
            UPLOAD, {"text": "x"}, REMOTE_ADDR="10.1.1.1", HTTP_X_FORWARDED_FOR=str(n)
        ).status_code
        for n in range(3)
    ]
    assert codes == [422, 422, 429]
    answer = client.post(UPLOAD, {"text": "x"}, REMOTE_ADDR="10.1.1.1")
    assert ("Too many uploads. Wait" in text_of(answer), int(answer["Retry-After"]) > 0) == (
        True,
        True,
    )


def test_the_status_page_waits_and_then_goes_to_the_replay(
    client: Client, enqueued: list[int]
) -> None:
    upload = replay_services.submit(text_log(), source=UploadSource.PAGE, reading=Reading.QUEUED)
    page = text_of(client.get(upload.get_absolute_url()))
    assert "waiting to be read" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert f'data-status="/uploads/{upload.public_id}/progress/"' in page
    assert client.get(upload.get_absolute_url() + "?go=1").status_code == 200
    replay_services.read_waiting(upload.pk)
    page = text_of(client.get(upload.get_absolute_url()))
    assert "data-status" not in page
    assert 'http-equiv="refresh"' not in page
    answer = client.get(upload.get_absolute_url() + "?go=1")
    assert (answer.status_code, answer["Location"]) == (302, Game.objects.get().get_absolute_url())


def test_a_fault_is_owned_up_to_with_its_id(client: Client) -> None:
    upload = replay_services.submit(many(1), source=UploadSource.PAGE)
    Upload.objects.update(state="fault", fault_id="f00dcafe")
    page = text_of(client.get(upload.get_absolute_url()))
    assert ("f00dcafe" in page, "internal error" in page) == (True, True)


def test_a_long_upload_pages_through_its_games(client: Client) -> None:
    upload = replay_services.submit(many(130), source=UploadSource.PAGE, reading=Reading.NOW)
    page = text_of(client.get(upload.get_absolute_url()))
    assert "?after=99" in page
    rest = text_of(client.get(upload.get_absolute_url() + "?after=99"))
    assert (">Game 101<" in rest, ">Game 100<" in rest) == (True, False)
    assert client.get(upload.get_absolute_url() + "?after=x").status_code == 400


def test_people_first_and_simulated_behind_a_visible_choice(client: Client) -> None:
    replay_services.submit(many(3, x_simulated=True), source=UploadSource.API)
    replay_services.submit(many(2, start=10), source=UploadSource.API)
    page = client.get("/games/")
    assert page.context["n_games"] == 2
    assert [choice["n"] for choice in page.context["played_by"]] == [2, 3, 5]
    assert "badge-sim" not in text_of(page)
    page = client.get("/games/?simulated=yes")
    assert text_of(page).count("badge-sim") == 3
    assert client.get("/games/?simulated=all").context["n_games"] == 5


def test_an_address_keeps_what_was_asked_and_nothing_else(client: Client) -> None:
    answer = client.get("/games/?player=Jane&kind=&edition=&simulated=no&from=&to=&page=1")
    assert (answer.status_code, answer["Location"]) == (302, "/games/?player=Jane")


@pytest.mark.parametrize(
    "query", ["page=0", "page=-1", "page=2", "page=999999999", "page=abc", "page=1.5", "page="]
)
def test_pages_there_are_not(client: Client, query: str) -> None:
    """A163."""
    assert client.get(f"/games/?{query}").status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "rolle=x",
        "from=2024-02-30",
        "from=2024-02-02&to=2024-02-01",
        "month=x",
        "simulated=2",
        "kind=chess",
        "edition=1&edition=2",
    ],
)
def test_what_can_not_be_understood_is_said_and_shows_no_games(client: Client, query: str) -> None:
    replay_services.submit(many(1), source=UploadSource.API)
    answer = client.get(f"/games/?{query}")
    assert answer.status_code == 400
    assert "notice-error" in text_of(answer)
    assert Game.objects.get().public_id not in text_of(answer)


def test_pages_of_the_list_hold_each_game_once(client: Client) -> None:
    replay_services.submit(many(120), source=UploadSource.API, reading=Reading.NOW)
    found = [
        row.game.public_id
        for number in (1, 2, 3)
        for row in client.get("/games/", {"page": number} if number > 1 else {}).context["games"]
    ]
    assert len(found) == len(set(found)) == 120
    second = text_of(client.get("/games/?player=jane&page=2"))
    assert 'href="?player=jane"' in second
    assert 'href="?player=jane&amp;page=3"' in second


def test_nothing_found_says_so(client: Client) -> None:
    replay_services.submit(as_json(numbered(1)), source=UploadSource.API)
    assert "No games match these filters" in text_of(client.get("/games/?player=nobody"))


FAULTY = text_log(**{"plan b4 b3 b2 c2 > c3": "plan b4 b3 b4 c2 > c3"}).decode()
HINT = "In round 1, the plan breaks 4.1"


def test_a_check_hints_at_a_plan_that_broke_a_rule(client: Client) -> None:
    page = text_of(client.post(UPLOAD, {"text": FAULTY, "action": "check"}))
    assert "Valid, ready to upload" in page
    told = page.split('<p class="item-hint">')[1].split("</p>")[0]
    assert told.startswith(HINT)
    assert "4.3 (" in told
    assert "a mistake, found at the discovery (6.1)" in told
    right = text_of(client.post(UPLOAD, {"text": text_log().decode(), "action": "check"}))
    assert "item-hint" not in right


def test_a_hint_is_for_who_has_the_log_and_is_kept_nowhere(client: Client) -> None:
    unfinished = FAULTY[: FAULTY.index("discover")]
    client.post(UPLOAD, {"text": unfinished, "action": "check"})
    client.post(UPLOAD, {"text": unfinished})
    upload, game = Upload.objects.get(), Game.objects.get()
    assert game.warnings == upload.items.get().warnings == []
    for address in (upload.get_absolute_url(), game.get_absolute_url(), "/games/", UPLOAD):
        assert HINT not in text_of(client.get(address))
        assert HINT not in text_of(Client().get(address))
    dry = client.post("/api/v1/games/?dry_run=1", FAULTY, content_type="text/plain").json()
    assert dry["games"][0]["warnings"] == []


def test_a_check_of_a_game_that_is_here_leads_to_it(client: Client) -> None:
    client.post(UPLOAD, {"text": text_log().decode()})
    page = text_of(client.post(UPLOAD, {"text": text_log().decode(), "action": "check"}))
    assert "already stored" in page
    assert Game.objects.get().get_absolute_url() in page
    assert "deleted" not in page


def test_the_game_is_chosen_first_and_what_is_folded_away_opens_where_it_was_asked(
    client: Client,
) -> None:
    plain, by_edition = client.get("/games/?kind=gorinto"), client.get("/games/?edition=2024")
    assert (plain.context["has_more_filters"], by_edition.context["has_more_filters"]) == (
        False,
        True,
    )
    page = text_of(plain)
    assert page.index('name="kind"') < page.index("<details") < page.index('name="edition"')
