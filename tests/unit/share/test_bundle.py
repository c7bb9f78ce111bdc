"""Modules as one script."""

import pytest

from replays.pictures.bundle import bundle


def test_modules_come_before_their_importers() -> None:
    modules = {
        "a.js": 'import { two, three } from "./b.js";\n'
        'import { four } from "./c.js";\nstart(two);\n',
        "b.js": 'import { four } from "./c.js";\n'
        "export const two = 2;\nexport function three() {}\n",
        "c.js": "const two = 9;\nexport const four = 4;\n",
    }
    assert bundle("a.js", modules.__getitem__) == (
        '"use strict";\nconst modules = {};\n'
        'modules["c.js"] = (() => {\nconst two = 9;\nconst four = 4;\nreturn { four };\n})();\n'
        'modules["b.js"] = (() => {\nconst { four } = modules["c.js"];\nconst two = 2;\n'
        "function three() {}\nreturn { two, three };\n})();\n"
        'modules["a.js"] = (() => {\nconst { two, three } = modules["b.js"];\n'
        'const { four } = modules["c.js"];\nstart(two);\nreturn {  };\n})();\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./b.js";\n',
        'import { a } from "https://example.org/a.js";\n',
        "export default 1;\n",
        'export { a } from "./b.js";\n',
        'const a = "</script>";\n',
        'import { a } from "./a.js";\n',
    ],
)
def test_unsupported_modules_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"can't be bundled|imports itself"):
        bundle("a.js", {"a.js": text, "b.js": ""}.__getitem__)
