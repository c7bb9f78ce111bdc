"""The natural text form of a header: values as people type them, templates, dates."""

import json
from typing import Any

import pytest

from games.core.record import Record
from games.registry import KINDS, write_template, write_text
from tests.support.engine import accepted, findings, judge_one

GORYO = '[Game "goryo"]\n[Edition "2024"]\n{tags}\nabandon\n'
CENTRES, MATCH = {"green": "e2", "red": "b2"}, {"id": "final", "game": 2}
KYOTO = '[Game "kyoto"]\n{tags}\nabandon\n'


def record_of(text: str) -> Record:
    return accepted(text).record


@pytest.mark.parametrize(
    ("log", "natural", "old"),
    [
        *(
            (log, f'[Result "{text}"]', {"Outcome": {"winner": winner, "reason": reason}})
            for log, text, winner, reason in (
                (GORYO, "- abandon", None, "abandon"),
                (GORYO, "samurai exorcism", "samurai", "exorcism"),
                (GORYO, "goryo", "goryo", None),
                (GORYO, "-", None, None),
                (KYOTO, "government escape", "government", "escape"),
            )
        ),
        (GORYO, '[Start.green "e2"]\n[Start.red "b2"]', {"Setup": {"samurai": CENTRES}}),
        (KYOTO, '[Depth "full"]\n[Match "final"]\n[MatchGame "2"]', {"Setup": {"match": MATCH}}),
    ],
)
def test_a_natural_tag_is_the_old_json_tag(log: str, natural: str, old: dict[str, Any]) -> None:
    quoted = {tag: json.dumps(json.dumps(value)) for tag, value in old.items()}
    json_tags = "\n".join(f"[{tag} {value}]" for tag, value in quoted.items())
    record = record_of(log.format(tags=natural))
    assert record.canonical() == record_of(log.format(tags=json_tags)).canonical()
    written = write_text(record)
    assert not any(f"[{tag} " in written for tag in old)
    assert record_of(written).canonical() == record.canonical()


def test_gorinto_has_a_result_and_the_wisdom_of_its_sides() -> None:
    text = write_template("gorinto", "2p-burrow") + "abandon\n"
    outcome = {"winners": ["p1"], "reason": "wisdom", "wisdom": {"p1": 13, "p2": 7}}
    tags = '[Result "p1 wisdom"]\n[Wisdom "p1 13 p2 7"]\n'
    natural = record_of(text.replace("[Start", tags + "[Start"))
    old = text.replace("[Start", f"[Outcome {json.dumps(json.dumps(outcome))}]\n[Start")
    assert natural.canonical() == record_of(old).canonical()
    written = write_text(natural)
    assert '[Result "p1 wisdom"]\n[Wisdom "p1 13 p2 7"]' in written
    assert record_of(written).canonical() == natural.canonical()


@pytest.mark.parametrize(
    "outcome",
    [
        {"winner": "goryo", "reason": "two words"},
        {"winner": None, "reason": "goryo"},
        {"winner": None, "reason": ""},
        {"winner": "samurai", "reason": "é", "x_own": 1},
    ],
)
def test_an_outcome_that_a_tag_cannot_say_is_written_as_json(outcome: dict[str, Any]) -> None:
    quoted = json.dumps(json.dumps(outcome))
    record = record_of(GORYO.format(tags=f"[Outcome {quoted}]"))
    written = write_text(record)
    assert "[Outcome " in written
    assert record_of(written).canonical() == record.canonical()


@pytest.mark.parametrize("value", ["Goryo", "goryo, resign", " samurai  exorcism ", "SAMURAI"])
def test_a_result_may_be_typed_in_several_ways(value: str) -> None:
    assert record_of(GORYO.format(tags=f'[Result "{value}"]')).header["outcome"]["winner"]


def test_tags_may_be_a_list_with_commas() -> None:
    record = record_of(GORYO.format(tags='[Tags "club, friday"]'))
    assert record.header["tags"] == ["club", "friday"]
    old = record_of(GORYO.format(tags='[Tags "[\\"club\\", \\"friday\\"]"]'))
    assert old.canonical() == record.canonical()
    assert '[Tags "club, friday"]' in write_text(record)


@pytest.mark.parametrize("tags", [["a, b"], ["[a"], [], ["", "a"], [" a"], ["a\nb"]])
def test_tags_that_a_list_cannot_say_are_written_as_json(tags: list[str]) -> None:
    record = record_of(GORYO.format(tags=f"[Tags {json.dumps(json.dumps(tags))}]"))
    assert record_of(write_text(record)).header["tags"] == tags


@pytest.mark.parametrize("tag", ["Outcome", "Setup"])
def test_a_natural_tag_next_to_its_json_tag_is_refused(tag: str) -> None:
    other = '[Result "goryo"]' if tag == "Outcome" else '[Start.green "e2"]'
    text = GORYO.format(tags=f'[{tag} "{{}}"]\n{other}')
    assert findings(text)[0].code == "tag_twice"


@pytest.mark.parametrize(
    ("slug", "ruleset"),
    [(slug, ruleset) for slug, kind in KINDS.items() for ruleset in kind.identity.rulesets],
)
def test_a_template_is_a_valid_log_of_its_rules(slug: str, ruleset: str) -> None:
    record = record_of(write_template(slug, ruleset))
    identity = KINDS[slug].identity
    name = ruleset.removesuffix("-" + ruleset.rpartition("-")[2]) if slug == "gorinto" else ruleset
    edition, mode = identity.edition_of(record.setup), identity.mode_of(record.setup)
    if slug == "goryo":
        assert ruleset == (edition if mode == "standard" else f"{edition}-{mode}")
    else:
        assert mode in (ruleset, name)
    assert all(player.name is None for player in record.players)


@pytest.mark.parametrize(
    ("played_at", "is_valid"),
    [
        ("2026-11-20", True),
        ("2026-11-20T12:00", True),
        ("2026-11-20 12:00", True),
        ("2026-11-20T12:00:00.1Z", True),
        ("2026-11-20T12:00:00.123456", True),
        ("2026-11-20T12:00:00.123456789+02:00", True),
        ("2026-11-20T12:00:00.1234567890", False),
        ("2026-11-20  12:00", False),
        ("2026-11-31", False),
        ("20.11.2026", False),
    ],
)
def test_dates_have_up_to_nine_digits_of_a_second(played_at: str, *, is_valid: bool) -> None:
    judged = judge_one(GORYO.format(tags=f'[Date "{played_at}"]'))
    assert (judged.findings == ()) is is_valid
    if judged.record is not None:
        assert judged.record.header["played_at"] == played_at


def test_the_only_free_centre_is_suggested() -> None:
    log = '[Game "goryo"]\n[Edition "2024"]\n[Start.green "b3"]\n\nbind mask\n'
    fixes = [finding.fix for finding in findings(log) if finding.code == "not_the_centres"]
    assert [fix.text for fix in fixes] == ["b2"]
