"""``foam demo``: the whole job on the sample appeal, from the samples that are shipped."""

from __future__ import annotations

import stat
from pathlib import Path

import httpx
import pytest

from foam_graph.app.left_serving import leave_serving, left_serving, stop_serving
from foam_graph.cli.demo import SAMPLES
from foam_graph.config import Settings
from foam_graph.errors import EnvironmentFault
from foam_graph.resources import package_folder
from tests.support.calling import foam


def test_the_demo_argues_repairs_and_verifies_wherever_it_is_called(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the samples are of the package, not of the folder that one stands in
    found = foam("demo", "--home", str(home), "--json").value
    settings = Settings(home)
    try:
        page = httpx.get(found["address"], timeout=60)
        assert (page.status_code, found["run"] in page.text) == (200, True)
        assert left_serving(settings) == leave_serving(settings)
        assert stat.S_IMODE((home / "serve.json").stat().st_mode) == 0o600
    finally:
        assert stop_serving(settings)
    assert (stop_serving(settings), left_serving(settings)) == (False, None)
    with pytest.raises(httpx.ConnectError):
        httpx.get(found["address"], timeout=60)
    assert (found["ok"], found["faults"], found["home"]) == (True, [], str(home))
    assert found["files"] == ["out/dossier.html", "out/journal.jsonl", "out/prov.ttl"]
    assert {path.name for path in (tmp_path / "out").iterdir()} >= {
        "dossier.html", "dossier-recorded.html", "journal.jsonl", "prov.ttl"
    }  # fmt: skip
    recorded = found["recorded"]
    assert foam("verify", recorded["run"], "--json").value["ok"]
    assert foam("show", recorded["run"], "--json").value["answer"]["option"] == "reversed"
    assert (found["before"], found["after"], found["outcome"]) == ("open", "reversed", "regenerated")
    assert foam("verify", found["run"], "--json").value["ok"]
    assert foam("show", found["position"], "--json").value["standing"] == "current"


def test_an_installation_without_the_samples_says_so() -> None:
    with pytest.raises(EnvironmentFault, match="has no folder") as caught:
        package_folder(SAMPLES, "no-such-world")
    assert "Install it again" in caught.value.hint
