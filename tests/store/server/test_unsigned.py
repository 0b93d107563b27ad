"""Copies of signed jars: everything but the signature, made once."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from foam_graph.errors import ServerFault
from foam_graph.store.server.program import resolve
from foam_graph.store.server.unsigned import without_signatures

MANIFEST = "Manifest-Version: 1.0\r\nBundle-Name: Some\r\n Name\r\n\r\nName: a/B.class\r\nSHA-256-Digest: eA==\r\n\r\n"
HELD = {
    "META-INF/MANIFEST.MF": MANIFEST,
    "META-INF/SOME.SF": "a signature",
    "META-INF/some.rsa": "a certificate",
    "META-INF/services/a.Service": "a.B",
    "a/B.class": "a class",
    "a/note.SF": "no signature: it lies elsewhere",
}


def jar(path: Path) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in HELD.items():
            made.writestr(name, text)
    return path


def test_a_copy_holds_all_but_the_signature_and_is_made_once(tmp_path: Path) -> None:
    signed, other = jar(tmp_path / "eclipse-collections-1.jar"), jar(tmp_path / "other-1.jar")
    folder = tmp_path / "copies"
    first, second = without_signatures([signed, other], folder)
    assert (first, second) == (folder / signed.name, other)
    with zipfile.ZipFile(first) as copy:
        held = {name: copy.read(name).decode() for name in copy.namelist()}
    gone = {"META-INF/SOME.SF", "META-INF/some.rsa"}
    main = "Manifest-Version: 1.0\r\nBundle-Name: Some\r\n Name\r\n\r\n"
    assert held == {name: text for name, text in HELD.items() if name not in gone} | {"META-INF/MANIFEST.MF": main}
    made = first.stat()
    assert without_signatures([signed, other], folder) == (first, second)
    assert (first.stat().st_mtime_ns, first.stat().st_ino) == (made.st_mtime_ns, made.st_ino)
    assert [path.name for path in folder.iterdir()] == [signed.name]


def test_a_broken_jar_is_named_and_leaves_no_copy(tmp_path: Path) -> None:
    broken = tmp_path / "eclipse-collections-1.jar"
    broken.write_bytes(b"PK no jar")
    with pytest.raises(ServerFault, match=r"eclipse-collections-1\.jar cannot be read") as caught:
        without_signatures([broken], tmp_path / "copies")
    assert "Delete it" in caught.value.hint
    assert list((tmp_path / "copies").iterdir()) == []


def test_the_class_path_has_the_copies_which_hold_what_was_released() -> None:
    jars = resolve().jars
    copies = [path for path in jars if path.name.startswith("eclipse-collections-")]
    assert len(copies) == 2
    assert {path.parent for path in copies} == {resolve().archive.parent}
    for path in copies:
        with zipfile.ZipFile(path) as copy:
            assert copy.testzip() is None
            assert any(name.endswith(".class") for name in copy.namelist())
            assert not [name for name in copy.namelist() if name.endswith((".SF", ".RSA"))]
