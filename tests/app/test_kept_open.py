"""What is kept open serves one call at a time, is lent again, and is closed where its connection failed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from foam_graph.app.kept_open import KeptOpen
from foam_graph.errors import EnvironmentFault, FoamError, StoreFault, UsageError


class Door:
    """Something that is open until it is closed."""

    def __init__(self) -> None:
        self.closed = False

    def close(self) -> None:
        assert not self.closed
        self.closed = True


@pytest.fixture
def doors() -> Iterator[KeptOpen[Door]]:
    kept = KeptOpen(Door)
    yield kept
    kept.close()


def test_one_is_lent_again_and_two_at_a_time_are_two(doors: KeptOpen[Door]) -> None:
    with doors.lent() as first, doors.lent() as second:
        assert first is not second
    with doors.lent() as again:
        assert again is first, "the one that served last"
    doors.close()
    assert first.closed
    assert second.closed
    with doors.lent() as anew:
        assert not anew.closed


@pytest.mark.parametrize("fault", [EnvironmentFault("gone", "Try again."), StoreFault("broken", "Look.")])
def test_where_the_connection_failed_it_is_closed_and_not_lent_again(doors: KeptOpen[Door], fault: FoamError) -> None:
    with pytest.raises(type(fault)), doors.lent() as first:
        raise fault
    assert first.closed
    with doors.lent() as other:
        assert other is not first


@pytest.mark.parametrize("fault", [UsageError("no", "Say more."), KeyboardInterrupt()])
def test_what_else_goes_wrong_leaves_it_open(doors: KeptOpen[Door], fault: BaseException) -> None:
    with pytest.raises(type(fault)), doors.lent() as first:
        raise fault
    assert not first.closed
    with doors.lent() as again:
        assert again is first
