"""Parts of lists: every item stands in one of them, and their links lead to their neighbours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import UnknownId
from foam_graph.web.paging import Part


@given(st.integers(0, 500), st.integers(1, 60))
def test_the_parts_hold_every_item_once(total: int, size: int) -> None:
    items, found, number = list(range(total)), [], 1
    while True:
        part = Part(number, size, total, "/x", {"q": "a&b"})
        found += items[part.skip : part.skip + size]
        assert bool(part.before) == (number > 1)
        if not part.after:
            break
        assert part.after == f"/x?q=a%26b&page={number + 1}"
        number += 1
    assert found == items
    with pytest.raises(UnknownId):
        Part(number + 1, size, total)
