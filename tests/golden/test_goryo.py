"""The golden logs of Goryō have every ruleset and ending."""

from tests.golden.traces import HERE, judged_logs

ENDINGS = {"revenge", "spirits", "exorcism", "bound", "resign", "abandon", None}


def test_golden_logs_have_every_ruleset_and_ending() -> None:
    games = [game for path in HERE.glob("goryo/*/*.txt") for game in judged_logs(path)]
    rulesets = {game.record.ruleset.name for game in games}
    assert rulesets == {"2019", "2021", "2021 advanced", "2024", "2024 advanced"}
    assert {game.replay.outcome.reason for game in games} >= ENDINGS
