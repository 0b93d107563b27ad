"""Optional parts of libraries that no verb needs and that take long to import: left out while the library is imported."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def left_out(*names: str) -> Iterator[None]:
    """Has libraries that are imported inside find these modules not installed; afterwards they can be imported.

    A module that is imported already stays. Only a process of our own does this: in another program's the same library may
    be wanted whole.

    Args:
        names: The modules.
    """
    hidden = [name for name in names if name not in sys.modules]
    # None in this table is Python's own way of saying so.
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for name in hidden:
            if sys.modules.get(name) is None:
                sys.modules.pop(name, None)
