"""Anchors: real files, a real git repository, and a time stamp authority that answers over HTTP."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from foam_graph.errors import EnvironmentFault, UsageError, VerifyError
from foam_graph.proofs.anchors import Anchor, FileAnchor, GitAnchor
from foam_graph.proofs.merkle import leaf_hash
from foam_graph.proofs.named_anchors import anchor_of, anchors_of
from foam_graph.proofs.note import Checkpoint, sign

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
NOTES = [sign(Checkpoint("o", n, leaf_hash(b"y"), "2026-01-01T00:00:00Z"), KEY) for n in (3, 5, 9)]


@pytest.mark.parametrize("kind", ["file", "git"])
def test_what_was_published_is_held_in_order(tmp_path: Path, kind: str) -> None:
    anchor: Anchor = anchor_of(f"{kind}:{tmp_path / 'place'}", tmp_path)
    assert anchor.held() == []
    for note in NOTES:
        assert anchor.publish(note).note == note
    assert [held.note for held in anchor.held()] == NOTES
    assert {held.anchor for held in anchor.held()} == {anchor.name}


@pytest.mark.parametrize(("kind", "file"), [("file", ""), ("git", "checkpoints")])
@pytest.mark.parametrize("cut", [1, 40, len(NOTES[1])])
def test_half_a_note_that_a_crash_left_spoils_no_other(tmp_path: Path, kind: str, file: str, cut: int) -> None:
    anchor = anchor_of(f"{kind}:{tmp_path / 'place'}", tmp_path)
    anchor.publish(NOTES[0])
    with (tmp_path / "place" / file).open("a", encoding="utf-8") as opened:
        opened.write(NOTES[1][:cut])
    anchor.publish(NOTES[2])
    assert [held.note for held in anchor.held()] == [NOTES[0], NOTES[2]]


def test_git_still_holds_what_a_later_commit_took_out(tmp_path: Path) -> None:
    anchor = GitAnchor(tmp_path / "repository")
    for note in NOTES:
        anchor.publish(note)
    (tmp_path / "repository" / "checkpoints").write_text(f"{NOTES[2]}\n", encoding="utf-8")
    git = ["git", "-C", str(tmp_path / "repository"), "-c", "user.name=x", "-c", "user.email=x@localhost"]
    subprocess.run([*git, "commit", "-q", "-a", "-m", "tidy"], check=True)
    held = anchor.held()
    assert [one.note for one in held] == NOTES
    assert all(len(one.proof) == 40 and one.when for one in held)


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """The calls of git since the last time that this was asked, each with the language it was called in."""
    log, git = tmp_path / "calls", which("git")
    assert git is not None
    (tmp_path / "bin").mkdir()
    shim = tmp_path / "bin" / "git"
    shim.write_text(f'#!/bin/sh\necho "$LC_ALL $*" >> {log}\nexec {git} "$@"\n', encoding="utf-8")
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")

    def since() -> list[str]:
        found = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return found

    return since


@pytest.mark.skipif(sys.platform == "win32", reason="no shell scripts")
def test_git_is_called_as_often_for_many_checkpoints_as_for_few_and_in_one_language(
    tmp_path: Path, calls: Callable[[], list[str]]
) -> None:
    anchor = GitAnchor(tmp_path / "repository")
    notes = [sign(Checkpoint("o", n, leaf_hash(b"y"), "2026-01-01T00:00:00Z"), KEY) for n in range(1, 13)]
    counted: dict[str, list[int]] = {}
    for n, note in enumerate(notes, 1):
        anchor.publish(note)
        counted.setdefault("publish", []).append(len(calls()))
        found = anchor.find(note)
        assert found is not None
        assert (found.note, len(found.proof)) == (note, 40)
        told = calls()
        counted.setdefault("find", []).append(len(told))
        assert [held.note for held in anchor.held()] == notes[:n]
        told += calls()
        counted.setdefault("held", []).append(len(told) - counted["find"][-1])
        assert all(line.startswith("C ") for line in told)
    assert {what: set(numbers[1:]) for what, numbers in counted.items()} == {"publish": {3}, "find": {1}, "held": {3}}
    assert anchor.find(notes[3]) == anchor.held()[3]
    assert anchor.find(NOTES[2].replace("o", "p", 1)) is None


def commit(repository: Path, *args: str) -> None:
    git = ["git", "-C", str(repository), "-c", "user.name=x", "-c", "user.email=x@localhost"]
    subprocess.run([*git, "commit", "-q", "-a", *args], check=True)


def test_git_holds_what_was_committed_without_a_message_of_its_own(tmp_path: Path) -> None:
    """As releases before this one did, and as somebody does by hand."""
    anchor, file = GitAnchor(tmp_path / "repository"), tmp_path / "repository" / "checkpoints"
    anchor.publish(NOTES[0])
    for n in (2, 3):
        file.write_text("".join(f"{note}\n" for note in NOTES[:n]), encoding="utf-8")
        commit(tmp_path / "repository", "-m", "Checkpoint")
    assert [held.note for held in anchor.held()] == NOTES
    assert anchor.find(NOTES[2]) == anchor.held()[2]
    assert len({held.proof for held in anchor.held()}) == 3


def test_git_still_holds_what_was_replaced_by_more(tmp_path: Path) -> None:
    anchor, file = GitAnchor(tmp_path / "repository"), tmp_path / "repository" / "checkpoints"
    other = [sign(Checkpoint("o", n, leaf_hash(b"z"), "2026-01-01T00:00:00Z"), KEY) for n in (4, 5, 9)]
    anchor.publish(NOTES[0])
    anchor.publish(NOTES[1])
    file.write_text(f"{NOTES[0]}\n{other[0]}\n{other[1]}\n{other[2]}\n", encoding="utf-8")
    # Its message holds one checkpoint, and its file two more.
    commit(tmp_path / "repository", "-m", f"Checkpoint of size 9\n\n{other[2]}", "--cleanup=verbatim")
    assert {held.note for held in anchor.held()} == {*NOTES[:2], *other}
    file.write_text(f"{other[2]}\n", encoding="utf-8")
    anchor.publish(NOTES[2])
    assert {held.note for held in anchor.held()} == {*NOTES, *other}


def test_git_still_holds_what_was_merged_away(tmp_path: Path) -> None:
    anchor, git = GitAnchor(tmp_path / "repository"), ["git", "-C", str(tmp_path / "repository")]
    anchor.publish(NOTES[0])
    subprocess.run([*git, "branch", "-q", "aside"], check=True)
    anchor.publish(NOTES[1])
    subprocess.run([*git, "branch", "-q", "kept"], check=True)
    subprocess.run([*git, "checkout", "-q", "aside"], check=True)
    anchor.publish(NOTES[2])
    who = ["-c", "user.name=x", "-c", "user.email=x@localhost"]
    subprocess.run([*git, *who, "merge", "-q", "-s", "ours", "-m", "one of both", "kept"], check=True)
    assert {held.note for held in anchor.held()} == set(NOTES)


def test_git_without_a_commit_holds_nothing_and_takes_the_first(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "repository")], check=True)
    anchor = GitAnchor(tmp_path / "repository")
    assert (anchor.held(), anchor.find(NOTES[0])) == ([], None)
    assert anchor.publish(NOTES[0]) == anchor.find(NOTES[0])


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="nowhere"):
        FileAnchor(tmp_path / "nowhere" / "checkpoints").publish(NOTES[0])
    with pytest.raises(EnvironmentFault, match=str(tmp_path)):
        FileAnchor(tmp_path).held()


def test_a_folder_that_git_does_not_take_is_named(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(EnvironmentFault, match="not a git repository"):
        GitAnchor(tmp_path).publish(NOTES[0])


@pytest.mark.parametrize("text", ["", "file:", "git:", "tsa:", "tsa:ftp://x", "rekor:x", "/tmp/x"])
def test_what_names_no_anchor_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="names no anchor"):
        anchors_of([text], tmp_path)


class Authority:
    """A time stamp authority: openssl signs, this answers. ``mode`` makes it misbehave."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mode = "good"
        self._keys()
        authority = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                asked = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = authority.answer(asked)
                self.send_response(status)
                self.send_header("Content-Type", "application/timestamp-reply")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, *args: Any) -> None:
                return

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def _run(self, *args: str) -> None:
        subprocess.run(["openssl", *args], cwd=self.folder, check=True, capture_output=True)

    def _keys(self) -> None:
        (self.folder / "tsa.cnf").write_text(
            "[tsa]\ndefault_tsa=t\n[t]\nserial=./serial\ncrypto_device=builtin\nsigner_cert=./tsa.pem\n"
            "signer_key=./tsa.key\nsigner_digest=sha256\ndefault_policy=1.2.3.4.1\n"
            "digests=sha256,sha512\naccuracy=secs:1\nordering=no\ntsa_name=no\ness_cert_id_chain=no\n"
            "ess_cert_id_alg=sha256\n"
        )
        (self.folder / "ext.cnf").write_text(
            "[e]\nextendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n"
            "basicConstraints=CA:FALSE\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"
        )
        (self.folder / "serial").write_text("01\n")
        days = ("-days", "3650")
        self._run("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", *days,
                  "-subj", "/CN=Test root", "-addext", "keyUsage=critical,keyCertSign,cRLSign")  # fmt: skip
        self._run(
            "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "tsa.key", "-out", "tsa.csr", "-subj", "/CN=Test TSA"
        )
        self._run("x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out",
                  "tsa.pem", "-extfile", "ext.cnf", "-extensions", "e", *days)  # fmt: skip

    def answer(self, asked: bytes) -> tuple[int, bytes]:
        """What it says to a request."""
        if self.mode in ("error", "empty", "text", "huge"):
            said = {"error": (500, b"no"), "empty": (200, b""), "text": (200, b"hello"), "huge": (200, b"x" * 200_000)}
            return said[self.mode]
        if self.mode != "replay" or not (self.folder / "reply.tsr").exists():
            (self.folder / "request.tsq").write_bytes(asked)
            self._run("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "request.tsq", "-out", "reply.tsr")
        return 200, (self.folder / "reply.tsr").read_bytes()

    @property
    def root(self) -> bytes:
        """Its root certificate."""
        return (self.folder / "ca.pem").read_bytes()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Authority]:
    if which("openssl") is None:
        pytest.skip("openssl signs the time stamps of this test, and is not on this machine")
    made = Authority(tmp_path_factory.mktemp("authority"))
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_time_stamp_is_checked_and_kept(authority: Authority, tmp_path: Path) -> None:
    authority.mode = "good"
    anchor = anchor_of(f"tsa:{authority.url}", tmp_path)
    (tmp_path / "roots.pem").write_bytes(authority.root)
    for note in NOTES[:2]:
        assert anchor.publish(note).when.startswith("20")
    assert sorted(held.note for held in anchor.held()) == sorted(NOTES[:2])


@pytest.mark.parametrize("mode", ["error", "empty", "text", "huge", "replay"])
def test_what_is_no_stamp_of_this_checkpoint_is_not_kept(authority: Authority, tmp_path: Path, mode: str) -> None:
    anchor = anchor_of(f"tsa:{authority.url}", tmp_path)
    (tmp_path / "roots.pem").write_bytes(authority.root)
    authority.mode = "good"
    anchor.publish(NOTES[0])
    authority.mode = mode
    with pytest.raises(EnvironmentFault, match="did not stamp"):
        anchor.publish(NOTES[1])
    assert [held.note for held in anchor.held()] == [NOTES[0]]


def test_a_token_put_beside_another_checkpoint_is_found(authority: Authority, tmp_path: Path) -> None:
    authority.mode = "good"
    anchor = anchor_of(f"tsa:{authority.url}", tmp_path)
    (tmp_path / "roots.pem").write_bytes(authority.root)
    held = anchor.publish(NOTES[0])
    Path(held.proof).with_suffix(".note").write_text(NOTES[1], encoding="utf-8", newline="\n")
    with pytest.raises(VerifyError, match="does not hold"):
        anchor.held()
    Path(held.proof).with_suffix(".note").unlink()
    with pytest.raises(VerifyError, match="no checkpoint beside it"):
        anchor.held()


def test_an_authority_nobody_trusts_is_refused(authority: Authority, tmp_path: Path) -> None:
    authority.mode = "good"
    anchor = anchor_of(f"tsa:{authority.url}", tmp_path)
    with pytest.raises(EnvironmentFault, match="no certificate is trusted"):
        anchor.publish(NOTES[0])
    other = tmp_path / "other"
    other.mkdir()
    (tmp_path / "roots.pem").write_bytes(Authority(other).root)
    with pytest.raises(EnvironmentFault, match="does not hold"):
        anchor.publish(NOTES[0])
