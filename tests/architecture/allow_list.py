"""An import-linter contract: one app may import from another only what is listed."""

from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class AllowListContract(Contract):
    """`allowed` lists direct imports as `importer -> imported`; each side includes its submodules.

    An entry that no import uses breaks the contract too.
    """

    importer = fields.ModuleField()
    imported = fields.ModuleField()
    allowed = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find imports that no entry allows, and entries that no import uses."""
        del verbose
        entries = {tuple(str(entry).split(" -> ")) for entry in self.allowed}  # type: ignore[attr-defined]
        used, refused = set(), []
        for pair in sorted(self._imports(graph)):
            allowing = {entry for entry in entries if all(map(_is_in, pair, entry))}
            used |= allowing
            if not allowing:
                refused.append(pair)
        metadata = {"refused": refused, "unused": sorted(entries - used)}
        return ContractCheck(kept=not any(metadata.values()), metadata=metadata)

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the imports to remove, and the entries to delete."""
        for importer, imported in check.metadata["refused"]:
            output.print_error(f"{importer} may not import {imported}")
        for entry in check.metadata["unused"]:
            output.print_error(f"no import uses the entry {' -> '.join(entry)}")

    def _imports(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        importer, imported = self.importer.name, self.imported.name  # type: ignore[attr-defined]
        for module in {importer, *graph.find_descendants(importer)}:
            for other in graph.find_modules_directly_imported_by(module):
                if _is_in(other, imported):
                    yield module, other


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
