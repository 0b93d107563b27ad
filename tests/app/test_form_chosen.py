"""What a question is argued by where nobody names it: a template that fits, the perspectives that it comes with, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam_graph.app.form_chosen import form_of
from foam_graph.corpus.documents import Document
from foam_graph.corpus.reading import read_paths
from foam_graph.errors import DataFileError, FoamError, UsageError
from foam_graph.reasoning.templates.library import load_template
from tests.support.calling import TEMPLATE

ASKED = "Should the town run a night bus?"


def papers(folder: Path, **texts: str) -> list[Document]:
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return list(read_paths([folder], "papers").documents)


def test_nothing_named_is_told_whole_and_what_was_named_is_not_told() -> None:
    found = form_of(ASKED, ())
    assert found.template.id == "policy-memo"
    assert tuple(one.stance_id for one in found.perspectives) == found.template.perspectives
    assert found.told == (
        "template policy-memo, because the question asks what should be done; "
        "perspectives liberty, order, commonwealth, which that template comes with"
    )
    assert form_of(ASKED, (), "policy-memo", ("liberty", "order")).told == ""
    assert form_of(ASKED, (), "", ("union", "states")).told == found.told.partition(";")[0]
    assert form_of(ASKED, (), "benefits-appeal").told == (
        "perspectives applicant, caseworker, auditor, which that template comes with"
    )


def test_a_decision_is_known_by_its_class_or_its_title(tmp_path: Path) -> None:
    asked = "Should the refusal be upheld?"
    classed = papers(tmp_path, letter="---\ntitle: Widow's pension\nsource_class: decision\n---\nIt is refused.\n")
    assert form_of(asked, classed).template.id == "benefits-appeal"
    (tmp_path / "letter.md").unlink()
    titled = papers(tmp_path, letter="---\ntitle: Refusal of a widow's pension\n---\nIt is refused.\n")
    assert form_of(asked, titled).template.id == "benefits-appeal"
    (tmp_path / "letter.md").unlink()
    other = papers(tmp_path, letter="---\ntitle: News of pensions\n---\nPensions rise.\n")
    assert form_of(asked, other).template.id == "decision-review"


def test_a_template_of_ones_own_may_come_with_perspectives(tmp_path: Path) -> None:
    path = tmp_path / "memo.yaml"
    path.write_text(TEMPLATE, encoding="utf-8")
    with pytest.raises(UsageError, match="comes with no perspectives") as refused:
        form_of(ASKED, (), str(path))
    assert "foam perspectives list" in refused.value.hint
    with_own = TEMPLATE.replace("domain: governance", "domain: governance\nperspectives: [union, states]")
    path.write_text(with_own, encoding="utf-8")
    assert [one.stance_id for one in form_of(ASKED, (), str(path)).perspectives] == ["union", "states"]


@pytest.mark.parametrize(
    "given", ["[union]", "[union, union]", "[a, b, c, d, e, f, g]", "union", "[Union, states]", "[1, 2]"]
)
def test_perspectives_of_a_template_are_two_to_six_different_ids(tmp_path: Path, given: str) -> None:
    path = tmp_path / "memo.yaml"
    path.write_text(
        TEMPLATE.replace("domain: governance", f"domain: governance\nperspectives: {given}"), encoding="utf-8"
    )
    with pytest.raises(DataFileError):
        load_template(path)


@pytest.mark.parametrize(
    ("template", "perspectives", "told"),
    [
        ("no-such", (), "no template"),
        ("policy-memo", ("liberty",), "1 perspectives"),
        ("", ("liberty",), "1 perspectives"),
        ("", ("liberty", "nobody"), "nobody"),
        ("policy-memo", ("util", "deont"), "for governance"),
        ("", ("util", "deont"), "for governance"),
    ],
)
def test_what_cannot_be_argued_is_refused(template: str, perspectives: tuple[str, ...], told: str) -> None:
    with pytest.raises(FoamError, match=told):
        form_of(ASKED, (), template, perspectives)
