"""What is only held against each other, as pointers: nothing is asserted of it."""

from __future__ import annotations

from foam_graph.findings.finding import POINTER, UNTESTED, Finding


def pointer(one: Finding) -> Finding:
    """A finding of sentences that were held against each other as what asserts nothing.

    Args:
        one: The finding, with its ``strength`` among the inputs.
    """
    ids = tuple(dict.fromkeys((*one.sentences, *one.against)))
    strength = min(1.0, float(str(one.inputs.get("strength", 0))))
    shared = one.inputs.get("shared")
    common = list(shared) if isinstance(shared, list | tuple) else []
    inputs: dict[str, object] = {"maker": one.rule, "share": round(strength, 2), "common": common}
    if one.inputs.get("condition"):
        inputs["condition"] = one.inputs["condition"]
    return Finding(one.kind, f"{UNTESTED}: {one.text}", ids, None, "judged", POINTER, inputs=inputs)
