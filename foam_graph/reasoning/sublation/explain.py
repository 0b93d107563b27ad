"""Why a node has its label: the nodes that decided it, with derived arguments unfolded (protocol 6.11)."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.reasoning.sublation.framework import Argument, Attack, Labelled, Preference
from foam_graph.reasoning.sublation.grounded import Label


@dataclass(frozen=True, slots=True, order=True)
class Reason:
    """One node that decides a label.

    Attributes:
        node: Its id; the node explained itself, where nothing else decides it.
        why: How it decides.
        rule: Rule: the last figure of its section, 6.1 to 6.7 or 6.12 to 6.16, in the protocol.
    """

    node: str
    why: str
    rule: int


def reasons(labelled: Labelled, node_id: str) -> tuple[Reason, ...]:
    """What decides the label of a node.

    Args:
        labelled: The labelling.
        node_id: The node.

    Returns:
        For out: what is in and fells it, or parts that fell. For undecided: what is undecided. For in: critiques that
        attacked it in vain. Sorted; empty for what was never attacked.
    """
    frame = labelled.framework
    me = frame.index[node_id]
    found: set[Reason] = set()
    if labelled.labels[me] == "in":
        found = _vain(labelled, me)
    else:
        for attack in labelled.deciding(me):
            found |= _unfold(labelled, attack)
    return tuple(sorted(found))


def _vain(labelled: Labelled, me: int) -> set[Reason]:
    frame, found = labelled.framework, set()
    for attack in frame.against(me):
        attacker = frame.arguments[attack.attacker]
        gate = attack.gate
        if isinstance(gate, Preference) and gate in labelled.closed:
            found.add(Reason(attacker.node, f"fails: {gate.target} weighs more than {gate.critic}", 7))
        elif attacker.kind in ("node", "carried"):
            found.add(Reason(attacker.node, f"{attack.why}, defeated", attack.rule))
    return found


def _unfold(labelled: Labelled, attack: Attack) -> set[Reason]:
    """The nodes behind one attack: derived arguments are followed until nodes are reached."""
    frame, found = labelled.framework, set()
    stack, seen = [attack], {attack.attacker}
    why = {attack.attacker: attack.why}
    while stack:
        current = stack.pop()
        argument = frame.arguments[current.attacker]
        if argument.kind in ("node", "carried"):
            found.add(Reason(argument.node, why[current.attacker], attack.rule))
            continue
        behind = [a for a in labelled.deciding(current.attacker) if a.attacker not in seen]
        if not behind:
            found.add(Reason(argument.node, why[current.attacker], current.rule))
        for further in behind:
            seen.add(further.attacker)
            why[further.attacker] = why[current.attacker] if further.why == "stands" else further.why
        stack.extend(behind)
    return found


def felled_by_critique(labelled: Labelled, argument: int) -> bool:
    """Whether a critique, or a conclusion for another outcome, put an argument out, directly or through its parts.

    What was found out of one argument is kept for those that rest on it: in a long chain each would be asked again.
    """
    frame, known = labelled.framework, labelled.felled
    stack, led_from = [argument], {argument: argument}
    while stack:
        current = stack.pop()
        if known.get(current) or any(_beats(frame.arguments[a.attacker], labelled.labels[a.attacker])
                                     for a in labelled.deciding(current)):  # fmt: skip
            while not known.get(argument):
                known[current] = True
                current = led_from[current]
            return True
        for attack in labelled.deciding(current) if current not in known else ():
            # A rival that is in, or a reply, is a reason of its own; only fallen parts lead further.
            further = labelled.labels[attack.attacker] == "out" or frame.arguments[attack.attacker].kind == "derived"
            if further and attack.attacker not in led_from:
                led_from[attack.attacker] = current
                stack.append(attack.attacker)
    known.update(dict.fromkeys(led_from, False))
    return False


def _beats(attacker: Argument, label: Label) -> bool:
    return label == "in" and (attacker.kind == "rebuttal" or attacker.label in ("Critique", "Challenge"))
