"""Passages by their words: one tantivy index (BM25, k1 1.2, b .75) in one folder.

Tantivy commits whole batches: a process that is killed leaves the last commit. Readers need no lock; the writer's is
tantivy's own. Why tantivy and not the vector engine: decision 0010.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import orjson
import tantivy

from foam_graph.corpus.search.filters import Filters, day_number
from foam_graph.corpus.search.passages import Passage, Place
from foam_graph.corpus.search.ranking import Found
from foam_graph.corpus.search.words import analyzer, describe_analysis, spaced

_WORDS = "foam"
_SHARED = "yes"
# Bytes. tantivy refuses less than 15 MB; what the large buffer is for is said at MANY.
_HEAP_SMALL, _HEAP_LARGE = 32_000_000, 256_000_000
LAYOUT = "layout 2"
"""Changes with what is stored of a passage: an index of another layout is built again."""
MANY = 20_000
"""Passages from which the writer takes a large buffer: fewer, larger segments."""


def describe_lexical() -> str:
    """Name, version and parameters of the engine."""
    return f"tantivy {version('tantivy')}: BM25, k1 1.2, b 0.75; {describe_analysis()}"


class Lexical:
    """An open index.

    Args:
        folder: Where it is; it is made where it is missing.

    Raises:
        ValueError: The folder holds something else, or a damaged index.
        OSError: The folder cannot be made or read.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._schema = _schema()
        self._index = tantivy.Index(self._schema, str(folder))
        self._index.register_tokenizer(_WORDS, analyzer())
        self._index.config_reader("manual")
        self._index.reload()
        self._searcher = self._index.searcher()

    @property
    def count(self) -> int:
        """Number of passages."""
        return int(self._searcher.num_docs)

    def add(self, passages: Iterable[Passage], *, many: bool = False) -> None:
        """Adds passages and commits them: all, or none if the process dies."""
        writer = self._index.writer(heap_size=_HEAP_LARGE if many else _HEAP_SMALL, num_threads=1)
        try:
            for passage in passages:
                writer.add_document(_document(passage))
            writer.commit()
        finally:
            writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    def frequency(self, word: str) -> int:
        """In how many passages a word stands."""
        return int(self._searcher.doc_freq("text", word))

    def search(self, asked: Mapping[str, int], limit: int, wanted: Filters) -> list[Found]:
        """The passages that score best by BM25 for the words asked, at most ``limit``.

        Filters hold for passages with one place; those with several are for the caller to check.
        """
        terms = [(tantivy.Occur.Should, self._term(word, times)) for word, times in asked.items()]
        query = tantivy.Query.boolean_query(terms)
        conditions = self._conditions(wanted)
        if conditions:
            query = tantivy.Query.boolean_query([(tantivy.Occur.Must, query), *conditions])
        hits = self._searcher.search(query, limit, count=False).hits
        marks = cast("list[int]", self._searcher.fast_field_values("mark", [address for _, address in hits]))
        return [Found(score, mark, self._reading(address)) for (score, address), mark in zip(hits, marks, strict=True)]

    def _term(self, word: str, times: int) -> Any:
        one = tantivy.Query.term_query(self._schema, "text", word, index_option="freq")
        return one if times == 1 else tantivy.Query.boost_query(one, float(times))

    def _conditions(self, wanted: Filters) -> list[tuple[Any, Any]]:
        must, never, query = tantivy.Occur.Must, tantivy.Occur.MustNot, tantivy.Query
        found = []
        for field, values in (("document", wanted.documents), ("source_class", wanted.source_classes)):
            if values is not None:
                chosen = query.term_set_query(self._schema, field, sorted(values))
                found.append((must, query.const_score_query(chosen, 0.0)))
        if wanted.dated:
            low, high = wanted.days
            between = query.range_query(
                self._schema, "day", tantivy.FieldType.Integer, low, high, use_inverted_index=True
            )
            found.append((must, query.const_score_query(between, 0.0)))
        if wanted.not_documents:
            # A passage that another document has too is for the caller to check.
            these = query.term_set_query(self._schema, "document", sorted(wanted.not_documents))
            shared = query.term_query(self._schema, "shared", _SHARED, index_option="basic")
            found.append((never, query.boolean_query([(must, these), (never, shared)])))
        return found

    def _reading(self, address: Any) -> Callable[[], Passage]:
        searcher = self._searcher  # an address holds for the state of the index that it was found in

        def read() -> Passage:
            sentences, places = orjson.loads(searcher.doc(address)["told"][0])
            return Passage(tuple(sentences), tuple(Place(*place) for place in places))

        return read


def _schema() -> Any:
    made = tantivy.SchemaBuilder()
    made.add_text_field("text", tokenizer_name=_WORDS, index_option="freq")
    for name in ("document", "source_class", "shared"):
        made.add_text_field(name, tokenizer_name="raw", index_option="basic")
    made.add_integer_field("day", indexed=True)
    made.add_integer_field("mark", fast=True)
    made.add_bytes_field("told", stored=True)
    return made.build()


def _document(passage: Passage) -> Any:
    places = passage.places
    text = spaced(passage.searched)
    if len(places) == 1:
        (place,) = places
        return tantivy.Document(
            text=text,
            told=_told(passage),
            mark=passage.mark,
            document=place.document,
            source_class=place.source_class,
            day=day_number(place.date),
        )
    return tantivy.Document(
        text=text,
        told=_told(passage),
        mark=passage.mark,
        document=list(dict.fromkeys(place.document for place in places)),
        source_class=list(dict.fromkeys(place.source_class for place in places)),
        day=list(dict.fromkeys(day_number(place.date) for place in places)),
        shared=_SHARED,
    )


def _told(passage: Passage) -> bytes:
    """Sentences and places, as a search reads them back."""
    places = [(place.document, place.first, place.date, place.source_class) for place in passage.places]
    try:
        return orjson.dumps((passage.sentences, places))
    except TypeError:  # a lone surrogate
        return orjson.dumps(([one.encode("utf-8", "replace").decode("utf-8") for one in passage.sentences], places))
