"""What leaves the graph, with --json on a real server: exports, packs, maps, proofs, and that they verify."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.position import CLASSES
from tests.support.calling import a_claim, foam, value_of

pytestmark = pytest.mark.whole
Asked = dict[str, Any]


@pytest.mark.parametrize(("given", "meant"), [("ttl", "turtle"), ("nq", "nquads"), ("prov-n", "provn")])
def test_formats_have_the_names_of_their_endings_too(asked: Asked, tmp_path: Path, given: str, meant: str) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    assert value_of("export", "prov", asked["run"], "--format", given, "-o", str(one))["format"] == meant
    value_of("export", "prov", asked["run"], "--format", meant, "-o", str(other))
    assert one.read_bytes() == other.read_bytes()


def test_a_pack_is_made_and_verified(asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "pack.zip"
    made = value_of("export", "pack", asked["run"], "-o", str(file))
    assert made["prov_valid"] is made["shacl_conforms"] is True
    assert value_of("verify", str(file))["root"] == made["root"]
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(bytes(data))
    answer = foam("verify", str(file), "--json")
    assert (answer.code, answer.value["ok"], bool(answer.value["faults"])) == (1, False, True)
    assert foam("verify", str(tmp_path / "none.zip"), "--json").code == 2


def test_erasing_is_listed_first_and_needs_a_name(asked: Asked) -> None:
    claim = a_claim(asked)["id"]
    listed = value_of("erase", claim, "--dry-run")
    assert claim in {row["id"] for row in listed["erased"]}
    assert foam("erase", claim, "--json").code == 2
    assert value_of("verify", asked["run"])["ok"]
    assert asked["run"] in {row["run"] for row in value_of("retention")["runs"]}


def test_verify_one_all_and_a_journal(asked: Asked, tmp_path: Path) -> None:
    one = value_of("verify", asked["run"])
    assert one["ok"]
    whole = value_of("verify")
    assert {"id": asked["run"], "head": one["head"]}.items() <= next(
        c for c in whole["chains"] if c["id"] == asked["run"]
    ).items()
    file = tmp_path / "run.jsonl"
    value_of("export", "journal", asked["run"], "-o", str(file))
    assert value_of("verify", "--journal", str(file), "--head", one["head"])["activities"] == one["activities"]
    damaged = file.read_text(encoding="utf-8").replace("Mill Road", "Mall Road", 1)
    file.write_text(damaged, encoding="utf-8")
    answer = foam("verify", "--journal", str(file), "--json")
    assert answer.code == 1
    assert answer.value["faults"]


def test_the_shapes_hold_for_a_run_and_for_all_chains(asked: Asked) -> None:
    found = value_of("verify", asked["run"], "--shapes")
    assert (found["ok"], found["chains"], found["violations"], found["warnings"]) == (True, [asked["run"]], [], [])
    assert min(found[name] for name in ("activities", "nodes", "edges")) > 10
    assert "the shapes hold" in foam("verify", asked["run"], "--shapes").out
    assert foam("verify", asked["run"], "--shapes", "--head", "0", "--json").code == 2
    assert foam("verify", "no-such-run", "--shapes", "--json").code == 2


def test_an_argument_graph_is_read_again_the_same(asked: Asked, tmp_path: Path) -> None:
    file, again = tmp_path / "a.json", tmp_path / "b.json"
    value_of("export", "aif", asked["run"], "-o", str(file))
    read = value_of("aif", str(file), "-o", str(again))
    assert read["written"] == {"path": str(again), "bytes": again.stat().st_size}
    (row,) = read["files"]
    claims = sum(len(asked[name]) for name in CLASSES)
    assert row["nodes"]["I"] > claims
    assert min(row["nodes"].get(name, 0) for name in ("L", "RA", "CA", "PA", "YA")) > 0
    assert value_of("aif", str(file), str(again), "--compare")["equal"] is True
    assert "the same up to ids" in foam("aif", str(file), str(again), "--compare").out
    again.write_text(again.read_text(encoding="utf-8").replace('"RA"', '"MA"', 1), encoding="utf-8")
    differs = foam("aif", str(file), str(again), "--compare", "--json")
    assert (differs.code, differs.value["equal"]) == (1, False)
    again.write_text("{}", encoding="utf-8")
    refused = foam("aif", str(file), str(again), "--compare", "--json")
    assert (refused.code, refused.value["equal"], [row["ok"] for row in refused.value["files"]]) == (
        2,
        None,
        [True, False],
    )
    for wrong in (("--compare",), (str(again), "-o", str(tmp_path / "c.json"))):
        assert foam("aif", str(file), *wrong, "--json").code == 2
    assert not (tmp_path / "c.json").exists()


def test_argument_maps_are_imported_and_exported_the_same(asked: Asked, tmp_path: Path) -> None:
    debate, ours, back = tmp_path / "debate.argdown", tmp_path / "ours.json", tmp_path / "back.json"
    debate.write_text(
        "[Lamps]: The park needs lamps.\n  - <Bats>: Lamps harm bats.\n    <_ <Far>: Bats live far off.\n"
    )
    value_of("export", "aif", asked["run"], "-o", str(ours))
    rows = value_of("import", str(debate), str(ours), "--by", "A. Librarian")
    assert [(row["format"], row["new"]) for row in rows] == [("argdown", True), ("aif", True)]
    assert rows[0]["nodes"] == {"I": 3, "CA": 2}
    for row, file in zip(rows, (debate, ours), strict=True):
        value_of("export", "aif", row["chain"], "-o", str(back))
        assert value_of("aif", str(file), str(back), "--compare")["equal"] is True
        assert value_of("verify", row["chain"])["ok"]
        assert {one["id"]: one["kind"] for one in value_of("runs", "--all")}[row["chain"]] == "import"
    labelled = value_of("label", rows[0]["chain"])
    assert labelled["counts"] == {"in": 4, "out": 1, "undecided": 0}
    assert labelled["nodes"] == value_of("label", str(debate))["nodes"]
    assert "Lamps harm bats." in foam("label", str(debate)).out
    assert foam("label", asked["run"], "--json").code == 2
    again = foam("import", str(debate))
    assert (again.code, again.err) == (0, "")
    assert "it was there already" in again.out
    assert "3 I, 2 CA" in again.out
    back.write_text("{}", encoding="utf-8")
    refused = foam("import", str(ours), str(back), "--json")
    assert (refused.code, refused.value["error"]) == (2, "DataFileError")
    assert foam("export", "dossier", rows[0]["chain"], "-o", str(tmp_path / "d.html"), "--json").code != 0


@pytest.mark.parametrize(
    ("what", "form", "begins"),
    [
        ("prov", "turtle", "@prefix"),
        ("prov", "trig", "@prefix"),
        ("prov", "nquads", "<https:"),
        ("prov", "jsonld", "[{"),
        ("prov", "json", "{"),
        ("prov", "provn", "document"),
        ("dossier", "html", "<!"),
        ("aif", "json", "{"),
    ],
)
def test_exports_are_files_or_standard_output(asked: Asked, tmp_path: Path, what: str, form: str, begins: str) -> None:
    file = tmp_path / "a folder" / f"run.{form}"
    file.parent.mkdir()
    chosen = ["--format", form] if what == "prov" else []
    told = value_of("export", what, asked["run"], *chosen, "-o", str(file))
    expected = {"what": what, "format": form, "path": str(file), "bytes": file.stat().st_size}
    assert {key: told[key] for key in expected} == expected
    beside = [file.with_name(f"run.{form}.manifest.json")] if what == "prov" else []
    assert sorted(file.parent.iterdir()) == [file, *beside]
    text = file.read_text(encoding="utf-8")
    assert text.lstrip().lower().startswith(begins)
    assert foam("export", what, asked["run"], *chosen, "-o", "-").out == text
    if what == "prov":
        manifest = json.loads(beside[0].read_text(encoding="utf-8"))
        assert manifest == {key: value for key, value in told.items() if key not in ("what", "path")}
        assert manifest["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
        assert manifest["checked"] == {"valid": True, "warnings": 0}
        assert manifest["runs"][0]["id"] == asked["run"]


def test_prov_of_several_chains_of_all_and_of_a_node(asked: Asked, tmp_path: Path) -> None:
    counts = {}
    for name, arguments in {
        "one": [asked["run"]],
        "all": ["--all"],
        "part": [a_claim(asked)["id"], "--history", "--redact"],
    }.items():
        file = tmp_path / f"{name}.trig"
        told = value_of("export", "prov", *arguments, "--format", "trig", "-o", str(file))
        counts[name] = told["statements"]
        (row,) = value_of("prov", "check", str(file))
        assert row["valid"]
        assert row["statements"] == told["statements"]
        assert ("history" in told, told["redacted"]) == (name == "part",) * 2
    assert counts["part"] < counts["one"] < counts["all"]
    chains = [row["id"] for row in value_of("runs")]
    file = tmp_path / "several.nq"
    told = value_of("export", "prov", *chains, "--format", "nquads", "--no-check", "--shortcuts", "-o", str(file))
    assert [row["id"] for row in told["runs"]] == chains
    assert told["checked"] is None


def test_checkpoint_prove_and_replay(asked: Asked, tmp_path: Path) -> None:
    assert value_of("checkpoint")["checkpoint"]["size"] > 0
    assert value_of("prove", a_claim(asked)["id"])["format"] == "foam-graph/inclusion-proof/1"
    file = tmp_path / "run.jsonl"
    value_of("export", "journal", asked["run"], "-o", str(file))
    again = foam("replay", str(file), "--json")
    assert (again.code, again.value["error"]) == (2, "UsageError")
