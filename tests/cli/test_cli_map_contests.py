"""An imported map corrected on the command line, and in Python."""

from __future__ import annotations

from pathlib import Path

import foam_graph as fg
from tests.support.calling import foam


def imported(folder: Path) -> tuple[str, str]:
    """A map, and its first statement that nothing supports."""
    path = folder / "lamps.argdown"
    path.write_text(f"[Dark]: The pond should stay dark in {folder.name}.\n  + <Bats>: Lamps harm bats.\n", "utf-8")
    chain = foam("import", str(path), "--json").value[0]["chain"]
    with fg.open() as opened:
        found = opened.cypher(
            "MATCH (n:ImportedInformation {run: $run}) WHERE n.text STARTS WITH 'Lamps' RETURN n.id AS id", run=chain
        )
    return chain, str(found.rows[0][0])


def test_a_map_is_challenged_ruled_on_and_leaves_corrected(home: Path, tmp_path: Path) -> None:
    chain, bats = imported(tmp_path)
    said = ("challenge", bats, "--kind", "scope", "--grounds", "Some lamps do.", "--correct", "Some lamps harm bats.")
    dry = foam(*said, "--dry-run")
    assert "touches" in dry.out
    assert "statements as they are" in dry.out
    lodged = foam(*said, "--json").value
    assert lodged["ruling"] is None
    assert "Nobody has ruled on it" in lodged["next"]
    told = foam("rule", lodged["challenge"], "--uphold", "--reason", "So it is.", "--by", "Bo")
    assert "outcome: corrected" in told.out
    left = tmp_path / "left.json"
    foam("export", "aif", chain, "-o", str(left))
    assert "Some lamps harm bats." in left.read_text("utf-8")


def test_python_corrects_a_map_too(home: Path, tmp_path: Path) -> None:
    chain, bats = imported(tmp_path)
    with fg.open() as opened:
        lodged = opened.challenge(bats, kind="structural", grounds="Nobody said so.", by="Ann")
        done = opened.rule(lodged, uphold=True, reason="Nobody did.", by="Bo")
        assert done.outcome == "counter_argument"
        assert lodged.map == chain
        assert [one.after for one in done.changed or ()].count("out") == 2, "it falls, and what stood on it alone"
