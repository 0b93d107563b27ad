"""The form as one HTML page that needs no network; it is read without scripts, and a small one writes the answers."""

from __future__ import annotations

from collections.abc import Sequence

from jinja2 import Environment

from foam_graph.evaluation.preference.ballot_paper import ANSWER_COLUMNS, DIMENSIONS, HIGHEST, LOWEST, ContextPaper
from foam_graph.resources import package_file

_TEMPLATE = "form_page.html"


def render_form(made: Sequence[ContextPaper], title: str) -> str:
    """The page.

    Args:
        made: Contexts with candidates, as they are to be shown.
        title: What it is about.
    """
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        package_file(__package__, _TEMPLATE)
    )
    return template.render(
        title=title,
        contexts=made,
        dimensions=DIMENSIONS,
        marks=range(LOWEST, HIGHEST + 1),
        columns=",".join(ANSWER_COLUMNS),
        sides={"pro": "for the motion", "con": "against the motion"},
    )
