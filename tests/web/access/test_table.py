"""The table of access: it knows every route, each by the pattern under which it is registered, and no route besides."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from foam_graph.config import Settings
from foam_graph.web.access.entry import Access
from foam_graph.web.access.matching import forms, need_of
from foam_graph.web.access.person import LOCAL, STRANGER, Grants, Person
from foam_graph.web.access.roles import PERMISSIONS, ROLE_NAMES, roles
from foam_graph.web.access.table import TABLE
from foam_graph.web.application import inside


def registered(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Method and pattern of every route."""
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        # A mount, or a route that FastAPI does not know, would not check that the gate let it through.
        assert isinstance(route, APIRoute), route
        for method in route.methods:
            yield method, route.path


def test_every_route_is_in_the_table_and_every_row_is_a_route(tmp_path: Path) -> None:
    known = {(need.method, form) for need in TABLE for form in forms(need)}
    assert set(registered(inside(Settings(home=tmp_path), frozenset(), Access()))) == known
    assert len(known) == sum(len(forms(need)) for need in TABLE)


def test_a_request_falls_under_the_row_of_its_route() -> None:
    for need in TABLE:
        for form in forms(need):
            path = form.replace("{", "").replace("}", "")
            found = need_of(need.method, path)
            assert found is not None, path
            assert found == (form, need), path
    assert need_of("GET", "/contests/new") != need_of("GET", "/contests/new2")
    for path in ("/nothing", "/runs/", "/runs/a/b", "//runs", "/RUNS", ""):
        assert need_of("GET", path) is None, path
    assert need_of("PATCH", "/contests") is None


def test_what_writes_needs_more_than_reading() -> None:
    for need in TABLE:
        if need.method != "GET":
            assert need.needs not in ("read",), need
        assert (need.body != "none") <= (need.method != "GET"), need


def test_roles_are_those_of_the_file() -> None:
    assert tuple(roles()) == ROLE_NAMES
    assert {one for role in roles().values() for one in role.may} == set(PERMISSIONS)
    contester = Person("ada", ("contester",))
    assert contester.may("contest")
    assert not contester.may("rule")
    assert not Person("bob", ("reader",)).may("contest")
    assert Person("cy", ("reader", "auditor")).may("audit")
    assert all(LOCAL.may(one) for one in PERMISSIONS)
    assert not any(STRANGER.may(one) for one in PERMISSIONS)


def test_grants_cover_corpora_and_runs() -> None:
    some = Grants(False, frozenset({"case"}), frozenset({"r1"}))
    assert some.cover("case")
    assert some.cover("case", "r9")
    assert some.cover("other", "r1")
    assert not some.cover("other", "r9")
    assert not some.cover("")
    assert not STRANGER.grants.cover("case", "r1")
    assert Grants().cover("other", "r9")
