"""An import-linter contract: what one app imports from another is listed, the rest refused."""

from collections.abc import Iterator
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowListContract(Contract):
    """`allowed` lists direct imports as `importer -> imported`; each side also stands for the
    modules inside it. An entry that no import uses breaks the contract too.
    """

    importer = fields.ModuleField()
    imported = fields.ModuleField()
    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find every import between the two apps that no entry allows."""
        del verbose
        entries = [tuple(str(entry).split(" -> ")) for entry in self.allowed]  # type: ignore[attr-defined]
        imports = set(self._imports(graph))
        used = {
            entry
            for entry in entries
            if any(_is_in(a, entry[0]) and _is_in(b, entry[1]) for a, b in imports)
        }
        refused = sorted(
            (a, b)
            for a, b in imports
            if not any(_is_in(a, entry[0]) and _is_in(b, entry[1]) for entry in entries)
        )
        unused = [entry for entry in entries if entry not in used]
        return ContractCheck(
            kept=not refused and not unused, metadata={"refused": refused, "unused": unused}
        )

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the imports to remove, and the entries to delete."""
        for importer, imported in check.metadata["refused"]:
            output.print_error(f"{importer} may not import {imported}")
        for entry in check.metadata["unused"]:
            output.print_error(f"no import uses the entry {' -> '.join(entry)}")

    def _imports(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        inner: Any = (self.importer.name, self.imported.name)  # type: ignore[attr-defined]
        for module in {inner[0], *graph.find_descendants(inner[0])}:
            for other in graph.find_modules_directly_imported_by(module):
                if _is_in(other, inner[1]):
                    yield module, other


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
