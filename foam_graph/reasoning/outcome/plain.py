"""Words of the graph made fit for readers: no ids, no labels of a theory, documents by their titles."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.phrases import listed as listed
from foam_graph.phrases import opened

_SHORT = r"\d{1,6}\.\d{1,6}"
_IN_BRACKETS = re.compile(rf"\s*[\[(](?:see )?((?:{_SHORT}|F\d+)(?:\s*[,;–-]\s*(?:and )?(?:{_SHORT}|F\d+))*)[\])]")
_FIGURES = re.compile(r"\s*\((\d+)\.\d+(?:-(?!\1\.)\d+\.\d+)?\)")
"""A figure in round brackets, or a difference of two, where it names no sentence."""
_NAME = re.compile(r"\b(?:[AK]\d+(?:\.[a-z_]+)?|[FTQGMP]\d+)\b")
_NODE = re.compile(r"\b(?=\d*[a-z])[a-z0-9][a-z0-9-]{0,80}-\d+-\d+\b")
_ENDS = re.compile(r"(?<=[.!?])\s+(?=[\"“A-Z])")


def readable(text: str, file: CaseFile | None = None) -> str:
    """A text of an agent as a reader may see it: sentence ids in brackets become titles or go, other names go.

    Args:
        text: The text.
        file: The case file, for titles; without it ids only go.
    """

    def titles(found: re.Match[str]) -> str:
        known = file.by_short if file else {}
        ids = _sentences(found[1], known)
        if file and not ids and _FIGURES.fullmatch(found[0]):
            return found[0]
        names = dict.fromkeys(file.document_of(known[one]).title for one in ids) if file else {}
        return f" ({'; '.join(names)})" if names else ""

    text = _IN_BRACKETS.sub(titles, " ".join(text.split()))
    text = re.sub(r"\s*\((?:\s*(?:" + _NAME.pattern + r")[,; ]*)+\)", "", text)
    text = _NODE.sub("it", _NAME.sub("it", text))
    return " ".join(text.split())


def names_in(text: str, shorts: frozenset[str]) -> list[str]:
    """Ids that stand in a text that people read: names of arguments, node ids, and sentence ids in brackets."""
    found = _NODE.findall(text) + re.findall(r"\b(?:[AK]\d+\.[a-z_]+|[AKFTQGM]\d{1,3})\b", text)
    for group in _IN_BRACKETS.findall(text):
        found += _sentences(group, shorts)
    return list(dict.fromkeys(found))


def _sentences(group: str, known: Container[str]) -> list[str]:
    """The sentences that a bracket names: from one document to another there is no row, (22.5-5.25) is a difference."""
    ids = re.findall(_SHORT, group)
    across = "-" in group and len({one.partition(".")[0] for one in ids}) > 1
    return [] if across else [one for one in ids if one in known]


_LABEL = re.compile(r"((?:[^\s:.;,“”\"]+ ){0,3}[^\s:.;,“”\"]+:) (\S.*)", re.DOTALL)
"""Up to four words and a colon at the beginning."""


def sentence(text: str) -> str:
    """A text as one sentence: with a capital and a full stop."""
    told = text.strip()
    told = told[:1].upper() + told[1:]
    return told if not told or told[-1] in '.!?…”"' else f"{told}."


_OPENERS = frozenset(
    [
        "A",
        "An",
        "At",
        "Both",
        "By",
        "For",
        "If",
        "In",
        "It",
        "Its",
        "No",
        "None",
        "Nobody",
        "Of",
        "On",
        "That",
        "The",
        "There",
        "These",
        "This",
        "Those",
    ]
)
"""Words that begin a sentence with a capital and stand inside of one without."""


def within(text: str) -> str:
    """A sentence as it stands inside of another: without its full stop, and without a capital that only its place gave it."""
    first, _, rest = text.strip().rstrip(".").partition(" ")
    return f"{first.lower() if first in _OPENERS else first} {rest}".strip()


def first_sentence(text: str) -> str:
    """The first sentence of a text."""
    return _ENDS.split(text.strip(), maxsplit=1)[0]


def beginning(text: object, words: int) -> str:
    """The first words of a text, for where the whole stands elsewhere."""
    told = str(text).split()
    return " ".join(told) if len(told) <= words else f"{' '.join(told[:words])} …"


def words_in(text: str) -> int:
    """Words of a text as anybody's program counts them: what stands between blanks, a sign of a sum too.

    A bar between cells is none, nor is a comma or full stop that a reference leaves alone.
    """
    return sum(bool(one.strip("|.,;:")) for one in text.split())


def perspectives_of(roles: Sequence[str]) -> str:
    """Perspectives by their roles, told apart from the people of the case who may have the same ones."""
    return f"the perspective{'s' if len(roles) > 1 else ''} of {listed([f'the {one}' for one in roles])}"


def with_margin(text: str, margin: str) -> str:
    """A line of the overview with the margin by which it holds: in brackets, or after it where it is a sentence."""
    told = text.rstrip()
    if not margin or margin.rstrip()[-1:] in ".!?":
        return f"{told} {margin}".strip()
    end = told[-1] if told[-1:] in ".!?" else "."
    return f"{told.rstrip('.!?')} ({margin}){end}"


def with_titles(text: str, file: CaseFile) -> str:
    """A text whose ids of documents are their titles.

    Args:
        text: What is said.
        file: The case file.
    """
    for document in file.documents:
        text = text.replace(document.id, document.title)
    return text


_WORDS = re.compile(r"[A-Za-z0-9]+")
_BETWEEN = 3
"""Words of a text that may stand between two words of a name which was made of it."""
_QUOTED = re.compile(r"“([^“”]*)”")
_A_FEW_WORDS = 3
"""Words of a name that asserts nothing, also where it is quoted."""
_ARTICLE = re.compile(r"\W*(?:(?:an?|the)\s+)?", re.IGNORECASE)
ASKED = "question"
"""Name of an issue that is the question of the run itself, which nobody has to be told."""
_QUOTED_HEADING = 90
"""Characters of a quoted phrase that may stand as a heading."""


def spoken(name: str, told: str = "") -> str:
    """A short name of the graph as it is said: ``good_cause`` becomes ``good cause``.

    Args:
        name: The short name.
        told: A text from which the name may be made, e.g. the issue's question: names in it keep their capitals.
    """
    plain = name.replace("_", " ").replace("-", " ")
    if not told:
        return plain
    found = _phrase(plain, told)
    if found is not None:
        return told[found[0] : found[1]]
    forms: dict[str, set[str]] = {}
    for match in _WORDS.finditer(told):
        first = not re.search(r"[^\s.?!:“”\"]\s+$", told[: match.start()])
        forms.setdefault(match[0].lower(), set()).update(() if first else {match[0]})
    return " ".join(next(iter(own)) if len(own := forms.get(word, set())) == 1 else word for word in plain.split())


def _phrase(name: str, told: str) -> tuple[int, int] | None:
    """Where a text has the words of a name in their order, few words between; to the end of the quotation that they begin.

    A name made by rules leaves out what binds its words together: with it the name is a phrase of the text again.
    """
    wanted, found = name.lower().split(), list(_WORDS.finditer(told))
    lowered = [match[0].lower() for match in found]
    for gap in (0, _BETWEEN):
        for place in range(len(found)):
            last = _last_of(wanted, lowered, place, gap)
            if last is None or any(mark in told[found[place].end() : found[last].start()] for mark in '“”"?;:'):
                continue
            start, end = found[place].start(), found[last].end()
            opening, closing = told.rfind("“", 0, start), told.find("”", end)
            short = opening >= 0 and closing - opening <= _QUOTED_HEADING
            if short and closing > 0 and _ARTICLE.fullmatch(told[opening + 1 : start]):
                return opening + 1, closing
            return start, end
    return None


def _last_of(wanted: Sequence[str], told: Sequence[str], place: int, gap: int) -> int | None:
    """Place of the last of some words that stand in their order from a place on, at most so many others before each; None where they do not."""
    if not wanted or told[place] != wanted[0]:
        return None
    for word in wanted[1:]:
        near = told[place + 1 : place + 2 + gap]
        if word not in near:
            return None
        place += 1 + near.index(word)
    return place


def about(issue: str, text: str) -> str:
    """A line with the issue that it is about before it, where it does not say that itself."""
    name = spoken(issue)
    said = (
        not name
        or issue == ASKED
        or text.casefold().startswith(name.casefold())
        or _phrase(name, text.split("?")[0]) is not None
    )
    return text if said else f"{heading(issue, text)}: {text}"


def came_out(issue: str, finding: str, margin: str, headline: str) -> str:
    """What an issue came to with its margin: as its author worded it, where anybody did, else after the issue's name."""
    return headline or about(issue, with_margin(finding, margin))


def heading(issue: str, told: str = "") -> str:
    """The short name of an issue as a heading.

    Args:
        issue: The short name.
        told: The issue's question, or a text that begins with it: names in it keep their capitals.
    """
    name = spoken(issue, told)
    text = opened(name)
    # A phrase that somebody is quoted with asserts what may not be so.
    quoted = len(name.split()) > _A_FEW_WORDS and any(name in part for part in _QUOTED.findall(told))
    return f"“{text}”" if quoted else text


def labelled(text: str) -> tuple[str, str]:
    """The label that an item of a list begins with, colon included, and the rest: "Wages of April: …"; an empty one for none."""
    found = _LABEL.match(text)
    return (found[1], found[2]) if found else ("", text)
