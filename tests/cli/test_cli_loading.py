"""``foam load`` where some files are refused: the others are loaded, the exit code says so, and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.calling import foam

REFUSED = {
    "bad.txt": (b"\0", "NUL byte"),
    "photo.png": (b"\x89PNG", "not one of"),
    "sub/quoted.md": (b"---\ntitle: [\n---\nA text.\n", "not YAML"),
}


@pytest.fixture
def mixed(home: Path, tmp_path: Path) -> Path:
    """Two documents, three files that are refused, and what is left out by design."""
    folder = tmp_path / "mixed"
    (folder / "sub").mkdir(parents=True)
    for name in ("a.md", "sub/b.txt"):
        (folder / name).write_text(f"It rains in {tmp_path.name} {name[0]}.\n", encoding="utf-8")
    for name, (content, _) in REFUSED.items():
        (folder / name).write_bytes(content)
    (folder / ".hidden.bin").write_bytes(b"\0")
    (folder / ".git").mkdir()
    (folder / ".git" / "index").write_bytes(b"\0")
    (folder / "a.md.meta.yaml").write_text("title: A rainy day\n", encoding="utf-8")
    return folder


def test_what_is_refused_is_told_with_its_reason_and_what_to_do(mixed: Path) -> None:
    answer = foam("load", str(mixed), "--corpus", "mixed-json", "--json")
    assert answer.code == 1
    told = answer.value
    assert (told["ok"], told["documents"], len(told["added"])) == (False, 2, 2)
    assert {row["path"] for row in told["rejected"]} == REFUSED.keys()
    for row in told["rejected"]:
        assert REFUSED[row["path"]][1] in row["reason"]
    assert "load again" in told["hint"]
    assert "foam loaders" in told["hint"]


def test_people_read_the_list_on_stdout_and_the_outcome_on_stderr(mixed: Path) -> None:
    answer = foam("load", str(mixed), "--corpus", "mixed-text")
    assert answer.code == 1
    for name in REFUSED:
        assert f"  refused {name}: " in answer.out
    assert answer.err.startswith("foam: 3 were refused; the other documents are loaded\n  ")
    assert "load again" in answer.err


def test_a_refusal_goes_away_once_the_file_is_corrected_and_loads_nothing_twice(mixed: Path) -> None:
    first = foam("load", str(mixed), "--corpus", "mixed-twice", "--json").value
    (mixed / "bad.txt").write_text(f"It is mended in {mixed}.\n", encoding="utf-8")
    (mixed / "sub" / "quoted.md").write_text(
        f'---\ntitle: "A title"\n---\nIt has a title in {mixed}.\n', encoding="utf-8"
    )
    (mixed / "photo.png").unlink()
    answer = foam("load", str(mixed), "--corpus", "mixed-twice", "--json")
    assert (answer.code, answer.value["ok"], answer.value["rejected"], answer.value["hint"]) == (0, True, [], "")
    assert (answer.value["documents"], answer.value["unchanged"]) == (4, 2)
    assert len(answer.value["added"]) == 2
    assert not set(answer.value["added"]) & set(first["added"])


def test_what_is_left_out_by_design_is_no_refusal(mixed: Path) -> None:
    for name in REFUSED:
        (mixed / name).unlink()
    answer = foam("load", str(mixed), "--corpus", "mixed-clean")
    assert (answer.code, answer.err) == (0, "")
    assert "refused" not in answer.out
    assert "hidden" not in answer.out
