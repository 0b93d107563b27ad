"""A run as one HTML file that works offline, on paper and without scripts: the dossier of a position.

Nothing in it is fetched from anywhere, every text is escaped by the template engine, and the same graph gives the
same bytes. Whoever raised or ruled on a challenge is never named.
"""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from foam_graph.exchange.dossier.answers import lists_of
from foam_graph.exchange.dossier.view import Other, dossier_view
from foam_graph.exchange.dossier.words import visible
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.evidence import Evidence
from foam_graph.resources import package_file
from foam_graph.version import __version__


def render_dossier(graph: Subgraph, run: str, evidence: Evidence | None = None, compare: Other | None = None) -> str:
    """A self-contained HTML page about a run.

    Args:
        graph: The run with the perspectives and documents that it refers to, as ``open_run`` reads it.
        run: Its id.
        evidence: Its documents; without them quotations stand between those neighbours only that the graph holds.
        compare: Another run of the same question to set beside it: its graph and its id.

    Returns:
        The page; encode it as UTF-8.

    Raises:
        UnknownId: The run, or the one to compare with, has no position yet.
    """
    return filled("dossier.html", dossier_view(graph, run, evidence, compare), "dossier.css")


def filled(template: str, view: object, *styles: str) -> str:
    """A template of this package with a view in it.

    Args:
        template: Name of its file.
        view: What it is filled with, as ``d``.
        styles: Names of the style sheets that it carries, in order.
    """
    css = Markup("".join(package_file(__package__, name) for name in styles))  # noqa: S704 - our own files
    return _template(template).render(d=view, css=css, version=__version__)


@cache
def _template(template: str) -> Template:
    environment = Environment(
        loader=FunctionLoader(lambda name: package_file(__package__, name)),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["lists"] = lists_of
    return environment.get_template(template)


def _printable(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value
