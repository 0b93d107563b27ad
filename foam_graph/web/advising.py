"""Advice on pages: the words of each step, behind a link where a page does it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from urllib.parse import quote

from markupsafe import Markup, escape

from foam_graph.advice import Action, Advice, NextStep, parts_of
from foam_graph.app.outward import part_on_page, without_ids

ADDRESSES: Mapping[Action, str] = MappingProxyType(
    {
        Action.LIST_RUNS: "/runs",
        Action.EXPLAIN: "/nodes/{id}",
        Action.COMPARE: "/diff?a={one}&b={other}",
        Action.ASK: "/ask",
        Action.RESUME: "/progress/{run}",
        Action.APPEAL: "/contests",
        Action.LOAD: "/upload",
        Action.LOAD_AGAIN: "/upload?corpus={corpus}",
        Action.LIST_DOCUMENTS: "/corpora/{corpus}",
        Action.BUILD_MEMORY: "/remember?memory={memory}",
        Action.ADD_DEBATES: "/remember?memory={memory}",
        Action.SHOW_MEMORY: "/memories/{memory}",
        Action.MAKE_FORM: "/preferences",
        Action.LIST_QUERIES: "/questions",
        Action.VERIFY: "/ledger",
        Action.EXPORT_DOSSIER: "/dossiers/{run}",
        Action.IMPORT_MAP: "/maps/new",
        Action.SEE_PERMISSIONS: "/-/permissions",
        Action.LIST_WEBHOOKS: "/webhooks",
        Action.LIST_DEAD_DELIVERIES: "/webhooks",
    }
)
"""The page where a step is done; a step that says nothing of what its address names has no link."""


def advised(advice: Advice, ids: bool = True) -> Markup:
    """An advice as a page shows it.

    Args:
        advice: The advice.
        ids: Whether ids of nodes are shown; the page of what the advice is about has no need of them.
    """
    shown: Callable[[str], str] = str if ids else without_ids
    found = {}
    for part in parts_of(advice):
        words = shown(part_on_page(part))
        found[words] = _linked(words, address_of_step(part)) if isinstance(part, NextStep) else escape(words)
    return Markup(" ").join(found.values())


def address_of_step(step: NextStep) -> str:
    """The address of the page where a step is done; empty where there is none."""
    named = {name: quote(value, safe="") for name, value in step.subject.items() if value}
    try:
        return ADDRESSES.get(step.action, "").format_map(named)
    except KeyError:
        return ""


def _linked(words: str, address: str) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, words) if address else escape(words)
