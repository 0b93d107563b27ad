"""Receipts of challenges: the same code for the same challenge, none that was made up, a key that only its owner reads."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.app.receipts import challenge_of, receipt_of
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault, UnknownId


def test_a_code_stays_the_same_and_belongs_to_one_installation(tmp_path: Path) -> None:
    one, other = (Session(Settings(home=tmp_path / name)) for name in ("one", "other"))
    code = receipt_of(one, "r7k2m9qwxab-22-1")
    assert code.startswith("r7k2m9qwxab-22-1-")
    assert receipt_of(Session(Settings(home=tmp_path / "one")), "r7k2m9qwxab-22-1") == code
    assert receipt_of(other, "r7k2m9qwxab-22-1") != code
    assert receipt_of(one, "r7k2m9qwxab-22-2").rpartition("-")[2] != code.rpartition("-")[2]
    key = tmp_path / "one" / "receipts.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["receipts.key"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("receipts")


@given(st.text(max_size=40) | st.from_regex(r"r[0-9a-z]{10}-\d{1,3}-\d(-[a-z2-7]{8})?", fullmatch=True))
def test_no_text_is_a_receipt_but_one_that_was_given(home: Path, text: str) -> None:
    # Neo4j is not asked at all: that an id is looked up for a wrong code would fail here, where none runs.
    with pytest.raises(UnknownId):
        challenge_of(Session(Settings(home=home)), text)


def test_a_home_that_cannot_hold_a_key_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault, match="receipts"):
        receipt_of(Session(Settings(home=tmp_path / "file" / "below")), "r7k2m9qwxab-22-1")
