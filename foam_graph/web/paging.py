"""Pages of long lists: which part is shown, and the links to the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from foam_graph.app.result import JsonObject
from foam_graph.errors import UnknownId


@dataclass(frozen=True)
class Part:
    """A part of a list.

    Attributes:
        number: Its number, from 1.
        size: How many items a part has.
        total: How many items there are.
        path: Path of the page.
        query: Its other parameters.
    """

    number: int
    size: int
    total: int
    path: str = ""
    query: Mapping[str, str] | None = None

    def __post_init__(self) -> None:
        if self.number > self.count:
            raise UnknownId(f"there is no page {self.number}: the last one is {self.count}", "Go to an earlier one.")

    @property
    def skip(self) -> int:
        """How many items stand before it."""
        return (self.number - 1) * self.size

    @property
    def count(self) -> int:
        """How many parts there are, at least one."""
        return max(1, -(-self.total // self.size))

    @property
    def before(self) -> str:
        """Address of the part before; empty for none."""
        return self.address(self.number - 1) if self.number > 1 else ""

    @property
    def after(self) -> str:
        """Address of the part after; empty for none."""
        return self.address(self.number + 1) if self.number < self.count else ""

    def as_json(self) -> JsonObject:
        """The part as plain data."""
        return {"page": self.number, "pages": self.count, "size": self.size, "total": self.total}

    def address(self, number: int) -> str:
        """Address of a part."""
        return f"{self.path}?{urlencode({**(self.query or {}), 'page': str(number)})}"
