"""`x_simulated` is a JSON boolean (in text: true or false): anything else would count a bot game as
a human game.
"""

import json

import pytest

from games.registry import judge

TEXT = """[Game "goryo"]
[Edition "2024"]
[Goryo "Jane"]
[Samurai "John"]
{tag}
bind mask
haunt vase b4
plan b4 b3 b2 c2 > c3
green move c2; green sniff c3 yes
discover
"""


def judged_text(tag):
    (judged,) = judge(TEXT.format(tag=tag).encode())
    return judged


def judged_json(value):
    log = judged_text("").record.plain() | {"x_simulated": value}
    (judged,) = judge(json.dumps(log).encode())
    return judged


@pytest.mark.parametrize("value", ["yes", "true", "", 1, 0, None, [True], {"by": "bot"}])
def test_json_other_than_a_boolean_is_refused(value):
    findings = judged_json(value).findings
    assert [finding.message for finding in findings] == ['"x_simulated" must be true or false.']


@pytest.mark.parametrize("value", [True, False])
def test_a_boolean_is_accepted(value):
    judged = judged_json(value)
    assert not judged.findings
    assert judged.record.simulated is value


@pytest.mark.parametrize("value", ["yes", "True", "TRUE", "1", "0", "null", '\\"true\\"'])
def test_text_other_than_true_or_false_is_refused(value):
    findings = judged_text(f'[X_simulated "{value}"]').findings
    assert findings
    assert findings[0].message == '"x_simulated" must be true or false.'


@pytest.mark.parametrize(("value", "is_bot"), [("true", True), ("false", False)])
def test_true_and_false_are_read_from_text(value, is_bot):
    judged = judged_text(f'[X_simulated "{value}"]')
    assert not judged.findings
    assert judged.record.simulated is is_bot
