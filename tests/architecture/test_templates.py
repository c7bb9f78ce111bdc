"""Templates have short lines, so that changes to them can be reviewed."""

from tests.architecture.sources import APPS, ROOT

MAX_LINE = 160


def test_no_line_of_a_template_is_longer_than_160_characters() -> None:
    paths = [path for app in APPS for path in (ROOT / app).rglob("*.html")]
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > MAX_LINE
    ]
    assert long == []
    assert len(paths) > 60
