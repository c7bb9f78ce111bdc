"""Modules of the page's script as one script, for a file that loads nothing."""

import re
from collections.abc import Callable

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "\./([\w-]+\.js)";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|let|class) (\w+))", re.M)
OTHER = re.compile(r"^\s*(?:import|export)\b|</script|<!--", re.M | re.I)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """The module `entry` with all it imports, each in a scope of its own. `read` gives a module's
    text. Raises ValueError for what this cannot bundle.
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
    for found in IMPORT.finditer(text):
        _add(found[2], read, done, (*above, name))
    text = IMPORT.sub(r'const { \1 } = modules["\2"];\n', text)
    given = ", ".join(EXPORT.findall(text))
    text = EXPORT.sub("", text)
    if OTHER.search(text):
        raise ValueError(f"{name} holds what cannot be put into one script.")
    done[name] = f'modules["{name}"] = (() => {{\n{text}return {{ {given} }};\n}})();\n'
