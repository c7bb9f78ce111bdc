"""How pytest-xdist distributes the tests over its processes."""

from typing import Any

from xdist.scheduler.loadscope import LoadScopeScheduling


class ModuleScheduling(LoadScopeScheduling):  # type: ignore[misc]
    """Run the tests of a module in one process, which sets up its fixtures once.

    Browser tests share nothing but the browser, so each is distributed separately, except those of
    axe, which check the colours of each look once in a process. The walk of all routes has a world
    per parameter, and each world is one unit of work.
    """

    def __init__(self, config: Any, log: Any = None) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False  # the order of collection: slow modules first

    def _split_scope(self, nodeid: str) -> str:
        module, _, test = nodeid.partition("::")
        if module.startswith("tests/e2e/") and module != "tests/e2e/test_axe.py":
            return nodeid
        if module == "tests/faults/test_walk.py":
            # The last parameter is the world: `[empty-season]`.
            return module + test.partition("[")[2].rstrip("]").rpartition("-")[2]
        return module
