"""A governance pack: complete, true, checked without a database, and no byte of it can be changed unseen."""

from __future__ import annotations

import hashlib
import io
import json
import os
import random
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.pack_checking import verify_pack
from foam_graph.app.packing import PackedRun, pack
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import CorpusError, UnknownId, UsageError
from foam_graph.exchange.packs.controls import controls
from foam_graph.exchange.packs.pack import packed
from foam_graph.exchange.packs.pack_verifier import (
    Faults,
    directory_entry,
    end_record,
    is_deflated,
    local_header,
    unpacked,
)
from foam_graph.proofs.note import sign_text
from foam_graph.store.ledger.checkpoints import log_folder
from foam_graph.store.server.control import Endpoint
from tests.support.worlds.planted_world import DOCUMENTS, ask_world, load_world

CORPUS = "pier-nine"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    folder: Path = tmp_path_factory.mktemp("pier")
    with Session(settings) as opened:
        load_world(opened, folder, CORPUS)
        yield opened


@pytest.fixture(scope="module")
def run(session: Session) -> str:
    return ask_world(session, CORPUS)


@pytest.fixture(scope="module")
def made(session: Session, run: str) -> tuple[bytes, PackedRun]:
    return pack(session, run, documents=True)


@pytest.fixture
def file(made: tuple[bytes, PackedRun], tmp_path: Path) -> Path:
    path = tmp_path / "pack.zip"
    path.write_bytes(made[0])
    return path


def members(archive: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert opened.testzip() is None
        return {name: opened.read(name) for name in opened.namelist()}


def test_a_pack_is_whole_and_holds(made: tuple[bytes, PackedRun], file: Path, session: Session, run: str) -> None:
    archive, packed_run = made
    assert (packed_run.run, packed_run.prov_valid, packed_run.shacl_conforms) == (run, True, True)
    checked = verify_pack(file, str(log_folder(session.settings.home).verifier_key()))
    assert checked.faults == ()
    assert (checked.ok, checked.trusted, checked.root) == (True, True, packed_run.root)
    assert checked.activities == packed_run.activities > 10
    held = members(archive)
    assert len(held) == checked.files == packed_run.files
    claims = [claim for claim in checked.claims if claim.records]
    assert claims
    for claim in claims:
        for record in claim.records:
            assert record.quotation == " /.../ ".join(str(sentence.text) for sentence in record.sentences)
            assert record.index >= 0


def test_the_verifier_inside_needs_python_and_nothing_else(file: Path, tmp_path: Path, session: Session) -> None:
    script = tmp_path / "alone" / "verify.py"
    script.parent.mkdir()
    script.write_bytes(members(file.read_bytes())["verify.py"])
    isolated = [sys.executable, "-I", "-S", str(script)]

    def verified(*arguments: str) -> tuple[int, dict[str, Any]]:
        done = subprocess.run([*isolated, *arguments, "--json"], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        return done.returncode, json.loads(done.stdout)

    code, found = verified(str(file))
    assert (code, found["ok"], found["faults"]) == (0, True, [])
    wanted = found["claims"][0]["id"]
    assert [one["id"] for one in verified(str(file), "--claim", wanted)[1]["claims"]] == [wanted]
    assert verified(str(file), "--claim", "nothing")[0] == 1
    other = "foam-graph/00000000+9e2bd12a+AVDLws3QQVtf8imkqRX56JaBcY578Qbd2nz7yb7s/9Wa"
    code, found = verified(str(file), "--key", other)
    assert (code, found["ok"]) == (1, False)
    with zipfile.ZipFile(file) as opened:
        opened.extractall(tmp_path / "unpacked")
    assert verified(str(tmp_path / "unpacked"))[0] == 0
    # What a link leads to or a pipe holds is no part of the pack.
    (tmp_path / "unpacked" / "more").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "unpacked" / "pipe")
    code, found = verified(str(tmp_path / "unpacked"))
    assert (code, sorted(one["part"] for one in found["faults"])) == (1, ["more", "pipe"])
    assert subprocess.run([*isolated, str(tmp_path / "none.zip")], capture_output=True, check=False).returncode == 2


def laid_out(archive: bytes) -> tuple[dict[int, str], int]:
    """Where each file of an archive begins, and where its directory does."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return {info.header_offset: info.filename for info in opened.infolist()}, opened.start_dir


def assert_flips_are_found(archive: bytes, places: set[int]) -> None:
    starts, directory = laid_out(archive)
    for place in sorted(place for place in places if place < len(archive)):
        for change in (1, 0x80):
            data = bytearray(archive)
            data[place] ^= change
            faults = Faults()
            unpacked(bytes(data), faults)
            assert faults.found, (place, change)
            named = starts[max(start for start in starts if start <= place)] if place < directory else ""
            parts = {fault["part"] for fault in faults.found}
            assert place >= directory or parts & {named, "the archive"}, (place, parts)


def test_any_flipped_byte_is_found_and_located(made: tuple[bytes, PackedRun], session: Session, run: str) -> None:
    archive = made[0]
    starts, directory = laid_out(archive)
    rng = random.Random(7)  # noqa: S311 - places, not secrets
    places = {rng.randrange(len(archive)) for _ in range(400)}
    # The last byte of what is packed may end in bits that say nothing, and some others can be read in two ways.
    assert_flips_are_found(archive, places | {start - 1 for start in (*starts, directory) if start})
    # Headers and directory are of one form whatever the files hold: with little in them each byte can be tried.
    brief = resigned(session, archive, run, {name: content[:99] for name, content in listed(archive).items()})
    starts, directory = laid_out(brief)
    places = {start + n for start in starts for n in range(60)}
    assert_flips_are_found(brief, places | set(range(directory, len(brief))))


def test_the_same_content_packed_in_another_way_is_found(made: tuple[bytes, PackedRun]) -> None:
    parts, entries, at = [], [], 0
    for name, content in members(made[0]).items():
        named, crc = name.encode(), zlib.crc32(content)
        data = content
        if is_deflated(named):
            squeezer = zlib.compressobj(1 if name == "controls.md" else 9, zlib.DEFLATED, -15)
            data = squeezer.compress(content) + squeezer.flush()
        header = local_header(named, crc, len(data), len(content))
        entries.append(directory_entry(named, crc, len(data), len(content), at))
        parts += [header, data]
        at += len(header) + len(data)
    directory = b"".join(entries)
    again = b"".join([*parts, directory, end_record(len(entries), len(directory), at)])
    assert members(again) == members(made[0])
    faults = Faults()
    unpacked(again, faults)
    assert [(one["part"], one["detail"]) for one in faults.found] == [
        ("controls.md", "is packed in another way than the manifest says")
    ]


def listed(archive: bytes) -> dict[str, bytes]:
    """What the manifest of a pack lists."""
    return {name: content for name, content in members(archive).items() if not name.startswith("manifest")}


def resigned(session: Session, archive: bytes, run: str, change: dict[str, bytes]) -> bytes:
    """The pack of somebody who holds the signing key and changes a file."""
    name, key = log_folder(session.settings.home).private_key()
    return packed({**listed(archive), **change}, run, lambda text: sign_text(f"{name}\n{text}", name, key))


def changed_line(content: bytes, old: bytes, new: bytes) -> bytes:
    assert content.count(old) >= 1
    return content.replace(old, new, 1)


def test_what_was_written_cannot_be_changed_even_by_whoever_signs_packs(
    made: tuple[bytes, PackedRun], session: Session, run: str, tmp_path: Path
) -> None:
    archive, held = made[0], members(made[0])
    log = held["journal/run.jsonl"]
    lines = log.splitlines(keepends=True)
    document = next(name for name in held if name.startswith("documents/d"))
    forged = {
        "a word of a sentence": {"journal/run.jsonl": changed_line(log, b"was 55 decibels", b"was 56 decibels")},
        "a label": {"journal/run.jsonl": changed_line(log, b'"label":"in"', b'"label":"out"')},
        "a time": {"journal/run.jsonl": changed_line(log, b'"at":"20', b'"at":"19')},
        "a line cut out": {"journal/run.jsonl": b"".join(lines[:5] + lines[6:])},
        "the tail cut off": {"journal/run.jsonl": b"".join(lines[:-1])},
        "two lines changed about": {"journal/run.jsonl": b"".join([lines[1], lines[0], *lines[2:]])},
        "a perspective": {"journal/outside.jsonl": held["journal/outside.jsonl"].replace(b"Applicant", b"Claimant", 1)
                          if b"Applicant" in held["journal/outside.jsonl"] else b""},
        "a proof": {"ledger/proofs.jsonl": held["ledger/proofs.jsonl"].split(b"\n", 1)[1]},
        "a size": {"ledger/checkpoint.txt": held["ledger/checkpoint.txt"].replace(b"\n", b"\n1", 1)},
        "a document": {document: held[document] + b"."},
        "a hash": {"documents/hashes.json": held["documents/hashes.json"].replace(b'"sha256": "', b'"sha256": "0', 1)},
        "not canonical": {"journal/run.jsonl": changed_line(log, b'{"activity":', b'{ "activity":')},
        "no JSON": {"journal/run.jsonl": b"{" + log},
    }  # fmt: skip
    for what, change in forged.items():
        path = tmp_path / "forged.zip"
        path.write_bytes(resigned(session, archive, run, change))
        found = verify_pack(path)
        assert not found.ok, what
        assert {fault.part for fault in found.faults} & {*change, "ledger/proofs.jsonl", "journal/run.jsonl"}, what


def test_a_file_put_in_or_taken_out_is_found(file: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(file) as opened:
        opened.extractall(tmp_path / "x")
    (tmp_path / "x" / "more.txt").write_text("more", encoding="utf-8")
    (tmp_path / "x" / "controls.md").unlink()
    (tmp_path / "x" / "dossier.html").write_text("another", encoding="utf-8")
    faults = {fault.part: fault.detail for fault in verify_pack(tmp_path / "x").faults}
    assert faults.keys() == {"more.txt", "controls.md", "dossier.html"}


def test_control_map_and_crate_name_files_that_are_there(made: tuple[bytes, PackedRun]) -> None:
    held = members(made[0])
    dossier = held["dossier.html"].decode()
    for row in controls():
        for shown in row.shown_by:
            name, _, place = shown.partition("#")
            assert name in held, shown
            assert not place or f'id="{place}"' in dossier, shown
    frameworks = " ".join(f"{row.framework} {row.clause}" for row in controls())
    for wanted in ("AI Act", "Article 12", "Article 19", "Article 26", "Article 86", "Article 22", "NIST", "A.6.2.8"):
        assert wanted in frameworks
    assert "complian" not in held["controls.md"].decode().lower()
    graph = {entity["@id"]: entity for entity in json.loads(held["ro-crate-metadata.json"])["@graph"]}
    parts = {part["@id"] for part in graph["./"]["hasPart"]}
    assert parts == held.keys() - {"ro-crate-metadata.json"}
    for name in parts:
        assert "File" in graph[name]["@type"]
        assert graph[name].get("contentSize", str(len(held[name]))) == str(len(held[name]))
    (action,) = [entity for entity in graph.values() if entity["@type"] == "CreateAction"]
    assert graph[action["instrument"]["@id"]]["@type"] == "SoftwareApplication"
    for reference in (*action["result"], *action["object"], action["agent"], graph["./"]["license"]):
        assert reference["@id"] in graph


def test_documents_are_left_out_unless_asked_for(session: Session, run: str, made: tuple[bytes, PackedRun]) -> None:
    rows = json.loads(members(made[0])["documents/hashes.json"])
    assert len(rows) == len(DOCUMENTS)
    for row in rows:
        assert hashlib.sha256(members(made[0])[row["file"]]).hexdigest() == row["sha256"]
    short = members(pack(session, run, licence="https://example.org/licence")[0])
    assert not [name for name in short if name.startswith("documents/d")]
    assert "https://example.org/licence" in short["ro-crate-metadata.json"].decode()


def test_what_cannot_be_packed_says_so(session: Session, run: str) -> None:
    with pytest.raises(UnknownId):
        pack(session, "nothing-like-this")
    with pytest.raises(UsageError, match="corpus"):
        pack(session, "corpus.pier-nine")
    kept = session.corpora
    try:
        session.corpora = type(kept)(session.settings.home / "elsewhere")
        with pytest.raises(CorpusError):
            pack(session, run, documents=True)
    finally:
        session.corpora = kept


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip at all, but long enough to look at", b"\0" * 5000])
def test_what_is_no_pack_is_no_pack(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "p.zip"
    path.write_bytes(content)
    found = verify_pack(path)
    assert not found.ok
    with pytest.raises(UsageError):
        verify_pack(tmp_path / "none.zip")
