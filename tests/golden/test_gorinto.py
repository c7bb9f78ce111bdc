"""The golden logs of Gorinto have every mode, ending and landscape."""

from games.gorinto.rules.editions import RULESETS
from tests.golden.traces import HERE, judged_logs

TIES = {"wisdom", "fewest_tiles", "shared"}
LOST = {"wisdom", "solo_tie"}


def test_golden_logs_have_every_mode_and_ending() -> None:
    endings: dict[str, set[str | None]] = {name: set() for name in RULESETS}
    games = [game for path in HERE.glob("gorinto/*/*.txt") for game in judged_logs(path)]
    for game in games:
        endings[game.record.ruleset.name].add(game.replay.outcome.reason)
    assert len({game.record.board.id for game in games}) == 5
    for name, ruleset in RULESETS.items():
        assert endings[name] >= (LOST if ruleset.has_kitsune else TIES), name
    assert set().union(*endings.values()) >= {"resign", "abandon", None}
