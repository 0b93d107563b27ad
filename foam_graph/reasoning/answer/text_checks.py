"""Checks of the position's text, recomputed from the graph: figures, names, quotations, connectives, length, ids."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

from foam_graph.findings.language.document_parts import PARTS
from foam_graph.findings.language.name_forms import same_name
from foam_graph.findings.language.numerals import spoken_values
from foam_graph.findings.language.wording import unmarked
from foam_graph.model.subgraph import Node
from foam_graph.phrases import counted
from foam_graph.reasoning.answer.certificate import STRUCTURE, Held, verdict
from foam_graph.reasoning.answer.date_sums import asked_day, days_recomputed, times_proposed
from foam_graph.reasoning.answer.grounding import of_each
from foam_graph.reasoning.answer.lines import HEADS, authored, by_section, columns_above
from foam_graph.reasoning.answer.rounded import made_of_others
from foam_graph.reasoning.answer.stored import StoredLine, answers_of
from foam_graph.reasoning.answer.sums import recomputed, unsupported
from foam_graph.reasoning.answer.worked_out import Told, worked_out
from foam_graph.reasoning.certifying.checks import Check
from foam_graph.reasoning.evidence import Evidence

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CAPITAL = re.compile(r"(?<![.!?:“\"‘'(|]\s)(?<!^)(?<![“\"‘'(])\b[A-Z][^\W\d_]{2,}")
_MARKS = re.compile(r"[“\"]([^“”\"]+)[”\"]")
_ID = re.compile(r"\b(?:[AK]\d+\.[a-z_]+|r[a-z0-9]{6,}-\d+-\d+)\b|[\[(]\d+\.\d+[\])]")
_PART = rf"{PARTS}|sec\.|art\.|no\.|§"
_NUMBERED = re.compile(rf"({_PART})\s*\d+[a-z]?\b", re.IGNORECASE)
"""With what a numbered part of a document begins: Section 14 concerns …"""
_REST = re.compile(r"\band (\d+) more\b")
"""How many more of a list the program does not name."""
_SAYING = ("text", "grounds", "quoted", "statement", "reasons", "quotation", "why", "by")
_MONTH = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")  # fmt: skip
HEAD_LIMIT = 200
_SEVERAL = 3
"""Documents that make a name one of all, however few there are."""
_READ = 100
"""Documents up to which a file has names of all: of a large corpus nobody reads half."""
_KEPT = 4096
"""Texts whose figures and words are kept: the sentences of an answer rest on the same ones, and it is checked after each of its repairs."""


def certify(held: Held) -> list[Check]:
    """All checks of an answer."""
    return [check(held) for check in (*STRUCTURE, *TEXT)]


@lru_cache(maxsize=_KEPT)
def _numbers(text: str) -> frozenset[str]:
    """Numbers of a text, thousands without commas, dates in parts."""
    found: set[str] = set()
    for one in _NUMBER.findall(text.replace("-", " ")):
        bare = one.replace(",", "")
        parts = [bare] if bare.count(".") < 2 else bare.split(".")
        found |= {f"{Decimal(part).normalize():f}" for part in parts if part}
    return frozenset(found)


@lru_cache(maxsize=_KEPT)
def _spelt(text: str) -> frozenset[str]:
    """Numbers that a text spells out."""
    return frozenset(f"{value.normalize():f}" for value in spoken_values(text))


def _capitals(text: str) -> set[str]:
    return {word.casefold() for word in _CAPITAL.findall(text)}


@lru_cache(maxsize=_KEPT)
def _words(text: str) -> frozenset[str]:
    found = {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}
    months = re.findall(r"\d{4}-(\d{2})-\d{2}|\b\d{1,2}[./](\d{2})[./]\d{4}", text)
    named = {_MONTH[int(one or other)].casefold() for one, other in months if int(one or other) < len(_MONTH)}
    return frozenset(found | named)


def _behind(h: Held, nodes: Iterable[str]) -> tuple[list[str], list[str]]:
    """Everything that nodes say with what they cite and rest on, two steps down; and the sentences among it."""
    texts, sentences = [], []
    layer, seen = list(nodes), set()
    # A conclusion, the claim that it rests on, that claim's warrant, its record, the sentence.
    for _ in range(5):
        below: list[str] = []
        for name in layer:
            node = h.graph.get(name)
            if node is None or name in seen:
                continue
            seen.add(name)
            if node.kind == "EvidenceSentence":
                sentences.append(str(node["text"]))
                texts.append(place_of(h.evidence, str(node["sentence_id"])))
                texts += [
                    " ".join(str(d.get(f) or "") for f in ("title", "date", "author"))
                    for d in h.graph.out(name, "FROM_DOCUMENT")
                ]
                texts.append(h.called.get(str(node["doc_id"]), ""))
            texts += [str(node.get(field) or "") for field in _SAYING]
            texts += [*node.get("queries", ()), str(node.get("hook") or "")]
            below += [n.id for n in h.graph.out(name, "RESTS_ON", "QUOTES", "USES")]
            below += [n.id for n in h.graph.into(name, "WARRANTS", "QUALIFIES", "EXCEPTS", "RATES", "ANSWERS")]
        layer = below
    return texts, sentences


def place_of(evidence: Evidence, sentence: str) -> str:
    """The heading that a sentence stands under, and the numbers with which the parts of its document begin above it."""
    if sentence not in evidence.sentences:
        return ""
    one = evidence.sentences[sentence]
    above = [other.text for other in evidence.sentences.of(one.document)[: one.n]]
    parts = {begun[1].casefold(): begun[0] for text in above if (begun := _NUMBERED.match(text.lstrip("# ")))}
    return " ".join([*[text for text in above if text.startswith("#")][-1:], *parts.values()])


def names_of_all(evidence: Evidence) -> frozenset[str]:
    """Names that more than half of the documents write, and three at least: whose case it is, and where, no sentence has to show.

    Args:
        evidence: The documents that were read.
    """
    documents = list(evidence.documents)
    if len(documents) > _READ:
        return frozenset()
    told = Counter(
        name
        for document in documents
        for name in set().union(*(_capitals(one.text) for one in evidence.sentences.of(document)))
    )
    return frozenset(name for name, count in told.items() if count >= max(_SEVERAL, len(documents) // 2 + 1))


def _common(h: Held) -> list[str]:
    """What every sentence may say."""
    options = h.agenda.options.values() if h.agenda else ()
    issues = [text for node in h.issues.values() for text in (node["text"], *_named(node), *_worded(node))]
    roles = [str(node["role_label"]) for node in h.graph.of("Perspective")]
    titles = [str(node["title"]) for node in h.graph.of("Document")]
    return [h.question, *(str(o["text"]) for o in options), *issues, *roles, *titles]


def _named(issue: Node) -> list[str]:
    return [str(one).replace("_", " ").replace("-", " ") for one in (issue["name"], *issue["outcomes"])]


def _worded(issue: Node) -> list[str]:
    return [str(one) for one in json.loads(issue["wordings"]).values()] if issue.get("wordings") else []


def _material(h: Held, line: StoredLine) -> tuple[list[str], list[str]]:
    """The texts that a sentence may repeat, and the sentences that it may quote."""
    # A heading, of columns too, names what stands below it, the headline what the whole text says.
    around = [s for s in by_section(h.lines) if line.form in HEADS and any(one is line for one in s)]
    below = h.lines if around and line.part == "answer" else around[0] if around else [line]
    nodes = [one for told in below for one in (*told.claims, *told.findings, *told.objections, *told.others)]
    if line.part == "overview":
        own = [c.claim.id for c in h.concluding if c.issue == line.issue]
        mates = [c.id for one in own for s in h.graph.out(one, "FILLS") for c in h.graph.into(s.id, "FILLS")]
        nodes += [*own, *mates]
    if line.part in ("answer", "overview") and h.agenda is not None:
        # What governs the options and the issues is named and quoted at the head, whatever was argued from it.
        nodes += [n.id for n in (*h.agenda.options.values(), *h.agenda.issues.values())]
    texts, sentences = _behind(h, nodes)
    if line.part == "turns":
        texts += [str(one.get("text", "")) for node in answers_of(h.graph) for one in json.loads(node["turns"])]
    if line.computed:
        # Why something fell is told from the weighings and objections of its issue, whichever the sentence names.
        kinds = ("Weighing", "Critique")
        texts += _behind(h, [n.id for kind in kinds for n in h.graph.live(kind)])[0]
    return [*_common(h), *texts], sentences


def _read_by_a_person(line: StoredLine) -> bool:
    """Whether a line repeats what a second reader said, which is attributed to that reader."""
    return line.part == "lacks" and line.computed


def figures_and_names(h: Held) -> Check:
    """Figures and names of each sentence occur in what it rests on, or come out of a sum of such figures that the text writes out."""
    faults = []
    saying = [_material(h, line)[0] for line in h.lines]
    of_all = names_of_all(h.evidence)
    by_line = {
        id(line): Told(
            _read(line),
            of_each(said, _numbers) | of_each(said, _spelt),
            columns.text if columns else "",
            line.form == "step",
        )
        for line, said, columns in zip(h.lines, saying, columns_above(h.lines), strict=True)
    }
    results = worked_out([[by_line[id(line)] for line in section] for section in by_section(h.lines)])
    for n, (line, said) in enumerate(zip(h.lines, saying, strict=True), 1):
        if _read_by_a_person(line):
            continue
        text = _read(line)
        day, month = asked_day(text, h.dated)
        known = {*by_line[id(line)].known, *results.at(text), *day}
        known |= recomputed(text, known) | _of_the_rest(h, line)
        free, proposed = times_proposed(text)
        days, months = days_recomputed(text, known)
        known |= free | made_of_others(text, " ".join(said), known, by_line[id(line)].known)
        there = of_each(said, _words) | months | proposed | of_all | month
        faults += [
            f"sentence {n} says {one}, which what it rests on does not"
            for one in sorted(unsupported(_numbers(text), text, known | days, said))
        ]
        faults += [
            f"sentence {n} names {one}, which what it rests on does not"
            for one in sorted(_capitals(line.text) - there)
            if not same_name(one, there)
        ]
    return verdict("figures and names", faults, _own_told(len(h.lines)))


def _of_the_rest(h: Held, line: StoredLine) -> set[str]:
    """How many issues more the program says there are in a list of its own; no more than the agenda has."""
    return {n for n in _REST.findall(line.text) if int(n) <= len(h.issues)} if line.computed else set()


def _read(line: StoredLine) -> str:
    return f"{line.text} {line.margin}"


def text_quotations(h: Held) -> Check:
    """What stands in quotation marks is so in a sentence behind it, line breaks and marks of emphasis aside, or in the agenda."""
    faults, count = [], 0
    for n, line in enumerate(h.lines, 1):
        for one in _MARKS.findall(line.text):
            count += 1
            said, sentences = _material(h, line)
            sentences = [" ".join(form.split()) for text in sentences for form in (text, unmarked(text))]
            own = " ".join(said if line.computed else _common(h))
            if not any(one in text for text in sentences) and one not in own and not _read_by_a_person(line):
                faults.append(f"sentence {n} quotes “{one[:60]}”, which stands in no sentence behind it")
    return verdict("quotations in the text", faults, _quotations_told(count))


def _own_told(count: int) -> str:
    return f"all figures and names of {counted(count, 'sentence')} stand in what is behind"


def _quotations_told(count: int) -> str:
    told = ("nothing is quoted", "the quotation stands so in what it is taken from")
    return told[count] if count < len(told) else f"{count} quotations stand so in what they are taken from"


def _bare_told(count: int) -> str:
    if not count:
        return "every sentence rests on something, or was worded by the program"
    return f"{counted(count, 'sentence rests', 'sentences rest')} on nothing, at most one in three of each section"


def connectives(h: Held) -> Check:
    """At most one sentence in three of a section rests on nothing."""
    faults, count = [], 0
    for section in by_section(h.lines):
        part, issue = section[0].part, section[0].issue if section[0].part == "why" else ""
        if part in ("overview", "turns"):
            continue
        lines = [one for one in section if one.form not in HEADS]
        bare = sum(1 for one in lines if not one.supported and not one.computed)
        count += bare
        if bare * 3 > len(lines) and part != "answer":
            named = section[0].text if section[0].form == "heading" else " ".join(filter(None, (part, issue)))
            faults.append(f"{bare} of {len(lines)} sentences of {named} rest on nothing")
        if part == "answer" and bare:
            faults.append("the answer rests on nothing")
    return verdict("connectives", faults, _bare_told(count))


def length(h: Held) -> Check:
    """The whole keeps its limit, answer and overview theirs."""
    # Beside an author's text the overview is the program's index of it.
    told = [line for line in h.lines if line.part != "overview" or not authored(h.lines)]
    whole = sum(line.words for line in told)
    head = sum(line.words for line in told if line.part in ("answer", "overview"))
    faults = [f"the position has {whole} words, at most {h.words}"] if whole > h.words else []
    faults += [f"answer and overview have {head} words, at most {HEAD_LIMIT}"] if head > HEAD_LIMIT else []
    faults += [] if h.lines else ["the position has no sentence"]
    return verdict("length", faults, f"{whole} of {h.words} words, {head} of {HEAD_LIMIT} of them answer and overview")


def readable_text(h: Held) -> Check:
    """No id stands in what people read."""
    faults = [f"sentence {n} shows the id {one}" for n, line in enumerate(h.lines, 1) for one in _ids(h, line)]
    return verdict("plain words", faults, "no sentence shows an id")


def _ids(h: Held, line: StoredLine) -> Iterator[str]:
    """Ids in a sentence; a decimal in round brackets that what it rests on says is a figure, (16.75) hours."""
    for one in _ID.findall(line.text):
        if not (one.startswith("(") and _numbers(one) <= of_each(_material(h, line)[0], _numbers)):
            yield one


TEXT: tuple[Callable[[Held], Check], ...] = (figures_and_names, text_quotations, connectives, length, readable_text)
