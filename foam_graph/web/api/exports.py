"""What leaves the graph whole: a run as a pack, a dossier or a journal, and anything as PROV."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from foam_graph.app.downloading import TYPES, download
from foam_graph.web.api.describing import Responses, problems
from foam_graph.web.api.operations import ROOT
from foam_graph.web.house import house_of
from foam_graph.web.negotiating import PROV, accepted, prov_response, sent

router = APIRouter()
Form = Annotated[
    Literal["turtle", "jsonld", "trig", "nquads", "json", "provn"] | None,
    Query(alias="format", description="The format; as the header `Accept` says where none is given."),
]
Sort = Literal["pack", "dossier", "position", "speech", "journal", "aif", "flow", "graph"]
Kind = Annotated[str, Query(alias="format", max_length=20, description="One of the sort's formats; its first if none.")]


def _files(*forms: str) -> Responses:
    """What an export may answer: a file of one of several formats, or a problem."""
    schema = {"type": "string", "format": "binary"}
    content = {TYPES[form][0].partition(";")[0]: {"schema": schema} for form in forms}
    return {200: {"description": "The file.", "content": content}, **problems()}


_PROV_FORMS = ("turtle", "jsonld", "trig", "nquads", "json", "provn")


@router.get(
    f"{ROOT}/nodes/{{node}}/prov", summary="The history of a node as W3C PROV; of a chain, all of it", tags=["v1"],
    response_class=Response, responses=_files(*_PROV_FORMS),
)  # fmt: skip
def prov(request: Request, node: str, form: Form = None) -> Response:
    """PROV of a node or chain."""
    types = [type_ for type_ in PROV if type_ != "application/prov+json"]
    return prov_response(request, node, form or PROV[accepted(request.headers.get("accept", ""), types)])


@router.get(
    f"{ROOT}/runs/{{run}}/exports/{{sort}}", tags=["v1"], response_class=Response,
    summary="A run as a file: a governance pack, a dossier, a journal, an argument map, a debate's flow",
    responses=_files("zip", "html", "docx", "pdf", "jsonl", "json", "csv", "xlsx", "graphml", "dot", "argdown"),
)  # fmt: skip
def export(request: Request, run: str, sort: Sort, form: Kind = "") -> Response:
    """A run as a file."""
    with house_of(request).sessions.one() as session:
        return sent(request, download(session, run, sort, form))
