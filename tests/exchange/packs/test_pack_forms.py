"""The pack's verifier and forms: both formats, rows of both forms, and what it does not know, told as that."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from foam_graph.exchange.packs.pack_verifier import FORMATS, JOURNAL, MANIFEST, Faults, Members, Pack, canonical, parse

ARCHIVE = Path(__file__).parents[2] / "fixtures" / "release_0_1" / "pack.zip"


@pytest.fixture(scope="module")
def members() -> Members:
    with zipfile.ZipFile(ARCHIVE) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def told(members: Members) -> list[str]:
    faults = Faults()
    Pack(members, "", faults).check()
    return [f"{fault['part']} {fault['where']}: {fault['detail']}" for fault in faults.found]


def with_format(members: Members, name: Any) -> Members:
    manifest = {**json.loads(members[MANIFEST]), "format": name}
    return {**members, MANIFEST: json.dumps(manifest).encode()}


def with_line(members: Members, wanted: str, change: Callable[[dict[str, Any]], None]) -> Members:
    lines = []
    for line in members[JOURNAL].decode().removesuffix("\n").split("\n"):
        event = parse(line)
        if event["activity"]["step"] == wanted:
            change(event)
        lines.append(canonical(event))
    return {**members, JOURNAL: ("\n".join(lines) + "\n").encode()}


def test_both_formats_are_known_and_no_other(members: Members) -> None:
    assert told(members) == []
    assert json.loads(members[MANIFEST])["format"] == FORMATS[0]
    for name in FORMATS:
        assert not [fault for fault in told(with_format(members, name)) if "format" in fault]
    for name in ("foam-graph/pack/3", None, 2):
        (fault,) = [fault for fault in told(with_format(members, name)) if "of the format" in fault]
        assert "does not know: use the pack's own verify.py" in fault


def test_the_first_format_knows_no_row_form(members: Members) -> None:
    changed = with_line(members, "open", lambda event: event["activity"].update(row_form=2))
    assert any(f"has a row form, and {FORMATS[0]} knows none" in fault for fault in told(changed))
    assert not any("knows none" in fault for fault in told(with_format(changed, FORMATS[1])))


def test_a_newer_form_is_told_as_one(members: Members) -> None:
    changed = with_line(with_format(members, FORMATS[1]), "open", lambda event: event["activity"].update(row_form=3))
    own = [fault for fault in told(changed) if "line 1, " in fault]
    assert own
    assert all("row form 3, written by a newer version: use the verify.py of that version" in fault for fault in own)


def test_a_text_that_is_gone_must_be_explained(members: Members) -> None:
    changed = with_line(members, "erase", lambda event: event["activity"].update(step="look"))
    assert len([fault for fault in told(changed) if "no activity of the run says that it was erased" in fault]) > 3
