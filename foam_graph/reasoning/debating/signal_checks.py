"""Checks of what an agent says a side asserts and gets wrong: nothing lost, nothing added, nothing that is not there.

What fails is told in words that an agent can act on, so that it can be asked again; what fails again is left out, and
where a number, date or negation would be lost its sentence is kept whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from foam_graph.agents.tasks.debate_logic import FlawOut, ObjectionOut, PredicateOut, SchemeQuestion
from foam_graph.findings.debate.logic.coverage import figures, lost
from foam_graph.findings.debate.predicates import RELATIONS, Predicate, numbered
from foam_graph.findings.language.words import key_of, words
from foam_graph.reasoning.rounds.criticism import stands_in

_NAMES = re.compile(r"(?<![A-Za-z0-9.])P?\d+(?:\.\d+)+(?![A-Za-z0-9])")
"""Names of sentences and predicates, also where a Chinese character stands beside them without a blank."""
_SENTENCE = re.compile(r"\d+\.\d+")
_FORMS = frozenset(key_of(word) for word in ("pro", "con", *RELATIONS))
Item = TypeVar("Item")


@dataclass
class Checked(Generic[Item]):
    """What of an answer holds.

    Attributes:
        kept: What may be written.
        faults: What is wrong with the rest, in words.
    """

    kept: list[Item] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Record:
    """What a side has said and asserted, as an answer may refer to it.

    Attributes:
        sentences: Its sentences by name.
        predicates: Its predicates by number.
        common: Words that anybody may use: the motion and the names of speakers.
    """

    sentences: Mapping[str, str]
    predicates: Mapping[str, Predicate]
    common: str


def check_predicates(
    answered: Iterable[PredicateOut], sentences: Mapping[str, str], others: Collection[str]
) -> Checked[Predicate]:
    """The predicates that fit their sentences, numbered, and what is wrong or lost.

    Args:
        answered: What was answered.
        sentences: The sentences that were to be read, by name.
        others: Names of the side's other sentences, which a reason may name.
    """
    checked: Checked[Predicate] = Checked()
    by_sentence: dict[str, list[tuple[str, tuple[str, ...]]]] = {name: [] for name in sentences}
    for one in answered:
        fault = _fault(one, sentences, others)
        if fault:
            checked.faults.append(f"{one.relation} of {one.sentence}: {fault}")
        else:
            by_sentence[one.sentence].append((one.relation, tuple(term.strip() for term in one.terms)))
    for name, found in by_sentence.items():
        made = numbered(name, found)
        checked.kept += made
        missing = lost(sentences[name], made)
        if missing:
            checked.faults.append(f"{name}: no predicate has {', '.join(repr(part) for part in missing)}")
    return checked


def _fault(one: PredicateOut, sentences: Mapping[str, str], others: Collection[str]) -> str:
    if one.sentence not in sentences:
        return "there is no such sentence to read"
    wanted = RELATIONS[one.relation].terms
    if len(one.terms) != len(wanted):
        return f"it takes {len(wanted)} terms ({', '.join(wanted)}), not {len(one.terms)}"
    if not all(term.strip() for term in one.terms):
        return "a term is empty"
    terms = list(one.terms)
    if one.relation == "Supports" and _SENTENCE.fullmatch(terms[0].strip()):
        if terms[0].strip() not in {*sentences, *others} - {one.sentence}:
            return f"there is no other sentence {terms[0].strip()} of this side"
        del terms[0]
    values = {value for _, value in figures(sentences[one.sentence])}
    added = [text for term in terms for text, value in figures(term) if value not in values]
    return f"the sentence does not have {', '.join(map(repr, added))}" if added else ""


def kept_whole(predicates: Sequence[Predicate], sentences: Mapping[str, str]) -> tuple[list[Predicate], list[str]]:
    """The predicates with the whole of each sentence of which something would be lost.

    Args:
        predicates: What holds of an answer.
        sentences: The sentences that were read, by name.

    Returns:
        The predicates in order, and the names of the sentences that had to be kept whole.
    """
    made: list[Predicate] = []
    whole: list[str] = []
    by_sentence: dict[str, list[Predicate]] = {}
    for one in predicates:
        by_sentence.setdefault(one.sentence, []).append(one)
    for name, text in sentences.items():
        own = by_sentence.get(name, [])
        if lost(text, own):
            whole.append(name)
            own = numbered(name, [*((one.relation, one.terms) for one in own), ("Claim", (text.strip(),))])
        made += own
    return made, whole


def check_flaws(answered: Iterable[FlawOut], record: Record) -> Checked[FlawOut]:
    """The flaws that rest on predicates and words that are there, and add nothing.

    Args:
        answered: What was answered.
        record: What the side has said.
    """
    checked: Checked[FlawOut] = Checked()
    for one in answered:
        fault = _flaw_fault(one, record)
        if fault:
            checked.faults.append(f"{one.kind} at {one.sentence}: {fault}")
        else:
            checked.kept.append(one)
    return checked


def _flaw_fault(one: FlawOut, record: Record) -> str:
    if one.sentence not in record.sentences:
        return "this side has said no such sentence"
    unknown = [number for number in one.predicates if number not in record.predicates]
    if unknown:
        return f"there is no predicate {', '.join(unknown[:5])}"
    if not stands_in(one.quoted, record.sentences[one.sentence]):
        return f"{one.quoted[:80]!r} does not stand in that sentence"
    rests = [record.predicates[number] for number in one.predicates]
    if all(predicate.sentence != one.sentence for predicate in rests):
        return f"none of its predicates is of {one.sentence}"
    told = [record.sentences.get(name, "") for name in {one.sentence, *(predicate.sentence for predicate in rests)}]
    strange = added(one.why, [*told, *(term for predicate in rests for term in predicate.terms), record.common])
    return f"its reason adds {', '.join(map(repr, strange[:5]))}" if strange else ""


def check_objections(
    answered: Iterable[ObjectionOut], questions: Sequence[SchemeQuestion], record: Record
) -> Checked[ObjectionOut]:
    """The objections that put a question which was offered to words that are there.

    Args:
        answered: What was answered.
        questions: The questions that were offered.
        record: What the side has said.
    """
    offered = {one.id: one for one in questions}
    checked: Checked[ObjectionOut] = Checked()
    for one in answered:
        question = offered.get(one.question)
        text = record.sentences.get(one.sentence, "")
        if question is None or one.sentence not in question.sentences:
            checked.faults.append(f"objection {one.question[:20]}: no such question is open at {one.sentence}")
        elif not stands_in(one.quoted, text):
            checked.faults.append(f"objection {one.question}: {one.quoted[:80]!r} does not stand in {one.sentence}")
        elif strange := added(one.why, [*record.sentences.values(), question.question, record.common]):
            checked.faults.append(f"objection {one.question}: its reason adds {', '.join(map(repr, strange[:5]))}")
        else:
            checked.kept.append(one)
    return checked


def added(reason: str, told: Sequence[str]) -> list[str]:
    """Figures and names of a reason that stand nowhere in what was told; names of sentences and predicates aside.

    Args:
        reason: The reason.
        told: What it may draw on.
    """
    text = _NAMES.sub(" ", reason)
    source = " ; ".join(told)
    values = {value for _, value in figures(source)}
    known = {word.key for word in words(source)} | _FORMS
    numbers = [one for one, value in figures(text) if value not in values and (one[0].isdigit() or value > _COUNTED)]
    names = [word.text for word in words(text) if word.name and len(word.text) > 1 and word.key not in known]
    return list(dict.fromkeys([*numbers, *names]))


_COUNTED = 3
"""Up to here a number in words counts what the reason speaks of: "two claims"."""
