"""How claims are put into words: the sentences' own words, fixed connecting phrases, nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable

from foam_graph.findings.language.words import function_words
from foam_graph.findings.passages import Passage
from foam_graph.phrases import opened

_CLASS_NAMES = {
    "law": "the law",
    "ruling": "a ruling",
    "official_record": "an official record",
    "policy_manual": "a policy manual",
    "decision": "the decision",
    "expert": "an expert",
    "research": "a study",
    "statistics": "published statistics",
    "testimony": "a statement",
    "correspondence": "a letter",
    "news": "a news report",
    "advocacy": "a submission",
}
_ONE_SOURCE = "one source"
_UNFIT = re.compile(r"[?!<>{}\[\]\\|`=@#*]|https?:")
_NUMBERED = re.compile(r"\s*\b(?:no|nos|vol|pt|part|number|chapter|ch)\.?\s*\S*\d\S*|\s*\S*\d\S*", re.IGNORECASE)
_ATTRIBUTED = re.compile(r"^(?:according to|as reported by)\b", re.IGNORECASE)
_PERSONAL = re.compile(r"\b(?:I|me|my|we|us|our|ours|mine)\b")
_POINTING = re.compile(r"^(?:It|They|He|She|This|These|That|Those|Such|Here|There|The latter|The former)\b")
_EMPHASISED = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")
_LONGEST_NAME = 12
_DOCUMENT_KINDS = frozenset(
    [
        "decision",
        "letter",
        "letters",
        "pay",
        "record",
        "records",
        "case",
        "notes",
        "note",
        "notice",
        "medical",
        "certificate",
        "ruling",
        "statement",
        "submission",
        "report",
        "annual",
        "policy",
        "manual",
        "internal",
        "audit",
        "memo",
        "memorandum",
        "evaluation",
        "study",
        "survey",
        "minutes",
        "order",
        "judgment",
        "judgement",
        "opinion",
        "review",
        "press",
        "release",
        "interview",
        "transcript",
        "testimony",
        "article",
        "essay",
        "speech",
        "hearing",
        "summary",
        "extract",
        "message",
        "guidance",
    ]
)


def source_name(passage: Passage) -> str:
    """How a document is called in a sentence: the plain part of its title with an article, or its class of source.

    Headlines of news are not names. Figures are left out of it, because a claim may only hold figures of its evidence.

    Args:
        passage: A sentence of the document.
    """
    if passage.called:
        return passage.called
    parts = [part.strip() for part in re.split(r":\s+|,\s+|\s[–—]\s", passage.title.split(": ")[0])]
    kept: list[str] = []
    for part in parts:
        if re.search(r"\d", part):
            break
        kept.append(part)
    name = ", ".join(kept) or _NUMBERED.sub("", parts[0]).strip(" .,-")
    if (
        passage.source_class == "news"
        or _UNFIT.search(passage.title)
        or not 1 <= len(name.split()) <= _LONGEST_NAME
        or len(name) < 4
    ):
        return _CLASS_NAMES.get(passage.source_class, _ONE_SOURCE)
    return _named(name)


def by_class(name: str) -> bool:
    """Whether a document is called by its class of source alone: "a news report"."""
    return name == _ONE_SOURCE or name in _CLASS_NAMES.values()


def an(word: str) -> str:
    """A word with the article that goes before its first letter: "an offer", "a rise"."""
    return f"{'an' if word[:1].lower() in tuple('aeiou') else 'a'} {word}"


def lowered(text: str) -> str:
    """A text with a small first letter where its first word is a common one, e.g. ``The``; else as it is."""
    first = text.split(maxsplit=1)[0] if text.strip() else ""
    if (
        (first == "According" or first.lower().strip(",") in function_words())
        and first not in ("I", "I,")
        and not first[1:2].isupper()
    ):
        return text[0].lower() + text[1:]
    return text


def _named(name: str) -> str:
    """A document's name with an article; kinds of document lose their capital, proper names keep it."""
    first, _, rest = name.partition(" ")
    if first.lower() in ("the", "a", "an"):
        return name[0].lower() + name[1:]
    plain = first.lower() in _DOCUMENT_KINDS and not rest[:1].isupper()
    shown = first.lower() if first.isupper() else f"{first[0].lower()}{first[1:]}"
    return f"the {shown}{name[len(first) :]}" if plain else f"the {name}"


def unmarked(text: str) -> str:
    """A text without Markdown's marks of emphasis; a lone asterisk, which may be a footnote or a product, stays."""
    return _EMPHASISED.sub(r"\1", text.replace("**", ""))


def bare(text: str) -> str:
    """A sentence on one line, without its full stop."""
    return " ".join(text.split()).rstrip().removesuffix(".")


def attributed(passage: Passage) -> str:
    """A sentence with its source named first: ``According to the ruling, …``.

    A sentence that speaks in the first person, or opens by pointing back, is quoted instead of reworded.
    """
    text = bare(passage.text)
    if _ATTRIBUTED.match(text):
        return f"{text}."
    name = source_name(passage)
    if _PERSONAL.search(text) or _POINTING.match(text):
        return f"{opened(said(passage))}."
    inner = lowered(text)
    return f"According to {name}, {inner}." if inner != text else f"{text}, according to {name}."


def unattributed(text: str, passages: Iterable[Passage]) -> str:
    """A claim without the words that only name its sources.

    Args:
        text: The claim.
        passages: Sentences of the sources.
    """
    for name in dict.fromkeys(source_name(one) for one in passages):
        for words in (f"According to {name}, ", f"according to {name}, ", f", according to {name}"):
            text = text.replace(words, "")
    return text


def said(passage: Passage) -> str:
    """Who says a sentence, with the sentence in quotation marks."""
    name = source_name(passage)
    head = re.split(r"\s(?:of|on|in|for|concerning|from|to|about|and)\s", name)[0].split(",")[0]
    verb = "say" if re.search(r"[^su]s$", head) else "says"
    return f'{name} {verb} "{bare(passage.text)}"'


def dated(passage: Passage) -> str:
    """A source with its date, e.g. ``the ruling of 2024-02-01``."""
    return f"{source_name(passage)} of {passage.date}" if passage.date else source_name(passage)


def points_back(text: str) -> bool:
    """Whether a sentence opens with a word that needs the sentence before it."""
    return bool(_POINTING.match(text.strip()))


def word_count(text: str) -> int:
    """Words of a text, split at white space."""
    return len(text.split())
