"""An author's text in Markdown, in whatever form, taken apart into title, answer and sections."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from pydantic import ValidationError

from foam_graph.agents.tasks.position import SECTIONS, ReconsiderOut, TextSection, WrittenText
from foam_graph.findings.language.wording import unmarked
from foam_graph.reasoning.answer.layout import sentences_of
from foam_graph.reasoning.answer.references import bare
from foam_graph.reasoning.outcome.plain import words_in

ANSWER = 90
"""Most words of the answer: what its paragraph has beyond them stands below it."""
_TITLE = 150
"""Most characters of a title, and of a heading."""
_SPAN = 12
"""Documents that a range such as [1–6] may name."""
_LABEL_WORDS = 3
"""Words up to which what is in bold before a sentence is its label, not a sentence."""

_HEADING = re.compile(r" {0,3}#{1,6}\s+(.*?)\s*#*\s*")
_ALL_BOLD = re.compile(r"\s*\*\*([^*]{1,150})\*\*:?\s*")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_RULE = re.compile(r"\s*(?:-[ \t]*){3,}|\s*(?:\*[ \t]*){3,}|\s*(?:_[ \t]*){3,}|\s*={3,}\s*")
_QUOTE = re.compile(r"^\s*(?:>\s?)+")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*\)")
_CITED = re.compile(r"\[(\d{1,3}(?:\.\d{1,4})?(?:\s*[,;–—-]\s*\d{1,3}(?:\.\d{1,4})?)*)\]")
_LABEL = re.compile(r"^(\s*(?:(?:[-*•–]|\d{1,2}[.)])\s+)?)(\*\*|__|\*|_)([^*_:\n]{1,60}?)([.:?]?)\2([.:]?)\s+(?=\S)")
_MARKED = re.compile(r"\s*(?:[-*•–]|\d{1,2}[.)])\s+\S")
_CALLED = r"(?:the |short |direct )*(?:answer|decision|conclusion|recommendation|result|bottom line|summary)(?: in short| in brief)?"
_ANSWER_HEAD = re.compile(_CALLED, re.IGNORECASE)
_ANSWER_LABEL = re.compile(rf"^[*_]*{_CALLED}[.:]?[*_]*[.:]?\s+(?=[A-Z“\"])", re.IGNORECASE)


@dataclass
class _Stretch:
    """Lines under a heading, which is empty above the first one."""

    heading: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one text."""
        return "\n".join(self.lines).strip()


def text_of_markdown(markdown: str) -> WrittenText | None:
    """A text in Markdown by title, answer and sections; None for one that has not more than a paragraph.

    Numbers of sentences and ranges of documents become numbers of documents ([7.12] is [7], [1–3] is [1,2,3]); short words in bold before a
    sentence become a label ("**Union.** It" is "Union: It"); quotation bars, rules, fences and targets of links go.

    Args:
        markdown: What an author wrote.
    """
    stretches = list(_stretches(map(_plain_line, _lines(markdown))))
    title = "Answer"
    if stretches and stretches[0].heading:
        title = stretches[0].heading
        stretches[0] = _Stretch("", stretches[0].lines)
    told = [one for one in stretches if one.text]
    if not told:
        return None
    answer, left = _answer(told[0])
    sections = [_Stretch(one.heading, [*map(_with_label, one.lines)]) for one in (*left, *told[1:]) if one.text]
    try:
        return WrittenText(
            title=_clipped(title),
            answer=answer,
            sections=[TextSection(heading=_clipped(one.heading), text=one.text) for one in _few(sections)],
        )
    except ValidationError:
        return None


def markdown_of(text: WrittenText | ReconsiderOut) -> str:
    """A text by title, answer and sections in Markdown; ``text_of_markdown`` takes it apart again.

    Args:
        text: What was written.
    """
    blocks = [f"# {text.title}", text.answer]
    for one in text.sections:
        blocks += [f"## {one.heading}", one.text] if one.heading else [one.text]
    return "\n\n".join(blocks)


def _lines(markdown: str) -> Iterator[str]:
    for line in markdown.replace("\t", "    ").splitlines():
        if _FENCE.match(line):
            continue
        yield "" if _RULE.fullmatch(line) else _QUOTE.sub("", line)


def _plain_line(line: str) -> str:
    return _CITED.sub(_documents, _LINK.sub(r"\1", line))


def _with_label(line: str) -> str:
    """A line of a section: a word or two in bold before its sentence are a label."""
    label = _LABEL.match(line)
    if label and (label[4] or label[5]) and len(label[3].split()) <= _LABEL_WORDS:
        return f"{label[1]}{label[3]}{'?' if label[4] == '?' else ':'} {line[label.end() :]}"
    return line


def _documents(found: re.Match[str]) -> str:
    """The numbers of documents that a reference names, each once; one that can be none stays as it is."""
    numbers = list[int]()
    for part in re.split(r"\s*[,;]\s*", found[1]):
        first, *rest = (int(one.partition(".")[0]) for one in re.split(r"\s*[–—-]\s*", part))
        last = rest[-1] if rest else first
        if not first <= last < first + _SPAN:
            return found[0]
        numbers += range(first, last + 1)
    return f"[{','.join(map(str, dict.fromkeys(numbers)))}]"


def _stretches(lines: Iterable[str]) -> Iterator[_Stretch]:
    """Lines by their headings; a line that is in bold from beginning to end is one."""
    now = _Stretch("")
    for line in lines:
        head = _HEADING.fullmatch(line) or _ALL_BOLD.fullmatch(line)
        if head is None:
            now.lines.append(line)
            continue
        if now.heading or now.text:
            yield now
        now = _Stretch(_one_run(head[1]))
    yield now


def _answer(first: _Stretch) -> tuple[str, list[_Stretch]]:
    """The answer, the first paragraph, without a label that calls it so; and what stands below it."""
    lines = first.text.split("\n")
    end = next((n for n, line in enumerate(lines) if not line.strip() or (n and _begins(line))), len(lines))
    block = (
        " ".join(" ".join(lines[:end]).split()).lstrip("-*•– ") if _MARKED.match(lines[0]) else " ".join(lines[:end])
    )
    sentences = sentences_of(" ".join(_ANSWER_LABEL.sub("", block).split()))
    kept = sentences[:1]
    for one in sentences[1:]:
        if words_in(bare(" ".join([*kept, one]))) > ANSWER:
            break
        kept.append(one)
    below = [" ".join(sentences[len(kept) :]), "", *lines[end:]]
    heading = "" if _ANSWER_HEAD.fullmatch(first.heading) else first.heading
    return " ".join(kept), [_Stretch(heading, below)]


def _begins(line: str) -> bool:
    """Whether a line begins an item or a row: the paragraph before it ends there."""
    return bool(_MARKED.match(line)) or line.lstrip().startswith("|")


def _few(sections: list[_Stretch]) -> list[_Stretch]:
    """No more sections than a text may have: what is beyond them goes on in the last one, its headings as sentences."""
    kept = sections[:SECTIONS]
    for one in sections[SECTIONS:]:
        kept[-1] = _Stretch(
            kept[-1].heading, [*kept[-1].lines, "", f"{one.heading}:" if one.heading else "", *one.lines]
        )
    return kept


def _one_run(text: str) -> str:
    return " ".join(unmarked(bare(text)).replace("`", "").split()).rstrip(".:")


def _clipped(text: str) -> str:
    if len(text) <= _TITLE:
        return text
    return text[:_TITLE].rpartition(" ")[0] or text[:_TITLE]
