"""Bundling the modules of the page's script into one, for a file that loads nothing."""

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|let|class) (\w+))", re.M)
OTHER = re.compile(r"^\s*(?:import|export)\b|</script|<!--", re.M | re.I)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """Return the module `entry` with all its imports, each in its own scope. `read` returns the
    text of a module. Raises ValueError for syntax that this does not support.
    """
    done: dict[str, str] = {}
    _add(entry, read, done, ())
    return '"use strict";\nconst modules = {};\n' + "".join(done.values())


def _add(
    name: str, read: Callable[[str], str], done: dict[str, str], above: tuple[str, ...]
) -> None:
    if name in above:
        raise ValueError(f"{name} imports itself.")
    if name in done:
        return
    text = read(name)
    for match in IMPORT.finditer(text):
        _add(match[2], read, done, (*above, name))
    text = IMPORT.sub(r'const { \1 } = modules["\2"];\n', text)
    exports = ", ".join(EXPORT.findall(text))
    text = EXPORT.sub("", text)
    if OTHER.search(text):
        raise ValueError(f"{name} has an import or export that can't be bundled.")
    done[name] = f'modules["{name}"] = (() => {{\n{text}return {{ {exports} }};\n}})();\n'
