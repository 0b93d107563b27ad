"""A session says once, at its end, what it skipped and why."""

from __future__ import annotations

import os

from tests.support.processes import python


def test_what_needs_the_shared_folder_is_named_with_the_reason() -> None:
    # Few and quick tests, all of which need what is not there; nor is anything of this session's passed on.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "FOAM_"))}
    line = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "vectors", "tests/proofs/test_merkle.py")
    process = python(*line, env=environment | {"FOAM_SHARED": os.devnull})
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, out + err
    assert out.count("what was skipped, and why") == 1
    assert "5 tests: data/rfc6962/testdata is not in the folder shared beside the checkout" in out
