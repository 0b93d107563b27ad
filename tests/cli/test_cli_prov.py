"""foam prov check: the JSON that is promised, lines for people, and the exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.calling import foam

EX = "http://example.org/"
GOOD = f"document\nprefix ex <{EX}>\nentity(ex:e)\nendDocument\n"
BAD = f"document\nprefix ex <{EX}>\nentity(ex:e)\nactivity(ex:e, -, -)\nendDocument\n"
WARNED = f"document prefix ex <{EX}> wasGeneratedBy(ex:e, ex:a, -) wasGeneratedBy(ex:e, ex:b, -) endDocument"
LATE = f"document prefix ex <{EX}> activity(ex:a, 2020-01-02T00:00:00Z, 2020-01-01T00:00:00Z) endDocument"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {"good": GOOD, "bad": BAD, "warned": WARNED, "late": LATE, "broken": "document\nentity("}
    for name, text in texts.items():
        (tmp_path / f"{name}.provn").write_text(text, encoding="utf-8")
    return {name: str(tmp_path / f"{name}.provn") for name in texts}


def test_a_violation_as_json(files: dict[str, str]) -> None:
    answer = foam("prov", "check", files["good"], files["bad"], "--json")
    assert answer.code == 1
    good, bad = answer.value
    assert good == {"path": files["good"], "valid": True, "statements": 1, "violations": []}
    assert bad["valid"] is False
    (found,) = bad["violations"]
    assert found["constraint"] == "55"
    assert found["nodes"] == [EX + "e"]
    assert found["message"] == "ex:e is an entity by entity(ex:e) (line 3) and an activity by activity(ex:e) (line 4)"


def test_lines_for_people(files: dict[str, str]) -> None:
    answer = foam("prov", "check", files["warned"], files["bad"])
    assert "warned.provn: valid, 2 statements" in answer.out
    assert "foam:generated-twice an entity is generated once (warning): ex:e is generated twice" in answer.out
    assert "bad.provn: INVALID, 2 statements" in answer.out
    assert "  55 entity-activity-disjoint: ex:e" in answer.out


def test_exit_codes(files: dict[str, str], tmp_path: Path) -> None:
    assert foam("prov", "check", files["good"], files["warned"]).code == 0
    assert foam("prov", "check", files["late"]).code == 1
    assert foam("prov", "check", files["late"], "--w3c").code == 0
    assert foam("prov", "check", str(tmp_path / "none.provn")).code == 2
    assert foam("prov", "check", files["bad"], files["broken"]).code == 2
    assert foam("prov", "check").code == 2


def test_a_file_that_cannot_be_read_stops_no_other(files: dict[str, str]) -> None:
    answer = foam("prov", "check", files["broken"], files["good"], "--json")
    assert answer.code == 2
    broken, good = answer.value
    assert broken["valid"] is None
    assert broken["error"]["message"].startswith(f"{files['broken']}:2: expected a statement")
    assert good["valid"] is True


def test_a_syntax_that_is_named(files: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "export.txt"
    path.write_text("<urn:x> a <http://www.w3.org/ns/prov#Entity> .")
    assert foam("prov", "check", str(path)).code == 2
    assert foam("prov", "check", str(path), "--syntax", "turtle").code == 0
    assert foam("prov", "check", str(path), "--syntax", "yaml").code == 2
