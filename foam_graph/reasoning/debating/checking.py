"""What a program can hold an utterance to: figures, names, dates and quotations have a source; length; nothing copied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from foam_graph.corpus.documents import Sentence
from foam_graph.findings.debate.attribution import attributed, takes_a_stand
from foam_graph.findings.debate.carried import carried, pointed_at
from foam_graph.findings.debate.copying import Copied, copied
from foam_graph.findings.debate.logic.standing import shared, stems
from foam_graph.findings.debate.recomputing import recomputed
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.findings.language.dates import WEEKDAYS
from foam_graph.findings.language.numerals import SPOKEN, number_value
from foam_graph.reasoning.answer.grounding import figures, quoted, strangers, words_of
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Evidence

_SPOKEN = re.compile(SPOKEN, re.IGNORECASE)
_OF_THE_SPEECH = re.compile(
    r"\s+(?:[\w-]+\s+){0,2}?(?:reasons?|points?|grounds?|arguments?|questions?|things?|issues?|answers?|claims?|ways?|sides?|tests?|problems?"
    r"|faults?|flaws?|counts?|sources?|studies|sentences?|words|steps?|parts?|cases?|speech(?:es)?|replies|objections?)\b",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:the|these|those|all)\s+$", re.IGNORECASE)
_TELLS = re.compile(
    r"\s+(?:as|are|do|give|differ|agree|disagree|contradict|together|cannot|can)\b|\s*[,.;:]", re.IGNORECASE
)
"""Around a number that only points back at what was named: "I read the two as giving different figures"."""
_NUMBERED = re.compile(
    r"\b(?:question|point|ground|answer|reason|step|argument)s? (?:\d{1,2}|one|two|three|four|five|six)\b",
    re.IGNORECASE,
)
"""A part of what was said by its number: "on question two"."""
_TWO = re.compile(r"two", re.IGNORECASE)
_MEASURED = re.compile(
    r"\W+(?:percent|per cent|%|hundreds?|thousands?|millions?|billions?|dozens?|thirds?|fifths?|years?|months?|weeks?|days?|hours?|minutes?|dollars?|euros?"
    r"|deaths|times|of every|in every|out of)\b|\W+(?:in|of) (?:\d|three|four|five|six|seven|eight|nine|ten)",
    re.IGNORECASE,
)
"""Behind a number what makes it a figure: "two" of anything else is how one speaks ("two halves", "two people at a desk")."""
_IMAGINED = re.compile(
    r"\b[a-z]+(?:-[a-z]+)?-year-olds?\b"
    r"|(?<=\b)(?:(?:wo)?m[ae]n|person|people|adults?|smokers?|buyers?|voters?|workers?|colleagues?|friends?|girls?|boys?|child(?:ren)?|teenagers?|sisters?|brothers?|mothers?|fathers?|parents?|neighbou?rs?|nurses?|students?|citizens?|drivers?|patients?|residents?|somebody|someone) of"
    r" (?:[a-z]+teen|[a-z]+ty(?:-[a-z]+)?|ten|eleven|twelve)\b"
    r"|\b(?:ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) of (?:them|us|you)\b"
    r"|\bat (?:[a-z]+teen|[a-z]+ty(?:-[a-z]+)?)\b(?=[,.;:!?]|\s+(?:and|or|but|as|when|what|because|if|than)\b)",
)
"""An age in words, of people that one thinks of ("a smoker of thirty-five", "at forty and at sixty"), and a round number of them ("forty of them").

Whether such a thing is told as a fact the judge says, who types it.
"""
"""Days that say nothing without a date: one thinks of a Monday."""
_ID = re.compile(r"\b[DEKP]\d+(?:\.\d+)*\b")
_BRACKETED = re.compile(r"[(\[]((?:\d+\.\d+[\s,;]*)+)[)\]]")
_YEAR = re.compile(
    r"\b(?:in|of|since|by|until|from|on|before|after|[A-Z][a-z]+|\d{4} to) (1[789]\d\d|20\d\d)\b(?! (?:persons|people|residents|vessels|homes|hectares|tonnes|jobs|dollars))"
)
"""A year, as a date or a preposition before it tells it from a number."""
_BETWEEN_BLANKS = re.compile(r"[\u3400-\u9fff]|[^\s\u3400-\u9fff]+")
_HYPHENS = str.maketrans("\u2010\u2011", "--")
"""Hyphens that only look otherwise, or do not break: who writes "cross‑border" with one quotes who wrote it without."""
_SPEECH_NAMES = frozenset(
    {
        "motion",
        "resolution",
        "affirmative",
        "negative",
        "proposition",
        "opposition",
        "judge",
        "judges",
        "chair",
        "speaker",
        "madam",
        "mister",
        "house",
        "pro",
        "con",
    }
)


@dataclass(frozen=True)
class Bench:
    """What an utterance is held against.

    Attributes:
        motion: The motion.
        side: Who speaks.
        speakers: Names of the speakers.
        history: What was said before.
        evidence: The documents.
        records: Texts recalled from memory, by record.
        words: Most words; 0 = no limit.
        ids: Ids of evidence, flaws and sentences as the speaker was shown them, which nobody may hear.
    """

    motion: str
    side: Side
    speakers: tuple[str, ...]
    history: Sequence[Spoken]
    evidence: Evidence
    records: Mapping[str, str]
    words: int = 0
    ids: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Checked:
    """What was found.

    Attributes:
        faults: In words that the writer can act on; each names its sentence.
        unsupported: Sentences with a figure, date, name or quotation that has no source, from 1.
        borrowed: Sentence to the turns whose word it passes on, from 1.
        copied: Stretches of the whole text that stand in memory.
    """

    faults: tuple[str, ...]
    unsupported: frozenset[int]
    borrowed: Mapping[int, tuple[int, ...]]
    copied: tuple[Copied, ...]


def word_total(text: str) -> int:
    """Words of a text, as blanks part them; each Chinese character is one."""
    return sum(any(map(str.isalnum, one)) for one in _BETWEEN_BLANKS.findall(text))


def most_words(limit: int) -> int:
    """With how many words a speech is not sent back: a thirtieth over the limit is a breath, and a mend costs two requests and a sentence."""
    return limit + limit // 30


def check(said: Sequence[Said], bench: Bench) -> Checked:
    """Holds an utterance against what it may say.

    Args:
        said: Its sentences.
        bench: What it is held against.
    """
    said = [replace(one, text=one.text.translate(_HYPHENS)) for one in said]
    bench = replace(bench, motion=bench.motion.translate(_HYPHENS), history=list(map(_plainly, bench.history)))
    faults: list[str] = []
    unsupported: set[int] = set()
    borrowed: dict[int, tuple[int, ...]] = {}
    names = _known_names(said, bench)
    texts, heard = [one.text for one in said], " ".join(one.text for one in bench.history)
    held = [_held(one, bench, _lenders(said, n, bench)) for n, one in enumerate(said, 1)]
    sources = [" ".join(own) for own, _ in held]
    reckoned = _reckoned(said, sources, bench)
    sourced = [
        frozenset(_numbers(text) & _said([source])) | sums
        for text, source, sums in zip(texts, sources, reckoned, strict=True)
    ]
    parts = _parts(texts)
    for n, one in enumerate(said, 1):
        own, used = held[n - 1]
        missing = [
            f"says {figure}"
            for figure in sorted(_numbers(one.text, parts) - _said(own) - reckoned[n - 1])
            if not carried(figure, n - 1, texts, sourced, sources) and not pointed_at(figure, one.text, heard)
        ]
        missing += [f"names {name}" for name in strangers(one.text, names)]
        missing += [f"quotes “{words[:60]}”" for words in quoted(one.text) if not _stands(words, own)]
        faults += [
            f"sentence {n} says the id {name} aloud, which no listener knows" for name in _aloud(one.text, own, bench)
        ]
        if used:
            borrowed[n] = used
        if missing:
            unsupported.add(n)
            where = "which neither what it cites nor the motion says, nor anybody whom it names as saying so"
            faults += [f"sentence {n} {fault}, {where}" for fault in missing]
    total = sum(word_total(one.text) for one in said)
    if bench.words and total > most_words(bench.words):
        faults.append(f"it has {total} words; {bench.words} are the most")
    found = _copies(said, bench)
    faults += [f"it copies {_length(one, said)} words from memory as they stand there" for one in found]
    return Checked(tuple(faults), frozenset(unsupported), borrowed, tuple(found))


def _plainly(one: Spoken) -> Spoken:
    """An utterance with plain hyphens."""
    return replace(one, sentences=tuple(text.translate(_HYPHENS) for text in one.sentences))


def _lenders(said: Sequence[Said], n: int, bench: Bench) -> list[Spoken]:
    """Earlier utterances whose word a sentence passes on: of whom it names, else of whom the one before it names, and of whom it quotes.

    Whose figure or words follow has just been named; to name them in each sentence is heard as a mend. A sentence that repeats
    nothing of theirs is the speaker's own.
    """
    text = said[n - 1].text
    named = [who for who in bench.history if attributed(text, who, bench.side)]
    if not named and n > 1:
        named = [who for who in bench.history if attributed(said[n - 2].text, who, bench.side) and _lends(text, who)]
    # Words in quotation marks are somebody's; whose, everybody heard. A figure of what a sentence answers is theirs as well.
    answered = {name.partition(".")[0] for name in said[n - 1].answers}
    lent = [
        who
        for who in bench.history
        if who not in named
        and (
            any(_stands(words, [who.text]) for words in quoted(text))
            or (str(who.turn) in answered and _lends(text, who))
        )
    ]
    return [*named, *lent]


def overclaimed(numbers: Iterable[int], said: Sequence[Said]) -> list[str]:
    """Faults of sentences that a judge finds to say more than what they cite.

    Args:
        numbers: Their numbers, as the judge gave them; one that cites nothing has another fault.
        said: The sentences.
    """
    right = [n for n in dict.fromkeys(numbers) if 1 <= n <= len(said) and said[n - 1].cites]
    return [f"sentence {n} {_WIDER}" for n in right]


def overclaiming(faults: Iterable[str]) -> set[int]:
    """Numbers of the sentences that faults find to say more than what they cite."""
    return {int(one.split()[1]) for one in faults if one.endswith(_WIDER)}


_WIDER = "says more than what it cites"


def unsourced(
    said: Sequence[Said], types: Sequence[str], checked: Checked, bench: Bench, amend: Iterable[int] = ()
) -> list[str]:
    """Faults of factual sentences that cite nothing; one that passes on an earlier speaker's word has its source there.

    Args:
        said: The sentences.
        types: Their types, in order.
        checked: What was found before.
        bench: What they are held against.
        amend: Sentences that their judge finds unable to stand.
    """
    named = set(amend)
    return [
        f"sentence {n} states a fact and cites nothing"
        for n, (one, kind) in enumerate(zip(said, types, strict=True), 1)
        if kind == "factual" and not one.cites and n not in checked.borrowed and (n in named or not _retold(one, bench))
    ]


def _retold(one: Said, bench: Bench) -> bool:
    """Whether a sentence tells of what it answers, as its judge ties it: in words that stand there ("you call that elastic"), or how a side stands to it."""
    places = [name.split(".") for name in one.answers if "." in name]
    heard = {who.turn: who.sentences for who in bench.history}
    told = [
        heard[int(turn)][int(n) - 1] for turn, n in places if int(turn) in heard and 0 < int(n) <= len(heard[int(turn)])
    ]
    return bool(told) and (takes_a_stand(one.text) or bool(shared(stems(one.text), stems(" ".join(told)))))


def _held(one: Said, bench: Bench, lenders: Sequence[Spoken]) -> tuple[list[str], tuple[int, ...]]:
    """The texts that a sentence's figures and quotations may stand in, and the turns whose word it passes on."""
    cited = [_cited(bench.evidence, i) for i in one.cites if i in bench.evidence.sentences]
    own = [bench.motion, *cited]
    passes_on = bool(lenders) and not cited
    rest = _numbers(one.text) - _said(own) or any(not _stands(words, own) for words in quoted(one.text))
    if not rest and not passes_on:
        return own, ()
    used = [who for who in lenders if passes_on or _lends(one.text, who)]
    return [*own, *(who.text for who in used)], tuple(who.turn for who in used)


def _reckoned(said: Sequence[Said], sources: Sequence[str], bench: Bench) -> list[frozenset[str]]:
    """Of each sentence the figures that are worked out from two others; whether they say what it says its judge tests."""
    texts = [one.text for one in said]
    known = bench.evidence.sentences
    cited = [" ".join(known[i].text for i in one.cites if i in known) for one in said]
    return [
        frozenset(
            figure for figure in _numbers(text) - _said([sources[n]]) if recomputed(figure, n, texts, cited, sources)
        )
        for n, text in enumerate(texts)
    ]


def _aloud(text: str, own: Sequence[str], bench: Bench) -> list[str]:
    """Ids that a sentence says; a figure such as 3.2 is one only where it stands in brackets and in no source."""
    sources = " ".join([*own, *(who.text for who in bench.history)])
    named = [found[0] for found in _ID.finditer(text)]
    named += [one for found in _BRACKETED.finditer(text) for one in re.split(r"[\s,;]+", found[1])]
    return [one for one in dict.fromkeys(named) if one in bench.ids and one not in sources]


def _lends(text: str, who: Spoken) -> bool:
    return bool(_numbers(text) & _said([who.text])) or any(_stands(words, [who.text]) for words in quoted(text))


def _cited(evidence: Evidence, sentence_id: str) -> str:
    sentence = evidence.sentences[sentence_id]
    citation = evidence.documents[sentence.document].citation
    told = f"{sentence.text} {citation.title} {citation.date} {citation.author} {citation.publisher}"
    return f"{told} {_year_of(evidence, sentence)}".translate(_HYPHENS)


def _year_of(evidence: Evidence, sentence: Sentence) -> str:
    """The year of which a document tells something that says none itself: the last one that it names before; empty where it names none."""
    before = evidence.sentences.of(sentence.document)[: sentence.n]
    found = (_YEAR.findall(one.text) for one in reversed(before))
    return next((years[-1] for years in found if years), "")


def _parts(texts: Sequence[str]) -> frozenset[str]:
    """Into how many parts a speech says that something falls: "three things have to happen"."""
    found = (
        number_value(one[0])
        for text in texts
        for one in _SPOKEN.finditer(text)
        if _OF_THE_SPEECH.match(text, one.end())
    )
    return frozenset(f"{value.normalize():f}" for value in found if value is not None)


def _numbers(text: str, parts: frozenset[str] = frozenset()) -> set[str]:
    """Figures of a text, and numbers that it spells out; those that count the speech's own parts are left out."""
    spelt, text = set(), _IMAGINED.sub(" ", _NUMBERED.sub(" ", text))
    for found in _SPOKEN.finditer(text):
        pointing_at = _POINTS.search(text[: found.start()])
        if _TWO.fullmatch(found[0].strip()) and (pointing_at or not _MEASURED.match(text, found.end())):
            continue
        value = number_value(found[0])
        of_speech = _OF_THE_SPEECH.match(text, found.end())
        pointing = pointing_at and _TELLS.match(text, found.end())
        if value is None or value <= 1 or of_speech or pointing:
            continue
        figure = f"{value.normalize():f}"
        if figure not in parts or _MEASURED.match(text, found.end()):
            spelt.add(figure)
    return figures(text) | spelt


def _said(texts: Sequence[str]) -> set[str]:
    whole = " ".join(texts)
    spelt = (number_value(found[0]) for found in _SPOKEN.finditer(whole))
    return figures(whole) | {f"{value.normalize():f}" for value in spelt if value is not None}


def _stands(words: str, texts: Sequence[str]) -> bool:
    """Whether quoted words stand in one of the texts; the mark that ends them, and whether they begin large, may be the speaker's."""
    bare = " ".join(words.split()).rstrip(".,;:!?")
    first, rest = bare[:1], bare[1:]
    forms = {bare, first.lower() + rest, first.upper() + rest}
    return any(form in " ".join(text.split()) for text in texts for form in forms)


def _known_names(said: Sequence[Said], bench: Bench) -> set[str]:
    """Names that may be used anywhere: what is cited and what was said before names them, which asserts nothing yet."""
    cited = [_cited(bench.evidence, i) for one in said for i in one.cites if i in bench.evidence.sentences]
    before = [text for one in bench.history for text in (one.text, one.speaker, one.stage)]
    return words_of(" ".join([bench.motion, *bench.speakers, *cited, *before])) | _SPEECH_NAMES | set(WEEKDAYS)


def _copies(said: Sequence[Said], bench: Bench) -> list[Copied]:
    cited = [_cited(bench.evidence, i) for one in said for i in one.cites if i in bench.evidence.sentences]
    return copied(" ".join(one.text for one in said), bench.records, [bench.motion, *cited])


def _length(one: Copied, said: Sequence[Said]) -> int:
    return word_total(" ".join(each.text for each in said)[one.start : one.end])
