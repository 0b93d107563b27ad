"""Where the parts of a run stand: its claims and objections have pages of their own, so that none grows too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foam_graph.app.run_pages import RunPage
    from foam_graph.exchange.dossier.claims import ClaimView
    from foam_graph.exchange.dossier.objections import GroupView
    from foam_graph.exchange.dossier.view import DossierView


CLAIMS = 15
"""Claims on a page."""
GROUPS = 10
"""Groups of objections on a page; most belong to one claim each."""
LISTED = 100
"""Claims, groups of objections and the like that the page of the run lists; the others stand on those pages."""
Headed = tuple[str, "ClaimView"]
"""A claim under the heading of its standing."""


@dataclass(frozen=True)
class Places:
    """Where the parts of a run stand.

    Attributes:
        home: Address of the run's page.
        claims: Every claim with its heading, in the order of the pages.
        groups: Every group of objections, in the order of the pages.
        of: Address of each part that has an anchor of its own.
        sources: For the anchor of a claim, where the first sentence that it quotes stands in its document.
        ids: For the anchor of a claim, its id.
        corpus: Corpus of its documents; empty where it is not known.
    """

    home: str
    claims: tuple[Headed, ...]
    groups: tuple[GroupView, ...]
    of: dict[str, str]
    sources: dict[str, str]
    ids: dict[str, str]
    corpus: str = ""


def places_of(found: RunPage) -> Places:
    """Where the parts of a run stand; nowhere before it has a position."""
    home, view = f"/runs/{found.run.id}", found.view
    if view is None:
        return Places(home, (), (), {}, {}, {})
    claims = _claims(view)
    places: dict[str, str] = {}
    for n, (_, claim) in enumerate(claims):
        page = f"{home}/claims?page={n // CLAIMS + 1}"
        for anchor in (claim.anchor, *(one.anchor for one in claim.records)):
            if anchor:
                places.setdefault(anchor, f"{page}#{anchor}")
    for n, group in enumerate(view.groups):
        for one in group.objections:
            places.setdefault(one.anchor, f"{home}/objections?page={n // GROUPS + 1}#{one.anchor}")
    for card in view.perspectives:
        places[card.anchor] = f"{home}#{card.anchor}"
    ids = {claim.anchor: claim.id for _, claim in claims}
    return Places(home, claims, view.groups, places, _sources(found.corpus, claims), ids, found.corpus)


def _claims(view: DossierView) -> tuple[Headed, ...]:
    claims = view.claims
    groups = (
        *(("Hold for every perspective", some) for _, _, some in claims.core),
        ("Hold on a condition", claims.conditional),
        ("Contested", claims.contested),
        ("Felled by an objection", claims.dissent),
        ("Without a ground", claims.unsupported),
        ("Not labelled", claims.unlabelled),
    )
    return tuple((heading, claim) for heading, some in groups for claim in some)


def _sources(corpus: str, claims: tuple[Headed, ...]) -> dict[str, str]:
    found = {}
    for _, claim in claims:
        passages = [passage for record in claim.records for passage in record.passages]
        if passages and corpus:
            first = passages[0]
            address = f"/corpora/{corpus}/documents/{first.source.id}?sentence={first.numbers[0]}"
            found[claim.anchor] = f"{address}#s{first.numbers[0]}"
    return found
