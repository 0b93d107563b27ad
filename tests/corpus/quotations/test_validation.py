"""Quotations against sources: what is faithful, and what never is."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from foam_graph.corpus.documents import Citation, Document, Sentence, document_id
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.corpus.quotations.checking import context_of, validate, validate_cited, validate_many
from foam_graph.corpus.quotations.papers_rule import validate_papers_rule
from foam_graph.corpus.quotations.prepared import QuoteCorpus
from foam_graph.corpus.quotations.verdicts import QuoteVerdict
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.corpus.text.cues import context_flags, negated
from foam_graph.corpus.text.folding import fold
from foam_graph.errors import CorpusError
from tests.support.shared_data import FEDERALIST, needs
from tests.support.worlds.quote_alterations import ALTERED, ELIDED, EXACT, NEGATIONS, PARTIAL

FLOOD = """Critics claim that the levy failed. However, the district did not raise the fee above $1,450.00 in 2016,
unless a hearing was held. The well-
known inter-
national panel said: "We can't know." The rate fell by 5% (−3.5 points) — not 7% — in U.S. trade. Losses fell
. . . and rose again. It grew 10² times and 2½ fold. A non-profit paid for the first floor of the office. The tenant
shall pay, only if asked. The repairs were finished or not.

第一，政府不应提高税率。第二，我们没有证据。
"""
RIVERS = """Rivers that meander through a plain carry fine sediment, and they drop it on the inner side of each bend.
Farmers along the lower valley never ploughed the bank, because the roots of the willows held it in place.
"""


def made(text: str) -> Document:
    return Document(document_id(text.encode()), "test", "a.txt", "", text, Citation("A"), segment(text))


SOURCE, OTHER = made(FLOOD), made(RIVERS)
CORPUS = QuoteCorpus([SOURCE, OTHER])


def check(quote: str) -> QuoteVerdict:
    return validate(quote, SOURCE, CORPUS)


@pytest.mark.parametrize(
    "quote",
    [
        "the district did not raise the fee above $1,450.00",
        "The well-known international panel said: “We can’t know.”",
        "“Critics claim that the levy failed.”",
        "fell by 5% (-3.5 points) -- not 7% -- in U.S. trade",
        "Losses fell … and rose again.",
        "The rate fell by 5%",
        "-3.5 points",
        "10² times and 2 1/2 fold",
        "A non-proﬁt paid for the ﬁrst ﬂoor of the oﬃce.",
        "政府不应提高税率。",
        "the levy failed /.../ A non-profit paid",
    ],
)
def test_typography_is_exact(quote: str) -> None:
    found = check(quote)
    assert (found.verdict, found.score, found.document) == ("exact", 1.0, SOURCE.id)
    assert found.faithful
    assert found.counted


@pytest.mark.parametrize(
    ("quote", "named"),
    [
        ("the district did raise the fee above $1,450.00", "[-not-]"),
        ("the district did not not raise the fee above", "{+not+}"),
        ("raise the fee above $1,451.00 in 2016", "{+1451.00+}"),
        ("did not raise the fee above $145000 in 2016", "145000"),
        ("fell by 5% (3.5 points) — not 7%", "{+3.5+}"),
        ("3.5 points) — not 7% — in U.S. trade", "[---]"),
        ("The rate fell by 5", "[-%-]"),
        ("It grew 102 times", "102"),
        ("A profit paid for the first floor", "non"),
        ("the district may not raise the fee above", "{+may+}"),
        ("the district did ... raise the fee", "[-not-]"),
        ("The repairs were finished or.", "[-not.-]"),
        ('said: "We can know." The rate fell by 5%', "can"),
        ("政府应提高税率", "不"),
        ("Rivers that meander through a city carry fine sediment", "{+city+}"),
    ],
)
def test_changed_words_are_altered_and_named(quote: str, named: str) -> None:
    found = check(quote)
    assert (found.verdict, found.score) == ("altered", 0.0), found
    assert named in found.diff


@pytest.mark.parametrize(
    ("quote", "verdict"),
    [
        ("THE DISTRICT DID NOT RAISE THE FEE", "partial"),
        ("“[T]he district did not raise the fee …”", "partial"),
        ("the district did not raise the fee above $1450.00", "partial"),
        ("The tenant shall pay.", "partial"),
        ("the district did not raise the fee ... unless a hearing was held", "elided"),
        ("Critics claim […] A non-profit paid [...] only if asked.", "elided"),
        ("only if asked ... Critics claim that the levy failed", "altered"),
        ("it in place the roots of the willows held because", "altered"),
        ("Rivers that meander through a plain carry fine sediment", "misattributed"),
        ("Nobody expected an eclipse to begin that afternoon", "fabricated"),
        ("art", "fabricated"),
        ("We can", "fabricated"),
        ("...", "error"),
        ("", "error"),
        (" /.../ ", "error"),
    ],
)
def test_the_other_verdicts(quote: str, verdict: str) -> None:
    found = check(quote)
    assert found.verdict == verdict, found
    assert found.faithful == (verdict in ("partial", "elided"))
    if verdict == "partial":
        assert 0.7 <= found.score <= 0.9


def test_every_sentence_of_a_list_is_exact() -> None:
    text = 'Findings:\n\n- The bank held — mostly.\n– It was 3 m high\n• (a) Nobody left.\n1. "It was dry."\n'
    document = made(text)
    for sentence in document.sentences:
        found = validate(sentence.text, document, QuoteCorpus([document]))
        assert (found.verdict, found.spans) == ("exact", ((sentence.start, sentence.end),))


def test_misattribution_names_the_true_document_and_place() -> None:
    found = check("the roots of the willows held it in place")
    assert found.document == OTHER.id
    ((start, end),) = found.spans
    assert OTHER.text[start:end] == "the roots of the willows held it in place"


def test_no_source_named_looks_everywhere() -> None:
    assert validate("Farmers along the lower valley", None, CORPUS).document == OTHER.id
    assert validate("Nobody expected an eclipse", None, CORPUS).verdict == "fabricated"


def test_missing_document_is_not_found_and_not_counted() -> None:
    found = validate_cited("Anything", "d0", CORPUS)
    assert found.verdict == "not_found"
    assert not found.counted
    assert validate_cited("the levy failed", SOURCE.id, CORPUS).verdict == "exact"


def test_source_outside_the_corpus_and_empty_documents() -> None:
    assert validate("the levy failed", SOURCE, QuoteCorpus([])).verdict == "exact"
    empty = made("")
    assert validate("the levy failed", empty, QuoteCorpus([empty])).verdict == "fabricated"


@pytest.mark.parametrize(
    ("quote", "cue"),
    [
        ("the levy failed", "attribution (critics, claim)"),
        ("the district did not raise the fee above $1,450.00 in 2016", "exception (unless)"),
        ("The tenant shall pay", "only if"),
    ],
)
def test_what_was_cut_off_is_noted(quote: str, cue: str) -> None:
    found = check(quote)
    assert found.verdict == "exact"
    assert cue in context_of(found, CORPUS)


def test_a_whole_sentence_has_no_note() -> None:
    assert context_of(check("Critics claim that the levy failed."), CORPUS) == ""


def test_context_flags_of_a_sentence() -> None:
    flags = context_flags(SOURCE, 1)
    assert flags == ("attribution in the sentence: critics, claim", "exception in the next sentence: however")
    with pytest.raises(CorpusError, match="no sentence 99"):
        context_flags(SOURCE, 99)


def test_the_papers_rule_accepts_a_lost_negation() -> None:
    quote = "the district did raise the fee above $1,450.00 in 2016"
    assert validate_papers_rule(quote, SOURCE).verdict == "partial"
    assert check(quote).verdict == "altered"
    assert validate_papers_rule("the levy failed", SOURCE).verdict == "exact"
    assert validate_papers_rule("x", None).verdict == "not_found"
    assert validate_papers_rule(" ", SOURCE).verdict == "error"
    assert validate_papers_rule("Eclipse over Lima", SOURCE).verdict == "fabricated"
    assert validate_papers_rule("Eclipse", SOURCE, lambda _one, _two: 0.8).verdict == "paraphrase"


@cache
def papers() -> tuple[Document, ...]:
    files = sorted(FEDERALIST.glob("paper_*.txt"))[::8]
    return tuple(made(path.read_text(encoding="utf-8")) for path in files)


@cache
def paper_corpus() -> QuoteCorpus:
    return QuoteCorpus(papers())


def long_sentences(document: Document) -> list[Sentence]:
    return [one for one in document.sentences if len(one.text.split()) >= 14]


needs_papers = needs(FEDERALIST)


def drawn(data: st.DataObject) -> tuple[Document, str]:
    document = data.draw(st.sampled_from(papers()))
    return document, data.draw(st.sampled_from(long_sentences(document))).text


def passage(data: st.DataObject, kind: str) -> tuple[Document, str, list[str]]:
    """A document, a sentence of it, and sentences that the maker may take words from."""
    document = data.draw(st.sampled_from(papers()))
    chosen = data.draw(st.sampled_from(long_sentences(document))).text
    other = (
        document if kind == "joined" else data.draw(st.sampled_from([one for one in papers() if one is not document]))
    )
    return document, chosen, [one.text for one in long_sentences(other) if one.text != chosen]


@needs_papers
@settings(max_examples=400, deadline=None)
@given(st.data(), st.sampled_from(sorted(ALTERED)), st.randoms(use_true_random=False))
def test_an_alteration_never_passes(data: st.DataObject, kind: str, rng: Random) -> None:
    document, text, others = passage(data, kind)
    quote = ALTERED[kind](rng, text, others)
    assume(quote is not None and fold(quote) != fold(text))
    # A tail from another paper may stand in this one as well ("the principles of liberty"): then nothing is forged.
    tail = re.split(r"[^\w\s,;:.'’-]+|\.\.\.", str(quote).rstrip())[-1].strip() if kind == "forged join" else ""
    assume(not tail or fold(tail) not in fold(document.text))
    found = validate(str(quote), document, paper_corpus())
    assert not found.faithful, (kind, quote, found)
    assert found.score <= 0.7
    assert found.diff


LIMITS = re.compile(
    r"^\W*(unless|little|almost|nearly|only|few|hardly|scarcely|barely|seldom|rarely)\b|"
    r"\b(no|not|never|nothing|none|unless|little|almost|nearly|only|few)\W*$",
    re.IGNORECASE,
)
"""A first or last word without which a sentence says more, besides negations at its beginning."""


@needs_papers
@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(sorted(EXACT)), st.randoms(use_true_random=False))
def test_typography_cuts_and_joins_are_exact(data: st.DataObject, kind: str, rng: Random) -> None:
    document, text, others = passage(data, kind)
    quote = EXACT[kind](rng, text, others)
    # Cut so that nothing but a negation is missing, or a word that limits what is said, a sentence is altered.
    assume(quote is not None and not (kind == "cut" and (NEGATIONS.match(text) or LIMITS.search(text))))
    found = validate(str(quote), document, paper_corpus())
    assert (found.verdict, found.score, found.diff) == ("exact", 1.0, ""), (kind, quote, found)
    assert all(0 <= start < end <= len(document.text) for start, end in found.spans)
    if kind == "joined":
        assert [fold(document.text[a:b]) for a, b in found.spans] == [fold(one) for one in str(quote).split(JOIN)]
    anywhere = validate(str(quote), None, paper_corpus())
    assert anywhere.verdict == "exact"


TURNS = re.compile(
    r"\b(unless|except|excepting|false|untrue|unlikely|impossible|improbable|unable|only|few)\b|^\W*(hundred|thousand|million)",
    re.IGNORECASE,
)
"""What turns the rest of a sentence where it is left out, besides negations."""
SHOWN = sorted({**PARTIAL, **ELIDED}.keys() - {"elided to few words"})
"""Kinds of quotation whose source is certain: a few words may stand in another paper as well."""


@needs_papers
@settings(max_examples=100, deadline=None)
@given(st.data(), st.sampled_from(SHOWN), st.randoms(use_true_random=False))
def test_what_is_left_out_or_written_otherwise_is_shown(data: st.DataObject, kind: str, rng: Random) -> None:
    document, text, others = passage(data, kind)
    quote = {**PARTIAL, **ELIDED}[kind](rng, text, others)
    assume(quote is not None)
    found = validate(str(quote), document, paper_corpus())
    if found.verdict == "altered":
        assert kind in ELIDED
        left_out = found.diff.strip("[-]")
        assert negated(left_out) or TURNS.search(left_out), found
    else:
        assert found.verdict in ("partial", "elided"), (kind, quote, found)
        assert 0.7 <= found.score <= 0.9
    assert found.diff


@needs_papers
@settings(max_examples=30, deadline=None)
@given(st.data(), st.randoms(use_true_random=False))
def test_many_at_once_are_as_one_by_one(data: st.DataObject, rng: Random) -> None:
    asked: list[tuple[str, Document | None]] = []
    for kind in data.draw(st.lists(st.sampled_from(sorted({**EXACT, **ALTERED, **PARTIAL})), min_size=1, max_size=12)):
        document, text, others = passage(data, kind)
        quote = {**EXACT, **ALTERED, **PARTIAL}[kind](rng, text, others)
        asked.append((quote or "", data.draw(st.sampled_from([document, papers()[0], None]))))
    corpus = paper_corpus()
    assert validate_many(asked, corpus) == [validate(quote, source, corpus) for quote, source in asked]


PIECES = [
    "The ferry leaves the north quay at nine on every weekday of the winter.",
    "No bicycle may be carried when the wind is above six.",
    "A ticket is valid for one crossing only, unless the master allows another.",
    "The fee is due.",
    "Dogs stay on deck.",
]
WORDINGS = [
    *PIECES,
    "the north quay at nine on every weekday",
    "the north quay at noon on every weekday of the summer",
    "a ticket is valid for one crossing only",
    "fee is due",
    "Dogs stay /.../ on deck",
    "Nobody ever said a word of it in any paper.",
    "A bicycle may be carried when the wind is above six, by the master's leave.",
]


@settings(max_examples=150, deadline=None)
@example([PIECES[0]], [(PIECES[0], {0})])
@given(
    st.lists(
        st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map(" ".join), min_size=1, max_size=5, unique=True
    ),
    st.lists(st.tuples(st.sampled_from(WORDINGS), st.sets(st.integers(0, 4))), min_size=1, max_size=6),
)
def test_what_is_left_out_for_a_quotation_is_as_if_it_were_not_there(
    texts: list[str], asked: list[tuple[str, set[int]]]
) -> None:
    documents = [made(text) for text in texts]
    without = [frozenset(documents[n].id for n in places if n < len(documents)) for _, places in asked]
    found = validate_many([(quote, None) for quote, _ in asked], QuoteCorpus(documents), without)
    for (quote, _), left_out, verdict in zip(asked, without, found, strict=True):
        assert verdict == validate(quote, None, QuoteCorpus(one for one in documents if one.id not in left_out))


def test_a_source_that_is_named_counts_even_where_it_is_left_out() -> None:
    (found,) = validate_many([("We can't know.", SOURCE)], CORPUS, [frozenset({SOURCE.id})])
    assert (found.verdict, found.document) == ("exact", SOURCE.id)


@needs_papers
@settings(max_examples=100, deadline=None)
@given(st.data(), st.sampled_from(["\n", "  ", "\t", " \r\n", "\u00a0"]), st.booleans(), st.booleans())
def test_typography_alone_is_always_exact(data: st.DataObject, blank: str, curly: bool, ligatures: bool) -> None:
    document, text = drawn(data)
    quote = text.replace("--", " — ")
    if curly:
        quote = quote.replace("'", "’").replace('"', "”")
    if ligatures:
        quote = quote.replace("fi", "ﬁ").replace("fl", "ﬂ")
    quote = blank.join(quote.split())
    quote = re.sub(r"\b([a-z]{5})([a-z]{4,})\b", "\\1-\n\\2", quote, count=1)
    found = validate(quote, document, paper_corpus())
    assert (found.verdict, found.score) == ("exact", 1.0), (quote, found)
    ((start, end),) = found.spans
    assert fold(document.text[start:end]) == fold(quote)


@needs_papers
@settings(max_examples=200, deadline=None)
@given(st.data(), st.booleans())
def test_a_few_words_of_a_paper_are_found_without_a_source(data: st.DataObject, divided: bool) -> None:
    document, text = drawn(data)
    words = text.split()
    start = data.draw(st.integers(0, len(words) - 8))
    quote = " ".join(words[start : start + data.draw(st.integers(3, 8))])
    if divided:
        quote = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", quote)
    if validate(quote, document, paper_corpus()).faithful:
        assert validate(quote, None, paper_corpus()).faithful


@needs_papers
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_joins_are_exact_and_other_documents_are_found(data: st.DataObject) -> None:
    one, other = data.draw(st.lists(st.sampled_from(papers()), min_size=2, max_size=2, unique_by=lambda d: d.id))
    chosen = data.draw(st.lists(st.sampled_from(long_sentences(one)), min_size=1, max_size=5, unique_by=lambda s: s.id))
    joined = JOIN.join(sentence.text for sentence in chosen)
    found = validate(joined, one, paper_corpus())
    assert found.verdict == "exact"
    assert [fold(one.text[a:b]) for a, b in found.spans] == [fold(sentence.text) for sentence in chosen]
    moved = validate(joined, other, paper_corpus())
    assert (moved.verdict, moved.document, moved.score) == ("misattributed", one.id, 0.0)
    foreign = data.draw(st.sampled_from(long_sentences(other))).text
    half, rest = chosen[0].text.split(), foreign.split()
    spliced = " ".join(half[: len(half) // 2] + rest[len(rest) // 2 :])
    assert not validate(spliced, one, paper_corpus()).faithful
