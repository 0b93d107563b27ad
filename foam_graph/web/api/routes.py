"""Every operation of version 1, and where to begin."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import APIRouter
from starlette.requests import Request

from foam_graph.app.result import Result
from foam_graph.version import __version__
from foam_graph.web.api import builds, challenges, corpora, exports, nodes, runs
from foam_graph.web.api.operations import ROOT, reading

router = APIRouter()


@dataclass(frozen=True)
class Beginning(Result):
    """Where to begin: the version of the product and of its API, and the addresses of its lists."""

    software: str
    api: str
    description: str
    corpora: str
    runs: str
    challenges: str


@reading(router, "", "Where to begin: the addresses of the lists", Beginning)
def beginning(request: Request) -> Beginning:
    """The addresses of the lists."""
    del request
    lists = (f"{ROOT}/{name}" for name in ("corpora", "runs", "challenges"))
    return Beginning(f"foam-graph {__version__}", "1", "/openapi.json", *lists)


for _part in (corpora, runs, nodes, challenges, exports, builds):
    router.include_router(_part.router)
