"""A generated corpus of cards for the retrieval benchmark: sentences of word statistics like those of real prose.

Words follow Zipf's law over 60,000 made-up words of plausible length, with the function words of English at their usual
share. So posting lists have the lengths that real ones have, and nothing has to be shipped or fetched.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import accumulate

from foam_graph.corpus.documents import Citation, Document, Segmentation, document_id
from foam_graph.corpus.search.words import stop_words

_SYLLABLES = [a + b + c for a in "bcdfglmnprstv" for b in "aeiou" for c in ("", "n", "r", "st", "l")]
_CLASSES = ("news", "research", "law", "expert", "unknown")


class Cards:
    """Cards, the same for the same seed.

    Args:
        seed: Chooses the words.
        pool: Different sentences that cards are made of; each is changed a little where it is used.
    """

    def __init__(self, seed: int = 7, pool: int = 40_000) -> None:
        self._rng = rng = random.Random(seed)  # noqa: S311 - a corpus, not a secret
        content = ["".join(rng.choices(_SYLLABLES, k=rng.choice((2, 2, 2, 3, 3)))) for _ in range(60_000)]
        function = sorted(word for word in stop_words() if len(word) > 1)
        self._words = function + content
        # Nearly half of running English is function words.
        weights = [0.45 / len(function)] * len(function) + [0.0] * len(content)
        total = sum(1.0 / (n + 20) for n in range(len(content)))
        for n in range(len(content)):
            weights[len(function) + n] = 0.55 / (n + 20) / total
        self._cumulated = list(accumulate(weights))
        self._pool = [self._drawn(rng.randint(10, 34)) for _ in range(pool)]

    def _drawn(self, count: int) -> list[str]:
        return self._rng.choices(self._words, cum_weights=self._cumulated, k=count)

    def sentence(self) -> str:
        """One sentence: one of the pool with a sixth of its words changed."""
        found = list(self._rng.choice(self._pool))
        for word in self._drawn(max(1, len(found) // 6)):
            found[self._rng.randrange(len(found))] = word
        return " ".join(found).capitalize() + "."

    def documents(self, count: int, sentences: int, name: str = "card") -> Iterator[Document]:
        """Documents of so many sentences."""
        for n in range(count):
            parts = [self.sentence() for _ in range(sentences)]
            at, spans = 0, []
            for part in parts:
                spans.append((at, at + len(part)))
                at += len(part) + 1
            cut = Segmentation("generated", "1", "0", "en", tuple(spans))
            text = " ".join(parts)
            citation = Citation("", date=f"{1990 + n % 35}", source_class=_CLASSES[n % len(_CLASSES)])
            id_ = document_id(f"{name} {n}".encode())
            yield Document(id_, "cards", f"{name}#L{n}", id_, text, citation, cut)

    def queries(self, count: int) -> list[str]:
        """Queries: eight words of a sentence each."""
        found = []
        for _ in range(count):
            words = self.sentence().rstrip(".").lower().split()
            found.append(" ".join(self._rng.sample(words, min(8, len(words)))))
        return found
