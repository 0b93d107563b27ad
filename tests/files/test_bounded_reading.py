"""What people hand in is read up to a bound and no further."""

from __future__ import annotations

import os
import threading
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.files.bounded_reading import bounded_lines, must_be_file, read_bounded


@given(content=st.binary(max_size=40), most=st.integers(0, 41))
def test_a_file_is_read_whole_or_not_at_all(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, most: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "bounded"
    path.write_bytes(content)
    if len(content) <= most:
        assert read_bounded(path, most) == content
    else:
        with pytest.raises(OSError, match="larger than 0 MiB"):
            read_bounded(path, most)


@given(text=st.text(alphabet="ab\n\r\x85\u2028é", max_size=40), most=st.integers(1, 41))
def test_lines_are_those_of_the_file_up_to_the_first_that_is_too_long(
    tmp_path_factory: pytest.TempPathFactory, text: str, most: int
) -> None:
    path = tmp_path_factory.getbasetemp() / "lines"
    path.write_bytes(text.encode())
    lines = text.split("\n")
    wanted = [f"{line}\n" for line in lines[:-1]] + lines[-1:] * bool(lines[-1])
    too_long = next((number for number, line in enumerate(wanted, 1) if len(line) > most), 0)
    read = bounded_lines(path, most)
    if not too_long:
        assert list(read) == wanted
        return
    assert list(islice(read, too_long - 1)) == wanted[: too_long - 1]
    with pytest.raises(OSError, match=f"line {too_long} has more than {most} characters"):
        next(read)


def test_a_pipe_is_read_like_a_file_but_is_none(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"x" * 100_000))
    writer.start()
    assert read_bounded(pipe, 100_000) == b"x" * 100_000
    writer.join()
    must_be_file(Path(__file__))
    for other in (pipe, tmp_path, Path("/dev/zero")):
        with pytest.raises(OSError, match="not a regular file"):
            must_be_file(other)
    with pytest.raises(FileNotFoundError):
        must_be_file(tmp_path / "none")


def test_a_device_has_no_end() -> None:
    with pytest.raises(OSError, match="larger than 1 MiB"):
        read_bounded("/dev/zero", 2**20)
    with pytest.raises(OSError, match="line 1 has more than 1000 characters"):
        next(bounded_lines(Path("/dev/zero"), 1000))
