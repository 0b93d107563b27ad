"""Rules as they stand now: nothing is asserted missing under a rule that another paper changes, or under a count that nobody counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import POINTER, UNTESTED, Finding
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.sheet.replacing.amended import amended
from foam_graph.findings.sheet.replacing.changes import Change, anew, keys_of, stated
from foam_graph.findings.sheet.replacing.terms import AMENDS
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.numbered import Part, named_as, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.standing.stating import states
from foam_graph.findings.sheet.testing.conditions import condition_of

_QUOTED = re.compile(r"[\"“](?P<words>[^\"“”]{2,120})[\"”]")
_DOUBTED = frozenset({"no_document_says", "not_met"})
_RULES = frozenset({"rule", "compliance"})
_NAMED_ALIKE = 2
"""So many words of the title of a paper, or all of them, name it in another one."""
_FACTS = 3


@dataclass(frozen=True, eq=False)
class Amendment:
    """That another paper changes a rule.

    Attributes:
        by: The sentence that does.
        words: The words of the rule that it changes; empty where it changes the whole of it.
    """

    by: Statement
    words: str

    def touches(self, text: str) -> bool:
        """Whether a part of the rule is changed."""
        return not self.words or self.words.casefold() in " ".join(text.split()).casefold()


def touched(changed: Mapping[str, Amendment], rule: str, text: str) -> bool:
    """Whether another paper changes some words of a rule.

    Args:
        changed: What other papers change, by the id of the rule.
        rule: Id of the rule.
        text: The words of it.
    """
    by = changed.get(rule)
    return by is not None and by.touches(text)


@lru_cache(maxsize=4)
def amendments(read: Statements, file: CaseFile) -> Mapping[str, Amendment]:
    """What other papers change in rules, by the id of the rule; several makers ask it of one file.

    Args:
        read: The statements of a file.
        file: The file.
    """
    found: dict[str, Amendment] = {}
    for change in (*amended(read, file), *stated(read), *anew(read)):
        if change.earlier is not None:
            found.setdefault(change.earlier.id, Amendment(change.by, _words(change)))
    for by in read:
        if by.standing == "question" or by.text.startswith("|") or not AMENDS.search(by.text):
            continue
        for rule, words in _by_number(by, read, file):
            found.setdefault(rule.id, Amendment(by, words))
    return found


def _words(change: Change) -> str:
    return change.amount.text.strip() if change.amount is not None else ""


def _by_number(by: Statement, read: Statements, file: CaseFile) -> Iterator[tuple[Statement, str]]:
    """The rules of other papers whose number a sentence names that changes them, each with the words that it changes."""
    numbers = dict.fromkeys(named_as(by.text))
    if not numbers:
        return
    meant = _meant(by, file)
    by_id = {one.id: one for one in read}
    quoted = [" ".join(match["words"].split()) for match in _QUOTED.finditer(by.text)]
    for number, own in parts(file).items():
        if number == by.document.number:
            continue
        found = [part for noun, name in numbers for part in under(name, own) if _called(part, noun)]
        inside = [one.id for part in found for one in part.sentences]
        rules = [by_id[name] for name in inside if name in by_id]
        for rule in rules:
            words = next((w for w in quoted if w.casefold() in " ".join(rule.text.split()).casefold()), "")
            if words or (number in meant and not quoted):
                yield rule, words


def _called(part: Part, noun: str) -> bool:
    """Whether a numbered part can be what is named so: "rule 2" is no item 2 of an agenda; a bare number may be anything."""
    return not part.noun or part.noun == noun


def _meant(by: Statement, file: CaseFile) -> set[int]:
    """The papers whose rules a sentence changes: those whose title it or its own paper names best."""
    said = keys_of(f"{by.document.title} {by.text}")
    ranks: dict[int, tuple[int, int]] = {}
    for document in file.documents:
        title = keys_of(document.title)
        shared = len(title & said)
        if title and document.number != by.document.number and shared >= min(_NAMED_ALIKE, len(title)):
            ranks[document.number] = (shared, shared - len(title))
    return {number for number, rank in ranks.items() if rank == max(ranks.values())}


def as_they_stand(found: Iterable[Finding], file: CaseFile) -> tuple[list[Finding], list[Finding]]:
    """Findings without those that call something missing under a rule that does not stand so, and what to read in their place.

    Args:
        found: Findings that are asserted.
        file: The case file.

    Returns:
        The findings that stand, and pointers for the others: the rule, what changes it, and the facts that bear on it.
    """
    read = statements(file)
    changed = amendments(read, file)
    by_id = {one.id: one for one in read}
    stands: list[Finding] = []
    pointers: list[Finding] = []
    for one in found:
        condition = condition_of(one)
        by = changed.get(one.sentences[0]) if one.kind in _RULES and one.verdict in _DOUBTED and condition else None
        silent = one.verdict == "no_document_says"
        if by is not None and (silent or by.touches(condition)):
            pointers.append(_to_read(one, by, by_id))
        elif silent and _is_count(condition):
            if any(states(by_id[name]) for name in one.sentences[1:] if name in by_id):
                pointers.append(_to_read(one, None, by_id))
        else:
            stands.append(one)
    return stands, pointers


def _is_count(condition: str) -> bool:
    """Whether a condition sets a bound or a number of things: whether it is reached is counted, not looked up."""
    return any(q.comparator != "=" or not q.generic() for q in find_quantities(condition) if q.value != 1)


def _to_read(one: Finding, by: Amendment | None, by_id: Mapping[str, Statement]) -> Finding:
    rule = by_id[one.sentences[0]]
    told = dict.fromkeys((*one.sentences[1:], *one.against))
    known = (by_id[name] for name in told if name in by_id and (by is None or name != by.by.id))
    facts = [fact for fact in known if states(fact)][:_FACTS]
    text = f"{UNTESTED}: {says(rule)}."
    if by is not None:
        text += f" Another paper changes this: {says(by.by)}."
    if facts:
        text += f" What the file has on it: {' '.join(f'{says(fact)}.' for fact in facts)}"
    text += (
        " Whether the rule is met as it stands was not counted." if by is None else " What holds a person has to judge."
    )
    ids = (rule.id, *((by.by.id,) if by is not None else ()), *(fact.id for fact in facts))
    inputs: dict[str, object] = {"maker": one.rule, "share": 1.0, "common": []}
    return Finding(one.kind, text, tuple(dict.fromkeys(ids)), None, "judged", POINTER, inputs=inputs)
