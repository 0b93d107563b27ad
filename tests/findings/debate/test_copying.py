"""Words taken over from memory as they stand there."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.copying import RUN, copied

SOURCE = "We stand today before a choice that our children will have to live with for all their days."
WORDS = st.lists(
    st.sampled_from(["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]), max_size=25
)


def test_eight_words_in_a_row_are_found_where_they_stand() -> None:
    text = f"Judges, {SOURCE[:60].lower()} indeed."
    (found,) = copied(text, {"m1": SOURCE})
    assert found.source == "m1"
    assert text[found.start : found.end].split()[:3] == ["we", "stand", "today"]


def test_seven_words_are_not() -> None:
    assert copied(" ".join(SOURCE.split()[: RUN - 1]), {"m1": SOURCE}) == []
    assert len(copied(" ".join(SOURCE.split()[:RUN]), {"m1": SOURCE})) == 1


def test_what_is_cited_may_be_repeated() -> None:
    assert copied(SOURCE, {"m1": SOURCE}, [SOURCE]) == []


def test_chinese_is_counted_by_characters() -> None:
    source = "我们认为人工智能是人类文明的延续"
    assert len(copied(source[:8], {"m": source})) == 1
    assert copied(source[:7], {"m": source}) == []


@given(WORDS, WORDS)
def test_a_stretch_is_found_if_and_only_if_eight_words_are_shared(one: list[str], other: list[str]) -> None:
    def grams(words: list[str]) -> set[tuple[str, ...]]:
        return {tuple(words[n : n + RUN]) for n in range(len(words) - RUN + 1)}

    found = copied(" ".join(one), {"m": " ".join(other)})
    assert bool(found) is bool(grams(one) & grams(other))
    for stretch in found:
        words = " ".join(one)[stretch.start : stretch.end].split()
        assert len(words) >= RUN
        assert grams(words) <= grams(one)
