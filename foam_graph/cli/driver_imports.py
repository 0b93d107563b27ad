"""What the database's driver imports for others only: pandas, which takes a fifth of most commands' start."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_ASKING = "neo4j._optional_deps"
"""Where the driver imports what it can do without."""
_OPTIONAL = ("pandas", "pyarrow")


class _NotForTheDriver(MetaPathFinder):
    """Finds neither library while the driver looks for it, so that it goes on without; everybody else gets them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        asking = sys.modules.get(_ASKING)
        if fullname in _OPTIONAL and getattr(getattr(asking, "__spec__", None), "_initializing", False):
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def without_pandas() -> None:
    """Spares this process what the driver would import to turn rows into data frames, which no command asks of it.

    Only for a process of our own: a notebook may ask the driver for them.
    """
    sys.meta_path.insert(0, _NotForTheDriver())
