"""What a sentence may say: figures, names and quotations are held against what it rests on."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.name_forms import same_name
from foam_graph.findings.language.numerals import spoken_values
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.answer.date_sums import asked_day, days_recomputed, times_proposed
from foam_graph.reasoning.answer.lines import HEAD, Line, by_section, columns_above
from foam_graph.reasoning.answer.rounded import made_of_others
from foam_graph.reasoning.answer.sums import plain, recomputed, unsupported
from foam_graph.reasoning.answer.worked_out import NOTHING, Told, WorkedOut, worked_out
from foam_graph.reasoning.evidence import claim_sentences
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import names_in

_FIGURE = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_POINTED = re.compile(r"\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b")
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_NAME = re.compile(r"(?<![.!?:|]\s)(?<![.!?:]\s[\"“‘'(])(?<!^)(?<!^[\"“‘'(])\b[A-Z][\w’'-]{2,}")
_QUOTED = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
_COUNTED = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    r"eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|double)\b",
    re.IGNORECASE,
)
_KEPT = 4096
"""Texts whose figures and words are kept: the sentences of an answer rest on the same ones, and it is checked after each of its repairs."""
CONNECTIVE_WORDS = 25
"""Most words of a sentence that rests on nothing: a longer one says something."""


def figures(text: str) -> set[str]:
    """Figures of a text in one form: ``1,874.00`` and ``1874`` are the same, a date gives its parts."""
    found = set()
    for year, month, day in _ISO.findall(text):
        found |= {year, _plain(month), _plain(day)}
    for day, month, year in _POINTED.findall(text):
        found |= {year, _plain(month), _plain(day)}
    rest = _POINTED.sub(" ", _ISO.sub(" ", text))
    return found | {_plain(one) for one in _FIGURE.findall(rest)}


def counted(text: str) -> set[str]:
    """Numbers that a text says in words, in figures: whoever reads "twenty-one days" may write 21."""
    return {f"{value.normalize():f}" for value in spoken_values(text)}


def _plain(figure: str) -> str:
    return plain(Decimal(figure.replace(",", "").rstrip(".") or "0"))


def words_of(text: str) -> set[str]:
    """Words of a text for comparing names, months of its dates and stems of possessives among them."""
    found = {_bare(one).casefold() for one in _WORD.findall(text)}
    dates = [month for _, month, _ in _ISO.findall(text)] + [month for _, month, _ in _POINTED.findall(text)]
    return found | {MONTHS[int(month) - 1] for month in dates if 1 <= int(month) <= len(MONTHS)}


def _bare(word: str) -> str:
    """A word without the mark of a possessive: the Tribunal's, the Municipalities'."""
    return word.removesuffix("’s").removesuffix("'s").rstrip("’'")


@lru_cache(maxsize=_KEPT)
def _stated(text: str) -> frozenset[str]:
    """Figures of a text, and the numbers that it says in words."""
    return frozenset(figures(text) | counted(text))


@lru_cache(maxsize=_KEPT)
def _named(text: str) -> frozenset[str]:
    return frozenset(words_of(text))


def of_each(texts: Iterable[str], read: Callable[[str], frozenset[str]]) -> frozenset[str]:
    """What is read of some texts: of each by itself, since many sentences rest on the same.

    Args:
        texts: The texts.
        read: What it is that is read of one.
    """
    return frozenset().union(*map(read, texts))


def quoted(text: str) -> list[str]:
    """What stands in quotation marks."""
    return [one or other for one, other in _QUOTED.findall(text)]


def strangers(text: str, known: Collection[str]) -> list[str]:
    """Names of a text that are not among known words (``words_of``), as they are written there, each once.

    Where a text says American, whoever tells of it may say America, and the other way round; of State-run the name is State.
    """
    names = dict.fromkeys(_bare(one).partition("-")[0] for one in _NAME.findall(text))
    return [one for one in names if one.casefold() not in known and not same_name(one.casefold(), known)]


@dataclass(frozen=True)
class Missed:
    """A decisive point that a reader of the file did not find in a wording.

    Attributes:
        text: The point in words, with the documents that show it.
        sentences: Short ids of the sentences that show it.
        instead: Number of a sentence that weighs less, as the wording then was; empty for none.
    """

    text: str
    sentences: tuple[str, ...] = ()
    instead: str = ""


class Ground:
    """What the names that a sentence may rest on hold.

    Args:
        graph: The run.
        results: What it came to.
        file: The case file.
        missed: Points of a second reading, by name.
    """

    def __init__(
        self, graph: Subgraph, results: Results, file: CaseFile, missed: Mapping[str, Missed] | None = None
    ) -> None:
        self.graph, self.results, self.file, self.missed = graph, results, file, missed or {}

    @cached_property
    def common(self) -> str:
        """What every sentence may name: the question, options, issues with their outcomes, perspectives, documents."""
        shown = self.results
        issues = [one for issue in shown.issues for one in (issue.question, *shown.outcomes[issue.name].values())]
        titles = [document.title for document in self.file.documents]
        return " ".join([shown.question, *(one.text for one in shown.options), *issues, *shown.roles.values(), *titles])

    @cached_property
    def governing(self) -> list[str]:
        """Short ids of the sentences that govern the options and the issues: the answer may name and quote what they say."""
        agenda = agenda_of(self.graph)
        nodes = [*agenda.options.values(), *agenda.issues.values()] if agenda is not None else []
        below = [one for node in nodes for one in self.graph.out(node.id, "RESTS_ON") if one.kind == "EvidenceSentence"]
        return self.results.names.short(dict.fromkeys(one["sentence_id"] for one in below))

    @cached_property
    def shorts(self) -> frozenset[str]:
        """Short ids of the case file."""
        return frozenset(self.file.by_short)

    def known(self, name: str, part: str) -> bool:
        """Whether a sentence of a part of the position may rest on it."""
        shown = self.results
        if name in shown.ruled_out:
            return False
        if name in shown.asserted or name in shown.names.critiques:
            return True
        if name in shown.names.findings:
            # What was found and then fell is told with the other side, or as what would turn it.
            return name not in shown.felled or part in ("other_side", "turns")
        if name in shown.names.parts:
            return part in ("other_side", "turns")
        if name in shown.sentences:
            # What a document says may be told as what it says; the answer and its overview rest on what was argued.
            return part not in HEAD
        if name in self.missed:
            return True
        return name in shown.turns or name in shown.reliefs or name in shown.gaps or name in shown.leaning

    def _why_not(self, name: str) -> str:
        """Why a sentence may not rest on a name there."""
        shown = self.results
        if name in shown.ruled_out:
            return "a person's ruling took this back, or what it needs"
        if name in shown.names.findings:
            return "this finding fell; it may be told only with the other side or as what would turn the answer"
        if name in shown.names.parts:
            return "this part does not stand; it may be told only with the other side or as what would turn the answer"
        if name in shown.sentences:
            return "the answer and its overview rest on parts and findings, not on sentences of the file"
        return "nothing in the data is called that"

    def text(self, name: str) -> str:
        """Everything that a name holds: its own words, and those of what it cites and rests on."""
        shown = self.results
        if name in shown.turns:
            return shown.turns[name].text
        for told in (shown.reliefs, shown.gaps, shown.leaning):
            if name in told:
                return told[name]
        if name in self.missed:
            # Kept are the sentences behind the point, not its words: a figure that they do not hold has no support then.
            point = self.missed[name]
            return " ".join(map(self._sentence, point.sentences)) or point.text
        if name in shown.sentences:
            return self._sentence(name)
        return " ".join(self._texts(shown.names.node(name)))

    def _texts(self, node: Node) -> Iterable[str]:
        graph = self.graph
        for field in ("text", "grounds", "quoted", "statement", "consequence"):
            yield str(node.get(field) or "")
        for other in graph.into(node.id, "WARRANTS", "QUALIFIES", "EXCEPTS", "ANSWERS", "RATES"):
            yield str(other.get("text") or other.get("reasons") or "")
        for other in graph.out(node.id, "RESTS_ON"):
            newest = graph.newest(other.id)
            told = (newest.get(field) for field in ("text", "statement", "consequence", "quotation"))
            yield str(next(filter(None, told), ""))
        objection = self.results.objection(self.results.names.of.get(node.id, ""))
        yield objection.told if objection else ""
        yield from map(self._sentence, self.sentences(node))

    def _sentence(self, short: str) -> str:
        sentence = self.file.by_short[short]
        document = self.file.document_of(sentence)
        return f"{sentence.text} {sentence.place} {document.title} {document.date} {document.author}"

    def sentences(self, node: Node) -> list[str]:
        """Short ids of the sentences behind a node and behind what it rests on directly."""
        graph, names = self.graph, self.results.names
        found = claim_sentences(graph, node.id)
        for one in (node, *(graph.newest(other.id) for other in graph.out(node.id, "RESTS_ON"))):
            found += claim_sentences(graph, one.id) if one.kind == "Claim" else []
            found += one.get("sentence_ids") or []
            below = graph.out(one.id, "RESTS_ON", "QUOTES")
            found += [s["sentence_id"] for s in below if s.kind == "EvidenceSentence"]
            found += [i for r in below if r.kind == "EvidenceRecord" for i in r["sentence_ids"]]
        return names.short(dict.fromkeys(found))

    def behind(self, names: Iterable[str]) -> list[str]:
        """Short ids of the sentences that what rests on these names may quote."""
        found: list[str] = []
        known = set(self.results.names.of.values())
        for name in names:
            if name in self.results.sentences:
                found.append(name)
            elif name in self.missed:
                found += self.missed[name].sentences
            elif name in known:
                found += self.sentences(self.results.names.node(name))
        return found

    def quotable(self, names: Iterable[str]) -> list[str]:
        """Sentences that may be quoted by what rests on these names."""
        return [self.file.by_short[short].text for short in self.behind(names)]

    @cached_property
    def _run_on(self) -> dict[str, str]:
        """Texts of sentences in one run, by short id: where a document breaks a line, a quotation has a blank."""
        return {short: " ".join(self.file.by_short[short].text.split()) for short in self.results.sentences}

    def quotes(self, quotation: str, names: Iterable[str]) -> bool:
        """Whether a quotation stands so in a sentence behind these names, or in what every sentence may say."""
        return any(quotation in " ".join(text.split()) for text in self.quotable(names)) or quotation in self.common

    def place_of(self, quotation: str, names: Iterable[str]) -> str:
        """The sentence of the file that holds a quotation; empty where none or more than one document does.

        Args:
            quotation: Words in quotation marks.
            names: What is named already: of several sentences the one in a document behind these is meant.
        """
        places = [short for short, text in self._run_on.items() if quotation in text]
        if len(places) > 1:
            behind = {one.partition(".")[0] for one in names if one in self.results.sentences}
            places = [one for one in places if one.partition(".")[0] in behind] or places
        documents = {one.partition(".")[0] for one in places}
        return places[0] if len(documents) == 1 else ""

    def worked_out(self, lines: Sequence[Line]) -> WorkedOut:
        """Results that a text works out: other sentences may say them without the sum, see ``answer.worked_out``.

        Args:
            lines: The whole text.
        """
        told = {
            id(line): Told(
                line.said, of_each(self._said(line), _stated), columns.said if columns else "", line.form == "step"
            )
            for line, columns in zip(lines, columns_above(lines), strict=True)
        }
        return worked_out([[told[id(line)] for line in section] for section in by_section(lines)])

    def faults(self, line: Line, results: WorkedOut = NOTHING) -> list[str]:
        """What is wrong with a sentence, in words that its author can act on.

        Args:
            line: The sentence.
            results: What its text works out elsewhere.
        """
        found = [f"names the id {name}; say what it is" for name in names_in(line.said, self.shorts)]
        strange = [name for name in line.rests_on if not self.known(name, line.part)]
        if strange:
            return [*found, *(f"rests on {name}: {self._why_not(name)}" for name in strange)]
        if not line.rests_on:
            return found + self._connective(line, results)
        return found + self._new(line.said, self._said(line), results) + self._quotations(line, line.rests_on)

    def _said(self, line: Line) -> list[str]:
        """The texts that a sentence may repeat: what is common, what it rests on, and at the head what governs the options and issues."""
        heads = map(self._sentence, self.governing) if line.part in HEAD else ()
        known = (name for name in line.rests_on if self.known(name, line.part))
        return [self.common, *(self.text(name) for name in known), *heads]

    def _connective(self, line: Line, results: WorkedOut) -> list[str]:
        text = line.said
        if line.part == "answer" or (line.part == "turns" and not text.endswith(":")):
            return ["rests on nothing"]
        numbers, months = times_proposed(text)
        day, month = asked_day(text, self.results.dated)
        own = numbers | day | results.steps_named(text)
        if figures(text) - own or _COUNTED.search(text) or quoted(text) or strangers(text, months | month):
            return ["rests on nothing, but holds a figure, a name or a quotation"]
        if len(text.split()) > CONNECTIVE_WORDS:
            return ["rests on nothing and is too long for a connective"]
        return []

    def _new(self, text: str, said: Sequence[str], results: WorkedOut) -> list[str]:
        stated = of_each(said, _stated)
        day, month = asked_day(text, self.results.dated)
        known = stated | results.at(text) | day
        known |= recomputed(text, known)
        days, months = days_recomputed(text, known)
        free, proposed = times_proposed(text)
        made = made_of_others(text, " ".join(said), known, stated)
        missing = unsupported(figures(text), text, known | days | free | made, said)
        found = [f"says {one}, which what it rests on does not" for one in sorted(missing)]
        names = strangers(text, of_each(said, _named) | months | proposed | month)
        return found + [f"names {one}, which what it rests on does not" for one in names]

    def _quotations(self, line: Line, names: Iterable[str]) -> list[str]:
        # A line of the position is one run of text: where the document breaks a line, the quotation has a blank.
        heads = [self.file.by_short[short].text for short in self.governing] if line.part in HEAD else []
        sources = [" ".join(text.split()) for text in (*self.quotable(names), *heads)]
        own = self.common
        return [
            f"quotes “{one[:60]}”, which stands in no sentence cited there"
            for one in quoted(line.said)
            if not any(one in text for text in sources) and one not in own
        ]
