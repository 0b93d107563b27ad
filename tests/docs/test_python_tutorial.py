"""The Python tutorial is run: what stands under a block is what the block printed."""

from __future__ import annotations

import contextlib
import io
import os
import re
from pathlib import Path

import pytest

from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "tutorial" / "python.md"
_BLOCK = re.compile(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def test_the_tutorial_prints_what_it_says(
    settings: Settings, endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``FOAM_WRITE_TUTORIAL=1`` writes into the page what was printed."""
    assert endpoint
    monkeypatch.setenv("FOAM_HOME", str(settings.home))
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    page = PAGE.read_text(encoding="utf-8")

    def ran(block: re.Match[str]) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(block[1], f"{PAGE.name}:{page[: block.start()].count(chr(10)) + 2}", "exec"), names)  # noqa: S102
        printed = f"\n```text\n{out.getvalue()}```\n" if out.getvalue() else ""
        return f"```python\n{block[1]}```\n{printed}"

    run = _BLOCK.sub(ran, page)
    assert len(_BLOCK.findall(page)) > 8
    if os.environ.get("FOAM_WRITE_TUTORIAL"):
        PAGE.write_text(run, encoding="utf-8")
    assert run == page
