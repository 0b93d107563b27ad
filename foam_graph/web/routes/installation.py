"""The installation about itself: whether it works, its settings, its versions, and who may do what."""

from __future__ import annotations

import platform
import sys
from dataclasses import replace
from importlib.metadata import version

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.outward import told
from foam_graph.app.result import JsonObject, Listing
from foam_graph.config import load_settings
from foam_graph.version import __version__
from foam_graph.web.access.person import Person, person_of
from foam_graph.web.access.roles import PERMISSIONS, roles
from foam_graph.web.access.table import TABLE
from foam_graph.web.house import house_of
from foam_graph.web.pages import Page, page

router = APIRouter()
PACKAGES = ("fastapi", "starlette", "uvicorn", "jinja2", "neo4j", "pydantic", "tantivy", "qdrant-edge-py")
"""Packages whose version somebody who looks for a fault asks for."""

TERMINAL = (
    ("A blind form about debates, made for readers", "foam experiment preference PATH --memory PATH --form FILE.html"),
    ("Documents of a folder of this machine", "foam load PATH --corpus NAME"),
    ("Millions of documents", "foam ingest PATH --corpus NAME"),
    ("The case sheet of a corpus too large for a page", "foam sheet NAME"),
    ("More rows than a page shows", "foam query NAME --rows NUMBER"),
)
"""What no page does, for whoever runs the server: in words, and the command."""


@page(router, "/-/health", "Whether every part of the installation works")
def health(request: Request) -> Page:
    """Every check of ``foam doctor``; where a path would stand, none is told."""
    from foam_graph.app.health import doctor

    with house_of(request).sessions.one() as session:
        found = doctor(session, {})
    checks = Listing(replace(one, detail=told(one.detail), fix=told(one.fix)) for one in found.checks)
    return Page("health.html", "Health", {"ok": found.ok, "checks": checks}, {"ok": found.ok, "checks": checks})


@page(router, "/-/settings", "Every setting with its origin; secrets are masked")
def settings(request: Request) -> Page:
    """The settings as the server read them."""
    from foam_graph.app.health import settings_shown

    found = settings_shown(house_of(request).sessions.settings, load_settings()[1])
    shown = Listing(replace(one, value=told(one.value) if isinstance(one.value, str) else one.value) for one in found)
    return Page("settings.html", "Settings", shown, {"settings": shown, "terminal": TERMINAL})


@page(router, "/-/versions", "Versions of the product and of what it stands on")
def versions(request: Request) -> Page:
    """The versions."""
    del request
    found: JsonObject = {"foam-graph": __version__, "Python": platform.python_version(), "platform": sys.platform}
    found |= {name: version(name) for name in PACKAGES}
    return Page("versions.html", "Versions", found, {"versions": found})


@page(router, "/-/permissions", "What each role may do, what each address needs, and what you may")
def permissions(request: Request) -> Page:
    """The roles, the table of access, and who asks."""
    you = _told(person_of(request))
    twin: JsonObject = {
        "you": you,
        "roles": {name: {"told": role.told, "may": list(role.may)} for name, role in roles().items()},
        "routes": [{"method": one.method, "path": one.path, "needs": one.needs} for one in TABLE],
    }
    shown = {"you": you, "roles": roles(), "table": TABLE}
    return Page("permissions.html", "Permissions", twin, shown | {"permissions": PERMISSIONS})


def _told(person: Person) -> JsonObject:
    """Who asks, what they may do, and what of it all they were granted."""
    return {
        "name": person.name,
        "accounts": not person.local,
        "roles": [] if person.local else list(person.roles),
        "may": [one for one in PERMISSIONS if person.may(one)],
        "everything": person.grants.everything,
        "corpora": sorted(person.grants.corpora),
        "runs": sorted(person.grants.runs),
    }
