"""The form in a real browser: answers are saved as CSV, nothing is requested, nothing is wider than the screen."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import pytest

from foam_graph.evaluation.preference.answers import read_answers
from foam_graph.evaluation.preference.ballot_paper import Offer, papers
from foam_graph.evaluation.preference.form_page import render_form
from tests.support.browsing import opened
from tests.support.debate_judging import CON, MOTION, PRO

PROBE = """
<pre id="probe"></pre><script>
addEventListener("load", async () => {
  let blob = null;
  URL.createObjectURL = made => { blob = made; return "#saved"; };
  const save = document.getElementById("save"), told = document.getElementById("told");
  save.click();
  const unnamed = told.textContent;
  document.querySelectorAll("input[type=radio]").forEach(one => { if (one.value === "3") one.click(); });
  const open = told.textContent;
  document.getElementById("reader").value = "=Ada, Finch";
  save.click();
  const requests = performance.getEntriesByType("resource").length;
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const found = { unnamed, open, csv: await blob.text(), saved: told.textContent, requests, wide };
  document.getElementById("probe").textContent = JSON.stringify(found);
});
</script>
"""


@pytest.mark.browser
@pytest.mark.parametrize("width", [500, 1400])
def test_answers_are_saved(tmp_path: Path, width: int) -> None:
    said = {(f"debater {at}", "m"): (f"Text {at}.",) for at in range(4)}
    made, key = papers([Offer(MOTION, "pro", (PRO, CON), said)], 1)
    page = tmp_path / "form.html"
    page.write_text(render_form(made, "Form").replace("</body>", PROBE + "</body>"), encoding="utf-8")
    dom = opened(page, tmp_path, width, "--virtual-time-budget=5000", "--dump-dom").stdout
    probed = re.search(r'<pre id="probe">([^<]+)</pre>', dom)
    assert probed, dom[-500:]
    found = json.loads(unescape(probed[1]))
    assert found["unnamed"] == "Please give your name or number first."
    assert found["open"] == "All answered"
    assert found["saved"] == "Saved as answers-Ada-Finch.csv"
    assert (found["requests"], found["wide"]) == (0, 0)
    path = tmp_path / "answers.csv"
    path.write_text(found["csv"], encoding="utf-8", newline="")
    answers = read_answers([path], key)
    assert [one.candidate for one in answers if one.chosen] == [3]
    assert {mark for one in answers for mark in one.marks.values()} == {3}
    assert {(one.reader, len(one.marks)) for one in answers} == {("Ada Finch", 6)}
