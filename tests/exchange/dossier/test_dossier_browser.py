"""The dossier in a real browser: nothing is requested, every link resolves, evidence is one click away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from foam_graph.exchange.dossier.page import render_dossier
from tests.support.browsing import opened
from tests.support.chains.dossier_run import dossier_run, evidence

PROBE = """
<pre id="probe"></pre><script>
addEventListener("load", () => {
  const told = [];
  const inner = [...document.querySelectorAll('a[href^="#"]')];
  const broken = inner.filter(a => !document.getElementById(decodeURIComponent(a.getAttribute("href").slice(1))));
  told.push("links=" + inner.length, "broken=" + broken.length);
  const marks = [...document.querySelectorAll(".marks a")];
  const shown = marks.filter(a => {
    const at = document.getElementById(a.getAttribute("href").slice(1));
    const found = at && (at.querySelector("figure.evidence mark") || at.querySelector(".rests .around"));
    return found && found.checkVisibility();
  });
  told.push("marks=" + marks.length, "shown=" + shown.length);
  const requests = performance.getEntriesByType("resource").filter(r => !r.name.startsWith("chrome-extension:"));
  told.push("requests=" + requests.length);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  told.push("overflow=" + wide, "images=" + document.images.length);
  document.getElementById("probe").textContent = told.join(" ");
});
</script>
"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [500, 1400])
def test_links_resolve_evidence_is_one_click_away_and_nothing_is_requested(tmp_path: Path, width: int) -> None:
    graph, run, _ = dossier_run()
    html = render_dossier(graph, run, evidence())
    # Only the copy under test may run the probe: the dossier itself forbids every script.
    relaxed = html.replace("default-src 'none';", "default-src 'none'; script-src 'unsafe-inline';")
    assert relaxed != html
    page = tmp_path / "probed.html"
    page.write_text(relaxed.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    dom = opened(page, tmp_path, width, "--dump-dom").stdout
    found = re.search(r'<pre id="probe">([^<]+)</pre>', dom)
    assert found, dom[-500:]
    told = dict(pair.split("=") for pair in found[1].split())
    assert int(told["links"]) > 50
    assert told["broken"] == "0"
    assert int(told["marks"]) == 3
    assert told["shown"] == told["marks"]
    assert told["requests"] == "0"
    assert told["images"] == "0"
    assert int(told["overflow"]) <= 0


@pytest.mark.browser
def test_the_page_as_it_is_runs_no_script_and_asks_for_nothing(tmp_path: Path) -> None:
    graph, run, _ = dossier_run()
    page, log = tmp_path / "dossier.html", tmp_path / "net.json"
    # A script smuggled into the file must stay dead: the policy in its head forbids it.
    html = render_dossier(graph, run, evidence())
    planted = "<script>document.title='ran'</script><img src='http://tracker.invalid/x.png'></body>"
    page.write_text(html.replace("</body>", planted), encoding="utf-8")
    dom = opened(page, tmp_path, 1400, "--dump-dom", f"--log-net-log={log}").stdout
    assert "<title>Dossier:" in dom
    assert "tracker.invalid" not in log.read_text(encoding="utf-8", errors="replace")
