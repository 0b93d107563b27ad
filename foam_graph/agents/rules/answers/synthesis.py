"""The rule for ``synthesise``: the given claims in order, core first, conditions kept, nothing added."""

from __future__ import annotations

from foam_graph.agents.rules.background import Background
from foam_graph.agents.tasks.table import SentenceOut, StatedClaim, SynthesiseIn, SynthesiseOut
from foam_graph.findings.language.wording import bare, lowered

_NOTHING = "No claim stands for everyone or for some; nothing is asserted."


def synthesise(data: SynthesiseIn, background: Background, rollout: int = 0) -> SynthesiseOut:
    """Words the position: one sentence a claim, core claims by argument, then conditional ones with their condition.

    The first sentence of an argument names it; a claim given twice in the same words is stated once, for both.

    Args:
        data: The request.
        background: Not used.
        rollout: Not used.
    """
    del background, rollout
    rows: dict[str, list[str]] = {}
    for class_ in ("core", "conditional"):
        named: set[str] = set()
        for claim in _by_argument([one for one in data.claims if one.class_ == class_]):
            text = _core(claim, claim.syllogism in named) if class_ == "core" else _conditional(claim)
            same = (
                next((known for known in rows if known.endswith(bare(claim.text) + ".")), text)
                if class_ == "core"
                else text
            )
            named.add(claim.syllogism)
            rows.setdefault(same, []).append(claim.id)
    made = [SentenceOut(text=text, claims=ids) for text, ids in rows.items()]
    return SynthesiseOut(sentences=made or [SentenceOut(text=_NOTHING, claims=["none"])])


def _by_argument(claims: list[StatedClaim]) -> list[StatedClaim]:
    """Claims of one argument together, arguments and claims in the order given."""
    order = {name: n for n, name in reversed(list(enumerate(claim.syllogism for claim in claims)))}
    return sorted(claims, key=lambda claim: order[claim.syllogism])


def _core(claim: StatedClaim, named: bool) -> str:
    text = bare(claim.text)
    if named or not claim.syllogism.strip():
        return f"{text}."
    return f"On {claim.syllogism.strip().lower()}: {lowered(text)}."


def _conditional(claim: StatedClaim) -> str:
    """A conditional claim in one sentence that keeps its condition."""
    condition = bare(claim.condition) or "the condition named with it holds"
    if condition.startswith("holds "):
        return f"{bare(claim.text)}; this {condition}."
    lead = condition if condition.lower().startswith(("if ", "when ", "where ", "for ")) else f"If {condition}"
    text = bare(claim.text)
    return f"{lead[0].upper()}{lead[1:]}: {lowered(text)}."
