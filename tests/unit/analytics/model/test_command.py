"""`manage.py fit_results`: its output and its errors (spec 5)."""

import random
from pathlib import Path

import pytest
from django.core.management import call_command

from .worlds import HEADER, fit, output, two_sided, write

LINES = two_sided()


def test_the_object_has_the_keys_of_the_specification(tmp_path: Path) -> None:
    lines = [*LINES, "next,,r/b,black,p1,", "next,,r/b,white,new,"]
    result = fit(tmp_path, lines, validate=True)
    (group,) = result["groups"]
    assert (group["pool"], group["group"], group["games"]) == ("", "r/b", 60)
    assert [seat["seat"] for seat in group["seats"]] == ["black", "white"]
    assert sum(seat["share"] for seat in group["seats"]) == pytest.approx(1, abs=1e-6)
    assert group["identified"] is True
    assert group["reason"] is None
    keys = {"seat", "share", "low", "high", "p", "p_adjusted", "verdict", "raw_share"}
    assert set(group["seats"][0]) == keys
    names = [(row["player"], row["role"]) for row in result["players"]]
    assert names == sorted(names, key=lambda name: (name[0], name[1] or ""))
    assert ("p1", None) in names
    assert ("new", None) not in names
    (prediction,) = result["predictions"]
    assert prediction["game"] == "next"
    assert sum(prediction["p"].values()) == pytest.approx(1)
    (variances,) = result["variances"]
    assert variances["strength_sd"] > 0
    assert variances["board_sd"] is None
    (loss,) = result["log_loss"]
    assert loss["n"] == 54


def test_the_output_does_not_depend_on_the_order_of_rows(tmp_path: Path) -> None:
    """Spec 4.4, 5.2: shuffled and doubled, the same bytes."""
    expected = output(tmp_path, LINES)
    shuffled = [*LINES, *LINES]
    random.Random(1).shuffle(shuffled)
    assert output(tmp_path, shuffled) == expected
    columns = [",".join(reversed(line.split(","))) for line in shuffled]
    assert output(tmp_path, columns, ",".join(reversed(HEADER.split(",")))) == expected


def test_pools_are_fitted_separately(tmp_path: Path) -> None:
    """Spec 1.1: a pool alone gives the same numbers."""
    header = HEADER + ",pool"
    other = two_sided(seed=2)
    both = [f"{line},x" for line in LINES] + [f"{line},y" for line in other]
    together = fit(tmp_path, both, header)
    alone = fit(tmp_path, [f"{line},x" for line in LINES], header)
    assert [group for group in together["groups"] if group["pool"] == "x"] == alone["groups"]
    assert [row for row in together["players"] if row["pool"] == "x"] == alone["players"]


def test_names_seats_and_dates_can_change(tmp_path: Path) -> None:
    """Renamed players, exchanged seats and shifted dates give the same numbers."""
    before = fit(tmp_path, LINES)
    changed = []
    for line in LINES:
        game, day, group, seat, player, place = line.split(",")
        day = day.replace("2026", "2022")
        seat = {"black": "z", "white": "a"}[seat]
        changed.append(",".join((game, day, group, seat, f"x{9 - int(player[1:])}", place)))
    after = fit(tmp_path, changed)
    first, second = before["groups"][0]["seats"], after["groups"][0]["seats"][::-1]
    for seat, same in zip(first, second, strict=True):
        assert seat["share"] == pytest.approx(same["share"], abs=1e-7)
        assert seat["low"] == pytest.approx(same["low"], abs=1e-7)
    ratings = {row["player"]: row for row in after["players"] if row["role"] is None}
    for row in before["players"]:
        if row["role"] is None:
            same = ratings[f"x{9 - int(row['player'][1:])}"]
            assert row["rating"] == pytest.approx(same["rating"], abs=1e-4)
            assert row["high"] == pytest.approx(same["high"], abs=1e-4)


def test_instants_are_compared_in_utc(tmp_path: Path) -> None:
    """Spec 2.1: the same instant in another zone gives the same bytes."""
    utc = [line.replace(line.split(",")[1], "2026-03-01T23:30:00Z") for line in LINES]
    zone = [line.replace(line.split(",")[1], "2026-03-02T01:30:00+02:00") for line in LINES]
    assert output(tmp_path, utc) == output(tmp_path, zone)


@pytest.mark.parametrize(
    ("lines", "number", "problem"),
    [
        (["1,,r/b,a,p,1", "1,,r/b,b,q,2", "1,,r/b,b,q,1"], 4, "different content"),
        (["1,,r/b,a,p,first", "1,,r/b,b,q,2"], 2, "not a number"),
        (["1,,r/b,a,p,nan", "1,,r/b,b,q,2"], 2, "not a number"),
        (["1,,r/b,a,p,1", "2,,r/b,a,p,1", "2,,r/b,b,q,2"], 2, "one side only"),
        (["1,,r/b,a,p,1", "1,,r/b,b,q,"], 3, "places in some lines only"),
        (["1,,r/b,a,p,1", "1,,s/b,b,q,2"], 3, "group differs"),
        (["1,soon,r/b,a,p,1", "1,soon,r/b,b,q,2"], 2, "not a date"),
        (["1,,r/b,a,p", "1,,r/b,b,q,2"], 2, "5 fields instead of 6"),
        (["1,,,a,p,1"], 2, "group is empty"),
        (['1,,r/b,"a,p,1'], 2, "invalid CSV"),
    ],
)
def test_an_error_names_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: list[str], number: int, problem: str
) -> None:
    """Spec 5.2: exit status 2, `FILE line N: what is wrong; what to do`, no output."""
    file = write(tmp_path, lines)
    with pytest.raises(SystemExit) as ended:
        call_command("fit_results", file, json=True)
    assert ended.value.code == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{file} line {number}: ")
    assert problem in printed.err
    assert "; " in printed.err


def test_a_team_is_one_side(tmp_path: Path) -> None:
    """Spec 1.5: named by its seats in sorted order; two places in a team are an error."""
    header = HEADER + ",team"
    lines = [
        f"{n},,r/b,{seat},p{(n + 3 * seat) % 7},{1 if seat % 2 == n % 2 else 2},t{seat % 2}"
        for n in range(30)
        for seat in (1, 2, 3, 4)
    ]
    (group,) = fit(tmp_path, lines, header)["groups"]
    assert [seat["seat"] for seat in group["seats"]] == ["1+3", "2+4"]
    lines[0] = lines[0].replace(",2,t1", ",1,t1")
    with pytest.raises(SystemExit):
        fit(tmp_path, lines, header)


def test_the_tables_name_verdicts_and_ratings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("fit_results", write(tmp_path, LINES))
    text = capsys.readouterr().out
    assert "r/b: 60 games, 8 players" in text
    assert "verdict" in text
    assert "rating" in text


def test_a_file_without_games_has_empty_lists(tmp_path: Path) -> None:
    result = fit(tmp_path, [])
    assert {name: result[name] for name in ("groups", "players", "predictions", "log_loss")} == {
        "groups": [], "players": [], "predictions": [], "log_loss": [],
    }  # fmt: skip


def test_the_text_states_that_a_file_has_no_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("fit_results", write(tmp_path, []))
    assert capsys.readouterr().out == "The file has no games.\n"
