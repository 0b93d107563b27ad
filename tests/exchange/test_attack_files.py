"""Attack graphs in the formats of the solvers, both ways, and the reference extensions of the shared frameworks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError
from foam_graph.exchange.attack_files import (
    AttackFile,
    attack_file_of,
    read_af,
    read_apx,
    write_af,
    write_apx,
)
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.sublation.grounded import grounded
from tests.support.chains.deliberation_runs import PANEL, DeliberationOf, leaf
from tests.support.shared_data import SHARED, require

PROBO = SHARED / "data" / "iccma" / "probo"


def files(names: st.SearchStrategy[tuple[str, ...]]) -> st.SearchStrategy[AttackFile]:
    def of(found: tuple[str, ...]) -> st.SearchStrategy[AttackFile]:
        place = st.integers(0, len(found) - 1)
        attacks = st.lists(st.tuples(place, place), max_size=12).map(tuple) if found else st.just(())
        return st.builds(AttackFile, st.just(found), attacks)

    return names.flatmap(of)


numbered = st.integers(0, 8).map(lambda n: tuple(str(i) for i in range(1, n + 1)))
named = st.lists(st.from_regex(r"[A-Za-z0-9_]{1,6}", fullmatch=True), unique=True, max_size=8).map(tuple)
strange = st.lists(st.text(min_size=1, max_size=8), unique=True, max_size=8).map(tuple)


@given(files(numbered))
def test_af_is_read_back_as_it_was_written(found: AttackFile) -> None:
    assert read_af(write_af(found), "x.af") == found


@given(files(named))
def test_apx_is_read_back_as_it_was_written(found: AttackFile) -> None:
    assert read_apx(write_apx(found), "x.apx") == found


@given(files(strange))
def test_names_that_a_format_does_not_allow_keep_the_attacks(found: AttackFile) -> None:
    for back in (read_af(write_af(found), "x.af"), read_apx(write_apx(found), "x.apx")):
        assert (len(back.names), back.attacks) == (len(found.names), found.attacks)


def test_a_run_is_written_with_the_labels_that_it_has() -> None:
    run = DeliberationOf(PANEL)
    run.issue("i", "a", "b")
    run.option("A", leaf("i", "a"))
    run.concludes("a", "i", "a")
    run.concludes("b", "i", "b")
    run.critique("k", "b", values=("care", "fiscal_responsibility"))
    run.weigh("w", "i", "a", "b")
    for labelled in sublate(run.graph()).labelled.values():
        back = read_af(write_af(attack_file_of(labelled)), "run.af")
        assert grounded(len(back.names), back.attacks) == labelled.labels


@pytest.mark.parametrize("name", ["ex1", "ex2", "ex3"])
def test_the_grounded_extension_of_the_shared_frameworks(name: str) -> None:
    found = read_apx(require(PROBO / f"{name}.apx").read_text(), f"{name}.apx")
    labels = grounded(len(found.names), found.attacks)
    accepted = {argument for argument, label in zip(found.names, labels, strict=True) if label == "in"}
    told = (PROBO / f"{name}.apx.EE-GR").read_text().strip().strip("[]")
    assert accepted == {argument.strip() for argument in told.split(",") if argument.strip()}


@pytest.mark.parametrize(
    "text",
    ["arg(a)", "arg(a,b).", "att(a).", "arg(a). arg(a).", "arg(a). att(a,b).", "arg(a b).", "[]", "arg(a).\x00"],
)
def test_what_is_no_apx_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(DataFileError, match=r"x\.apx"):
        read_apx(text, "x.apx")


@pytest.mark.parametrize(
    "text", ["", "p af", "p af -1", "p af ²", "p cnf 3 2", "p af 2\n1", "p af 2\n1 3", "p af 2\n0 1"]
)
def test_what_is_no_af_is_refused_with_its_line(text: str) -> None:
    with pytest.raises(DataFileError, match=r"x\.af"):
        read_af(text, "x.af")
