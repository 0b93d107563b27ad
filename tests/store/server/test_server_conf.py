from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.store.server.configuration import Memory, class_path_argument, conf_text, java_options, port_in
from foam_graph.store.server.process import set_first_password
from foam_graph.store.server.server_folder import ServerFiles


@given(st.integers(1, 65535))
def test_the_port_is_read_back(port: int) -> None:
    assert port_in(conf_text(port, Memory())) == port


@pytest.mark.parametrize("text", ["", "server.bolt.listen_address=", "# server.bolt.listen_address=127.0.0.1:1"])
def test_a_file_without_a_port_has_none(text: str) -> None:
    assert port_in(text) is None


def test_memory_reaches_the_settings() -> None:
    memory = Memory(heap=111, page_cache=222, transactions=333)
    text = conf_text(7687, memory)
    assert "-Xmx111m" in java_options(memory)
    assert "server.memory.pagecache.size=222m\n" in text
    assert "dbms.memory.transaction.total.max=333m\n" in text


def test_the_first_password_is_written_hashed_for_its_owner_alone(tmp_path: Path) -> None:
    files = ServerFiles.of(tmp_path)
    files.create()
    set_first_password(files)
    written = files.data / "dbms" / "auth.ini"
    user, credential, flags = written.read_text(encoding="ascii").strip().split(":")
    scheme, digest, salt, rounds = credential.split(",")
    assert (user, scheme, rounds, flags) == ("neo4j", "SHA-256", "1024", "")
    assert (len(bytes.fromhex(digest)), len(bytes.fromhex(salt))) == (32, 32)
    assert files.password() not in written.read_text(encoding="ascii")
    if os.name == "posix":
        assert stat.S_IMODE(written.stat().st_mode) == 0o600
    # Whether it opens the store every test shows that starts a server; no two say the same.
    set_first_password(files)
    assert digest not in written.read_text(encoding="ascii")


def test_a_class_path_is_quoted_for_java() -> None:
    jars = [Path("/a folder/one.jar"), Path('/b"c/two.jar'), Path("/d\\e/three.jar")]
    assert class_path_argument(jars, ":") == '-cp\n"/a folder/one.jar:/b\\"c/two.jar:/d\\\\e/three.jar"\n'
