from __future__ import annotations

import threading
from pathlib import Path

import pytest

from foam_graph.errors import ServerFault
from foam_graph.store.file_lock import file_lock, marker_lock


def test_a_second_holder_waits(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with file_lock(tmp_path / "lock"):
            order.append("second")

    with file_lock(tmp_path / "lock"):
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(0.3)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_a_holder_that_never_lets_go_is_reported(tmp_path: Path) -> None:
    with (
        file_lock(tmp_path / "lock"),
        pytest.raises(ServerFault, match="has held"),
        file_lock(tmp_path / "lock", timeout=0.1),
    ):
        pytest.fail("two holders")


def test_the_lock_is_free_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(KeyError), file_lock(tmp_path / "lock"):
        raise KeyError
    with file_lock(tmp_path / "lock", timeout=0.1):
        assert (tmp_path / "lock").exists()


def test_a_marker_is_exclusive_and_given_back(tmp_path: Path) -> None:
    acquire, release = marker_lock(tmp_path / "lock")
    other, give_back = marker_lock(tmp_path / "lock")
    assert acquire()
    assert not other()
    give_back()  # whoever does not hold it does not free it
    assert not other()
    release()
    assert other()


def test_a_marker_of_a_dead_process_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "lock.held").write_text(str(2**22 + 1))
    acquire, _ = marker_lock(tmp_path / "lock")
    assert not acquire()
    assert acquire()
