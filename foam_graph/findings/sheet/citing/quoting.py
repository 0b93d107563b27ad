"""Words that one paper quotes from another which do not stand there so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.words import function_words
from foam_graph.findings.sheet.replacing.current import amendments
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import named, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements
from foam_graph.findings.sheet.standing.writers import writer

RULE: Final = "words quoted otherwise"
_MARKED: Final = re.compile(r"[“\"„«](?P<words>[^“”\"„«»]{12,600})[”\"“»]")
_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?(?:[.,]\d+)*")
_LEFT_OUT: Final = re.compile(r"\s*(?:\[[^\]]*\]|\(?\.\s?\.\s?\.\)?|…)\s*")
_SAYS: Final = re.compile(
    r"\b(?:reads?|says?|said|states?|stated|provides?|provided|writes?|wrote|written|puts? it|runs?|requires?|declares?|reports?|reported|notes?|noted"
    r"|according to|in the words of|quotes?|quoted|concludes?|concluded|certif\w+|has it)\b",
    re.IGNORECASE,
)
_SWAPPED: Final = re.compile(
    r"\b(?:replaced|substituted|amended|deleted|struck|inserted|instead of|in place of|shall read|to read|for [“\"])",
    re.IGNORECASE,
)
"""Whoever changes words quotes the old or the new ones."""
_MEANT: Final = re.compile(
    r"\b(?:would|should|could|might|ought to|if|as if|suppose|imagine|propos\w+|suggest\w*)\b", re.IGNORECASE
)
_DENIED: Final = frozenset(
    {"not", "no", "never", "nor", "neither", "cannot", "without", "nothing", "none", "unless", "except", "only"}
)
_TURNS: Final = (
    frozenset({"may", "shall", "must", "can", "should", "will", "need"}),
    frozenset({"and", "or"}),
    frozenset({"before", "after"}),
)
"""Small words of which one in the place of another makes another rule: "may" for "shall", "or" for "and"."""
_LEAST_TOKENS, _ALIKE, _ALL_WORDS = 6, 0.8, 0.85
_LONGEST: Final = 90


@dataclass(frozen=True, eq=False)
class _Source:
    """A paper, or a part of one, that a quotation is said to be from.

    Attributes:
        document: The paper.
        sentences: Its sentences, or those of the part.
    """

    document: CaseDocument
    sentences: tuple[CaseSentence, ...]


def findings(file: CaseFile) -> Iterator[Finding]:
    """Quotations that differ in a word that matters from the paper of the file which they name.

    Args:
        file: The case file.
    """
    read = statements(file)
    papers: tuple[str, ...] = ()  # read at the first quotation: most files have none
    for one in read:
        for match in _MARKED.finditer(one.text):
            pieces = [tokens(piece) for piece in _LEFT_OUT.split(match["words"])]
            pieces = [piece for piece in pieces if piece]
            if sum(map(len, pieces)) < _LEAST_TOKENS or not pieces or one.standing == "question":
                continue
            papers = papers or _papers(file)
            if any(
                all(f" {' '.join(piece)} " in text for piece in pieces)
                for n, text in enumerate(papers, 1)
                if n != one.document.number
            ):
                continue  # it stands so in a paper of the file
            around = one.text[: match.start()] + " " + one.text[match.end() :]
            if not _SAYS.search(around) or _SWAPPED.search(around) or _MEANT.search(around):
                continue
            source = _named_source(one, around, read, file)
            if source is None or len(pieces) > 1:
                continue
            found = _nearest(pieces[0], source)
            if found is None:
                continue
            near, differ = found
            if not any(sentence.id in amendments(read, file) for sentence in near):
                yield _finding(one, match["words"], near, differ, read)


def _papers(file: CaseFile) -> tuple[str, ...]:
    """The words of each paper in a row."""
    return tuple(f" {' '.join(tokens(' '.join(s.text for s in one.sentences)))} " for one in file.documents)


def tokens(text: str) -> list[str]:
    """The words and figures of a text, lower case.

    Args:
        text: A text.
    """
    return [one.lower().replace("’", "'") for one in _TOKEN.findall(text)]


def _named_source(one: Statement, around: str, read: Statements, file: CaseFile) -> _Source | None:
    """The paper that a sentence, or the one before it, says it quotes: by the number of a rule, its writer or its title; None where it is not one."""
    numbers = list(dict.fromkeys(named(around)))
    if len(numbers) == 1:
        found = [
            _Source(document, part.sentences)
            for document in file.documents if document.number != one.document.number
            for part in under(numbers[0], parts(file)[document.number])
        ]  # fmt: skip
        # Minutes have numbers too; where no paper of rules has this one, a paper that calls itself otherwise may.
        found = [source for source in found if source.document.number in read.laws] or found
        papers = {source.document.number for source in found}
        if len(papers) == 1:
            document = found[0].document
            return _Source(document, tuple(s for source in found for s in source.sentences))
    if numbers:
        return None
    by = [
        document for document in file.documents
        if document.number != one.document.number and _is_named(document, around, one.passage.before)
    ]  # fmt: skip
    return _Source(by[0], by[0].sentences) if len(by) == 1 else None


_SHE: Final = re.compile(r"\b(?:she|he|it|they|there)\b", re.IGNORECASE)


def _is_named(document: CaseDocument, around: str, before: str) -> bool:
    """Whether a text names a paper by its writer's last name or its title; where it says "she wrote", the sentence before does."""
    last = writer(document).partition(",")[0].split()[-1:]
    text = f"{before} {around}" if _SHE.search(around) else around
    if last and re.search(rf"\b{re.escape(last[0])}\b", text):
        return True
    title = [word for word in tokens(document.title) if word not in function_words()]
    return len(title) > 1 and set(title) <= set(tokens(text))


def _nearest(quoted: Sequence[str], source: _Source) -> tuple[tuple[CaseSentence, ...], str] | None:
    """The sentence, or two, that a quotation comes from with a word of weight otherwise, and what differs; None where nothing is so near."""
    told = [one for one in source.sentences if one.structure != "heading"]
    best: tuple[float, tuple[CaseSentence, ...], str] | None = None
    for near in (*((one,) for one in told), *pairwise(told)):
        own = tokens(" ".join(one.text for one in near))
        if len(own) > _LONGEST:
            continue
        matcher = SequenceMatcher(None, own, quoted, autojunk=False)
        shared = sum(block.size for block in matcher.get_matching_blocks())
        content = [word for word in quoted if word not in function_words()]
        has_all = len(content) > 2 and sum(word in own for word in content) >= _ALL_WORDS * len(content)
        share = shared / len(quoted)
        if share < _ALIKE and not has_all:
            continue
        differ = _differing(matcher.get_opcodes(), own, quoted, tight=share >= _ALIKE)
        if differ and (best is None or share > best[0]):
            best = share, near, differ
    return (best[1], best[2]) if best is not None else None


def _differing(
    codes: Sequence[tuple[str, int, int, int, int]], own: Sequence[str], quoted: Sequence[str], tight: bool
) -> str:
    """What of a quotation is left out, put in or changed, where it matters: a negation, a figure or a word of content; empty where nothing does."""
    said: list[str] = []
    matters = False
    inner = [code for code in codes if code[0] != "equal"]
    for kind, a, b, c, d in inner:
        old, new = own[a:b], quoted[c:d]
        if kind == "delete" and c in (0, len(quoted)):
            continue  # the quotation begins later or ends earlier
        weighty = [
            word for word in (*old, *new) if word in _DENIED or word[0].isdigit() or word not in function_words()
        ]
        turned = kind == "replace" and any(set(old) & words and set(new) & words - set(old) for words in _TURNS)
        matters = matters or bool(weighty) or turned
        if tight and old:
            said.append(f"leaves out “{' '.join(old)}”" if not new else f"has “{' '.join(new)}” for “{' '.join(old)}”")
        elif tight and new:
            said.append(f"adds “{' '.join(new)}”")
    if not matters:
        return ""
    return " and ".join(said[:3]) if tight and said else "puts it otherwise"


def _finding(one: Statement, words: str, near: Sequence[CaseSentence], differ: str, read: Statements) -> Finding:
    ids = {sentence.id for sentence in near}
    own = [each for each in read if each.id in ids]
    there = ". ".join(says(each) if n == 0 else quote(each) for n, each in enumerate(own))
    text = (
        f"{opened(called(one))} gives as a quotation: “{' '.join(words.split()).rstrip('.')}”. {there}. "
        f"In the paper that is named these words do not stand so: the quotation {differ}."
    )
    inputs: dict[str, object] = {"quoted": " ".join(words.split()), "differ_in": "words"}
    return Finding("contradiction", text, (one.id, *(each.id for each in own)), "disputed", rule=RULE, inputs=inputs)
