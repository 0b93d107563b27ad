"""W3C's verdicts on its own cases, in every syntax."""

from __future__ import annotations

import re

import pytest

from foam_graph.prov import Document, Instance, check, read_bytes, read_file
from tests.support.prov.prov_cases import cases
from tests.support.prov.prov_writing import WRITERS

WITH_BUNDLES = ("prov-n", "prov-json", "prov-xml", "trig", "n-quads", "json-ld")


@pytest.mark.parametrize("ending", [".provn", ".xml"])
def test_the_files_of_w3c(ending: str) -> None:
    listed = cases(ending)
    wrong = [case.title for case in listed if check(read_file(case.path)).w3c_valid != case.valid]
    assert len(listed) == 155
    assert wrong == []


@pytest.mark.parametrize("ending", [".provn", ".xml"])
def test_a_violation_has_the_number_that_the_case_is_about(ending: str) -> None:
    asked = 0
    for case in cases(ending):
        numbers = set(re.findall(r"c(\d\d)", case.title))
        if not case.valid and numbers:
            asked += 1
            assert numbers & {v.constraint for v in check(read_file(case.path)).violations}, case.title
    assert asked == 47


@pytest.mark.parametrize("syntax", list(WRITERS))
def test_each_case_in_each_syntax(syntax: str) -> None:
    wrong = []
    for case in cases(".provn"):
        written = WRITERS[syntax](read_file(case.path))
        if check(read_bytes(written, f"{case.title}.{syntax}", syntax)).w3c_valid != case.valid:
            wrong.append(case.title)
    assert wrong == []


@pytest.mark.parametrize("syntax", WITH_BUNDLES)
def test_each_case_in_a_bundle_of_each_syntax_that_has_them(syntax: str) -> None:
    wrong = []
    for case in cases(".provn"):
        inner = Instance("http://example.org/the-bundle", read_file(case.path).top.statements)
        document = read_bytes(WRITERS[syntax](Document(Instance(), [inner])), "bundled", syntax)
        report = check(document)
        if report.w3c_valid != case.valid or any(v.bundle != inner.name for v in report.violations):
            wrong.append(case.title)
    assert wrong == []


def test_no_valid_case_has_an_error_of_our_own() -> None:
    assert [case.title for case in cases(".provn") if case.valid and not check(read_file(case.path)).valid] == []
